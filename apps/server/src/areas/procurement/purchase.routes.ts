import * as calls from '@tradewind/contract/procurement.ts';
import type { App } from '../../core/app.ts';
import { exportRoute } from '../../core/exports.ts';
import { handle, handleApp, type Route } from '../../core/http/routes.ts';
import { importRoutes } from '../../core/imports.ts';
import { bulkAnswer } from '../../core/outcome.ts';
import { saveBill } from './money/bills.ts';
import { dueExport, dueTabs, dueTotals, purchaseDues } from './money/due.list.ts';
import { requestDues } from './money/due-request.ts';
import { cancelPayment, pay, requestPayment } from './money/payments.ts';
import { purchaseMoney } from './money/read.ts';
import { submitPurchase } from './orders/approval.ts';
import { cancelPurchase, closePurchase, reopenPurchase } from './orders/close.ts';
import { purchaseImport } from './orders/import.ts';
import { createAsn, placePurchase } from './orders/place.ts';
import { printPurchase } from './orders/print.ts';
import {
  productPurchases,
  purchaseDetail,
  purchaseExport,
  purchases,
  purchaseTabCounts,
} from './orders/purchases.list.ts';
import { copyPurchase, deletePurchases, savePurchase } from './orders/purchases.service.ts';
import { assignSupplier, cancelPending, orderPending } from './pending/order-pending.ts';
import { pendingExport, pendingPurchases, pendingTabCounts } from './pending/pending.list.ts';
import { requisitionImport } from './requisitions/import.ts';
import {
  requisitionDetail,
  requisitionExport,
  requisitions,
  requisitionTabCounts,
} from './requisitions/requisitions.list.ts';
import {
  cancelRequisition,
  deleteRequisitions,
  editHead,
  editLines,
  saveRequisition,
  submitRequisition,
} from './requisitions/requisitions.service.ts';

export function purchaseRoutes(app: App): Route[] {
  return [...requisitionRoutes(app), ...pendingRoutes(), ...orderRoutes(app), ...moneyRoutes()];
}

function moneyRoutes(): Route[] {
  return [
    handle(calls.purchaseMoney, (tx, { id }) => purchaseMoney(tx, id)),
    handle(calls.saveSupplierBill, (tx, input) => saveBill(tx, input)),
    handle(calls.requestSupplierPayment, (tx, input) => requestPayment(tx, input)),
    handle(calls.paySupplier, (tx, input) => pay(tx, input)),
    handle(calls.cancelSupplierPayment, (tx, { id }) => cancelPayment(tx, id)),
    handle(calls.listPurchaseDues, (tx, input) => purchaseDues.page(tx, input)),
    handle(calls.purchaseDueTabs, dueTabs),
    handle(calls.purchaseDueTotals, dueTotals),
    handle(calls.requestDuePayments, async (tx, input, ctx) => bulkAnswer(ctx, await requestDues(tx, input))),
    exportRoute(calls.exportPurchaseDues, dueExport, ({ filter }) => filter),
  ];
}

function requisitionRoutes(app: App): Route[] {
  return [
    handle(calls.listRequisitions, (tx, input) => requisitions.page(tx, input)),
    handle(calls.requisitionTabs, async (tx) => ({ counts: await requisitionTabCounts(tx) })),
    handle(calls.getRequisition, (tx, { id }) => requisitionDetail(tx, id)),
    handle(calls.requisitionPage, (tx, { reqId }) => requisitionDetail(tx, reqId)),
    handle(calls.saveRequisition, (tx, input) => saveRequisition(tx, input)),
    handle(calls.modifyPurchaseProJson, (tx, { requisition }) => editHead(tx, requisition)),
    handle(calls.modifyPurDetailJson, (tx, { reqId, version, lines }) => editLines(tx, reqId, version, lines)),
    handle(calls.submitRequisition, (tx, { id }) => submitRequisition(tx, id)),
    handle(calls.deleteRequisitions, async (tx, input, ctx) => bulkAnswer(ctx, await deleteRequisitions(tx, input))),
    handle(calls.cancelRequisition, (tx, { id, reason }) => cancelRequisition(tx, id, reason)),
    exportRoute(calls.exportRequisitions, requisitionExport, ({ filter }) => filter),
    ...importRoutes(
      app,
      {
        template: calls.requisitionTemplate,
        preview: calls.previewRequisitionImport,
        errors: calls.requisitionImportErrors,
        commit: calls.commitRequisitionImport,
      },
      requisitionImport,
    ),
  ];
}

function pendingRoutes(): Route[] {
  return [
    handle(calls.listPendingPurchases, (tx, input) => pendingPurchases.page(tx, input)),
    handle(calls.pendingTabs, async (tx) => ({ counts: await pendingTabCounts(tx) })),
    handle(calls.assignPendingSupplier, (tx, input) => assignSupplier(tx, input)),
    handle(calls.orderPending, (tx, input) => orderPending(tx, input)),
    handle(calls.cancelPending, (tx, input) => cancelPending(tx, input)),
    exportRoute(calls.exportPending, pendingExport, ({ filter }) => filter),
  ];
}

function orderRoutes(app: App): Route[] {
  return [
    handle(calls.listPurchases, (tx, input) => purchases.page(tx, input)),
    handle(calls.purchaseTabs, async (tx) => ({ counts: await purchaseTabCounts(tx) })),
    handle(calls.getPurchase, (tx, { id }, ctx) => purchaseDetail(tx, ctx, id)),
    handle(calls.productPurchases, (tx, { productId }) => productPurchases(tx, productId)),
    handle(calls.purchaseInfo, (tx, { purchaseId }, ctx) => purchaseDetail(tx, ctx, purchaseId)),
    handle(calls.savePurchase, (tx, input) => savePurchase(tx, input)),
    handle(calls.submitPurchase, (tx, { id }) => submitPurchase(tx, id)),
    handle(calls.placePurchase, (tx, input) => placePurchase(tx, input)),
    handle(calls.createPurchaseAsn, (tx, input) => createAsn(tx, input)),
    handle(calls.closePurchase, (tx, { id, reason }) => closePurchase(tx, id, reason)),
    handle(calls.reopenPurchase, (tx, { id }) => reopenPurchase(tx, id)),
    handle(calls.cancelPurchase, (tx, { id, reason }) => cancelPurchase(tx, id, reason)),
    handle(calls.copyPurchase, (tx, { id }) => copyPurchase(tx, id)),
    handle(calls.deletePurchases, async (tx, input, ctx) => bulkAnswer(ctx, await deletePurchases(tx, input))),
    handleApp(calls.printPurchase, (ctx, input) => printPurchase(app, ctx, input)),
    exportRoute(calls.exportPurchases, purchaseExport, ({ filter }) => filter),
    ...importRoutes(
      app,
      {
        template: calls.purchaseTemplate,
        preview: calls.previewPurchaseImport,
        errors: calls.purchaseImportErrors,
        commit: calls.commitPurchaseImport,
      },
      purchaseImport,
    ),
  ];
}
