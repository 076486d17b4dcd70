/**
 * The information architecture: every module of the product, its place in the menu and the buttons that permissions
 * switch. Ids are stable, paths of the order pages are the specification's. A module is served from the day it has a
 * `component` (`<area>/<Page>` of the web); until then it is planned and nobody sees it.
 */
export interface Module {
  id: number;
  /** The group it stands under; 0: on its own. */
  group: number;
  path: string;
  zh: string;
  en: string;
  buttons: readonly string[];
  component: string;
  icon: string;
}

const words = (text: string): string[] => text.split(' ').filter(Boolean);
const top = (id: number, path: string, zh: string, en: string, icon: string, component = '', buttons = ''): Module => ({
  id,
  group: 0,
  path,
  zh,
  en,
  buttons: words(buttons),
  component,
  icon,
});
const heading = (id: number, zh: string, en: string, icon: string): Module => top(id, '#', zh, en, icon);
type Entry = readonly [id: number, path: string, zh: string, en: string, buttons: string, component?: string];
const under = (group: number, entries: readonly Entry[]): Module[] =>
  entries.map(([id, path, zh, en, buttons, component = '']) => ({
    id,
    group,
    path,
    zh,
    en,
    buttons: words(buttons),
    component,
    icon: '',
  }));

const DESK = 'review allocate hold cancel split merge ship edit remark export print import';
const ORDERS = 'orders/OrderList';

export const modules: readonly Module[] = [
  top(100, '/Mainpage', '首页', 'Home', 'home', 'home/HomePage'),
  heading(200, '产品', 'Products', 'product'),
  ...under(200, [
    [
      201,
      '/product/archive',
      '产品档案',
      'Product archive',
      'add edit delete import export print',
      'catalog/ProductList',
    ],
    [202, '/product/category', '产品分类', 'Categories', 'add edit delete'],
    [203, '/product/mapping', 'SKU对应', 'SKU mapping', 'add edit delete import export', 'catalog/SkuMapping'],
    [204, '/product/bundle', '组合产品', 'Bundles', 'add edit delete import'],
    [205, '/product/listing', '店铺商品', 'Shop listings', 'sync edit push export', 'listings/ListingList'],
  ]),
  heading(300, '采购', 'Procurement', 'purchase'),
  ...under(300, [
    [301, '/purchase/requisition', '采购申请', 'Requisitions', 'add edit delete submit cancel import export print'],
    [302, '/purchase/pending', '待采购', 'Pending purchase', 'order cancel export'],
    [303, '/purchase/order', '采购订单', 'Purchase orders', 'add edit delete submit receive close pay export print'],
    [304, '/purchase/allocation', '分配单', 'Allocation orders', 'add edit delete submit ship receive export print'],
    [305, '/purchase/recommend', '建议采购量', 'Recommended quantity', 'compute order export'],
    [306, '/purchase/supplier', '供应商', 'Suppliers', 'add edit delete import export'],
  ]),
  heading(400, '订单', 'Sales orders', 'order'),
  ...under(400, [
    [401, '/order/all', '全部订单', 'All orders', DESK, ORDERS],
    [402, '/Amazon', '亚马逊北美', 'Amazon North America', DESK, ORDERS],
    [403, '/Europe', '亚马逊欧洲', 'Amazon Europe', DESK, ORDERS],
    [404, '/Asia', '亚马逊亚洲', 'Amazon Asia', DESK, ORDERS],
    [405, '/Australia', '亚马逊澳洲', 'Amazon Australia', DESK, ORDERS],
    [406, '/eBays', 'eBay', 'eBay', DESK, ORDERS],
    [407, '/Wishs', 'Wish', 'Wish', DESK, ORDERS],
    [408, '/Walmars', 'Walmart', 'Walmart', DESK, ORDERS],
    [409, '/Wayfairs', 'Wayfair', 'Wayfair', DESK, ORDERS],
    [410, '/Shopifys', 'Shopify', 'Shopify', DESK, ORDERS],
    [411, '/Shopees', 'Shopee', 'Shopee', DESK, ORDERS],
    [412, '/Lazadas', 'Lazada', 'Lazada', DESK, ORDERS],
    [413, '/TheHomeDepors', 'The Home Depot', 'The Home Depot', DESK, ORDERS],
    [414, '/Jooms', 'Joom', 'Joom', DESK, ORDERS],
    [415, '/Homedepots', 'Home Depot 入仓', 'Home Depot store docking', DESK, 'orders/DockOrders'],
    [416, '/LOWES', "Lowe's", "Lowe's", DESK, ORDERS],
    [417, '/AliExpresss', '速卖通', 'AliExpress', DESK, ORDERS],
    [418, '/TikToks', 'TikTok', 'TikTok Shop', DESK, ORDERS],
    [419, '/SHEINs', 'SHEIN', 'SHEIN', DESK, ORDERS],
    [420, '/Temus', 'Temu', 'Temu', DESK, ORDERS],
    [421, '/Otherplatform', '其他平台', 'Other platforms', DESK, ORDERS],
    [430, '/order/b2b', '2B订单', '2B orders', 'add edit delete submit ship export print', 'wholesale/WholesaleOrders'],
    [431, '/order/vc', '亚马逊VC订单', 'Amazon VC orders', 'acknowledge ship invoice export', ORDERS],
    [440, '/order/rules', '订单规则', 'Order rules', 'add edit delete run', 'orders/OrderRules'],
    [441, '/order/returns', '退货售后', 'Returns', 'add receive inspect refund export', 'returns/ReturnList'],
  ]),
  heading(450, 'FBA及中转', 'FBA and transit', 'transit'),
  ...under(450, [
    [
      451,
      '/transit/fba',
      'FBA货件',
      'FBA shipments',
      'add edit delete submit box label ship export print',
      'transit/FbaShipments',
    ],
    [
      452,
      '/transit/other',
      '其他中转',
      'Other transit',
      'add edit delete submit ship receive export print',
      'transit/TransitLegs',
    ],
  ]),
  heading(500, '仓库', 'Warehouse', 'warehouse'),
  ...under(500, [
    [501, '/warehouse/stock', '库存', 'Stock', 'adjust export', 'stock/StockList'],
    [
      502,
      '/warehouse/inbound',
      '入库单',
      'Inbound',
      'add edit delete receive check putaway close export print',
      'warehouse/InboundList',
    ],
    [
      503,
      '/warehouse/outbound',
      '出库单',
      'Outbound',
      'wave pick pack ship cancel export print',
      'warehouse/OutboundList',
    ],
    [504, '/warehouse/picking', '拣货', 'Picking', 'create assign pick finish print', 'warehouse/PickingList'],
    [
      505,
      '/warehouse/transfer',
      '调拨',
      'Transfers',
      'add edit delete submit ship receive export print',
      'warehouse/TransferList',
    ],
    [506, '/warehouse/count', '盘点', 'Counts', 'add start submit approve export', 'warehouse/CountList'],
    [
      507,
      '/warehouse/location',
      '库位设置',
      'Location settings',
      'add edit delete import print',
      'warehouse/LocationList',
    ],
    [508, '/warehouse/record', '库存记录', 'Stock records', 'export', 'stock/StockRecords'],
    [509, '/warehouse/scan', '扫描作业', 'Scan station', 'receive pick pack count', 'warehouse/ScanStation'],
  ]),
  heading(600, '物流', 'Logistics', 'logistics'),
  ...under(600, [
    [601, '/logistics/tracking', '物流跟踪', 'Tracking', 'refresh export', 'logistics/TrackingList'],
    [602, '/logistics/channel', '物流渠道', 'Channels and rate cards', 'add edit delete import quote'],
    [603, '/logistics/manifest', '交接单', 'Manifests', 'add print', 'logistics/ManifestList'],
  ]),
  heading(700, '财务', 'Finance', 'finance'),
  ...under(700, [
    [701, '/finance/expense', '费用登记', 'Expenses', 'add edit delete submit import export'],
    [702, '/finance/income', '收入登记', 'Income', 'add edit delete submit import export'],
    [703, '/finance/budget', '月度预算', 'Monthly budget', 'add edit delete export'],
    [704, '/finance/month', '月度核算', 'Monthly accounting', 'compute close reopen export'],
    [705, '/finance/balance', '余额变动', 'Balance changes', 'recharge export'],
    [706, '/finance/thirdparty', '第三方仓对账', '3PL reconciliation', 'import match confirm recharge export'],
    [707, '/finance/collection', '店铺收款', 'Store collection', 'bind sync export'],
    [708, '/finance/profit', '订单利润', 'Order profit', 'compute export', 'finance/OrderProfit'],
    [709, '/finance/settlement', '平台结算', 'Settlements', 'sync match export'],
  ]),
  heading(800, '报表', 'Reports', 'report'),
  ...under(800, [
    [801, '/report/product', '产品统计', 'Product statistics', 'export'],
    [802, '/report/order', '订单统计', 'Order statistics', 'export'],
    [803, '/report/inout', '出入库统计', 'Inbound and outbound', 'export'],
    [804, '/report/month', '月库存记录', 'Monthly inventory', 'export'],
    [805, '/report/pnl', '仓库盈亏', 'Warehouse profit and loss', 'export'],
    [806, '/report/logistics', '物流对账单', 'Logistics statement', 'export'],
    [807, '/report/warehouseorder', '仓库订单报表', 'Warehouse orders', 'export'],
    [808, '/report/request', '报表中心', 'Report centre', 'add download'],
  ]),
  heading(900, '亚马逊分析', 'Amazon analysis', 'analytics'),
  ...under(900, [
    [901, '/amazon/sales', '销售分析', 'Sales and traffic', 'export'],
    [902, '/amazon/ads', '广告分析', 'Advertising', 'sync edit export'],
    [903, '/amazon/inventory', 'FBA库存', 'FBA inventory', 'sync export'],
    [904, '/amazon/review', '绩效与评价', 'Performance and feedback', 'sync'],
  ]),
  top(950, '/crm/customer', '客户分析', 'CRM customers', 'customer', '', 'export tag'),
  top(951, '/crm/message', '客户消息', 'Customer messages', 'message', '', 'reply'),
  top(960, '/approval/center', '审批中心', 'Approval center', 'approval', 'approvals/ApprovalCenter', 'approve reject'),
  heading(970, '分销', 'Distribution', 'distribution'),
  ...under(970, [
    [971, '/distribution/distributor', '分销商', 'Distributors', 'add edit delete price'],
    [972, '/distribution/partner', '仓库合作方', 'Warehouse partners', 'add edit delete', 'warehouse/PartnerList'],
    [973, '/distribution/seller', '卖家', 'Sellers', 'add edit delete'],
  ]),
  top(980, '/workorder', '工单', 'Work orders', 'workorder', '', 'add reply close'),
  heading(990, '系统设置', 'System settings', 'system'),
  ...under(990, [
    [991, '/system/company', '公司信息', 'Company', 'edit', 'company/CompanyPage'],
    [
      992,
      '/system/account',
      '账号管理',
      'Accounts',
      'add edit enable disable swap delete permission password',
      'identity/AccountList',
    ],
    [993, '/system/department', '部门', 'Departments', 'add edit delete', 'identity/DepartmentPage'],
    [994, '/system/channel', '销售渠道', 'Sales channels', 'authorize edit disable delete sync', 'channels/ShopList'],
    [
      995,
      '/system/warehouse',
      '仓库',
      'Warehouses',
      'add edit delete enable disable default count refresh',
      'warehouse/WarehouseList',
    ],
    [996, '/system/carrier', '快递物流', 'Carriers', 'add edit delete authorize map refresh', 'logistics/CarrierList'],
    [997, '/system/approval', '审批流程', 'Approval workflows', 'add edit delete', 'approvals/ApprovalWorkflows'],
    [998, '/system/dropdown', '下拉选项', 'Dropdown options', 'add edit delete', 'settings/DropdownOptions'],
    [999, '/system/rate', '汇率', 'Exchange rates', 'sync edit', 'settings/ExchangeRates'],
    [1000, '/system/log', '操作日志', 'Audit log', 'export', 'settings/AuditLog'],
    [1001, '/system/jobs', '任务中心', 'Job centre', 'retry cancel', 'trust/JobCentre'],
    [1002, '/system/trust', '可信检查', 'Trust', 'run', 'trust/TrustPage'],
  ]),
  top(1010, '/developer', '开发者', 'Developer', 'developer', 'developer/DeveloperKeys', 'add delete refresh'),
];

const byId = new Map(modules.map((module) => [module.id, module]));
export const moduleOf = (id: number): Module | undefined => byId.get(id);
/** Everybody's start page needs no permission. */
export const HOME = 100;
