import type { TextPair } from '../words.ts';

export const RETURN_KINDS = ['return', 'refundOnly', 'replacement', 'undeliverable'] as const;
export const RETURN_STATES = ['requested', 'approved', 'rejected', 'transit', 'received', 'inspected', 'closed', 'cancelled'] as const;
/** The buyer's compensation. */
export const RETURN_OUTCOMES = ['refund', 'replacement', 'none'] as const;
export const RETURN_CONDITIONS = ['new', 'opened', 'damaged', 'wrongItem'] as const;
/** `supplier`: set aside until procurement sends it back. */
export const RETURN_DECISIONS = ['restock', 'scrap', 'supplier', 'aside'] as const;
/** The decisions about goods set aside, after another inspection. */
export const RETURN_REDECISIONS = ['restock', 'scrap', 'supplier'] as const;
/** `byHand`: the platform has no such call for us, a person does it there. */
export const REFUND_STATES = ['due', 'telling', 'done', 'byHand', 'failed'] as const;
/** The list that a company extends under Dropdown options. */
export const RETURN_REASONS = 'return.reason';

export type ReturnState = (typeof RETURN_STATES)[number];

export const RETURN_STATE_WORDS = {
  requested: ['待处理', 'Requested'],
  approved: ['已同意', 'Approved'],
  rejected: ['已拒绝', 'Rejected'],
  transit: ['退回途中', 'In transit'],
  received: ['待质检', 'To inspect'],
  inspected: ['已质检', 'Inspected'],
  closed: ['已完成', 'Closed'],
  cancelled: ['已取消', 'Cancelled'],
} satisfies Record<(typeof RETURN_STATES)[number], TextPair>;
export const RETURN_KIND_WORDS = {
  return: ['退货退款', 'Return and refund'],
  refundOnly: ['仅退款', 'Refund only'],
  replacement: ['换货', 'Replacement'],
  undeliverable: ['退回件', 'Returned to sender'],
} satisfies Record<(typeof RETURN_KINDS)[number], TextPair>;
