import { sql } from 'drizzle-orm/sql/sql';
import type { Tx } from '../../core/database/database.ts';
import { Fail } from '../../core/errors.ts';
import { Decimal, toBase } from '../../core/money.ts';
import { arrayOf, inShops } from '../../core/scope.ts';
import { rateKey, ratesOn } from '../settings/public.ts';
import { visibleModules } from './list.filter.ts';

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

/** Orders of the range that the actor sees and that are sales: not unpaid, cancelled or refunded, nor sent again for nothing. */
function salesOf(tx: Tx, { shopId, from, to }: Range) {
  const modules = visibleModules(tx.rights);
  const zone = sql`(select c.time_zone from company c where c.id = ${tx.companyId})`;
  return sql`o.company_id = ${tx.companyId} and o.status not in ('unpaid', 'cancelled', 'refunded')
    and o.origin not in ('resend', 'replacement')
    and o.ordered_at >= (${from}::date)::timestamp at time zone ${zone} and o.ordered_at < (${to}::date + 1)::timestamp at time zone ${zone}
    and ${inShops(tx, sql`o.shop_id`)} and ${shopId === undefined ? sql`true` : sql`o.shop_id = ${shopId}`}
    and ${modules ? sql`o.module_id = any(${arrayOf(modules)}::int[])` : sql`true`}`;
}

export function soldByDay(tx: Tx, range: Range): Promise<SoldRow[]> {
  return tx.rows<SoldRow>(sql`
    select (o.ordered_at at time zone c.time_zone)::date as day, o.shop_id as "shopId", o.currency,
      count(*)::int as orders, sum(o.units)::int as units, sum(o.total_amount)::text as amount
    from sales_order o join company c on c.id = o.company_id where ${salesOf(tx, range)} group by 1, 2, 3`);
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

/** The products sold most by units, each in its currencies and days. Units are those of the product, not of the listing. */
export function bestSellers(tx: Tx, range: Range, limit: number): Promise<SoldProduct[]> {
  return tx.rows<SoldProduct>(sql`
    with chosen as materialized (
      select o.id, o.currency, (o.ordered_at at time zone c.time_zone)::date as day
      from sales_order o join company c on c.id = o.company_id where ${salesOf(tx, range)}
    ), ends as (select min(id) as low, max(id) as high from chosen), sold as materialized (
      select l.product_id, case when l.product_id is null then l.seller_sku else '' end as sku, x.currency, x.day,
        count(distinct l.order_id)::int as orders, sum(l.stock_quantity)::int as units, sum(l.unit_price * l.quantity - l.discount) as amount
      from order_line l join chosen x on x.id = l.order_id
      where l.company_id = ${tx.companyId} and l.order_id between (select low from ends) and (select high from ends)
      group by 1, 2, 3, 4
    ), best as (
      select product_id, sku, sum(units) as units from sold group by 1, 2 order by sum(units) desc, product_id, sku limit ${limit}
    )
    select s.day, s.product_id as "productId", s.sku, s.currency, s.orders, s.units, s.amount::text as amount
    from best b join sold s on s.product_id is not distinct from b.product_id and s.sku = b.sku`);
}

interface Priced {
  day: string;
  currency: string;
  amount: string;
}

/** Turns amounts into the base currency at the rate of their day. A currency without a rate is told apart, not guessed. */
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
      priced.push({ ...row, base: new Decimal(rate ? toBase(row.amount, rate) : 0) });
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
