import { z } from 'zod';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import type { SettlementKind, SettlementLine, SettlementPage } from '../../marketplace.ts';
import { isZero, negate, sum } from '../../money.ts';
import { amount, currencyCode, instant, Unfit } from '../../read.ts';
import { readEach } from '../../record.ts';
import { ConnectorError, type Instant, type ShopAccess } from '../../types.ts';
import { idOf, PLATFORM, type ShopifyClient } from './client.ts';
import { pageInfo } from './orderShape.ts';
import { LIST_BALANCE } from './queries.ts';

const PAGE_SIZE = 100;
const OVERLAP_MS = 60_000;

const money = z.object({ amount, currencyCode });
const transactionShape = z.object({
  id: z.string().min(1),
  type: z.string().min(1),
  test: z.boolean(),
  transactionDate: instant,
  amount: money,
  fee: money,
  net: money,
  associatedOrder: z.object({ id: z.string() }).nullish(),
  associatedPayout: z.object({ id: z.string().nullish() }).nullish(),
});
type Transaction = z.output<typeof transactionShape>;

/** Null: the shop is not paid through Shopify Payments; what other providers pay Shopify does not know. */
const pageShape = z.object({
  shopifyPaymentsAccount: z
    .object({ balanceTransactions: z.object({ nodes: z.array(z.unknown()), pageInfo }) })
    .nullable(),
});

/** What was booked since then, and what was booked before but paid out since then: only now its payout is known. */
const STEPS = ['processed_at', 'payout_date'] as const;
const placeShape = z.object({
  step: z.enum(STEPS),
  from: z.string(),
  until: z.string(),
  after: z.string().nullable().default(null),
  repeats: z.number().int().default(0),
});
type Place = z.output<typeof placeShape>;

export function kindOf(type: string): SettlementKind {
  if (type === 'CHARGE') return 'sale';
  if (/^(REFUND|DISPUTE|CHARGEBACK)/.test(type)) return 'refund';
  if (/^TRANSFER/.test(type)) return 'payout';
  if (/SHIPPING|LABEL/.test(type)) return 'fulfilment';
  if (/ADS|MARKETING/.test(type)) return 'advertising';
  if (/ADJUSTMENT|RESERVE|CREDIT|DEBIT/.test(type)) return 'adjustment';
  return 'other';
}

/** The amount and the fee that Shopify Payments takes off it, as two lines that add up to what is left. */
export function linesOf(told: Transaction): SettlementLine[] {
  const { currencyCode: currency } = told.amount;
  if (told.fee.currencyCode !== currency)
    throw new Unfit('fee.currencyCode', `${told.fee.currencyCode} of ${currency}`);
  if (!isZero(sum([told.amount.amount, negate(told.fee.amount), negate(told.net.amount)])))
    throw new Unfit('net', `${told.net.amount} is not ${told.amount.amount} less ${told.fee.amount}`);
  const payout = told.associatedPayout?.id;
  const base = {
    ...(payout ? { settlementId: idOf(payout) } : {}),
    ...(told.associatedOrder ? { platformOrderNo: idOf(told.associatedOrder.id) } : {}),
    currency,
    postedAt: told.transactionDate,
  };
  const reference = idOf(told.id);
  const lines: SettlementLine[] = [
    { ...base, reference, kind: kindOf(told.type), type: told.type, amount: told.amount.amount },
    {
      ...base,
      reference: `${reference}/fee`,
      kind: 'payment',
      type: `${told.type}/FEE`,
      amount: negate(told.fee.amount),
    },
  ];
  return lines.filter((line) => !isZero(line.amount));
}

export function createSettlements(graphql: ShopifyClient, now: () => number) {
  function begin(postedAfter: Instant): Place {
    const from = Date.parse(postedAfter);
    if (Number.isNaN(from)) throw new ConnectorError(PLATFORM, 'rejected', 'postedAfter is no instant');
    return {
      step: STEPS[0],
      from: new Date(from).toISOString(),
      until: new Date(Math.max(from, now() - OVERLAP_MS)).toISOString(),
      after: null,
      repeats: 0,
    };
  }

  function next(at: Place, info: z.output<typeof pageInfo> | undefined): Place | undefined {
    if (info?.hasNextPage && !info.endCursor)
      throw new ConnectorError(PLATFORM, 'malformed', 'balanceTransactions: more pages but no cursor');
    if (info?.hasNextPage && info.endCursor)
      return {
        ...at,
        after: info.endCursor,
        repeats: countRepeats(PLATFORM, info.endCursor === at.after, at.repeats),
      };
    return info && at.step === STEPS[0] ? { ...at, step: STEPS[1], after: null, repeats: 0 } : undefined;
  }

  return async function listSettlements(
    access: ShopAccess,
    input: { postedAfter: Instant; cursor?: string },
  ): Promise<SettlementPage> {
    const at = input.cursor === undefined ? begin(input.postedAfter) : readCursor(PLATFORM, placeShape, input.cursor);
    const { shopifyPaymentsAccount: account } = await graphql(access, {
      query: LIST_BALANCE,
      variables: { first: PAGE_SIZE, after: at.after, query: `${at.step}:>='${at.from.slice(0, 19)}Z'` },
      shape: pageShape,
      effect: 'read',
    });
    const result: SettlementPage = { lines: [], unreadable: [], listedUntil: at.until };
    await readEach(transactionShape, account?.balanceTransactions.nodes ?? [], result.unreadable, (told) => {
      const toldBefore = at.step === 'payout_date' && told.transactionDate >= at.from;
      if (!told.test && !toldBefore) result.lines.push(...linesOf(told));
    });
    const place = next(at, account?.balanceTransactions.pageInfo);
    if (place) result.nextCursor = writeCursor(place);
    return result;
  };
}
