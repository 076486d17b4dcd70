import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Context, param, query, rawBody } from '../http/app.ts';
import { at, isRecord, list, parseJson, text } from '../http/types.ts';
import { merchantHolds } from '../shopify/holds.ts';
import type { Party } from '../ups/shipmentInput.ts';
import { DETOURS, STAGES, type Stage } from '../ups/shipments.ts';
import type { ReturnState } from '../world/returns.ts';
import type { RememberedOrder } from '../world/shop.ts';
import { AMAZON_MARKETPLACE, AMAZON_SHOP, type Settings, SHOPIFY_SHOP } from '../world/world.ts';
import { page } from './page.ts';
import type { Platforms } from './stateView.ts';
import { stateView, summary } from './stateView.ts';

const MOST_AT_ONCE = 500_000;

type Body = Record<string, unknown>;

/** The buttons behind the sandbox: what buyers, parcels and bad days do. Never part of a platform's protocol. */
export function registerControl(app: FastifyInstance, ctx: Context, platforms: Platforms): void {
  const { world, faults } = ctx;
  const post = (path: string, work: (body: Body) => unknown) =>
    app.post(path, async (request: FastifyRequest, reply: FastifyReply) => {
      const body = parseJson(rawBody(request)) ?? {};
      try {
        return reply.send(work(isRecord(body) ? body : {}) ?? { ok: true });
      } catch (error) {
        return reply.code(400).send({ error: error instanceof Error ? error.message : String(error) });
      }
    });

  app.get('/', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page()));
  app.get('/favicon.ico', async (_request, reply) => reply.code(204).send());
  app.get('/control/catalog', async (_request, reply) => reply.send(world.catalog.items));
  app.get('/control/log', async (request, reply) => reply.send(ctx.log.latest(Number(query(request).limit ?? 100))));
  app.get('/control/webhooks', async (request, reply) =>
    reply.send((platforms.sides[query(request).platform ?? 'shopify']?.deliveries?.() ?? []).slice(-200)),
  );
  app.get('/control/summary', async (_request, reply) => reply.send(summary(ctx, platforms)));
  app.get('/control/state', async (request, reply) => reply.send(stateView(ctx, platforms, query(request))));
  app.get('/control/orders/:shop/:id', async (request, reply) => {
    const order = world.shop(param(request, 'shop')).byId.get(param(request, 'id'));
    return order ? reply.send(order) : reply.code(404).send({ error: 'no such order' });
  });

  post('/control/orders', (body) => {
    const count = Number(body.count ?? (body.lines ? 1 : 10));
    if (!Number.isInteger(count) || count < 1 || count > MOST_AT_ONCE)
      throw new Error(`count must be 1 to ${MOST_AT_ONCE}`);
    const lines = body.lines
      ? list(body.lines).map((line) => ({
          sku: isRecord(line) ? text(line.sku) : '',
          quantity: isRecord(line) ? Number(line.quantity ?? 1) : 1,
          ...(isRecord(line) && line.priceUsd !== undefined && { priceUsd: text(line.priceUsd) }),
        }))
      : undefined;
    const made = world.arrive(
      text(body.shop) || AMAZON_SHOP,
      count,
      {
        ...(lines && { lines }),
        ...(body.status === 'pending' && { status: 'pending' as const }),
        ...(body.badAddress === true && { badAddress: true }),
        ...(body.unknownSku === true && { unknownSku: true }),
        ...(body.abroadShare !== undefined && { abroadShare: Number(body.abroadShare) }),
        ...(body.buyerOf !== undefined && { buyerOf: text(body.buyerOf) }),
      },
      Number(body.spreadHours ?? 0),
    );
    return { created: made.length, orderIds: made.slice(0, 1000).map((order) => order.id) };
  });

  post('/control/orders/cancel', (body) => {
    const shop = text(body.shop) || AMAZON_SHOP;
    const orderId = text(body.orderId) || someOpenOrder(ctx, shop);
    if (body.force !== true) return brief(world.buyerCancels(shop, orderId, text(body.reason) || 'CUSTOMER'));
    const order = world.shop(shop).byId.get(orderId);
    if (!order) throw new Error(`no such order: ${orderId}`);
    world.cancel(order, text(body.reason) || 'CUSTOMER', order.platform === 'amazon' ? 'AMAZON' : 'BUYER');
    return brief(order);
  });

  /** The merchant holds an order in the platform's own pages, or lets it go. */
  post('/control/orders/hold', (body) => {
    const order = world.shop(text(body.shop)).byId.get(text(body.orderId));
    if (order?.platform !== 'shopify') throw new Error(`no order of Shopify: ${text(body.orderId)}`);
    world.touch(order, () => merchantHolds(order, body.held !== false));
    return brief(order);
  });

  post('/control/orders/pay', (body) => {
    const shop = text(body.shop) || AMAZON_SHOP;
    if (body.orderId) return brief(world.pay(shop, text(body.orderId)));
    const paid = [...world.shop(shop).byId.values()]
      .filter((order) => order.status === 'pending')
      .map((order) => world.pay(shop, order.id).id);
    return { paid };
  });

  post('/control/faults', (body) => {
    if (body.clear === true) {
      faults.clear();
      return faults.all();
    }
    return faults.set(text(body.platform), body);
  });

  post('/control/settings', (body) => {
    const settings = world.settings;
    for (const key of Object.keys(settings) as (keyof Settings)[]) {
      if (body[key] !== undefined) settings[key] = Number(body[key]);
    }
    return settings;
  });

  /** Orders of a past that another program tells of, so that they can be shipped; what is known already stays. */
  post('/control/orders/remember', (body) => {
    const shop = world.shop(text(body.shop));
    const orders = list(body.orders).map(rememberedOrder);
    world.changes += orders.length;
    return { remembered: orders.filter((order) => shop.remember(order)).length };
  });

  /** Labels of a past that another program tells of; what is known already stays. */
  post('/control/parcels/remember', (body) => {
    const parcels = list(body.parcels);
    for (const one of parcels)
      platforms.ups.remember({
        tracking: text(at(one, 'trackingNumber')),
        service: text(at(one, 'service')),
        from: partyOf(at(one, 'from')),
        to: partyOf(at(one, 'to')),
        weightLbs: Number(at(one, 'grams')) / 453.6,
        createdAt: Date.parse(text(at(one, 'boughtAt'))),
      });
    return { remembered: parcels.length };
  });

  const moved = (numbers: readonly string[]) => {
    for (const side of Object.values(platforms.sides)) for (const number of numbers) side.parcelMoved?.(number);
  };
  post('/control/parcels/advance', (body) => {
    const to = body.to === undefined || body.to === '' ? undefined : text(body.to);
    const trackingNumber = text(body.trackingNumber);
    const one = trackingNumber ? platforms.ups.parcels.get(trackingNumber) : undefined;
    if (trackingNumber && !one) {
      const sides = Object.values(platforms.sides);
      const stage = sides.map((side) => side.advanceParcel?.(trackingNumber, to)).find(Boolean);
      if (!stage) throw new Error('no such parcel');
      moved([trackingNumber]);
      return { moved: 1, parcels: [{ trackingNumber, stage }] };
    }
    const stages: readonly string[] = [...STAGES, ...DETOURS];
    if (to !== undefined && !stages.includes(to)) throw new Error(`to must be one of ${stages.join(', ')}`);
    const parcels = one
      ? [one]
      : [...platforms.ups.parcels.values()].filter((parcel) => !parcel.voided && parcel.stage !== 'delivered');
    for (const parcel of parcels) platforms.ups.advance(parcel, to as Stage | undefined);
    moved(parcels.map(({ tracking }) => tracking));
    return {
      moved: parcels.length,
      parcels: parcels.slice(0, 100).map((parcel) => ({ trackingNumber: parcel.tracking, stage: parcel.stage })),
    };
  });

  post('/control/clock/advance', (body) => {
    world.clock.advance(Number(body.seconds ?? 0) * 1000);
    return { now: new Date(world.clock.now()).toISOString() };
  });

  post('/control/clock/stop', () => world.clock.stop());

  // ---- what any marketplace has
  post('/control/revoke', (body) => {
    const shop = world.shop(text(body.shop));
    world.revoked.set(`${shop.platform}/${shop.id}`, world.clock.now());
    world.changes++;
  });
  post('/control/lag', (body) => {
    world.shop(text(body.shop)).listings.lagMs = Number(body.seconds ?? 0) * 1000;
  });
  post('/control/buy', (body) => {
    const order = world.buy(text(body.shop), text(body.sku), Number(body.quantity ?? 1));
    return { sold: order !== undefined, ...(order ? { orderId: order.id } : {}) };
  });
  post('/control/collect', (body) => {
    const shop = world.shop(text(body.shop));
    const order = shop.byId.get(text(body.orderId));
    if (!order) throw new Error(`no such order: ${text(body.orderId)}`);
    platforms.sides[shop.platform]?.collect?.(order);
  });
  post('/control/inbound/receive', (body) => ({
    shipments: platforms.amazon.inbound.receive({
      ...(body.confirmationId ? { confirmationId: text(body.confirmationId) } : {}),
      ...(body.percent === undefined ? {} : { percent: Number(body.percent) }),
      ...(isRecord(body.counts)
        ? { counts: Object.fromEntries(Object.entries(body.counts).map(([sku, count]) => [sku, Number(count)])) }
        : {}),
      close: body.close === true,
    }),
  }));
  post('/control/inbound/fail', (body) => platforms.amazon.inbound.fail(text(body.operation)));
  post('/control/subscribe', (body) => {
    // Of a platform without shops: the account that its console belongs to.
    if (body.platform) return platforms.sides[text(body.platform)]?.subscribe?.(text(body.account), text(body.url));
    const shop = world.shop(text(body.shop));
    platforms.sides[shop.platform]?.subscribe?.(shop.id, text(body.url));
  });
  post('/control/buyers/close', (body) => {
    const shop = world.shop(text(body.shop));
    const order = shop.byId.get(text(body.orderId));
    if (!order) throw new Error(`no such order: ${text(body.orderId)}`);
    platforms.sides[shop.platform]?.closeAccount?.(order);
  });
  post('/control/returns', (body) =>
    world.requestReturn(text(body.shop), text(body.orderId), text(body.reason) || undefined),
  );
  post('/control/returns/move', (body) =>
    world.moveReturn(text(body.shop), text(body.returnId), text(body.state) as ReturnState),
  );
  app.get('/control/listings', async (request, reply) => {
    const { listings } = world.shop(query(request).shop ?? '');
    const now = world.clock.now();
    const desired = query(request).sku;
    const shown = listings.all.filter((one) => !desired || one.sku === desired);
    return reply.send(
      shown.map((one) => ({
        itemId: one.itemId,
        variantId: one.variantId,
        sku: one.sku,
        title: one.title,
        quantity: listings.quantityOf(one, now),
        priceCents: one.priceCents,
        told: one.told,
      })),
    );
  });
  /** Numbers of every order of a shop, for proofs that none is missing. */
  app.get('/control/order-ids', async (request, reply) =>
    reply.send([...world.shop(query(request).shop ?? '').byId.keys()]),
  );

  post('/control/amazon/revoke', (body) => platforms.amazon.tokens.revoke(text(body.refreshToken)));
  post('/control/amazon/authorize', () => ({
    sellingPartnerId: AMAZON_SHOP,
    marketplaceIds: [AMAZON_MARKETPLACE],
    refreshToken: platforms.amazon.tokens.refreshTokenFor(AMAZON_SHOP),
  }));
  post('/control/shopify/uninstall', (body) => platforms.shopify.uninstall(text(body.shop) || SHOPIFY_SHOP));
  post('/control/shopify/privacy', (body) => {
    const shop = text(body.shop) || SHOPIFY_SHOP;
    const orders = body.orderId ? [Number(body.orderId)] : [];
    platforms.shopify.webhooks.sendPrivacy(shop, text(body.topic) || 'customers/redact', text(body.uri), {
      customer: { id: 7_000_000_000_001, email: 'buyer1@example.test' },
      orders_to_redact: orders,
      orders_requested: orders,
    });
  });
  post('/control/shopify/authorize', (body) => {
    const scope = text(body.scope) || DEFAULT_SCOPES;
    const shop = text(body.shop) || SHOPIFY_SHOP;
    return {
      shop,
      ...(body.permanent === true
        ? platforms.shopify.tokens.permanent(shop, scope)
        : platforms.shopify.tokens.expiring(shop, scope)),
    };
  });

  post('/control/reset', (body) => {
    faults.clear();
    ctx.log.clear();
    world.reset({
      ...(body.seed !== undefined && { seed: Number(body.seed) }),
      ...(body.orders !== undefined && { orders: Number(body.orders) }),
    });
    return summary(ctx, platforms);
  });
}

const DEFAULT_SCOPES =
  'read_orders,write_orders,read_products,read_locations,read_inventory,write_inventory,read_fulfillments,write_fulfillments,' +
  'read_merchant_managed_fulfillment_orders,write_merchant_managed_fulfillment_orders,write_products,read_returns,write_returns,' +
  'read_shopify_payments_payouts';

function partyOf(address: unknown): Party {
  const field = (name: string) => text(at(address, name));
  return {
    name: field('name'),
    lines: [field('line1'), field('line2')].filter(Boolean),
    city: field('city'),
    place: { country: field('country'), state: field('state'), zip: field('postalCode'), residential: false },
    phone: field('phone'),
  };
}

function brief(order: { id: string; name: string; status: string; cancelRequested: boolean }) {
  return { orderId: order.id, name: order.name, status: order.status, cancelRequested: order.cancelRequested };
}

/** The newest order that can still be cancelled, for the button that names none. */
function someOpenOrder(ctx: Context, shopId: string): string {
  for (const order of ctx.world.shop(shopId).byCreation.before({ t: Number.MAX_SAFE_INTEGER, n: 0 })) {
    if (order.status === 'unshipped' && !order.cancelRequested) return order.id;
  }
  throw new Error('no open order');
}

const cents = (amount: unknown) => Math.round(Number(amount ?? 0) * 100);

function rememberedOrder(one: unknown): RememberedOrder {
  const to = (field: string) => text(at(one, 'shipTo', field));
  return {
    id: text(at(one, 'id')),
    name: text(at(one, 'name')),
    seq: Number(at(one, 'seq')),
    createdAt: Math.floor(Date.parse(text(at(one, 'orderedAt'))) / 1000) * 1000,
    buyerEmail: text(at(one, 'buyerEmail')),
    shippingCents: cents(at(one, 'shipping')),
    address: {
      name: to('name'),
      line1: to('line1'),
      line2: to('line2'),
      city: to('city'),
      state: to('state'),
      postalCode: to('postalCode'),
      country: to('country'),
      phone: to('phone'),
      residential: true,
    },
    lines: list(at(one, 'lines')).map((line) => ({
      id: text(at(line, 'id')),
      sku: text(at(line, 'sku')),
      title: text(at(line, 'title')),
      quantity: Number(at(line, 'quantity')),
      priceCents: cents(at(line, 'price')),
      taxCents: cents(at(line, 'tax')),
    })),
  };
}
