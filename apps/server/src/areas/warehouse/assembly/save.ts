import type { ParsedOf } from '@tradewind/contract/call.ts';
import { assemblyMay, type saveAssembly as saveCall } from '@tradewind/contract/warehouse.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { lastChange, nextNumbers, writeHistory } from '../../../core/documents.ts';
import { badField, conflict, notFound } from '../../../core/errors.ts';
import { seesWarehouse } from '../outbound/detail.ts';
import { ASSEMBLY, assemblyDocument, assemblyOf, lockAssembly } from './document.ts';
import { type RecipeOf, recipesOf } from './plan.ts';

export type AssemblyInput = Omit<ParsedOf<typeof saveCall>, 'idempotencyKey'>;
type Part = { productId: number; each: number };

/** Without lines it takes those of the recipe in use. */
export async function saveAssembly(tx: Tx, input: AssemblyInput): Promise<{ id: number; number: string }> {
  await assertWarehouse(tx, input.warehouseId);
  const recipe = (await recipesOf(tx, [input.productId])).get(input.productId);
  const lines: readonly Part[] = input.lines ?? recipe?.parts ?? [];
  if (lines.length === 0) throw badField('lines', 'warehouse.assemblyNoRecipe');
  await assertParts(tx, input.productId, lines, 'lines');
  const recipeId = recipe && isOf(recipe, lines) ? recipe.recipeId : null;
  const head = { ...input, recipeId };
  const saved =
    input.id === undefined
      ? await insertHead(tx, head, recipe?.labourCost ?? '0')
      : await updateHead(tx, input.id, head);
  await tx.rows(sql`delete from assembly_line where company_id = ${sql.company} and assembly_id = ${saved.id}`);
  await tx.rows(
    sql`insert into assembly_line (company_id, assembly_id, product_id, each, quantity)
     select ${sql.company}, ${saved.id}, r."productId", r.each, r.each * ${input.quantity}
     from jsonb_to_recordset(${sql.json(lines.map(({ productId, each }, n) => ({ n, productId, each })))}::jsonb) as r(n int, "productId" bigint, each int)
     order by r.n returning 1`,
  );
  return saved;
}

const isOf = (recipe: RecipeOf, lines: readonly Part[]): boolean =>
  recipe.parts.length === lines.length &&
  lines.every((line) => recipe.parts.some((part) => part.productId === line.productId && part.each === line.each));

type Head = AssemblyInput & { recipeId: number | null };

async function insertHead(tx: Tx, input: Head, labourOfRecipe: string) {
  const [number = ''] = await nextNumbers(tx, assemblyDocument);
  const labour = input.kind === 'assemble' ? (input.labourCost ?? labourOfRecipe) : '0';
  const [head] = await tx.rows<{ id: number }>(
    sql`insert into assembly (company_id, number, kind, warehouse_id, product_id, recipe_id, quantity, labour_cost, remark, created_at, created_by)
     values (${sql.company}, ${number}, ${input.kind}, ${input.warehouseId}, ${input.productId}, ${input.recipeId}, ${input.quantity}, ${labour}, ${input.remark}, ${tx.now}, ${tx.actor.name}) returning id`,
  );
  if (!head) throw new Error('an assembly was not written');
  writeHistory(tx, [{ docKind: ASSEMBLY, docId: head.id, event: 'created', toState: 'draft' }]);
  return { id: head.id, number };
}

async function updateHead(tx: Tx, id: number, input: Head) {
  await assemblyOf(tx, id);
  const before = await lockAssembly(tx, id);
  if (!assemblyMay('edit', before))
    throw conflict('document.state', { number: before.number, from: before.state, to: 'draft' });
  if (input.version !== before.version) throw conflict('core.stale', await lastChange(tx, ASSEMBLY, id));
  // People who may not see costs leave the cost unchanged.
  const typed = maySee(tx.rights, 'seeCost') ? input.labourCost : undefined;
  const labour = input.kind === 'assemble' ? (typed ?? before.labourCost) : '0';
  await tx.rows(
    sql`update assembly set kind = ${input.kind}, warehouse_id = ${input.warehouseId}, product_id = ${input.productId}, recipe_id = ${input.recipeId},
       quantity = ${input.quantity}, labour_cost = ${labour}, remark = ${input.remark}, version = version + 1
     where company_id = ${sql.company} and id = ${id}`,
  );
  writeHistory(tx, [{ docKind: ASSEMBLY, docId: id, event: 'edited' }]);
  return { id, number: before.number };
}

/** A provider's people do not work by our documents. */
async function assertWarehouse(tx: Tx, id: number): Promise<void> {
  const row = await tx.row<{ outside: boolean }>(
    sql`select provider_code <> '' as outside from warehouse where company_id = ${sql.company} and id = ${id}`,
  );
  if (!row || !seesWarehouse(tx, id)) throw notFound('warehouse.notFound');
  if (row.outside) throw badField('warehouseId', 'warehouse.assemblyOutside');
}

/** Bundles are left out: they have no stock. */
async function stockedSkus(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx.rows<{ id: number; sku: string }>(
    sql`select id, sku from product where company_id = ${sql.company} and id = any(${ids}::bigint[]) and kind <> 'bundle'`,
  );
  return new Map(rows.map((row) => [row.id, row.sku]));
}

/** Kit and parts exist and have stock, each part once, and no kit is its own part. `field`: the name of the list in the input. */
export async function assertParts(tx: Tx, kitId: number, parts: readonly Part[], field: string): Promise<void> {
  const products = parts.map((part) => part.productId);
  const skus = await stockedSkus(tx, [kitId, ...products]);
  if (!skus.has(kitId)) throw badField('productId', 'stock.noProduct');
  for (const [i, productId] of products.entries()) {
    const sku = skus.get(productId);
    const at = `${field}.${i}.productId`;
    if (sku === undefined) throw badField(at, 'stock.noProduct');
    if (productId === kitId) throw badField(at, 'warehouse.assemblyOfItself', { sku });
    if (products.indexOf(productId) < i) throw badField(at, 'warehouse.transferTwice', { sku });
  }
}
