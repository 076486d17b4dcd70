import type { WHOLESALE_PAPERS, WHOLESALE_STATES } from '../wholesale.ts';
import type { TextPair } from '../words.ts';

export const WHOLESALE_STATE_WORDS = {
  quotation: ['报价', 'Quotation'],
  confirmed: ['已确认', 'Confirmed'],
  done: ['已完成', 'Completed'],
  cancelled: ['已取消', 'Cancelled'],
} satisfies Record<(typeof WHOLESALE_STATES)[number], TextPair>;
export const WHOLESALE_PAPER_WORDS = {
  quotation: ['报价单', 'Quotation'],
  proforma: ['形式发票', 'Proforma invoice'],
  packingList: ['装箱单', 'Packing list'],
  invoice: ['商业发票', 'Commercial invoice'],
} satisfies Record<(typeof WHOLESALE_PAPERS)[number], TextPair>;
