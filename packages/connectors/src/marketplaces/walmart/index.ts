import { z } from 'zod';
import type { MarketplaceConnector } from '../../capabilities/connector.ts';
import { optionalText } from '../../read.ts';
import type { ShopAccess } from '../../types.ts';
import { createCancellation } from './cancel.ts';
import { CARRIERS } from './carriers.ts';
import { createWalmartClient, PLATFORM, shaped, type WalmartSetup } from './client.ts';
import { createItems } from './items.ts';
import { createListing } from './listing.ts';
import { marketOf } from './markets.ts';
import { createSubscription, readPush } from './push.ts';
import { createRefunds } from './refunds.ts';
import { createReturns } from './returns.ts';
import { createSettlements } from './settlements.ts';
import { createShipment } from './shipment.ts';
import { createShipping } from './shipping.ts';
import { consentUrl, createTokenEndpoint } from './tokens.ts';
import { BATCH, createUpdates } from './updates.ts';

const profile = z.object({ partner: z.object({ partnerDisplayName: optionalText, partnerName: optionalText }) });

/** Base addresses by name: `api` and `login` (the consent page). */
export function createWalmartConnector(setup: WalmartSetup) {
  const now = setup.http.now ?? Date.now;
  const call = createWalmartClient(setup);
  const tokens = createTokenEndpoint(setup, call);
  const listing = createListing(call, now);
  const shipment = createShipment(call, listing);
  const updates = createUpdates(call);

  async function describeShop(access: ShopAccess) {
    const answer = await call(access, { kind: 'settings', method: 'GET', path: '/v3/settings/partnerprofile' });
    const { partner } = shaped(profile, answer, 'partnerprofile');
    const { code, currency } = marketOf(access.region);
    return {
      name: partner.partnerDisplayName ?? partner.partnerName ?? access.account,
      currency,
      marketplaceIds: [code],
    };
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
    acknowledge: shipment.acknowledge,
    confirmShipment: shipment.confirmShipment,
    listCarriers: async () => [...CARRIERS],
    shipping: createShipping(call, listing, now),
    cancelOrder: createCancellation(call, listing),
    listListings: createItems(call),
    pushStock: updates.pushStock,
    stockBatch: BATCH,
    pushPrice: updates.pushPrice,
    priceBatch: BATCH,
    pushResult: updates.pushResult,
    listSettlements: createSettlements(call, now),
    listReturns: createReturns(call, now),
    ...createRefunds(call, listing),
    subscribe: createSubscription(setup.app, call),
    readPush: (input) => readPush(setup.app, input, now()),
  } satisfies MarketplaceConnector;
}
