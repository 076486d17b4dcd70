import { sql } from '../../../core/database/sql.ts';
import { type LeavingGoods, leavingRequested } from '../../stock/public.ts';

// Shares that no document has yet, whether their goods have arrived or not: the documents say the rest.
leavingRequested.listen(async (tx, { productIds, add }) => {
  const rows = await tx.rows<LeavingGoods>(sql`
    select l.product_id, o.warehouse_id as from_id, coalesce(s.to_warehouse_id, w.id) as to_id, x.quantity, 0 as held,
      s.need_by::text as expected_on, o.number
    from allocation_line l join allocation_order o on o.company_id = ${sql.company} and o.id = l.order_id
      and o.state in ('submitted', 'shipping')
    join allocation_share s on s.company_id = ${sql.company} and s.line_id = l.id and s.kind <> 'stay'
    cross join lateral (select s.quantity - s.closed - s.on_documents as quantity) x
    left join warehouse w on w.company_id = ${sql.company} and s.kind = 'fba'
      and w.code = 'FBA-' || s.shop_id || '-' || s.marketplace_id
    where l.company_id = ${sql.company} and l.product_id = any(${productIds}::bigint[]) and x.quantity > 0 limit 5000`);
  for (const row of rows) add(row);
});
