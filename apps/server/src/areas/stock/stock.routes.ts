import * as calls from '@tradewind/contract/stock.ts';
import type { App } from '../../core/app.ts';
import { startExport } from '../../core/exports.ts';
import { handle, type Route } from '../../core/http/routes.ts';
import { adjustOptions, adjustStock } from './adjust.ts';
import { explainStock, productBins } from './explain.ts';
import { movementExport, stockExport } from './exports.ts';
import { stockPage, stockTabs } from './list.ts';
import { movementPage } from './movements.ts';

export function stockRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.listStock, (ctx, input) => database.inCompany(ctx, (tx) => stockPage(tx, input))),
    handle(calls.stockTabs, (ctx, input) => database.inCompany(ctx, (tx) => stockTabs(tx, input))),
    handle(calls.exportStock, (ctx, input) => startExport(app, ctx, stockExport, input.filter)),
    handle(calls.productBins, (ctx, input) =>
      database.inCompany(ctx, (tx) => productBins(tx, input.productId, input.warehouseId)),
    ),
    handle(calls.explainStock, (ctx, input) => database.inCompany(ctx, (tx) => explainStock(tx, input))),
    handle(calls.adjustStock, (ctx, input) => database.inCompany(ctx, (tx) => adjustStock(tx, input))),
    handle(calls.adjustOptions, (ctx, input) => database.inCompany(ctx, (tx) => adjustOptions(tx, input))),
    handle(calls.listMovements, (ctx, input) => database.inCompany(ctx, (tx) => movementPage(tx, input))),
    handle(calls.exportMovements, (ctx, input) => startExport(app, ctx, movementExport, input.filter)),
  ];
}
