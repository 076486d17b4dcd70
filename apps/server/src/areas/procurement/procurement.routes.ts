import * as calls from '@tradewind/contract/procurement.ts';
import type { App } from '../../core/app.ts';
import { exportRoute } from '../../core/exports.ts';
import { handle, type Route } from '../../core/http/routes.ts';
import { importRoutes } from '../../core/imports.ts';
import { bulkAnswer } from '../../core/outcome.ts';
import { openBank, saveBank } from './suppliers/bank.ts';
import { requestedPrices } from './suppliers/price-in-force.ts';
import { supplierPriceExport } from './suppliers/prices.export.ts';
import { supplierPriceImport } from './suppliers/prices.import.ts';
import { supplierPrices } from './suppliers/prices.list.ts';
import { deletePrices, savePrice } from './suppliers/prices.service.ts';
import { supplierRecord } from './suppliers/record.ts';
import { supplierImport } from './suppliers/suppliers.import.ts';
import { supplierExport, supplierOptions, suppliers, supplierTabCounts } from './suppliers/suppliers.list.ts';
import {
  blockSupplier,
  deleteSuppliers,
  findSupplier,
  saveSupplier,
  unblockSupplier,
} from './suppliers/suppliers.service.ts';

export function procurementRoutes(app: App): Route[] {
  return [
    handle(calls.listSuppliers, (tx, input) => suppliers.page(tx, input)),
    handle(calls.supplierTabs, async (tx) => ({ counts: await supplierTabCounts(tx) })),
    handle(calls.getSupplier, (tx, { id }, ctx) => findSupplier(tx, ctx, id)),
    handle(calls.supplierRecord, (tx, { id }) => supplierRecord(tx, id)),
    handle(calls.supplierOptions, async (tx, { search }) => ({ list: await supplierOptions(tx, search) })),
    handle(calls.saveSupplier, (tx, input, ctx) => saveSupplier(tx, ctx, input)),
    handle(calls.deleteSuppliers, async (tx, input, ctx) => bulkAnswer(ctx, await deleteSuppliers(tx, input))),
    handle(calls.blockSupplier, (tx, input) => blockSupplier(tx, input)),
    handle(calls.unblockSupplier, (tx, { id }) => unblockSupplier(tx, id)),
    handle(calls.openSupplierBank, (tx, { id }) => openBank(app, tx, id)),
    handle(calls.saveSupplierBank, (tx, input) => saveBank(app, tx, input)),
    exportRoute(calls.exportSuppliers, supplierExport, ({ filter }) => filter),
    ...importRoutes(
      app,
      {
        template: calls.supplierTemplate,
        preview: calls.previewSupplierImport,
        errors: calls.supplierImportErrors,
        commit: calls.commitSupplierImport,
      },
      supplierImport,
    ),
    ...priceRoutes(app),
  ];
}

function priceRoutes(app: App): Route[] {
  return [
    exportRoute(calls.exportSupplierPrices, supplierPriceExport, ({ filter }) => filter),
    handle(calls.listSupplierPrices, (tx, input) => supplierPrices.page(tx, input)),
    handle(calls.saveSupplierPrice, (tx, input) => savePrice(tx, input)),
    handle(calls.deleteSupplierPrices, (tx, { ids }) => deletePrices(tx, ids)),
    handle(calls.supplierPricesInForce, (tx, input) => requestedPrices(tx, input)),
    ...importRoutes(
      app,
      {
        template: calls.supplierPriceTemplate,
        preview: calls.previewSupplierPriceImport,
        errors: calls.supplierPriceImportErrors,
        commit: calls.commitSupplierPriceImport,
      },
      supplierPriceImport,
    ),
  ];
}
