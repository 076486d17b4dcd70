import type { StockFilter } from '@tradewind/contract/stock.ts';
import type { StockHouse, StockProductRow } from '@tradewind/contract/stock-views.ts';
import type { Tx } from '../../../core/database/database.ts';
import { countRows, dayOf, Params, pageStatement } from '../../../core/database/statement.ts';
import {
  AGE_DAYS,
  ASIDE_COLUMNS,
  ageCondition,
  asideOf,
  costValue,
  LOW_AT,
  OLDEST,
  productsByPrefix,
  type StockQuery,
  sortFor,
  warehousesOf,
} from '../list.ts';

const ORDERS = {
  sku: { asc: 'p.sku', desc: 'p.sku desc' },
  available: { asc: 't.available, t.product_id', desc: 't.available desc, t.product_id desc' },
  onHand: { asc: 't.on_hand, t.product_id', desc: 't.on_hand desc, t.product_id desc' },
  value: { asc: 't.value, t.product_id', desc: 't.value desc, t.product_id desc' },
  age: { asc: 't.oldest_at desc, t.product_id desc', desc: 't.oldest_at, t.product_id' },
};

/**
 * Products over all of the actor's warehouses. The order and the filter by figures are those of the totals, seconds
 * behind; the figures are the balances'. By SKU and unfiltered the balances alone are asked, so that a new product is
 * there at once.
 */
export async function stockProductPage(tx: Tx, query: StockQuery) {
  const sort = sortFor(tx, query.sort);
  const params = new Params();
  const { from, houses } = chosen(tx, query, params, sort !== 'sku');
  const order = ORDERS[sort][query.order];
  const limit = `limit ${params.add(query.pageSize)} offset ${params.add((query.page - 1) * query.pageSize)}`;
  const rows = await figuresOf(tx, `select p.id ${from} order by ${order} ${limit}`, houses, params);
  return { rows, ...(await stockProductCount(tx, query)) };
}

/** The next of the list in the order of ids, for files; the oldest goods by the company's day. */
export async function stockProductsAfter(tx: Tx, filter: StockFilter, after: number, most: number) {
  const params = new Params();
  const { from, houses } = chosen(tx, filter, params, false);
  const page = `select p.id ${from} and p.id > ${params.add(after)} order by p.id limit ${params.add(most)}`;
  return figuresOf(tx, page, houses, params, `${dayOf('h."oldestAt"')}::text as "oldestAt"`);
}

/** Products and their sums, in the order in which `page` selects their ids. */
function figuresOf(tx: Tx, page: string, houses: string | null, params: Params, more = 'h."oldestAt"') {
  return pageStatement<StockProductRow & Record<string, unknown>>(
    tx,
    `with page as materialized (select p.id, row_number() over () as n from (${page}) p)
     select p.id, p.id as "productId", p.sku, p.barcode, p.name_zh as "nameZh", p.name_en as "nameEn", p.images[1] as image, p.category,
       h.warehouses, h."onHand", h.reserved, h.available, h.incoming, ${more}, h.value, ${ASIDE_COLUMNS}
     from page join product p on p.company_id = $1 and p.id = page.id cross join lateral (select p.id as product_id) b
     cross join lateral (${sumsOf(tx, houses)}) h cross join lateral (${asideOf(`s.warehouse_id = any(${ofHouses(houses)})`)}) c
     order by page.n`,
    params,
  );
}

/** A list of warehouses is needed by the index of bins; null means every one of the company. */
const ofHouses = (houses: string | null) =>
  houses === null ? 'array(select w.id from warehouse w where w.company_id = $1)' : `${houses}::bigint[]`;

const sumsOf = (tx: Tx, houses: string | null): string =>
  `select count(*)::int as warehouses, sum(x.on_hand)::int as "onHand", sum(x.reserved)::int as reserved, sum(x.available)::int as available,
     sum(x.incoming)::int as incoming, min(x.oldest) as "oldestAt", sum(x.value::numeric)::text as value
   from (select b.on_hand, b.reserved, b.available, b.incoming, ${OLDEST} as oldest, ${costValue(tx)} as value
     from stock_balance b where b.company_id = $1 and b.product_id = p.id ${inHouses('b', houses)}) x`;

const inHouses = (alias: string, houses: string | null) =>
  houses === null ? '' : `and ${alias}.warehouse_id = any(${houses}::bigint[])`;

/** Tables and conditions of the products that match. */
function chosen(tx: Tx, query: StockFilter, params: Params, sorted: boolean): { from: string; houses: string | null } {
  params.add(tx.companyId);
  const ids = warehousesOf(tx, query);
  const houses = ids === null ? null : params.add(ids);
  const where = ['p.company_id = $1'];
  if (query.category) where.push(`p.category = ${params.add(query.category)}`);
  if (query.text) where.push(`p.id in (${productsByPrefix(query.text, params)})`);
  if (!sorted && !query.level && !query.age) {
    where.push(
      `exists (select 1 from stock_balance b where b.company_id = $1 and b.product_id = p.id ${inHouses('b', houses)})`,
    );
    return { from: `from product p where ${where.join(' and ')}`, houses };
  }
  where.push('p.id = t.product_id', ...levelConditions(query, params));
  return { from: `from ${totals(houses)} t, product p where ${where.join(' and ')}`, houses };
}

/** Kept for the company as a whole; of some warehouses they are put together for the occasion. */
const totals = (houses: string | null): string =>
  houses === null
    ? '(select * from stock_total where company_id = $1 and warehouse_id = 0)'
    : `(select product_id, sum(on_hand) as on_hand, sum(available) as available, sum(reserved) as reserved, sum(incoming) as incoming,
         sum(value) as value, min(oldest_at) as oldest_at from stock_total
       where company_id = $1 and warehouse_id = any(${houses}::bigint[]) group by product_id)`;

function levelConditions({ level, lowAt, age }: StockFilter, params: Params): string[] {
  const where: string[] = [];
  if (level === 'none') where.push('t.available <= 0');
  if (level === 'low') where.push(`t.available > 0 and t.available <= ${params.add(lowAt ?? LOW_AT)}`);
  if (level === 'reserved') where.push('t.reserved > 0');
  if (level === 'incoming') where.push('t.incoming > 0');
  if (age) where.push(ageCondition('t.oldest_at', age));
  return where;
}

export async function stockProductCount(tx: Tx, query: StockFilter): Promise<{ total: number; totalExact: boolean }> {
  const params = new Params();
  const { from } = chosen(tx, query, params, false);
  return countRows(tx, from, params);
}

/** Units of the open layers by age, as far as the actor sees the warehouse. */
const AGES = AGE_DAYS.map(([from, to]) => {
  const older = from === 0 ? 'true' : `l.received_at < now() - interval '${from} days'`;
  const younger = to === null ? 'true' : `l.received_at >= now() - interval '${to} days'`;
  return `coalesce(sum(l.remaining) filter (where ${older} and ${younger}), 0)::int`;
}).join(', ');

export async function productStock(tx: Tx, productId: number): Promise<StockHouse[]> {
  return tx.prepared<StockHouse & Record<string, unknown>>(
    `stock_product_houses_${costValue(tx).length}`,
    `select w.id as "warehouseId", w.name as "warehouseName", b.on_hand as "onHand", b.reserved, b.available, b.incoming, ${ASIDE_COLUMNS},
       a.oldest_at as "oldestAt", ${costValue(tx)} as value, a.ages, m.safety, m.max_age_days as "maxAgeDays"
     from (select w.id as warehouse_id, $2::bigint as product_id, coalesce(b.on_hand, 0) as on_hand, coalesce(b.reserved, 0) as reserved,
         coalesce(b.available, 0) as available, coalesce(b.incoming, 0) as incoming, b.product_id is not null as there
       from warehouse w left join stock_balance b on b.company_id = $1 and b.warehouse_id = w.id and b.product_id = $2
       where w.company_id = $1 and ($3::bigint[] is null or w.id = any($3))) b
     join warehouse w on w.company_id = $1 and w.id = b.warehouse_id
     left join stock_limit m on m.company_id = $1 and m.product_id = b.product_id and m.warehouse_id = b.warehouse_id
     cross join lateral (${asideOf('s.warehouse_id = b.warehouse_id')}) c
     cross join lateral (select min(l.received_at) as oldest_at, array[${AGES}] as ages from cost_layer l where l.company_id = $1
       and l.warehouse_id = b.warehouse_id and l.product_id = b.product_id and l.remaining > 0) a
     where w.enabled or b.there order by w.priority, w.id limit 200`,
    [tx.companyId, productId, tx.rights.warehouseIds],
  );
}
