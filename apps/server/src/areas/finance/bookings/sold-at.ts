import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { arrayOf } from '../../../core/scope.ts';

/** The exchange rate of the sale; orders without a booked sale are absent. */
export async function soldAt(tx: Tx, orderIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx.rows<{
    orderId: number;
    rate: string;
  }>(sql`select distinct on (e.doc_id) e.doc_id as "orderId", l.rate
    from ledger_entry e join sales_order o on o.company_id = e.company_id and o.id = e.doc_id
    join ledger_line l on l.company_id = e.company_id and l.entry_id = e.id and l.currency = o.currency
    where e.company_id = ${sql.company} and e.doc_kind = 'sales_order' and e.step = 'sale'
      and e.doc_id = any(${arrayOf(orderIds)}::bigint[]) order by e.doc_id, l.id`);
  return new Map(rows.map((row) => [row.orderId, row.rate]));
}
