import type { MarketplaceConnector } from '../../capabilities/connector.ts';
import type { PushInput } from '../../capabilities/pushes.ts';
import { createCancellation } from './cancel.ts';
import { createCarriers } from './carriers.ts';
import { createSheinClient, PLATFORM, type SheinSetup } from './client.ts';
import { createListing } from './listing.ts';
import { BATCH, createProducts } from './products.ts';
import { readPush } from './push.ts';
import { createReturns } from './returns.ts';
import { createSettlements } from './settlements.ts';
import { createAcknowledgement, createConfirmation } from './shipment.ts';
import { createShipping } from './shipping.ts';
import { createShop } from './shop.ts';
import { consentUrl, createTokenEndpoint } from './tokens.ts';

/** Base addresses by name: `api`, and `consent`, the whole address of the page without its parameters. */
export function createSheinConnector(setup: SheinSetup) {
  const now = setup.http.now ?? Date.now;
  const client = createSheinClient(setup);
  const tokens = createTokenEndpoint(setup, client);
  const listing = createListing(client, now);
  const carriers = createCarriers(client);
  const products = createProducts(client);
  return {
    platform: PLATFORM,
    consentUrl: (input) => consentUrl(setup, input),
    exchange: tokens.exchange,
    refresh: tokens.refresh,
    describeShop: createShop(client),
    listOrders: listing.listOrders,
    getOrder: listing.getOrder,
    listOrderNos: listing.listOrderNos,
    acknowledge: createAcknowledgement(listing),
    confirmShipment: createConfirmation(client, listing, carriers),
    listCarriers: carriers.listCarriers,
    shipping: createShipping(client, listing),
    cancelOrder: createCancellation(client, listing),
    listListings: products.listListings,
    pushStock: products.pushStock,
    stockBatch: BATCH,
    pushPrice: products.pushPrice,
    priceBatch: BATCH,
    listSettlements: createSettlements(client, now),
    listReturns: createReturns(client, now),
    readPush: (input: PushInput) => readPush(setup.app, input),
  } satisfies MarketplaceConnector;
}
