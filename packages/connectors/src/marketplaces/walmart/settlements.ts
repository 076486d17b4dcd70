import { z } from 'zod';
import type { SettlementKind, SettlementLine, SettlementPage } from '../../capabilities/settlements.ts';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { isZero, negate } from '../../money.ts';
import { amount, currencyCode, optionalText, Unfit, wholeNumber } from '../../read.ts';
import { readEach } from '../../record.ts';
import { ConnectorError, type Instant, type ShopAccess } from '../../types.ts';
import { PLATFORM, rowsOf, shaped, type WalmartClient } from './client.ts';

/** Most rows that Walmart gives at once. */
const PAGE_SIZE = 1000;
/** A report of two weeks is named by a day and shown about a week later: so far back they are looked at again. */
const LATE_MS = 21 * 86_400_000;

const place = z.object({
  begun: z.string(),
  /** Reports still to be read, by their day, the present one first. */
  dates: z.array(z.string()).min(1),
  /** Given by Walmart with the page before; not a number of rows. */
  offset: wholeNumber,
  page: wholeNumber,
  /** Only the first row of a report names it. */
  currency: z.string().nullable(),
  repeats: wholeNumber.default(0),
});
type Place = z.output<typeof place>;

const datesShape = z.object({ availableApReportDates: rowsOf(z.string().regex(/^\d{8}$/)) });
const reportShape = z.object({ reportData: rowsOf(z.unknown()), nextOffset: wholeNumber.nullish() });

/** A day as Walmart writes it: "11/04/2026". */
const day = z
  .string()
  .regex(/^\d{2}\/\d{2}\/\d{4}$/, 'not a day')
  .transform(
    (answered): Instant => `${answered.slice(6)}-${answered.slice(0, 2)}-${answered.slice(3, 5)}T00:00:00.000Z`,
  );

const rowShape = z.object({
  'Transaction Type': z.string().min(1),
  'Transaction Key': optionalText,
  'Transaction Posted Timestamp': day,
  'Transaction Description': optionalText,
  'Purchase Order #': optionalText,
  'Purchase Order line #': optionalText,
  'Partner Item Id': optionalText,
  'Amount Type': optionalText,
  Amount: amount.nullish(),
  'Total Payable': amount.nullish(),
  Currency: currencyCode.nullish(),
});
type Row = z.output<typeof rowShape>;

/** Read off what Walmart says of the transaction and of the amount; tax is collected and withheld in two rows. */
export function kindOf(transaction: string, type: string, description: string): SettlementKind {
  if (/tax/i.test(type)) return 'tax';
  if (/refund|return/i.test(`${transaction} ${description}`)) return 'refund';
  if (/commission/i.test(type)) return 'commission';
  if (/advertis|sponsored/i.test(`${type} ${description}`)) return 'advertising';
  if (/storage/i.test(`${type} ${description}`)) return 'storage';
  if (/^product price$/i.test(type)) return 'sale';
  if (/fulfil|label|wfs/i.test(`${type} ${description}`)) return 'fulfilment';
  if (/^shipping/i.test(type)) return 'shipping';
  if (/savings|promo|discount/i.test(type)) return 'discount';
  return /adjust|reimburse/i.test(`${transaction} ${type}`) ? 'adjustment' : 'other';
}

function dayOf(date: string): number {
  return Date.parse(`${date.slice(4)}-${date.slice(0, 2)}-${date.slice(2, 4)}T00:00:00Z`);
}

/** What leaves Walmart's books for the seller's bank. */
function payoutOf(row: Row, settlementId: string, currency: string): SettlementLine[] {
  const payable = row['Total Payable'];
  if (!payable || isZero(payable)) return [];
  return [
    {
      reference: `${settlementId}/PAYOUT`,
      settlementId,
      kind: 'payout',
      type: row['Transaction Type'],
      amount: negate(payable),
      currency,
      postedAt: row['Transaction Posted Timestamp'],
    },
  ];
}

/** Nothing in a row is its own number, so alike ones of a page are counted; a report does not change any more. */
export function createRowReader(at: { date: string; page: number; currency: string | null }) {
  const visited = new Map<string, number>();
  let { currency } = at;
  return {
    currency: () => currency,
    read(row: Row): SettlementLine[] {
      currency = row.Currency ?? currency;
      if (!currency) throw new Unfit('Currency', 'neither the row nor the report names one');
      if (row['Transaction Type'] === 'PaymentSummary') return payoutOf(row, at.date, currency);
      const type = row['Amount Type'];
      if (!type || !row.Amount) throw new Unfit('Amount', 'a transaction without an amount, or without its type');
      const order = row['Purchase Order #'];
      const line = row['Purchase Order line #'];
      const names = [at.date, at.page, row['Transaction Key'] ?? '', type, order ?? '', line ?? ''].join('/');
      const count = (visited.get(names) ?? 0) + 1;
      visited.set(names, count);
      if (isZero(row.Amount)) return [];
      return [
        {
          reference: count > 1 ? `${names}#${count}` : names,
          settlementId: at.date,
          ...(order ? { platformOrderNo: order } : {}),
          ...(line ? { platformLineId: line } : {}),
          ...(row['Partner Item Id'] ? { sellerSku: row['Partner Item Id'] } : {}),
          kind: kindOf(row['Transaction Type'], type, row['Transaction Description'] ?? ''),
          type: `${row['Transaction Type']}/${type}`,
          amount: row.Amount,
          currency,
          postedAt: row['Transaction Posted Timestamp'],
        },
      ];
    },
  };
}

export function createSettlements(call: WalmartClient, now: () => number) {
  const ask = (access: ShopAccess, path: string, query: Record<string, string | number>) =>
    call(access, {
      kind: 'reports',
      method: 'GET',
      path: `/v3/report/reconreport/${path}`,
      query: { ...query, reportVersion: 'v1' },
      mayBeNothing: true,
    });

  async function begin(access: ShopAccess, postedAfter: Instant): Promise<Place | string> {
    const from = Date.parse(postedAfter);
    if (Number.isNaN(from)) throw new ConnectorError(PLATFORM, 'rejected', `not an instant: ${postedAfter}`);
    const begun = new Date(Math.max(now(), from)).toISOString();
    const answer = await ask(access, 'availableReconFiles', {});
    const known = answer.json === undefined ? [] : shaped(datesShape, answer, 'reports').availableApReportDates;
    const dates = [...new Set(known)]
      .filter((date) => dayOf(date) >= from - LATE_MS)
      .sort((a, b) => dayOf(a) - dayOf(b));
    return dates.length > 0 ? { begun, dates, offset: 0, page: 0, currency: null, repeats: 0 } : begun;
  }

  function follow(at: Place, nextOffset: number | null | undefined, rows: number, currency: string | null) {
    if (nextOffset && rows > 0) {
      const repeats = countRepeats(PLATFORM, nextOffset === at.offset, at.repeats);
      return { ...at, offset: nextOffset, page: at.page + 1, currency, repeats };
    }
    const [, ...dates] = at.dates;
    return dates.length > 0 ? { ...at, dates, offset: 0, page: 0, currency: null, repeats: 0 } : undefined;
  }

  return async function listSettlements(
    access: ShopAccess,
    input: { postedAfter: Instant; cursor?: string },
  ): Promise<SettlementPage> {
    const at =
      input.cursor === undefined ? await begin(access, input.postedAfter) : readCursor(PLATFORM, place, input.cursor);
    if (typeof at === 'string') return { lines: [], unreadable: [], listedUntil: at };
    const [date = ''] = at.dates;
    const query = { reportDate: date, offset: at.offset, noOfRecords: PAGE_SIZE };
    const answer = await ask(access, 'reconFileJson', query);
    const report =
      answer.json === undefined ? { reportData: [], nextOffset: null } : shaped(reportShape, answer, 'report');
    const result: SettlementPage = { lines: [], unreadable: [], listedUntil: at.begun };
    const reader = createRowReader({ date, page: at.page, currency: at.currency });
    await readEach(rowShape, report.reportData, result.unreadable, (row) => result.lines.push(...reader.read(row)));
    const next = follow(at, report.nextOffset, report.reportData.length, reader.currency());
    return { ...result, ...(next ? { nextCursor: writeCursor(next) } : {}) };
  };
}
