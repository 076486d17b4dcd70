import type { SettlementKind } from '@tradewind/connectors/capabilities/settlements.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { insertRows } from '../../../core/database/write.ts';
import { hintCompany } from '../../../core/hints.ts';
import { Decimal, money } from '../../../core/money.ts';
import { arrayOf } from '../../../core/scope.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { rateKey, ratesOn } from '../../settings/public.ts';
import { feeRule } from '../bookings/fee-table.ts';
import { settleFees } from '../bookings/fees.ts';
import type { Account } from '../ledger/accounts.ts';
import { book, lockProfits, reverse } from '../ledger/book.ts';
import type { Entry } from '../ledger/entry.ts';
import { mappingsOf } from './mapping.ts';
import { IN_TRANSIT, matchedLines } from './matched.ts';
import type { settlementBooking } from './settlements.tables.ts';
import { accountOf, matchOf, OF_SHOP } from './targets.ts';

/** A shop whose lines are booked. `feesApart`: its platform lists fees beside settlements. */
export interface SettledShop {
  id: number;
  platform: string;
  feesApart: boolean;
}

interface LineRow extends Record<string, unknown> {
  id: number;
  orderNo: string | null;
  kind: SettlementKind;
  type: string;
  amount: string;
  currency: string;
  postedAt: Date;
}
interface Booked extends Record<string, unknown> {
  lineId: number;
  account: string;
  generation: number;
}
interface Facts {
  orderId: number;
  saleBooked: boolean;
  refundBooked: boolean;
}
const UNKNOWN = { orderId: null, saleBooked: false, refundBooked: false };

const MOST_AT_ONCE = 1_000;
export const LINE_DOC = 'settlement_line';
const stepOf = (generation: number) => (generation === 1 ? 'booked' : `booked:${generation}`);

/**
 * Books lines of a shop's settlements that are not booked, and anew those whose account has become another: by what is
 * known of their order, or by a mapping. In any order and however often, the books come to the same. `which`: a
 * condition on settlement_line `l`. Takes a thousand at a time. @returns the number of new bookings and the last line's id
 */
export async function bookLines(
  tx: Tx,
  shop: SettledShop,
  which: Sql,
  after = 0,
): Promise<{ booked: number; last: number | undefined }> {
  const lines =
    await tx.rows<LineRow>(sql`select l.id, l.platform_order_no as "orderNo", l.kind, l.type, l.amount, l.currency, l.posted_at
    from settlement_line l where l.company_id = ${sql.company} and l.shop_id = ${shop.id} and l.id > ${after} and ${which}
    order by l.id limit ${MOST_AT_ONCE}`);
  if (lines.length === 0) return { booked: 0, last: undefined };
  const facts = await lockOrders(tx, shop, lines);
  const bookings = await lockBookings(tx, lines);
  const mappings = await mappingsOf(tx, shop.platform);
  const { taxByPlatform } = feeRule(shop.platform);
  const targets = lines.map((line) => {
    const known = facts.get(line.orderNo ?? '') ?? UNKNOWN;
    const account = accountOf(
      {
        ...line,
        taxByPlatform,
        feesApart: shop.feesApart,
        orderKnown: known.orderId !== null,
        // Before it is sold here, money back is a payment in advance that is paid back.
        refundBooked: known.refundBooked || (known.orderId !== null && !known.saleBooked),
      },
      matchOf(line.type, mappings)?.account,
    );
    return { line, account, orderId: known.orderId, before: bookings.get(line.id) };
  });
  const moved = targets.filter(({ account, before }) => before?.account !== account);
  const sent = moved.flatMap(({ line, before }) => (before?.account === IN_TRANSIT ? [line.id] : []));
  // A payout that was matched after its mapping was saved stays where the bank line settles it.
  const matched = await matchedLines(tx, sent);
  const changed = moved.filter(({ line }) => !matched.has(line.id));
  await rewrite(tx, shop, changed);
  const main = lines.filter((line) => line.kind === feeRule(shop.platform).settledBy);
  const settled = main.flatMap((line) => facts.get(line.orderNo ?? '')?.orderId ?? []);
  await settleFees(tx, [...new Set(settled)]);
  return { booked: changed.length, last: lines.length === MOST_AT_ONCE ? lines.at(-1)?.id : undefined };
}

/** All of them, a transaction for each thousand. */
export async function bookAll(
  inTransaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  shop: SettledShop,
  which: Sql,
): Promise<number> {
  let [booked, after] = [0, 0];
  for (let more = true; more; ) {
    const done = await inTransaction((tx) => bookLines(tx, shop, which, after));
    booked += done.booked;
    more = done.last !== undefined;
    after = done.last ?? after;
  }
  return booked;
}

/** The orders of these lines by number, locked, with what is booked of them. */
async function lockOrders(tx: Tx, shop: SettledShop, lines: readonly LineRow[]): Promise<Map<string, Facts>> {
  const numbers = [...new Set(lines.flatMap((line) => line.orderNo ?? []))];
  if (numbers.length === 0) return new Map();
  const orders = await tx.rows<{
    id: number;
    no: string;
  }>(sql`select min(id) as id, platform_order_no as no from sales_order
    where company_id = ${sql.company} and shop_id = ${shop.id} and platform_order_no = any(${arrayOf(numbers)}::text[]) group by 2 order by 1`);
  const { timeZone } = await companyOf(tx);
  const onDay = localDay(tx.now, timeZone);
  if (orders.length > 0)
    await lockProfits(
      tx,
      orders.map(({ id }) => ({ orderId: id, shopId: shop.id, onDay })),
    );
  const ids = arrayOf(orders.map((order) => order.id));
  const booked = await tx.rows<{ orderId: number; sale: boolean; refund: boolean }>(sql`
    select order_id, bool_or(doc_kind = 'sales_order' and step = 'sale') as sale,
      bool_or(doc_kind = 'sales_order' and step = 'refund' or doc_kind = 'return_refund') as refund
    from ledger_entry where company_id = ${sql.company} and order_id = any(${ids}::bigint[])
      and (doc_kind = 'sales_order' and step in ('sale', 'refund') or doc_kind = 'return_refund') group by 1`);
  const known = new Map(booked.map((row) => [row.orderId, row]));
  return new Map(
    orders.map(({ id, no }) => {
      const row = known.get(id);
      return [no, { orderId: id, saleBooked: row?.sale ?? false, refundBooked: row?.refund ?? false }];
    }),
  );
}

async function lockBookings(tx: Tx, lines: readonly LineRow[]): Promise<Map<number, Booked>> {
  const rows = await tx.rows<Booked>(sql`select line_id, account, generation from settlement_booking
    where company_id = ${sql.company} and line_id = any(${arrayOf(lines.map((line) => line.id))}::bigint[]) order by line_id for update`);
  return new Map(rows.map((row) => [row.lineId, row]));
}

interface Change {
  line: LineRow;
  account: Account;
  orderId: number | null;
  before: Booked | undefined;
}

async function rewrite(tx: Tx, shop: SettledShop, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const { timeZone } = await companyOf(tx);
  // A line that another transaction is booking: its row decides, and the next look corrects what has changed since.
  const claimed = await tx.rows<{ lineId: number }>(sql`${insertRows<typeof settlementBooking>(
    'settlement_booking',
    changes.map(({ line, account, orderId, before }) => ({
      ...{ lineId: line.id, account, orderId },
      generation: (before?.generation ?? 0) + 1,
    })),
  )} order by r.line_id on conflict (company_id, line_id) do update set account = excluded.account, generation = excluded.generation,
    order_id = excluded.order_id where settlement_booking.generation = excluded.generation - 1 returning line_id`);
  const mine = new Set(claimed.map((row) => row.lineId));
  const own = changes.filter(({ line }) => mine.has(line.id));
  await reverse(
    tx,
    own.flatMap(({ line, before }) =>
      before ? [{ docKind: LINE_DOC, docId: line.id, step: stepOf(before.generation) }] : [],
    ),
    'own',
    'settledAnew',
  );
  const dated = own.map((change) => ({ ...change, onDay: localDay(change.line.postedAt, timeZone) }));
  const rates = await ratesOn(tx, [
    ...new Map(
      dated.map(({ line, onDay }) => [rateKey(line.currency, onDay), { currency: line.currency, day: onDay }]),
    ).values(),
  ]);
  await book(
    tx,
    dated.map((one) => entryOf(shop, one, rates.get(rateKey(one.line.currency, one.onDay)) ?? '1')),
  );
  if (own.length > 0) hintCompany(tx, 'work');
}

/** What the platform books for the seller raises what it has settled, and lowers the line's account; and the reverse. */
function entryOf(
  shop: SettledShop,
  { line, account, orderId, before, onDay }: Change & { onDay: string },
  rate: string,
): Entry {
  const plain = { currency: line.currency, rate };
  const party = { partyKind: 'shop', partyId: shop.id } as const;
  return {
    docKind: LINE_DOC,
    docId: line.id,
    step: stepOf((before?.generation ?? 0) + 1),
    onDay,
    text: `settled.${line.kind}`,
    ...(orderId === null ? {} : { order: { id: orderId, shopId: shop.id } }),
    lines: [
      { account: 'platform_settled', ...party, amount: line.amount, ...plain },
      {
        account,
        ...(OF_SHOP.has(account) ? party : { shopId: shop.id }),
        amount: money(new Decimal(line.amount).neg()),
        ...plain,
      },
    ],
  };
}
