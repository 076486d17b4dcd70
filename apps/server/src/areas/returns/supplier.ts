import { sql } from '../../core/database/sql.ts';
import { returnedUndecided } from '../procurement/public.ts';

// Units to inspect, and quarantined ones.
returnedUndecided.listen(async (tx, { warehouseId, productIds, keep }) => {
  const rows = await tx.rows<{ productId: number; locationId: number; units: number }>(sql`
    select product_id, location_id, sum(remaining + aside)::int as units from return_item
    where company_id = ${sql.company} and product_id = any(${[...productIds]}::bigint[]) and warehouse_id = ${warehouseId}
      and remaining + aside > 0 group by product_id, location_id`);
  for (const row of rows) keep(row.productId, row.locationId, row.units);
});
