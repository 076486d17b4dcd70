import { buttonsOf, groups, rights } from '@tradewind/contract/access/modules.ts';

/** A module's place in the menu. Without a `component` it is only planned, and nobody sees it. */
export interface Module {
  id: number;
  /** The group that contains it; 0: none. */
  group: number;
  path: string;
  zh: string;
  en: string;
  buttons: readonly string[];
  /** `<area>/<Page>` of the web. */
  component: string;
  icon: string;
}

type Named = Parameters<typeof buttonsOf>[0];
const heading = (id: number, zh: string, en: string, icon: string): Module => ({
  ...{ id, zh, en, icon },
  group: 0,
  path: '#',
  buttons: [],
  component: '',
});
const top = (module: Named, path: string, zh: string, en: string, icon: string, component = ''): Module => ({
  ...{ path, zh, en, component, icon },
  id: module.id,
  group: 0,
  buttons: buttonsOf(module),
});
type Entry = readonly [module: Named, path: string, zh: string, en: string, component?: string];
const under = (group: number, entries: readonly Entry[]): Module[] =>
  entries.map(([module, path, zh, en, component]) => ({ ...top(module, path, zh, en, '', component), group }));

const ORDERS = 'orders/OrderList';

/** The information architecture. Paths of the order pages are the specification's. */
export const modules: readonly Module[] = [
  top(rights.home, '/Mainpage', '首页', 'Home', 'home', 'dashboard/DashboardPage'),
  heading(groups.products, '产品', 'Products', 'product'),
  ...under(groups.products, [
    [rights.product, '/product/archive', '产品档案', 'Product archive', 'catalog/ProductList'],
    [rights.category, '/product/category', '产品分类', 'Categories'],
    [rights.skuMapping, '/product/mapping', 'SKU对应', 'SKU mapping', 'catalog/SkuMapping'],
    [rights.bundle, '/product/bundle', '组合产品', 'Bundles'],
    [rights.listing, '/product/listing', '店铺商品', 'Shop listings', 'listings/ListingList'],
  ]),
  heading(groups.procurement, '采购', 'Procurement', 'purchase'),
  ...under(groups.procurement, [
    [rights.requisition, '/purchase/requisition', '采购申请', 'Requisitions'],
    [rights.pendingPurchase, '/purchase/pending', '待采购', 'Pending purchase'],
    [rights.purchaseOrder, '/purchase/order', '采购订单', 'Purchase orders'],
    [rights.allocation, '/purchase/allocation', '分配单', 'Allocation orders'],
    [rights.replenishment, '/purchase/recommend', '建议采购量', 'Recommended quantity'],
    [rights.supplier, '/purchase/supplier', '供应商', 'Suppliers'],
  ]),
  heading(groups.orders, '订单', 'Sales orders', 'order'),
  ...under(groups.orders, [
    [rights.order, '/order/all', '全部订单', 'All orders', ORDERS],
    [rights.amazonNorthAmericaOrder, '/Amazon', '亚马逊北美', 'Amazon North America', ORDERS],
    [rights.amazonEuropeOrder, '/Europe', '亚马逊欧洲', 'Amazon Europe', ORDERS],
    [rights.amazonAsiaOrder, '/Asia', '亚马逊亚洲', 'Amazon Asia', ORDERS],
    [rights.amazonAustraliaOrder, '/Australia', '亚马逊澳洲', 'Amazon Australia', ORDERS],
    [rights.ebayOrder, '/eBays', 'eBay', 'eBay', ORDERS],
    [rights.wishOrder, '/Wishs', 'Wish', 'Wish', ORDERS],
    [rights.walmartOrder, '/Walmars', 'Walmart', 'Walmart', ORDERS],
    [rights.wayfairOrder, '/Wayfairs', 'Wayfair', 'Wayfair', ORDERS],
    [rights.shopifyOrder, '/Shopifys', 'Shopify', 'Shopify', ORDERS],
    [rights.shopeeOrder, '/Shopees', 'Shopee', 'Shopee', ORDERS],
    [rights.lazadaOrder, '/Lazadas', 'Lazada', 'Lazada', ORDERS],
    [rights.homeDepotOrder, '/TheHomeDepors', 'The Home Depot', 'The Home Depot', ORDERS],
    [rights.joomOrder, '/Jooms', 'Joom', 'Joom', ORDERS],
    [rights.dockOrder, '/Homedepots', 'Home Depot 入仓', 'Home Depot store docking', 'orders/DockOrders'],
    [rights.lowesOrder, '/LOWES', "Lowe's", "Lowe's", ORDERS],
    [rights.aliExpressOrder, '/AliExpresss', '速卖通', 'AliExpress', ORDERS],
    [rights.tikTokOrder, '/TikToks', 'TikTok', 'TikTok Shop', ORDERS],
    [rights.sheinOrder, '/SHEINs', 'SHEIN', 'SHEIN', ORDERS],
    [rights.temuOrder, '/Temus', 'Temu', 'Temu', ORDERS],
    [rights.otherPlatformOrder, '/Otherplatform', '其他平台', 'Other platforms', ORDERS],
    [rights.wholesaleOrder, '/order/b2b', '2B订单', '2B orders', 'wholesale/WholesaleOrders'],
    [rights.vendorOrder, '/order/vc', '亚马逊VC订单', 'Amazon VC orders', ORDERS],
    [rights.orderRule, '/order/rules', '订单规则', 'Order rules', 'orders/OrderRules'],
    [rights.salesReturn, '/order/returns', '退货售后', 'Returns', 'returns/ReturnList'],
  ]),
  heading(groups.transit, 'FBA及中转', 'FBA and transit', 'transit'),
  ...under(groups.transit, [
    [rights.fbaShipment, '/transit/fba', 'FBA货件', 'FBA shipments', 'transit/FbaShipments'],
    [rights.transitLeg, '/transit/other', '其他中转', 'Other transit', 'transit/TransitLegs'],
  ]),
  heading(groups.warehouse, '仓库', 'Warehouse', 'warehouse'),
  ...under(groups.warehouse, [
    [rights.stock, '/warehouse/stock', '库存', 'Stock', 'stock/StockList'],
    [rights.inbound, '/warehouse/inbound', '入库单', 'Inbound', 'warehouse/InboundList'],
    [rights.outbound, '/warehouse/outbound', '出库单', 'Outbound', 'warehouse/OutboundList'],
    [rights.picking, '/warehouse/picking', '拣货', 'Picking', 'warehouse/PickingList'],
    [rights.transfer, '/warehouse/transfer', '调拨', 'Transfers', 'warehouse/TransferList'],
    [rights.count, '/warehouse/count', '盘点', 'Counts', 'warehouse/CountList'],
    [rights.location, '/warehouse/location', '库位设置', 'Location settings', 'warehouse/LocationList'],
    [rights.stockRecord, '/warehouse/record', '库存记录', 'Stock records', 'stock/StockRecords'],
    [rights.scanStation, '/warehouse/scan', '扫描作业', 'Scan station', 'warehouse/ScanStation'],
  ]),
  heading(groups.logistics, '物流', 'Logistics', 'logistics'),
  ...under(groups.logistics, [
    [rights.tracking, '/logistics/tracking', '物流跟踪', 'Tracking', 'logistics/TrackingList'],
    [rights.rateCard, '/logistics/channel', '物流渠道', 'Channels and rate cards'],
    [rights.manifest, '/logistics/manifest', '交接单', 'Manifests', 'logistics/ManifestList'],
  ]),
  heading(groups.finance, '财务', 'Finance', 'finance'),
  ...under(groups.finance, [
    [rights.expense, '/finance/expense', '费用登记', 'Expenses'],
    [rights.income, '/finance/income', '收入登记', 'Income'],
    [rights.budget, '/finance/budget', '月度预算', 'Monthly budget'],
    [rights.monthClose, '/finance/month', '月度核算', 'Monthly accounting'],
    [rights.balance, '/finance/balance', '余额变动', 'Balance changes'],
    [rights.providerReconciliation, '/finance/thirdparty', '第三方仓对账', '3PL reconciliation'],
    [rights.storeCollection, '/finance/collection', '店铺收款', 'Store collection'],
    [rights.orderProfit, '/finance/profit', '订单利润', 'Order profit', 'finance/OrderProfit'],
    [rights.settlement, '/finance/settlement', '平台结算', 'Settlements'],
  ]),
  heading(groups.reports, '报表', 'Reports', 'report'),
  ...under(groups.reports, [
    [rights.productReport, '/report/product', '产品统计', 'Product statistics'],
    [rights.orderReport, '/report/order', '订单统计', 'Order statistics'],
    [rights.movementReport, '/report/inout', '出入库统计', 'Inbound and outbound'],
    [rights.monthlyStockReport, '/report/month', '月库存记录', 'Monthly inventory'],
    [rights.warehouseProfitReport, '/report/pnl', '仓库盈亏', 'Warehouse profit and loss'],
    [rights.freightReport, '/report/logistics', '物流对账单', 'Logistics statement'],
    [rights.warehouseOrderReport, '/report/warehouseorder', '仓库订单报表', 'Warehouse orders'],
    [rights.reportCentre, '/report/request', '报表中心', 'Report centre'],
  ]),
  heading(groups.amazon, '亚马逊分析', 'Amazon analysis', 'analytics'),
  ...under(groups.amazon, [
    [rights.amazonSales, '/amazon/sales', '销售分析', 'Sales and traffic'],
    [rights.amazonAds, '/amazon/ads', '广告分析', 'Advertising'],
    [rights.fbaStock, '/amazon/inventory', 'FBA库存', 'FBA inventory'],
    [rights.accountHealth, '/amazon/review', '绩效与评价', 'Performance and feedback'],
  ]),
  top(rights.customer, '/crm/customer', '客户分析', 'CRM customers', 'customer'),
  top(rights.customerMessage, '/crm/message', '客户消息', 'Customer messages', 'message'),
  top(rights.approval, '/approval/center', '审批中心', 'Approval center', 'approval', 'approvals/ApprovalCenter'),
  heading(groups.distribution, '分销', 'Distribution', 'distribution'),
  ...under(groups.distribution, [
    [rights.distributor, '/distribution/distributor', '分销商', 'Distributors'],
    [rights.warehousePartner, '/distribution/partner', '仓库合作方', 'Warehouse partners', 'warehouse/PartnerList'],
    [rights.seller, '/distribution/seller', '卖家', 'Sellers'],
  ]),
  top(rights.workOrder, '/workorder', '工单', 'Work orders', 'workorder'),
  heading(groups.system, '系统设置', 'System settings', 'system'),
  ...under(groups.system, [
    [rights.company, '/system/company', '公司信息', 'Company', 'company/CompanyPage'],
    [rights.account, '/system/account', '账号管理', 'Accounts', 'identity/AccountList'],
    [rights.department, '/system/department', '部门', 'Departments', 'identity/DepartmentPage'],
    [rights.salesChannel, '/system/channel', '销售渠道', 'Sales channels', 'channels/ShopList'],
    [rights.warehouse, '/system/warehouse', '仓库', 'Warehouses', 'warehouse/WarehouseList'],
    [rights.carrier, '/system/carrier', '快递物流', 'Carriers', 'logistics/CarrierList'],
    [rights.approvalWorkflow, '/system/approval', '审批流程', 'Approval workflows', 'approvals/ApprovalWorkflows'],
    [rights.dropdown, '/system/dropdown', '下拉选项', 'Dropdown options', 'settings/DropdownOptions'],
    [rights.exchangeRate, '/system/rate', '汇率', 'Exchange rates', 'settings/ExchangeRates'],
    [rights.auditLog, '/system/log', '操作日志', 'Audit log', 'settings/AuditLog'],
    [rights.job, '/system/jobs', '任务中心', 'Job center', 'integrity/JobCentre'],
    [rights.integrity, '/system/trust', '数据校验', 'Integrity checks', 'integrity/IntegrityPage'],
  ]),
  top(rights.developer, '/developer', '开发者', 'Developer', 'developer', 'developer/DeveloperKeys'),
];

const byId = new Map(modules.map((module) => [module.id, module]));
export const moduleOf = (id: number): Module | undefined => byId.get(id);
/** Everybody's start page needs no permission. */
export const HOME = rights.home.id;
