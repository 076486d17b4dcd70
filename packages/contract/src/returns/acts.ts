import { type DocumentActs, mayBy } from '../document-acts.ts';
import type { REFUND_STATES, ReturnState } from './words.ts';

/** Of a refund alone no goods come back. */
const goodsComeBack = ({ kind }: { state: string; kind: string }) => kind !== 'refundOnly';

/** Whether an act applies to a return in its current state. */
export const returnMay = mayBy(
  {
    edit: ['requested', 'approved', 'transit', 'received', 'inspected'],
    decide: ['requested'],
    sent: ['approved', 'transit'],
    label: ['approved', 'transit'],
    receive: ['requested', 'approved', 'transit', 'received'],
    inspect: ['received'],
    reinspect: ['received', 'inspected', 'closed'],
    refund: ['approved', 'transit', 'received', 'inspected', 'closed'],
    replace: ['approved', 'transit', 'received', 'inspected'],
    close: ['approved', 'transit', 'inspected'],
    cancel: ['approved', 'transit'],
  } satisfies DocumentActs<ReturnState>,
  {
    sent: goodsComeBack,
    label: goodsComeBack,
    receive: goodsComeBack,
    inspect: goodsComeBack,
    reinspect: goodsComeBack,
  },
);
export type ReturnAct = Parameters<typeof returnMay>[0];

interface Offered {
  state: string;
  kind: string;
  wanted: string;
  refundable: string;
  replacement: object | null;
  items: readonly { aside: number }[];
}
/** What a return has for an act: without it the act would change nothing, or comes too early. */
const WORTH: { readonly [A in ReturnAct]?: (one: Offered) => boolean } = {
  // It is decided first; goods that come unasked are received by their code.
  receive: (one) => !returnMay('decide', one),
  reinspect: (one) => one.items.some((item) => item.aside > 0),
  refund: (one) => Number(one.refundable) > 0,
  replace: (one) => one.wanted === 'replacement' && one.replacement === null,
};
/** Whether the drawer of a return offers an act that applies. */
export const returnOffers = (act: ReturnAct, one: Offered): boolean =>
  returnMay(act, one) && (WORTH[act]?.(one) ?? true);

/** Whether an act applies to a refund in its current state. */
export const refundMay = mayBy({ again: ['failed'] } satisfies DocumentActs<(typeof REFUND_STATES)[number]>);
