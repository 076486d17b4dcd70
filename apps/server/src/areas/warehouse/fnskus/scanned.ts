import type { Tx } from '../../../core/database/database.ts';
import { type ProductFacts, productFacts, productsByCodes } from '../../catalog/public.ts';

/** SQL, with $1 the company: the label that a product carries in a warehouse; null where it has none there. */
export const fnskuOf = (warehouseId: string, productId: string) =>
  `(select f.fnsku from warehouse_fnsku f where f.company_id = $1 and f.warehouse_id = ${warehouseId} and f.product_id = ${productId})`;

/**
 * The product that a code means in a warehouse: its barcode or SKU, else the label that it carries there, which covers
 * every other code on a unit.
 */
export async function scannedProduct(
  tx: Tx,
  code: string,
  warehouseId: number | undefined,
): Promise<ProductFacts | undefined> {
  return (await scannedProducts(tx, [code], warehouseId)).get(code);
}

/**
 * The same for many codes; the key is the code as given. A label names one product in its own warehouse and says nothing
 * about others: without a warehouse it counts where it means one product in all that the actor sees.
 */
export async function scannedProducts(
  tx: Tx,
  codes: readonly string[],
  warehouseId: number | undefined,
): Promise<Map<string, ProductFacts>> {
  const found = await productsByCodes(tx, codes);
  const others = codes.filter((code) => !found.has(code));
  if (others.length === 0) return found;
  const rows = await tx.prepared<{ code: string; productId: number }>(
    'product_by_fnsku',
    // One look into the index for each code and warehouse, whatever is thought of how many there are.
    `select c.code, min(x.product_id) as "productId" from unnest($2::text[]) as c(code)
     cross join (select id from warehouse where company_id = $1 and ($3::bigint is null or id = $3)
       and ($4::bigint[] is null or id = any($4))) w
     cross join lateral (select f.product_id from warehouse_fnsku f
       where f.company_id = $1 and f.warehouse_id = w.id and f.fnsku = upper(btrim(c.code)) limit 1) x
     group by c.code having count(distinct x.product_id) = 1`,
    [tx.companyId, others, warehouseId ?? null, tx.rights.warehouseIds],
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
