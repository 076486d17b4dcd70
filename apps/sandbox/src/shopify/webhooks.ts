import { randomUUID } from 'node:crypto';
import type { Context } from '../http/app.ts';
import type { SandboxOrder } from '../world/orders.ts';
import type { OrderEvent } from '../world/world.ts';
import { signBody } from './hmac.ts';
import { restFulfillment, restOrder, shopTime } from './restViews.ts';
import type { ShopifyStore, Subscription } from './store.ts';
import { SHOPIFY_APP } from './tokens.ts';

const RETRIES = 8;
const TIMEOUT_MS = 5000;
const SHUFFLE_MS = 300;
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

export interface Delivery {
  at: string;
  topic: string;
  uri: string;
  webhookId: string;
  attempt: number;
  status: number;
}

interface Letter {
  subscription: Subscription;
  body: Buffer;
  headers: Record<string, string>;
}

/** Sends the shop's news: signed over the raw bytes, the same id on every retry. Source: "Verify webhook deliveries". */
export class WebhookSender {
  readonly deliveries: Delivery[] = [];
  readonly #ctx: Context;
  readonly #store: ShopifyStore;
  #held: Letter[] = [];
  #timers = new Set<NodeJS.Timeout>();
  #closed = false;

  constructor(ctx: Context, store: ShopifyStore) {
    this.#ctx = ctx;
    this.#store = store;
    ctx.world.onOrder((event, order) => {
      if (order.platform === 'shopify') this.#onOrder(event, order);
    });
    ctx.world.onReset(() => {
      this.deliveries.length = 0;
      this.#held = [];
    });
  }

  close(): void {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
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
    const body = Buffer.from(JSON.stringify(payload), 'utf8');
    const eventId = randomUUID();
    let sent = 0;
    for (const subscription of this.#store.subscriptions.values()) {
      if (subscription.shop !== shop || subscription.topic !== topic) continue;
      sent++;
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Shopify-Captain-Hook',
        'x-shopify-topic': topicHeader(topic),
        'x-shopify-hmac-sha256': signBody(body, SHOPIFY_APP.clientSecret),
        'x-shopify-shop-domain': shop,
        'x-shopify-api-version': VERSION,
        'x-shopify-webhook-id': randomUUID(),
        'x-shopify-event-id': eventId,
        'x-shopify-triggered-at': new Date(this.#ctx.world.clock.now()).toISOString(),
      };
      this.#post({ subscription, body, headers });
    }
    return sent;
  }

  #post(letter: Letter): void {
    const faults = this.#ctx.faults.of('shopify');
    const copies = faults.duplicateWebhooks ? [letter, letter] : [letter];
    if (!faults.shuffleWebhooks) {
      for (const copy of copies) void this.#deliver(copy, 1);
      return;
    }
    // Held back for a moment and let go in another order than they happened.
    const first = this.#held.length === 0;
    this.#held.push(...copies);
    if (!first) return;
    this.#later(SHUFFLE_MS, () => {
      const held = this.#held.reverse();
      this.#held = [];
      held.forEach((one, index) => {
        this.#later(index * 15, () => void this.#deliver(one, 1));
      });
    });
  }

  async #deliver(letter: Letter, attempt: number): Promise<void> {
    if (this.#closed || !this.#store.subscriptions.has(letter.subscription.id)) return;
    const { subscription, body, headers } = letter;
    let status = 0;
    try {
      const answer = await fetch(subscription.uri, {
        method: 'POST',
        headers,
        body: new Uint8Array(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      status = answer.status;
      await answer.arrayBuffer();
    } catch {
      status = 0;
    }
    const topic = headers['x-shopify-topic'] ?? '';
    this.deliveries.push({
      at: shopTime(Date.now()),
      topic,
      uri: subscription.uri,
      webhookId: headers['x-shopify-webhook-id'] ?? '',
      attempt,
      status,
    });
    if (this.deliveries.length > 2000) this.deliveries.splice(0, 1000);
    if (status >= 200 && status < 300) {
      subscription.failures = 0;
      return;
    }
    if (attempt > RETRIES) {
      // After the eighth retry an API-made subscription is removed.
      this.#store.subscriptions.delete(subscription.id);
      return;
    }
    this.#later(
      this.#ctx.world.settings.webhookRetryMs * 2 ** (attempt - 1),
      () => void this.#deliver(letter, attempt + 1),
    );
  }

  #later(ms: number, work: () => void): void {
    if (this.#closed) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms);
    timer.unref();
    this.#timers.add(timer);
  }
}
