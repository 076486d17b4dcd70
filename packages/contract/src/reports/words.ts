/**
 * What reports group by and what they sum, by name: one word in every report, its files and calls. A report says where its
 * figures come from (apps/server/src/areas/reports).
 */
type Pair = readonly [zh: string, en: string];

export const DIMENSIONS = {
  day: ['日期', 'Day'],
  month: ['月份', 'Month'],
  shop: ['店铺', 'Shop'],
  platform: ['平台', 'Platform'],
  department: ['部门', 'Department'],
  country: ['国家/地区', 'Country'],
  product: ['商品', 'Product'],
  family: ['商品系列', 'Product family'],
  category: ['分类', 'Category'],
  status: ['状态', 'Status'],
  warehouse: ['仓库', 'Warehouse'],
  reason: ['原因', 'Reason'],
  carrier: ['承运商', 'Carrier'],
  channel: ['物流渠道', 'Channel'],
  zone: ['分区', 'Zone'],
  customer: ['客户', 'Customer'],
  supplier: ['供应商', 'Supplier'],
  account: ['科目', 'Account'],
  currency: ['币种', 'Currency'],
  age: ['库龄', 'Stock age'],
  bucket: ['账龄', 'Ageing'],
  week: ['周', 'Week'],
  feeType: ['费用类型', 'Fee type'],
} as const satisfies Record<string, Pair>;
export type DimensionName = keyof typeof DIMENSIONS;
export const DIMENSION_NAMES = Object.keys(DIMENSIONS) as [DimensionName, ...DimensionName[]];

/** count: whole number. money: in base currency. quantity: with decimals. percent: already times 100. */
export type MeasureKind = 'count' | 'money' | 'quantity' | 'percent';
interface Measure {
  title: Pair;
  kind: MeasureKind;
  /** Only for those who may see costs. */
  cost?: true;
}
export const MEASURES = {
  units: { title: ['销量', 'Units sold'], kind: 'count' },
  refundedUnits: { title: ['退款件数', 'Units refunded'], kind: 'count' },
  goods: { title: ['商品收入', 'Sales'], kind: 'money' },
  shipping: { title: ['运费收入', 'Shipping income'], kind: 'money' },
  discount: { title: ['折扣', 'Discounts'], kind: 'money' },
  refund: { title: ['退款', 'Refunds'], kind: 'money' },
  revenue: { title: ['净收入', 'Net revenue'], kind: 'money' },
  platformFee: { title: ['平台费用', 'Platform fees'], kind: 'money' },
  advertising: { title: ['广告费', 'Advertising'], kind: 'money' },
  goodsCost: { title: ['商品成本', 'Cost of goods'], kind: 'money', cost: true },
  labelCost: { title: ['运费与操作费', 'Freight and handling'], kind: 'money', cost: true },
  otherCost: { title: ['其他费用', 'Other costs'], kind: 'money', cost: true },
  profit: { title: ['利润', 'Profit'], kind: 'money', cost: true },
  margin: { title: ['利润率', 'Margin'], kind: 'percent', cost: true },
  price: { title: ['平均售价', 'Average price'], kind: 'money' },
  orders: { title: ['订单数', 'Orders'], kind: 'count' },
  orderUnits: { title: ['订单件数', 'Units ordered'], kind: 'count' },
  orderValue: { title: ['订单金额', 'Order value'], kind: 'money' },
  unpriced: { title: ['无汇率未计入', 'Without a rate'], kind: 'count' },
  averageOrder: { title: ['客单价', 'Average order'], kind: 'money' },
  cancelledOrders: { title: ['取消订单', 'Cancelled'], kind: 'count' },
  refundedOrders: { title: ['退款订单', 'Refunded'], kind: 'count' },
  cancelRate: { title: ['取消率', 'Cancel rate'], kind: 'percent' },
  estimatedProfit: { title: ['预估利润', 'Estimated profit'], kind: 'money', cost: true },
  settledProfit: { title: ['结算利润', 'Settled profit'], kind: 'money', cost: true },
  parcels: { title: ['包裹数', 'Parcels'], kind: 'count' },
  weight: { title: ['重量（kg）', 'Weight (kg)'], kind: 'quantity' },
  labels: { title: ['面单费用', 'Labels'], kind: 'money', cost: true },
  labelPerKilo: { title: ['面单每公斤', 'Label per kg'], kind: 'money', cost: true },
  billLines: { title: ['账单行数', 'Bill lines'], kind: 'count', cost: true },
  billedWeight: { title: ['计费重（kg）', 'Billed weight (kg)'], kind: 'quantity', cost: true },
  billedFreight: { title: ['账单金额', 'Billed'], kind: 'money', cost: true },
  expectedFreight: { title: ['应付金额', 'Expected'], kind: 'money', cost: true },
  freightDifference: { title: ['差异', 'Difference'], kind: 'money', cost: true },
  billedPerKilo: { title: ['账单每公斤', 'Billed per kg'], kind: 'money', cost: true },
  unpricedFreight: { title: ['无汇率未计入', 'Without a rate'], kind: 'count', cost: true },
  outbounds: { title: ['出库单数', 'Outbounds'], kind: 'count' },
  outboundUnits: { title: ['出库件数', 'Units out'], kind: 'count' },
  shippedOutbounds: { title: ['已出库', 'Shipped'], kind: 'count' },
  hoursToShip: { title: ['平均出库小时', 'Hours to ship'], kind: 'quantity' },
  lateOutbounds: { title: ['超时单数', 'Late'], kind: 'count' },
  lateRate: { title: ['超时率', 'Late rate'], kind: 'percent' },
  warehouseNet: { title: ['仓库净费用', 'Warehouse fees, net'], kind: 'money', cost: true },
  feeOrders: { title: ['计费单数', 'Orders with fees'], kind: 'count' },
  warehouseIncome: { title: ['收入（退费）', 'Income (refunds)'], kind: 'money', cost: true },
  warehouseCost: { title: ['仓库费用', 'Warehouse cost'], kind: 'money', cost: true },
  warehouseResult: { title: ['盈亏', 'Result'], kind: 'money', cost: true },
  costPerOrder: { title: ['单均净费用', 'Net cost per order'], kind: 'money', cost: true },
  unpricedFees: { title: ['无汇率未计入', 'Without a rate'], kind: 'count', cost: true },
  returns: { title: ['退货单数', 'Returns'], kind: 'count' },
  returnedUnits: { title: ['退货件数', 'Units returned'], kind: 'count' },
  returnRefunds: { title: ['退货退款', 'Refunded'], kind: 'money' },
  goodsLost: { title: ['报废商品成本', 'Goods lost'], kind: 'money', cost: true },
  returnFreight: { title: ['退货运费', 'Return freight'], kind: 'money', cost: true },
  returnsCost: { title: ['退货总成本', 'Cost of returns'], kind: 'money', cost: true },
  unpricedReturns: { title: ['无汇率未计入', 'Without a rate'], kind: 'count' },
  opening: { title: ['期初库存', 'Opening stock'], kind: 'count' },
  movedIn: { title: ['入库', 'In'], kind: 'count' },
  movedOut: { title: ['出库', 'Out'], kind: 'count' },
  closing: { title: ['期末库存', 'Closing stock'], kind: 'count' },
  closingValue: { title: ['期末金额', 'Closing value'], kind: 'money', cost: true },
  stockUnits: { title: ['库存件数', 'Units in stock'], kind: 'count' },
  stockValue: { title: ['库存金额', 'Stock value'], kind: 'money', cost: true },
  stockCost: { title: ['平均成本', 'Average cost'], kind: 'money', cost: true },
  shipped: { title: ['发货件数', 'Units shipped'], kind: 'count' },
  averageStock: { title: ['平均库存', 'Average stock'], kind: 'quantity' },
  sellThrough: { title: ['动销率', 'Sell-through'], kind: 'percent' },
  cover: { title: ['可售天数', 'Days of cover'], kind: 'quantity' },
  soldCost: { title: ['出库成本', 'Cost of units shipped'], kind: 'money', cost: true },
  averageValue: { title: ['平均库存金额', 'Average stock value'], kind: 'money', cost: true },
  turnover: { title: ['周转次数', 'Turnover'], kind: 'quantity', cost: true },
  ordered: { title: ['采购件数', 'Units ordered'], kind: 'count' },
  received: { title: ['到货件数', 'Units received'], kind: 'count' },
  inTime: { title: ['准时到货件数', 'Units on time'], kind: 'count' },
  inTimeRate: { title: ['准时率', 'On time'], kind: 'percent' },
  short: { title: ['少到件数', 'Units short'], kind: 'count' },
  returnRate: { title: ['退货率', 'Return rate'], kind: 'percent' },
  spent: { title: ['采购金额', 'Spent'], kind: 'money', cost: true },
  refundRate: { title: ['退款率', 'Refund rate'], kind: 'percent' },
} as const satisfies Record<string, Measure>;
export type MeasureName = keyof typeof MEASURES;
export const MEASURE_NAMES = Object.keys(MEASURES) as [MeasureName, ...MeasureName[]];

/** Why a profit is another than before: steps that sum to the difference exactly. */
export const CHANGE_STEPS = {
  quantity: ['销量', 'Quantity'],
  mix: ['商品结构', 'Mix'],
  range: ['新增与停售商品', 'Products new and gone'],
  price: ['售价', 'Price'],
  exchange: ['汇率', 'Exchange rate'],
  goodsCost: ['商品成本', 'Cost of goods'],
  platformFee: ['平台费用', 'Platform fees'],
  advertising: ['广告费', 'Advertising'],
  labelCost: ['运费与操作费', 'Freight and handling'],
  otherCost: ['其他费用', 'Other costs'],
} as const satisfies Record<string, Pair>;
export type ChangeStep = keyof typeof CHANGE_STEPS;
