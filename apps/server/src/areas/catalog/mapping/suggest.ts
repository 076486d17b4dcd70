import type { Suggestion } from '@tradewind/contract/catalog.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { arrayOf } from '../../../core/scope.ts';
import { barcodesOf, type Reading, readingsOf } from './codes.ts';
import { readListed, sellsDifferentGoods } from './sources.ts';
import { COMMON, likeness, termRange, wordsOf } from './titles.ts';

/** What is known of an unmapped seller SKU. */
export interface Sold {
  shopId: number;
  shopName: string;
  sellerSku: string;
  title: string;
}
export interface Suggested {
  /** Of the listing. */
  title: string;
  imageUrl: string | null;
  /** The first suggestion is certain: codes or barcodes lead to it and to nothing else. */
  sure: boolean;
  suggestions: Suggestion[];
}

const SHOWN = 3;
/** So many products of one code or barcode are enough to say that it is ambiguous. */
const OF_A_CODE = SHOWN + 1;
const SCORES = { equal: 100, code: 95, barcode: 95, affix: 90, factor: 80, title: 60 };
/** Of less than half a name, and of a single word, a title says nothing. */
const LEAST_SHARE = 0.5;
const LEAST_WORDS = 2;

type Named = Pick<Suggestion, 'productId' | 'sku' | 'nameZh' | 'nameEn'>;
const NAMED = sql`p.id as "productId", p.sku, p.name_zh, p.name_en`;
const NO_WORDS = { matched: 0, words: 0 };

/**
 * Adds suggested products to a page of seller SKUs, in a handful of statements whatever their number. Titles are compared
 * only where no code and no barcode leads to a product.
 */
export async function suggest<T extends Sold>(tx: Tx, sold: readonly T[]): Promise<(T & Suggested)[]> {
  const [listed, states] = await Promise.all([readListed(tx, sold), readStates(tx, sold)]);
  const goods = sold.map((row, at) => {
    const { title = '', imageUrl = null, barcodes = [] } = listed.get(keyOf(row)) ?? {};
    const { differs = false, removed = false } = states[at] ?? {};
    // Under a SKU for different goods, neither the SKU nor a barcode of one of them says which is meant.
    const readings = differs ? [] : readingsOf(row.sellerSku, row.shopName);
    const codes = differs ? [] : [...new Set([row.sellerSku, ...barcodes].flatMap(barcodesOf))];
    return { row, title: title || row.title, imageUrl, readings, codes, decided: differs || removed };
  });
  const allCodes = goods.flatMap(({ readings }) => readings.map(({ code }) => code));
  const allBarcodes = goods.flatMap(({ codes }) => codes);
  const [byCode, byBarcode] = await Promise.all([productsByCode(tx, allCodes), productsByBarcode(tx, allBarcodes)]);
  const certain = goods.map(({ row, readings, codes }) =>
    best([
      ...bySku(row.sellerSku, readings, byCode),
      ...codes.flatMap((code) => byBarcode.get(code) ?? []).map((product) => suggestion(product, 'barcode')),
    ]),
  );
  const titles = goods.map(({ title }, at) => (certain[at]?.length ? '' : title));
  const titled = await byTitle(tx, titles);
  return goods.map(({ row, title, imageUrl, decided }, at) => {
    const found = certain[at] ?? [];
    const suggestions = found.length > 0 ? found : best(titled[at] ?? []);
    const sure = !decided && found.length === 1 && found[0]?.reason !== 'factor';
    return { ...row, title, imageUrl, sure, suggestions: suggestions.slice(0, SHOWN) };
  });
}

const keyOf = ({ shopId, sellerSku }: Pick<Sold, 'shopId' | 'sellerSku'>) => `${shopId}/${sellerSku}`;

function suggestion(
  { productId, sku, nameZh, nameEn }: Named,
  reason: Suggestion['reason'],
  more: Partial<Suggestion> = {},
): Suggestion {
  return { productId, sku, nameZh, nameEn, reason, score: SCORES[reason], factor: 1, left: '', ...NO_WORDS, ...more };
}

/** Each product with a factor once, by its best reason. */
function best(found: readonly Suggestion[]): Suggestion[] {
  const ordered = found.toSorted((a, b) => b.score - a.score || (a.sku < b.sku ? -1 : 1));
  const unique = new Map<string, Suggestion>();
  for (const one of ordered) {
    const key = `${one.productId}/${one.factor}`;
    if (!unique.has(key)) unique.set(key, one);
  }
  return [...unique.values()];
}

/** By the reading closest to what is written; an equal SKU goes before one that is only written otherwise. */
function bySku(sellerSku: string, readings: readonly Reading[], products: ReadonlyMap<string, Named[]>): Suggestion[] {
  const reading = readings.find(({ code }) => products.has(code));
  if (!reading) return [];
  const { code, factor, left } = reading;
  const found = products.get(code) ?? [];
  if (factor !== null) return found.map((product) => suggestion(product, 'factor', { factor, left }));
  if (left !== '') return found.map((product) => suggestion(product, 'affix', { left }));
  const capitals = sellerSku.trim().toUpperCase();
  const equal = found.filter(({ sku }) => sku.toUpperCase() === capitals);
  if (equal.length > 0) return equal.map((product) => suggestion(product, 'equal'));
  return found.map((product) => suggestion(product, 'code'));
}

/** Whether the shop sells different goods under the SKU, and whether a person removed its mapping. In their order. */
const readStates = (tx: Tx, sold: readonly Sold[]) =>
  tx.rows<{ differs: boolean; removed: boolean }>(sql`
    select ${sellsDifferentGoods(sql`k."shopId"`, sql`k."sellerSku"`)} as differs,
      exists (select from removed_mapping r where r.company_id = ${sql.company} and r.shop_id = k."shopId"
        and r.seller_sku = k."sellerSku") as removed
    from rows from (jsonb_to_recordset(${JSON.stringify(sold.map(({ shopId, sellerSku }) => ({ shopId, sellerSku })))}::jsonb)
      as ("shopId" bigint, "sellerSku" text)) with ordinality k("shopId", "sellerSku", n) order by k.n`);

async function productsByCode(tx: Tx, codes: readonly string[]): Promise<Map<string, Named[]>> {
  if (codes.length === 0) return new Map();
  const rows = await tx.rows<Named & { code: string }>(sql`select k.code, f.*
    from unnest(${arrayOf([...new Set(codes)])}::text[]) as k(code) cross join lateral (
      select ${NAMED} from product p where p.company_id = ${sql.company} and p.code = k.code and p.enabled
      limit ${sql.literal(OF_A_CODE)}) f`);
  return Map.groupBy(rows, (row) => row.code);
}

async function productsByBarcode(tx: Tx, barcodes: readonly string[]): Promise<Map<string, Named[]>> {
  if (barcodes.length === 0) return new Map();
  const rows = await tx.rows<Named & { barcode: string }>(sql`select p.barcode, ${NAMED}
    from unnest(${arrayOf([...new Set(barcodes)])}::text[]) as k(code)
    join product p on p.company_id = ${sql.company} and p.barcode is not null and p.barcode = k.code and p.enabled`);
  return Map.groupBy(rows, (row) => row.barcode);
}

/** So many products of each title, by their rarest words, are compared by their whole names. */
const COMPARED = 20;

/** Products whose names the titles contain for the most part, by title. An empty title finds none. */
async function byTitle(tx: Tx, titles: readonly string[]): Promise<Suggestion[][]> {
  const words = titles.map(wordsOf);
  const rows = words.flatMap((of, n) => of.map((word) => ({ n, word })));
  if (rows.length === 0) return [];
  const ranges = [...new Set(rows.map(({ word }) => word))].map((word) => {
    const [from, to] = termRange(word);
    return { word, from, to };
  });
  const found = await tx.rows<Named & { n: number; products: Record<string, number> }>(sql`
    with hit as materialized (
      select distinct r.word, f.product_id
      from jsonb_to_recordset(${JSON.stringify(ranges)}::jsonb) as r(word text, "from" text, "to" text) cross join lateral (
        select t.product_id from product_term t
        where t.company_id = ${sql.company} and t.term >= r."from" and t.term <= r."to" limit ${sql.literal(COMMON)}) f),
    common as materialized (select word, count(*)::int as products from hit group by word),
    weighed as (
      select w.n, h.product_id, jsonb_object_agg(w.word, c.products) as products,
        row_number() over (partition by w.n order by sum(1.0 / (1 + ln(c.products))) desc, h.product_id) as place
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(n int, word text)
      join hit h using (word) join common c using (word)
      group by w.n, h.product_id)
    select w.n, w.products, f.* from weighed w cross join lateral (
      select ${NAMED} from product p where p.company_id = ${sql.company} and p.id = w.product_id and p.enabled limit 1) f
    where w.place <= ${sql.literal(COMPARED)}`);
  const byNumber = Map.groupBy(found, (row) => row.n);
  return titles.map((_, n) => {
    const title = new Set(words[n]);
    const candidates = byNumber.get(n) ?? [];
    const products = new Map(candidates.flatMap((one) => Object.entries(one.products)));
    return candidates.flatMap((product) => {
      const { share, matched, words: all } = likeness(title, [product.nameZh, product.nameEn], products);
      if (share < LEAST_SHARE || matched < LEAST_WORDS) return [];
      return suggestion(product, 'title', { score: Math.round(SCORES.title * share), matched, words: all });
    });
  });
}
