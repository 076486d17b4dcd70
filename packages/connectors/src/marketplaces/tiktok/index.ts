import type { MarketplaceConnector } from '../../capabilities/connector.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { createCancellation } from './cancel.ts';
import { createCarriers } from './carriers.ts';
import { createTiktokClient, PLATFORM, type TiktokSetup } from './client.ts';
import { createListing } from './listing.ts';
import { BATCH, createProducts } from './products.ts';
import { createSubscriptions, readPush } from './push.ts';
import { currencyOf } from './regions.ts';
import { createReturnDesk } from './returnDesk.ts';
import { createReturns } from './returns.ts';
import { createSettlements } from './settlements.ts';
import { createConfirmation } from './shipment.ts';
import { createShipping } from './shipping.ts';
import { consentUrl, createTokenEndpoint, listShops } from './tokens.ts';

/** Base addresses by name: `api`, `token`, and the consent pages `consent` and `consentUs`. */
export function createTiktokConnector(setup: TiktokSetup) {
  const now = setup.http.now ?? Date.now;
  const call = createTiktokClient(setup);
  const tokens = createTokenEndpoint(setup, call);
  const listing = createListing(call, now);
  const carriers = createCarriers(call);
  const products = createProducts(call);

  async function describeShop(access: ShopAccess) {
    const { shops } = await listShops(call, access);
    const shop = shops.find((one) => one.id === access.account);
    const currency = shop && currencyOf(shop.region);
    if (!shop || !currency) {
      const message = shop ? `no market is known by ${shop.region}` : 'the permission is not for this shop';
      throw new ConnectorError(PLATFORM, shop ? 'malformed' : 'unauthorized', message);
    }
    return { name: shop.name || shop.id, currency, marketplaceIds: [shop.region] };
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
    confirmShipment: createConfirmation(call, listing, carriers),
    listCarriers: carriers.listCarriers,
    listShippingOptions: carriers.listShippingOptions,
    shipping: createShipping(call, listing, setup.http),
    cancelOrder: createCancellation(call, listing),
    listListings: products.listListings,
    pushStock: products.pushStock,
    stockBatch: BATCH,
    pushPrice: products.pushPrice,
    priceBatch: BATCH,
    listSettlements: createSettlements(call, now),
    listReturns: createReturns(call, now),
    ...createReturnDesk(call),
    subscribe: createSubscriptions(call),
    readPush: (input: Parameters<typeof readPush>[1]) => readPush(setup, input),
  } satisfies MarketplaceConnector;
}
