import type { MarketplaceConnector } from '../../capabilities/connector.ts';
import { createAccount } from './account.ts';
import { createOperator } from './carriers.ts';
import { createChanges } from './changes.ts';
import { createMiraklClient, type MiraklSetup } from './client.ts';
import { createListing } from './listing.ts';
import { BATCH, createOffers } from './offers.ts';
import { createReturns } from './returns.ts';
import { createSettlements } from './settlements.ts';

/** A seller's side of one operator's marketplace. Base address by name: `marketplace`. */
export function createMiraklConnector(setup: MiraklSetup) {
  const { platform } = setup;
  const now = setup.http.now ?? Date.now;
  const client = createMiraklClient(setup);
  const seek = { platform, now };
  const account = createAccount(setup, client);
  const listing = createListing(platform, client, now);
  const operator = createOperator(client, now);
  const changes = createChanges(platform, client, listing, operator);
  const offers = createOffers(platform, client);
  return {
    platform,
    connect: account.connect,
    refresh: account.refresh,
    describeShop: account.describeShop,
    listOrders: listing.listOrders,
    getOrder: listing.getOrder,
    listOrderNos: listing.listOrderNos,
    acknowledge: changes.acknowledge,
    confirmShipment: changes.confirmShipment,
    listCarriers: operator.listCarriers,
    cancelOrder: changes.cancelOrder,
    listListings: offers.listListings,
    pushStock: offers.pushStock,
    stockBatch: BATCH,
    pushPrice: offers.pushPrice,
    priceBatch: BATCH,
    pushResult: offers.pushResult,
    listSettlements: createSettlements(client, seek),
    listReturns: createReturns(client, listing, seek),
  } satisfies MarketplaceConnector;
}
