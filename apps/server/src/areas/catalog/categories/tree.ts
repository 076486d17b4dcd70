import { CATEGORIES_AT_MOST, CATEGORY_LEVELS, type Category } from '@tradewind/contract/catalog.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { badField, notFound } from '../../../core/errors.ts';
import { arrayOf } from '../../../core/scope.ts';

const COLUMNS = sql`c.id, c.parent_id, c.depth, c.name_zh, c.name_en, c.full_zh, c.full_en, c.hs_code, c.battery, c.version`;

/** In their set order, parents before children. */
export async function categoryTree(tx: Tx): Promise<Category[]> {
  const rows = await tx.rows<Category>(
    sql`select ${COLUMNS} from category c where c.company_id = ${sql.company} order by c.place, c.id limit ${sql.literal(CATEGORIES_AT_MOST)}`,
  );
  const children = Map.groupBy(rows, (row) => row.parentId ?? 0);
  const walk = (parentId: number): Category[] =>
    (children.get(parentId) ?? []).flatMap((row) => [row, ...walk(row.id)]);
  return walk(0);
}

/** @throws notFound. Writers hold the tree, so the row stays as it is. */
export async function categoryOf(tx: Tx, id: number): Promise<Category> {
  const row = await tx.row<Category>(
    sql`select ${COLUMNS} from category c where c.company_id = ${sql.company} and c.id = ${id}`,
  );
  if (!row) throw notFound('catalog.noCategory');
  return row;
}

export const categoryExists = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.row(sql`select 1 as there from category where company_id = ${sql.company} and id = ${id}`)) !== undefined;

/** Ids of a category and of all below it, as an array: an index on the category's id serves the condition. */
export const withBelow = (id: number): Sql =>
  sql`array(select b.id from category a join category b on b.company_id = ${sql.company} and starts_with(b.path, a.path)
    where a.company_id = ${sql.company} and a.id = ${id})`;

/** The condition of a filter by category: those below it included; 0: without one. */
export const inCategory = (column: Sql, id: number): Sql =>
  id === 0 ? sql`${column} is null` : sql`${column} = any(${withBelow(id)})`;

/** Allows one change of the tree at a time: two moves that are valid alone could form a circle together. */
export const holdTree = (tx: Tx): Promise<unknown> =>
  tx.rows(sql`select pg_advisory_xact_lock(hashtextextended('category:' || ${sql.company}::text, 0))`);

/** Writes path, depth and full names of these categories and of all below them, after they moved or have a new name. */
export async function settleBelow(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.rows(sql`with recursive below as (
      select c.id, coalesce(p.path, '') || c.id || '.' as path, coalesce(p.depth, 0) + 1 as depth,
        coalesce(p.full_zh || ' / ', '') || coalesce(nullif(c.name_zh, ''), c.name_en) as full_zh,
        coalesce(p.full_en || ' / ', '') || coalesce(nullif(c.name_en, ''), c.name_zh) as full_en
      from category c left join category p on p.company_id = ${sql.company} and p.id = c.parent_id
      where c.company_id = ${sql.company} and c.id = any(${arrayOf(ids)}::bigint[])
      union all
      select c.id, b.path || c.id || '.', b.depth + 1, b.full_zh || ' / ' || coalesce(nullif(c.name_zh, ''), c.name_en),
        b.full_en || ' / ' || coalesce(nullif(c.name_en, ''), c.name_zh)
      from below b join category c on c.company_id = ${sql.company} and c.parent_id = b.id)
    update category c set path = b.path, depth = b.depth, full_zh = b.full_zh, full_en = b.full_en
    from below b where c.company_id = ${sql.company} and c.id = b.id`);
}

/** Whether a category, new (0) or with all below it, may stand under this one. Null: at the top. */
export async function assertParent(tx: Tx, parentId: number | null, id = 0): Promise<void> {
  if (parentId === null) return;
  const found = await tx.row<{ depth: number; inside: boolean; levels: number }>(sql`
    select p.depth, coalesce(starts_with(p.path, c.path), false) as inside,
      coalesce((select max(b.depth) from category b where b.company_id = ${sql.company} and starts_with(b.path, c.path)) - c.depth, 0)::int as levels
    from category p left join category c on c.company_id = ${sql.company} and c.id = ${id}
    where p.company_id = ${sql.company} and p.id = ${parentId}`);
  if (!found) throw badField('parentId', 'catalog.noCategory');
  if (found.inside) throw badField('parentId', 'catalog.categoryInside');
  if (found.depth + 1 + found.levels > CATEGORY_LEVELS)
    throw badField('parentId', 'catalog.categoryTooDeep', { levels: CATEGORY_LEVELS });
}

/** No sibling has one of the two names already. */
export async function assertNames(
  tx: Tx,
  { parentId, nameZh, nameEn }: { parentId: number | null; nameZh: string; nameEn: string },
  id = 0,
): Promise<void> {
  if (nameZh === '' && nameEn === '') throw badField('nameZh', 'catalog.nameMissing');
  const taken = await tx.row<{ zh: boolean }>(sql`select name_zh = ${nameZh} and name_zh <> '' as zh from category
    where company_id = ${sql.company} and coalesce(parent_id, 0) = ${parentId ?? 0} and id <> ${id}
      and ((name_zh = ${nameZh} and name_zh <> '') or (name_en = ${nameEn} and name_en <> '')) limit 1`);
  if (taken)
    throw badField(taken.zh ? 'nameZh' : 'nameEn', 'catalog.categoryTaken', { name: taken.zh ? nameZh : nameEn });
}

/** Places a category among the children of a parent and numbers these anew. */
export async function placeAmong(tx: Tx, id: number, parentId: number | null, place: number): Promise<void> {
  await tx.rows(sql`with others as (
      select id, row_number() over (order by place, id) - 1 as at from category
      where company_id = ${sql.company} and coalesce(parent_id, 0) = ${parentId ?? 0} and id <> ${id}),
    placed as (
      select id, case when at >= ${place}::int then at + 1 else at end as place from others
      union all select ${id}::bigint, least(${place}::bigint, (select count(*) from others)))
    update category c set place = p.place from placed p where c.company_id = ${sql.company} and c.id = p.id`);
}
