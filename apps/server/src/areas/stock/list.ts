import { STOCK_AGES, type StockFilter, type StockRow, type StockSort } from '@tradewind/contract/stock.ts';
import { maySee } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { endOfPrefix, Params, pageStatement, statement } from '../../core/database/statement.ts';

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

/** Conditions on `stock_balance b` and `product p`, the actor's warehouses with them. */
export function stockWhere(tx: Tx, filter: StockFilter, params: Params): string {
  const where = [`b.company_id = ${params.add(tx.companyId)}`, 'p.company_id = $1', 'p.id = b.product_id'];
  where.push(...balanceConditions(tx, filter, params));
  if (filter.category) where.push(`p.category = ${params.add(filter.category)}`);
  if (filter.text) where.push(`p.id in (${productsByPrefix(filter.text, params)})`);
  return where.join(' and ');
}

/** The actor's warehouses, of those the filter names; null: all. */
export function warehousesOf(tx: Tx, filter: { warehouseIds?: number[] | undefined }): number[] | null {
  const { warehouseIds: own } = tx.rights;
  if (!filter.warehouseIds) return own === null ? null : [...own];
  return own === null ? filter.warehouseIds : filter.warehouseIds.filter((id) => own.includes(id));
}

/** Conditions on how old the oldest goods are, `column` being the instant they came in. */
export function ageCondition(column: string, age: (typeof STOCK_AGES)[number]): string {
  const [from, to] = AGE_DAYS[STOCK_AGES.indexOf(age)] ?? [0, null];
  const youngest = from === 0 ? `${column} is not null` : `${column} < now() - interval '${from} days'`;
  return to === null ? youngest : `${youngest} and ${column} >= now() - interval '${to} days'`;
}
/** Older than so many days, and up to so many; see STOCK_AGES. */
export const AGE_DAYS: readonly [number, number | null][] = [
  [0, 90],
  [90, 180],
  [180, 270],
  [270, 365],
  [365, null],
];

function balanceConditions(tx: Tx, filter: StockFilter, params: Params): string[] {
  const where: string[] = [];
  if (tx.rights.warehouseIds) where.push(`b.warehouse_id = any(${params.add(tx.rights.warehouseIds)}::bigint[])`);
  if (filter.warehouseIds) where.push(`b.warehouse_id = any(${params.add(filter.warehouseIds)}::bigint[])`);
  if (filter.level === 'none') where.push('b.available <= 0');
  if (filter.level === 'low') where.push(`b.available > 0 and b.available <= ${params.add(filter.lowAt ?? LOW_AT)}`);
  if (filter.level === 'reserved') where.push('b.reserved > 0');
  if (filter.level === 'incoming') where.push('b.incoming > 0');
  if (filter.age)
    where.push(`(b.warehouse_id, b.product_id) in (select t.warehouse_id, t.product_id from stock_total t
      where t.company_id = $1 and t.warehouse_id <> 0 and ${ageCondition('t.oldest_at', filter.age)})`);
  return where;
}

/** SKUs are kept in capitals; barcodes as they are printed. Range scans, as pattern matching is no index's under RLS. */
export function productsByPrefix(typed: string, params: Params): string {
  const text = typed.trim();
  const add = (value: string) => [params.add(value), params.add(endOfPrefix(value))] as const;
  const [sku, skuEnd] = add(text.toUpperCase());
  const [code, codeEnd] = add(text);
  return `select id from product where company_id = $1 and sku >= ${sku} and sku < ${skuEnd}
    union all select id from product where company_id = $1 and barcode is not null and barcode >= ${code} and barcode < ${codeEnd}`;
}

/** Batches by their whole code, which several products may have. */
export const batchesByCode = (typed: string, params: Params): string =>
  `select id from stock_batch where company_id = $1 and code = ${params.add(typed.trim())}`;

/** Each order is that of an index, read forwards or backwards. */
const ORDERS = {
  sku: { asc: 'p.sku, b.warehouse_id', desc: 'p.sku desc, b.warehouse_id desc' },
  available: {
    asc: 'b.available, b.product_id, b.warehouse_id',
    desc: 'b.available desc, b.product_id desc, b.warehouse_id desc',
  },
  onHand: {
    asc: 'b.on_hand, b.product_id, b.warehouse_id',
    desc: 'b.on_hand desc, b.product_id desc, b.warehouse_id desc',
  },
  value: { asc: 't.value, t.product_id, t.warehouse_id', desc: 't.value desc, t.product_id desc, t.warehouse_id desc' },
  // The older, the longer ago.
  age: {
    asc: 't.oldest_at desc, t.product_id desc, t.warehouse_id desc',
    desc: 't.oldest_at, t.product_id, t.warehouse_id',
  },
};

/** Whoever may not see costs must not learn from the order which product is worth most. */
export const sortFor = (tx: Tx, sort: StockSort): StockSort =>
  sort === 'value' && !maySee(tx.rights, 'seeCost') ? 'sku' : sort;

export async function stockPage(tx: Tx, query: StockQuery) {
  const params = new Params();
  const where = stockWhere(tx, query, params);
  const limit = `limit ${params.add(query.pageSize)} offset ${params.add((query.page - 1) * query.pageSize)}`;
  const sort = sortFor(tx, query.sort);
  const order = ORDERS[sort][query.order];
  const byTotal = sort === 'value' || sort === 'age';
  const source = byTotal
    ? `(select b.*, t.value as value_kept, t.oldest_at, p.sku from stock_total t, stock_balance b, product p where t.company_id = $1
         and t.warehouse_id <> 0 and b.warehouse_id = t.warehouse_id and b.product_id = t.product_id and ${where} order by ${order} ${limit})`
    : `(select b.*, p.sku from stock_balance b, product p where ${where} order by ${order} ${limit})`;
  const shownOrder = byTotal ? order.replaceAll('t.value', 'b.value_kept').replaceAll('t.', 'b.') : order;
  const rows = await pageStatement<StockRow & Record<string, unknown>>(
    tx,
    `select b.warehouse_id || '-' || b.product_id as id, ${SHOWN}, ${ASIDE_COLUMNS}, ${OLDEST} as "oldestAt", ${costValue(tx)} as value
     from ${source} b
     join product p on p.company_id = $1 and p.id = b.product_id
     join warehouse w on w.company_id = $1 and w.id = b.warehouse_id
     cross join lateral (${asideOf('s.warehouse_id = b.warehouse_id')}) c
     order by ${shownOrder}`,
    params,
  );
  return { rows, ...(await totalOf(tx, query)) };
}

/** What lies there in other conditions than good, of the product `b.product_id`. */
export const asideOf = (where: string): string =>
  `select coalesce(sum(s.on_hand) filter (where s.condition = 'damaged'), 0)::int as damaged,
     coalesce(sum(s.on_hand) filter (where s.condition = 'returned'), 0)::int as returned,
     coalesce(sum(s.on_hand) filter (where s.condition = 'checking'), 0)::int as checking,
     coalesce(sum(s.on_hand) filter (where s.condition = 'held'), 0)::int as held
   from bin_stock s where s.company_id = $1 and s.product_id = b.product_id and s.condition <> 'good' and s.on_hand > 0 and ${where}`;
export const ASIDE_COLUMNS = 'c.damaged, c.returned, c.checking, c.held';

/** When the oldest of what is left came in. */
export const OLDEST = `(select min(l.received_at) from cost_layer l
  where l.company_id = $1 and l.warehouse_id = b.warehouse_id and l.product_id = b.product_id and l.remaining > 0)`;

export const SHOWN = `p.id as "productId", p.sku, p.barcode, p.name_zh as "nameZh", p.name_en as "nameEn", p.images[1] as image,
  p.category, w.id as "warehouseId", w.name as "warehouseName", b.on_hand as "onHand", b.reserved, b.available, b.incoming,
  b.updated_at as "updatedAt"`;

/** What the open layers are worth; null for those who may not see costs. */
export function costValue(tx: Tx): string {
  if (!maySee(tx.rights, 'seeCost')) return 'null::text';
  return `(select coalesce(sum(l.remaining * l.unit_cost), 0)::numeric(18, 2)::text from cost_layer l
    where l.company_id = $1 and l.warehouse_id = b.warehouse_id and l.product_id = b.product_id and l.remaining > 0)`;
}

const totals = new Map<string, { total: number; until: number }>();

/**
 * Rows of the whole list change only when a product comes to a warehouse for the first time, so that number is kept
 * for half a minute; what a filter matches is counted as far as a person will page.
 */
async function totalOf(tx: Tx, filter: StockFilter): Promise<{ total: number; totalExact: boolean }> {
  const { warehouseIds, category, level, text, age } = filter;
  if (category || level || text || age) return countUpTo(tx, filter, COUNT_LIMIT);
  const key = JSON.stringify([tx.companyId, tx.rights.warehouseIds, warehouseIds]);
  const kept = totals.get(key);
  if (kept && kept.until > Date.now()) return { total: kept.total, totalExact: true };
  const counted = await countUpTo(tx, filter, 10_000_000);
  if (totals.size > 5_000) totals.clear();
  // A list that is short is counted each time: someone filling an empty warehouse sees it grow.
  if (counted.total > 1_000) totals.set(key, { total: counted.total, until: Date.now() + TOTAL_KEPT_MS });
  return counted;
}

async function countUpTo(tx: Tx, filter: StockFilter, limit: number): Promise<{ total: number; totalExact: boolean }> {
  const params = new Params();
  // Without a product's own conditions the balances alone are counted.
  const plain = !filter.category && !filter.text;
  const where = plain
    ? [`b.company_id = ${params.add(tx.companyId)}`, ...balanceConditions(tx, filter, params)].join(' and ')
    : stockWhere(tx, filter, params);
  const [row] = await pageStatement<{ n: number }>(
    tx,
    `select count(*)::int as n from (select 1 from stock_balance b${plain ? '' : ', product p'} where ${where} limit ${limit + 1}) x`,
    params,
  );
  const n = row?.n ?? 0;
  return { total: Math.min(n, limit), totalExact: n <= limit };
}

export async function stockTabs(tx: Tx, filter: { warehouseIds?: number[] | undefined; lowAt?: number | undefined }) {
  const params = new Params();
  const company = params.add(tx.companyId);
  const where = [`b.company_id = ${company}`, ...balanceConditions(tx, { warehouseIds: filter.warehouseIds }, params)];
  const low = params.add(filter.lowAt ?? LOW_AT);
  const [counts] = await statement<{ none: number; low: number; reserved: number; incoming: number }>(
    tx,
    `select count(*) filter (where b.available <= 0)::int as none,
       count(*) filter (where b.available > 0 and b.available <= ${low})::int as low,
       count(*) filter (where b.reserved > 0)::int as reserved, count(*) filter (where b.incoming > 0)::int as incoming
     from stock_balance b where ${where.join(' and ')}`,
    params,
  );
  const categories = await tx.prepared<{ category: string }>(
    'stock_categories',
    `select distinct category from product where company_id = $1 and category <> '' order by category limit 500`,
    [tx.companyId],
  );
  return {
    ...(counts ?? { none: 0, low: 0, reserved: 0, incoming: 0 }),
    categories: categories.map((row) => row.category),
  };
}
