import { z } from 'zod';
import type { HeldAmount, SettlementLine, SettlementPage } from '../../capabilities/settlements.ts';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { isZero, negate, sum } from '../../money.ts';
import { amount, currencyCode, instant, optionalText, Unfit } from '../../read.ts';
import { readEach } from '../../record.ts';
import type { Instant, ShopAccess } from '../../types.ts';
import { type AmazonClient, PLATFORM, shaped } from './client.ts';
import { SAFETY_MS, toSeconds } from './listing.ts';
import { kindOfFee, kindOfPart, kindOfWhole } from './settlement-kinds.ts';

/** More than 180 days are answered with nothing, and a month of a large seller with an error: two weeks go. */
const WINDOW_MS = 14 * 86_400_000;

const money = z.object({ currencyAmount: amount, currencyCode });
interface Breakdown {
  breakdownType: string;
  breakdownAmount: z.output<typeof money>;
  breakdowns?: Breakdown[] | null | undefined;
}
const breakdown: z.ZodType<Breakdown> = z.lazy(() =>
  z.object({
    breakdownType: z.string(),
    breakdownAmount: money,
    breakdowns: z.array(breakdown).nullish(),
  }),
);
const transactionShape = z.object({
  transactionId: z.string().min(1),
  transactionType: z.string().min(1),
  transactionStatus: optionalText,
  description: optionalText,
  postedDate: instant,
  totalAmount: money,
  relatedIdentifiers: z
    .array(z.object({ relatedIdentifierName: z.string(), relatedIdentifierValue: z.string() }))
    .nullish(),
  breakdowns: z.array(breakdown).nullish(),
  contexts: z.array(z.object({ maturityDate: instant.nullish() })).nullish(),
  items: z
    .array(
      z.object({
        relatedIdentifiers: z
          .array(z.object({ itemRelatedIdentifierName: z.string(), itemRelatedIdentifierValue: z.string() }))
          .nullish(),
        breakdowns: z.array(breakdown).nullish(),
        contexts: z.array(z.object({ sku: optionalText })).nullish(),
      }),
    )
    .nullish(),
});
type Transaction = z.output<typeof transactionShape>;

const answerShape = z.object({
  payload: z.object({ transactions: z.array(z.unknown()).nullish(), nextToken: z.string().nullish() }),
});
const place = z.object({
  after: z.string(),
  before: z.string(),
  /** Reaches up to now. */
  last: z.boolean(),
  token: z.string().optional(),
  repeats: z.number().int().default(0),
});

/** Groups hold what counts; fees are told one by one below theirs. */
const isGroup = (type: string): boolean => /^(refund ?)?(sales|expenses?|(amazon ?)?fees|amazonfees)$/i.test(type);
const isFeeGroup = (type: string): boolean => /fees$/i.test(type);

/** The parts that are not groups, each with the way to it: stable names for the same part whenever it is listed. */
function* partsOf(
  list: readonly Breakdown[],
  way: string,
  amongFees: boolean,
): Generator<{ way: string; part: Breakdown; fee: boolean }> {
  const visited = new Map<string, number>();
  for (const part of list) {
    const count = (visited.get(part.breakdownType) ?? 0) + 1;
    visited.set(part.breakdownType, count);
    const here = `${way}/${part.breakdownType}${count > 1 ? `#${count}` : ''}`;
    const inner = part.breakdowns ?? [];
    const fees = amongFees || isFeeGroup(part.breakdownType);
    if (isGroup(part.breakdownType) && inner.length > 0) yield* partsOf(inner, here, fees);
    else yield { way: here, part, fee: fees };
  }
}

const related = (answered: Transaction, name: string): string | undefined =>
  answered.relatedIdentifiers?.find((one) => one.relatedIdentifierName === name)?.relatedIdentifierValue;

/** A transaction as lines that add up to its total, to the cent. */
function linesOf(answered: Transaction): SettlementLine[] {
  const { transactionId, totalAmount, postedDate: postedAt } = answered;
  const refund = /refund/i.test(answered.transactionType);
  const platformOrderNo = related(answered, 'ORDER_ID');
  const settlementId = related(answered, 'FINANCIAL_EVENT_GROUP_ID') ?? related(answered, 'SETTLEMENT_ID');
  const shared = {
    ...(settlementId ? { settlementId } : {}),
    ...(platformOrderNo ? { platformOrderNo } : {}),
    postedAt,
    currency: totalAmount.currencyCode,
  };
  const lines: SettlementLine[] = [];
  const add = (parts: readonly Breakdown[] | null | undefined, start: string, of: object) => {
    for (const { way, part, fee } of partsOf(parts ?? [], start, false)) {
      const { currencyAmount, currencyCode: currency } = part.breakdownAmount;
      if (currency !== totalAmount.currencyCode)
        throw new Unfit(`breakdowns${way}`, `${currency} in a transaction of ${totalAmount.currencyCode}`);
      if (isZero(currencyAmount)) continue;
      const kind = fee ? kindOfFee(part.breakdownType) : kindOfPart(part.breakdownType, refund);
      const reference = `${transactionId}${way}`;
      lines.push({ ...shared, ...of, reference, kind, type: part.breakdownType, amount: currencyAmount });
    }
  };
  // Articles tell their fees one by one; the transaction itself only tells their sums.
  const items = (answered.items ?? []).filter((item) => (item.breakdowns ?? []).length > 0);
  for (const [index, item] of items.entries()) {
    const line = item.relatedIdentifiers?.find(
      (one) => one.itemRelatedIdentifierName === 'ORDER_ADJUSTMENT_ITEM_ID',
    )?.itemRelatedIdentifierValue;
    const sellerSku = item.contexts?.find((one) => one.sku)?.sku;
    add(item.breakdowns, `/${index}`, {
      ...(line ? { platformLineId: line } : {}),
      ...(sellerSku ? { sellerSku } : {}),
    });
  }
  if (items.length === 0) add(answered.breakdowns, '', {});
  const rest = sum([totalAmount.currencyAmount, ...lines.map((line) => negate(line.amount))]);
  if (isZero(rest)) return lines;
  const type = answered.description ?? answered.transactionType;
  return [...lines, { ...shared, reference: `${transactionId}/`, kind: kindOfWhole(answered), type, amount: rest }];
}

function heldOf(answered: Transaction): HeldAmount {
  const { transactionId: reference, totalAmount, postedDate: postedAt } = answered;
  const platformOrderNo = related(answered, 'ORDER_ID');
  const until = answered.contexts?.find((one) => one.maturityDate)?.maturityDate;
  return {
    ...{ reference, amount: totalAmount.currencyAmount, currency: totalAmount.currencyCode, postedAt },
    ...(platformOrderNo ? { platformOrderNo } : {}),
    ...(until ? { until } : {}),
  };
}

/**
 * What Amazon books for a seller. Money that is held back first is posted as DEFERRED (DEFERRED_RELEASED once it is let
 * go) and then once more as RELEASED, naming the first: only the latter makes lines, so that nothing counts twice and all
 * lines add up to payouts.
 */
export function createSettlements(call: AmazonClient, now: () => number, openEnd: boolean) {
  return async function listSettlements(
    access: ShopAccess,
    input: { postedAfter: Instant; cursor?: string },
  ): Promise<SettlementPage> {
    const latest = toSeconds(now() - SAFETY_MS);
    const windowFrom = (after: Instant) => {
      const before = toSeconds(Math.min(Date.parse(after) + WINDOW_MS, Date.parse(latest)));
      return { after, before, last: before === latest, repeats: 0 };
    };
    const at: z.output<typeof place> =
      input.cursor === undefined ? windowFrom(toSeconds(input.postedAfter)) : readCursor(PLATFORM, place, input.cursor);
    if (at.before <= at.after) return { lines: [], unreadable: [], listedUntil: at.after };

    const answer = await call(access, {
      operation: 'listTransactions',
      method: 'GET',
      path: '/finances/2024-06-19/transactions',
      query: {
        postedAfter: at.after,
        postedBefore: openEnd && at.last ? undefined : at.before,
        nextToken: at.token,
      },
    });
    const { payload } = shaped(answerShape, answer, 'listTransactions');
    const [held, released]: [HeldAmount[], string[]] = [[], []];
    const result: SettlementPage = { lines: [], held, released, unreadable: [], listedUntil: at.before };
    await readEach(transactionShape, payload.transactions ?? [], result.unreadable, (answered) => {
      const status = answered.transactionStatus?.toUpperCase();
      if (status === 'DEFERRED') return void held.push(heldOf(answered));
      if (status === 'DEFERRED_RELEASED') return void released.push(answered.transactionId);
      result.lines.push(...linesOf(answered));
      const first = related(answered, 'DEFERRED_TRANSACTION_ID');
      if (first) released.push(first);
    });
    const token = payload.nextToken || undefined;
    const repeats = countRepeats(PLATFORM, token !== undefined && token === at.token, at.repeats);
    if (token) result.nextCursor = writeCursor({ ...at, token, repeats });
    else if (!at.last) result.nextCursor = writeCursor(windowFrom(at.before));
    return result;
  };
}
