import { sql } from '../../../core/database/sql.ts';
import { goodsAwaited } from '../../warehouse/public.ts';

/** So many of each status, the oldest first, say enough about what is needed first. */
const ORDERS_AT_MOST = 1000;

goodsAwaited.listen(async (tx, { most, add }) => {
  const rows = await tx.rows<{ productId: number; units: number }>(sql`
    select l.product_id, sum(l.quantity - l.reserved)::int as units
    from unnest(array['review', 'allocate', 'exception']) as s(status)
    cross join lateral (select id from sales_order where company_id = ${sql.company} and status = s.status
      order by ordered_at, id limit ${sql.literal(ORDERS_AT_MOST)}) o
    join order_goods l on l.company_id = ${sql.company} and l.order_id = o.id
      and l.product_id is not null and l.quantity > l.reserved
    group by 1 order by 2 desc, 1 limit ${most}`);
  for (const row of rows) add(row);
});
