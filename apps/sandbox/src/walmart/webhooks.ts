import { createHash, createHmac, randomUUID } from 'node:crypto';
import { type Context, isLoopbackUrl } from '../http/app.ts';
import { isRecord, list, text } from '../http/types.ts';
import type { Letter } from '../kit/courier.ts';
import { PushSender } from '../kit/pushes.ts';
import type { SandboxOrder } from '../world/orders.ts';
import type { OrderEvent } from '../world/world.ts';
import { type Call, type Operation, WALMART } from './api.ts';
import { badContent, notFound } from './errors.ts';
import { unitsOf } from './units.ts';
import { customerOrderOf, iso, shipBy } from './views.ts';

const EVENTS: Readonly<Record<string, string>> = {
  PO_CREATED: 'ORDER',
  PO_LINE_AUTOCANCELLED: 'ORDER',
  ORDER_UPDATES: 'ORDER',
  OFFER_PUBLISHED: 'ITEM',
  OFFER_UNPUBLISHED: 'ITEM',
  INVENTORY_OOS: 'INVENTORY',
};

interface Subscription {
  subscriptionId: string;
  shop: string;
  eventType: string;
  eventVersion: string;
  resourceName: string;
  eventUrl: string;
  secret: string;
  status: string;
}

/** What is told about an event of an order, and with what word besides. */
function eventOf(event: OrderEvent, order: SandboxOrder): [string, string?] | undefined {
  if (event === 'create') return ['PO_CREATED'];
  if (event === 'cancel' && order.cancelledBy !== 'MERCHANT') return ['PO_LINE_AUTOCANCELLED'];
  return event === 'update' && order.cancelRequested ? ['ORDER_UPDATES', 'INTENT_TO_CANCEL'] : undefined;
}

/** Subscriptions and their deliveries, signed. Source: Notifications API, "Security and authenticity". */
export class WalmartWebhooks {
  readonly sender: PushSender;
  readonly #ctx: Context;
  #known: Subscription[] = [];

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.sender = new PushSender(ctx, WALMART, (event, order, uri) => {
      const [eventType, subEventType] = eventOf(event, order) ?? [];
      return this.#known
        .filter(
          (one) =>
            one.eventUrl === uri && one.eventType === eventType && one.shop === order.shop && one.status === 'ACTIVE',
        )
        .map((one) => this.#letter(one, order, subEventType));
    });
  }

  get operations(): Operation[] {
    const common = { service: 'NOTIFICATION', rate: 'webhooks' } as const;
    const base = '/v3/webhooks';
    return [
      {
        ...common,
        method: 'GET',
        path: `${base}/eventTypes`,
        name: 'getEventTypes',
        handle: () => ({
          eventTypes: Object.entries(EVENTS).map(([eventType, resourceName]) => ({
            eventType,
            eventVersion: 'V1',
            resourceName,
          })),
        }),
      },
      {
        ...common,
        method: 'GET',
        path: `${base}/subscriptions`,
        name: 'getAllSubscriptions',
        query: ['subscriptionId', 'eventType', 'resourceName', 'status'],
        handle: ({ shop, query }) => ({
          events: this.#known
            .filter(
              (one) => one.shop === shop.id && (query.eventType === undefined || one.eventType === query.eventType),
            )
            .map(({ secret: _secret, shop: partnerId, ...rest }) => ({ ...rest, partnerId })),
        }),
      },
      {
        ...common,
        method: 'POST',
        path: `${base}/subscriptions`,
        name: 'createSubscription',
        handle: (call) => this.#create(call),
      },
      {
        ...common,
        method: 'PATCH',
        path: `${base}/subscriptions/{subscriptionId}`,
        name: 'updateSubscription',
        handle: (call) => this.#change(call),
      },
      {
        ...common,
        method: 'DELETE',
        path: `${base}/subscriptions/{subscriptionId}`,
        name: 'deleteSubscription',
        handle: (call) => {
          const gone = this.#find(call);
          this.#known = this.#known.filter((one) => one !== gone);
          return { subscriptionId: gone.subscriptionId, message: 'Subscription deleted' };
        },
      },
    ];
  }

  save() {
    return { known: this.#known, sender: this.sender.save() };
  }

  load(saved: ReturnType<WalmartWebhooks['save']>): void {
    this.#known = saved.known;
    this.sender.load(saved.sender);
  }

  #find({ shop, ids }: Call): Subscription {
    const found = this.#known.find((one) => one.shop === shop.id && one.subscriptionId === ids[0]);
    if (!found) throw notFound('NOTIFICATION', `No subscription ${ids[0]}`);
    return found;
  }

  #read(answered: unknown): Omit<Subscription, 'subscriptionId' | 'shop'> {
    const event = isRecord(answered) ? answered : {};
    const { eventType, resourceName, eventUrl } = Object.fromEntries(
      Object.entries(event).map(([name, value]) => [name, text(value)]),
    );
    if (!eventType || !EVENTS[eventType] || EVENTS[eventType] !== resourceName || event.eventVersion !== 'V1')
      throw badContent('NOTIFICATION', 'eventType', `Invalid event: ${eventType} ${resourceName}`);
    if (!eventUrl || !isLoopbackUrl(eventUrl))
      throw badContent('NOTIFICATION', 'eventUrl', 'The address has to be one of this machine');
    const auth = isRecord(event.authDetails) ? event.authDetails : {};
    if (auth.authMethod !== 'HMAC' || !text(auth.clientSecret))
      throw badContent('NOTIFICATION', 'authDetails', 'This stand-in signs by HMAC, with the clientSecret it is given');
    return {
      eventType,
      resourceName,
      eventUrl,
      eventVersion: 'V1',
      secret: text(auth.clientSecret),
      status: text(event.status) || 'ACTIVE',
    };
  }

  #create({ shop, body }: Call) {
    const made = list(body.events).map((answered) => this.#read(answered));
    if (made.length === 0) throw badContent('NOTIFICATION', 'events', 'No events in the request');
    for (const one of made)
      if (
        this.#known.some(
          (there) => there.shop === shop.id && there.eventType === one.eventType && there.eventUrl === one.eventUrl,
        )
      )
        throw badContent(
          'NOTIFICATION',
          'eventUrl',
          `A subscription of ${one.eventType} to this address exists already`,
        );
    const added = made.map((one) => ({ ...one, subscriptionId: randomUUID(), shop: shop.id }));
    this.#known.push(...added);
    for (const one of added) this.sender.subscribe(shop.id, one.eventUrl);
    return { events: added.map(({ secret: _secret, shop: _shop, ...rest }) => rest) };
  }

  #change(call: Call) {
    const there = this.#find(call);
    // Only what changes is sent, without the list that a new one comes in.
    const authDetails = { authMethod: 'HMAC', clientSecret: there.secret };
    Object.assign(there, this.#read({ ...there, authDetails, ...call.body }));
    this.sender.subscribe(call.shop.id, there.eventUrl);
    const { secret: _secret, shop: partnerId, ...rest } = there;
    return { ...rest, partnerId };
  }

  #letter({ secret, eventUrl, eventType }: Subscription, order: SandboxOrder, subEventType?: string): Letter {
    const now = this.#ctx.world.clock.now();
    const body = Buffer.from(
      JSON.stringify({
        source: { eventType, ...(subEventType ? { subEventType } : {}), eventTime: iso(now), eventId: randomUUID() },
        payload: {
          partnerId: order.shop,
          purchaseOrderId: order.id,
          customerOrderId: customerOrderOf(order),
          orderDate: iso(order.createdAt),
          estimatedShipDate: iso(shipBy(order)),
          orderLines: unitsOf(order).map(({ number, line, status }) => ({
            lineNumber: number,
            sku: line.sku,
            quantity: { unitOfMeasurement: 'EACH', measurementValue: 1 },
            status,
          })),
        },
      }),
    );
    const { pathname, search } = new URL(eventUrl);
    const timestamp = String(Math.floor(now / 1000));
    const digest = createHash('sha256').update(body).digest('hex');
    const signature = createHmac('sha256', secret)
      .update(['POST', pathname + search, timestamp, digest].join('\n'))
      .digest('base64');
    return {
      topic: eventType,
      body,
      headers: { 'content-type': 'application/json', 'WM_SEC.TIMESTAMP': timestamp, 'WM_SEC.SIGNATURE': signature },
    };
  }
}
