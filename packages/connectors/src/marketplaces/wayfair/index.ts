import type { CancelRequest, CancelResult } from '../../capabilities/cancellation.ts';
import type { MarketplaceConnector } from '../../capabilities/connector.ts';
import { sleepOf } from '../../pace.ts';
import { ConnectorError, type HttpOptions, type ShopAccess } from '../../types.ts';
import { createCancellations, isOpen } from './cancellations.ts';
import { BATCH, createCatalog } from './catalog.ts';
import { createWayfairClient, PLATFORM } from './client.ts';
import { createFeeds } from './feeds.ts';
import { createListing } from './listing.ts';
import { createShipment } from './shipment.ts';
import { createShipping } from './shipping.ts';
import { currencyOf } from './stores.ts';
import { createTokenEndpoint } from './tokens.ts';

/** Base addresses by name: `sso` (tokens), `api` (orders, stock, papers) and `io` (cancellations, catalogue). */
export function createWayfairConnector(http: HttpOptions) {
  const now = http.now ?? Date.now;
  const client = createWayfairClient(http);
  const tokens = createTokenEndpoint(http);
  const cancellations = createCancellations(client);
  const listing = createListing(client, cancellations, now);
  const feeds = createFeeds(client, sleepOf(http));
  const shipment = createShipment(client, listing, feeds, now);
  const catalog = createCatalog(client, feeds);

  /** The keys are proved by what they are for: reading purchase orders. */
  async function connect({ keys, region }: { keys: Record<string, string>; region?: string }) {
    const input = await tokens.connect(keys);
    const access: ShopAccess = { ...input, ...(region ? { region } : {}) };
    await listing.listOrderNos(access, {
      orderedFrom: new Date(now() - 3_600_000).toISOString(),
      orderedTo: new Date(now()).toISOString(),
    });
    return input;
  }

  /** A supplier cannot call an order off; only agree where Wayfair or its customer has asked. */
  async function cancelOrder(access: ShopAccess, { platformOrderNo }: CancelRequest): Promise<CancelResult> {
    const before = await listing.getOrder(access, platformOrderNo);
    if (before.ok && before.order.status === 'cancelled') return { outcome: 'alreadyCancelled' };
    const requested = (await cancellations.ofOrders(access, [platformOrderNo])).filter(isOpen);
    if (requested.length === 0)
      throw new ConnectorError(PLATFORM, 'rejected', 'nobody has asked Wayfair to call this order off', {
        code: 'NOT_ASKED',
      });
    await cancellations.confirm(access, requested);
    const after = await listing.getOrder(access, platformOrderNo);
    return { outcome: after.ok && after.order.status === 'cancelled' ? 'cancelled' : 'requested' };
  }

  return {
    platform: PLATFORM,
    connect,
    refresh: tokens.refresh,
    describeShop: async ({ account, region }) => ({
      name: `Wayfair ${account}`,
      currency: currencyOf(region),
      marketplaceIds: region ? [region] : [],
    }),
    listOrders: listing.listOrders,
    getOrder: listing.getOrder,
    listOrderNos: listing.listOrderNos,
    acknowledge: shipment.acknowledge,
    confirmShipment: shipment.confirmShipment,
    neverTellsShipped: true,
    shipping: createShipping(client, listing),
    cancelOrder,
    cancels: 'asked',
    listListings: catalog.listListings,
    pushStock: catalog.pushStock,
    stockBatch: BATCH,
    pushResult: catalog.pushResult,
  } satisfies MarketplaceConnector;
}
