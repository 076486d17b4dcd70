import type { ProductRow } from '@tradewind/contract/catalog.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { arrayOf } from '../../../core/scope.ts';
import { searchTerms } from '../../../core/text/search-terms.ts';
import { countProducts } from './counts.ts';
import { products, withWay } from './list.ts';

/** The brands are found one after the other along their index: there are few, and a million products. */
export async function selectFacets(tx: Tx) {
  const counts = await countProducts(tx);
  const brands = await tx.rows<{ name: string }>(sql`with recursive brand(name) as (
      (select p.brand from product p where p.company_id = ${sql.company} and p.brand > '' order by p.brand limit 1)
      union all
      select (select p.brand from product p where p.company_id = ${sql.company} and p.brand > b.name order by p.brand limit 1)
      from brand b where b.name is not null)
    select name from brand where name is not null limit 500`);
  return { counts, brands: brands.map((row) => row.name) };
}

export type NewProduct = Omit<
  ProductRow,
  | 'id'
  | 'categoryZh'
  | 'categoryEn'
  | 'enabled'
  | 'version'
  | 'createdAt'
  | 'updatedAt'
  | 'familyId'
  | 'axisValues'
  | 'overrides'
> & {
  /** A variant's, with `parentSku`. The caller says afterwards which values are its own. */
  familyId?: number | undefined;
  axisValues?: readonly string[] | undefined;
};

/** Inserts new products; skips rows whose SKU or barcode exists. */
export async function insertProducts(tx: Tx, made: readonly NewProduct[]): Promise<Map<string, number>> {
  const rows = await tx.rows<{ id: number; sku: string }>(
    sql`insert into product (company_id, sku, parent_sku, barcode, name_zh, name_en, brand, category_id, attributes, length_cm, width_cm, height_cm,
       net_weight_kg, gross_weight_kg, unit_price_cny, declared_value_usd, hs_code, unit, shelf_life_months, colour, origin, battery, label, images,
       family_id, axis_values, created_at, updated_at)
     select ${sql.company}, r.sku, r."parentSku", r.barcode, r."nameZh", r."nameEn", r.brand, r."categoryId", r.attributes, r."lengthCm", r."widthCm", r."heightCm",
       r."netWeightKg", r."grossWeightKg", r."unitPriceCny", r."declaredValueUsd", r."hsCode", r.unit, r."shelfLifeMonths", r.colour, r.origin,
       r.battery, r.label, array(select jsonb_array_elements_text(r.images)),
       r."familyId", array(select jsonb_array_elements_text(r."axisValues")), ${tx.now}, ${tx.now}
     from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as r(sku text, "parentSku" text, barcode text, "nameZh" text, "nameEn" text, brand text,
       "categoryId" bigint, attributes jsonb, "lengthCm" numeric, "widthCm" numeric, "heightCm" numeric, "netWeightKg" numeric, "grossWeightKg" numeric, "unitPriceCny" numeric,
       "declaredValueUsd" numeric, "hsCode" text, unit text, "shelfLifeMonths" int, colour text, origin text, battery boolean,
       label text, images jsonb, "familyId" bigint, "axisValues" jsonb)
     on conflict do nothing returning id, sku`,
  );
  return new Map(rows.map((row) => [row.sku, row.id]));
}

type Named = Pick<ProductRow, 'id' | 'sku' | 'parentSku' | 'barcode' | 'nameZh' | 'nameEn'> & { merged: string[] };

/** Rewrites the search terms of these products in two statements. */
export async function writeTerms(tx: Tx, productIds: readonly number[]): Promise<void> {
  if (productIds.length === 0) return;
  const named = await tx.rows<Named>(sql`select p.id, p.sku, p.parent_sku, p.barcode, p.name_zh, p.name_en,
      array(select unnest(array_remove(array[m.sku, m.barcode], null)) from product m
        where m.company_id = ${sql.company} and m.merged_into = p.id) as merged
    from product p where p.company_id = ${sql.company} and p.id = any(${arrayOf(productIds)}::bigint[])`);
  await tx.rows(sql`delete from product_term
    where company_id = ${sql.company} and product_id = any(${arrayOf(productIds)}::bigint[])`);
  const terms = named.map(({ id, sku, parentSku, barcode, nameZh, nameEn, merged }) => ({
    id,
    terms: searchTerms([sku, parentSku, barcode, ...merged], [nameZh, nameEn]),
  }));
  await tx.rows(
    sql`insert into product_term (company_id, term, product_id)
     select ${sql.company}, t.term, r.id from jsonb_to_recordset(${JSON.stringify(terms)}::jsonb) as r(id bigint, terms jsonb), jsonb_array_elements_text(r.terms) as t(term)
     on conflict do nothing`,
  );
}

/** For pickers: enabled products by prefix of code or name, an exact code first. */
export async function productOptions(tx: Tx, search: string, bundles = true) {
  const query = await withWay(tx, { status: 'enabled' as const, search });
  const of = (condition: Sql) =>
    tx.rows<{ id: number; sku: string; nameZh: string; nameEn: string }>(sql`
      select p.id, p.sku, p.name_zh, p.name_en from product p where ${condition} and (p.kind = 'single' or ${bundles}) order by p.sku limit 20`);
  const [exact, found] = await Promise.all([
    of(sql`${products.where(tx, { status: 'enabled' })} and p.sku = ${search.trim().toUpperCase()}`),
    of(products.where(tx, query)),
  ]);
  return [...exact, ...found.filter((one) => one.id !== exact[0]?.id)].slice(0, 20);
}
