import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { goodsAwaited } from '../hooks.ts';
import { skusOf } from '../wave/create.ts';
import { availableOf, possibleOf, recipesOf } from './plan.ts';
import { saveAssembly } from './save.ts';

const MOST_AWAITED = 1000;
const MOST_DRAFTS = 100;

/**
 * Drafts for the kits that waiting orders lack and that neither lie free in the warehouse nor are being made, the most
 * lacked first. Kits that share a part do not count on the same units.
 */
export async function proposeAssemblies(tx: Tx, warehouseId: number) {
  const awaited = new Map<number, number>();
  await goodsAwaited.call(tx, {
    most: MOST_AWAITED,
    add: ({ productId, units }) => awaited.set(productId, (awaited.get(productId) ?? 0) + units),
  });
  const recipes = await recipesOf(tx, [...awaited.keys()]);
  const kits = [...awaited.keys()].filter((productId) => recipes.has(productId));
  const parts = kits.flatMap((kit) => recipes.get(kit)?.parts.map((part) => part.productId) ?? []);
  const free = await availableOf(tx, warehouseId, [...kits, ...parts]);
  const coming = await beingMade(tx, warehouseId, kits);
  const skus = await skusOf(tx, kits);
  const made: { id: number; number: string; sku: string; quantity: number }[] = [];
  const short: { sku: string; missing: number }[] = [];
  for (const productId of kits) {
    if (made.length === MOST_DRAFTS) break;
    const covered = (free.get(productId) ?? 0) + (coming.get(productId) ?? 0);
    const needed = (awaited.get(productId) ?? 0) - covered;
    if (needed <= 0) continue;
    const lines = recipes.get(productId)?.parts ?? [];
    const quantity = Math.min(
      needed,
      possibleOf(lines.map((part) => ({ each: part.each, available: free.get(part.productId) ?? 0 }))),
    );
    const sku = skus.get(productId) ?? '';
    if (quantity < needed) short.push({ sku, missing: needed - quantity });
    if (quantity === 0) continue;
    for (const { productId: part, each } of lines) free.set(part, (free.get(part) ?? 0) - each * quantity);
    const saved = await saveAssembly(tx, { kind: 'assemble', warehouseId, productId, quantity, remark: '' });
    made.push({ ...saved, sku, quantity });
  }
  return { made, short };
}

/** Kits on open assemblies. */
async function beingMade(tx: Tx, warehouseId: number, kits: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx.rows<{ productId: number; units: number }>(
    sql`select product_id, sum(quantity)::int as units from assembly where company_id = ${sql.company} and warehouse_id = ${warehouseId}
      and product_id = any(${kits}::bigint[]) and kind = 'assemble' and state in ('draft', 'submitted') group by 1`,
  );
  return new Map(rows.map((row) => [row.productId, row.units]));
}
