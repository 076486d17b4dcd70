import type { MarketplaceConnector } from '../../capabilities/connector.ts';
import { sleepOf } from '../../pace.ts';
import { createCancellation, createCancelRefusal } from './cancel.ts';
import { createShopeeClient, PLATFORM, type ShopeeSetup } from './client.ts';
import { createListing } from './listing.ts';
import { createListings } from './listings.ts';
import { createParcelCalls } from './parcel-calls.ts';
import { createSubscription, readPush } from './push.ts';
import { createRefunds, createReturns } from './returns.ts';
import { createSettlements } from './settlements.ts';
import { createConfirmation } from './shipment.ts';
import { createShipping } from './shipping.ts';
import { readShop } from './shop.ts';
import { consentUrl, createTokenEndpoint } from './tokens.ts';
import { createUpdates, UPDATE_BATCH } from './updates.ts';

/** Base address by name: `api`. */
export function createShopeeConnector(setup: ShopeeSetup) {
  const now = setup.http.now ?? Date.now;
  const client = createShopeeClient(setup);
  const tokens = createTokenEndpoint(setup, client);
  const listing = createListing(client, now);
  const parcels = createParcelCalls(client);
  const updates = createUpdates(client);
  return {
    platform: PLATFORM,
    consentUrl: (input) => consentUrl(setup, input),
    exchange: tokens.exchange,
    refresh: tokens.refresh,
    async describeShop(access) {
      const { name, currency, region } = await readShop(client, access);
      return { name, currency, marketplaceIds: [region] };
    },
    listOrders: listing.listOrders,
    getOrder: listing.getOrder,
    listOrderNos: listing.listOrderNos,
    confirmShipment: createConfirmation(client, listing, parcels),
    shipping: createShipping(client, listing, parcels, sleepOf(setup.http)),
    cancelOrder: createCancellation(client, listing),
    refuseCancel: createCancelRefusal(client, listing),
    listListings: createListings(client),
    pushStock: updates.pushStock,
    stockBatch: UPDATE_BATCH,
    pushPrice: updates.pushPrice,
    priceBatch: UPDATE_BATCH,
    listSettlements: createSettlements(client, now),
    listReturns: createReturns(client, now),
    ...createRefunds(client),
    subscribe: createSubscription(client),
    readPush: (input) => readPush(setup.app, input),
  } satisfies MarketplaceConnector;
}
