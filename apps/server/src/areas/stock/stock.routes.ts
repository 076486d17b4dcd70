import * as calls from '@tradewind/contract/stock.ts';
import * as views from '@tradewind/contract/stock-views.ts';
import type { App } from '../../core/app.ts';
import { exportRoute, startExport } from '../../core/exports.ts';
import { handle, type Route } from '../../core/http/routes.ts';
import { importRoutes } from '../../core/imports.ts';
import { adjustOptions, adjustStock } from './adjust.ts';
import { explainStock, productBins } from './explain.ts';
import { explainPromised } from './explain-promised.ts';
import { explainValue } from './explain-value.ts';
import { productExport, stockExport } from './exports.ts';
import { limitImport, saveLimits, saveWarningDays } from './limits.ts';
import { stockPage, stockTabs } from './list.ts';
import { movementExport, movements } from './movements.list.ts';
import { askForSweep } from './sweep.ts';
import { bundleStock } from './views/bundles.ts';
import { conditionExport, placeExport } from './views/exports.ts';
import { stockConditionPage, stockPlacePage } from './views/places.ts';
import { productStock, stockOfProducts, stockProductPage } from './views/products.ts';
import { stockWarnings, warningExport } from './views/warnings.list.ts';
import { stockWarningTabs } from './views/warnings.ts';

export function stockRoutes(app: App): Route[] {
  return [
    ...viewRoutes(app),
    handle(calls.listStock, (tx, input) => stockPage(tx, input)),
    handle(calls.stockTabs, (tx, input) => stockTabs(tx, input)),
    handle(calls.exportStock, (tx, input, ctx) =>
      input.by === 'product'
        ? startExport(tx, ctx, productExport, input.filter, calls.exportStock)
        : startExport(tx, ctx, stockExport, input.filter, calls.exportStock),
    ),
    handle(calls.productBins, (tx, input) => productBins(tx, input.productId, input.warehouseId)),
    handle(calls.explainStock, (tx, input) => explainStock(tx, input)),
    handle(calls.explainValue, (tx, input) => explainValue(tx, input)),
    handle(calls.explainPromised, (tx, input) => explainPromised(tx, input)),
    handle(calls.adjustStock, (tx, input) => adjustStock(tx, input)),
    handle(calls.adjustOptions, (tx, input) => adjustOptions(tx, input)),
    handle(calls.listMovements, (tx, input) => movements.page(tx, input)),
    exportRoute(calls.exportMovements, movementExport, ({ filter }) => filter),
  ];
}

function viewRoutes(app: App): Route[] {
  return [
    handle(views.listStockProducts, (tx, input) => stockProductPage(tx, input)),
    handle(views.bundleStock, (tx, { ids }) => bundleStock(tx, ids)),
    handle(views.productStock, (tx, input) => productStock(tx, input.productId)),
    handle(views.stockOfProducts, (tx, input) => stockOfProducts(tx, input.productIds)),
    handle(views.listStockPlaces, (tx, input) => stockPlacePage(tx, input)),
    handle(views.listStockConditions, (tx, input) => stockConditionPage(tx, input)),
    handle(views.listStockWarnings, (tx, input) => stockWarnings.page(tx, input)),
    exportRoute(views.exportStockPlaces, placeExport, ({ filter }) => filter),
    exportRoute(views.exportStockConditions, conditionExport, ({ filter }) => filter),
    exportRoute(views.exportStockWarnings, warningExport, ({ filter }) => filter),
    handle(views.stockWarningTabs, (tx) => stockWarningTabs(tx)),
    handle(views.saveStockWarningDays, async (tx, input) => {
      saveWarningDays(tx, input);
      await askForSweep(tx);
    }),
    handle(views.saveStockLimits, (tx, input) => saveLimits(tx, input)),
    ...importRoutes(
      app,
      { template: views.stockLimitTemplate, preview: views.importStockLimits, commit: views.commitStockLimits },
      limitImport,
    ),
  ];
}
