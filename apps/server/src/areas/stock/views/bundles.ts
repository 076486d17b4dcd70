import type { BundleStock } from '@tradewind/contract/stock-views.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { inWarehouses } from '../../../core/scope.ts';

/** Warehouses that can ship one of these bundles at least, each with the part that allows no more. */
export function bundleStock(tx: Tx, ids: readonly number[]): Promise<BundleStock[]> {
  return tx.rows<BundleStock & Record<string, unknown>>(sql`
    select distinct on (u.bundle_id, w.is_default, w.id) u.bundle_id, w.id as warehouse_id, w.name as warehouse_name,
      greatest(0, coalesce(b.available, 0)) / u.quantity as available, p.sku as scarce
    from bundle_unit u join warehouse w on w.company_id = ${sql.company} and w.kind <> 'platform' and w.enabled
      and ${inWarehouses(tx, sql`w.id`)}
    join product p on p.company_id = ${sql.company} and p.id = u.product_id
    left join stock_balance b on b.company_id = ${sql.company} and b.warehouse_id = w.id and b.product_id = u.product_id
    where u.company_id = ${sql.company} and u.bundle_id = any(${ids}::bigint[])
    order by u.bundle_id, w.is_default desc, w.id, greatest(0, coalesce(b.available, 0)) / u.quantity, p.sku`);
}
