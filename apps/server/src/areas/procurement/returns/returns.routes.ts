import * as calls from '@tradewind/contract/procurement.ts';
import type { App } from '../../../core/app.ts';
import { exportRoute } from '../../../core/exports.ts';
import { handle, handleApp, type Route } from '../../../core/http/routes.ts';
import { bulkAnswer } from '../../../core/outcome.ts';
import { assertWarehouses } from '../goods.ts';
import { cancelReturn, reopenReturn, submitReturn } from './approval.ts';
import { stockOptions } from './free-units.ts';
import { printReturn } from './print.ts';
import { receiptOptions } from './receipts.ts';
import { returnDetail, returnExport, returnTabCounts, supplierReturns } from './returns.list.ts';
import { deleteReturns, saveReturn } from './save.ts';
import { billsOfReturn, settleReturn } from './settle.ts';
import { createReturnAsn, shipReturn } from './ship.ts';
import { startReturn } from './start.ts';
import { undoReturn } from './undo.ts';
import { undoSettlement } from './undo-settlement.ts';

export function returnRoutes(app: App): Route[] {
  return [
    handle(calls.listSupplierReturns, (tx, input) => supplierReturns.page(tx, input)),
    handle(calls.supplierReturnTabs, async (tx) => ({ counts: await returnTabCounts(tx) })),
    handle(calls.getSupplierReturn, (tx, { id }) => returnDetail(tx, id)),
    handle(calls.returnOptions, async (tx, { warehouseId, productId, supplierId }) => {
      await assertWarehouses(tx, [{ path: 'warehouseId', id: warehouseId }]);
      const stock = await stockOptions(tx, warehouseId, productId);
      return { stock, receipts: await receiptOptions(tx, { warehouseId, productIds: [productId], supplierId }) };
    }),
    handle(calls.returnStart, async (tx, input) => {
      if (input.warehouseId) await assertWarehouses(tx, [{ path: 'warehouseId', id: input.warehouseId }]);
      return startReturn(tx, input);
    }),
    handle(calls.saveSupplierReturn, (tx, input) => saveReturn(tx, input)),
    handle(calls.submitSupplierReturn, (tx, { id }) => submitReturn(tx, id)),
    handle(calls.reopenSupplierReturn, (tx, { id }) => reopenReturn(tx, id)),
    handle(calls.cancelSupplierReturn, (tx, { id, reason }) => cancelReturn(tx, id, reason)),
    handle(calls.shipSupplierReturn, (tx, input) => shipReturn(tx, input)),
    handle(calls.createReturnAsn, (tx, input) => createReturnAsn(tx, input)),
    handle(calls.undoSupplierReturn, (tx, { id }) => undoReturn(tx, id)),
    handle(calls.returnBills, (tx, { id }) => billsOfReturn(tx, id)),
    handle(calls.settleSupplierReturn, (tx, input) => settleReturn(tx, input)),
    handle(calls.undoSupplierSettlement, (tx, input) => undoSettlement(tx, input)),
    handle(calls.deleteSupplierReturns, async (tx, input, ctx) => bulkAnswer(ctx, await deleteReturns(tx, input))),
    handleApp(calls.printSupplierReturn, (ctx, input) => printReturn(app, ctx, input)),
    exportRoute(calls.exportSupplierReturns, returnExport, ({ filter }) => filter),
  ];
}
