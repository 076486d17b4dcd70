import { z } from 'zod';
import type { MarketplaceConnector } from '../../capabilities/connector.ts';
import { sleepOf } from '../../pace.ts';
import { malformed } from '../../read.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { createCancellation } from './cancel.ts';
import { createCatalog } from './catalog.ts';
import { type AmazonSetup, createAmazonClient, PLATFORM } from './client.ts';
import { createDocuments } from './documents.ts';
import { createFeeds } from './feeds.ts';
import { createInbound } from './inbound/index.ts';
import { createListing } from './listing.ts';
import { BATCH, createOffers } from './offers.ts';
import { MARKETPLACES } from './regions.ts';
import { createReports } from './reports.ts';
import { createReturns } from './returns.ts';
import { createSettlements } from './settlements.ts';
import { createConfirmation } from './shipment.ts';
import { consentUrl, createTokenEndpoint } from './tokens.ts';

const participations = z.object({
  payload: z.array(
    z.object({
      storeName: z.string().nullish(),
      marketplace: z.object({ id: z.string().min(1), name: z.string(), defaultCurrencyCode: z.string().length(3) }),
      participation: z.object({ isParticipating: z.boolean() }),
    }),
  ),
});

/** Base addresses by name: `token` (Login with Amazon), `api` (Selling Partner API), `consent` (Seller Central). */
export function createAmazonConnector(setup: AmazonSetup) {
  const now = setup.http.now ?? Date.now;
  const call = createAmazonClient(setup);
  const tokens = createTokenEndpoint(setup);
  const listing = createListing(call, now, setup.openEnd ?? false);
  const documents = createDocuments(setup.http);
  const feeds = createFeeds(call, documents);
  const offers = createOffers(call, feeds);

  async function describeShop(access: ShopAccess) {
    const answer = await call(access, {
      operation: 'getMarketplaceParticipations',
      method: 'GET',
      path: '/sellers/v1/marketplaceParticipations',
    });
    const read = participations.safeParse(answer);
    if (!read.success) throw malformed(PLATFORM, 'marketplaceParticipations', JSON.stringify(answer), read.error);
    const known = new Map(MARKETPLACES.map((one, index) => [one.id, index]));
    // Sellers also take part in "Non-Amazon" places, which no order call knows.
    const selling = read.data.payload
      .filter((one) => one.participation.isParticipating && known.has(one.marketplace.id))
      .sort((a, b) => (known.get(a.marketplace.id) ?? 0) - (known.get(b.marketplace.id) ?? 0));
    const first = selling[0];
    if (!first) throw new ConnectorError(PLATFORM, 'rejected', 'the seller takes part in no Amazon marketplace');
    return {
      name: first.storeName?.trim() || first.marketplace.name,
      currency: first.marketplace.defaultCurrencyCode,
      marketplaceIds: selling.map((one) => one.marketplace.id),
    };
  }

  return {
    platform: PLATFORM,
    consentUrl: (input) => consentUrl(setup, input),
    exchange: tokens.exchange,
    refresh: tokens.refresh,
    describeShop,
    listOrders: listing.listOrders,
    listOrderNos: listing.listOrderNos,
    getOrder: async (access, platformOrderNo) => (await listing.getOrder(access, platformOrderNo)).record,
    confirmShipment: createConfirmation(call, listing),
    cancelOrder: createCancellation(feeds, listing),
    listListings: createCatalog(call),
    pushStock: offers.pushStock,
    stockBatch: BATCH,
    pushPrice: offers.pushPrice,
    priceBatch: BATCH,
    pushResult: offers.pushResult,
    listSettlements: createSettlements(call, now, setup.openEnd ?? false),
    inbound: createInbound(call, documents),
    listReturns: createReturns(createReports(call, documents, sleepOf(setup.http)), now),
  } satisfies MarketplaceConnector;
}
