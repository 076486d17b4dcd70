import { rights } from '@tradewind/contract/access/modules.ts';
import { text } from '@tradewind/contract/call.ts';
import { countryOrAll } from '@tradewind/contract/catalog/customs.ts';
import {
  type CustomsRow,
  customsShapes,
  type ProductFilter,
  productFields,
  productFilter,
} from '@tradewind/contract/catalog.ts';
import { z } from 'zod';
import { type Ctx, mayPress } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { addRows, updateRows } from '../../../core/database/write.ts';
import { writeHistory } from '../../../core/documents.ts';
import { defineExport, type ExportColumn, partOf } from '../../../core/exports.ts';
import { defineImport, type ImportColumn, type ImportRow, type Problem, type Verdict } from '../../../core/imports.ts';
import { arrayOf } from '../../../core/scope.ts';
import { knownCategories } from '../categories/by-text.ts';
import type { customsData } from '../product-papers.tables.ts';
import { products } from '../products/list.ts';
import { productIdsBySku } from '../products/lookups.ts';
import { CUSTOMS_COLUMNS, changesOf, customsProblem, docOf, hasRate } from './customs.service.ts';

/** Of a product or of a category. An empty cell keeps the field. */
const row = z.strictObject({
  sku: productFields.sku.optional(),
  category: text(700).optional(),
  country: countryOrAll(),
  ...z.object(customsShapes).partial().shape,
});
type Row = z.output<typeof row>;
type Fields = Omit<Row, 'sku' | 'category' | 'country'>;

const capitals = (text: string) => text.toUpperCase();
const ALL = /^(\*|all|all others|通用)$/i;
const UP_TO_100 = ['最多 100 个字', 'Up to 100 characters'] as const;

const COLUMNS = [
  {
    key: 'sku',
    title: ['主 SKU', 'Main SKU'],
    example: 'TW-LAMP-01',
    hint: ['产品档案中的 SKU；填写分类时留空', 'A SKU in the product archive; empty in a row of a category'],
    read: capitals,
  },
  {
    key: 'category',
    title: ['分类', 'Category'],
    example: '',
    hint: ['按分类申报时填写，如 家居 / 灯具', 'In a row of a category: Home / Lamps'],
  },
  {
    key: 'country',
    title: ['国家/地区', 'Country'],
    required: true,
    example: 'US',
    hint: ['两位代码；* 为通用，即其他国家/地区', 'Two letters; * stands for all other countries'],
    read: (text: string) => (ALL.test(text.trim()) ? '*' : text),
  },
  {
    key: 'hsExport',
    title: ['出口 HS 编码', 'HS code for export'],
    example: '9405210090',
    hint: ['4 到 13 位数字', '4 to 13 digits'],
  },
  {
    key: 'hsImport',
    title: ['进口 HS 编码', 'HS code for import'],
    example: '9405218000',
    hint: ['4 到 13 位数字', '4 to 13 digits'],
  },
  {
    key: 'nameZh',
    title: ['中文品名', 'Chinese name'],
    example: '台灯',
    hint: ['写明具体货物', 'Name the goods themselves'],
  },
  {
    key: 'nameEn',
    title: ['英文品名', 'English name'],
    example: 'LED desk lamp',
    hint: ['写明具体货物', 'Name the goods themselves'],
  },
  { key: 'material', title: ['材质', 'Material'], example: '塑料', hint: UP_TO_100 },
  { key: 'purpose', title: ['用途', 'Use'], example: '照明', hint: UP_TO_100 },
  {
    key: 'origin',
    title: ['原产国', 'Origin'],
    example: 'CN',
    hint: ['两位国家代码', 'Two-letter country code'],
    read: capitals,
  },
  {
    key: 'value',
    title: ['申报价值', 'Declared value'],
    example: '6.5',
    hint: ['每件，大于 0', 'Per unit, above zero'],
  },
  {
    key: 'cap',
    title: ['申报上限', 'Cap'],
    example: '',
    hint: ['每件申报金额不超过此数', 'No unit is declared for more'],
  },
  {
    key: 'currency',
    title: ['币种', 'Currency'],
    example: 'USD',
    hint: ['三位代码，默认 USD', 'Three letters, USD if empty'],
    read: capitals,
  },
] as const satisfies readonly ImportColumn[];

interface Owned {
  productId: number | null;
  categoryId: number | null;
}
const keyOf = ({ productId, categoryId, country }: Owned & { country: string }) =>
  `${productId ?? ''} ${categoryId ?? ''} ${country}`;

/** Whose rows these are, and what exists of them. */
class Owners {
  readonly #products: ReadonlyMap<string, number>;
  readonly #categories: ReadonlyMap<string, number>;
  readonly #known: ReadonlyMap<string, CustomsRow>;
  private constructor(products: Map<string, number>, categories: Map<string, number>, known: Map<string, CustomsRow>) {
    this.#products = products;
    this.#categories = categories;
    this.#known = known;
  }
  static async of(tx: Tx, rows: readonly Row[]): Promise<Owners> {
    const [products, categories] = await Promise.all([
      productIdsBySku(tx, [...new Set(rows.flatMap((one) => one.sku || []))]),
      knownCategories(
        tx,
        rows.flatMap((one) => one.category || []),
      ),
    ]);
    const known = await tx.rows<CustomsRow>(sql`select ${CUSTOMS_COLUMNS} from customs_data d
      where d.company_id = ${sql.company} and (d.product_id = any(${arrayOf([...products.values()])}::bigint[])
        or d.category_id = any(${arrayOf([...categories.values()])}::bigint[]))`);
    return new Owners(products, categories, new Map(known.map((one) => [keyOf(one), one])));
  }
  owner({ sku, category }: Row): Owned {
    const productId = sku ? (this.#products.get(sku) ?? null) : null;
    return { productId, categoryId: category ? (this.#categories.get(category) ?? null) : null };
  }
  before(owned: Owned, country: string): CustomsRow | undefined {
    return this.#known.get(keyOf({ ...owned, country }));
  }
}

/** What a row names: a product or a category, that exists and that the actor may change. */
function ownerProblem({ rights: mine }: Ctx, { sku, category }: Row, owned: Owned): Problem | undefined {
  if (!sku === !category) return { column: 'sku', code: 'catalog.customsOwner' };
  if (sku && owned.productId === null) return { column: 'sku', code: 'catalog.skuUnknown', params: { sku } };
  if (!category) return undefined;
  if (!mayPress(mine, rights.category.edit)) return { column: 'category', code: 'catalog.customsOfCategory' };
  if (owned.categoryId === null)
    return { column: 'category', code: 'catalog.categoryNotFound', params: { name: category } };
  return undefined;
}

/** What is declared afterwards. */
const merged = (before: CustomsRow | undefined, { sku: _sku, category: _of, country, ...filled }: Row) => {
  const empty = { hsExport: '', hsImport: '', nameZh: '', nameEn: '', material: '', purpose: '', origin: '' };
  const {
    id: _id,
    version: _version,
    productId: _product,
    categoryId: _category,
    ...was
  } = before ?? ({} as Partial<CustomsRow>);
  return { ...empty, value: null, cap: null, currency: 'USD', ...was, ...(filled as Fields), country };
};

async function check(tx: Tx, ctx: Ctx, rows: readonly ImportRow<Row>[]): Promise<Map<number, Verdict>> {
  const owners = await Owners.of(
    tx,
    rows.map((one) => one.value),
  );
  const rates = new Map<string, boolean>();
  const lines = new Map<string, number>();
  const verdicts = new Map<number, Verdict>();
  for (const { line, value } of rows) {
    const owned = owners.owner(value);
    const before = owners.before(owned, value.country);
    const verdict: Verdict = { action: before ? 'update' : 'create', problems: [] };
    verdicts.set(line, verdict);
    const unowned = ownerProblem(ctx, value, owned);
    const key = keyOf({ ...owned, country: value.country });
    // A category has several names.
    const twin = lines.get(key);
    if (unowned) verdict.problems.push(unowned);
    else if (twin !== undefined)
      verdict.problems.push({ column: 'category', code: 'import.duplicate', params: { line: twin } });
    else lines.set(key, line);
    const after = merged(before, value);
    const problem = customsProblem(after);
    if (problem) verdict.problems.push(problem);
    if (!after.value && !after.cap) continue;
    const { currency } = after;
    if (!rates.has(currency)) rates.set(currency, await hasRate(tx, currency));
    if (!rates.get(currency))
      verdict.problems.push({ column: 'currency', code: 'catalog.customsNoRate', params: { currency } });
  }
  return verdicts;
}

async function write(tx: Tx, _ctx: Ctx, rows: readonly Row[]): Promise<{ created: number; updated: number }> {
  const owners = await Owners.of(tx, rows);
  const all = rows.flatMap((one) => {
    const owned = owners.owner(one);
    if (owned.productId === null && owned.categoryId === null) return [];
    const before = owners.before(owned, one.country);
    return [{ owned, before, after: merged(before, one) }];
  });
  const fresh = all.filter((one) => !one.before).map(({ owned, after }) => ({ ...owned, ...after }));
  const changed = all.flatMap(({ before, after }) => (before ? [{ id: before.id, ...after }] : []));
  await addRows<typeof customsData>(tx, 'customs_data', fresh);
  if (changed.length > 0)
    await tx.rows(updateRows<typeof customsData>('customs_data', changed, [sql`version = customs_data.version + 1`]));
  writeHistory(
    tx,
    all.map(({ owned, before, after }) => ({
      ...{ ...docOf(owned), event: 'customsSaved' },
      detail: { by: 'import', ...changesOf(before, after) },
    })),
  );
  return { created: fresh.length, updated: changed.length };
}

export const customsImport = defineImport<Row>({
  name: 'customs',
  title: ['报关信息导入模板', 'Customs data import template'],
  columns: COLUMNS,
  row,
  keyOf: (one) => `${one.sku ?? ''}\n${one.category ?? ''}\n${one.country}`,
  check,
  write,
});

type Exported = CustomsRow & { sku: string | null; category: string | null };
const figures: ReadonlySet<string> = new Set(['value', 'cap']);
/** Those of the import. */
const columns = () =>
  COLUMNS.map(
    ({ key, title }): ExportColumn<Exported> => ({
      title,
      value: (one) => (figures.has(key) && one[key] !== null ? { number: one[key] } : one[key]),
    }),
  );

/** By SKU and country. */
export const customsExport = defineExport<ProductFilter, Exported>({
  name: 'customs',
  title: ['报关信息', 'Customs data'],
  filter: productFilter,
  columns,
  count: async (tx, _ctx, filter) =>
    (
      await tx.row<{ count: number }>(sql`select count(*)::int from product p
        join customs_data d on d.company_id = ${sql.company} and d.product_id = p.id where ${products.where(tx, filter)}`)
    )?.count ?? 0,
  page: async (tx, _ctx, filter, cursor, limit) => {
    const [sku = '', country = ''] = cursor?.split('\n') ?? [];
    const rows = await tx.rows<Exported>(sql`select p.sku, null::text as category, ${CUSTOMS_COLUMNS} from product p
      join customs_data d on d.company_id = ${sql.company} and d.product_id = p.id
      where ${products.where(tx, filter)} and p.sku >= ${sku} and (p.sku > ${sku} or d.country collate "C" > ${country} collate "C")
      order by p.sku, d.country collate "C" limit ${limit}`);
    return partOf(rows, limit, (one) => `${one.sku}\n${one.country}`);
  },
});

/** The customs data of categories in the same columns. */
export const categoryCustomsExport = defineExport<object, Exported>({
  name: 'categoryCustoms',
  title: ['分类报关信息', 'Customs data of categories'],
  filter: z.object({}),
  columns,
  count: async (tx) =>
    (
      await tx.row<{ count: number }>(
        sql`select count(*)::int from customs_data where company_id = ${sql.company} and category_id is not null`,
      )
    )?.count ?? 0,
  page: async (tx, ctx, _filter, cursor, limit) => {
    const [id = '0', country = ''] = cursor?.split('\n') ?? [];
    const rows =
      await tx.rows<Exported>(sql`select null::text as sku, c.${sql.id(ctx.language === 'zh' ? 'full_zh' : 'full_en', FULL)} as category,
        ${CUSTOMS_COLUMNS}
      from customs_data d join category c on c.company_id = ${sql.company} and c.id = d.category_id
      where d.company_id = ${sql.company} and d.category_id >= ${id}::bigint
        and (d.category_id > ${id}::bigint or d.country collate "C" > ${country} collate "C")
      order by d.category_id, d.country collate "C" limit ${limit}`);
    return partOf(rows, limit, (one) => `${one.categoryId}\n${one.country}`);
  },
});
const FULL = ['full_zh', 'full_en'];
