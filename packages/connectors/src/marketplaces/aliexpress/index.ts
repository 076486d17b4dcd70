import type { MarketplaceConnector } from '../../capabilities/connector.ts';
import type { IopSetup } from '../../iop/gateway.ts';
import { createCarriers } from './carriers.ts';
import { createAliexpressClient, PLATFORM } from './client.ts';
import { createListing } from './listing.ts';
import { createListings } from './products.ts';
import { readPush } from './push.ts';
import { createReturns } from './returns.ts';
import { createSettlements } from './settlements.ts';
import { createConfirmation } from './shipment.ts';
import { createOnlineOrders, createShipping } from './shipping.ts';
import { createShopFacts } from './shop.ts';
import { consentUrl, createTokenEndpoint } from './tokens.ts';
import { createUpdates, UPDATE_BATCH } from './updates.ts';

/** Base address by name: `api`. */
export function createAliexpressConnector(setup: IopSetup) {
  const now = setup.http.now ?? Date.now;
  const client = createAliexpressClient(setup);
  const { call } = client;
  const tokens = createTokenEndpoint(setup, client);
  const listing = createListing(call, now);
  const carriers = createCarriers(call);
  const online = createOnlineOrders(call);
  const updates = createUpdates(call);
  return {
    platform: PLATFORM,
    consentUrl: (input) => consentUrl(setup, input),
    exchange: tokens.exchange,
    refresh: tokens.refresh,
    describeShop: createShopFacts(call),
    listOrders: listing.listOrders,
    getOrder: listing.getOrder,
    listOrderNos: listing.listOrderNos,
    confirmShipment: createConfirmation(call, listing, carriers, online),
    listCarriers: carriers.listCarriers,
    shipping: createShipping(call, listing, online),
    listListings: createListings(call),
    pushStock: updates.pushStock,
    stockBatch: UPDATE_BATCH,
    pushPrice: updates.pushPrice,
    priceBatch: UPDATE_BATCH,
    listSettlements: createSettlements(call, now),
    listReturns: createReturns(call, listing, now),
    readPush: (input) => readPush(setup.app, input),
  } satisfies MarketplaceConnector;
}
