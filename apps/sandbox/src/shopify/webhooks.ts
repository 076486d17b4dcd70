import { randomUUID } from 'node:crypto';
import { type Context, isLoopbackUrl } from '../http/app.ts';
import { Courier, type Letter } from '../kit/courier.ts';
import type { Delivery } from '../kit/platform.ts';
import type { SandboxOrder } from '../world/orders.ts';
import type { OrderEvent } from '../world/world.ts';
import { signBody } from './hmac.ts';
import { restFulfillment, restOrder } from './restViews.ts';
import type { ShopifyStore } from './store.ts';
import { SHOPIFY_APP } from './tokens.ts';

const VERSION = '2026-07';

const TOPICS: Record<OrderEvent, string[]> = {
  create: ['ORDERS_CREATE'],
  update: ['ORDERS_UPDATED'],
  paid: ['ORDERS_PAID', 'ORDERS_UPDATED'],
  cancel: ['ORDERS_CANCELLED', 'ORDERS_UPDATED'],
  fulfill: ['ORDERS_FULFILLED', 'ORDERS_UPDATED', 'FULFILLMENTS_CREATE'],
  partial: ['ORDERS_PARTIALLY_FULFILLED', 'ORDERS_UPDATED', 'FULFILLMENTS_CREATE'],
};

/** ORDERS_PARTIALLY_FULFILLED travels as orders/partially_fulfilled, INVENTORY_LEVELS_UPDATE as inventory_levels/update. */
function topicHeader(topic: string): string {
  const lower = topic.toLowerCase();
  return /^(orders|app|shop|refunds|returns|products)_/.test(lower)
    ? lower.replace('_', '/')
    : lower.replace(/_(?=[^_]+$)/, '/');
}

/** Sends the shop's news: signed over the raw bytes, the same id on every retry. Source: "Verify webhook deliveries". */
export class WebhookSender {
  readonly #ctx: Context;
  readonly #store: ShopifyStore;
  readonly #courier: Courier;

  constructor(ctx: Context, store: ShopifyStore) {
    this.#ctx = ctx;
    this.#store = store;
    this.#courier = new Courier(ctx, 'shopify');
    ctx.world.onOrder((event, order) => {
      if (order.platform === 'shopify') this.#onOrder(event, order);
    });
  }

  get deliveries(): readonly Delivery[] {
    return this.#courier.deliveries;
  }

  close(): void {
    this.#courier.stop();
  }

  #onOrder(event: OrderEvent, order: SandboxOrder): void {
    for (const topic of TOPICS[event]) {
      if (![...this.#store.subscriptions.values()].some((one) => one.topic === topic)) continue;
      const last = order.parcels.at(-1);
      const payload =
        topic === 'FULFILLMENTS_CREATE' && last ? restFulfillment(order, last) : restOrder(this.#store, order);
      this.send(order.shop, topic, payload);
    }
  }

  /** One event to everyone who asked for its topic. */
  send(shop: string, topic: string, payload: unknown): number {
    const eventId = randomUUID();
    let sent = 0;
    for (const subscription of this.#store.subscriptions.values()) {
      if (subscription.shop !== shop || subscription.topic !== topic) continue;
      sent++;
      const to = {
        uri: subscription.uri,
        stands: () => this.#store.subscriptions.has(subscription.id),
        // After the eighth retry an API-made subscription is removed.
        givenUp: () => void this.#store.subscriptions.delete(subscription.id),
      };
      this.#courier.send(to, this.#letter(shop, topicHeader(topic), payload, eventId));
    }
    return sent;
  }

  /** The compulsory news about buyers' data go to the address in the app's settings, subscribed or not. */
  sendPrivacy(shop: string, topic: string, uri: string, payload: object): void {
    if (!isLoopbackUrl(uri)) throw new Error('pushes go to this machine only');
    this.#courier.send({ uri }, this.#letter(shop, topic, { shop_id: 548380009, shop_domain: shop, ...payload }));
  }

  #letter(shop: string, topic: string, payload: unknown, eventId: string = randomUUID()): Letter {
    const body = Buffer.from(JSON.stringify(payload), 'utf8');
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Shopify-Captain-Hook',
      'x-shopify-topic': topic,
      'x-shopify-hmac-sha256': signBody(body, SHOPIFY_APP.clientSecret),
      'x-shopify-shop-domain': shop,
      'x-shopify-api-version': VERSION,
      'x-shopify-webhook-id': randomUUID(),
      'x-shopify-event-id': eventId,
      'x-shopify-triggered-at': new Date(this.#ctx.world.clock.now()).toISOString(),
    };
    return { topic, body, headers };
  }
}
