import { z } from 'zod';
import { amount, currencyCode, optionalText } from '../../read.ts';
import { idOf } from './client.ts';

const money = z.object({ shopMoney: z.object({ amount, currencyCode }) });

export const refundShape = z.object({
  note: optionalText,
  return: z.object({ id: z.string() }).nullish(),
  totalRefundedSet: money,
});
type Refund = z.output<typeof refundShape>;

/** `refundCreate` knows orders only: which return a refund is for stands at the beginning of its note. */
export const noteOf = (returnNo: string, note: string | undefined): string =>
  note ? `Return ${returnNo}: ${note}` : `Return ${returnNo}`;

/** The refunds of a return: ours by their note, those of Shopify's own pages by their link. */
export const isFor =
  (returnNo: string) =>
  (refund: Refund): boolean =>
    refund.return
      ? idOf(refund.return.id) === returnNo
      : /^Return (\d+)(?::|$)/.exec(refund.note ?? '')?.[1] === returnNo;
