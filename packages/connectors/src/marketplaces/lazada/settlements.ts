import { z } from 'zod';
import type { SettlementKind, SettlementLine, SettlementPage } from '../../capabilities/settlements.ts';
import { readCursor, writeCursor } from '../../cursor.ts';
import { optionalId } from '../../iop/shapes.ts';
import { amount, optionalText } from '../../read.ts';
import { readEach } from '../../record.ts';
import type { Instant, ShopAccess } from '../../types.ts';
import { countryFor, type LazadaClient, PLATFORM, rejected } from './client.ts';
import { type Country, dayIn, startOf } from './regions.ts';

const PAGE_SIZE = 500;
const DAY_MS = 86_400_000;
/** A call looks at fewer than 180 days. */
const LONGEST_DAYS = 90;
/** The last day is not over, and some is booked late: these days are listed again next time. */
const LATE_DAYS = 2;

/** Fees have numbers, but their names are what Lazada documents; each country adds to them. */
const KINDS: readonly (readonly [RegExp, SettlementKind])[] = [
  [/refund|revers/i, 'refund'],
  [/item price/i, 'sale'],
  [/commission/i, 'commission'],
  [/payment fee|transaction fee/i, 'payment'],
  [/storage/i, 'storage'],
  [/sponsor|marketing|advert|affiliate|solution/i, 'advertising'],
  [/voucher|promotion|discount|flexi|coin|bonus/i, 'discount'],
  [/shipping fee.*(customer|buyer)/i, 'shipping'],
  [/shipping|delivery|logistic|fulfil|handling|packag/i, 'fulfilment'],
  [/\b(vat|gst|wht|tax)\b/i, 'tax'],
  [/payout|withdraw/i, 'payout'],
  [/adjust|claim|compensat|penalt|lost|damage/i, 'adjustment'],
];
export const kindOfFee = (name: string): SettlementKind => KINDS.find(([words]) => words.test(name))?.[1] ?? 'other';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** "17 May 2016", and "2016-05-17" as other calls have it. */
const day = z.string().transform((answered, context): string => {
  const [, date, month = '', year] = /^(\d{1,2}) ([A-Z][a-z]{2})[a-z]* (\d{4})$/.exec(answered.trim()) ?? [];
  const number = MONTHS.indexOf(month) + 1;
  if (date && year && number > 0) return `${year}-${String(number).padStart(2, '0')}-${date.padStart(2, '0')}`;
  const [iso] = /^\d{4}-\d{2}-\d{2}/.exec(answered.trim()) ?? [];
  if (iso) return iso;
  context.addIssue({ code: 'custom', message: 'not a day' });
  return z.NEVER;
});
const rowShape = z.object({
  transaction_number: z.string().min(1),
  transaction_date: day,
  transaction_type: optionalText,
  fee_type: optionalId,
  fee_name: optionalText,
  amount,
  statement: optionalText,
  order_no: optionalId,
  orderItem_no: optionalId,
  seller_sku: optionalText,
});
const pageShape = z.object({ data: z.array(z.unknown()).nullable() });

/** Lazada books by the day: the days listed, and how far the page is in them. */
const place = z.object({ from: z.string(), to: z.string(), end: z.string(), offset: z.number().int().nonnegative() });
type Place = z.output<typeof place>;

const later = (from: string, days: number): string =>
  new Date(Date.parse(`${from}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
const least = (a: string, b: string): string => (a < b ? a : b);
const piece = (from: string, end: string): Place => ({
  from,
  to: least(later(from, LONGEST_DAYS), end),
  end,
  offset: 0,
});

function toLine(answered: z.output<typeof rowShape>, country: Country): SettlementLine {
  const type = answered.fee_name ?? answered.transaction_type ?? answered.fee_type ?? 'unknown';
  return {
    reference: [answered.transaction_number, answered.fee_type, answered.orderItem_no].filter(Boolean).join('/'),
    ...(answered.statement ? { settlementId: answered.statement } : {}),
    ...(answered.order_no ? { platformOrderNo: answered.order_no } : {}),
    ...(answered.seller_sku ? { sellerSku: answered.seller_sku } : {}),
    kind: kindOfFee(type),
    type,
    amount: answered.amount,
    currency: country.currency,
    postedAt: new Date(startOf(country, answered.transaction_date)).toISOString(),
  };
}

export function createSettlements(call: LazadaClient, now: () => number) {
  return async function listSettlements(
    access: ShopAccess,
    input: { postedAfter: Instant; cursor?: string },
  ): Promise<SettlementPage> {
    const country = countryFor(access);
    const since = Date.parse(input.postedAfter);
    if (Number.isNaN(since)) throw rejected('BAD_INSTANT', `not an instant: ${input.postedAfter}`);
    const today = dayIn(country, now());
    const at =
      input.cursor === undefined
        ? piece(least(dayIn(country, since), today), today)
        : readCursor(PLATFORM, place, input.cursor);
    const { data } = await call(access, {
      method: 'GET',
      path: '/finance/transaction/details/get',
      params: { start_time: at.from, end_time: at.to, offset: at.offset, limit: PAGE_SIZE },
      shape: pageShape,
    });
    const rows = data ?? [];
    const listedUntil = new Date(startOf(country, later(at.end, -LATE_DAYS))).toISOString();
    const result: SettlementPage = { lines: [], unreadable: [], listedUntil };
    await readEach(rowShape, rows, result.unreadable, (answered) => result.lines.push(toLine(answered, country)));
    if (rows.length >= PAGE_SIZE)
      return { ...result, nextCursor: writeCursor({ ...at, offset: at.offset + PAGE_SIZE }) };
    return at.to < at.end ? { ...result, nextCursor: writeCursor(piece(later(at.to, 1), at.end)) } : result;
  };
}
