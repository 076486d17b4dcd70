import { type DocumentActs, mayBy } from '../document-acts.ts';

export const WMS_ORDER_STATES = ['waiting', 'sending', 'sent', 'done', 'cancelled', 'exception', 'parked'] as const;
export type WmsOrderState = (typeof WMS_ORDER_STATES)[number];
/** The states of a document at its provider in which a person may act. */
export const WMS_ORDER_ACTS = {
  /** It waits for a person. */
  retry: ['exception', 'parked'],
  /** The provider has it, or may have it. */
  cancel: ['sending', 'sent', 'parked'],
} satisfies DocumentActs<WmsOrderState>;
export const wmsOrderMay = mayBy(WMS_ORDER_ACTS, {
  cancel: ({ cancelState }: { state: string; cancelState: string | null }) => cancelState !== 'asked',
});

export const WMS_DIFFERENCE_STATES = ['open', 'settled', 'ignored', 'gone'] as const;
/** `book`: there is something to book, on a product of ours. */
export const wmsDifferenceMay = mayBy(
  { settle: ['open'], book: ['open'] } satisfies DocumentActs<(typeof WMS_DIFFERENCE_STATES)[number]>,
  {
    book: ({ rest, productId }: { state: string; rest: number; productId: number | null }) =>
      rest !== 0 && productId !== null,
  },
);
