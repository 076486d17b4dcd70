import { z } from 'zod';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import type { FeePage, PlatformFee } from '../../marketplace.ts';
import { isZero, negate } from '../../money.ts';
import { amount, currencyCode, cut, instant, malformed, reasonOf } from '../../read.ts';
import type { Instant, ShopAccess } from '../../types.ts';
import { type AmazonClient, PLATFORM } from './client.ts';
import { SAFETY_MS, toSeconds } from './listing.ts';

/** A window of more than 180 days is answered empty, so a long one is walked in pieces. */
const WINDOW_MS = 175 * 86_400_000;

interface Breakdown {
  breakdownType: string;
  breakdownAmount: { currencyAmount: string; currencyCode: string };
  breakdowns?: Breakdown[] | null | undefined;
}
const breakdown: z.ZodType<Breakdown> = z.lazy(() =>
  z.object({
    breakdownType: z.string(),
    breakdownAmount: z.object({ currencyAmount: amount, currencyCode }),
    breakdowns: z.array(breakdown).nullish(),
  }),
);
const transaction = z.object({
  transactionId: z.string().min(1),
  postedDate: instant,
  relatedIdentifiers: z
    .array(z.object({ relatedIdentifierName: z.string(), relatedIdentifierValue: z.string() }))
    .nullish(),
  breakdowns: z.array(breakdown).nullish(),
  items: z.array(z.object({ breakdowns: z.array(breakdown).nullish() })).nullish(),
});
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

function kindOf(type: string): PlatformFee['kind'] {
  if (/commission|referral/i.test(type)) return 'commission';
  if (/fba|fulfil|pick|pack|shipping|weight/i.test(type)) return 'fulfilment';
  if (/payment|processing|transaction/i.test(type)) return 'payment';
  return 'other';
}

const isGroup = (type: string): boolean => /^(amazon)?fees$|^expenses?$/i.test(type);
const isFee = (type: string): boolean => /(fee|commission)$/i.test(type);

/** The fees in a tree of breakdowns: what stands under a group of fees, or is called a fee; its own parts are not split. */
function* feesIn(
  list: readonly Breakdown[],
  path: string,
  inGroup: boolean,
): Generator<{ path: string; fee: Breakdown }> {
  const seen = new Map<string, number>();
  for (const one of list) {
    const count = (seen.get(one.breakdownType) ?? 0) + 1;
    seen.set(one.breakdownType, count);
    const here = `${path}/${one.breakdownType}${count > 1 ? `#${count}` : ''}`;
    const parts = one.breakdowns ?? [];
    if (isGroup(one.breakdownType)) {
      if (parts.length > 0) yield* feesIn(parts, here, true);
      else yield { path: here, fee: one };
    } else if (inGroup || isFee(one.breakdownType)) yield { path: here, fee: one };
    else yield* feesIn(parts, here, false);
  }
}

function readTransaction(told: z.output<typeof transaction>): PlatformFee[] {
  const orderNo = told.relatedIdentifiers?.find(
    (one) => one.relatedIdentifierName === 'ORDER_ID',
  )?.relatedIdentifierValue;
  // Subscriptions, storage and the like belong to no order.
  if (!orderNo) return [];
  const whole = told.breakdowns ?? [];
  const found =
    whole.length > 0
      ? [...feesIn(whole, '', false)]
      : (told.items ?? []).flatMap((item, index) => [...feesIn(item.breakdowns ?? [], `/${index}`, false)]);
  return found
    .filter(({ fee }) => !isZero(fee.breakdownAmount.currencyAmount))
    .map(({ path, fee }) => ({
      platformOrderNo: orderNo,
      kind: kindOf(fee.breakdownType),
      description: fee.breakdownType,
      // Amazon tells what it takes as a negative amount; a fee given back becomes negative here.
      amount: negate(fee.breakdownAmount.currencyAmount),
      currency: fee.breakdownAmount.currencyCode,
      postedAt: told.postedDate,
      reference: `${told.transactionId}${path}`,
    }));
}

export function createFees(call: AmazonClient, now: () => number, openEnd: boolean) {
  return async function listFees(
    access: ShopAccess,
    input: { postedAfter: Instant; cursor?: string },
  ): Promise<FeePage> {
    const latest = toSeconds(now() - SAFETY_MS);
    const windowFrom = (after: Instant) => {
      const before = toSeconds(Math.min(Date.parse(after) + WINDOW_MS, Date.parse(latest)));
      return { after, before, last: before === latest, repeats: 0 };
    };
    const at: z.output<typeof place> =
      input.cursor === undefined ? windowFrom(toSeconds(input.postedAfter)) : readCursor(PLATFORM, place, input.cursor);
    if (at.before <= at.after) return { fees: [], unreadable: [], listedUntil: at.after };

    const answer = await call(access, {
      operation: 'listTransactions',
      method: 'GET',
      path: '/finances/2024-06-19/transactions',
      query: { postedAfter: at.after, postedBefore: openEnd && at.last ? undefined : at.before, nextToken: at.token },
    });
    const page = answerShape.safeParse(answer);
    if (!page.success) throw malformed(PLATFORM, 'listTransactions', cut(JSON.stringify(answer) ?? ''), page.error);

    const result: FeePage = { fees: [], unreadable: [], listedUntil: at.before };
    for (const raw of page.data.payload.transactions ?? []) {
      const read = transaction.safeParse(raw);
      if (read.success) result.fees.push(...readTransaction(read.data));
      else result.unreadable.push({ raw, reason: reasonOf(read.error) });
    }
    const token = page.data.payload.nextToken || undefined;
    const repeats = countRepeats(PLATFORM, token !== undefined && token === at.token, at.repeats);
    if (token) result.nextCursor = writeCursor({ ...at, token, repeats });
    else if (!at.last) result.nextCursor = writeCursor(windowFrom(at.before));
    return result;
  };
}
