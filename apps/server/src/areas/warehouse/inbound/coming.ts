import { sql } from '../../../core/database/sql.ts';
import { incomingRequested } from '../../stock/public.ts';

// Units on open ASNs, with the day on which they are expected.
incomingRequested.listen(async (tx, { productIds, add }) => {
  const rows = await tx.rows<{
    productId: number;
    warehouseId: number;
    quantity: number;
    expectedOn: string | null;
    number: string;
  }>(sql`
    select l.product_id, i.warehouse_id, l.incoming as quantity, i.expected_on::text as "expectedOn", i.number
    from inbound_line l join inbound i on i.company_id = ${sql.company} and i.id = l.inbound_id
    where l.company_id = ${sql.company} and l.product_id = any(${productIds}::bigint[]) and l.incoming > 0
    order by i.expected_on nulls last, l.id limit 5000`);
  for (const row of rows) add(row);
});
