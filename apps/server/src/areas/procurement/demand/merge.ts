import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Merge } from '../../catalog/public.ts';
import { addToMonths } from './entries.ts';
import { EMPTY_MONTH } from './months.ts';

/**
 * The demand of both products is that of the one that stays. A day without stock is one on which neither had any. What
 * is counted later of old shipments goes to it as well.
 */
export async function mergeDemand(tx: Tx, { from, into }: Merge): Promise<void> {
  await tx.rows(sql`
    with gone as (delete from demand_month where company_id = ${sql.company} and product_id = ${from}
      returning warehouse_id, month, empty)
    insert into demand_month as m (company_id, product_id, warehouse_id, month, units, empty)
    select ${sql.company}, ${into}, warehouse_id, month, ${EMPTY_MONTH}, empty from gone
    on conflict (company_id, product_id, warehouse_id, month) do update set empty = m.empty & excluded.empty`);
  await tx.rows(sql`
    with gone as (delete from demand_entry where company_id = ${sql.company} and product_id = ${from}
      returning doc_kind, doc_id, warehouse_id, day, units),
    kept as (insert into demand_entry as e (company_id, doc_kind, doc_id, product_id, warehouse_id, day, units)
      select ${sql.company}, doc_kind, doc_id, ${into}, warehouse_id, day, units from gone
      on conflict (company_id, doc_kind, doc_id, product_id, warehouse_id) do update set units = e.units + excluded.units),
    added as (select ${into}::bigint as product_id, warehouse_id, day, units from gone)
    ${addToMonths(sql`added`)}`);
}
