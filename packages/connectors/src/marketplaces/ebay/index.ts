import { z } from 'zod';
import type { MarketplaceConnector } from '../../capabilities/connector.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { createCancellation, createCancelRefusal } from './cancellation.ts';
import { CARRIERS } from './carriers.ts';
import { createCatalog } from './catalog.ts';
import { createEbayClient, type EbaySetup, PLATFORM, shaped } from './client.ts';
import { createListing } from './listing.ts';
import { money } from './orderShape.ts';
import { answerChallenge, createPushReader } from './push.ts';
import { createReturnDesk, createReturns } from './returns.ts';
import { createSettlements } from './settlements.ts';
import { createConfirmation } from './shipment.ts';
import { createShipping } from './shipping.ts';
import { currencyOfSite } from './sites.ts';
import { BATCH, createPushes } from './stock.ts';
import { createSubscriptions } from './subscriptions.ts';
import { consentUrl, createTokenEndpoint, whoIs } from './tokens.ts';

/** Base addresses by name: `api` and `apiz` (eBay's REST hosts), `auth` (its consent page). */
export function createEbayConnector(setup: EbaySetup) {
  const now = setup.http.now ?? Date.now;
  const call = createEbayClient(setup);
  const tokens = createTokenEndpoint(setup, call);
  const listing = createListing(call, now);
  const stock = createPushes(call);

  /** What eBay pays the seller in; nothing while it holds no money of theirs. */
  async function fundsCurrency(access: ShopAccess): Promise<string | undefined> {
    const path = '/seller_funds_summary';
    const answer = await call(access, { api: 'finances', method: 'GET', path, signed: true });
    if (answer.json === undefined) return undefined;
    const shape = z.object({ totalFunds: money.nullish() });
    return shaped(shape, answer, 'getSellerFundsSummary').totalFunds?.currency;
  }

  async function describeShop(access: ShopAccess) {
    const user = await whoIs(call, access);
    const site = user.registrationMarketplaceId ?? '';
    const marketplaceIds = site ? [site] : [];
    const currency = currencyOfSite(site) ?? (await fundsCurrency({ ...access, marketplaceIds }));
    if (!currency)
      throw new ConnectorError(
        PLATFORM,
        'rejected',
        `eBay does not tell what currency the seller is paid in (${site})`,
        {
          code: 'NO_CURRENCY',
        },
      );
    return { name: user.username || user.userId, currency, marketplaceIds };
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
    confirmShipment: createConfirmation(call, now),
    listCarriers: async () => [...CARRIERS],
    ...(setup.app.edis ? { shipping: createShipping(call, listing) } : {}),
    cancelOrder: createCancellation(call, listing),
    refuseCancel: createCancelRefusal(call, listing),
    listListings: createCatalog(call),
    pushStock: stock.pushStock,
    stockBatch: BATCH,
    pushPrice: stock.pushPrice,
    priceBatch: BATCH,
    listSettlements: createSettlements(call, now),
    listReturns: createReturns(call, listing, now),
    ...createReturnDesk(call),
    subscribe: createSubscriptions(setup.app, call, tokens),
    readPush: createPushReader(call, tokens, now),
    answerChallenge: (input) => answerChallenge(setup.app, input),
  } satisfies MarketplaceConnector;
}
