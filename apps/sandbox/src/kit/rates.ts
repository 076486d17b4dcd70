import type { Context } from '../http/app.ts';
import { Bucket } from '../http/bucket.ts';

/** The platform's documented limits, kept per account and kind of call; the setting `rateFactor` multiplies them. */
export class RateDesk {
  readonly #ctx: Context;
  readonly #limits: Readonly<Record<string, { perSecond: number; burst: number }>>;
  readonly #buckets = new Map<string, Bucket>();

  constructor(ctx: Context, limits: Readonly<Record<string, { perSecond: number; burst: number }>>) {
    this.#ctx = ctx;
    this.#limits = limits;
    ctx.world.onReset(() => this.#buckets.clear());
  }

  /** @returns false when the call is one too many */
  take(account: string, kind: string): boolean {
    const limit = this.#limits[kind];
    if (!limit) return true;
    const factor = this.#ctx.world.settings.rateFactor;
    const key = `${account}\n${kind}`;
    const now = this.#ctx.world.clock.now();
    const burst = limit.burst * factor;
    const bucket = this.#buckets.get(key) ?? new Bucket(burst, now);
    this.#buckets.set(key, bucket);
    return bucket.take(1, limit.perSecond * factor, burst, now);
  }
}
