import { rights } from '@tradewind/contract/access/modules.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import * as calls from '@tradewind/contract/listings.ts';
import type { App } from '../../core/app.ts';
import { type Ctx, mayPress } from '../../core/context.ts';
import { forbidden } from '../../core/errors.ts';
import { exportRoute } from '../../core/exports.ts';
import { handle, type Route } from '../../core/http/routes.ts';
import { pushListings, setPrice, syncListings } from './actions.ts';
import { listingExport, listings, onTab } from './list.ts';
import { previewProducts } from './products/preview.ts';
import { type Choice, leftRows, productRuns, startRun } from './products/run.ts';
import { makeSold, productDraft } from './products/sold.ts';
import { listStockRules, saveStockRule } from './rules.ts';

/** Making a product of a listing maps it too. @throws forbidden */
function mayMap<C extends Pick<Ctx, 'rights'>>(ctx: C): C {
  if (!mayPress(ctx.rights, rights.skuMapping.add)) throw forbidden();
  return ctx;
}

const choiceOf = ({ idempotencyKey: _key, ...choice }: ParsedOf<typeof calls.makeListingProducts>): Choice => choice;

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
    handle(calls.previewListingProducts, (tx, input) => previewProducts(tx, input)),
    handle(calls.makeListingProducts, (tx, input, ctx) => startRun(tx, mayMap(ctx), choiceOf(input))),
    handle(calls.getProductRun, (tx, { id }) => productRuns.one(tx, id)),
    handle(calls.listProductRuns, (tx, input) => productRuns.page(tx, input)),
    handle(calls.productRunRows, (tx, input) => leftRows(tx, input)),
    handle(calls.draftProduct, (tx, input, ctx) => productDraft(tx, ctx, input)),
    handle(calls.makeSoldProducts, (tx, input, ctx) => makeSold(tx, mayMap(ctx), input)),
    handle(calls.listStockRules, (tx, _input, ctx) => listStockRules(app, tx, ctx)),
    handle(calls.saveStockRule, (tx, input, ctx) => saveStockRule(app, tx, ctx, input)),
  ];
}
