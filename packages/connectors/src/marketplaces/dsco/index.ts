import type { MarketplaceConnector } from '../../capabilities/connector.ts';
import { sleepOf } from '../../pace.ts';
import { createChanges } from './changes.ts';
import { createDscoClient, type DscoSetup } from './client.ts';
import { createInventory, STOCK_BATCH } from './inventory.ts';
import { createListing } from './listing.ts';
import { createReturns } from './returns.ts';
import { createTokenEndpoint } from './tokens.ts';

/** A supplier's side of one retailer of the network. Base address by name: `api`. */
export function createDscoConnector(setup: DscoSetup) {
  const { platform } = setup.retailer;
  const call = createDscoClient(setup);
  const pages = { platform, call, now: setup.http.now ?? Date.now, sandbox: setup.sandbox ?? false };
  const sleep = sleepOf(setup.http);
  const tokens = createTokenEndpoint(setup, call);
  const listing = createListing(setup, call, pages);
  const inventory = createInventory(setup, call, pages.now, sleep);
  const changes = createChanges(setup, call, listing, sleep);
  return {
    platform,
    connect: tokens.connect,
    refresh: tokens.refresh,
    describeShop: tokens.describeShop,
    listOrders: listing.listOrders,
    getOrder: listing.getOrder,
    listOrderNos: listing.listOrderNos,
    acknowledge: changes.acknowledge,
    confirmShipment: changes.confirmShipment,
    cancelOrder: changes.cancelOrder,
    listListings: inventory.listListings,
    pushStock: inventory.pushStock,
    stockBatch: STOCK_BATCH,
    pushResult: inventory.pushResult,
    listReturns: createReturns(pages),
  } satisfies MarketplaceConnector;
}
