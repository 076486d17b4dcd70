import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { inWarehouses } from '../../../core/scope.ts';

/** Free units of products in a warehouse: 0 where nothing lies. */
export async function availableOf(
  tx: Tx,
  warehouseId: number,
  productIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await tx.rows<{ productId: number; available: number }>(
    sql`select product_id, available from stock_balance where company_id = ${sql.company} and warehouse_id = ${warehouseId}
      and product_id = any(${productIds}::bigint[])`,
  );
  return new Map(rows.map((row) => [row.productId, row.available]));
}

/** Kits that free units are enough for. */
export const possibleOf = (parts: readonly { each: number; available: number }[]): number =>
  parts.length === 0 ? 0 : Math.max(0, Math.min(...parts.map((part) => Math.floor(part.available / part.each))));

/** The first of these lines that the free units do not cover, as the message says it. */
export async function shortageOf(
  tx: Tx,
  warehouseId: number,
  lines: readonly { productId: number; sku: string; quantity: number }[],
): Promise<{ sku: string; needed: number; available: number } | undefined> {
  const free = await availableOf(
    tx,
    warehouseId,
    lines.map((line) => line.productId),
  );
  const short = lines.find((line) => (free.get(line.productId) ?? 0) < line.quantity);
  return short && { sku: short.sku, needed: short.quantity, available: Math.max(0, free.get(short.productId) ?? 0) };
}

/**
 * Kits of a recipe that the free parts are enough for, in one warehouse or in all that the actor sees: each makes its own,
 * parts do not travel.
 */
export const possibleKits = (tx: Tx, recipeId: Sql, warehouseId: number | undefined): Sql =>
  sql`(select coalesce(sum(w.kits), 0)::int from (
    select min(b.available / x.each) as kits from recipe_part x
    join stock_balance b on b.company_id = ${sql.company} and b.product_id = x.product_id and b.available >= x.each
    where x.company_id = ${sql.company} and x.recipe_id = ${recipeId} and ${inWarehouses(tx, sql`b.warehouse_id`)}
      and (${warehouseId ?? null}::bigint is null or b.warehouse_id = ${warehouseId ?? null}::bigint)
    group by b.warehouse_id having count(*) = (select count(*) from recipe_part y
      where y.company_id = ${sql.company} and y.recipe_id = ${recipeId})) w)`;

export interface RecipeOf {
  recipeId: number;
  version: number;
  labourCost: string;
  parts: { productId: number; sku: string; nameZh: string; nameEn: string; each: number }[];
}

/** The recipes in use of kits, by kit. */
export async function recipesOf(tx: Tx, productIds: readonly number[]): Promise<Map<number, RecipeOf>> {
  const rows = await tx.rows<RecipeOf & { kitId: number }>(
    sql`select r.product_id as kit_id, r.id as recipe_id, r.version, trim_scale(r.labour_cost)::text as labour_cost,
       ${PARTS} as parts from recipe r
     where r.company_id = ${sql.company} and r.product_id = any(${productIds}::bigint[]) and r.current`,
  );
  return new Map(rows.map(({ kitId, ...recipe }) => [kitId, recipe]));
}

/** The parts of recipe `r` as JSON, in the order in which they were typed. */
export const PARTS = sql`(select jsonb_agg(jsonb_build_object('productId', p.id, 'sku', p.sku, 'nameZh', p.name_zh,
    'nameEn', p.name_en, 'each', x.each) order by x.id)
  from recipe_part x join product p on p.company_id = ${sql.company} and p.id = x.product_id
  where x.company_id = ${sql.company} and x.recipe_id = r.id)`;

/** What a form shows once its kit is chosen. */
export async function planAssembly(tx: Tx, input: { productId: number; warehouseId?: number | undefined }) {
  const recipe = (await recipesOf(tx, [input.productId])).get(input.productId);
  const sees = tx.rights.warehouseIds === null || tx.rights.warehouseIds.includes(input.warehouseId ?? 0);
  const products = [input.productId, ...(recipe?.parts.map((part) => part.productId) ?? [])];
  const free = input.warehouseId && sees ? await availableOf(tx, input.warehouseId, products) : new Map();
  const parts = (recipe?.parts ?? []).map((part) => ({ ...part, available: free.get(part.productId) ?? 0 }));
  return {
    recipeId: recipe?.recipeId ?? null,
    version: recipe?.version ?? null,
    labourCost: recipe && maySee(tx.rights, 'seeCost') ? recipe.labourCost : null,
    parts,
    available: free.get(input.productId) ?? 0,
    possible: possibleOf(parts),
  };
}
