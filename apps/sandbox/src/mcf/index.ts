import type { FastifyInstance } from 'fastify';
import { amazonErrors, invalidInput } from '../amazon/errors.ts';
import { type Context, query, rawBody } from '../http/app.ts';
import { at, parseJson, text } from '../http/types.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { Door } from './door.ts';
import { Network, PLACES } from './network.ts';
import { serve2020 } from './orders2020.ts';
import { serve2026 } from './orders2026.ts';
import { time } from './shown.ts';

const PAGE = 50;
const TOKEN_LIVES_MS = 30_000;

/** Where the seller sells. Source: sellers.json of Amazon's published models. */
function serveSellers(door: Door): void {
  door.serve('GET', '/sellers/v1/marketplaceParticipations', 'getMarketplaceParticipations', () => ({
    body: {
      payload: Object.entries(PLACES).map(([id, countryCode]) => ({
        marketplace: { id, countryCode, name: `Amazon ${countryCode}`, defaultCurrencyCode: 'USD' },
        participation: { isParticipating: true, hasSuspendedListings: false },
      })),
    },
  }));
}

/** FBA Inventory v1. Source: fbaInventory.json of Amazon's published models; a page's token lives for 30 seconds. */
function serveInventory(door: Door, ctx: Context, network: Network): void {
  const summaryOf = (place: string, sku: string, detailed: boolean) => {
    const row = network.depot.stock(place).find((one) => one.sku === sku);
    const { available = 0, allocated = 0, onway = 0, pending = 0 } = row ?? {};
    return {
      asin: `B0${sku.length}DEMO`,
      fnSku: `X00${sku}`,
      sellerSku: sku,
      condition: 'NewItem',
      lastUpdatedTime: time(ctx.world.clock.now()),
      productName: sku,
      totalQuantity: available + allocated + onway + pending,
      ...(detailed
        ? {
            inventoryDetails: {
              fulfillableQuantity: available,
              inboundWorkingQuantity: 0,
              inboundShippedQuantity: onway,
              inboundReceivingQuantity: pending,
              reservedQuantity: {
                totalReservedQuantity: allocated,
                pendingCustomerOrderQuantity: allocated,
                pendingTransshipmentQuantity: 0,
                fcProcessingQuantity: 0,
              },
              researchingQuantity: { totalResearchingQuantity: 0, researchingQuantityBreakdown: [] },
              unfulfillableQuantity: { totalUnfulfillableQuantity: 0 },
            },
          }
        : {}),
    };
  };
  door.serve('GET', '/fba/inventory/v1/summaries', 'getInventorySummaries', (request) => {
    const { details, granularityType, granularityId = '', marketplaceIds, sellerSkus, nextToken } = query(request);
    if (granularityType !== 'Marketplace' || !PLACES[granularityId] || marketplaceIds !== granularityId)
      throw invalidInput('The granularity is invalid.');
    const [start, issuedAt] = (nextToken ?? `0/${ctx.world.clock.now()}`).split('/').map(Number);
    if (start === undefined || issuedAt === undefined || issuedAt + TOKEN_LIVES_MS < ctx.world.clock.now())
      throw invalidInput('The nextToken is expired.');
    const desired = sellerSkus?.split(',');
    if (desired && desired.length > 50) throw invalidInput('At most 50 sellerSkus.');
    const all = network.depot.products.filter(({ sku }) => !desired || desired.includes(sku));
    const end = start + PAGE;
    return {
      body: {
        payload: {
          granularity: { granularityType, granularityId },
          inventorySummaries: all.slice(start, end).map(({ sku }) => summaryOf(granularityId, sku, details === 'true')),
        },
        ...(end < all.length ? { pagination: { nextToken: `${end}/${ctx.world.clock.now()}` } } : {}),
      },
    };
  });
}

/** Amazon's fulfilment for other sales channels, with a private app of the seller's. */
export const mcfPlatform = {
  name: 'mcf',
  shops: [],
  errors: amazonErrors,
  register(app: FastifyInstance, ctx: Context): PlatformSide {
    const network = new Network(ctx);
    const door = new Door(app, ctx);
    serveSellers(door);
    serveInventory(door, ctx, network);
    serve2026(door, ctx, network);
    serve2020(door, ctx, network);
    /** The seller's own shipment to Amazon, which is no business of this interface. */
    app.post('/control/mcf/stock', async (request, reply) => {
      const body = parseJson(rawBody(request));
      network.stock(
        text(at(body, 'warehouse')) || 'ATVPDKIKX0DER',
        text(at(body, 'sku')),
        Number(at(body, 'quantity') ?? 0),
      );
      return reply.send({ ok: true });
    });
    return { save: () => network.save(), load: (saved) => network.load(saved) };
  },
} satisfies SandboxPlatform;
