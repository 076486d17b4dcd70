import { z } from 'zod';
import type { MarketplaceConnector } from '../../capabilities/connector.ts';
import type { IopSetup } from '../../iop/gateway.ts';
import { createCancellation } from './cancel.ts';
import { countryFor, createLazadaClient, PLATFORM } from './client.ts';
import { createFulfilment } from './fulfilment.ts';
import { createListing } from './listing.ts';
import { createListings } from './products.ts';
import { readPush } from './push.ts';
import { createReturnDesk } from './returnDesk.ts';
import { createReturns } from './returns.ts';
import { createSettlements } from './settlements.ts';
import { createConfirmation } from './shipment.ts';
import { createShipping } from './shipping.ts';
import { consentUrl, createTokenEndpoint } from './tokens.ts';
import { createUpdates, UPDATE_BATCH } from './updates.ts';

const sellerShape = z.object({ data: z.object({ name: z.string().min(1) }) });

/** Base addresses by name: `api` (its `{country}` becomes "sg"), `auth`. */
export function createLazadaConnector(setup: IopSetup) {
  const now = setup.http.now ?? Date.now;
  const call = createLazadaClient(setup);
  const tokens = createTokenEndpoint(setup, call);
  const listing = createListing(call, now);
  const fulfilment = createFulfilment(call);
  const updates = createUpdates(call);
  return {
    platform: PLATFORM,
    consentUrl: (input) => consentUrl(setup, input),
    exchange: tokens.exchange,
    refresh: tokens.refresh,
    async describeShop(access) {
      const { code, currency } = countryFor(access);
      const { data } = await call(access, { method: 'GET', path: '/seller/get', shape: sellerShape });
      return { name: data.name, currency, marketplaceIds: [code] };
    },
    listOrders: listing.listOrders,
    getOrder: listing.getOrder,
    listOrderNos: listing.listOrderNos,
    confirmShipment: createConfirmation(listing, fulfilment),
    shipping: createShipping(listing, fulfilment, setup.http),
    cancelOrder: createCancellation(call, listing),
    listListings: createListings(call, now),
    pushStock: updates.pushStock,
    stockBatch: UPDATE_BATCH,
    pushPrice: updates.pushPrice,
    priceBatch: UPDATE_BATCH,
    listSettlements: createSettlements(call, now),
    listReturns: createReturns(call, now),
    ...createReturnDesk(call),
    readPush: (input) => readPush(setup.app, input),
  } satisfies MarketplaceConnector;
}
