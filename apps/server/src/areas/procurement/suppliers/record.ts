import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  type supplierRecord as call,
  RECORDED_ORDERS,
  type RecordedOrder,
  SCORE_WEIGHTS,
} from '@tradewind/contract/procurement.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { purchaseDocument } from '../documents.ts';
import { suppliers } from './suppliers.list.ts';

/** How a supplier delivered its newest orders that are done. @throws notFound */
export async function supplierRecord(tx: Tx, id: number): Promise<ResultOf<typeof call>> {
  await suppliers.one(tx, id);
  const rows = await deliveries(tx, id);
  const share = (parts: readonly number[], of: readonly number[]) => {
    const all = of.reduce((sum, one) => sum + one, 0);
    return all === 0 ? null : parts.reduce((sum, one) => sum + one, 0) / all;
  };
  const dated = rows.filter((row) => row.lateDays !== null);
  const onTime = share(
    dated.map((row) => Number((row.lateDays ?? 0) <= 0)),
    dated.map(() => 1),
  );
  const complete = share(
    rows.map((row) => Math.min(row.received, row.units)),
    rows.map((row) => row.units),
  );
  const quality = share(
    rows.map((row) => row.received - row.failed),
    rows.map((row) => row.received),
  );
  return {
    orders: rows.length,
    score: scoreOf({ onTime, complete, quality }),
    onTime,
    complete,
    quality,
    lead: leadOf(rows),
    rows,
  };
}

/** Out of 100; what nobody knows does not count. */
export function scoreOf(shares: Record<keyof typeof SCORE_WEIGHTS, number | null>): number | null {
  const known = (Object.keys(SCORE_WEIGHTS) as (keyof typeof SCORE_WEIGHTS)[]).filter((name) => shares[name] !== null);
  const weight = known.reduce((sum, name) => sum + SCORE_WEIGHTS[name], 0);
  if (weight === 0) return null;
  return Math.round((known.reduce((sum, name) => sum + SCORE_WEIGHTS[name] * (shares[name] ?? 0), 0) * 100) / weight);
}

function leadOf(rows: readonly RecordedOrder[]): ResultOf<typeof call>['lead'] {
  const days = rows.map((row) => row.leadDays).sort((a, b) => a - b);
  if (days.length === 0) return null;
  const at = (part: number) => days[Math.ceil(part * days.length) - 1] ?? 0;
  const mean = days.reduce((sum, one) => sum + one, 0) / days.length;
  return {
    least: days[0] ?? 0,
    median: at(0.5),
    p90: at(0.9),
    most: days.at(-1) ?? 0,
    mean: Math.round(mean * 10) / 10,
  };
}

/** Orders of suppliers (rows `s`) of which nothing more is expected and something came: the newest of each. */
export const recordedOrders = sql`lateral (select * from purchase_order o where o.company_id = ${sql.company} and o.supplier_id = s.id
  and o.state in ('received', 'closed') and o.received > 0 order by o.id desc limit ${sql.literal(RECORDED_ORDERS)}) o`;

/** Newest first. Units that failed their inspection count once, also if they went back; so do good ones that went back. */
function deliveries(tx: Tx, id: number): Promise<RecordedOrder[]> {
  return tx.rows<RecordedOrder>(sql`
    select o.id, o.number, o.ordered_at, o.expected_on::text as expected_on, r.on_day::text as received_on,
      (r.on_day - ${dayOf(sql`o.ordered_at`)})::int as lead_days, (r.on_day - o.expected_on)::int as late_days, o.units,
      o.received, r.failed
    from (select ${id}::bigint as id) s cross join ${recordedOrders}
    cross join lateral (select ${dayOf(sql`max(t.at)`)} as on_day,
        coalesce(sum(least(case when t.condition = 'damaged' then t.quantity else t.failed end + b.units, t.quantity)), 0)::int as failed
      from inbound i join inbound_receipt t on t.company_id = ${sql.company} and t.inbound_id = i.id and t.undone_at is null
      cross join lateral (select coalesce(sum(x.quantity - x.rejected), 0) as units from supplier_return_line x
        join supplier_return y on y.company_id = ${sql.company} and y.id = x.return_id and y.state in ('shipped', 'settled')
        where x.company_id = ${sql.company} and x.receipt_id = t.id and x.reason <> 'tooMany') b
      where i.company_id = ${sql.company} and i.source_kind = ${purchaseDocument.kind} and i.source_id = o.id) r
    where r.on_day is not null order by o.id desc`);
}
