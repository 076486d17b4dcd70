import { z } from 'zod';
import type { MarketplaceConnector } from '../../capabilities/connector.ts';
import { sleepOf } from '../../pace.ts';
import { currencyCode, optionalText } from '../../read.ts';
import type { ShopAccess } from '../../types.ts';
import { createWishClient, PLATFORM, type WishSetup } from './client.ts';
import { createFees } from './fees.ts';
import { createListing } from './listing.ts';
import { createProducts } from './products.ts';
import { createSubscriptions, readPush } from './push.ts';
import { createShipment } from './shipment.ts';
import { consentUrl, createTokenEndpoint } from './tokens.ts';

/** Base address by name: `api`. */
export function createWishConnector(setup: WishSetup) {
  const now = setup.http.now ?? Date.now;
  const call = createWishClient(setup);
  const tokens = createTokenEndpoint(setup);
  const listing = createListing(call, now);
  const shipment = createShipment(call, listing, sleepOf(setup.http));
  const products = createProducts(call, now);

  async function describeShop(access: ShopAccess) {
    const read = { method: 'GET', effect: 'read' } as const;
    const { display_name: name } = await call(access, {
      ...read,
      path: '/merchant/account_details',
      shape: z.object({ display_name: optionalText }),
    });
    const { localized_currency: currency } = await call(access, {
      ...read,
      path: '/merchant/currency_settings',
      shape: z.object({ localized_currency: currencyCode }),
    });
    return { name: name ?? access.account, currency, marketplaceIds: [] };
  }

  return {
    platform: PLATFORM,
    consentUrl: (input) => consentUrl(setup, input),
    exchange: tokens.exchange,
    refresh: tokens.refresh,
    describeShop,
    listOrders: listing.listOrders,
    getOrder: listing.getOrder,
    listOrderNos: listing.listOrderNos,
    confirmShipment: shipment.confirmShipment,
    listCarriers: shipment.listCarriers,
    cancelOrder: shipment.cancelOrder,
    listListings: products.listListings,
    pushStock: products.pushStock,
    stockBatch: products.batch,
    pushPrice: products.pushPrice,
    priceBatch: products.batch,
    listFees: createFees(call, now),
    subscribe: createSubscriptions(call),
    readPush: (input: Parameters<typeof readPush>[1]) => readPush(setup, input),
  } satisfies MarketplaceConnector;
}
