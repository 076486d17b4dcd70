import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import type { Tx } from '../../../core/database/tx.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { compared, keepSums } from '../../../core/rollup.ts';
import { arrayOf } from '../../../core/scope.ts';
import { accountList, byCause, CAUSE, CAUSES, CHANGES_PROFIT, FIGURES } from './causes.ts';
import { LINE_PRODUCT } from './rollups.ts';

const KEYS = ['order_id', 'product_id', 'on_day', 'shop_id', 'fee_state'];
const SUMS = [...Object.keys(FIGURES), ...CAUSES];
const COLUMNS = [...KEYS, 'country', ...SUMS];
const name = (column: string): Sql => sql.id(column, [column]);
const names = (columns: readonly string[]): Sql => sql.join(columns.map(name));

/** Orders `p` whose products were written by a version that does not keep their sums, or before these were kept. */
const STALE = sql`p.divided_at is distinct from p.updated_at`;

/** The sums of orders `p` by product, made of their lines. */
const made = (which: Sql): Sql => {
  const figures = Object.entries(FIGURES).map(([column, value]) => sql`${value} as ${name(column)}`);
  const lines = sql`select p.order_id, ${LINE_PRODUCT} as product_id, p.on_day, p.shop_id, p.fee_state,
      coalesce(o.country, '') as country, ${sql.join(figures)}, ${CAUSE} as cause, -l.base_amount as amount
    from order_profit p left join sales_order o on o.company_id = ${sql.company} and o.id = p.order_id
    join ledger_entry e on e.company_id = ${sql.company} and e.order_id = p.order_id
    join ledger_line l on l.company_id = ${sql.company} and l.entry_id = e.id and l.account in (${accountList(CHANGES_PROFIT)})
    where p.company_id = ${sql.company} and ${which}`;
  return sql`select ${names([...KEYS, 'country'])},
      ${sql.join(SUMS.map((column) => sql`sum(${name(column)}) as ${name(column)}`))}
    from (select *, ${byCause()} from (${lines}) l) l group by ${names([...KEYS, 'country'])}`;
};

/**
 * Writes what each product of these orders earned, as their lines are now. Whoever calls it holds the orders' rows of
 * `order_profit`, so that nobody adds a line meanwhile, and sets `divided_at` with `updated_at`.
 */
export async function divideProfits(tx: Tx, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  const others = COLUMNS.slice(2).map((column) => sql`${name(column)} = excluded.${name(column)}`);
  await tx.rows(sql`insert into product_profit (company_id, ${names(COLUMNS)})
    select ${sql.company}, ${names(COLUMNS)} from (${made(sql`p.order_id = any(${arrayOf(orderIds)}::bigint[])`)}) m
    order by order_id, product_id
    on conflict (company_id, order_id, product_id) do update set ${sql.join(others)}`);
}

const AT_ONCE = 2_000;

/** Writes the products of the next orders that `which` lets through anew. @returns the last of them */
async function divideNext(tx: Tx, which: Sql): Promise<number | undefined> {
  const found = await tx.rows<{ orderId: number }>(sql`select p.order_id from order_profit p
    where p.company_id = ${sql.company} and ${which} order by p.order_id limit ${AT_ONCE} for update`);
  const ids = found.map(({ orderId }) => orderId);
  await tx.rows(
    sql`delete from product_profit where company_id = ${sql.company} and order_id = any(${arrayOf(ids)}::bigint[])`,
  );
  await divideProfits(tx, ids);
  await tx.rows(sql`update order_profit p set divided_at = p.updated_at
    where p.company_id = ${sql.company} and p.order_id = any(${arrayOf(ids)}::bigint[]) and ${STALE}`);
  return ids.at(-1);
}

/** Whether the products of all orders are there: not in the minutes after an upgrade. */
export async function allDivided(tx: Tx): Promise<boolean> {
  // Planned for all of them, so by their own index: the planner takes them for nearly all orders, and the first for near.
  const found = await tx.row(sql`with stale as materialized
    (select 1 as one from order_profit p where p.company_id = ${sql.company} and ${STALE}) select one from stale limit 1`);
  return found === undefined;
}

/** Writes the products of orders that another version has booked. */
export async function divideStale({ database }: Pick<App, 'database'>, ctx: Ctx): Promise<void> {
  while ((await database.inCompany(ctx, (tx) => divideNext(tx, STALE))) !== undefined);
}

/** What each product of an order earned: the sums of its lines. */
export const productProfits = keepSums({
  table: 'product_profit',
  async rebuild({ database }, ctx) {
    let last: number | undefined = 0;
    while (last !== undefined) {
      const after: number = last;
      last = await database.inCompany(ctx, (tx) => divideNext(tx, sql`p.order_id > ${after}`));
    }
  },
  wrong() {
    const columns = names([...KEYS, ...SUMS]);
    const actual = sql`select ${sql.join([...KEYS, ...SUMS].map((column) => sql`g.${name(column)}`))} from product_profit g
      join order_profit p on p.company_id = ${sql.company} and p.order_id = g.order_id and not (${STALE})
      where g.company_id = ${sql.company}`;
    return compared(KEYS, SUMS, sql`select ${columns} from (${made(sql`not (${STALE})`)}) m`, actual);
  },
});

defineSchedule({
  name: 'finance.divideProfits',
  cron: '* * * * *',
  title: ['按商品归集订单利润', 'Divide profits by product'],
  due: sql`select distinct p.company_id from order_profit p where ${STALE}`,
  each: divideStale,
});
