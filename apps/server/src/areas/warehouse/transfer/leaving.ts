import { sql } from '../../../core/database/sql.ts';
import { type LeavingGoods, leavingRequested } from '../../stock/public.ts';

// Allocated and not shipped. A draft counts if an allocation order made it: its goods are decided there.
leavingRequested.listen(async (tx, { productIds, add }) => {
  const rows = await tx.rows<LeavingGoods>(sql`
    select l.product_id, t.from_id, t.to_id, x.quantity, l.held, t.expected_on::text as expected_on, t.number
    from stock_transfer t join transfer_line l on l.company_id = ${sql.company} and l.transfer_id = t.id
    cross join lateral (select case t.state when 'draft' then l.quantity else l.held end as quantity) x
    where t.company_id = ${sql.company} and t.state in ('draft', 'submitted', 'shipping')
      and (t.state <> 'draft' or t.allocation_id is not null)
      and l.product_id = any(${productIds}::bigint[]) and x.quantity > 0 limit 5000`);
  for (const row of rows) add(row);
});
