import { z } from 'zod';
import type { SettlementKind, SettlementLine, SettlementPage } from '../../capabilities/settlements.ts';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { isZero, negate, sum } from '../../money.ts';
import { instant, optionalText, reasonOf, Unfit, wholeNumber } from '../../read.ts';
import { readEach } from '../../record.ts';
import { ConnectorError, type Decimal, type Instant, type ShopAccess } from '../../types.ts';
import { type EbayClient, offsetOf, PLATFORM, shaped } from './client.ts';
import { money } from './orderShape.ts';

const PAGE_SIZE = 200;
/** Longer ranges than 90 days are refused. */
const WINDOW_MS = 85 * 86_400_000;

const fee = z.object({ feeType: z.string(), amount: money });
const transactionShape = z.object({
  transactionId: z.string().min(1),
  transactionType: z.string().min(1),
  bookingEntry: z.enum(['CREDIT', 'DEBIT']),
  amount: money,
  transactionDate: instant,
  orderId: optionalText,
  payoutId: optionalText,
  feeType: optionalText,
  totalFeeAmount: money.nullish(),
  orderLineItems: z.array(z.object({ lineItemId: z.string(), marketplaceFees: z.array(fee).nullish() })).nullish(),
});
type Transaction = z.output<typeof transactionShape>;

const payoutShape = z.object({
  payoutId: z.string().min(1),
  payoutStatus: z.string(),
  payoutDate: instant,
  amount: money,
});

const list = z
  .array(z.unknown())
  .nullish()
  .transform((rows) => rows ?? []);
const transactionsShape = z.object({ transactions: list, next: z.string().nullish() });
const payoutsShape = z.object({ payouts: list, next: z.string().nullish() });

/**
 * First the transactions of the time asked for, then its payouts, then the older transactions of each payout: to which
 * one they belong is decided days after they were booked.
 */
const place = z.object({
  step: z.enum(['transactions', 'payouts', 'ofPayout']),
  first: z.string(),
  begun: z.string(),
  after: z.string(),
  offset: wholeNumber,
  /** Payouts whose transactions are still to be read, the present one first. */
  payouts: z.array(z.string()).default([]),
  /** Where the payouts themselves go on. */
  rest: z.object({ after: z.string(), offset: wholeNumber }).nullable().default(null),
  repeats: z.number().int().default(0),
});
type Place = z.output<typeof place>;

const KINDS: Record<string, SettlementKind> = {
  SALE: 'sale',
  REFUND: 'refund',
  DISPUTE: 'refund',
  CREDIT: 'adjustment',
  ADJUSTMENT: 'adjustment',
  TRANSFER: 'adjustment',
  SHIPPING_LABEL: 'fulfilment',
  WITHDRAWAL: 'payout',
};

export function kindOfFee(type: string): SettlementKind {
  if (/(^|_)ADS?(_|$)|ADVERT|PROMOTED/.test(type)) return 'advertising';
  if (/FINAL_VALUE|INTERNATIONAL_FEE|BELOW_STANDARD|HIGH_ITEM_NOT|COMMISSION/.test(type)) return 'commission';
  if (/PAYMENT|DEPOSIT_PROCESSING/.test(type)) return 'payment';
  if (/SHIPPING|LABEL|FULFIL/.test(type)) return 'fulfilment';
  return 'other';
}

/**
 * eBay tells what is left after its fees, and the fees beside. Told as lines they add up to what it books: a sale has its
 * fees taken off, a refund has them given back.
 */
export function linesOf(answered: Transaction): SettlementLine[] {
  const credit = answered.bookingEntry === 'CREDIT';
  const booked = (amount: Decimal) => (credit ? amount : negate(amount));
  const taken = (amount: Decimal) => (credit ? negate(amount) : amount);
  const { currency } = answered.amount;
  const base = {
    ...(answered.payoutId ? { settlementId: answered.payoutId } : {}),
    ...(answered.orderId ? { platformOrderNo: answered.orderId } : {}),
    currency,
    postedAt: answered.transactionDate,
  };
  const key = `${answered.transactionType}/${answered.transactionId}`;
  const visited = new Map<string, number>();
  const fees = (answered.orderLineItems ?? []).flatMap((item) =>
    (item.marketplaceFees ?? []).map((one): SettlementLine => {
      if (one.amount.currency !== currency)
        throw new Unfit('orderLineItems.marketplaceFees.amount.currency', `${one.amount.currency} beside ${currency}`);
      const name = `${item.lineItemId}/${one.feeType}`;
      const count = (visited.get(name) ?? 0) + 1;
      visited.set(name, count);
      return {
        ...base,
        reference: `${key}/${name}${count > 1 ? `#${count}` : ''}`,
        platformLineId: item.lineItemId,
        kind: kindOfFee(one.feeType),
        type: one.feeType,
        amount: taken(one.amount.value),
      };
    }),
  );
  const named = sum(fees.map((line) => line.amount));
  const whole = answered.totalFeeAmount ? taken(answered.totalFeeAmount.value) : named;
  const unnamed = sum([whole, negate(named)]);
  if (!isZero(unnamed))
    fees.push({ ...base, reference: `${key}/FEES`, kind: 'other', type: 'OTHER_FEES', amount: unnamed });
  const net = booked(answered.amount.value);
  return [
    {
      ...base,
      reference: key,
      kind: KINDS[answered.transactionType] ?? (answered.feeType ? kindOfFee(answered.feeType) : 'other'),
      type: answered.feeType ? `${answered.transactionType}/${answered.feeType}` : answered.transactionType,
      amount: sum([net, negate(whole)]),
    } satisfies SettlementLine,
    ...fees,
  ].filter((line) => !isZero(line.amount));
}

/** What leaves eBay's books for the seller's bank; together with everything else they come to what is still held. */
function payoutLine(raw: z.output<typeof payoutShape>): SettlementLine[] {
  if (raw.payoutStatus !== 'SUCCEEDED') return [];
  return [
    {
      reference: `PAYOUT/${raw.payoutId}`,
      settlementId: raw.payoutId,
      kind: 'payout',
      type: 'PAYOUT',
      amount: negate(raw.amount.value),
      currency: raw.amount.currency,
      postedAt: raw.payoutDate,
    },
  ];
}

export function createSettlements(call: EbayClient, now: () => number) {
  async function ask(access: ShopAccess, path: string, filter: string, offset: number) {
    const query = { filter, limit: PAGE_SIZE, offset };
    const answer = await call(access, { api: 'finances', method: 'GET', path, query, signed: true });
    // Nothing found is told without a body.
    return answer.json === undefined ? { ...answer, json: {} } : answer;
  }

  /** The window that begins at `after`, and where the next begins; the last one is open. */
  function windowAt(after: Instant, begun: Instant): { range: string; next: Instant | undefined } {
    const end = Date.parse(after) + WINDOW_MS;
    if (end >= Date.parse(begun)) return { range: `[${after}..]`, next: undefined };
    const next = new Date(end).toISOString();
    return { range: `[${after}..${next}]`, next };
  }

  async function readTransactions(access: ShopAccess, filter: string, offset: number, result: SettlementPage) {
    const page = shaped(transactionsShape, await ask(access, '/transaction', filter, offset), 'getTransactions');
    await readEach(transactionShape, page.transactions, result.unreadable, (answered) =>
      result.lines.push(...linesOf(answered)),
    );
    return offsetOf(page.next);
  }

  async function transactions(access: ShopAccess, at: Place, result: SettlementPage): Promise<Place> {
    const { range, next } = windowAt(at.after, at.begun);
    const offset = await readTransactions(access, `transactionDate:${range}`, at.offset, result);
    if (offset !== undefined) return { ...at, offset, repeats: repeatsOf(at, offset) };
    if (next) return { ...at, after: next, offset: 0, repeats: 0 };
    return { ...at, step: 'payouts', after: at.first, offset: 0, repeats: 0 };
  }

  async function payouts(access: ShopAccess, at: Place, result: SettlementPage): Promise<Place | undefined> {
    const { range, next } = windowAt(at.after, at.begun);
    const page = shaped(payoutsShape, await ask(access, '/payout', `payoutDate:${range}`, at.offset), 'getPayouts');
    const found: string[] = [];
    for (const raw of page.payouts) {
      const read = payoutShape.safeParse(raw);
      if (!read.success) {
        result.unreadable.push({ raw, reason: reasonOf(read.error) });
        continue;
      }
      result.lines.push(...payoutLine(read.data));
      found.push(read.data.payoutId);
    }
    const offset = offsetOf(page.next);
    const repeats = offset === undefined ? 0 : repeatsOf(at, offset);
    const rest = offset !== undefined ? { after: at.after, offset } : next ? { after: next, offset: 0 } : null;
    if (found.length > 0) return { ...at, step: 'ofPayout', offset: 0, payouts: found, rest, repeats };
    return rest ? { ...at, ...rest, repeats } : undefined;
  }

  async function ofPayout(access: ShopAccess, at: Place, result: SettlementPage): Promise<Place | undefined> {
    const [payout = '', ...others] = at.payouts;
    const offset = await readTransactions(access, `payoutId:{${payout}}`, at.offset, result);
    // What was booked since then has just been listed with its payout. The rest was asked for by this one.
    result.lines = result.lines
      .filter((line) => line.postedAt < at.first)
      .map((line) => ({ ...line, settlementId: line.settlementId ?? payout }));
    if (offset !== undefined) return { ...at, offset, repeats: repeatsOf(at, offset) };
    if (others.length > 0) return { ...at, payouts: others, offset: 0, repeats: 0 };
    return at.rest ? { ...at, step: 'payouts', ...at.rest, payouts: [], rest: null, repeats: 0 } : undefined;
  }

  const repeatsOf = (at: Place, offset: number) => countRepeats(PLATFORM, offset <= at.offset, at.repeats);

  function begin(postedAfter: Instant): Place {
    const from = Date.parse(postedAfter);
    if (Number.isNaN(from)) throw new ConnectorError(PLATFORM, 'rejected', `not an instant: ${postedAfter}`);
    const first = new Date(from).toISOString();
    const begun = new Date(Math.max(now(), from)).toISOString();
    return { step: 'transactions', first, begun, after: first, offset: 0, payouts: [], rest: null, repeats: 0 };
  }

  return async function listSettlements(
    access: ShopAccess,
    input: { postedAfter: Instant; cursor?: string },
  ): Promise<SettlementPage> {
    const at = input.cursor === undefined ? begin(input.postedAfter) : readCursor(PLATFORM, place, input.cursor);
    const result: SettlementPage = { lines: [], unreadable: [], listedUntil: at.begun };
    const steps = { transactions, payouts, ofPayout };
    const next = await steps[at.step](access, at, result);
    return { ...result, ...(next ? { nextCursor: writeCursor(next) } : {}) };
  };
}
