import type { ResultOf } from '@tradewind/contract/call.ts';
import * as contract from '@tradewind/contract/finance.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { exportRoute } from '../../../core/exports.ts';
import { handle, type Route } from '../../../core/http/routes.ts';
import { say } from '../../../core/text/texts.ts';
import { enqueueNow, platformDoes, shopsInScope } from '../../channels/public.ts';
import { companyOf } from '../../company/public.ts';
import { LINE_COLUMNS, LINE_JOINS, type LineRow, shownLine } from '../profit/lines.queries.ts';
import { LINE_DOC } from './booking.ts';
import { settlementExport, settlementLineExport } from './exports.ts';
import {
  byShops,
  debtEntries,
  mappings,
  settlementDetail,
  settlementLines,
  settlements,
  suspenseTerms,
  unsettledOrders,
} from './lists.ts';
import { inTransit, moneyOfShops, sincePayout } from './money.ts';
import { settledAccounts } from './targets.ts';

export const settlementRoutes = (app: App): Route[] => [
  handle(contract.whereIsMoney, (tx) => moneyOfShops(tx)),
  handle(contract.listUnsettledOrders, (tx, input) => unsettledOrders.page(tx, input)),
  handle(contract.listDebtEntries, async (tx, input, ctx) => {
    const page = await debtEntries.page(tx, input);
    return { ...page, rows: page.rows.map((row) => shownLine(ctx.language, row)) };
  }),
  handle(contract.settledSincePayout, (tx, input) => sincePayout(tx, input)),
  handle(contract.payoutsInTransit, (tx, input) => inTransit(tx, input)),
  handle(contract.listSettlements, async (tx, input) => settlements.page(tx, await byShops(tx, input))),
  handle(contract.getSettlement, (tx, { id }) => settlementDetail(tx, id)),
  handle(contract.syncSettlements, (tx, { shopIds }) => readNow(app, tx, shopIds)),
  exportRoute(contract.exportSettlements, settlementExport),
  handle(contract.listSettlementLines, async (tx, input) => settlementLines.page(tx, await byShops(tx, input))),
  handle(contract.settlementLineEntries, (tx, { id }, ctx) => entriesOf(tx, ctx, id)),
  exportRoute(contract.exportSettlementLines, settlementLineExport),
  handle(contract.settlementAccounts, (_tx, _input, { language }) => {
    const mappable = new Set<string>(contract.MAPPABLE_ACCOUNTS);
    const shown = (account: string) => ({
      account,
      name: say(language, `finance.account.${account}`),
      mappable: mappable.has(account),
    });
    return { list: settledAccounts().map(shown) };
  }),
  handle(contract.listSuspense, (tx) => suspenseTerms(tx)),
  handle(contract.listMappings, (tx, input) => mappings.page(tx, input)),
];

/** Queues the settlements of connected shops whose platform lists them. */
async function readNow(app: App, tx: Tx, shopIds: readonly number[] | undefined): Promise<{ shops: number }> {
  const shops = (await shopsInScope(tx, tx)).filter(
    ({ id, state, platform }) =>
      state === 'authorized' && (shopIds?.includes(id) ?? true) && platformDoes(app, platform, 'listSettlements'),
  );
  for (const { id } of shops) await enqueueNow(tx, id, 'settlements');
  return { shops: shops.length };
}

/** Every ledger line that a line of a settlement made. */
async function entriesOf(
  tx: Tx,
  { language }: Ctx,
  id: number,
): Promise<ResultOf<typeof contract.settlementLineEntries>> {
  await settlementLines.one(tx, id);
  const { baseCurrency } = await companyOf(tx);
  const rows = await tx.rows<LineRow>(sql`select ${LINE_COLUMNS} from ledger_entry e ${LINE_JOINS}
    where e.company_id = ${sql.company} and e.doc_kind = ${LINE_DOC} and e.doc_id = ${id} order by e.id, l.id limit 200`);
  return { currency: baseCurrency, lines: rows.map((row) => shownLine(language, row)) };
}
