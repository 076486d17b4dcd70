import type { Context } from '../http/app.ts';
import { isLoopbackUrl } from '../http/app.ts';
import type { SandboxOrder } from '../world/orders.ts';
import type { OrderEvent } from '../world/world.ts';
import type { Delivery } from './platform.ts';

const RETRIES = 8;
const TIMEOUT_MS = 5000;
const SHUFFLE_MS = 300;

/** What a platform sends about an event: already signed, as the bytes that go out. */
export interface Letter {
  topic: string;
  method?: 'POST' | 'GET';
  body: Buffer;
  headers: Record<string, string>;
}

/**
 * Sends a platform's news to whoever subscribed for a shop: again after a pause that doubles when it is not taken, twice
 * or in another order when the faults say so.
 */
export class PushSender {
  readonly deliveries: Delivery[] = [];
  readonly #ctx: Context;
  readonly #platform: string;
  /** Addresses by shop. */
  #subscribers = new Map<string, Set<string>>();
  #held: { uri: string; letter: Letter }[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  #closed = false;

  /** `write`: the letters of an event of an order for one address; none where the platform says nothing about it. */
  constructor(
    ctx: Context,
    platform: string,
    write: (event: OrderEvent, order: SandboxOrder, uri: string) => Letter[],
  ) {
    this.#ctx = ctx;
    this.#platform = platform;
    ctx.world.onOrder((event, order) => {
      if (order.platform !== platform) return;
      for (const uri of this.#subscribers.get(order.shop) ?? [])
        for (const letter of write(event, order, uri)) this.send(uri, letter);
    });
    ctx.world.onReset(() => {
      this.deliveries.length = 0;
      this.#held = [];
    });
  }

  subscribe(shop: string, uri: string): void {
    if (!isLoopbackUrl(uri)) throw new Error('pushes go to this machine only');
    const known = this.#subscribers.get(shop) ?? new Set<string>();
    known.add(uri);
    this.#subscribers.set(shop, known);
    this.#ctx.world.changes++;
  }

  unsubscribe(shop: string): void {
    this.#subscribers.delete(shop);
  }

  addresses(shop: string): string[] {
    return [...(this.#subscribers.get(shop) ?? [])];
  }

  save(): Record<string, string[]> {
    return Object.fromEntries([...this.#subscribers].map(([shop, uris]) => [shop, [...uris]]));
  }

  load(saved: unknown): void {
    this.#subscribers = new Map(
      Object.entries(saved as Record<string, string[]>).map(([shop, uris]) => [shop, new Set(uris)]),
    );
  }

  stop(): void {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }

  send(uri: string, letter: Letter): void {
    const faults = this.#ctx.faults.of(this.#platform);
    const copies = faults.duplicateWebhooks ? [letter, letter] : [letter];
    if (!faults.shuffleWebhooks) {
      for (const copy of copies) void this.#deliver(uri, copy, 1);
      return;
    }
    const first = this.#held.length === 0;
    this.#held.push(...copies.map((one) => ({ uri, letter: one })));
    if (!first) return;
    this.#later(SHUFFLE_MS, () => {
      const held = this.#held.reverse();
      this.#held = [];
      held.forEach((one, index) => {
        this.#later(index * 15, () => void this.#deliver(one.uri, one.letter, 1));
      });
    });
  }

  async #deliver(uri: string, letter: Letter, attempt: number): Promise<void> {
    if (this.#closed) return;
    let status = 0;
    try {
      const answer = await fetch(uri, {
        method: letter.method ?? 'POST',
        headers: letter.headers,
        ...(letter.method === 'GET' ? {} : { body: new Uint8Array(letter.body) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      status = answer.status;
      await answer.arrayBuffer();
    } catch {
      status = 0;
    }
    this.deliveries.push({ at: new Date().toISOString(), topic: letter.topic, uri, attempt, status });
    if (this.deliveries.length > 2000) this.deliveries.splice(0, 1000);
    if ((status >= 200 && status < 300) || attempt > RETRIES) return;
    this.#later(
      this.#ctx.world.settings.webhookRetryMs * 2 ** (attempt - 1),
      () => void this.#deliver(uri, letter, attempt + 1),
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
