import { rights } from '@tradewind/contract/access/modules.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import {
  CATEGORIES_AT_MOST,
  CATEGORY_LEVELS,
  type moveCategory as moveCall,
  type removeCategory as removeCall,
  type saveCategory as saveCall,
} from '@tradewind/contract/catalog.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import { type Ctx, mayPress } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { lastChange, readHistory, writeHistory } from '../../../core/documents.ts';
import { badField, conflict, forbidden } from '../../../core/errors.ts';
import { nameIn } from '../../../core/text/names.ts';
import { ownAttributes, saveAttributes } from './attributes.ts';
import { assertNames, assertParent, categoryOf, holdTree, placeAmong, settleBelow } from './tree.ts';

const DOC = 'category';
const LAST = 10_000;
const deleted = defineAction('catalog.categoryDeleted', ['删除产品分类', 'Category deleted']);

export async function findCategory(tx: Tx, id: number) {
  const category = await categoryOf(tx, id);
  const history = await readHistory(tx, DOC, id);
  return {
    ...category,
    attributes: await ownAttributes(tx, id),
    history: history.map(({ fromState: _from, toState: _to, ...event }) => ({ ...event, at: event.at.toISOString() })),
  };
}

/** Adds a category, or changes one. @throws conflict core.stale when it has changed since `version` */
export async function saveCategory(tx: Tx, ctx: Ctx, input: ParsedOf<typeof saveCall>) {
  if (!mayPress(ctx.rights, input.id ? rights.category.edit : rights.category.add)) throw forbidden();
  await holdTree(tx);
  const saved = input.id ? await change(tx, input.id, input) : await addCategory(tx, input);
  if (input.attributes) await saveAttributes(tx, saved.id, input.attributes);
  return saved;
}

type NewCategory = Pick<ParsedOf<typeof saveCall>, 'parentId' | 'nameZh' | 'nameEn' | 'hsCode' | 'battery'>;

/** At the end of its siblings. */
export async function addCategory(
  tx: Tx,
  { parentId = null, nameZh, nameEn, hsCode, battery }: NewCategory,
): Promise<{ id: number; version: number }> {
  await assertParent(tx, parentId);
  await assertNames(tx, { parentId, nameZh, nameEn });
  const { many } = (await tx.row<{ many: number }>(
    sql`select count(*)::int as many from category where company_id = ${sql.company}`,
  )) ?? { many: 0 };
  if (many >= CATEGORIES_AT_MOST) throw badField('nameZh', 'catalog.tooManyCategories', { most: CATEGORIES_AT_MOST });
  const row = await tx.row<{ id: number }>(sql`
    insert into category (company_id, parent_id, name_zh, name_en, hs_code, battery)
    values (${sql.company}, ${parentId}, ${nameZh}, ${nameEn}, ${hsCode}, ${battery}) returning id`);
  if (!row) throw new Error('The category was not written');
  await placeAmong(tx, row.id, parentId, LAST);
  await settleBelow(tx, [row.id]);
  writeHistory(tx, [{ docKind: DOC, docId: row.id, event: 'created' }]);
  return { id: row.id, version: 1 };
}

async function change(tx: Tx, id: number, input: ParsedOf<typeof saveCall>) {
  const before = await categoryOf(tx, id);
  if (before.version !== input.version) throw conflict('core.stale', await lastChange(tx, DOC, id));
  const { parentId = before.parentId, nameZh, nameEn, hsCode, battery } = input;
  const moved = parentId !== before.parentId;
  if (moved) await assertParent(tx, parentId, id);
  await assertNames(tx, { parentId, nameZh, nameEn }, id);
  await tx.rows(sql`update category set parent_id = ${parentId}, name_zh = ${nameZh}, name_en = ${nameEn}, hs_code = ${hsCode},
    battery = ${battery}, version = version + 1 where company_id = ${sql.company} and id = ${id}`);
  if (moved) await placeAmong(tx, id, parentId, LAST);
  await settleBelow(tx, [id]);
  const changes = Object.entries({ parentId, nameZh, nameEn, hsCode, battery }).flatMap(([name, value]) => {
    const old = before[name as keyof typeof before];
    return old === value ? [] : [[name, [old, value]] as const];
  });
  writeHistory(tx, [{ docKind: DOC, docId: id, event: 'edited', detail: { changes: Object.fromEntries(changes) } }]);
  return { id, version: before.version + 1 };
}

export async function moveCategory(tx: Tx, { id, parentId, place }: ParsedOf<typeof moveCall>): Promise<void> {
  await holdTree(tx);
  const before = await categoryOf(tx, id);
  await assertParent(tx, parentId, id);
  await assertNames(tx, { ...before, parentId }, id);
  await tx.rows(sql`update category set parent_id = ${parentId}, version = version + 1
    where company_id = ${sql.company} and id = ${id}`);
  await placeAmong(tx, id, parentId, place);
  await settleBelow(tx, [id]);
  const detail = { changes: { parentId: [before.parentId, parentId] } };
  writeHistory(tx, [{ docKind: DOC, docId: id, event: 'moved', detail }]);
}

/** @throws conflict catalog.categoryInUse when it is not empty and nobody inherits */
export async function removeCategory(tx: Tx, ctx: Ctx, { id, heirId }: ParsedOf<typeof removeCall>): Promise<void> {
  await holdTree(tx);
  const category = await categoryOf(tx, id);
  const name = nameIn(ctx.language, category);
  if (heirId) await bequeath(tx, id, heirId);
  const used = await tx.row<{ products: boolean; children: boolean }>(sql`select
    exists (select from product where company_id = ${sql.company} and category_id = ${id})
      or exists (select from product_family where company_id = ${sql.company} and category_id = ${id}) as products,
    exists (select from category where company_id = ${sql.company} and parent_id = ${id}) as children`);
  if (used && (used.products || used.children)) throw conflict('catalog.categoryInUse', { name });
  await tx.rows(sql`delete from category where company_id = ${sql.company} and id = ${id}`);
  writeHistory(tx, [{ docKind: DOC, docId: id, event: 'deleted', detail: { name, heirId: heirId ?? null } }]);
  writeAudit(tx, [{ action: deleted, targetKind: DOC, targetId: id, targetName: name, detail: { heirId } }]);
}

/** Products and subcategories go to the heir. @throws badField heirId */
async function bequeath(tx: Tx, id: number, heirId: number): Promise<void> {
  const heir = await tx.row<{ inside: boolean; depth: number; taken: string | null }>(sql`
    select starts_with(h.path, c.path) as inside,
      h.depth - c.depth + (select max(b.depth) from category b
        where b.company_id = ${sql.company} and starts_with(b.path, c.path)) as depth,
      (select coalesce(nullif(x.name_zh, ''), x.name_en)
        from category x join category y on y.company_id = ${sql.company} and y.parent_id = h.id and y.id <> x.id
          and ((x.name_zh <> '' and x.name_zh = y.name_zh) or (x.name_en <> '' and x.name_en = y.name_en))
        where x.company_id = ${sql.company} and x.parent_id = c.id limit 1) as taken
    from category c, category h
    where c.company_id = ${sql.company} and c.id = ${id} and h.company_id = ${sql.company} and h.id = ${heirId}`);
  if (!heir) throw badField('heirId', 'catalog.noCategory');
  if (heir.inside) throw badField('heirId', 'catalog.categoryInside');
  if (heir.depth > CATEGORY_LEVELS) throw badField('heirId', 'catalog.categoryTooDeep', { levels: CATEGORY_LEVELS });
  if (heir.taken !== null) throw badField('heirId', 'catalog.categoryTaken', { name: heir.taken });
  await tx.rows(
    sql`update category set parent_id = ${heirId}, place = place + ${LAST} where company_id = ${sql.company} and parent_id = ${id}`,
  );
  await settleBelow(tx, [heirId]);
  await tx.rows(sql`update product_family set category_id = ${heirId}, version = version + 1, updated_at = ${tx.now}
    where company_id = ${sql.company} and category_id = ${id}`);
  await tx.rows(sql`update product set category_id = ${heirId}, version = version + 1, updated_at = ${tx.now}
    where company_id = ${sql.company} and category_id = ${id}`);
}

/** Enabled products of each category, and together with those below it. */
export function categoryStatics(tx: Tx, ctx: Ctx) {
  const name = ctx.language === 'zh' ? sql`c.full_zh` : sql`c.full_en`;
  return tx.rows<{ categoryId: number | null; category: string; products: number; productsBelow: number }>(sql`
    with counted as (select category_id, count(*)::int as n from product
      where company_id = ${sql.company} and enabled group by category_id),
    summed as (select above.id::bigint as id, sum(n.n)::int as n from counted n
      join category c on c.company_id = ${sql.company} and c.id = n.category_id
      cross join unnest(string_to_array(rtrim(c.path, '.'), '.')) as above(id) group by 1)
    select c.id as "categoryId", ${name} as category, coalesce(n.n, 0) as products, coalesce(s.n, 0) as "productsBelow"
    from category c left join counted n on n.category_id = c.id left join summed s on s.id = c.id where c.company_id = ${sql.company}
    union all select null, '', n.n, n.n from counted n where n.category_id is null
    order by 4 desc, 2`);
}
