import type { TextPairs } from '@tradewind/contract/words.ts';
import { texts as centre } from './centre/centre.texts.ts';

export const texts = {
  ...centre,
  days: ['日期', 'Days'],
  asOf: ['截至日期', 'As of'],
  by: ['汇总方式', 'Group by'],
  measures: ['指标', 'Measures'],
  compare: ['对比', 'Compare with'],
  compares: {
    before: ['上一周期', 'The days before'],
    year: ['去年同期', 'A year earlier'],
  },
  why: ['利润为何变化', 'Why profit changed'],
  change: {
    title: ['利润为何变化', 'Why profit changed'],
    before: ['对比期利润', 'Profit before'],
    after: ['本期利润', 'Profit now'],
    cause: ['因素', 'Cause'],
    amount: ['影响', 'Effect'],
    hint: ['各因素之和等于两期利润之差。按商品筛选时，汇率影响计入售价。', 'The causes sum to the difference of the two profits. If products are filtered, exchange rates count as price.'],
  },
  pivot: ['横向展开', 'Columns by'],
  chart: ['图表', 'Chart'],
  total: ['合计', 'Total'],
  before: ['{{measure}}（对比期）', '{{measure}} (before)'],
  changed: ['{{measure}} 变化', '{{measure}} change'],
  none: ['该日期内没有数据', 'Nothing in these days'],
  noneHint: ['订单发货、结算或登记费用后，数字会出现在这里。', 'Figures appear once orders ship, settle or cost something.'],
  filtered: ['没有符合条件的数据', 'Nothing matches these filters'],
  header: {
    zone: ['日界 {{zone}}', 'Days in {{zone}}'],
    currency: ['金额单位 {{currency}}，按入账日汇率', 'Amounts in {{currency}}, at the rate of the booking day'],
    books: {
      open: ['未结账', 'Books open'],
      closed: ['已结账', 'Books closed'],
      partly: ['部分月份已结账', 'Some months closed'],
    },
    known: ['截至 {{time}}', 'As known at {{time}}'],
    scoped: ['仅含您有权限的店铺和仓库', 'Only your shops and warehouses'],
    against: ['对比 {{from}} – {{to}}', 'Compared with {{from}} – {{to}}'],
  },
  breakdown: ['按{{dimension}}', 'By {{dimension}}'],
  openPage: ['在整页中查看', 'Open as a page'],
  top: ['前 {{n}} 项', 'Top {{n}}'],
} as const satisfies TextPairs;
