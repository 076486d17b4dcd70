import * as calls from '@tradewind/contract/listings.ts';
import type { App } from '../../core/app.ts';
import { exportRoute } from '../../core/exports.ts';
import { handle, type Route } from '../../core/http/routes.ts';
import { pushListings, setPrice, syncListings } from './actions.ts';
import { listingExport, listings, onTab } from './list.ts';
import { listStockRules, saveStockRule } from './rules.ts';

export function listingsRoutes(app: App): Route[] {
  return [
    handle(calls.listListings, (tx, input) => listings.page(tx, onTab(input))),
    handle(calls.listingTabs, (tx, { shopIds }) =>
      listings.tabs(tx, {
        unmapped: { tab: 'unmapped', shopIds },
        waiting: { tab: 'waiting', shopIds },
        refused: { tab: 'refused', shopIds },
      }),
    ),
    exportRoute(calls.exportListings, listingExport, ({ filter }) => onTab(filter)),
    handle(calls.syncListings, (tx, input, ctx) => syncListings(app, tx, ctx, input.shopIds)),
    handle(calls.setListingPrice, (tx, input, ctx) => setPrice(app, tx, ctx, input)),
    handle(calls.pushListings, (tx, input, ctx) => pushListings(tx, ctx, input)),
    handle(calls.listStockRules, (tx, _input, ctx) => listStockRules(app, tx, ctx)),
    handle(calls.saveStockRule, (tx, input, ctx) => saveStockRule(app, tx, ctx, input)),
  ];
}
