import { PROFIT_FIGURE_WORDS } from '@tradewind/contract/finance/words.ts';
import type { TextPairs } from '@tradewind/contract/words.ts';

export const texts = {
  figure: {
    ...PROFIT_FIGURE_WORDS,
    profit: ['利润', 'Profit'],
  },
  margin: ['利润率', 'Margin'],
  feeStates: {
    all: ['全部', 'All'],
    estimated: ['费用预估', 'Fees estimated'],
    settled: ['费用已结算', 'Fees settled'],
  },
  feeState: {
    estimated: ['预估', 'est.'],
  },
  orders: ['{{count}} 单', '{{count}} orders', '{{count}} order'],
  sums: {
    all: ['合计', 'Total'],
    settled: ['已结算', 'Settled'],
    estimated: ['预估', 'Estimated'],
  },
  order: ['订单号', 'Order'],
  shop: ['店铺', 'Shop'],
  platform: ['平台', 'Platform'],
  day: ['入账日期', 'Booking date'],
  notShipped: ['未发货', 'Not shipped'],
  search: ['订单号、SKU 或买家', 'Order, SKU or buyer'],
  explain: ['{{figure}} · {{of}}', '{{figure}} · {{of}}'],
  allOfFilter: ['当前筛选', 'Current filter'],
  shownOf: ['显示最近 {{shown}} 条，共 {{total}} 条', 'Latest {{shown}} of {{total}}'],
  none: ['还没有订单利润', 'No order profits yet'],
  noneHint: ['订单发货后自动记账：收入、平台费用、商品成本和运费。', 'Sales, platform fees, cost of goods and shipping cost are booked automatically when orders ship.'],
  compute: ['同步平台费用', 'Sync platform fees'],
  computing: ['正在同步 {{count}} 个店铺的平台费用，并补记遗漏的订单', 'Syncing platform fees of {{count}} shops and booking missed orders', 'Syncing platform fees of {{count}} shop and booking missed orders'],
  hidden: ['查看成本与利润需要“查看成本价”权限', 'You need the “View cost prices” permission to see costs and profit'],
  entry: ['摘要', 'Description'],
  account: ['科目', 'Account'],
  amount: ['原币金额', 'Amount'],
  rate: ['汇率', 'Rate'],
  base: ['本位币（{{currency}}）', 'Base ({{currency}})'],
  entries: ['分录', 'Ledger entries'],
  noEntries: ['还没有分录', 'No entries yet'],
  noEntriesHint: ['订单发货后自动记账。', 'Orders are booked automatically when they ship.'],
  overview: ['利润构成', 'Profit breakdown'],
  settledNow: ['平台已结算，预估为 {{amount}}', 'Settled by the platform. Estimate: {{amount}}'],
  estimatedNow: ['平台结算前按费率表预估', 'Estimated from the fee table until the platform settles'],
} satisfies TextPairs;
