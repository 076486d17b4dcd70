import { z } from 'zod';
import type { SettlementKind, SettlementLine, SettlementPage } from '../../capabilities/settlements.ts';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
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
export function linesOf(answered: Transaction): SettlementLine[] {
  const { currencyCode: currency } = answered.amount;
  if (answered.fee.currencyCode !== currency)
    throw new Unfit('fee.currencyCode', `${answered.fee.currencyCode} of ${currency}`);
  if (!isZero(sum([answered.amount.amount, negate(answered.fee.amount), negate(answered.net.amount)])))
    throw new Unfit('net', `${answered.net.amount} is not ${answered.amount.amount} less ${answered.fee.amount}`);
  const payout = answered.associatedPayout?.id;
  const base = {
    ...(payout ? { settlementId: idOf(payout) } : {}),
    ...(answered.associatedOrder ? { platformOrderNo: idOf(answered.associatedOrder.id) } : {}),
    currency,
    postedAt: answered.transactionDate,
  };
  const reference = idOf(answered.id);
  const lines: SettlementLine[] = [
    { ...base, reference, kind: kindOf(answered.type), type: answered.type, amount: answered.amount.amount },
    {
      ...base,
      reference: `${reference}/fee`,
      kind: 'payment',
      type: `${answered.type}/FEE`,
      amount: negate(answered.fee.amount),
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
    await readEach(transactionShape, account?.balanceTransactions.nodes ?? [], result.unreadable, (answered) => {
      const sentBefore = at.step === 'payout_date' && answered.transactionDate >= at.from;
      if (!answered.test && !sentBefore) result.lines.push(...linesOf(answered));
    });
    const place = next(at, account?.balanceTransactions.pageInfo);
    if (place) result.nextCursor = writeCursor(place);
    return result;
  };
}
