import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { AreaRoute } from '../pages.ts';

/** Pages of the shell itself. */
const components: Record<string, LazyExoticComponent<ComponentType>> = {
  login: lazy(() => import('../public/login.tsx')),
  register: lazy(() => import('../public/register.tsx')),
  validateMail: lazy(() => import('../public/validate-mail.tsx')),
  forgotPassword: lazy(() => import('../public/forgot-password.tsx')),
  changePassword: lazy(() => import('../public/change-password.tsx')),
  secondFactor: lazy(() => import('../public/second-factor.tsx')),
  agreement: lazy(() => import('../public/agreement.tsx')),
  privacy: lazy(() => import('../public/privacy.tsx')),
  sharedOrder: lazy(() => import('../public/shared-order.tsx')),
  deliveryOrder: lazy(() => import('../public/delivery-order.tsx')),
  deliveryNote: lazy(() => import('../public/delivery-note.tsx')),
  confirmShipment: lazy(() => import('../public/confirm-shipment.tsx')),
  visitors: lazy(() => import('../public/visitors.tsx')),
  supported: lazy(() => import('../public/supported.tsx')),
  app: lazy(() => import('../public/app-page.tsx')),
  notFound: lazy(() => import('../public/not-found.tsx')),
  error: lazy(() => import('./error-page.tsx')),
};

export function ownComponent(name: string): LazyExoticComponent<ComponentType> | undefined {
  return components[name];
}

const bare = (path: string, component: string, title: string): AreaRoute & { area: string } => ({
  path,
  component,
  title: `title.${title}`,
  access: 'public',
  frame: 'bare',
  area: 'app',
});
export const ownRoutes: readonly (AreaRoute & { area: string })[] = [
  bare('/login', 'login', 'login'),
  bare('/shopifyLogin', 'login', 'login'),
  bare('/shopLogin', 'login', 'login'),
  bare('/shopWarehouseLogin', 'login', 'login'),
  bare('/companyRegister', 'register', 'register'),
  bare('/validateMail', 'validateMail', 'validate'),
  bare('/Forgetpassword', 'forgotPassword', 'forgot'),
  bare('/retrievePassword', 'forgotPassword', 'forgot'),
  bare('/ChangePassword', 'changePassword', 'change'),
  bare('/SecondFactor', 'secondFactor', 'secondFactor'),
  bare('/agreement', 'agreement', 'agreement'),
  bare('/privacy', 'privacy', 'privacy'),
  bare('/detailedinformation', 'sharedOrder', 'sharedOrder'),
  bare('/deliveryorder', 'deliveryOrder', 'deliveryOrder'),
  bare('/deliveryNote', 'deliveryNote', 'deliveryNote'),
  bare('/Confirmshipment', 'confirmShipment', 'confirmShipment'),
  bare('/AmazonVCConfirmshipment', 'confirmShipment', 'confirmShipment'),
  bare('/Nologinrequiredhome', 'visitors', 'visitors'),
  bare('/Nologinrequired', 'supported', 'supported'),
  bare('/APP', 'app', 'app'),
  bare('/404', 'notFound', 'notFound'),
  { ...bare('/error', 'error', 'error'), access: 'user', frame: 'layout', noCache: true },
];
