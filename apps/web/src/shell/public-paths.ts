/** Paths that need no login, besides those that areas declare and every path with V3 in it. */
const PUBLIC_PATHS = [
  '/login',
  '/companyRegister',
  '/validateMail',
  '/Forgetpassword',
  '/retrievePassword',
  '/ChangePassword',
  '/SecondFactor',
  '/mailboxAuth',
  '/amazonAccessToken',
  '/publicAccessToken',
  '/logisticsAuthResult',
  '/logisticsDetail',
  '/agreement',
  '/privacy',
  '/pricePlan',
  '/choosePlan',
  '/shopBinding',
  '/shopifyLogin',
  '/shopLogin',
  '/shopWarehouseLogin',
  '/shopWarehouseAuth',
  '/calculatePage',
  '/CostCalculationt',
  '/Confirmshipment',
  '/AmazonVCConfirmshipment',
  '/HomeDepotStoredocking',
  '/detailedinformation',
  '/deliveryorder',
  '/deliveryNote',
  '/Nologinrequiredhome',
  '/Nologinrequired',
  '/APP',
  '/404',
];
const PUBLIC_TREES = ['/helpDoc', '/API'];

export function isPublicPath(path: string): boolean {
  return (
    path.includes('V3') ||
    PUBLIC_PATHS.includes(path) ||
    PUBLIC_TREES.some((tree) => path === tree || path.startsWith(`${tree}/`))
  );
}
