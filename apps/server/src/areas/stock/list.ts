import { STOCK_AGES, type StockFilter, type StockRow, type StockSort } from '@tradewind/contract/stock.ts';
import { maySee } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { type Sql, sql } from '../../core/database/sql.ts';
import { endOfPrefix } from '../../core/database/statement.ts';
import { CATEGORY_NAMES, inCategory } from '../catalog/public.ts';

/** Beyond this many, totals say "at least". */
const COUNT_LIMIT = 10_000;
export const LOW_AT = 5;
const TOTAL_KEPT_MS = 30_000;

export interface StockQuery extends StockFilter {
  sort: StockSort;
  order: 'asc' | 'desc';
  page: number;
  pageSize: number;
}

/** Conditions on `stock_balance b` and `product p`, including the actor's warehouses. */
export function stockWhere(tx: Tx, filter: StockFilter): Sql {
  const where = [sql`b.company_id = ${sql.company}`, sql`p.company_id = ${sql.company}`, sql`p.id = b.product_id`];
  where.push(...balanceConditions(tx, filter));
  if (filter.categoryId !== undefined) where.push(inCategory(sql`p.category_id`, filter.categoryId));
  if (filter.text) where.push(sql`p.id in (${productsByPrefix(filter.text)})`);
  return sql.join(where, sql` and `);
}

/** The actor's warehouses within the filter. Null: all. */
export function warehousesOf(tx: Tx, filter: { warehouseIds?: number[] | undefined }): number[] | null {
  const { warehouseIds: own } = tx.rights;
  if (!filter.warehouseIds) return own === null ? null : [...own];
  return own === null ? filter.warehouseIds : filter.warehouseIds.filter((id) => own.includes(id));
}

/** Conditions on the age of the oldest units. `column` is the time they arrived. */
export function ageCondition(column: Sql, age: (typeof STOCK_AGES)[number]): Sql {
  const [from, to] = AGE_DAYS[STOCK_AGES.indexOf(age)] ?? [0, null];
  const youngest =
    from === 0 ? sql`${column} is not null` : sql`${column} < now() - interval '${sql.literal(from)} days'`;
  return to === null ? youngest : sql`${youngest} and ${column} >= now() - interval '${sql.literal(to)} days'`;
}
/** Older than so many days, up to so many. See STOCK_AGES. */
export const AGE_DAYS: readonly [number, number | null][] = [
  [0, 90],
  [90, 180],
  [180, 270],
  [270, 365],
  [365, null],
];

function balanceConditions(tx: Tx, filter: StockFilter): Sql[] {
  const where: Sql[] = [];
  if (tx.rights.warehouseIds) where.push(sql`b.warehouse_id = any(${tx.rights.warehouseIds}::bigint[])`);
  if (filter.warehouseIds) where.push(sql`b.warehouse_id = any(${filter.warehouseIds}::bigint[])`);
  if (filter.level === 'none') where.push(sql`b.available <= 0`);
  if (filter.level === 'low') where.push(sql`b.available > 0 and b.available <= ${filter.lowAt ?? LOW_AT}`);
  if (filter.level === 'reserved') where.push(sql`b.reserved > 0`);
  if (filter.level === 'incoming') where.push(sql`b.incoming > 0`);
  if (filter.age)
    where.push(sql`(b.warehouse_id, b.product_id) in (select t.warehouse_id, t.product_id from stock_total t
      where t.company_id = ${sql.company} and t.warehouse_id <> 0 and ${ageCondition(sql`t.oldest_at`, filter.age)})`);
  return where;
}

/** SKUs are kept in capitals; barcodes as they are printed. Range scans, as pattern matching is no index's under RLS. */
export function productsByPrefix(typed: string): Sql {
  const text = typed.trim();
  const add = (value: string) => [value, endOfPrefix(value)] as const;
  const [sku, skuEnd] = add(text.toUpperCase());
  const [code, codeEnd] = add(text);
  return sql`select id from product where company_id = ${sql.company} and sku >= ${sku} and sku < ${skuEnd}
    union all select id from product where company_id = ${sql.company} and barcode is not null and barcode >= ${code} and barcode < ${codeEnd}`;
}

/** Batches by their full code, which several products may share. */
export const batchesByCode = (typed: string): Sql =>
  sql`select id from stock_batch where company_id = ${sql.company} and code = ${typed.trim()}`;

/** Orders by the stored totals. Older means an earlier time. */
const totalOrders = (of: Sql, value: Sql) => ({
  value: {
    asc: sql`${value}, ${of}.product_id, ${of}.warehouse_id`,
    desc: sql`${value} desc, ${of}.product_id desc, ${of}.warehouse_id desc`,
  },
  age: {
    asc: sql`${of}.oldest_at desc, ${of}.product_id desc, ${of}.warehouse_id desc`,
    desc: sql`${of}.oldest_at, ${of}.product_id, ${of}.warehouse_id`,
  },
});

/** Each order is an index, read forwards or backwards. */
const ORDERS = {
  sku: { asc: sql`p.sku, b.warehouse_id`, desc: sql`p.sku desc, b.warehouse_id desc` },
  available: {
    asc: sql`b.available, b.product_id, b.warehouse_id`,
    desc: sql`b.available desc, b.product_id desc, b.warehouse_id desc`,
  },
  onHand: {
    asc: sql`b.on_hand, b.product_id, b.warehouse_id`,
    desc: sql`b.on_hand desc, b.product_id desc, b.warehouse_id desc`,
  },
  ...totalOrders(sql`t`, sql`t.value`),
};

/** The same order for the rows of a page. */
const SHOWN_ORDERS = { ...ORDERS, ...totalOrders(sql`b`, sql`b.value_kept`) };

/** Without the right to see costs, the order must not reveal which product has the highest value. */
export const sortFor = (tx: Tx, sort: StockSort): StockSort =>
  sort === 'value' && !maySee(tx.rights, 'seeCost') ? 'sku' : sort;

export async function stockPage(tx: Tx, query: StockQuery) {
  const where = stockWhere(tx, query);
  const limit = sql`limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`;
  const sort = sortFor(tx, query.sort);
  const order = ORDERS[sort][query.order];
  const byTotal = sort === 'value' || sort === 'age';
  const source = byTotal
    ? sql`(select b.*, t.value as value_kept, t.oldest_at, p.sku from stock_total t, stock_balance b, product p where t.company_id = ${sql.company}
         and t.warehouse_id <> 0 and b.warehouse_id = t.warehouse_id and b.product_id = t.product_id and ${where} order by ${order} ${limit})`
    : sql`(select b.*, p.sku from stock_balance b, product p where ${where} order by ${order} ${limit})`;
  const shown = (byTotal ? SHOWN_ORDERS[sort] : ORDERS[sort])[query.order];
  const rows = await tx.rows<StockRow & Record<string, unknown>>(
    sql`select b.warehouse_id || '-' || b.product_id as id, ${SHOWN}, ${ASIDE_COLUMNS}, ${OLDEST} as "oldestAt", ${costValue(tx)} as value
     from ${source} b
     join product p on p.company_id = ${sql.company} and p.id = b.product_id
     join warehouse w on w.company_id = ${sql.company} and w.id = b.warehouse_id
     cross join lateral (${asideOf(sql`s.warehouse_id = b.warehouse_id`)}) c
     order by ${shown}`,
  );
  return { rows, ...(await totalOf(tx, query)) };
}

/** Units of the product `b.product_id` in other conditions than good. */
export const asideOf = (where: Sql): Sql =>
  sql`select coalesce(sum(s.on_hand) filter (where s.condition = 'damaged'), 0)::int as damaged,
     coalesce(sum(s.on_hand) filter (where s.condition = 'returned'), 0)::int as returned,
     coalesce(sum(s.on_hand) filter (where s.condition = 'checking'), 0)::int as checking,
     coalesce(sum(s.on_hand) filter (where s.condition = 'held'), 0)::int as held
   from bin_stock s where s.company_id = ${sql.company} and s.product_id = b.product_id and s.condition <> 'good' and s.on_hand > 0 and ${where}`;
export const ASIDE_COLUMNS = sql`c.damaged, c.returned, c.checking, c.held`;

/** When the oldest remaining units arrived. */
export const OLDEST = sql`(select min(l.received_at) from cost_layer l
  where l.company_id = ${sql.company} and l.warehouse_id = b.warehouse_id and l.product_id = b.product_id and l.remaining > 0)`;

export const SHOWN = sql`p.id as "productId", p.sku, p.barcode, p.name_zh, p.name_en, p.images[1] as image,
  ${CATEGORY_NAMES}, w.id as "warehouseId", w.name as "warehouseName", b.on_hand, b.reserved, b.available, b.incoming,
  b.updated_at`;

/** The value of the open layers. Null for people who may not see costs. */
export function costValue(tx: Tx): Sql {
  if (!maySee(tx.rights, 'seeCost')) return sql`null::text`;
  return sql`(select coalesce(sum(l.remaining * l.unit_cost), 0)::numeric(18, 2)::text from cost_layer l
    where l.company_id = ${sql.company} and l.warehouse_id = b.warehouse_id and l.product_id = b.product_id and l.remaining > 0)`;
}

const totals = new Map<string, { total: number; until: number }>();

/**
 * The unfiltered list grows only when a product enters a warehouse for the first time, so its count is cached for half
 * a minute. A filtered list is counted as far as a person will page.
 */
async function totalOf(tx: Tx, filter: StockFilter): Promise<{ total: number; totalExact: boolean }> {
  const { warehouseIds, categoryId, level, text, age } = filter;
  if (categoryId !== undefined || level || text || age) return countUpTo(tx, filter, COUNT_LIMIT);
  const key = JSON.stringify([tx.companyId, tx.rights.warehouseIds, warehouseIds]);
  const kept = totals.get(key);
  if (kept && kept.until > Date.now()) return { total: kept.total, totalExact: true };
  const counted = await countUpTo(tx, filter, 10_000_000);
  if (totals.size > 5_000) totals.clear();
  // A short list is counted each time, so that a person filling an empty warehouse sees it grow.
  if (counted.total > 1_000) totals.set(key, { total: counted.total, until: Date.now() + TOTAL_KEPT_MS });
  return counted;
}

async function countUpTo(tx: Tx, filter: StockFilter, limit: number): Promise<{ total: number; totalExact: boolean }> {
  // Without conditions on the product, counts the balances alone.
  const plain = filter.categoryId === undefined && !filter.text;
  const where = plain
    ? sql.join([sql`b.company_id = ${sql.company}`, ...balanceConditions(tx, filter)], sql` and `)
    : stockWhere(tx, filter);
  const [row] = await tx.rows<{ n: number }>(
    sql`select count(*)::int as n from (select 1 from stock_balance b${plain ? sql.empty : sql`, product p`} where ${where} limit ${sql.literal(limit + 1)}) x`,
  );
  const n = row?.n ?? 0;
  return { total: Math.min(n, limit), totalExact: n <= limit };
}

export async function stockTabs(tx: Tx, filter: { warehouseIds?: number[] | undefined; lowAt?: number | undefined }) {
  const company = tx.companyId;
  const where = [sql`b.company_id = ${company}`, ...balanceConditions(tx, { warehouseIds: filter.warehouseIds })];
  const low = filter.lowAt ?? LOW_AT;
  const [counts] = await tx.rows<{ none: number; low: number; reserved: number; incoming: number }>(
    sql`select count(*) filter (where b.available <= 0)::int as none,
       count(*) filter (where b.available > 0 and b.available <= ${low})::int as low,
       count(*) filter (where b.reserved > 0)::int as reserved, count(*) filter (where b.incoming > 0)::int as incoming
     from stock_balance b where ${sql.join(where, sql` and `)}`,
  );
  return counts ?? { none: 0, low: 0, reserved: 0, incoming: 0 };
}
