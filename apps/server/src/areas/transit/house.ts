import { warehouseDeleting } from '../warehouse/public.ts';

warehouseDeleting.listen(async (tx, { warehouseId, keep }) => {
  const named = await tx.prepared(
    'transit_names_house',
    `select 1 where exists (select from fba_shipment where company_id = $1 and (warehouse_id = $2 or fba_warehouse_id = $2))
       or exists (select from transit_leg where company_id = $1 and (warehouse_id = $2 or from_warehouse_id = $2))`,
    [tx.companyId, warehouseId],
  );
  if (named.length > 0) keep();
});
