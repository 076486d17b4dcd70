import * as calls from '@tradewind/contract/listings.ts';
import type { App } from '../../core/app.ts';
import { startExport } from '../../core/exports.ts';
import { handle, OK, type Route } from '../../core/http/routes.ts';
import { pushListings, setPrice, syncListings } from './actions.ts';
import { listingExport } from './exports.ts';
import { listingPage, listingTabs } from './list.ts';
import { listStockRules, saveStockRule } from './rules.ts';

export function listingsRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.listListings, (ctx, input) => database.inCompany(ctx, (tx) => listingPage(tx, input))),
    handle(calls.listingTabs, (ctx, input) => database.inCompany(ctx, (tx) => listingTabs(tx, input))),
    handle(calls.exportListings, (ctx, input) => startExport(app, ctx, listingExport, input.filter)),
    handle(calls.syncListings, (ctx, input) =>
      database.inCompany(ctx, (tx) => syncListings(app, tx, ctx, input.shopIds)),
    ),
    handle(calls.setListingPrice, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => setPrice(app, tx, ctx, input));
      return OK;
    }),
    handle(calls.pushListings, (ctx, input) => database.inCompany(ctx, (tx) => pushListings(tx, ctx, input))),
    handle(calls.listStockRules, (ctx) => database.inCompany(ctx, (tx) => listStockRules(app, tx, ctx))),
    handle(calls.saveStockRule, (ctx, input) => database.inCompany(ctx, (tx) => saveStockRule(app, tx, ctx, input))),
  ];
}
