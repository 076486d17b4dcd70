import type { MarketplaceConnector } from '../../capabilities/connector.ts';
import type { PushInput } from '../../capabilities/pushes.ts';
import { createCancellation } from './cancel.ts';
import { createTemuClient, PLATFORM, type TemuSetup } from './client.ts';
import { createListing } from './listing.ts';
import { createPackages } from './packages.ts';
import { BATCH, createProducts } from './products.ts';
import { createSubscription, readPush } from './push.ts';
import { createReturns } from './returns.ts';
import { createCarriers, createConfirmation } from './shipment.ts';
import { createShipping } from './shipping.ts';
import { createTokenEndpoint } from './tokens.ts';
import { createWarehouses } from './warehouses.ts';

/** Base addresses by name: `api` (United States), `apiEu`, `apiGlobal`. */
export function createTemuConnector(setup: TemuSetup) {
  const now = setup.http.now ?? Date.now;
  const client = createTemuClient(setup);
  const tokens = createTokenEndpoint(client);
  const listing = createListing(client, now);
  const packages = createPackages(client);
  const carriers = createCarriers(client);
  const products = createProducts(client);
  return {
    platform: PLATFORM,
    connect: tokens.connect,
    refresh: tokens.refresh,
    describeShop: tokens.describeShop,
    listOrders: listing.listOrders,
    getOrder: listing.getOrder,
    listOrderNos: listing.listOrderNos,
    confirmShipment: createConfirmation(client, listing, packages, carriers),
    listCarriers: carriers.listCarriers,
    shipping: createShipping(client, listing, packages, carriers),
    cancelOrder: createCancellation(client, listing),
    warehouses: createWarehouses(client),
    listListings: products.listListings,
    pushStock: products.pushStock,
    stockBatch: BATCH,
    pushPrice: products.pushPrice,
    priceBatch: BATCH,
    listReturns: createReturns(client, now),
    subscribe: createSubscription(setup, client),
    readPush: (input: PushInput) => readPush(setup, input),
  } satisfies MarketplaceConnector;
}
