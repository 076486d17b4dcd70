import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { defineStockWarning, touchStock } from '../stock/public.ts';
import { wantCountsAtSenders } from '../warehouse/public.ts';

/** Negative stock there, or an unexplained mismatch. One row per product and warehouse. */
defineStockWarning(
  'negative',
  () => sql`select x.warehouse_id, x.product_id, 0, 0, min(x.theirs), max(x.ours), null::date from (
     select d.warehouse_id, d.product_id, d.theirs, d.ours from p join wms_warehouse h on h.company_id = ${sql.company}
     join wms_difference d on d.company_id = ${sql.company} and d.warehouse_id = h.warehouse_id and d.product_id = p.id and d.state = 'open'
       and d.rest <> 0
     union all
     select h.warehouse_id, n.product_id, s.quantity, coalesce(b.on_hand, 0) from p join wms_warehouse h on h.company_id = ${sql.company}
     join wms_product n on n.company_id = ${sql.company} and n.connection_id = h.connection_id and n.product_id = p.id
     join wms_stock s on s.company_id = ${sql.company} and s.warehouse_id = h.warehouse_id and s.code = n.code and s.quantity < 0
     left join stock_balance b on b.company_id = ${sql.company} and b.warehouse_id = h.warehouse_id and b.product_id = p.id
   ) x group by x.warehouse_id, x.product_id`,
);

/** The provider's quantities of products whose stock is in doubt. */
async function inDoubt(tx: Tx, warehouseId: number): Promise<Map<number, number>> {
  const rows = await tx.rows<{ productId: number; theirs: number }>(
    sql`select x.product_id, min(x.theirs)::int as theirs from (
       select d.product_id, d.theirs from wms_difference d where d.company_id = ${sql.company} and d.warehouse_id = ${warehouseId} and d.state = 'open'
         and d.rest <> 0 and d.product_id is not null
       union all
       select n.product_id, s.quantity from wms_stock s join wms_warehouse h on h.company_id = ${sql.company} and h.warehouse_id = ${warehouseId}
       join wms_product n on n.company_id = ${sql.company} and n.connection_id = h.connection_id and n.code = s.code
       where s.company_id = ${sql.company} and s.warehouse_id = ${warehouseId} and s.quantity < 0
     ) x group by x.product_id`,
  );
  return new Map(rows.map((row) => [row.productId, row.theirs]));
}

/**
 * Runs a change to the known provider stock: updates the warnings of products in doubt before and after it, and
 * requests counts in the warehouses that shipped newly negative stock.
 */
export async function watchDoubts(tx: Tx, warehouseId: number, work: () => Promise<void>): Promise<void> {
  const before = await inDoubt(tx, warehouseId);
  await work();
  const after = await inDoubt(tx, warehouseId);
  const products = [...before.keys(), ...after.keys()];
  if (products.length > 0) touchStock(tx, products);
  const fallen = [...after].filter(([productId, theirs]) => theirs < 0 && (before.get(productId) ?? 0) >= 0);
  await wantCountsAtSenders(
    tx,
    warehouseId,
    fallen.map(([productId, theirs]) => ({ productId, weight: -theirs })),
  );
}
