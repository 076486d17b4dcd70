import { buttonsOf, groups, rights } from '@tradewind/contract/access/modules.ts';
import { pagePaths } from '@tradewind/contract/access/paths.ts';

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
  top(rights.home, pagePaths.home, '首页', 'Home', 'home', 'dashboard/DashboardPage'),
  heading(groups.products, '产品', 'Products', 'product'),
  ...under(groups.products, [
    [rights.product, pagePaths.product, '产品档案', 'Product archive', 'catalog/ProductList'],
    [rights.category, '/product/category', '产品分类', 'Categories', 'catalog/CategoryPage'],
    [rights.skuMapping, pagePaths.skuMapping, 'SKU对应', 'SKU mapping', 'catalog/SkuMapping'],
    [rights.bundle, pagePaths.bundle, '组合产品', 'Bundles', 'catalog/BundleList'],
    [rights.listing, pagePaths.listing, '店铺商品', 'Shop listings', 'listings/ListingList'],
  ]),
  heading(groups.procurement, '采购', 'Procurement', 'purchase'),
  ...under(groups.procurement, [
    [rights.requisition, pagePaths.requisition, '采购申请', 'Requisitions', 'procurement/RequisitionList'],
    [rights.pendingPurchase, pagePaths.pendingPurchase, '待采购', 'Pending purchase', 'procurement/PendingList'],
    [rights.purchaseOrder, pagePaths.purchaseOrder, '采购订单', 'Purchase orders', 'procurement/PurchaseList'],
    [rights.allocation, pagePaths.allocation, '分配单', 'Allocation orders', 'procurement/AllocationList'],
    [
      rights.replenishment,
      pagePaths.replenishment,
      '建议采购量',
      'Recommended quantity',
      'procurement/ReplenishmentList',
    ],
    [rights.supplier, pagePaths.supplier, '供应商', 'Suppliers', 'procurement/SupplierList'],
  ]),
  heading(groups.orders, '订单', 'Sales orders', 'order'),
  ...under(groups.orders, [
    [rights.order, pagePaths.order, '全部订单', 'All orders', ORDERS],
    [rights.amazonNorthAmericaOrder, pagePaths.amazonNorthAmericaOrder, '亚马逊北美', 'Amazon North America', ORDERS],
    [rights.amazonEuropeOrder, pagePaths.amazonEuropeOrder, '亚马逊欧洲', 'Amazon Europe', ORDERS],
    [rights.amazonAsiaOrder, pagePaths.amazonAsiaOrder, '亚马逊亚洲', 'Amazon Asia', ORDERS],
    [rights.amazonAustraliaOrder, pagePaths.amazonAustraliaOrder, '亚马逊澳洲', 'Amazon Australia', ORDERS],
    [rights.ebayOrder, pagePaths.ebayOrder, 'eBay', 'eBay', ORDERS],
    [rights.wishOrder, pagePaths.wishOrder, 'Wish', 'Wish', ORDERS],
    [rights.walmartOrder, pagePaths.walmartOrder, 'Walmart', 'Walmart', ORDERS],
    [rights.wayfairOrder, pagePaths.wayfairOrder, 'Wayfair', 'Wayfair', ORDERS],
    [rights.shopifyOrder, pagePaths.shopifyOrder, 'Shopify', 'Shopify', ORDERS],
    [rights.shopeeOrder, pagePaths.shopeeOrder, 'Shopee', 'Shopee', ORDERS],
    [rights.lazadaOrder, pagePaths.lazadaOrder, 'Lazada', 'Lazada', ORDERS],
    [rights.homeDepotOrder, pagePaths.homeDepotOrder, 'The Home Depot', 'The Home Depot', ORDERS],
    [rights.joomOrder, pagePaths.joomOrder, 'Joom', 'Joom', ORDERS],
    [rights.dockOrder, pagePaths.dockOrder, 'Home Depot 入仓', 'Home Depot store docking', 'orders/DockOrders'],
    [rights.lowesOrder, pagePaths.lowesOrder, "Lowe's", "Lowe's", ORDERS],
    [rights.aliExpressOrder, pagePaths.aliExpressOrder, '速卖通', 'AliExpress', ORDERS],
    [rights.tikTokOrder, pagePaths.tikTokOrder, 'TikTok', 'TikTok Shop', ORDERS],
    [rights.sheinOrder, pagePaths.sheinOrder, 'SHEIN', 'SHEIN', ORDERS],
    [rights.temuOrder, pagePaths.temuOrder, 'Temu', 'Temu', ORDERS],
    [rights.otherPlatformOrder, pagePaths.otherPlatformOrder, '其他平台', 'Other platforms', ORDERS],
    [rights.wholesaleOrder, pagePaths.wholesaleOrder, '2B订单', '2B orders', 'wholesale/WholesaleOrders'],
    [rights.vendorOrder, pagePaths.vendorOrder, '亚马逊VC订单', 'Amazon VC orders', ORDERS],
    [rights.orderRule, pagePaths.orderRule, '订单规则', 'Order rules', 'orders/OrderRules'],
    [rights.salesReturn, pagePaths.salesReturn, '退货售后', 'Returns', 'returns/ReturnList'],
  ]),
  heading(groups.transit, 'FBA及中转', 'FBA and transit', 'transit'),
  ...under(groups.transit, [
    [rights.fbaShipment, pagePaths.fbaShipment, 'FBA货件', 'FBA shipments', 'transit/FbaShipments'],
    [rights.transitLeg, pagePaths.transitLeg, '其他中转', 'Other transit', 'transit/TransitLegs'],
  ]),
  heading(groups.warehouse, '仓库', 'Warehouse', 'warehouse'),
  ...under(groups.warehouse, [
    [rights.stock, pagePaths.stock, '库存', 'Stock', 'stock/StockList'],
    [rights.inbound, pagePaths.inbound, '入库单', 'Inbound', 'warehouse/InboundList'],
    [rights.outbound, pagePaths.outbound, '出库单', 'Outbound', 'warehouse/OutboundList'],
    [rights.picking, pagePaths.picking, '拣货', 'Picking', 'warehouse/PickingList'],
    [rights.transfer, pagePaths.transfer, '调拨', 'Transfers', 'warehouse/TransferList'],
    [rights.assembly, pagePaths.assembly, '加工', 'Assembly', 'warehouse/AssemblyList'],
    [rights.count, pagePaths.count, '盘点', 'Counts', 'warehouse/CountList'],
    [rights.location, pagePaths.location, '库位设置', 'Location settings', 'warehouse/LocationList'],
    [rights.stockRecord, pagePaths.stockRecord, '库存记录', 'Stock records', 'stock/StockRecords'],
    [rights.scanStation, pagePaths.scanStation, '扫描作业', 'Scan station', 'warehouse/ScanStation'],
  ]),
  heading(groups.logistics, '物流', 'Logistics', 'logistics'),
  ...under(groups.logistics, [
    [rights.tracking, pagePaths.tracking, '物流跟踪', 'Tracking', 'logistics/TrackingList'],
    [rights.rateCard, pagePaths.rateCard, '物流渠道', 'Channels and rate cards', 'logistics/ChannelPage'],
    [rights.manifest, pagePaths.manifest, '交接单', 'Manifests', 'logistics/ManifestList'],
  ]),
  heading(groups.finance, '财务', 'Finance', 'finance'),
  ...under(groups.finance, [
    [rights.expense, pagePaths.expense, '费用登记', 'Expenses', 'finance/ExpenseList'],
    [rights.income, pagePaths.income, '收入登记', 'Income', 'finance/IncomeList'],
    [rights.budget, pagePaths.budget, '月度预算', 'Monthly budget', 'finance/BudgetList'],
    [rights.monthClose, pagePaths.monthClose, '月度核算', 'Monthly accounting', 'finance/MonthClose'],
    [rights.balance, pagePaths.balance, '余额变动', 'Balance changes', 'finance/BalanceList'],
    [
      rights.providerReconciliation,
      pagePaths.providerReconciliation,
      '第三方仓对账',
      '3PL reconciliation',
      'finance/ProviderReconciliation',
    ],
    [rights.storeCollection, pagePaths.storeCollection, '店铺收款', 'Store collection', 'finance/MoneyAccounts'],
    [rights.orderProfit, pagePaths.orderProfit, '订单利润', 'Order profit', 'finance/OrderProfit'],
    [rights.settlement, pagePaths.settlement, '平台结算', 'Settlements', 'finance/Settlements'],
  ]),
  heading(groups.reports, '报表', 'Reports', 'report'),
  ...under(groups.reports, [
    [rights.productReport, pagePaths.productReport, '产品统计', 'Product statistics', 'reports/ProductStatistics'],
    [rights.orderReport, pagePaths.orderReport, '订单统计', 'Order statistics', 'reports/OrderStatistics'],
    [rights.movementReport, pagePaths.movementReport, '出入库统计', 'Inbound and outbound', 'reports/StockMovements'],
    [
      rights.monthlyStockReport,
      pagePaths.monthlyStockReport,
      '月库存记录',
      'Monthly inventory',
      'reports/MonthlyStock',
    ],
    [
      rights.warehouseProfitReport,
      pagePaths.warehouseProfitReport,
      '仓库盈亏',
      'Warehouse profit and loss',
      'reports/WarehouseProfitAndLoss',
    ],
    [rights.freightReport, pagePaths.freightReport, '物流对账单', 'Logistics statement', 'reports/LogisticsStatement'],
    [
      rights.warehouseOrderReport,
      pagePaths.warehouseOrderReport,
      '仓库订单报表',
      'Warehouse orders',
      'reports/WarehouseOrderReport',
    ],
    [rights.reportCentre, pagePaths.reportCentre, '报表中心', 'Report centre', 'reports/ReportCentre'],
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
  top(rights.approval, pagePaths.approval, '审批中心', 'Approval center', 'approval', 'approvals/ApprovalCenter'),
  heading(groups.distribution, '分销', 'Distribution', 'distribution'),
  ...under(groups.distribution, [
    [rights.distributor, '/distribution/distributor', '分销商', 'Distributors'],
    [rights.warehousePartner, pagePaths.warehousePartner, '仓库合作方', 'Warehouse partners', 'warehouse/PartnerList'],
    [rights.seller, '/distribution/seller', '卖家', 'Sellers'],
  ]),
  top(rights.workOrder, '/workorder', '工单', 'Work orders', 'workorder'),
  heading(groups.system, '系统设置', 'System settings', 'system'),
  ...under(groups.system, [
    [rights.company, pagePaths.company, '公司信息', 'Company', 'company/CompanyPage'],
    [rights.account, pagePaths.account, '账号管理', 'Accounts', 'identity/AccountList'],
    [rights.department, pagePaths.department, '部门', 'Departments', 'identity/DepartmentPage'],
    [rights.salesChannel, pagePaths.salesChannel, '销售渠道', 'Sales channels', 'channels/ShopList'],
    [rights.warehouse, pagePaths.warehouse, '仓库', 'Warehouses', 'warehouse/WarehouseList'],
    [rights.carrier, pagePaths.carrier, '快递物流', 'Carriers', 'logistics/CarrierList'],
    [
      rights.approvalWorkflow,
      pagePaths.approvalWorkflow,
      '审批流程',
      'Approval workflows',
      'approvals/ApprovalWorkflows',
    ],
    [rights.dropdown, pagePaths.dropdown, '下拉选项', 'Dropdown options', 'settings/DropdownOptions'],
    [rights.exchangeRate, pagePaths.exchangeRate, '汇率', 'Exchange rates', 'settings/ExchangeRates'],
    [rights.auditLog, pagePaths.auditLog, '操作日志', 'Audit log', 'settings/AuditLog'],
    [rights.job, pagePaths.job, '任务中心', 'Job center', 'integrity/JobCentre'],
    [rights.integrity, pagePaths.integrity, '数据校验', 'Integrity checks', 'integrity/IntegrityPage'],
  ]),
  top(rights.developer, pagePaths.developer, '开发者', 'Developer', 'developer', 'developer/DeveloperKeys'),
];

const byId = new Map(modules.map((module) => [module.id, module]));
export const moduleOf = (id: number): Module | undefined => byId.get(id);
/** Everybody's start page needs no permission. */
export const HOME = rights.home.id;
