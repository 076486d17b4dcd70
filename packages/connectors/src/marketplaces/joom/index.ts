import type { MarketplaceConnector } from '../../capabilities/connector.ts';
import { createJoomClient, type JoomSetup, PLATFORM } from './client.ts';
import { createListing } from './listing.ts';
import { createLogistics } from './logistics.ts';
import { createProducts } from './products.ts';
import { createShipment } from './shipment.ts';
import { consentUrl, createTokenEndpoint } from './tokens.ts';

/** Base address by name: `api`. */
export function createJoomConnector(setup: JoomSetup) {
  const now = setup.http.now ?? Date.now;
  const client = createJoomClient(setup);
  const tokens = createTokenEndpoint(setup);
  const listing = createListing(client, now);
  const shipment = createShipment(client, listing);
  const products = createProducts(client, now);

  return {
    platform: PLATFORM,
    consentUrl: (input) => consentUrl(setup, input),
    exchange: tokens.exchange,
    refresh: tokens.refresh,
    describeShop: products.describeShop,
    listOrders: listing.listOrders,
    getOrder: listing.getOrder,
    confirmShipment: shipment.confirmShipment,
    listCarriers: shipment.listCarriers,
    shipping: createLogistics(client, listing),
    cancelOrder: shipment.cancelOrder,
    listListings: products.listListings,
    pushStock: products.pushStock,
    stockBatch: products.batch,
    pushPrice: products.pushPrice,
    priceBatch: products.batch,
    listFees: listing.listFees,
    listReturns: listing.listReturns,
  } satisfies MarketplaceConnector;
}
