import { z } from 'zod';
import { lax, laxText, laxWhole } from '../../lax.ts';
import { magnitude } from '../../money.ts';
import { amount, currencyCode, instant, Unfit } from '../../read.ts';
import type { LegName, LineKind, LineState, StatementLeg } from '../connector.ts';
import { fxOf, legsOf } from '../legs.ts';
import { stateBy } from '../rows.ts';

export const transactions = z.object({
  result: z.object({ transactions: z.object({ items: z.array(z.unknown()), total: laxWhole }) }),
});
export const transaction = z.object({
  id: z.union([z.string().min(1), z.number().int()]).transform(String),
  date: instant,
  description: laxText,
  category_id: z.number().int(),
  category_name: laxText,
  amount,
  currency: currencyCode,
  status_id: z.number().int(),
  status_name: laxText,
  running_balance: lax(amount),
  details: lax(
    z.object({
      fee: lax(amount),
      fx_rate: lax(amount),
      counter_currency: lax(currencyCode),
      payer: laxText,
      receiving_account_id: laxText,
    }),
  ),
});

const KINDS: Readonly<Record<number, LineKind>> = {
  1: 'MARKETPLACE_RECEIPT',
  2: 'REFUND',
  3: 'WITHDRAWAL',
  4: 'CARD_SPEND',
  5: 'SUPPLIER_PAYMENT',
};
/** The names come before the numbers, whose meaning Payoneer does not publish. */
const STATES: Readonly<Record<string, LineState>> = {
  PENDING: 'PENDING',
  COMPLETED: 'SUCCESS',
  CANCELLED: 'FAILED',
  CANCELED: 'FAILED',
  FAILED: 'FAILED',
};
const STATE_NUMBERS: Readonly<Record<number, string>> = { 1: 'PENDING', 2: 'COMPLETED', 3: 'CANCELLED', 4: 'FAILED' };

/** What Payoneer numbers beyond the first five is known by its name alone. */
function kindOf({ category_id, category_name = '', amount: signedAmount }: z.output<typeof transaction>): LineKind {
  const known = KINDS[category_id];
  if (known) return known;
  const isOut = signedAmount.startsWith('-');
  if (/conver|exchange/i.test(category_name)) return isOut ? 'FX_SELL' : 'FX_BUY';
  if (/fee/i.test(category_name)) return 'FEE';
  if (/transfer/i.test(category_name)) return isOut ? 'TRANSFER_OUT' : 'TRANSFER_IN';
  return 'ADJUSTMENT';
}

export function turn(line: z.output<typeof transaction>, raw: unknown): StatementLeg[] {
  const { currency, details, status_name, status_id } = line;
  const rawStatus = status_name ?? STATE_NUMBERS[status_id];
  if (!rawStatus) throw new Unfit('status_id', `a number that is not known: ${status_id}`);
  const kind = kindOf(line);
  const leg: LegName = kind === 'FX_SELL' || kind === 'FX_BUY' ? kind : 'MAIN';
  const fx = leg === 'MAIN' ? undefined : fxOf(leg, currency, details?.counter_currency, details?.fx_rate);
  return legsOf(
    {
      id: line.id,
      at: line.date,
      status: stateBy(STATES, rawStatus),
      rawKind: line.category_name ?? String(line.category_id),
      rawStatus,
      accountId: details?.receiving_account_id,
      counterparty: details?.payer,
      reference: line.description,
      raw,
    },
    [{ leg, kind, amount: line.amount, currency, balanceAfter: line.running_balance, ...fx }],
    details?.fee ? { amount: magnitude(details.fee), currency } : undefined,
  );
}

const known = z.object({ id: z.unknown(), currency: z.unknown() });

/** Both sides of a conversion have one number. */
export const idsOf = (items: readonly unknown[]): string[] =>
  items.map((item, index) => {
    const read = known.safeParse(item);
    return read.success ? `${read.data.id} ${read.data.currency}` : `#${index}`;
  });
