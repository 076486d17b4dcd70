import type { ProductFilter } from '@tradewind/contract/catalog.ts';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { arrayOf } from '../../../core/scope.ts';
import { termRanges, termsOf } from './terms.ts';

export interface Product {
  id: number;
  sku: string;
  parentSku: string | null;
  barcode: string | null;
  nameZh: string;
  nameEn: string;
  brand: string;
  category: string;
  lengthCm: string | null;
  widthCm: string | null;
  heightCm: string | null;
  netWeightKg: string | null;
  grossWeightKg: string | null;
  unitPriceCny: string | null;
  declaredValueUsd: string | null;
  hsCode: string;
  unit: string;
  shelfLifeMonths: number | null;
  colour: string;
  origin: string;
  battery: boolean;
  label: string;
  images: string[];
  enabled: boolean;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}
export type ProductDbRow = Product & Record<string, unknown>;

/** Figures without the zeros that the column's scale adds. */
const figure = (column: string) => `trim_scale(p.${column})::text`;

/** The columns of a product as the actor may see them: the price is a cost figure. */
export function productColumns(ctx: Pick<Ctx, 'rights'>): SQL {
  const price = maySee(ctx.rights, 'seeCost') ? figure('unit_price_cny') : 'null';
  return sql.raw(`p.id, p.sku, p.parent_sku as "parentSku", p.barcode, p.name_zh as "nameZh", p.name_en as "nameEn", p.brand,
    p.category, ${figure('length_cm')} as "lengthCm", ${figure('width_cm')} as "widthCm", ${figure('height_cm')} as "heightCm",
    ${figure('net_weight_kg')} as "netWeightKg", ${figure('gross_weight_kg')} as "grossWeightKg", ${price} as "unitPriceCny",
    ${figure('declared_value_usd')} as "declaredValueUsd", p.hs_code as "hsCode", p.unit, p.shelf_life_months as "shelfLifeMonths",
    p.colour, p.origin, p.battery, p.label, p.images, p.enabled, p.version, p.created_at as "createdAt", p.updated_at as "updatedAt"`);
}

export function matching(tx: Tx, filter: ProductFilter): SQL {
  const parts = [sql`p.company_id = ${tx.companyId}`];
  if (filter.status !== 'all') parts.push(sql`p.enabled = ${filter.status === 'enabled'}`);
  if (filter.brand) parts.push(sql`p.brand = ${filter.brand}`);
  if (filter.category) parts.push(sql`p.category = ${filter.category}`);
  if (filter.battery !== undefined) parts.push(sql`p.battery = ${filter.battery}`);
  if (filter.search) parts.push(found(tx, filter.search));
  return sql.join(parts, sql` and `);
}

/** Range scans of the term table, which row-level security leaves on its index (ILIKE would read every product). */
function found(tx: Tx, search: string): SQL {
  const ranges = termRanges(search).map(
    ({ from, to }) => sql`p.id in (select t.product_id from product_term t
      where t.company_id = ${tx.companyId} and t.term >= ${from} and t.term < ${to})`,
  );
  return ranges.length > 0 ? sql.join(ranges, sql` and `) : sql`true`;
}

const SORTS = {
  'updatedAt.desc': sql`p.updated_at desc, p.id desc`,
  'updatedAt.asc': sql`p.updated_at, p.id`,
  'sku.asc': sql`p.sku`,
  'sku.desc': sql`p.sku desc`,
} as const;

export async function selectProducts(
  tx: Tx,
  ctx: Ctx,
  filter: ProductFilter & { sort: 'updatedAt' | 'sku'; order: 'asc' | 'desc'; page: number; pageSize: number },
) {
  const where = matching(tx, filter);
  const rows = await tx.rows<ProductDbRow>(sql`select ${productColumns(ctx)} from product p where ${where}
    order by ${SORTS[`${filter.sort}.${filter.order}`]} limit ${filter.pageSize} offset ${(filter.page - 1) * filter.pageSize}`);
  return { rows, total: await countProducts(tx, filter), totalExact: true };
}

export async function countProducts(tx: Tx, filter: ProductFilter): Promise<number> {
  const row = await tx.row<{ total: number }>(
    sql`select count(*)::int as total from product p where ${matching(tx, filter)}`,
  );
  return row?.total ?? 0;
}

export const BULK_LIMIT = 10_000;

/** Ticked ids, or the ids of what a filter matches: with their labels, for bulk actions. */
export function pickProducts(tx: Tx, picked: { ids?: number[]; filter?: ProductFilter }) {
  const where = picked.filter
    ? matching(tx, picked.filter)
    : sql`p.company_id = ${tx.companyId} and p.id = any(${arrayOf(picked.ids ?? [])}::bigint[])`;
  return tx.rows<{ id: number; sku: string }>(
    sql`select p.id, p.sku from product p where ${where} order by p.id limit ${BULK_LIMIT}`,
  );
}

export async function selectFacets(tx: Tx) {
  const counts = await tx.row<{ all: number; enabled: number }>(sql`
    select count(*)::int as all, (count(*) filter (where enabled))::int as enabled from product where company_id = ${tx.companyId}`);
  const distinct = async (column: 'brand' | 'category') =>
    (
      await tx.rows<{ name: string }>(sql`select distinct ${sql.raw(column)} as name from product
        where company_id = ${tx.companyId} and ${sql.raw(column)} <> '' order by 1 limit 500`)
    ).map((row) => row.name);
  const { all, enabled } = counts ?? { all: 0, enabled: 0 };
  return {
    counts: { all, enabled, disabled: all - enabled },
    brands: await distinct('brand'),
    categories: await distinct('category'),
  };
}

export type NewProduct = Omit<Product, 'id' | 'enabled' | 'version' | 'createdAt' | 'updatedAt'>;

/** Inserts what is new; a SKU or barcode that is there already leaves its row out of the answer. */
export async function insertProducts(tx: Tx, products: readonly NewProduct[]): Promise<Map<string, number>> {
  const rows = await tx.prepared<{ id: number; sku: string }>(
    'insert_products',
    `insert into product (company_id, sku, parent_sku, barcode, name_zh, name_en, brand, category, length_cm, width_cm, height_cm,
       net_weight_kg, gross_weight_kg, unit_price_cny, declared_value_usd, hs_code, unit, shelf_life_months, colour, origin, battery, label, images,
       created_at, updated_at)
     select $1, r.sku, r."parentSku", r.barcode, r."nameZh", r."nameEn", r.brand, r.category, r."lengthCm", r."widthCm", r."heightCm",
       r."netWeightKg", r."grossWeightKg", r."unitPriceCny", r."declaredValueUsd", r."hsCode", r.unit, r."shelfLifeMonths", r.colour, r.origin,
       r.battery, r.label, array(select jsonb_array_elements_text(r.images)), $3, $3
     from jsonb_to_recordset($2::jsonb) as r(sku text, "parentSku" text, barcode text, "nameZh" text, "nameEn" text, brand text,
       category text, "lengthCm" numeric, "widthCm" numeric, "heightCm" numeric, "netWeightKg" numeric, "grossWeightKg" numeric, "unitPriceCny" numeric,
       "declaredValueUsd" numeric, "hsCode" text, unit text, "shelfLifeMonths" int, colour text, origin text, battery boolean,
       label text, images jsonb)
     on conflict do nothing returning id, sku`,
    [tx.companyId, JSON.stringify(products), tx.now],
  );
  return new Map(rows.map((row) => [row.sku, row.id]));
}

/** Writes the terms of these products anew, in two statements however many they are. */
export async function writeTerms(tx: Tx, productIds: readonly number[]): Promise<void> {
  if (productIds.length === 0) return;
  const products =
    await tx.rows<ProductDbRow>(sql`select id, sku, parent_sku as "parentSku", barcode, name_zh as "nameZh",
    name_en as "nameEn" from product where company_id = ${tx.companyId} and id = any(${arrayOf(productIds)}::bigint[])`);
  await tx.rows(sql`delete from product_term
    where company_id = ${tx.companyId} and product_id = any(${arrayOf(productIds)}::bigint[])`);
  const terms = products.map((product) => ({ id: product.id, terms: termsOf(product) }));
  await tx.prepared(
    'write_product_terms',
    `insert into product_term (company_id, term, product_id)
     select $1, t.term, r.id from jsonb_to_recordset($2::jsonb) as r(id bigint, terms jsonb), jsonb_array_elements_text(r.terms) as t(term)
     on conflict do nothing`,
    [tx.companyId, JSON.stringify(terms)],
  );
}

/** For pickers: enabled products by the beginning of a code or name, the exact code first. */
export function productOptions(tx: Tx, search: string) {
  const filter: ProductFilter = { status: 'enabled', ...(search ? { search } : {}) };
  return tx.rows<{ id: number; sku: string; nameZh: string; nameEn: string }>(sql`
    select p.id, p.sku, p.name_zh as "nameZh", p.name_en as "nameEn" from product p where ${matching(tx, filter)}
    order by (p.sku = ${search.trim().toUpperCase()}) desc, p.sku limit 20`);
}
