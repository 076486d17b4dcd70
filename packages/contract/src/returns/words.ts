export const RETURN_KINDS = ['return', 'refundOnly', 'replacement', 'undeliverable'] as const;
export const RETURN_STATES = [
  'requested',
  'approved',
  'rejected',
  'transit',
  'received',
  'inspected',
  'closed',
  'cancelled',
] as const;
/** What the buyer is to get. */
export const RETURN_OUTCOMES = ['refund', 'replacement', 'none'] as const;
export const RETURN_CONDITIONS = ['new', 'opened', 'damaged', 'wrongItem'] as const;
/** `supplier`: kept aside until procurement sends it back. */
export const RETURN_DECISIONS = ['restock', 'scrap', 'supplier', 'aside'] as const;
/** What becomes of goods that were kept aside, once they are inspected again. */
export const RETURN_REDECISIONS = ['restock', 'scrap', 'supplier'] as const;
/** `byHand`: the platform has no such call for us, a person does it there. */
export const REFUND_STATES = ['due', 'telling', 'done', 'byHand', 'failed'] as const;
/** The list that a company extends under Dropdown options. */
export const RETURN_REASONS = 'return.reason';

export type ReturnState = (typeof RETURN_STATES)[number];

/** In which states an act finds work: the server's guard, and why a button is disabled. */
export const RETURN_ACTS = {
  edit: ['requested', 'approved', 'transit', 'received', 'inspected'],
  decide: ['requested'],
  sent: ['approved', 'transit'],
  receive: ['requested', 'approved', 'transit', 'received'],
  inspect: ['received'],
  reinspect: ['received', 'inspected', 'closed'],
  refund: ['approved', 'transit', 'received', 'inspected', 'closed'],
  replace: ['approved', 'transit', 'received', 'inspected'],
  close: ['approved', 'transit', 'inspected'],
  cancel: ['approved', 'transit'],
} as const satisfies Record<string, readonly ReturnState[]>;
export type ReturnAct = keyof typeof RETURN_ACTS;

export function mayActOnReturn(act: ReturnAct, one: { state: string; kind: string }): boolean {
  const states: readonly string[] = RETURN_ACTS[act];
  const comesBack = one.kind !== 'refundOnly';
  if (!comesBack && ['sent', 'receive', 'inspect', 'reinspect'].includes(act)) return false;
  return states.includes(one.state);
}
