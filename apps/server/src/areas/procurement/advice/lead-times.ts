import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { purchaseDocument } from '../documents.ts';
import { recordedOrders } from '../suppliers/record.ts';
import { type LeadSpread, spreadOf } from './rules/leads.ts';

/** How the lead times of suppliers spread, by their newest receipts: of those who sell these products, or of all. */
export async function spreadsOf(
  tx: Tx,
  { productIds }: { productIds?: readonly number[] },
): Promise<ReadonlyMap<number, LeadSpread>> {
  const selling = productIds
    ? sql`and exists (select 1 from supplier_price l where l.company_id = ${sql.company} and l.supplier_id = s.id
        and l.product_id = any(${productIds}::bigint[]))`
    : sql``;
  const rows = await tx.rows<{ id: number; days: number[] }>(sql`
    select s.id, array_agg((r.on_day - ${dayOf(sql`o.ordered_at`)})::int) as days
    from supplier s cross join ${recordedOrders}
    cross join lateral (select ${dayOf(sql`max(t.at)`)} as on_day
      from inbound i join inbound_receipt t on t.company_id = ${sql.company} and t.inbound_id = i.id and t.undone_at is null
      where i.company_id = ${sql.company} and i.source_kind = ${purchaseDocument.kind} and i.source_id = o.id) r
    where s.company_id = ${sql.company} and s.state = 'active' and r.on_day is not null ${selling} group by s.id`);
  return new Map(rows.map(({ id, days }) => [id, spreadOf(days)]));
}
