import * as calls from '@tradewind/contract/procurement.ts';
import type { App } from '../../core/app.ts';
import { exportRoute } from '../../core/exports.ts';
import { handle, handleApp, type Route } from '../../core/http/routes.ts';
import { importRoutes } from '../../core/imports.ts';
import { bulkAnswer } from '../../core/outcome.ts';
import {
  allocationDetail,
  allocationExport,
  allocations,
  allocationTabCounts,
  sharesOf,
} from './allocations/allocations.list.ts';
import { deleteAllocations, saveAllocation } from './allocations/allocations.service.ts';
import { submitAllocation } from './allocations/approval.ts';
import { cancelAllocation, closeShares, reopenShares } from './allocations/finish.ts';
import { allocationImport } from './allocations/import.ts';
import { printAllocation } from './allocations/print.ts';
import { createDocuments } from './allocations/ship.ts';
import { sourcesFor } from './allocations/sources.ts';

export function allocationRoutes(app: App): Route[] {
  return [
    handle(calls.listAllocations, (tx, input) => allocations.page(tx, input)),
    handle(calls.allocationTabs, async (tx) => ({ counts: await allocationTabCounts(tx) })),
    handle(calls.getAllocation, (tx, { id }) => allocationDetail(tx, id)),
    handle(calls.disDetailedPage, (tx, { disId }) => allocationDetail(tx, disId)),
    handle(calls.quanDisDetailJson, async (tx, { disId }) => {
      await allocations.one(tx, disId);
      return { rows: await sharesOf(tx, disId) };
    }),
    handle(calls.allocationSources, (tx, input) => sourcesFor(tx, input)),
    handle(calls.saveAllocation, (tx, input) => saveAllocation(tx, input)),
    handle(calls.submitAllocation, (tx, { id }) => submitAllocation(tx, id)),
    handle(calls.shipAllocation, (tx, input) => createDocuments(tx, input)),
    handle(calls.closeAllocation, (tx, input) => closeShares(tx, input)),
    handle(calls.reopenAllocation, (tx, { id }) => reopenShares(tx, id)),
    handle(calls.cancelAllocation, (tx, { id, reason }) => cancelAllocation(tx, id, reason)),
    handle(calls.deleteAllocations, async (tx, input, ctx) => bulkAnswer(ctx, await deleteAllocations(tx, input))),
    handleApp(calls.printAllocation, (ctx, input) => printAllocation(app, ctx, input)),
    exportRoute(calls.exportAllocations, allocationExport, ({ filter }) => filter),
    ...importRoutes(
      app,
      {
        template: calls.allocationTemplate,
        preview: calls.previewAllocationImport,
        errors: calls.allocationImportErrors,
        commit: calls.commitAllocationImport,
      },
      allocationImport,
    ),
  ];
}
