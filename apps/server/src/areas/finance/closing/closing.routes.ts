import * as calls from '@tradewind/contract/finance/closing.ts';
import { exportRoute } from '../../../core/exports.ts';
import { handle, type Route } from '../../../core/http/routes.ts';
import { closeSettings, monthAllocations, saveCloseSettings } from './allocations.queries.ts';
import { monthExport } from './export.ts';
import { tickItem } from './items.ts';
import { journalAccounts, journalFile, saveJournalAccounts } from './journals.ts';
import { closeMonth, computeMonth, decide, reopenMonth } from './months.ts';
import { firstDay, getMonth, lateEntries, listMonths, monthBalances, monthEntries, monthFigures } from './queries.ts';
import { taxExport, taxFigures } from './tax.ts';

export function closingRoutes(): Route[] {
  return [
    handle(calls.listMonths, (tx, input) => listMonths(tx, input)),
    handle(calls.getMonth, (tx, { month }, ctx) => getMonth(tx, ctx, firstDay(month))),
    handle(calls.computeMonth, (tx, { month }) => computeMonth(tx, firstDay(month))),
    handle(calls.closeMonth, (tx, { month }, ctx) => closeMonth(tx, ctx, firstDay(month))),
    handle(calls.tickCloseItem, (tx, { month, ...input }) => tickItem(tx, firstDay(month), input)),
    handle(calls.reopenMonth, (tx, { month, ...input }) => reopenMonth(tx, firstDay(month), input)),
    handle(calls.decideReopening, (tx, { month, confirm }) => decide(tx, firstDay(month), confirm)),
    handle(calls.monthFigures, (tx, input, ctx) => monthFigures(tx, ctx, input)),
    handle(calls.monthBalances, (tx, input, ctx) => monthBalances(tx, ctx, input)),
    handle(calls.monthEntries, (tx, input, ctx) => monthEntries(tx, ctx, input)),
    handle(calls.lateEntries, (tx, input, ctx) => lateEntries(tx, ctx, input)),
    exportRoute(calls.exportMonth, monthExport),
    handle(calls.monthAllocations, (tx, input, ctx) => monthAllocations(tx, ctx, input)),
    handle(calls.getCloseSettings, (tx, _input, ctx) => closeSettings(tx, ctx)),
    handle(calls.saveCloseSettings, (tx, input) => saveCloseSettings(tx, input)),
    handle(calls.taxFigures, (tx, input, ctx) => taxFigures(tx, ctx, input)),
    exportRoute(calls.exportTax, taxExport),
    handle(calls.getJournalAccounts, (tx, input, ctx) => journalAccounts(tx, ctx, input)),
    handle(calls.saveJournalAccounts, (tx, input) => saveJournalAccounts(tx, input)),
    handle(calls.journalFile, (tx, input, ctx) => journalFile(tx, ctx, input)),
  ];
}
