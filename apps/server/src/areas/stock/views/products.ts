import type { StockFilter } from '@tradewind/contract/stock.ts';
import type { StockProductRow, StockWarehouse } from '@tradewind/contract/stock-views.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { countOf, dayOf } from '../../../core/database/statement.ts';
import { CATEGORY_NAMES, inCategory } from '../../catalog/public.ts';
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
  sku: { asc: sql`p.sku`, desc: sql`p.sku desc` },
  available: { asc: sql`t.available, t.product_id`, desc: sql`t.available desc, t.product_id desc` },
  onHand: { asc: sql`t.on_hand, t.product_id`, desc: sql`t.on_hand desc, t.product_id desc` },
  value: { asc: sql`t.value, t.product_id`, desc: sql`t.value desc, t.product_id desc` },
  age: { asc: sql`t.oldest_at desc, t.product_id desc`, desc: sql`t.oldest_at, t.product_id` },
};

/**
 * Products over all of the actor's warehouses. Order and filters by figures use the totals, seconds behind. The figures
 * come from the balances. By SKU and unfiltered only the balances are read, so that a new product appears at once.
 */
export async function stockProductPage(tx: Tx, query: StockQuery) {
  const sort = sortFor(tx, query.sort);
  const { from, warehouses } = chosen(tx, query, sort !== 'sku');
  const order = ORDERS[sort][query.order];
  const limit = sql`limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`;
  const rows = await figuresOf(tx, sql`select p.id ${from} order by ${order} ${limit}`, warehouses);
  return { rows, ...(await stockProductCount(tx, query)) };
}

/** The next rows in the order of ids, for files. The age of the oldest units counts in the company's days. */
export async function stockProductsAfter(tx: Tx, filter: StockFilter, after: number, most: number) {
  const { from, warehouses } = chosen(tx, filter, false);
  const page = sql`select p.id ${from} and p.id > ${after} order by p.id limit ${most}`;
  return figuresOf(tx, page, warehouses, sql`${dayOf(sql`h."oldestAt"`)}::text as "oldestAt"`);
}

/** Products and their sums, in the order in which `page` selects their ids. */
function figuresOf(tx: Tx, page: Sql, warehouses: number[] | null, more = sql`h."oldestAt"`) {
  return tx.rows<StockProductRow & Record<string, unknown>>(
    sql`with page as materialized (select p.id, row_number() over () as n from (${page}) p)
     select p.id, p.id as "productId", p.sku, p.barcode, p.name_zh, p.name_en, p.images[1] as image, ${CATEGORY_NAMES},
       h.warehouses, h."onHand", h.reserved, h.available, h.incoming, ${more}, h.value, ${ASIDE_COLUMNS}
     from page join product p on p.company_id = ${sql.company} and p.id = page.id cross join lateral (select p.id as product_id) b
     cross join lateral (${sumsOf(tx, warehouses)}) h cross join lateral (${asideOf(sql`s.warehouse_id = any(${ofWarehouses(warehouses)})`)}) c
     order by page.n`,
  );
}

/** The bin index needs a list of warehouses. Null means all of the company. */
const ofWarehouses = (warehouses: number[] | null) =>
  warehouses === null
    ? sql`array(select w.id from warehouse w where w.company_id = ${sql.company})`
    : sql`${warehouses}::bigint[]`;

const sumsOf = (tx: Tx, warehouses: number[] | null): Sql =>
  sql`select count(*)::int as warehouses, sum(x.on_hand)::int as "onHand", sum(x.reserved)::int as reserved, sum(x.available)::int as available,
     sum(x.incoming)::int as incoming, min(x.oldest) as "oldestAt", sum(x.value::numeric)::text as value
   from (select b.on_hand, b.reserved, b.available, b.incoming, ${OLDEST} as oldest, ${costValue(tx)} as value
     from stock_balance b where b.company_id = ${sql.company} and b.product_id = p.id ${inWarehouses(sql`b`, warehouses)}) x`;

const inWarehouses = (alias: Sql, warehouses: number[] | null) =>
  warehouses === null ? sql.empty : sql`and ${alias}.warehouse_id = any(${warehouses}::bigint[])`;

/** Tables and conditions of the matching products. */
function chosen(tx: Tx, query: StockFilter, sorted: boolean): { from: Sql; warehouses: number[] | null } {
  const warehouses = warehousesOf(tx, query);
  const where = [sql`p.company_id = ${sql.company}`];
  if (query.categoryId !== undefined) where.push(inCategory(sql`p.category_id`, query.categoryId));
  if (query.text) where.push(sql`p.id in (${productsByPrefix(query.text)})`);
  if (!sorted && !query.level && !query.age) {
    where.push(
      sql`exists (select 1 from stock_balance b where b.company_id = ${sql.company} and b.product_id = p.id ${inWarehouses(sql`b`, warehouses)})`,
    );
    return { from: sql`from product p where ${sql.join(where, sql` and `)}`, warehouses };
  }
  where.push(sql`p.id = t.product_id`, ...levelConditions(query));
  return { from: sql`from ${totals(warehouses)} t, product p where ${sql.join(where, sql` and `)}`, warehouses };
}

/** Stored for the whole company. For some warehouses they are summed on demand. */
const totals = (warehouses: number[] | null): Sql =>
  warehouses === null
    ? sql`(select * from stock_total where company_id = ${sql.company} and warehouse_id = 0)`
    : sql`(select product_id, sum(on_hand) as on_hand, sum(available) as available, sum(reserved) as reserved, sum(incoming) as incoming,
         sum(value) as value, min(oldest_at) as oldest_at from stock_total
       where company_id = ${sql.company} and warehouse_id = any(${warehouses}::bigint[]) group by product_id)`;

function levelConditions({ level, lowAt, age }: StockFilter): Sql[] {
  const where: Sql[] = [];
  if (level === 'none') where.push(sql`t.available <= 0`);
  if (level === 'low') where.push(sql`t.available > 0 and t.available <= ${lowAt ?? LOW_AT}`);
  if (level === 'reserved') where.push(sql`t.reserved > 0`);
  if (level === 'incoming') where.push(sql`t.incoming > 0`);
  if (age) where.push(ageCondition(sql`t.oldest_at`, age));
  return where;
}

export async function stockProductCount(tx: Tx, query: StockFilter): Promise<{ total: number; totalExact: boolean }> {
  const { from } = chosen(tx, query, false);
  return countOf(tx, from);
}

/** Units of the open layers by age, in warehouses the actor sees. */
const AGES = sql.join(
  AGE_DAYS.map(([from, to]) => {
    const older = from === 0 ? sql`true` : sql`l.received_at < now() - interval '${sql.literal(from)} days'`;
    const younger = to === null ? sql`true` : sql`l.received_at >= now() - interval '${sql.literal(to)} days'`;
    return sql`coalesce(sum(l.remaining) filter (where ${older} and ${younger}), 0)::int`;
  }),
  sql`, `,
);

export async function productStock(tx: Tx, productId: number): Promise<StockWarehouse[]> {
  return tx.rows<StockWarehouse & Record<string, unknown>>(
    sql`select w.id as "warehouseId", w.name as "warehouseName", b.on_hand as "onHand", b.reserved, b.available, b.incoming, ${ASIDE_COLUMNS},
       a.oldest_at as "oldestAt", ${costValue(tx)} as value, a.ages, m.safety, m.max_age_days
     from (select w.id as warehouse_id, ${productId}::bigint as product_id, coalesce(b.on_hand, 0) as on_hand, coalesce(b.reserved, 0) as reserved,
         coalesce(b.available, 0) as available, coalesce(b.incoming, 0) as incoming, b.product_id is not null as there
       from warehouse w left join stock_balance b on b.company_id = ${sql.company} and b.warehouse_id = w.id and b.product_id = ${productId}::bigint
       where w.company_id = ${sql.company} and (${tx.rights.warehouseIds}::bigint[] is null or w.id = any(${tx.rights.warehouseIds}::bigint[]))) b
     join warehouse w on w.company_id = ${sql.company} and w.id = b.warehouse_id
     left join stock_limit m on m.company_id = ${sql.company} and m.product_id = b.product_id and m.warehouse_id = b.warehouse_id
     cross join lateral (${asideOf(sql`s.warehouse_id = b.warehouse_id`)}) c
     cross join lateral (select min(l.received_at) as oldest_at, array[${AGES}] as ages from cost_layer l where l.company_id = ${sql.company}
       and l.warehouse_id = b.warehouse_id and l.product_id = b.product_id and l.remaining > 0) a
     where w.enabled or b.there order by w.priority, w.id limit 200`,
  );
}

/** Over the warehouses that the actor sees. */
export const stockOfProducts = (tx: Tx, productIds: readonly number[]) =>
  tx.rows<{ productId: number; onHand: number; available: number }>(sql`
    select b.product_id, sum(b.on_hand)::int as on_hand, sum(b.available)::int as available from stock_balance b
    where b.company_id = ${sql.company} and b.product_id = any(${productIds}::bigint[])
      and (${tx.rights.warehouseIds}::bigint[] is null or b.warehouse_id = any(${tx.rights.warehouseIds}::bigint[]))
    group by b.product_id`);
