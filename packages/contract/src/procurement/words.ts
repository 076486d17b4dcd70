import type { TextPair } from '../words.ts';
import type { ALLOCATION_DOCUMENTS, ALLOCATION_STATES, SHARE_KINDS, SHARE_STEPS } from './allocations.ts';
import type { PURCHASE_STATES } from './purchase-orders.ts';
import type { REQUISITION_LINE_STEPS, REQUISITION_STATES } from './requisitions.ts';
import type { RETURN_REMEDIES, SUPPLIER_RETURN_REASONS, SUPPLIER_RETURN_STATES } from './returns.ts';
import type { SOURCING_STATES, TRADE_STATES } from './sourcing.ts';
import type { INSTALMENTS, SUPPLIER_STATES } from './suppliers.ts';

export const SUPPLIER_STATE_WORDS = {
  active: ['合作中', 'Active'],
  blocked: ['已拉黑', 'Blocked'],
} satisfies Record<(typeof SUPPLIER_STATES)[number], TextPair>;

export const REQUISITION_STATE_WORDS = {
  draft: ['草稿', 'Draft'],
  reviewing: ['审批中', 'In review'],
  approved: ['已批准', 'Approved'],
  done: ['已完成', 'Done'],
  cancelled: ['已取消', 'Cancelled'],
} satisfies Record<(typeof REQUISITION_STATES)[number], TextPair>;

export const REQUISITION_STEP_WORDS = {
  requested: ['待批准', 'Requested'],
  pending: ['待采购', 'To order'],
  ordered: ['已下单', 'Ordered'],
  received: ['已收货', 'Received'],
  closed: ['已取消', 'Given up'],
} satisfies Record<(typeof REQUISITION_LINE_STEPS)[number], TextPair>;

export const PURCHASE_STATE_WORDS = {
  draft: ['草稿', 'Draft'],
  reviewing: ['审批中', 'In review'],
  approved: ['待下单', 'Approved'],
  ordered: ['已下单', 'Ordered'],
  received: ['已到货', 'Received'],
  closed: ['已关闭', 'Closed'],
  cancelled: ['已取消', 'Cancelled'],
} satisfies Record<(typeof PURCHASE_STATES)[number], TextPair>;

export const ALLOCATION_STATE_WORDS = {
  draft: ['草稿', 'Draft'],
  reviewing: ['审批中', 'In review'],
  submitted: ['已提交', 'Submitted'],
  shipping: ['发货中', 'Shipping'],
  done: ['已完成', 'Completed'],
  cancelled: ['已取消', 'Cancelled'],
} satisfies Record<(typeof ALLOCATION_STATES)[number], TextPair>;

export const SHARE_KIND_WORDS = {
  stay: ['留在本仓', 'Stays here'],
  transfer: ['调拨', 'Transfer'],
  leg: ['头程', 'First leg'],
  fba: ['FBA', 'FBA'],
} satisfies Record<(typeof SHARE_KINDS)[number], TextPair>;

export const SHARE_STEP_WORDS = {
  waiting: ['待到货', 'Waiting for goods'],
  ready: ['可发货', 'Ready to ship'],
  documented: ['已生成单据', 'Document created'],
  done: ['已完成', 'Completed'],
  closed: ['已关闭', 'Closed'],
} satisfies Record<(typeof SHARE_STEPS)[number], TextPair>;

export const ALLOCATION_DOCUMENT_WORDS = {
  transfer: ['调拨单', 'Transfer'],
  transit_leg: ['头程单', 'First leg'],
  fba_shipment: ['FBA货件', 'FBA shipment'],
} satisfies Record<(typeof ALLOCATION_DOCUMENTS)[number], TextPair>;
export const SUPPLIER_RETURN_STATE_WORDS = {
  draft: ['草稿', 'Draft'],
  reviewing: ['审批中', 'In review'],
  approved: ['待退货', 'To ship'],
  shipped: ['待结算', 'To settle'],
  settled: ['已结算', 'Settled'],
  cancelled: ['已取消', 'Cancelled'],
} satisfies Record<(typeof SUPPLIER_RETURN_STATES)[number], TextPair>;

export const RETURN_REMEDY_WORDS = {
  debitNote: ['冲减账单', 'Debit note'],
  refund: ['供应商退款', 'Refund'],
  replacement: ['换货补发', 'Replacement'],
} satisfies Record<(typeof RETURN_REMEDIES)[number], TextPair>;

export const SUPPLIER_RETURN_REASON_WORDS = {
  failedCheck: ['质检不合格', 'Failed inspection'],
  damaged: ['到货破损', 'Damaged'],
  wrongGoods: ['发错货', 'Wrong goods'],
  defective: ['质量问题', 'Defective'],
  tooMany: ['多发', 'Too many'],
  expired: ['临期或过期', 'Expired or near expiry'],
  buyerReturn: ['买家退货', 'Returned by buyers'],
  other: ['其他', 'Other'],
} satisfies Record<(typeof SUPPLIER_RETURN_REASONS)[number], TextPair>;

/** What became of a purchase order that was placed on 1688. */
export const SOURCING_STATE_WORDS = {
  placing: ['下单中', 'Being placed'],
  unclear: ['待核实', 'Unclear'],
  placed: ['已下单', 'Placed'],
  refused: ['下单失败', 'Refused'],
  released: ['未下单', 'Not placed'],
  ended: ['已取消', 'Cancelled'],
} satisfies Record<(typeof SOURCING_STATES)[number], TextPair>;

/** States of orders of 1688, in its own words where they are Chinese. */
export const TRADE_STATE_WORDS = {
  unpaid: ['待付款', 'Unpaid'],
  paid: ['待发货', 'Paid'],
  dispatched: ['待收货', 'Dispatched'],
  delivered: ['已收货', 'Delivered'],
  done: ['交易成功', 'Done'],
  cancelled: ['交易关闭', 'Cancelled'],
  unknown: ['其他', 'Other'],
} satisfies Record<(typeof TRADE_STATES)[number], TextPair>;

/** When an instalment is due; days follow the word in Chinese and go before it in English. */
export const INSTALMENT_WORDS = {
  order: ['下单时', 'at order'],
  dispatch: ['发货前', 'before dispatch'],
  receipt: ['收货后', 'after receipt'],
  monthEnd: ['月结', 'after month end'],
} satisfies Record<(typeof INSTALMENTS)[number], TextPair>;

export type Instalment = { percent: string; when: (typeof INSTALMENTS)[number]; days: number };

/** The terms of payment as pages, files and papers write them: "30% at order, 70% before dispatch". */
export function termsIn(language: 'zh' | 'en', terms: readonly Instalment[]): string {
  const zh = language === 'zh';
  return terms
    .map(({ percent, when, days }) => {
      const word = INSTALMENT_WORDS[when][zh ? 0 : 1];
      const due = days === 0 ? word : zh ? `${word}${days}天` : `${days} days ${word}`;
      return `${Number(percent)}% ${due}`;
    })
    .join(zh ? '，' : ', ');
}
