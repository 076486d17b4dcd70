import type { Tx } from '../../../core/database/database.ts';
import { firstOf, type Sql, sql } from '../../../core/database/sql.ts';
import { arrayOf } from '../../../core/scope.ts';

/** Product data for other areas: rules, pick lists, labels and customs documents. */
export interface ProductFacts {
  id: number;
  sku: string;
  barcode: string | null;
  nameZh: string;
  nameEn: string;
  weightGrams: number;
  /** Without packaging; null: not entered. */
  netWeightKg: string | null;
  lengthMm: number | null;
  widthMm: number | null;
  heightMm: number | null;
  declaredValueUsd: string | null;
  hsCode: string;
  origin: string;
  unit: string;
  battery: boolean;
  enabled: boolean;
}

/** A bundle weighs what its goods weigh, and has a battery if one of them has. */
const OF_GOODS = (what: Sql): Sql => sql`case when p.kind = 'bundle' then (select ${what} from bundle_unit u
  join product q on q.company_id = ${sql.company} and q.id = u.product_id
  where u.company_id = ${sql.company} and u.bundle_id = p.id) end`;

const FACTS = sql`p.id, p.sku, p.barcode, p.name_zh, p.name_en,
  coalesce(round(coalesce(p.gross_weight_kg, ${OF_GOODS(sql`sum(q.gross_weight_kg * u.quantity)`)}) * 1000), 0)::int as "weightGrams", p.net_weight_kg, round(p.length_cm * 10)::int as "lengthMm",
  round(p.width_cm * 10)::int as "widthMm", round(p.height_cm * 10)::int as "heightMm",
  p.declared_value_usd, p.hs_code, p.origin, p.unit,
  (p.battery or coalesce(${OF_GOODS(sql`bool_or(q.battery)`)}, false)) as battery, p.enabled`;

type FactsRow = ProductFacts & Record<string, unknown>;

/** Products by id. Missing weight: 0 grams; missing sizes: null. */
export async function productFacts(tx: Tx, productIds: readonly number[]): Promise<Map<number, ProductFacts>> {
  if (productIds.length === 0) return new Map();
  const rows = await tx.rows<FactsRow>(
    sql`select ${FACTS} from product p where p.company_id = ${sql.company} and p.id = any(${productIds}::bigint[])`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The product of a scanned code: by barcode, else by SKU in any case. Codes of a merged product mean the one that stays. */
export async function productByCode(tx: Tx, code: string): Promise<ProductFacts | undefined> {
  return (await productsByCodes(tx, [code])).get(code);
}

/** The same for many codes in one statement; keyed by the code as entered. */
export async function productsByCodes(tx: Tx, codes: readonly string[]): Promise<Map<string, ProductFacts>> {
  if (codes.length === 0) return new Map();
  const rows = await tx.rows<FactsRow & { code: string }>(
    sql`select distinct on (c.code) c.code, ${FACTS}
     from unnest(${codes}::text[]) as c(code) cross join lateral (
       select id, 1 as rank from product where company_id = ${sql.company} and barcode is not null and barcode = btrim(c.code)
       union all select id, 2 from product where company_id = ${sql.company} and sku = btrim(c.code)
       union all select id, 3 from product where company_id = ${sql.company} and sku = upper(btrim(c.code))
     ) f join product o on o.company_id = ${sql.company} and o.id = f.id
     join product p on p.company_id = ${sql.company} and p.id = ${firstOf(sql`o.merged_into`, sql`o.id`)}
     order by c.code, f.rank`,
  );
  return new Map(rows.map(({ code, ...facts }) => [code, facts]));
}

/** SKUs to ids, e.g. for imports. The SKU of a merged product means the one that stays. */
export async function productIdsBySku(tx: Tx, skus: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx.rows<{ id: number; sku: string }>(sql`
    select coalesce(merged_into, id) as id, sku from product where company_id = ${sql.company} and sku = any(${arrayOf(skus)}::text[])`);
  return new Map(rows.map((row) => [row.sku, row.id]));
}
