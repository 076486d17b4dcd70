import { type ProductFilter, type ProductRow, productFilter } from '@tradewind/contract/catalog.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { defineExport, type ExportColumn, partOf } from '../../../core/exports.ts';
import { defineList, is } from '../../../core/lists.ts';
import { categoryIn } from '../../../core/text/names.ts';
import { termRanges } from '../../../core/text/search-terms.ts';
import type { Cell } from '../../../core/xlsx.ts';
import { inCategory } from '../categories/tree.ts';
import { AXIS_COLUMNS } from '../families/axis-columns.ts';
import { isDue } from '../papers/papers.ts';
import { CATEGORY_NAMES } from './category-names.ts';
import { countProducts, startOfPage } from './counts.ts';

/** Numbers without trailing zeros. */
const figureOf = (column: Sql): Sql => sql`trim_scale(p.${column})::text`;

/** What products and families have, of either as `p`. The price is a cost. */
export function goodsColumns(seesCost: boolean): Sql {
  const price = seesCost ? figureOf(sql`unit_price_cny`) : sql`null::text`;
  return sql`p.name_zh, p.name_en, p.brand,
    p.category_id, ${CATEGORY_NAMES}, p.attributes, ${figureOf(sql`length_cm`)} as length_cm, ${figureOf(sql`width_cm`)} as width_cm, ${figureOf(sql`height_cm`)} as height_cm,
    ${figureOf(sql`net_weight_kg`)} as net_weight_kg, ${figureOf(sql`gross_weight_kg`)} as gross_weight_kg, ${price} as unit_price_cny,
    ${figureOf(sql`declared_value_usd`)} as declared_value_usd, p.hs_code, p.unit, p.shelf_life_months,
    p.colour, p.origin, p.battery, p.label, p.images`;
}

/** The product columns that the user may see. */
export const productColumns = (tx: Pick<Tx, 'rights'>): Sql => sql`p.id, p.sku, p.parent_sku, p.barcode,
  p.family_id, p.axis_values, p.overrides, ${goodsColumns(maySee(tx.rights, 'seeCost'))}, p.enabled, p.version, p.created_at, p.updated_at`;

/** Words that begin like this are common from so many on: the newest products are then walked along. */
const COMMON = 8_000;
/** What a common word finds at least: a product may have it several times. */
const COMMON_TOTAL = 2_000;
/** The place of the word that finds fewest, or that none finds few. */
type Way = number | 'walk';

const termsOf = ({ from, to }: { from: string; to: string }): Sql =>
  sql`from product_term t where t.company_id = ${sql.company} and t.term >= ${from} and t.term < ${to}`;

/** How a search goes about it, for pages: it changes how long it takes, never what it finds. */
export async function withWay<Q extends { search?: string | undefined }>(tx: Tx, query: Q): Promise<Q & { way?: Way }> {
  const ranges = query.search ? termRanges(query.search) : [];
  if (ranges.length === 0) return query;
  const counts = ranges.map(
    (range) => sql`(select count(*)::int from (select 1 ${termsOf(range)} limit ${sql.literal(COMMON)}) x)`,
  );
  const { found } = (await tx.row<{ found: number[] }>(sql`select array[${sql.join(counts)}] as found`)) ?? {
    found: [],
  };
  const fewest = Math.min(...found);
  return { ...query, way: fewest < COMMON ? found.indexOf(fewest) : 'walk' };
}

/**
 * Range scans of the term table, which row-level security leaves on its index (ILIKE would read every product). The word
 * that finds fewest gives the products, the others are looked up at each of them.
 */
const foundBy = (search: string, way: Way | undefined): Sql =>
  sql.and(
    termRanges(search).map((range, at) =>
      way === undefined || way === at
        ? sql`p.id = any(array(select t.product_id ${termsOf(range)}))`
        : sql`exists (select ${termsOf(range)} and t.product_id = p.id offset 0)`,
    ),
  );

const ORDERS = {
  'updatedAt.desc': sql`p.updated_at desc, p.id desc`,
  'updatedAt.asc': sql`p.updated_at, p.id`,
  'sku.asc': sql`p.sku`,
  'sku.desc': sql`p.sku desc`,
} as const;
type ProductQuery = ProductFilter & Sorted & { way?: Way };
interface Sorted {
  sort?: 'updatedAt' | 'sku';
  order?: 'asc' | 'desc';
}

/** The counters know the products by state alone. */
const byState = ({ status: _status, sort: _sort, order: _order, ...others }: ProductQuery) =>
  Object.entries(others).every(([name, value]) => name === 'page' || name === 'pageSize' || value === undefined);

export const products = defineList<ProductQuery, ProductRow>({
  table: 'product',
  as: 'p',
  filters: {
    status: (status) => (status === 'all' ? undefined : sql`p.enabled = ${status === 'enabled'}`),
    brand: is(sql`p.brand`),
    categoryId: (id) => inCategory(sql`p.category_id`, id),
    battery: is(sql`p.battery`),
    familyId: is(sql`p.family_id`),
    papers: (which, tx) => sql`p.id in (select c.product_id from compliance_paper c where ${isDue(tx, which)})`,
    search: (search, _tx, { way }) => foundBy(search, way),
    way: () => undefined,
    sort: () => undefined,
    order: () => undefined,
  },
  order: ({ sort = 'updatedAt', order = 'desc' }) => ORDERS[`${sort}.${order}`],
  columns: productColumns,
  missing: 'catalog.productNotFound',
  known: (tx, query) => {
    if (query.way === 'walk') return Promise.resolve({ total: COMMON_TOTAL, totalExact: false });
    if (!byState(query)) return undefined;
    return countProducts(tx).then((counts) => ({ total: counts[query.status], totalExact: true }));
  },
  begin: (tx, query, skip) => {
    const { status, sort = 'updatedAt', order = 'desc' } = query;
    if (sort !== 'updatedAt' || !byState(query)) return undefined;
    return startOfPage(tx, { state: status, newestFirst: order === 'desc' }, skip);
  },
});

const figure = (value: string | null): Cell => (value === null ? null : { number: value });

const PRODUCT_COLUMNS: readonly ExportColumn<ProductRow>[] = [
  { title: ['主 SKU', 'Main SKU'], width: 20, value: (p) => p.sku },
  { title: ['中文名称', 'Chinese name'], width: 30, value: (p) => p.nameZh },
  { title: ['英文名称', 'English name'], width: 30, value: (p) => p.nameEn },
  { title: ['父 SKU', 'Parent SKU'], value: (p) => p.parentSku },
  ...AXIS_COLUMNS.map(({ title }, at) => ({ title, value: (p: ProductRow) => p.axisValues[at] ?? null })),
  { title: ['条码', 'Barcode'], value: (p) => p.barcode },
  { title: ['品牌', 'Brand'], value: (p) => p.brand },
  { title: ['分类', 'Category'], value: (p, ctx) => categoryIn(ctx.language, p) },
  { title: ['长(cm)', 'Length (cm)'], width: 10, value: (p) => figure(p.lengthCm) },
  { title: ['宽(cm)', 'Width (cm)'], width: 10, value: (p) => figure(p.widthCm) },
  { title: ['高(cm)', 'Height (cm)'], width: 10, value: (p) => figure(p.heightCm) },
  { title: ['净重(kg)', 'Net weight (kg)'], width: 10, value: (p) => figure(p.netWeightKg) },
  { title: ['毛重(kg)', 'Gross weight (kg)'], width: 10, value: (p) => figure(p.grossWeightKg) },
  { title: ['单价(CNY)', 'Unit price (CNY)'], width: 12, value: (p) => figure(p.unitPriceCny) },
  { title: ['申报价值(USD)', 'Declared value (USD)'], width: 12, value: (p) => figure(p.declaredValueUsd) },
  { title: ['HS 编码', 'HS code'], width: 12, value: (p) => p.hsCode },
  { title: ['单位', 'Unit'], width: 8, value: (p) => p.unit },
  { title: ['保质期(月)', 'Shelf life (months)'], width: 10, value: (p) => p.shelfLifeMonths },
  { title: ['颜色', 'Color'], width: 10, value: (p) => p.colour },
  { title: ['原产国', 'Origin'], width: 8, value: (p) => p.origin },
  { title: ['是否带电', 'Battery'], width: 8, value: (p, ctx) => yesNo(p.battery, ctx.language) },
  { title: ['标签', 'Label'], value: (p) => p.label },
  { title: ['启用', 'Enabled'], width: 8, value: (p, ctx) => yesNo(p.enabled, ctx.language) },
];
const yesNo = (value: boolean, language: 'zh' | 'en') =>
  language === 'zh' ? (value ? '是' : '否') : value ? 'yes' : 'no';

/** By SKU. */
export const productExport = defineExport<ProductFilter, ProductRow>({
  name: 'product',
  title: ['产品档案', 'Products'],
  filter: productFilter,
  columns: (ctx) =>
    maySee(ctx.rights, 'seeCost')
      ? PRODUCT_COLUMNS
      : PRODUCT_COLUMNS.filter((column) => column.title[0] !== '单价(CNY)'),
  count: (tx, _ctx, filter) => products.count(tx, filter),
  page: async (tx, _ctx, filter, cursor, limit) => {
    const rows = await tx.rows<ProductRow>(sql`select ${productColumns(tx)} from product p
      where ${products.where(tx, filter)} and p.sku > ${cursor ?? ''} order by p.sku limit ${limit}`);
    return partOf(rows, limit, (row) => row.sku);
  },
});
