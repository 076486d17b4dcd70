import { sql } from '../../../core/database/sql.ts';
import { incomingRequested } from '../../stock/public.ts';
import { EXPECTED } from './purchases.list.ts';

// Ordered and on no ASN yet: it comes on the day that the supplier promised.
incomingRequested.listen(async (tx, { productIds, add }) => {
  const rows = await tx.rows<{
    productId: number;
    warehouseId: number;
    quantity: number;
    expectedOn: string | null;
    number: string;
  }>(sql`
    select x.product_id, x.warehouse_id, x.quantity, x."expectedOn", x.number from (
      select l.product_id, o.warehouse_id, l.quantity - l.received - ${EXPECTED} as quantity, o.number,
        coalesce(l.promised_on, o.expected_on)::text as "expectedOn"
      from purchase_order o join purchase_line l on l.company_id = ${sql.company} and l.order_id = o.id
      where o.company_id = ${sql.company} and o.state in ('ordered', 'reviewing') and o.ordered_at is not null
        and l.product_id = any(${productIds}::bigint[])) x
    where x.quantity > 0 limit 5000`);
  for (const row of rows) add(row);
});
