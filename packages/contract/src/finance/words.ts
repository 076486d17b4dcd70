import type { PROFIT_FIGURES } from '../finance.ts';
import type { TextPair } from '../words.ts';

export const PROFIT_FIGURE_WORDS = {
  goods: ['商品收入', 'Sales'],
  shipping: ['运费收入', 'Shipping income'],
  discount: ['折扣', 'Discount'],
  platformFee: ['平台费用', 'Platform fees'],
  goodsCost: ['商品成本', 'Cost of goods'],
  labelCost: ['尾程运费', 'Shipping cost'],
  refund: ['退款', 'Refunds'],
} satisfies Record<(typeof PROFIT_FIGURES)[number], TextPair>;
