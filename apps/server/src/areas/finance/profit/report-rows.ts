import { type Sql, sql } from '../../../core/database/sql.ts';
import type { Tx } from '../../../core/database/tx.ts';
import type { Account } from '../ledger/accounts.ts';
import {
  accountList,
  byCause,
  CAUSE,
  CAUSES,
  CHANGES_PROFIT,
  causeColumn,
  FIGURES,
  IN_PROFIT,
} from '../ledger/causes.ts';
import { allDivided } from '../ledger/product-profits.ts';
import { LINE_PRODUCT } from '../ledger/rollups.ts';

// Rows that reports sum: what orders earned, by the day of their sale.

interface Days {
  from: string;
  to: string;
}
const columns = (names: readonly string[], of: Sql): Sql =>
  sql.join(names.map((one) => sql`${of}.${sql.id(one, names)}`));
const of = (days: Days, row: Sql): Sql =>
  sql`${row}.company_id = ${sql.company} and ${row}.on_day between ${days.from}::date and ${days.to}::date`;

/** Sums of orders by day, shop and fee state: `orders` of them, and no single one. */
export const profitDayRows = (days: Days): Sql =>
  sql`(select null::bigint as order_id, p.orders, p.shop_id, 0::bigint as product_id, p.on_day, p.fee_state, '' as country,
    ${columns(Object.keys(FIGURES), sql`p`)}, p.profit from profit_day p where ${of(days, sql`p`)})`;

/** Each order with its figures: `order_profit`, and where its goods go. */
export const profitRows = (days: Days): Sql =>
  sql`(select p.order_id, 0 as orders, p.shop_id, 0::bigint as product_id, p.on_day, p.fee_state, coalesce(o.country, '') as country,
    ${columns(Object.keys(FIGURES), sql`p`)}, p.profit
    from order_profit p left join sales_order o on o.company_id = ${sql.company} and o.id = p.order_id where ${of(days, sql`p`)})`;

/** The same by product. */
export const productProfitRows = async (tx: Tx, days: Days): Promise<Sql> =>
  (await allDivided(tx))
    ? sql`(select g.order_id, 0 as orders, g.shop_id, g.product_id, g.on_day, g.fee_state, g.country,
        ${columns(Object.keys(FIGURES), sql`g`)}, g.profit from product_profit g where ${of(days, sql`g`)})`
    : figuresOf(linesOfOrders(days, false, IN_PROFIT));

const LINE = sql`l.id as line_id, e.text || '/' || l.account as text`;

/**
 * Lines `l` of entries `e` of orders sold on these days, with what their orders are. `divided`: found by the product of the
 * line, which an index of `product_profit` knows by day.
 */
function linesOfOrders(days: Days, divided: boolean, accounts: readonly Account[]) {
  const orders = sql`(select p.company_id, p.order_id, p.shop_id, p.on_day, p.fee_state, coalesce(o.country, '') as country
    from order_profit p left join sales_order o on o.company_id = ${sql.company} and o.id = p.order_id)`;
  return {
    keys: sql`g.order_id, g.shop_id, ${divided ? sql`g.product_id` : LINE_PRODUCT} as product_id, g.on_day, g.fee_state, g.country`,
    from: sql`from ${divided ? sql`product_profit` : orders} g
      join ledger_entry e on e.company_id = ${sql.company} and e.order_id = g.order_id
      join ledger_line l on l.company_id = ${sql.company} and l.entry_id = e.id and l.account in (${accountList(accounts)})
        ${divided ? sql`and ${LINE_PRODUCT} = g.product_id` : sql.empty}
      where ${of(days, sql`g`)}`,
  };
}
type LinesOfOrders = ReturnType<typeof linesOfOrders>;

const figuresOf = ({ keys, from }: LinesOfOrders): Sql =>
  sql`(select ${LINE}, 0 as orders, ${keys}, ${sql.join(Object.entries(FIGURES).map(([column, value]) => sql`${value} as ${sql.id(column, [column])}`))},
    -l.base_amount as profit ${from})`;

/** The same, line by line of the ledger: they sum to it, and each is of a product. */
export const profitLines = async (tx: Tx, days: Days): Promise<Sql> =>
  figuresOf(linesOfOrders(days, await allDivided(tx), IN_PROFIT));

/** Lines of orders with `cause` and `amount`. */
const causesOf = ({ keys, from }: LinesOfOrders): Sql =>
  sql`select ${LINE}, ${CAUSE} as cause, 'sales_order' as doc_kind, g.order_id as doc_id, ${keys}, -l.base_amount as amount ${from}`;

/** Lines of shops and products that belong to no order, as advertising: by their own day. */
const ofNoOrder = (days: Days): Sql => sql`select ${LINE}, ${CAUSE} as cause, e.doc_kind, e.doc_id,
    0::bigint as order_id, coalesce(l.shop_id, 0) as shop_id, ${LINE_PRODUCT} as product_id, e.on_day, '' as fee_state, l.country, -l.base_amount as amount
  from ledger_entry e join ledger_line l on l.company_id = ${sql.company} and l.entry_id = e.id and l.account in (${accountList(CHANGES_PROFIT)})
  where ${of(days, sql`e`)} and e.order_id is null and (l.shop_id is not null or l.product_id is not null)`;

/**
 * What made the profits of the orders sold on these days, line by line in the column of its cause; `first_profit` is what
 * was booked when they were sold and shipped.
 */
export const profitChanges = async (tx: Tx, days: Days): Promise<Sql> => changesOf(days, await allDivided(tx));
const changesOf = (days: Days, divided: boolean): Sql =>
  sql`(select *, ${byCause()} from (${causesOf(linesOfOrders(days, divided, CHANGES_PROFIT))} union all ${ofNoOrder(days)}) l)`;

/** The same by order and product. */
export async function profitChangeRows(tx: Tx, days: Days): Promise<Sql> {
  if (!(await allDivided(tx))) return changesOf(days, false);
  const keys = sql`order_id, shop_id, product_id, on_day, fee_state, country`;
  return sql`(select ${keys}, ${sql.join(CAUSES.map(causeColumn))} from product_profit g where ${of(days, sql`g`)}
    union all select ${keys}, ${byCause()} from (${ofNoOrder(days)}) l)`;
}
