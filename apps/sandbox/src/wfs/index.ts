import type { FastifyInstance } from 'fastify';
import { type Context, query, rawBody } from '../http/app.ts';
import { at, isRecord, parseJson, text } from '../http/types.ts';
import { Depot } from '../kit/depot.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { notFound, WalmartError, walmartErrors } from '../walmart/errors.ts';
import { Gateway } from './api.ts';
import { serveOrders, WAREHOUSE } from './orders.ts';

interface Knobs {
  /** The seller is in WFS. */
  enrolled: boolean;
  /** The newer service for stock is open to the seller. */
  newer: boolean;
}
const QUIET: Knobs = { enrolled: true, newer: true };

/** Source: "WFS inventory (new)" and "WFS inventory (legacy)", Walmart developer portal. */
function serveInventory(gateway: Gateway, depot: Depot, knobs: Knobs, enrolled: () => void): void {
  const page = (requested: Record<string, string>) => {
    const { sku, limit = '10', offset = '0' } = requested;
    const all = depot.products.filter((one) => !sku || one.sku === sku);
    const stock = new Map(depot.stock(WAREHOUSE).map((row) => [row.sku, row]));
    const start = Number(offset);
    const rows = all.slice(start, start + Math.min(300, Number(limit))).map(({ sku: of }) => {
      const { available = 0, allocated = 0, onway = 0, pending = 0 } = stock.get(of) ?? {};
      return { sku: of, available, allocated, inbound: onway + pending };
    });
    return { rows, headers: { totalCount: all.length, limit: Number(limit), offset: start } };
  };
  gateway.serve('GET', '/wfs/inventory', 'getWfsInventoryDetails', (request) => {
    enrolled();
    if (!knobs.newer) throw new WalmartError(401, 'UNAUTHORIZED', 'GATEWAY', 'Program Eligibility is not enabled');
    const { rows, headers } = page(query(request));
    const inventory = rows.map(({ sku, available, allocated, inbound }) => ({
      itemInformation: { sku, itemName: sku },
      inventoryData: {
        availableUnits: available,
        onhandUnits: available + allocated,
        reservedUnits: allocated,
        inboundUnits: inbound,
        stockStatus: available > 0 ? 'IN_STOCK' : 'OUT_OF_STOCK',
      },
      inventoryInsights: { daysOfSupply: '30' },
    }));
    return { headers, payload: { inventory } };
  });
  gateway.serve('GET', '/fulfillment/inventory', 'getWFSInventory', (request) => {
    enrolled();
    const { rows, headers } = page(query(request));
    const inventory = rows.map(({ sku, available, allocated }) => ({
      sku,
      shipNodes: [{ shipNodeType: 'WFSFulfilled', availToSellQty: available, onHandQty: available + allocated }],
    }));
    return { headers, payload: { inventory } };
  });
}

/** Walmart's fulfilment for other sales channels, with the seller's own keys. */
export const wfsPlatform = {
  name: 'wfs',
  shops: [],
  errors: walmartErrors,
  register(app: FastifyInstance, ctx: Context): PlatformSide {
    const depot = new Depot(ctx);
    const knobs: Knobs = { ...QUIET };
    ctx.world.onReset(() => Object.assign(knobs, QUIET));
    const enrolled = () => {
      if (!knobs.enrolled) throw notFound('INVENTORY', 'The seller is not part of the program.');
    };
    const gateway = new Gateway(app, ctx);
    serveInventory(gateway, depot, knobs, enrolled);
    serveOrders(gateway, ctx, depot, enrolled);
    /** The seller's own inbound order, which is no business of this interface. */
    app.post('/control/wfs/stock', async (request, reply) => {
      const body = parseJson(rawBody(request));
      const [sku, quantity] = [text(at(body, 'sku')), Number(at(body, 'quantity') ?? 0)];
      if (!depot.product(sku))
        depot.putProduct({ sku, nameEn: sku, nameZh: sku, grams: 500, mm: [300, 150, 100], draft: false });
      const no = depot.number('', 9);
      if (quantity > 0) depot.arrive({ no, ref: no, warehouse: WAREHOUSE, boxes: [{ box: '1', sku, quantity }] });
      return reply.send({ ok: true });
    });
    app.post('/control/wfs/knobs', async (request, reply) => {
      const body = parseJson(rawBody(request));
      for (const knob of ['enrolled', 'newer'] as const)
        if (isRecord(body) && typeof body[knob] === 'boolean') knobs[knob] = body[knob];
      return reply.send(knobs);
    });
    return { save: () => depot.save(), load: (saved) => depot.load(saved) };
  },
} satisfies SandboxPlatform;
