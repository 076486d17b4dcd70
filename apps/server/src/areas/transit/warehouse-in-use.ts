import { sql } from '../../core/database/sql.ts';
import { warehouseDeleting } from '../warehouse/public.ts';

warehouseDeleting.listen(async (tx, { warehouseId, keep }) => {
  const named = await tx.rows(
    sql`select 1 where exists (select from fba_shipment where company_id = ${sql.company} and (warehouse_id = ${warehouseId} or fba_warehouse_id = ${warehouseId}))
       or exists (select from transit_leg where company_id = ${sql.company} and (warehouse_id = ${warehouseId} or from_warehouse_id = ${warehouseId}))`,
  );
  if (named.length > 0) keep();
});
