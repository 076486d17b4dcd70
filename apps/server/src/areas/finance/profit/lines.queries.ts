import { ORDER_MODULES, rightOf, rights } from '@tradewind/contract/access/modules.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import {
  COST_FIGURES,
  type LedgerLine,
  type orderProfit as orderProfitCall,
  PROFIT_FIGURES,
  type ProfitFilter,
} from '@tradewind/contract/finance.ts';
import { SENT_AGAIN } from '@tradewind/contract/orders.ts';
import { type Ctx, type Language, mayPress, mayPressAny, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { forbidden, notFound } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { arrayOf, inShops } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { companyOf } from '../../company/public.ts';
import { accountsOf, COST_ACCOUNTS } from '../ledger/accounts.ts';
import { bridgeOf, knownBy } from './bridge.ts';
import { type Figure, figureColumn, figuresFor, matching, profitRows } from './profit.queries.ts';

export type LineRow = Omit<LedgerLine, 'accountName' | 'at'> & { at: Date };

/** Of lines `l` of entries `e`. */
export const LINE_COLUMNS = sql`e.id as "entryId", e.on_day, e.at, e.doc_kind, e.doc_id, e.step, e.text,
  e.order_id, o.display_no as "orderNo", l.account, l.amount, l.currency, l.rate, l.base_amount, e.actor,
  coalesce(h.name, a.name, w.name, u.name, nullif(v.name_zh, ''), v.name_en, m.name, '') as party`;
export const LINE_PARTIES = sql`left join sales_order o on o.company_id = e.company_id and o.id = e.order_id
  left join shop h on l.party_kind = 'shop' and h.company_id = e.company_id and h.id = l.party_id
  left join carrier_account a on l.party_kind = 'carrier_account' and a.company_id = e.company_id and a.id = l.party_id
  left join warehouse w on l.party_kind = 'warehouse' and w.company_id = e.company_id and w.id = l.party_id
  left join wholesale_customer u on l.party_kind = 'wholesale_customer' and u.company_id = e.company_id and u.id = l.party_id
  left join supplier v on l.party_kind = 'supplier' and v.company_id = e.company_id and v.id = l.party_id
  left join money_account m on l.party_kind = 'money_account' and m.company_id = e.company_id and m.id = l.party_id`;
export const LINE_JOINS = sql`join ledger_line l on l.company_id = e.company_id and l.entry_id = e.id ${LINE_PARTIES}`;

export function shownLine(language: Language, { at, ...row }: LineRow): LedgerLine {
  return {
    ...row,
    at: at.toISOString(),
    text: say(language, `finance.entry.${row.text}`),
    accountName: say(language, `finance.account.${row.account}`),
    amount: new Decimal(row.amount).toFixed(2),
    baseAmount: new Decimal(row.baseAmount).toFixed(2),
    rate: new Decimal(row.rate).toFixed(),
  };
}

/** Accounts of a figure; profit has all of them. @throws forbidden for costs that the user may not see */
function accountsBehind(ctx: Pick<Ctx, 'rights'>, figure: Figure): string[] {
  const cost = maySee(ctx.rights, 'seeCost');
  if (figure !== 'profit') {
    if (!cost && COST_FIGURES.includes(figure)) throw forbidden();
    return accountsOf(figure);
  }
  if (!cost) throw forbidden();
  return PROFIT_FIGURES.flatMap((one) => accountsOf(one));
}

type ExplainInput = ProfitFilter & { figure: Figure; orderId?: number | undefined; page: number; pageSize: number };

/** Further lines are not counted. */
const LINES_AT_MOST = 1_000;

/** The lines that make a figure, of one order or of everything the filter matches, with their sum: the latest orders first. */
export async function explainProfit(tx: Tx, ctx: Ctx, input: ExplainInput) {
  const accounts = accountsBehind(ctx, input.figure);
  const { baseCurrency } = await companyOf(tx);
  const one = input.orderId === undefined ? sql`true` : sql`p.order_id = ${input.orderId}`;
  const where = sql`${matching(ctx, input)} and ${one}`;
  const from = sql`from order_profit p join ledger_entry e on e.company_id = p.company_id and e.order_id = p.order_id ${LINE_JOINS}
    where ${where} and l.account = any(${arrayOf(accounts)}::text[])`;
  // An integrity check compares the figures of orders with their lines.
  const [sum, count, rows] = await Promise.all([
    tx.row<{ sum: string }>(
      sql`select coalesce(sum(${figureColumn(input.figure)}), 0) as sum from order_profit p where ${where}`,
    ),
    tx.row<{ total: number }>(sql`select count(*) as total from (select 1 ${from} limit ${LINES_AT_MOST + 1}) c`),
    tx.rows<LineRow>(sql`select ${LINE_COLUMNS} ${from} order by p.on_day desc, p.order_id desc, e.on_day desc, e.id desc, l.id
      limit ${input.pageSize} offset ${(input.page - 1) * input.pageSize}`),
  ]);
  const total = count?.total ?? 0;
  return {
    rows: rows.map((row) => shownLine(ctx.language, row)),
    total: Math.min(total, LINES_AT_MOST),
    totalExact: total <= LINES_AT_MOST,
    currency: baseCurrency,
    sum: new Decimal(sum?.sum ?? 0).toFixed(2),
  };
}

/** Orders of the pages that the actor may open, in shops that they see. @throws notFound finance.orderGone */
async function assertVisible(tx: Tx, ctx: Ctx, orderId: number): Promise<void> {
  const modules = ORDER_MODULES.filter((module) => mayPress(ctx.rights, rightOf(module)));
  const everywhere = mayPressAny(ctx.rights, [rights.order.view, rights.orderProfit.view]);
  const observed = await tx.row(sql`select 1 from sales_order where company_id = ${sql.company} and id = ${orderId}
    and ${inShops(ctx, sql`shop_id`)} and (${everywhere} or module_id = any(${arrayOf(modules)}::int[]))`);
  if (!observed) throw notFound('finance.orderGone');
}

/** Money of one order, now or as known on a day: its figures, and every line behind them that the actor may see. */
export async function orderProfit(tx: Tx, ctx: Ctx, { orderId, knownOn }: ParsedOf<typeof orderProfitCall>) {
  await assertVisible(tx, ctx, orderId);
  const { baseCurrency } = await companyOf(tx);
  const [row] = await profitRows(tx, sql`p.company_id = ${sql.company} and p.order_id = ${orderId}`, { limit: 1 });
  const { figures, feeState, bridge } = await bridgeOf(tx, orderId, knownOn);
  const shown = knownOn ? figures : row;
  const hidden = maySee(ctx.rights, 'seeCost') ? [] : COST_ACCOUNTS;
  const lines = await tx.rows<LineRow>(sql`select ${LINE_COLUMNS} from ledger_entry e ${LINE_JOINS}
    where e.company_id = ${sql.company} and e.order_id = ${orderId} and ${knownBy(knownOn)} and l.account <> all(${arrayOf(hidden)}::text[])
    order by e.id, l.id limit 500`);
  return {
    currency: baseCurrency,
    feeState: knownOn ? feeState : (row?.feeState ?? ('none' as const)),
    figures: shown ? figuresFor(ctx, shown) : null,
    bridge: bridge.filter(({ figure }) => maySee(ctx.rights, 'seeCost') || !COST_FIGURES.includes(figure)),
    lines: lines.map((line) => shownLine(ctx.language, line)),
    again: maySee(ctx.rights, 'seeCost') ? await costsOfSentAgain(tx, orderId) : null,
  };
}

async function costsOfSentAgain(tx: Tx, orderId: number) {
  const row = await tx.row<{ orders: number; goodsCost: string; labelCost: string }>(sql`
    select count(*)::int as orders, coalesce(sum(p.goods_cost), 0) as "goodsCost", coalesce(sum(p.label_cost), 0) as "labelCost"
    from sales_order o left join order_profit p on p.company_id = o.company_id and p.order_id = o.id
    where o.company_id = ${sql.company} and o.source_order_id = ${orderId} and o.status <> 'cancelled'
      and o.origin = any(${arrayOf(SENT_AGAIN)}::text[])`);
  const { orders = 0, goodsCost = 0, labelCost = 0 } = row ?? {};
  return { orders, goodsCost: new Decimal(goodsCost).toFixed(2), labelCost: new Decimal(labelCost).toFixed(2) };
}
