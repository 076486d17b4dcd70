import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { RecipeFilter, RecipeRow, saveRecipe as saveCall } from '@tradewind/contract/warehouse.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { beginsWith } from '../../../core/database/statement.ts';
import { lastChange, writeHistory } from '../../../core/documents.ts';
import { conflict, notFound } from '../../../core/errors.ts';
import { defineList } from '../../../core/lists.ts';
import { PARTS, possibleKits } from './plan.ts';
import { assertParts } from './save.ts';

/** The recipes in use, newest first. */
export const recipes = defineList<RecipeFilter, RecipeRow>({
  table: 'recipe',
  as: 'r',
  scope: () => sql`r.current`,
  filters: {
    text: (typed) => sql`exists (select from product k where k.company_id = ${sql.company} and k.id = r.product_id
      and (${beginsWith(sql`k.sku`, typed.toUpperCase())} or position(lower(${typed}) in lower(k.name_zh)) > 0
        or position(lower(${typed}) in lower(k.name_en)) > 0))`,
    partId: (id) => sql`exists (select from recipe_part x where x.company_id = ${sql.company} and x.recipe_id = r.id
      and x.product_id = ${id})`,
    // It chooses where kits can be made, not which recipes are listed.
    warehouseId: () => undefined,
  },
  order: sql`r.id desc`,
  columns: sql`r.id, r.product_id, g.sku, g.name_zh, g.name_en, r.version, trim_scale(r.labour_cost)::text as labour_cost, r.remark,
    ${PARTS} as parts, n.possible, r.created_by, r.created_at`,
  joins: (tx, { warehouseId }) => sql`join product g on g.company_id = ${sql.company} and g.id = r.product_id
    cross join lateral (select ${possibleKits(tx, sql`r.id`, warehouseId)} as possible) n`,
  row: (row, tx) => ({ ...row, labourCost: maySee(tx.rights, 'seeCost') ? row.labourCost : null }),
  missing: 'warehouse.recipeNotFound',
});

const HISTORY = 'recipe';

/** A new version; documents keep the one that they were made by. @throws conflict core.stale */
export async function saveRecipe(tx: Tx, input: Omit<ParsedOf<typeof saveCall>, 'idempotencyKey'>) {
  const { productId, parts } = input;
  await assertParts(tx, productId, parts, 'parts');
  const [last] = await tx.rows<{ id: number; version: number; current: boolean; labourCost: string }>(
    sql`select id, version, current, labour_cost::text as labour_cost from recipe
      where company_id = ${sql.company} and product_id = ${productId} order by version desc limit 1 for update`,
  );
  if (input.version !== (last?.current ? last.version : 0))
    throw conflict('core.stale', await lastChange(tx, HISTORY, productId));
  const version = (last?.version ?? 0) + 1;
  const typed = maySee(tx.rights, 'seeCost') ? input.labourCost : undefined;
  const labour = typed ?? (last?.current ? last.labourCost : '0');
  await tx.rows(
    sql`update recipe set current = false where company_id = ${sql.company} and product_id = ${productId} and current`,
  );
  // Two first versions at once: the second one is refused.
  const [row] = await tx.rows<{ id: number }>(
    sql`insert into recipe (company_id, product_id, version, labour_cost, remark, created_at, created_by)
     values (${sql.company}, ${productId}, ${version}, ${labour}, ${input.remark}, ${tx.now}, ${tx.actor.name})
     on conflict do nothing returning id`,
  );
  if (!row) throw conflict('core.stale', await lastChange(tx, HISTORY, productId));
  await tx.rows(
    sql`insert into recipe_part (company_id, recipe_id, product_id, each)
     select ${sql.company}, ${row.id}, r."productId", r.each from jsonb_to_recordset(${sql.json(parts.map((one, n) => ({ n, ...one })))}::jsonb) as r(n int, "productId" bigint, each int)
     order by r.n returning 1`,
  );
  // One history for all versions of a kit's recipe.
  writeHistory(tx, [{ docKind: HISTORY, docId: productId, event: 'saved', detail: { version } }]);
  return { id: row.id, version };
}

export async function retireRecipe(tx: Tx, id: number): Promise<void> {
  const [row] = await tx.rows<{ productId: number; version: number }>(
    sql`update recipe set current = false where company_id = ${sql.company} and id = ${id} and current returning product_id, version`,
  );
  if (!row) throw notFound('warehouse.recipeNotFound');
  writeHistory(tx, [{ docKind: HISTORY, docId: row.productId, event: 'retired', detail: { version: row.version } }]);
}
