/**
 * Every module of the product and its buttons, by name. Ids are stable, because grants in the database refer to them.
 * `rights.inbound.view` is the right to see the module, `rights.inbound.receive` the right to press one of its buttons.
 */
type Words<S extends string> = S extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Exclude<S, ''>;
type Named<Id extends number, Buttons extends string> = { readonly id: Id; readonly view: `${Id}` } & {
  readonly [Button in Words<Buttons>]: `${Id}:${Button}`;
};

const words = (text: string): string[] => text.split(' ').filter(Boolean);

function module<const Id extends number, const Buttons extends string = ''>(
  id: Id,
  buttons?: Buttons,
): Named<Id, Buttons> {
  const pairs = words(buttons ?? '').map((button) => [button, `${id}:${button}`]);
  return Object.fromEntries([['id', id], ['view', `${id}`], ...pairs]) as Named<Id, Buttons>;
}

const ORDER_BUTTONS = 'review allocate hold cancel split merge ship edit remark export print import';

export const rights = {
  home: module(100),

  product: module(201, 'add edit delete import export print'),
  category: module(202, 'add edit delete'),
  skuMapping: module(203, 'add edit delete import export'),
  bundle: module(204, 'add edit delete import'),
  listing: module(205, 'sync edit push export'),

  requisition: module(301, 'add edit delete submit cancel import export print'),
  pendingPurchase: module(302, 'order cancel export'),
  purchaseOrder: module(303, 'add edit delete submit receive close pay return export print'),
  allocation: module(304, 'add edit delete submit ship receive export print'),
  replenishment: module(305, 'compute order export'),
  supplier: module(306, 'add edit delete import export'),

  order: module(401, ORDER_BUTTONS),
  amazonNorthAmericaOrder: module(402, ORDER_BUTTONS),
  amazonEuropeOrder: module(403, ORDER_BUTTONS),
  amazonAsiaOrder: module(404, ORDER_BUTTONS),
  amazonAustraliaOrder: module(405, ORDER_BUTTONS),
  ebayOrder: module(406, ORDER_BUTTONS),
  wishOrder: module(407, ORDER_BUTTONS),
  walmartOrder: module(408, ORDER_BUTTONS),
  wayfairOrder: module(409, ORDER_BUTTONS),
  shopifyOrder: module(410, ORDER_BUTTONS),
  shopeeOrder: module(411, ORDER_BUTTONS),
  lazadaOrder: module(412, ORDER_BUTTONS),
  homeDepotOrder: module(413, ORDER_BUTTONS),
  joomOrder: module(414, ORDER_BUTTONS),
  dockOrder: module(415, ORDER_BUTTONS),
  lowesOrder: module(416, ORDER_BUTTONS),
  aliExpressOrder: module(417, ORDER_BUTTONS),
  tikTokOrder: module(418, ORDER_BUTTONS),
  sheinOrder: module(419, ORDER_BUTTONS),
  temuOrder: module(420, ORDER_BUTTONS),
  otherPlatformOrder: module(421, ORDER_BUTTONS),
  wholesaleOrder: module(430, 'add edit delete submit ship export print'),
  vendorOrder: module(431, 'acknowledge ship invoice export'),
  orderRule: module(440, 'add edit delete run'),
  salesReturn: module(441, 'add returnLabel receive inspect refund export'),

  fbaShipment: module(451, 'add edit delete submit box label ship export print'),
  transitLeg: module(452, 'add edit delete submit ship receive export print'),

  stock: module(501, 'adjust export'),
  inbound: module(502, 'add edit delete receive check putaway close export print'),
  outbound: module(503, 'wave pick pack ship cancel export print'),
  picking: module(504, 'create assign pick finish print'),
  transfer: module(505, 'add edit delete submit ship receive export print'),
  count: module(506, 'add start submit approve export'),
  location: module(507, 'add edit delete import print'),
  stockRecord: module(508, 'export'),
  scanStation: module(509, 'receive pick pack count'),
  assembly: module(510, 'add edit delete submit finish export print'),

  tracking: module(601, 'refresh export'),
  rateCard: module(602, 'add edit delete import quote'),
  manifest: module(603, 'add pickup print'),

  expense: module(701, 'add edit delete submit import export'),
  income: module(702, 'add edit delete submit import export'),
  budget: module(703, 'add edit delete export'),
  monthClose: module(704, 'compute close reopen export'),
  balance: module(705, 'recharge export'),
  providerReconciliation: module(706, 'import match confirm recharge export'),
  storeCollection: module(707, 'bind sync export'),
  orderProfit: module(708, 'compute export'),
  settlement: module(709, 'sync match export'),

  productReport: module(801, 'export'),
  orderReport: module(802, 'export'),
  movementReport: module(803, 'export'),
  monthlyStockReport: module(804, 'export'),
  warehouseProfitReport: module(805, 'export'),
  freightReport: module(806, 'export'),
  warehouseOrderReport: module(807, 'export'),
  reportCentre: module(808, 'add download'),

  amazonSales: module(901, 'export'),
  amazonAds: module(902, 'sync edit export'),
  fbaStock: module(903, 'sync export'),
  accountHealth: module(904, 'sync'),

  customer: module(950, 'export tag'),
  customerMessage: module(951, 'reply'),
  approval: module(960, 'approve reject'),
  distributor: module(971, 'add edit delete price'),
  warehousePartner: module(972, 'add edit delete'),
  seller: module(973, 'add edit delete'),
  workOrder: module(980, 'add reply close'),

  company: module(991, 'edit'),
  account: module(992, 'add edit enable disable swap delete permission password'),
  department: module(993, 'add edit delete'),
  salesChannel: module(994, 'authorize edit disable delete sync'),
  warehouse: module(995, 'add edit delete enable disable default count refresh'),
  carrier: module(996, 'add edit delete authorize map refresh'),
  approvalWorkflow: module(997, 'add edit delete'),
  dropdown: module(998, 'add edit delete'),
  exchangeRate: module(999, 'sync edit'),
  auditLog: module(1000, 'export'),
  job: module(1001, 'retry cancel'),
  integrity: module(1002, 'run'),
  developer: module(1010, 'add delete refresh'),
} as const;

type Modules = (typeof rights)[keyof typeof rights];
/** Any module of the tree. */
export type Module = { readonly id: number; readonly view: Right };
type RightsOf<M> = M extends Modules ? Exclude<M[keyof M], number> : never;
/** The right to see a module ("502") or to press one of its buttons ("502:receive"). */
export type Right = RightsOf<Modules>;

/** Names of a module's buttons, in the order in which rights are given. */
export const buttonsOf = (module: Module): string[] => Object.keys(module).slice(2);
/** The right of a module or button that comes as data: from a request, or from the menu. */
export const rightOf = (moduleId: number, button?: string): Right =>
  (button === undefined ? `${moduleId}` : `${moduleId}:${button}`) as Right;
/** The module of a right. */
export const moduleOf = (right: Right): number => Number.parseInt(right, 10);

/** All orders and the pages of single platforms: they differ only in their filter. */
export const orderModules = [
  rights.order,
  rights.amazonNorthAmericaOrder,
  rights.amazonEuropeOrder,
  rights.amazonAsiaOrder,
  rights.amazonAustraliaOrder,
  rights.ebayOrder,
  rights.wishOrder,
  rights.walmartOrder,
  rights.wayfairOrder,
  rights.shopifyOrder,
  rights.shopeeOrder,
  rights.lazadaOrder,
  rights.homeDepotOrder,
  rights.joomOrder,
  rights.dockOrder,
  rights.lowesOrder,
  rights.aliExpressOrder,
  rights.tikTokOrder,
  rights.sheinOrder,
  rights.temuOrder,
  rights.otherPlatformOrder,
  rights.vendorOrder,
] as const;
export const ORDER_MODULES = orderModules.map((module): number => module.id);
export type OrderButton = Exclude<keyof typeof rights.order, 'id'>;
/** The right on any page of orders that has it: vendor orders lack most buttons. */
export const anyOrder = (button: OrderButton): Right[] =>
  orderModules.flatMap((module): Right[] => (button in module ? [(module as typeof rights.order)[button]] : []));

/** Headings of the menu: modules stand under them, nobody has a right to them. */
export const groups = {
  products: 200,
  procurement: 300,
  orders: 400,
  transit: 450,
  warehouse: 500,
  logistics: 600,
  finance: 700,
  reports: 800,
  amazon: 900,
  distribution: 970,
  system: 990,
} as const;
