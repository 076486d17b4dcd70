import * as calls from '@tradewind/contract/stock.ts';
import * as views from '@tradewind/contract/stock-views.ts';
import type { App } from '../../core/app.ts';
import { badField } from '../../core/errors.ts';
import { startExport } from '../../core/exports.ts';
import { handle, OK, type Route } from '../../core/http/routes.ts';
import { commitImport, previewImport, templateFile } from '../../core/imports.ts';
import { adjustOptions, adjustStock } from './adjust.ts';
import { explainStock, productBins } from './explain.ts';
import { explainPromised } from './explain-promised.ts';
import { explainValue } from './explain-value.ts';
import { movementExport, productExport, stockExport } from './exports.ts';
import { limitImport, saveLimits, saveWarningDays } from './limits.ts';
import { stockPage, stockTabs } from './list.ts';
import { movementPage } from './movements.ts';
import { askForSweep } from './sweep.ts';
import { conditionExport, placeExport, warningExport } from './views/exports.ts';
import { stockConditionPage, stockPlacePage } from './views/places.ts';
import { productStock, stockProductPage } from './views/products.ts';
import { stockWarningPage, stockWarningTabs } from './views/warnings.ts';

export function stockRoutes(app: App): Route[] {
  const { database } = app;
  return [
    ...viewRoutes(app),
    handle(calls.listStock, (ctx, input) => database.inCompany(ctx, (tx) => stockPage(tx, input))),
    handle(calls.stockTabs, (ctx, input) => database.inCompany(ctx, (tx) => stockTabs(tx, input))),
    handle(calls.exportStock, (ctx, input) =>
      input.by === 'product'
        ? startExport(app, ctx, productExport, input.filter)
        : startExport(app, ctx, stockExport, input.filter),
    ),
    handle(calls.productBins, (ctx, input) =>
      database.inCompany(ctx, (tx) => productBins(tx, input.productId, input.warehouseId)),
    ),
    handle(calls.explainStock, (ctx, input) => database.inCompany(ctx, (tx) => explainStock(tx, input))),
    handle(calls.explainValue, (ctx, input) => database.inCompany(ctx, (tx) => explainValue(tx, input))),
    handle(calls.explainPromised, (ctx, input) => database.inCompany(ctx, (tx) => explainPromised(tx, input))),
    handle(calls.adjustStock, (ctx, input) => database.inCompany(ctx, (tx) => adjustStock(tx, input))),
    handle(calls.adjustOptions, (ctx, input) => database.inCompany(ctx, (tx) => adjustOptions(tx, input))),
    handle(calls.listMovements, (ctx, input) => database.inCompany(ctx, (tx) => movementPage(tx, input))),
    handle(calls.exportMovements, (ctx, input) => startExport(app, ctx, movementExport, input.filter)),
  ];
}

function viewRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(views.listStockProducts, (ctx, input) => database.inCompany(ctx, (tx) => stockProductPage(tx, input))),
    handle(views.productStock, (ctx, input) => database.inCompany(ctx, (tx) => productStock(tx, input.productId))),
    handle(views.listStockPlaces, (ctx, input) => database.inCompany(ctx, (tx) => stockPlacePage(tx, input))),
    handle(views.listStockConditions, (ctx, input) => database.inCompany(ctx, (tx) => stockConditionPage(tx, input))),
    handle(views.listStockWarnings, (ctx, input) => database.inCompany(ctx, (tx) => stockWarningPage(tx, input))),
    handle(views.exportStockPlaces, (ctx, input) => startExport(app, ctx, placeExport, input.filter)),
    handle(views.exportStockConditions, (ctx, input) => startExport(app, ctx, conditionExport, input.filter)),
    handle(views.exportStockWarnings, (ctx, input) => startExport(app, ctx, warningExport, input.filter)),
    handle(views.stockWarningTabs, (ctx) => database.inCompany(ctx, stockWarningTabs)),
    handle(views.saveStockWarningDays, async (ctx, input) => {
      await database.inCompany(ctx, async (tx) => {
        saveWarningDays(tx, input);
        await askForSweep(tx);
      });
      return OK;
    }),
    handle(views.saveStockLimits, (ctx, input) => database.inCompany(ctx, (tx) => saveLimits(tx, input))),
    handle(views.stockLimitTemplate, async (ctx) => templateFile(limitImport, ctx.language)),
    handle(views.importStockLimits, (ctx) => {
      if (!ctx.file) throw badField('file', 'core.fileMissing');
      return previewImport(app, ctx, limitImport, ctx.file);
    }),
    handle(views.commitStockLimits, (ctx, input) => commitImport(app, ctx, limitImport, input.importId)),
  ];
}
