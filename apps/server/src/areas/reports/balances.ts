import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { getBalanceRecord, getCostStatementYue } from '@tradewind/contract/reports.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/tx.ts';
import { companyOf, localDay } from '../company/public.ts';
import { assertCosts, balancePage, costPage } from '../finance/public.ts';

// Two lists of finance under the names that the specification has for them among the reports.

type Listed = ResultOf<typeof getBalanceRecord>;
const asText = (row: object): Listed['list'][number] =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)]));

export async function balanceRecord(
  tx: Tx,
  ctx: Ctx,
  { startDate, endDate, pageNum, pageSize }: ParsedOf<typeof getBalanceRecord>,
): Promise<Listed> {
  const to = endDate ?? localDay(tx.now, (await companyOf(tx)).timeZone);
  const from = startDate ?? `${to.slice(0, 7)}-01`;
  const { rows, total } = await balancePage(tx, ctx, { from, to, page: pageNum, pageSize });
  return { list: rows.map(asText), total };
}

/** @throws forbidden to whoever may not see costs */
export async function costStatement(
  tx: Tx,
  { startDate, endDate, pageNum, pageSize }: ParsedOf<typeof getCostStatementYue>,
): Promise<Listed> {
  assertCosts(tx);
  const days = { ...(startDate ? { from: startDate } : {}), ...(endDate ? { to: endDate } : {}) };
  const { rows, total } = await costPage(tx, { ...days, page: pageNum, pageSize });
  return { list: rows.map(asText), total };
}
