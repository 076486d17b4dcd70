import { z } from 'zod';
import type { MarketplaceConnector } from '../../capabilities/connector.ts';
import { createCancellation } from './cancellation.ts';
import { CARRIERS } from './carriers.ts';
import { createCatalog, PRICE_BATCH, STOCK_BATCH } from './catalog.ts';
import { createShopifyClient, PLATFORM, type ShopifySetup } from './client.ts';
import { createHolds } from './holds.ts';
import { createListing } from './listing.ts';
import { readPush } from './push.ts';
import { DESCRIBE_SHOP } from './queries.ts';
import { createReturnDesk } from './returnDesk.ts';
import { createReturns } from './returns.ts';
import { createSettlements } from './settlements.ts';
import { createConfirmation } from './shipment.ts';
import { createSubscriptions } from './subscriptions.ts';
import { consentUrl, createTokenEndpoint } from './tokens.ts';

const shopShape = z.object({ shop: z.object({ name: z.string().min(1), currencyCode: z.string().length(3) }) });

/** Base address by name: `shop`, in which `{shop}` stands for the shop's domain. */
export function createShopifyConnector(setup: ShopifySetup) {
  const now = setup.http.now ?? Date.now;
  const graphql = createShopifyClient(setup);
  const tokens = createTokenEndpoint(setup);
  const listing = createListing(graphql, now);
  return {
    platform: PLATFORM,
    consentUrl: (input) => consentUrl(setup, input),
    knowsAccount: tokens.knowsShop,
    exchange: tokens.exchange,
    refresh: tokens.refresh,
    async describeShop(access) {
      const { shop } = await graphql(access, { query: DESCRIBE_SHOP, variables: {}, shape: shopShape, effect: 'read' });
      return { name: shop.name, currency: shop.currencyCode, marketplaceIds: [] };
    },
    listOrders: listing.listOrders,
    getOrder: listing.getOrder,
    listOrderNos: listing.listOrderNos,
    confirmShipment: createConfirmation(graphql),
    listCarriers: async () => [...CARRIERS],
    cancelOrder: createCancellation(graphql),
    setHold: createHolds(graphql),
    ...createCatalog(graphql),
    stockBatch: STOCK_BATCH,
    priceBatch: PRICE_BATCH,
    listSettlements: createSettlements(graphql, now),
    listReturns: createReturns(graphql, now),
    ...createReturnDesk(graphql),
    subscribe: createSubscriptions(graphql),
    readPush: (input: Parameters<typeof readPush>[1]) => readPush(setup.app, input),
  } satisfies MarketplaceConnector;
}
