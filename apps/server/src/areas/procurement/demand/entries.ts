import type { Tx } from '../../../core/database/database.ts';
import { firstOf, type Sql, sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { daysOf, EMPTY_MONTH, packed } from './months.ts';

/** The month of a day, and which of its days it is. */
const MONTH = sql`date_trunc('month', e.day)::date as month, extract(day from e.day)::int as place`;

export interface Demand {
  productId: number;
  warehouseId: number;
  day: string;
  units: number;
}
/** What an entry that was written or taken away returns. */
export const DEMAND = sql`product_id, warehouse_id, day, units`;

/** Adds demand to the days of its months. */
export async function addToMonths(tx: Tx, demand: readonly Demand[]): Promise<void> {
  if (demand.length === 0) return;
  const rows = sql`select "productId" as product_id, "warehouseId" as warehouse_id, day, units
    from jsonb_to_recordset(${JSON.stringify(demand)}::jsonb) as r("productId" bigint, "warehouseId" bigint, day date, units int)`;
  await tx.rows(addedToMonths(rows));
}

/**
 * Adds rows (product_id, warehouse_id, day, units) to the days of their months. These are locked in one order, so that
 * two jobs never wait for each other.
 */
const addedToMonths = (rows: Sql): Sql => sql`with added as (${rows})
  insert into demand_month as m (company_id, product_id, warehouse_id, month, units, total)
  select ${sql.company}, p.product_id, p.warehouse_id, p.month, ${packed(sql`coalesce(d.units, 0)`, sql`place`)}, sum(coalesce(d.units, 0))
  from (select distinct product_id, warehouse_id, date_trunc('month', day)::date as month from added) p
  cross join generate_series(1, 31) place
  left join (select product_id, warehouse_id, month, place, sum(units)::int as units
    from (select e.product_id, e.warehouse_id, e.units, ${MONTH} from added e) x group by 1, 2, 3, 4) d
    using (product_id, warehouse_id, month, place)
  group by p.product_id, p.warehouse_id, p.month order by p.product_id, p.warehouse_id, p.month
  on conflict (company_id, product_id, warehouse_id, month) do update set total = m.total + excluded.total,
    units = (select ${packed(sql`had.units + more.units`, sql`place`)}
      from (${daysOf(sql`m.units`)}) had join (${daysOf(sql`excluded.units`)}) more using (place))`;

/** Units that left with outbound orders, as the ledger has them: rows (doc_id, product_id, warehouse_id, day, units). */
const shipped = (outbounds: Sql): Sql => sql`
  select m.doc_id, coalesce(p.merged_into, m.product_id) as product_id, m.warehouse_id, ${dayOf(sql`min(m.at)`)} as day,
    -sum(m.on_hand)::int as units
  from stock_movement m left join product p on p.company_id = ${sql.company} and p.id = m.product_id
  where m.company_id = ${sql.company} and m.doc_kind = 'outbound' and m.reason = 'shipment' and m.doc_id ${outbounds}
  group by m.doc_id, coalesce(p.merged_into, m.product_id), m.warehouse_id having sum(m.on_hand) < 0`;

/** A rebuild waits for whoever counts, and they for it. */
export const whileNobodyRebuilds = (tx: Tx) =>
  tx.rows(sql`select pg_advisory_xact_lock_shared(hashtextextended('demand', ${sql.company}::int))`);

/** Counts the goods of shipped outbound orders as demand of the day on which they left: once, however often it is called. */
export async function countShipments(tx: Tx, outboundIds: readonly number[]): Promise<void> {
  await whileNobodyRebuilds(tx);
  const added = await tx.rows<Demand>(sql`
    insert into demand_entry (company_id, doc_kind, doc_id, product_id, warehouse_id, day, units)
    select ${sql.company}, 'outbound', s.doc_id, s.product_id, s.warehouse_id, s.day, s.units
    from (${shipped(sql`= any(${outboundIds}::bigint[])`)}) s on conflict do nothing returning ${DEMAND}`);
  await addToMonths(tx, added);
}

/** Units of an order that came back and can be sold again. */
export interface ReturnedUnits {
  /** The inspection, or whatever counts them once. */
  id: number;
  orderId: number;
  productId: number;
  quantity: number;
}

/**
 * Takes returned units off the demand of the day on which they had shipped: goods that come back were not needed. This
 * is also what becomes of orders cancelled after shipping. Units that no shipment of the order has change nothing.
 */
export async function countReturns(tx: Tx, returned: readonly ReturnedUnits[]): Promise<void> {
  const boxes = await tx.rows<{ id: number }>(sql`
    select distinct b.id from sales_order o join outbound b on b.company_id = ${sql.company}
      and b.order_id = ${firstOf(sql`o.merged_into`, sql`o.id`)} and b.state = 'shipped'
    where o.company_id = ${sql.company} and o.id = any(${returned.map((one) => one.orderId)}::bigint[])`);
  // Their own event may still be on its way.
  await countShipments(
    tx,
    boxes.map((box) => box.id),
  );
  const added = await tx.rows<Demand>(sql`
    insert into demand_entry (company_id, doc_kind, doc_id, product_id, warehouse_id, day, units)
    select ${sql.company}, 'return', r.id, e.product_id, e.warehouse_id, e.day, -least(r.quantity, e.units)
    from jsonb_to_recordset(${JSON.stringify(returned)}::jsonb) as r(id bigint, "orderId" bigint, "productId" bigint, quantity int)
    left join product p on p.company_id = ${sql.company} and p.id = r."productId"
    join sales_order o on o.company_id = ${sql.company} and o.id = r."orderId"
    cross join lateral (select e.product_id, e.warehouse_id, e.day, e.units from outbound b
      join demand_entry e on e.company_id = ${sql.company} and e.doc_kind = 'outbound' and e.doc_id = b.id
        and e.product_id = ${firstOf(sql`p.merged_into`, sql`r."productId"`)}
      where b.company_id = ${sql.company} and b.order_id = ${firstOf(sql`o.merged_into`, sql`o.id`)} and b.state = 'shipped'
      order by e.units desc, b.id limit 1) e
    where r.quantity > 0 on conflict do nothing
    returning ${DEMAND}`);
  await addToMonths(tx, added);
}

/** Shipped outbound orders that no entry counts. `days`: of the last days only. */
export function uncounted(tx: Tx, days: number | null, limit: number): Promise<{ id: number }[]> {
  const recent =
    days === null ? sql`true` : sql`b.shipped_at > ${tx.now}::timestamptz - make_interval(days => ${days})`;
  return tx.rows<{ id: number }>(sql`
    select b.id from outbound b where b.company_id = ${sql.company} and b.state = 'shipped' and ${recent}
      and not exists (select 1 from demand_entry e where e.company_id = ${sql.company} and e.doc_kind = 'outbound' and e.doc_id = b.id)
      and exists (select 1 from stock_movement m where m.company_id = ${sql.company} and m.doc_kind = 'outbound' and m.doc_id = b.id
        and m.reason = 'shipment')
    order by b.id limit ${limit}`);
}

/** A rebuild: nobody counts before this transaction ends. */
export const whileNobodyCounts = (tx: Tx) =>
  tx.rows(sql`select pg_advisory_xact_lock(hashtextextended('demand', ${sql.company}::int))`);

/** Makes the months the sums of their entries again; which days began empty stays. */
export async function rebuildMonths(tx: Tx): Promise<void> {
  await whileNobodyCounts(tx);
  await tx.rows(sql`update demand_month set units = ${EMPTY_MONTH}, total = 0 where company_id = ${sql.company}`);
  await tx.rows(
    addedToMonths(sql`select product_id, warehouse_id, day, units from demand_entry where company_id = ${sql.company}`),
  );
}
