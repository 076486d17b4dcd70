import { CATEGORIES_AT_MOST, CATEGORY_LEVELS, type Category } from '@tradewind/contract/catalog.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { Fail } from '../../../core/errors.ts';
import { categoryTree, holdTree, settleBelow } from './tree.ts';

/** The levels that a cell of a sheet names: "Home / Lamps". */
const levelsOf = (text: string): string[] =>
  text
    .split(/[/＞>]/)
    .map((level) => level.trim())
    .filter(Boolean);
const same = (a: string, b: string) => a !== '' && a.toLowerCase() === b.toLowerCase();

/** The categories of a company by what sheets call them. */
class Names {
  readonly #children: Map<number, Category[]>;
  readonly #all: readonly Category[];
  constructor(all: readonly Category[]) {
    this.#all = all;
    this.#children = Map.groupBy(all, (one) => one.parentId ?? 0);
  }
  /** The deepest category that exists on the way down, and the levels that are missing below it. */
  find(levels: readonly string[]): { id: number; missing: readonly string[] } {
    // One name alone may stand for a category at any level, if only one has it.
    const [only, ...more] = levels;
    if (only !== undefined && more.length === 0) {
      const named = this.#all.filter((one) => same(one.nameZh, only) || same(one.nameEn, only));
      if (named.length === 1 && named[0]) return { id: named[0].id, missing: [] };
    }
    let id = 0;
    for (const [at, level] of levels.entries()) {
      const next = (this.#children.get(id) ?? []).find((one) => same(one.nameZh, level) || same(one.nameEn, level));
      if (!next) return { id, missing: levels.slice(at) };
      id = next.id;
    }
    return { id, missing: [] };
  }
}

export type TextProblem = { code: string; params?: Record<string, string | number> };

/** What is wrong with these names of categories: too many levels, or new ones where the actor may add none. */
export async function wrongCategories(
  tx: Tx,
  texts: readonly string[],
  mayAdd: boolean,
): Promise<Map<string, TextProblem>> {
  const names = new Names(await categoryTree(tx));
  const wrong = new Map<string, TextProblem>();
  for (const text of new Set(texts)) {
    const levels = levelsOf(text);
    if (levels.length === 0) continue;
    if (levels.length > CATEGORY_LEVELS)
      wrong.set(text, { code: 'catalog.categoryTooDeep', params: { levels: CATEGORY_LEVELS } });
    else if (levels.some((level) => level.length > 100)) wrong.set(text, { code: 'catalog.categoryLong' });
    else if (names.find(levels).missing.length > 0 && !mayAdd)
      wrong.set(text, { code: 'catalog.categoryUnknown', params: { name: text } });
  }
  return wrong;
}

/** The category of each text that names one which exists. */
export async function knownCategories(tx: Tx, texts: readonly string[]): Promise<Map<string, number>> {
  if (texts.length === 0) return new Map();
  const names = new Names(await categoryTree(tx));
  return new Map(
    [...new Set(texts)].flatMap((text) => {
      const { id, missing } = names.find(levelsOf(text));
      return id > 0 && missing.length === 0 ? [[text, id] as const] : [];
    }),
  );
}

/** The category of each text; makes those that are missing. A text without a name has none. */
export async function categoriesOf(tx: Tx, texts: readonly string[]): Promise<Map<string, number>> {
  const wished = [...new Set(texts)]
    .map((text) => ({ text, levels: levelsOf(text) }))
    .filter((one) => one.levels.length > 0);
  const found = new Map<string, number>();
  if (wished.length === 0) return found;
  await holdTree(tx);
  let names = new Names(await categoryTree(tx));
  for (;;) {
    const missing = new Map<string, { parentId: number; name: string }>();
    for (const { text, levels } of wished) {
      const { id, missing: more } = names.find(levels);
      if (more[0] === undefined) found.set(text, id);
      else missing.set(`${id}/${more[0].toLowerCase()}`, { parentId: id, name: more[0] });
    }
    if (missing.size === 0) return found;
    // Level by level, each in one statement.
    await addAll(tx, [...missing.values()]);
    names = new Names(await categoryTree(tx));
  }
}

async function addAll(tx: Tx, made: readonly { parentId: number; name: string }[]): Promise<void> {
  const { many } = (await tx.row<{ many: number }>(
    sql`select count(*)::int as many from category where company_id = ${sql.company}`,
  )) ?? { many: 0 };
  if (many + made.length > CATEGORIES_AT_MOST)
    throw new Fail('catalog.tooManyCategories', 422, { most: CATEGORIES_AT_MOST });
  const rows = made.map(({ parentId, name }) => ({
    parentId: parentId || null,
    nameZh: /\p{Script=Han}/u.test(name) ? name : '',
    nameEn: /\p{Script=Han}/u.test(name) ? '' : name,
  }));
  const added = await tx.rows<{ id: number }>(sql`
    insert into category (company_id, parent_id, name_zh, name_en, place)
    select ${sql.company}, r."parentId", r."nameZh", r."nameEn", 9999
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("parentId" bigint, "nameZh" text, "nameEn" text) returning id`);
  await settleBelow(
    tx,
    added.map(({ id }) => id),
  );
  writeHistory(
    tx,
    added.map(({ id }) => ({ docKind: 'category', docId: id, event: 'created', detail: { by: 'import' } })),
  );
}
