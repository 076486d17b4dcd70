import { z } from 'zod';
import { shaped } from '../../marketplaces/amazon/client.ts';
import { listOf, optionalText } from '../../read.ts';
import { ConnectorError, type HttpOptions } from '../../types.ts';
import type { WmsAccess, WmsConnector, WmsOutbound, WmsProductState, WmsStock } from '../../wms.ts';
import { count, someText } from '../convert.ts';
import { comesItself } from '../marketplace.ts';
import { createMcfClient, type McfCaller, marketplaceOf, orNotThere, PLATFORM } from './client.ts';
import { type McfOrders, VERSIONS } from './orders.ts';
import { orders2020 } from './orders2020.ts';
import { orders2026 } from './orders2026.ts';
import { tiersOf, waysOf } from './payload.ts';
import { assertSendable, explained } from './refusal.ts';

const MOST_SKUS = 50;

const participations = z.object({
  payload: listOf(
    z.object({ marketplace: z.object({ id: z.string() }), participation: z.object({ isParticipating: z.boolean() }) }),
  ),
});

const figures = z
  .object({
    fulfillableQuantity: count,
    inboundWorkingQuantity: count,
    inboundShippedQuantity: count,
    inboundReceivingQuantity: count,
    reservedQuantity: z.object({ totalReservedQuantity: count, pendingCustomerOrderQuantity: count }).nullish(),
    unfulfillableQuantity: z.object({ totalUnfulfillableQuantity: count }).nullish(),
  })
  .nullish();
/** Units that Amazon still looks for are not on hand; those on their way between its houses are, but not to be had. */
const summary = z.object({ sellerSku: someText, inventoryDetails: figures }).transform((one): WmsStock => {
  const details = one.inventoryDetails;
  const available = details?.fulfillableQuantity ?? 0;
  const reserved = details?.reservedQuantity?.totalReservedQuantity ?? 0;
  const allocated = Math.min(reserved, details?.reservedQuantity?.pendingCustomerOrderQuantity ?? 0);
  const damaged = details?.unfulfillableQuantity?.totalUnfulfillableQuantity ?? 0;
  return {
    sku: one.sellerSku,
    onHand: available + reserved + damaged,
    available,
    allocated,
    damaged,
    frozen: reserved - allocated,
    inTransit:
      (details?.inboundWorkingQuantity ?? 0) +
      (details?.inboundShippedQuantity ?? 0) +
      (details?.inboundReceivingQuantity ?? 0),
    pendingPutAway: 0,
  };
});
const summaries = z.object({
  payload: z.object({ inventorySummaries: listOf(summary) }),
  pagination: z.object({ nextToken: optionalText }).nullish(),
});

/** Base addresses by name: `api`, `token`. */
export function createMcf({ http }: { http: HttpOptions }): WmsConnector {
  const call = createMcfClient(http);
  const now = http.now ?? Date.now;
  const versions: Readonly<Record<(typeof VERSIONS)[number], McfOrders>> = {
    '2026-07-04': orders2026(call, now),
    '2020-07-01': orders2020(call, now),
  };
  const orders = ({ keys }: WmsAccess): McfOrders => {
    const version = VERSIONS.find((one) => one === (keys.version?.trim() || VERSIONS[0]));
    if (version) return versions[version];
    throw new ConnectorError(PLATFORM, 'rejected', `version: there is none "${keys.version}"`, {
      code: 'VALIDATION_version',
    });
  };
  return {
    provider: PLATFORM,
    capabilities: {
      cancelIntercept: true,
      labels: false,
      push: false,
      fees: false,
      quote: true,
      batches: false,
      stockLedger: false,
    },
    /** Opens only with the role for it, which the keys may lack. */
    check: async (access) => {
      await orders(access).list(access, new Date(now()).toISOString(), undefined);
    },
    ...createPlaces(call),
    ...createStock(call),
    ...createOrders(orders),
    ...comesItself(PLATFORM, 'make an FBA shipment, on the FBA page or in Seller Central'),
  };
}

function createPlaces(call: McfCaller): Pick<WmsConnector, 'warehouses' | 'shippingMethods'> {
  return {
    /** All of Amazon's houses of a country are one: Amazon chooses among them. */
    async warehouses(access) {
      const { id, country } = marketplaceOf(access);
      const answer = await call(access, {
        operation: 'getMarketplaceParticipations',
        method: 'GET',
        path: '/sellers/v1/marketplaceParticipations',
      });
      const { payload } = shaped(participations, answer, 'marketplaceParticipations', PLATFORM);
      const sells = payload.some((one) => one.marketplace.id === id && one.participation.isParticipating);
      return sells ? [{ code: id, name: `Amazon MCF ${country}`, country }] : [];
    },
    shippingMethods: async (access) => waysOf(marketplaceOf(access).country),
  };
}

function createStock(call: McfCaller): Pick<WmsConnector, 'inventory' | 'products' | 'putProduct'> {
  const read = async (access: WmsAccess, marketplace: string, query: McfQuery) => {
    const answer = await call(access, {
      operation: 'getInventorySummaries',
      method: 'GET',
      path: '/fba/inventory/v1/summaries',
      query: {
        details: 'true',
        granularityType: 'Marketplace',
        granularityId: marketplace,
        marketplaceIds: marketplace,
        ...query,
      },
    });
    return shaped(summaries, answer, 'getInventorySummaries', PLATFORM);
  };
  const products = async (access: WmsAccess, desired: readonly string[]): Promise<WmsProductState[]> => {
    const known = new Set<string>();
    for (let from = 0; from < desired.length; from += MOST_SKUS) {
      const sellerSkus = desired.slice(from, from + MOST_SKUS);
      const { payload } = await read(access, marketplaceOf(access).id, { sellerSkus });
      for (const { sku } of payload.inventorySummaries) known.add(sku);
    }
    return desired.filter((sku) => known.has(sku)).map((sku) => ({ sku, status: 'active' }));
  };
  return {
    async inventory(access, warehouse, nextToken) {
      const { payload, pagination } = await read(access, warehouse, { nextToken });
      return { rows: payload.inventorySummaries, ...(pagination?.nextToken ? { next: pagination.nextToken } : {}) };
    },
    products,
    /** Nothing is made there: a listing that Amazon fulfils is what a product is. */
    async putProduct(access, { sku }) {
      const [known] = await products(access, [sku]);
      const problem = `sku ${sku}: no FBA listing in ${marketplaceOf(access).country}`;
      return known ?? { sku, status: 'rejected', problem };
    },
  };
}
type McfQuery = { sellerSkus?: readonly string[]; nextToken?: string | undefined };

type OrderCalls = Pick<
  WmsConnector,
  'createOutbound' | 'findOutbound' | 'outbound' | 'outbounds' | 'cancelOutbound'
> & { quote: NonNullable<WmsConnector['quote']> };

function createOrders(orders: (access: WmsAccess) => McfOrders): OrderCalls {
  const findOutbound = (access: WmsAccess, clientOrderNo: string) =>
    orNotThere(orders(access).read(access, clientOrderNo));
  return {
    findOutbound,
    outbound: (access, orderNo) => orders(access).read(access, orderNo),

    /** Amazon refuses a number that it has: whatever it says, what stands under ours is this order. */
    async createOutbound(access: WmsAccess, input: WmsOutbound) {
      assertSendable(input);
      const orderNo = input.clientOrderNo;
      try {
        return { orderNo, status: await orders(access).create(access, input) };
      } catch (error) {
        if (!(error instanceof ConnectorError) || error.kind !== 'rejected') throw error;
        const known = await findOutbound(access, orderNo);
        if (known) return { orderNo, status: known.status };
        const why = explained(error, input);
        if (!why.code?.startsWith('DUPLICATE')) throw why;
        throw new ConnectorError(PLATFORM, 'uncertain', why.message, { code: why.code });
      }
    },

    async outbounds(access, since, cursor) {
      const { rows, next } = await orders(access).list(access, since, cursor);
      return {
        rows: rows.toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1)),
        ...(next ? { next } : {}),
      };
    },

    /** Amazon takes the wish and decides later; refused, or too late, the order itself says what holds. */
    async cancelOutbound(access, orderNo) {
      let refused = false;
      try {
        await orders(access).cancel(access, orderNo);
      } catch (error) {
        if (!(error instanceof ConnectorError) || error.kind !== 'rejected' || error.status === 404) throw error;
        refused = true;
      }
      const { status, packages } = await orders(access).read(access, orderNo);
      if (status === 'cancelled' || status === 'rejected') return 'cancelled';
      return refused || packages.length > 0 ? 'refused' : 'pending';
    },

    quote: async (access, input) => {
      const tiers = tiersOf(marketplaceOf(access).country).map(([code]) => code);
      return orders(access).quote(access, input, tiers);
    },
  };
}
