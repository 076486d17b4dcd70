import { z } from 'zod';
import type { MarketplaceConnector } from '../../capabilities/connector.ts';
import { ConnectorError, type ShopAccess, type Tokens } from '../../types.ts';
import { CURRENCY, createTophatterClient, PLATFORM, type TophatterSetup } from './client.ts';
import { createListing } from './listing.ts';
import { createProducts } from './products.ts';
import { createShipment } from './shipment.ts';

/** What the seller calls the shop: no call tells whose a token is. Undefined for what cannot be a name. */
export const shopName = (typed: string): string | undefined =>
  typed.trim().replace(/\s+/g, ' ').toLowerCase().slice(0, 80) || undefined;

/** Base address by name: `api`. */
export function createTophatterConnector(setup: TophatterSetup) {
  const now = setup.http.now ?? Date.now;
  const call = createTophatterClient(setup);
  const listing = createListing(call, now);
  const shipment = createShipment(call, listing);
  const products = createProducts(call);
  const prove = (access: ShopAccess) =>
    call(access, { method: 'GET', path: 'metadata/carriers', effect: 'read', shape: z.unknown() });

  return {
    platform: PLATFORM,

    async connect({ keys }: { keys: Record<string, string> }) {
      const account = shopName(keys.shop ?? '');
      const accessToken = keys.accessToken?.trim();
      if (!account || !accessToken)
        throw new ConnectorError(PLATFORM, 'rejected', 'the shop’s name or its token is missing', { code: 'NO_KEYS' });
      const tokens: Tokens = { accessToken };
      await prove({ tokens, account });
      return { tokens, account };
    },

    /** A token has no end; a new one is made on the seller's page. */
    refresh: async ({ tokens }: ShopAccess): Promise<Tokens> => tokens,

    async describeShop(access: ShopAccess) {
      await prove(access);
      return { name: access.account, currency: CURRENCY, marketplaceIds: [] };
    },

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
    listFees: listing.listFees,
  } satisfies MarketplaceConnector;
}
