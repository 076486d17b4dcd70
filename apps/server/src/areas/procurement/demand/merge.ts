import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Merge } from '../../catalog/public.ts';
import { addToMonths, DEMAND, type Demand } from './entries.ts';
import { EMPTY_MONTH } from './months.ts';

/**
 * The demand of both products is that of the one that stays. A day without stock is one on which neither had any. What
 * is counted later of old shipments goes to it as well.
 */
export async function mergeDemand(tx: Tx, { from, into }: Merge): Promise<void> {
  const months = await tx.rows<{ warehouseId: number; month: string; empty: number }>(sql`
    delete from demand_month where company_id = ${sql.company} and product_id = ${from} returning warehouse_id, month, empty`);
  tx.later(sql`
    insert into demand_month as m (company_id, product_id, warehouse_id, month, units, empty)
    select ${sql.company}, ${into}, r."warehouseId", r.month, ${EMPTY_MONTH}, r.empty
    from jsonb_to_recordset(${JSON.stringify(months)}::jsonb) as r("warehouseId" bigint, month date, empty int)
    on conflict (company_id, product_id, warehouse_id, month) do update set empty = m.empty & excluded.empty`);
  const entries = await tx.rows<Demand & { docKind: string; docId: number }>(sql`
    delete from demand_entry where company_id = ${sql.company} and product_id = ${from} returning doc_kind, doc_id, ${DEMAND}`);
  const moved = entries.map((entry) => ({ ...entry, productId: into }));
  tx.later(sql`
    insert into demand_entry as e (company_id, doc_kind, doc_id, product_id, warehouse_id, day, units)
    select ${sql.company}, r."docKind", r."docId", r."productId", r."warehouseId", r.day, r.units
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb)
      as r("docKind" text, "docId" bigint, "productId" bigint, "warehouseId" bigint, day date, units int)
    on conflict (company_id, doc_kind, doc_id, product_id, warehouse_id) do update set units = e.units + excluded.units`);
  await addToMonths(tx, moved);
}
