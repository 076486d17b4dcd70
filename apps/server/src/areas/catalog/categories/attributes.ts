import type { ParsedOf } from '@tradewind/contract/call.ts';
import { attributeKey, type CategoryAttribute, type saveCategory } from '@tradewind/contract/catalog.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField, notFound } from '../../../core/errors.ts';
import { arrayOf } from '../../../core/scope.ts';

const COLUMNS = sql`a.id, a.category_id, a.name_zh, a.name_en, a.kind, a.unit, a.choices, a.required, a.countries`;

export const ownAttributes = (tx: Tx, categoryId: number): Promise<CategoryAttribute[]> =>
  tx.rows<CategoryAttribute>(sql`select ${COLUMNS} from category_attribute a
    where a.company_id = ${sql.company} and a.category_id = ${categoryId} order by a.place, a.id`);

/** What products of a category have: the attributes from the top down, and the nearest default of each. */
export async function attributesFor(tx: Tx, categoryId: number) {
  const above = await tx.rows<{ id: number; hsCode: string | null; battery: boolean | null }>(sql`
    select a.id, a.hs_code, a.battery from category c
    join category a on a.company_id = ${sql.company} and starts_with(c.path, a.path)
    where c.company_id = ${sql.company} and c.id = ${categoryId} order by a.depth desc`);
  if (above.length === 0) throw notFound('catalog.noCategory');
  const attributes = await tx.rows<CategoryAttribute>(sql`select ${COLUMNS} from category_attribute a
    join category c on c.company_id = ${sql.company} and c.id = a.category_id
    where a.company_id = ${sql.company} and a.category_id = any(${above.map((one) => one.id)}::bigint[])
    order by c.depth, a.place, a.id`);
  return {
    attributes,
    hsCode: above.find((one) => one.hsCode !== null)?.hsCode ?? null,
    battery: above.find((one) => one.battery !== null)?.battery ?? null,
  };
}

type Template = NonNullable<ParsedOf<typeof saveCategory>['attributes']>;

/** Makes the category's own attributes these, in their order. An attribute that stays keeps its kind. */
export async function saveAttributes(tx: Tx, categoryId: number, template: Template): Promise<void> {
  const before = new Map((await ownAttributes(tx, categoryId)).map((one) => [one.id, one]));
  const names = { zh: new Map<string, number>(), en: new Map<string, number>() };
  for (const [at, one] of template.entries()) {
    const field = (name: string) => `attributes.${at}.${name}`;
    if (one.nameZh === '' && one.nameEn === '') throw badField(field('nameZh'), 'catalog.nameMissing');
    if (names.zh.has(one.nameZh)) throw badField(field('nameZh'), 'catalog.attributeTwice', { name: one.nameZh });
    if (names.en.has(one.nameEn)) throw badField(field('nameEn'), 'catalog.attributeTwice', { name: one.nameEn });
    if (one.nameZh) names.zh.set(one.nameZh, at);
    if (one.nameEn) names.en.set(one.nameEn, at);
    const kept = one.id === undefined ? undefined : before.get(one.id);
    if (one.id !== undefined && !kept) throw badField(field('id'), 'catalog.noAttribute');
    if (kept && kept.kind !== one.kind) throw badField(field('kind'), 'catalog.attributeKind');
    if (one.kind === 'choice' && one.choices.length === 0) throw badField(field('choices'), 'catalog.choicesMissing');
  }
  const kept = template.flatMap((one) => (one.id === undefined ? [] : [one.id]));
  await tx.rows(sql`delete from category_attribute
    where company_id = ${sql.company} and category_id = ${categoryId} and id <> all(${arrayOf(kept)}::bigint[])`);
  const rows = template.map((one, place) => ({
    ...one,
    place,
    choices: one.kind === 'choice' ? [...new Set(one.choices)] : [],
  }));
  const requested = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id bigint, "nameZh" text, "nameEn" text, kind text,
    unit text, choices jsonb, required boolean, countries jsonb, place int)`;
  const listed = sql`array(select jsonb_array_elements_text(r.choices)), r.required, array(select jsonb_array_elements_text(r.countries)), r.place`;
  await tx.rows(sql`update category_attribute a set name_zh = r."nameZh", name_en = r."nameEn", unit = r.unit,
      (choices, required, countries, place) = row(${listed})
    from ${requested} where a.company_id = ${sql.company} and a.id = r.id`);
  await tx.rows(sql`insert into category_attribute (company_id, category_id, name_zh, name_en, kind, unit, choices, required, countries, place)
    select ${sql.company}, ${categoryId}, r."nameZh", r."nameEn", r.kind, r.unit, ${listed} from ${requested} where r.id is null returning 1`);
}

const GOOD: Record<CategoryAttribute['kind'], (value: string, of: CategoryAttribute) => boolean> = {
  text: () => true,
  number: (value) => /^-?\d{1,13}(\.\d{1,6})?$/.test(value),
  choice: (value, { choices }) => choices.includes(value),
  flag: (value) => value === 'true' || value === 'false',
  day: (value) => /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(value) && !Number.isNaN(Date.parse(value)),
};

/**
 * The values that a product of the category keeps: those of its attributes. A value of before that no longer fits its
 * attribute may stay.
 * @throws badField `attributes.<key>` where a value does not fit, or is missing though it is required everywhere
 */
export async function checkedAttributes(
  tx: Tx,
  categoryId: number | null,
  values: Readonly<Record<string, string>>,
  before: Readonly<Record<string, string>> = {},
): Promise<Record<string, string>> {
  if (categoryId === null) return {};
  const { attributes } = await attributesFor(tx, categoryId);
  const kept: Record<string, string> = {};
  for (const one of attributes) {
    const key = attributeKey(one.id);
    const value = values[key]?.trim() ?? '';
    const field = `attributes.${key}`;
    const name = one.nameZh || one.nameEn;
    if (value === '') {
      if (one.required && one.countries.length === 0) throw badField(field, 'catalog.attributeMissing', { name });
      continue;
    }
    if (value !== before[key] && !GOOD[one.kind](value, one))
      throw badField(field, 'catalog.attributeBad', { name, value });
    kept[key] = value;
  }
  return kept;
}
