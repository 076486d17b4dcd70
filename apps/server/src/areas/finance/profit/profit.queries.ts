import type { Figures, ProfitFigure, ProfitFilter } from '@tradewind/contract/finance.ts';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { Decimal } from '../../../core/money.ts';
import { arrayOf, inShops } from '../../../core/scope.ts';
import { companyOf } from '../../company/public.ts';
import { PROFIT_SUMS } from '../ledger/rollups.ts';

const COUNT_AT_MOST = 100_000;

export type Amounts = {
  goods: string;
  shipping: string;
  discount: string;
  platformFee: string;
  feeEstimate: string;
  goodsCost: string;
  labelCost: string;
  refund: string;
  profit: string;
};

export type ProfitRow = Amounts & {
  orderId: number;
  orderNo: string;
  shopId: number;
  shopName: string;
  platform: string;
  onDay: string;
  status: string;
  feeState: 'estimated' | 'settled';
};

const AMOUNTS = sql`p.goods, p.shipping, p.discount, p.platform_fee, p.fee_estimate, p.goods_cost, p.label_cost, p.refund, p.profit`;
const COLUMNS = sql`${AMOUNTS}, p.order_id, o.display_no as "orderNo", p.shop_id,
  h.name as "shopName", h.platform, p.on_day, o.status, p.fee_state`;
const JOINS = sql`join sales_order o on o.company_id = p.company_id and o.id = p.order_id
  join shop h on h.company_id = p.company_id and h.id = p.shop_id`;

/** Rows of profit that the actor sees and the filter matches. */
export function matching(ctx: Pick<Ctx, 'rights'>, filter: ProfitFilter): Sql {
  const parts = [sql`p.company_id = ${sql.company}`, inShops(ctx, sql`p.shop_id`)];
  if (filter.from) parts.push(sql`p.on_day >= ${filter.from}::date`);
  if (filter.to) parts.push(sql`p.on_day <= ${filter.to}::date`);
  if (filter.shopIds) parts.push(sql`p.shop_id = any(${arrayOf(filter.shopIds)}::bigint[])`);
  if (filter.platform)
    parts.push(
      sql`p.shop_id = any(array(select id from shop where company_id = ${sql.company} and platform = ${filter.platform}))`,
    );
  if (filter.feeState) parts.push(sql`p.fee_state = ${filter.feeState}`);
  if (filter.text) parts.push(foundBy(ctx, filter.text));
  return sql.join(parts, sql` and `);
}

/** Searches orders by their terms, as on the order pages; by buyer only for users who may see buyer data. */
function foundBy(ctx: Pick<Ctx, 'rights'>, typed: string): Sql {
  const from = typed.trim().toUpperCase();
  return sql`p.order_id = any(array(select t.order_id from order_term t where t.company_id = ${sql.company}
    and t.term >= ${from} and t.term < ${`${from}\u{10ffff}`} and (${maySee(ctx.rights, 'seeBuyer')} or not t.buyer) limit 2000))`;
}

const ORDERS: Record<'day' | 'profit' | 'loss', Sql> = {
  day: sql`p.on_day desc, p.order_id desc`,
  profit: sql`p.profit desc, p.order_id desc`,
  // The same index, read from its other end.
  loss: sql`p.profit, p.order_id`,
};

export function profitRows(
  tx: Tx,
  where: Sql,
  page: {
    limit: number;
    offset?: number;
    sort?: 'day' | 'profit' | 'loss';
    after?: { onDay: string; orderId: number };
  },
): Promise<ProfitRow[]> {
  const from = page.after
    ? sql`(p.on_day, p.order_id) < (${page.after.onDay}::date, ${page.after.orderId}::bigint)`
    : sql`true`;
  return tx.rows<ProfitRow>(sql`select ${COLUMNS} from order_profit p ${JOINS}
    where ${where} and ${from} order by ${ORDERS[page.sort ?? 'day']} limit ${page.limit} offset ${page.offset ?? 0}`);
}

export async function countRows(tx: Tx, where: Sql, cap = COUNT_AT_MOST) {
  const row = await tx.row<{ total: number }>(
    sql`select count(*) as total from (select 1 from order_profit p where ${where} limit ${cap + 1}) c`,
  );
  const total = row?.total ?? 0;
  return { total: Math.min(total, cap), totalExact: total <= cap };
}

const two = (amount: string) => new Decimal(amount).toFixed(2);

/** Costs, and the profit that would reveal them, only for users who may see costs. */
export function figuresFor(ctx: Pick<Ctx, 'rights'>, row: Amounts): Figures {
  const cost = maySee(ctx.rights, 'seeCost');
  const revenue = new Decimal(row.goods).plus(row.shipping).minus(row.discount);
  return {
    goods: two(row.goods),
    shipping: two(row.shipping),
    discount: two(row.discount),
    platformFee: two(row.platformFee),
    feeEstimate: two(row.feeEstimate),
    goodsCost: cost ? two(row.goodsCost) : null,
    labelCost: cost ? two(row.labelCost) : null,
    refund: two(row.refund),
    profit: cost ? two(row.profit) : null,
    margin: cost && revenue.gt(0) ? new Decimal(row.profit).div(revenue).times(100).toFixed(1) : null,
  };
}

export function shownRow(ctx: Pick<Ctx, 'rights'>, row: ProfitRow) {
  const { orderId, orderNo, shopId, shopName, platform, onDay, status, feeState } = row;
  return { ...figuresFor(ctx, row), orderId, orderNo, shopId, shopName, platform, onDay, status, feeState };
}

type ListInput = ProfitFilter & { page: number; pageSize: number; sort: 'day' | 'profit' | 'loss' };

export async function profitList(tx: Tx, ctx: Ctx, input: ListInput) {
  const where = matching(ctx, input);
  // Sorting by profit would reveal it to users who may not see it.
  const sort = maySee(ctx.rights, 'seeCost') ? input.sort : 'day';
  const rows = await profitRows(tx, where, { limit: input.pageSize, offset: (input.page - 1) * input.pageSize, sort });
  return { rows: rows.map((row) => shownRow(ctx, row)), ...(await countRows(tx, where)) };
}

const SUMS = sql.join(
  PROFIT_SUMS.map(
    (column) => sql`coalesce(sum(p.${sql.id(column, PROFIT_SUMS)}), 0) as ${sql.id(column, PROFIT_SUMS)}`,
  ),
);

export async function profitSums(tx: Tx, ctx: Ctx, filter: ProfitFilter) {
  // Only a search asks for single orders.
  const [table, orders] = filter.text ? [sql`order_profit`, sql`count(*)`] : [sql`profit_day`, sql`sum(p.orders)`];
  const rows = await tx.rows<Record<string, string> & { feeState: string; orders: number }>(
    sql`select p.fee_state, ${orders}::int as orders, ${SUMS} from ${table} p where ${matching(ctx, filter)}
     group by p.fee_state having ${orders} <> 0`,
  );
  const group = (states: readonly string[]) => {
    const mine = rows.filter((row) => states.includes(row.feeState));
    const total = (column: string) => mine.reduce((all, row) => all.plus(row[column] ?? 0), new Decimal(0)).toFixed(4);
    const amounts: Amounts = {
      goods: total('goods'),
      shipping: total('shipping'),
      discount: total('discount'),
      platformFee: total('platformFee'),
      feeEstimate: total('feeEstimate'),
      goodsCost: total('goodsCost'),
      labelCost: total('labelCost'),
      refund: total('refund'),
      profit: total('profit'),
    };
    return { ...figuresFor(ctx, amounts), orders: mine.reduce((all, row) => all + row.orders, 0) };
  };
  return {
    currency: (await companyOf(tx)).baseCurrency,
    all: group(['estimated', 'settled']),
    settled: group(['settled']),
    estimated: group(['estimated']),
  };
}

export type Figure = ProfitFigure | 'profit';

/** Of `order_profit p`. */
export const figureColumn = (figure: Figure): Sql =>
  sql`p.${sql.id(
    figure.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`),
    PROFIT_SUMS,
  )}`;
