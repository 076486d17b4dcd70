import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';

/** Where a product is bought: the active supplier whose price is the newest in force. */
export interface Source {
  productId: number;
  supplierId: number;
  leadDays: number | null;
  leadFrom: 'price' | 'supplier';
  moq: number | null;
  orderMultiple: number | null;
  /** From which quantities on the price is lower, ascending. */
  breaks: number[];
}

export async function sourcesOf(tx: Tx, productIds: readonly number[], today: string): Promise<Map<number, Source>> {
  const rows = await tx.rows<Source>(sql`
    select distinct on (l.product_id) l.product_id, l.supplier_id, coalesce(l.lead_days, s.lead_days) as lead_days,
      case when l.lead_days is null then 'supplier' else 'price' end as "leadFrom", l.moq, l.order_multiple,
      array(select b.from_quantity from supplier_price_break b where b.company_id = ${sql.company} and b.price_id = l.id
        order by b.from_quantity) as breaks
    from supplier_price l
    join supplier s on s.company_id = ${sql.company} and s.id = l.supplier_id and s.state = 'active'
    where l.company_id = ${sql.company} and l.product_id = any(${productIds}::bigint[]) and l.valid_from <= ${today}::date
    order by l.product_id, l.valid_from desc, l.supplier_id`);
  return new Map(rows.map((row) => [row.productId, row]));
}
