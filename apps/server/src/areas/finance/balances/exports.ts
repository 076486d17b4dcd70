import {
  type AgeingFilter,
  type AgeingRow,
  ageingFilter,
  type BalanceFilter,
  type BalanceLine,
  type BalanceLineFilter,
  type BalanceRow,
  balanceFilter,
  balanceLineFilter,
} from '@tradewind/contract/finance.ts';
import { sql } from '../../../core/database/sql.ts';
import { defineExport, type ExportColumn } from '../../../core/exports.ts';
import { say } from '../../../core/text/texts.ts';
import { ageingRows } from './ageing.queries.ts';
import { balanceRows } from './balances.queries.ts';
import { balanceLineRows, lineEnds, linesCount } from './lines.queries.ts';

const figure = (value: string | null) => (value === null ? null : { number: value });
const party = <R extends { party: string }>(): ExportColumn<R> => ({
  title: ['往来类型', 'Kind'],
  width: 20,
  value: (row, ctx) => say(ctx.language, `finance.balanceParty.${row.party}`),
});

/** Files of figures by party stay short: each part is the next rows. */
const after = async <R>(
  rows: (at: { limit: number; skip: number }) => Promise<{ rows: R[] }>,
  cursor: string | null,
  limit: number,
) => {
  const skip = Number(cursor ?? 0);
  const found = await rows({ limit, skip });
  return { rows: found.rows, next: found.rows.length === limit ? String(skip + limit) : null };
};

export const balanceExport = defineExport<BalanceFilter, BalanceRow>({
  name: 'finance.balances',
  title: ['余额变动', 'Balance changes'],
  filter: balanceFilter,
  columns: () => [
    party(),
    { title: ['往来单位', 'Party'], width: 28, value: (row) => row.name },
    { title: ['科目', 'Account'], width: 24, value: (row) => row.accountName },
    { title: ['币种', 'Currency'], width: 8, value: (row) => row.currency },
    { title: ['期初', 'Opening'], value: (row) => figure(row.opening) },
    { title: ['增加', 'Increase'], value: (row) => figure(row.increase) },
    { title: ['减少', 'Decrease'], value: (row) => figure(row.decrease) },
    { title: ['余额', 'Balance'], value: (row) => figure(row.closing) },
    { title: ['本位币余额', 'Balance in base currency'], value: (row) => figure(row.base) },
    { title: ['额度', 'Limit'], value: (row) => figure(row.limit) },
  ],
  count: async (tx, ctx, filter) => (await balanceRows(tx, ctx, filter, { limit: 1, skip: 0 })).total,
  page: (tx, ctx, filter, cursor, limit) => after((at) => balanceRows(tx, ctx, filter, at), cursor, limit),
});

export const balanceLineExport = defineExport<BalanceLineFilter, BalanceLine>({
  name: 'finance.balanceLines',
  title: ['往来明细', 'Ledger of a party'],
  filter: balanceLineFilter,
  columns: () => [
    { title: ['入账日期', 'Date'], width: 12, value: (row) => row.onDay },
    { title: ['摘要', 'Description'], width: 28, value: (row) => row.text },
    { title: ['订单号', 'Order no.'], width: 22, value: (row) => row.orderNo },
    { title: ['科目', 'Account'], width: 24, value: (row) => row.accountName },
    { title: ['金额', 'Amount'], value: (row) => figure(row.amount) },
    { title: ['余额', 'Balance'], value: (row) => figure(row.balance) },
    { title: ['币种', 'Currency'], width: 8, value: (row) => row.currency },
    { title: ['本位币金额', 'Amount in base currency'], value: (row) => figure(row.baseAmount) },
    { title: ['经办人', 'By'], width: 16, value: (row) => row.actor },
  ],
  count: (tx, _ctx, filter) => linesCount(tx, filter),
  async page(tx, ctx, filter, cursor, limit) {
    const before = cursor === null ? sql.empty : sql`and l.id < ${Number(cursor)}`;
    const { closing } = await lineEnds(tx, filter);
    const rows = await balanceLineRows(tx, ctx, filter, sql`${before} order by l.id desc limit ${limit}`, closing);
    const last = rows.at(-1);
    return { rows, next: last && rows.length === limit ? String(last.id) : null };
  },
});

export const ageingExport = defineExport<AgeingFilter, AgeingRow>({
  name: 'finance.ageing',
  title: ['账龄', 'Ageing'],
  filter: ageingFilter,
  columns: () => [
    party(),
    { title: ['往来单位', 'Party'], width: 28, value: (row) => row.name },
    { title: ['币种', 'Currency'], width: 8, value: (row) => row.currency },
    { title: ['未到期', 'Not due'], value: (row) => figure(row.notDue) },
    { title: ['逾期1-30天', '1–30 days overdue'], value: (row) => figure(row.upTo30) },
    { title: ['逾期31-60天', '31–60 days overdue'], value: (row) => figure(row.upTo60) },
    { title: ['逾期61-90天', '61–90 days overdue'], value: (row) => figure(row.upTo90) },
    { title: ['逾期90天以上', 'Over 90 days overdue'], value: (row) => figure(row.older) },
    { title: ['合计', 'Total'], value: (row) => figure(row.total) },
    { title: ['预付与贷项', 'Deposits and credits'], value: (row) => figure(row.against) },
  ],
  count: async (tx, ctx, filter) => (await ageingRows(tx, ctx, filter, { limit: 1, skip: 0 })).total,
  page: (tx, ctx, filter, cursor, limit) => after((at) => ageingRows(tx, ctx, filter, at), cursor, limit),
});
