import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  type getStatement,
  STATEMENT_RESULTS,
  STATEMENT_STATES,
  type StatementFilter,
  type StatementLine,
  type StatementLineFilter,
  type StatementResult,
  type StatementRow,
  statementLineFilter,
} from '@tradewind/contract/finance.ts';
import { maySee } from '../../../../core/context.ts';
import type { Tx } from '../../../../core/database/database.ts';
import { sql } from '../../../../core/database/sql.ts';
import { beginsWith } from '../../../../core/database/statement.ts';
import { readHistory } from '../../../../core/documents.ts';
import { defineList, exportOf, is, numbered, tabFor } from '../../../../core/lists.ts';
import { inWarehouses } from '../../../../core/scope.ts';
import { say } from '../../../../core/text/texts.ts';
import { ACCOUNT, DIFFERENCE } from './confirm.ts';
import { statementDocument } from './documents.ts';

export const statements = defineList<StatementFilter, StatementRow>({
  table: 'provider_statement',
  as: 's',
  scope: (tx) => (maySee(tx.rights, 'seeCost') ? inWarehouses(tx, sql`s.warehouse_id`) : sql`false`),
  filters: {
    state: is(sql`s.state`),
    warehouseId: is(sql`s.warehouse_id`),
    from: (day) => sql`s.to_day >= ${day}::date`,
    to: (day) => sql`s.from_day <= ${day}::date`,
    text: numbered(sql`s.number`),
  },
  order: sql`s.id desc`,
  columns: sql`s.id, s.number, s.issuer_id, i.name as issuer_name, s.warehouse_id, w.name as warehouse_name, s.currency,
    s.billed_on::text as billed_on, s.from_day::text as from_day, s.to_day::text as to_day, s.state, s.file_name, s.line_count,
    round(s.amount, 2)::text as amount, round(s.ours, 2)::text as ours, s.wrong_count, s.created_by, s.created_at,
    s.confirmed_by, s.confirmed_at`,
  joins: sql`join bill_issuer i on i.company_id = ${sql.company} and i.id = s.issuer_id
    join warehouse w on w.company_id = ${sql.company} and w.id = s.warehouse_id`,
  missing: 'finance.statementGone',
});
export const statementCounts = (tx: Tx) => statements.tabs(tx, tabFor('state', STATEMENT_STATES));

export async function statementDetail(tx: Tx, id: number): Promise<ResultOf<typeof getStatement>> {
  const row = await statements.one(tx, id);
  type More = Pick<ResultOf<typeof getStatement>, 'tolerancePercent' | 'toleranceAmount' | 'toBook' | 'account'>;
  const more = await tx.row<More>(sql`select s.tolerance_percent::text as tolerance_percent,
      round(s.tolerance_amount, 2)::text as tolerance_amount, ${ACCOUNT} as account,
      (select round(coalesce(sum(${DIFFERENCE}), 0), 2)::text from provider_statement_line l
        where l.company_id = ${sql.company} and l.statement_id = s.id and l.takes) as to_book
    from provider_statement s join warehouse w on w.company_id = ${sql.company} and w.id = s.warehouse_id
    where s.company_id = ${sql.company} and s.id = ${id}`);
  const counts = await tx.rows<{ result: StatementResult; count: number }>(sql`select result, count(*)::int as count
    from provider_statement_line where company_id = ${sql.company} and statement_id = ${id} group by result`);
  const byResult = new Map(counts.map(({ result, count }) => [result, count]));
  const history = await readHistory(tx, statementDocument.kind, id);
  return {
    ...row,
    ...(more ?? { tolerancePercent: '0', toleranceAmount: '0', toBook: '0.00', account: 'warehouse_payable' as const }),
    results: Object.fromEntries(
      STATEMENT_RESULTS.flatMap((result) => (byResult.has(result) ? [[result, byResult.get(result)]] : [])),
    ),
    history: history.map((event) => ({ ...event, at: event.at.toISOString() })),
  };
}

export const statementLines = defineList<StatementLineFilter, StatementLine>({
  table: 'provider_statement_line',
  as: 'l',
  scope: (tx) => sql`l.statement_id in (select s.id from provider_statement s where ${statements.where(tx, {})})`,
  filters: {
    statementId: is(sql`l.statement_id`),
    result: is(sql`l.result`),
    text: (typed) => {
      const text = typed.trim().toUpperCase();
      return sql`(${beginsWith(sql`l.tracking_number`, text)} or ${beginsWith(sql`l.reference`, text)})`;
    },
  },
  order: sql`l.line, l.id`,
  columns: sql`l.id, l.line, l.tracking_number, l.reference, l.fee_type, l.day::text as day, round(l.amount, 2)::text as amount,
    round(l.ours, 2)::text as ours, round(${DIFFERENCE}, 2)::text as difference, l.result, l.takes,
    round(l.booked, 2)::text as booked, l.booked_currency, l.order_id, o.display_no as order_no,
    ts.number as twice_number, t.line as twice_line`,
  joins: sql`left join sales_order o on o.company_id = ${sql.company} and o.id = l.order_id
    left join provider_statement_line t on t.company_id = ${sql.company} and t.id = l.twice_id
    left join provider_statement ts on ts.company_id = ${sql.company} and ts.id = t.statement_id`,
});

const figure = (value: string | null) => (value === null ? null : { number: value });
export const statementLineExport = exportOf(statementLines, {
  name: 'finance.statementLines',
  title: ['第三方仓对账明细', '3PL statement lines'],
  filter: statementLineFilter,
  columns: [
    { title: ['行', 'Line'], width: 8, value: (row) => row.line || null },
    { title: ['单号', 'Reference'], width: 24, value: (row) => row.reference },
    { title: ['跟踪号', 'Tracking number'], width: 24, value: (row) => row.trackingNumber },
    { title: ['订单号', 'Order no.'], width: 22, value: (row) => row.orderNo },
    { title: ['费用类型', 'Fee type'], width: 18, value: (row) => row.feeType },
    { title: ['日期', 'Date'], width: 12, value: (row) => row.day },
    {
      title: ['结果', 'Result'],
      width: 16,
      value: (row, ctx) => say(ctx.language, `finance.statementResult.${row.result}`),
    },
    { title: ['对方金额', 'Theirs'], width: 12, value: (row) => figure(row.amount) },
    { title: ['我方金额', 'Ours'], width: 12, value: (row) => figure(row.ours) },
    { title: ['差额', 'Difference'], width: 12, value: (row) => figure(row.difference) },
    { title: ['已入账', 'Booked'], width: 12, value: (row) => figure(row.booked) },
    { title: ['入账币种', 'Booked in'], width: 10, value: (row) => row.bookedCurrency },
  ],
});
