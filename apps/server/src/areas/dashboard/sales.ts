import type { Tx } from '../../core/database/database.ts';
import { type Sql, sql } from '../../core/database/sql.ts';
import { Fail } from '../../core/errors.ts';
import { Decimal } from '../../core/money.ts';
import { arrayOf, inShops } from '../../core/scope.ts';
import { IS_SALE, visibleModules } from '../orders/public.ts';
import { rateKey, ratesOn } from '../settings/public.ts';

export interface Range {
  shopId: number | undefined;
  /** Days of the company, both included. */
  from: string;
  to: string;
}

/** What was sold of a group on a day in a currency. */
export interface SoldRow {
  day: string;
  shopId: number;
  currency: string;
  orders: number;
  units: number;
  amount: string;
}

/** Sales that the actor sees. */
function salesOf(tx: Tx, shopId: number | undefined) {
  const modules = visibleModules(tx.rights);
  return sql`o.company_id = ${sql.company} and ${IS_SALE}
    and ${inShops(tx, sql`o.shop_id`)} and ${shopId === undefined ? sql`true` : sql`o.shop_id = ${shopId}`}
    and ${modules ? sql`o.module_id = any(${arrayOf(modules)}::int[])` : sql`true`}`;
}

/** When the company's day begins. */
function startOf(day: Sql) {
  return sql`(${day})::timestamp at time zone (select c.time_zone from company c where c.id = ${sql.company})`;
}

/**
 * Each day by itself along the index that holds all of this: a busy month is ten thousands of orders, and none of them is
 * looked up or asked which day it is of.
 */
export function soldByDay(tx: Tx, { shopId, from, to }: Range): Promise<SoldRow[]> {
  return tx.rows<SoldRow>(sql`
    select days.day::date as day, sold.* from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as days(day)
    cross join lateral (
      select o.shop_id, o.currency, count(*)::int as orders, sum(o.units)::int as units,
        (sum(o.total_exact) * 0.0001)::text as amount
      from sales_order o where ${salesOf(tx, shopId)} and o.ordered_at >= ${startOf(sql`days.day`)}
        and o.ordered_at < ${startOf(sql`days.day + interval '1 day'`)}
      group by 1, 2) sold`);
}

export interface SoldProduct {
  day: string;
  productId: number | null;
  sku: string;
  currency: string;
  orders: number;
  units: number;
  amount: string;
}

/**
 * The products sold most by units, each in its currencies and days. Units are those of the product, not of the listing.
 * All lines of the range are summed for who is among them; what else is asked is reckoned of these alone.
 */
export function bestSellers(tx: Tx, { shopId, from, to }: Range, limit: number): Promise<SoldProduct[]> {
  return tx.rows<SoldProduct>(sql`
    with chosen as materialized (
      select o.id, o.currency, o.ordered_at from sales_order o where ${salesOf(tx, shopId)}
        and o.ordered_at >= ${startOf(sql`${from}::date`)} and o.ordered_at < ${startOf(sql`${to}::date + 1`)}
    ), ends as (select min(id) as low, max(id) as high from chosen), sold as materialized (
      select coalesce(l.product_id, 0) as product, case when l.product_id is null then l.seller_sku else '' end as sku,
        l.order_id, l.stock_quantity, l.quantity, l.unit_price, l.discount, x.currency, x.ordered_at
      from order_line l join chosen x on x.id = l.order_id
      where l.company_id = ${sql.company} and l.order_id between (select low from ends) and (select high from ends)
    ), best as (
      select product, sku, sum(stock_quantity) from sold group by 1, 2 order by 3 desc, 1, 2 limit ${limit}
    )
    select (s.ordered_at at time zone c.time_zone)::date as day, nullif(s.product, 0) as "productId", s.sku, s.currency,
      count(distinct s.order_id)::int as orders, sum(s.stock_quantity)::int as units,
      sum(s.unit_price * s.quantity - s.discount)::text as amount
    from best b join sold s on s.product = b.product and s.sku = b.sku join company c on c.id = ${sql.company}
    group by 1, s.product, s.sku, s.currency`);
}

interface Priced {
  day: string;
  currency: string;
  amount: string;
}

/** Turns amounts into the base currency at the rate of their day, to the last digit, as the report of orders does. A currency without a rate is told apart, not guessed. */
export async function inBase<T extends Priced>(
  tx: Tx,
  rows: readonly T[],
): Promise<{ rows: (T & { base: Decimal })[]; unconverted: { currency: string; amount: string }[] }> {
  const priced: (T & { base: Decimal })[] = [];
  const unconverted: { currency: string; amount: string }[] = [];
  for (const [currency, group] of Map.groupBy(rows, (row) => row.currency)) {
    const rates = await ratesIfKnown(tx, group);
    if (!rates)
      unconverted.push({
        currency,
        amount: group.reduce((sum, row) => sum.plus(row.amount), new Decimal(0)).toFixed(2),
      });
    for (const row of group) {
      const rate = rates?.get(rateKey(row.currency, row.day));
      priced.push({ ...row, base: new Decimal(rate ? row.amount : 0).times(rate ?? 1) });
    }
  }
  return { rows: priced, unconverted };
}

async function ratesIfKnown(tx: Tx, rows: readonly Priced[]): Promise<Map<string, string> | undefined> {
  try {
    const pairs = new Map(rows.map((row) => [row.day, { currency: row.currency, day: row.day }]));
    return await ratesOn(tx, [...pairs.values()]);
  } catch (error) {
    if (error instanceof Fail && error.code === 'settings.noRate') return undefined;
    throw error;
  }
}
