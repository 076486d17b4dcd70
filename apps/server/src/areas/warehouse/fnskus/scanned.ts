import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { type ProductFacts, productFacts, productsByCodes } from '../../catalog/public.ts';

/** The FNSKU of a product in a warehouse. Null if it has none there. */
export const fnskuOf = (warehouseId: Sql, productId: Sql): Sql =>
  sql`(select f.fnsku from warehouse_fnsku f where f.company_id = ${sql.company} and f.warehouse_id = ${warehouseId} and f.product_id = ${productId})`;

/**
 * The product of a code in a warehouse: by barcode or SKU, else by its FNSKU there, whose label covers every other code
 * on a unit.
 */
export async function scannedProduct(
  tx: Tx,
  code: string,
  warehouseId: number | undefined,
): Promise<ProductFacts | undefined> {
  return (await scannedProducts(tx, [code], warehouseId)).get(code);
}

/**
 * The same for many codes, keyed by the code as given. An FNSKU names one product in its own warehouse only. Without a
 * warehouse it counts if it means one product in all that the actor sees.
 */
export async function scannedProducts(
  tx: Tx,
  codes: readonly string[],
  warehouseId: number | undefined,
): Promise<Map<string, ProductFacts>> {
  const found = await productsByCodes(tx, codes);
  const others = codes.filter((code) => !found.has(code));
  if (others.length === 0) return found;
  const rows = await tx.rows<{ code: string; productId: number }>(
    sql`select c.code, min(x.product_id) as "productId" from unnest(${others}::text[]) as c(code)
     cross join (select id from warehouse where company_id = ${sql.company} and (${warehouseId ?? null}::bigint is null or id = ${warehouseId ?? null}::bigint)
       and (${tx.rights.warehouseIds}::bigint[] is null or id = any(${tx.rights.warehouseIds}::bigint[]))) w
     cross join lateral (select f.product_id from warehouse_fnsku f
       where f.company_id = ${sql.company} and f.warehouse_id = w.id and f.fnsku = upper(btrim(c.code)) limit 1) x
     group by c.code having count(distinct x.product_id) = 1`,
  );
  if (rows.length === 0) return found;
  const facts = await productFacts(
    tx,
    rows.map((row) => row.productId),
  );
  for (const { code, productId } of rows) {
    const product = facts.get(productId);
    if (product) found.set(code, product);
  }
  return found;
}
