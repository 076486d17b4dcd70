import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { purchaseDocument } from '../documents.ts';
import { BILL_CREDITED, LIVE_PAYMENT } from './bill-open.ts';

/** The last day of the month of a day, and so many days more. */
export const monthEnd = (day: Sql, days: Sql): Sql =>
  sql`((date_trunc('month', ${day}::timestamp) + interval '1 month')::date - 1 + ${days})`;

/** Days of the order `o` as `y`, by the company's calendar. Null: it has not happened. Goods ship with the first packing list. */
const DAYS = sql`cross join lateral (select ${dayOf(sql`o.ordered_at`)} as ordered_on,
    (select min(k.shipped_on) from supplier_packing k where k.company_id = ${sql.company} and k.order_id = o.id
      and k.state <> 'refused') as shipped_on,
    (select ${dayOf(sql`max(t.at)`)} from inbound i
      join inbound_receipt t on t.company_id = ${sql.company} and t.inbound_id = i.id and t.undone_at is null
      where i.company_id = ${sql.company} and i.source_kind = ${purchaseDocument.kind}
        and i.source_id = o.id) as received_on) y`;

/** What the order `o` costs in the end, as `w`: a closed one without the goods that never came. */
const OWED = sql`cross join lateral (select case when o.state <> 'closed' then o.amount else least(o.amount, (
    select coalesce(sum(round(least(l.received, l.quantity) * l.unit_price / l.pack_size, 2)), 0) from purchase_line l
    where l.company_id = ${sql.company} and l.order_id = o.id)) end as owed) w`;

/**
 * The instalments of the order `o` as `s`: their share of what it costs, to the cent, and when each is due. What is due
 * after the receipt is planned from the expected day until then.
 */
const SHARES = sql`cross join lateral (
  select e.position, e.term, e.low + case when row_number() over (order by e.exact - e.low desc, e.position)
      <= round((w.owed - sum(e.low) over ()) * 100) then 0.01 else 0 end as share,
    case e.term ->> 'when' when 'order' then y.ordered_on when 'dispatch' then y.shipped_on
      when 'receipt' then coalesce(y.received_on, o.expected_on) + e.days
      else ${monthEnd(sql`coalesce(y.received_on, o.expected_on)`, sql`e.days`)} end as due_on,
    e.term ->> 'when' in ('receipt', 'monthEnd') and y.received_on is null and o.expected_on is not null as planned
  from (select t.position::int as position, t.term, coalesce((t.term ->> 'days')::int, 0) as days,
      w.owed * (t.term ->> 'percent')::numeric / 100 as exact,
      trunc(w.owed * (t.term ->> 'percent')::numeric / 100, 2) as low
    from jsonb_array_elements(o.terms) with ordinality t(term, position)) e) s`;

export interface InstalmentDue {
  amount: string;
  dueOn: string | null;
  /** Counted from the expected day, not from what happened. */
  planned: boolean;
}

/** The instalments of an order in the order of its terms. */
export const instalmentsOf = (tx: Tx, orderId: number): Promise<InstalmentDue[]> =>
  tx.rows<InstalmentDue>(sql`select s.share::numeric(18, 2)::text as amount, s.due_on::text as due_on, s.planned
    from purchase_order o ${DAYS} ${OWED} ${SHARES}
    where o.company_id = ${sql.company} and o.id = ${orderId} order by s.position`);

/**
 * When a bill of an order is due: on the first day of what the terms ask for beside the deposit. The month is that of the
 * bill; goods count as shipped and received on the bill's day where nobody has said otherwise. Null without such terms.
 */
export async function billDue(tx: Tx, orderId: number, billedOn: string): Promise<string | null> {
  const day = sql`${billedOn}::date`;
  const row = await tx.row<{ dueOn: string | null }>(sql`
    select min(case t.term ->> 'when' when 'monthEnd' then ${monthEnd(day, sql`t.days`)}
      when 'receipt' then coalesce(y.received_on, ${day}) + t.days else coalesce(y.shipped_on, ${day}) end)::text as due_on
    from purchase_order o ${DAYS}
    cross join lateral (select e as term, coalesce((e ->> 'days')::int, 0) as days from jsonb_array_elements(o.terms) e) t
    where o.company_id = ${sql.company} and o.id = ${orderId} and t.term ->> 'when' <> 'order'`);
  return row?.dueOn ?? null;
}

/** How much of an instalment `s` lies between two sums of its order's money. */
const within = (from: Sql, to: Sql) => sql`greatest(least(s.upto, ${to}) - greatest(s.upto - s.share, ${from}), 0)`;

/** Instalments of the order `o` without what its bills ask for. Deposits pay the first ones, bills ask for the last ones. */
const OPEN_SHARES = sql`
  select 0::bigint as bill_id, s.position, o.currency, s.due_on, s.planned, ${within(sql`0`, sql`m.top`)} as amount,
    ${within(sql`least(m.paid, m.top)`, sql`least(m.live, m.top)`)} as requested,
    ${within(sql`0`, sql`least(m.paid, m.top)`)} as paid
  from (select s.position, s.share, s.due_on, s.planned, sum(s.share) over (order by s.position) as upto
    from (select) one ${SHARES}) s
  cross join (select greatest(w.owed - a.value + b.deposits, 0) as top, p.live, p.paid
    from (select coalesce(sum(x.value), 0) as value from (
        select round(sum(k.quantity) * l.unit_price / l.pack_size, 2) as value from purchase_line l
        join supplier_bill_line k on k.company_id = ${sql.company} and k.line_id = l.id and k.quantity > 0
        where l.company_id = ${sql.company} and l.order_id = o.id group by l.id, l.unit_price, l.pack_size) x) a
    cross join (select coalesce(sum(deposit_applied), 0) as deposits from supplier_bill
      where company_id = ${sql.company} and order_id = o.id) b
    cross join (select coalesce(sum(p.amount) filter (where ${LIVE_PAYMENT}), 0) as live,
        coalesce(sum(p.amount) filter (where p.state = 'paid'), 0) as paid from supplier_payment p
      where p.company_id = ${sql.company} and p.order_id = o.id and p.bill_id is null) p) m`;

/** Bills of the order `o` without what deposits, returned goods and debit notes take off them; these lower the oldest first. */
const OPEN_BILLS = sql`
  select b.id, 0, b.currency, b.due_on, false, b.amount - greatest(least(b.amount - b.paid, b.notes - (sum(b.amount - b.paid)
      over (partition by b.currency order by b.id) - (b.amount - b.paid))), 0), b.requested, b.paid
  from (select b.id, b.currency, b.due_on, b.amount - b.deposit_applied - ${BILL_CREDITED} as amount, p.requested, p.paid,
      (select coalesce(-sum(n.amount), 0) from supplier_bill n where n.company_id = ${sql.company} and n.order_id = o.id
        and n.currency = b.currency and n.amount < 0) as notes
    from supplier_bill b
    cross join lateral (select coalesce(sum(p.amount) filter (where ${LIVE_PAYMENT} and p.state <> 'paid'), 0) as requested,
        coalesce(sum(p.amount) filter (where p.state = 'paid'), 0) as paid
      from supplier_payment p where p.company_id = ${sql.company} and p.bill_id = b.id) p
    where b.company_id = ${sql.company} and b.order_id = o.id and b.amount > 0) b`;

/** What is left to pay of placed orders `o`: bills, and instalments that no bill asks for. */
export const duesNow = (which: Sql): Sql => sql`
  select o.id as order_id, d.bill_id, d.position, o.supplier_id, o.warehouse_id, d.currency, d.due_on, d.planned, d.amount,
    d.requested, d.paid
  from purchase_order o ${DAYS} ${OWED}
  cross join lateral (${OPEN_SHARES} union all ${OPEN_BILLS}) d
  where o.company_id = ${sql.company} and o.ordered_at is not null and o.state <> 'cancelled' and ${which}
    and d.amount > d.paid`;

const waiting = new WeakMap<Tx, Set<number>>();

/** Money, goods or terms of an order changed: its dues are written again at the end of the transaction. */
export function duesChanged(tx: Tx, orderId: number): void {
  const known = waiting.get(tx);
  if (known) return void known.add(orderId);
  const ids = new Set([orderId]);
  waiting.set(tx, ids);
  tx.beforeCommit(() => writeDues(tx, [...ids]));
}

/** Only one transaction at a time writes the dues of an order, and it knows what the one before it did. */
function writeDues(tx: Tx, ids: readonly number[]): void {
  const own = sql`o.id = any(${ids}::bigint[])`;
  tx.later(sql`select 1 from purchase_order o where o.company_id = ${sql.company} and ${own} order by o.id for update`);
  tx.later(sql`
    with now as (${duesNow(own)}), gone as (
      delete from purchase_due d where d.company_id = ${sql.company} and d.order_id = any(${ids}::bigint[]) and not exists (
        select 1 from now n where n.order_id = d.order_id and n.bill_id = d.bill_id and n.position = d.position))
    insert into purchase_due (company_id, order_id, bill_id, position, supplier_id, warehouse_id, currency, due_on, planned,
      amount, requested, paid)
    select ${sql.company}, order_id, bill_id, position, supplier_id, warehouse_id, currency, due_on, planned, amount,
      requested, paid from now
    on conflict (company_id, order_id, bill_id, position) do update set supplier_id = excluded.supplier_id,
      warehouse_id = excluded.warehouse_id, currency = excluded.currency, due_on = excluded.due_on,
      planned = excluded.planned, amount = excluded.amount, requested = excluded.requested, paid = excluded.paid`);
}
