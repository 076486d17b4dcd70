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
