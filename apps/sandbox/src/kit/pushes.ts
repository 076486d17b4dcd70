import type { Context } from '../http/app.ts';
import { isLoopbackUrl } from '../http/app.ts';
import type { SandboxOrder } from '../world/orders.ts';
import type { OrderEvent } from '../world/world.ts';
import { Courier, type Letter } from './courier.ts';
import type { Delivery } from './platform.ts';

/** Sends a platform's news to whoever subscribed for a shop. */
export class PushSender {
  readonly #ctx: Context;
  readonly #courier: Courier;
  /** Addresses by shop. */
  #subscribers = new Map<string, Set<string>>();

  /** `write`: the letters of an event of an order for one address; none where the platform says nothing about it. */
  constructor(
    ctx: Context,
    platform: string,
    write: (event: OrderEvent, order: SandboxOrder, uri: string) => Letter[],
  ) {
    this.#ctx = ctx;
    this.#courier = new Courier(ctx, platform);
    ctx.world.onOrder((event, order) => {
      if (order.platform !== platform) return;
      for (const uri of this.#subscribers.get(order.shop) ?? [])
        for (const letter of write(event, order, uri)) this.send(uri, letter);
    });
  }

  get deliveries(): readonly Delivery[] {
    return this.#courier.deliveries;
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
    this.#courier.stop();
  }

  send(uri: string, letter: Letter): void {
    this.#courier.send({ uri }, letter);
  }
}
