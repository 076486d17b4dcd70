import type { HttpOptions, Meter } from './types.ts';
import { ConnectorError } from './types.ts';

/** A platform's own figure for one kind of call: so many at once, and so many more each second. */
export interface Limit {
  perSecond: number;
  burst: number;
}

/** Waiting longer than this belongs to the job queue, where other shops go on meanwhile. */
const LONGEST_WAIT_MS = 2_000;
const MOST_BUCKETS = 20_000;

export type Sleep = (ms: number) => Promise<void>;

/** How a connector waits before it asks again what became of something. */
export const sleepOf = (http: HttpOptions): Sleep => http.sleep ?? sleep;

const sleep: Sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** Works through a list, so many at a time, where each needs calls of its own. Answers in the order of the list. */
export async function someAtOnce<T, R>(list: readonly T[], atOnce: number, work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < list.length; at += atOnce)
    done.push(...(await Promise.all(list.slice(at, at + atOnce).map(work))));
  return done;
}

interface Bucket {
  level: number;
  at: number;
}

/**
 * Keeps calls below the platform's limits before the platform has to refuse them: a token bucket for each account and
 * kind of call. It waits for a moment; a longer wait is a `throttled` error with its time, like the platform's own.
 */
export class Pacer {
  readonly #platform: string;
  readonly #limits: Readonly<Record<string, Limit>>;
  readonly #factor: number;
  readonly #now: () => number;
  readonly #sleep: Sleep;
  readonly #meter: Meter | undefined;
  readonly #buckets = new Map<string, Bucket>();

  constructor(
    platform: string,
    limits: Readonly<Record<string, Limit>>,
    options: { factor?: number; now?: () => number; sleep?: Sleep; meter?: Meter } = {},
  ) {
    this.#platform = platform;
    this.#limits = limits;
    this.#factor = options.factor ?? 1;
    this.#now = options.now ?? Date.now;
    this.#sleep = options.sleep ?? sleep;
    this.#meter = options.meter;
  }

  /** Returns when the call may be made. @throws ConnectorError `throttled` (code PACED) when that is not soon */
  async take(account: string, kind: string): Promise<void> {
    if (this.#meter) this.#meter.calls++;
    const limit = this.#limits[kind];
    if (!limit) return;
    const wait = this.#reserve(`${account}\n${kind}`, limit);
    if (wait === 0) return;
    if (this.#meter) this.#meter.waitedMs += wait;
    await this.#sleep(wait);
  }

  /** The platform has refused although we kept to its figures (others use them up too): nothing goes before `ms`. */
  refused(account: string, kind: string, ms: number): void {
    const limit = this.#limits[kind];
    if (!limit) return;
    const owed = (ms / 1000) * limit.perSecond * this.#factor;
    this.#buckets.set(`${account}\n${kind}`, { level: Math.min(1 - owed, 0), at: this.#now() });
  }

  #reserve(key: string, { perSecond, burst }: Limit): number {
    const rate = (perSecond * this.#factor) / 1000;
    const most = Math.max(1, burst * this.#factor);
    const now = this.#now();
    const bucket = this.#buckets.get(key) ?? { level: most, at: now };
    const level = Math.min(most, bucket.level + Math.max(0, now - bucket.at) * rate);
    const wait = level >= 1 ? 0 : Math.ceil((1 - level) / rate);
    if (wait > LONGEST_WAIT_MS) {
      this.#buckets.set(key, { level, at: now });
      throw new ConnectorError(this.#platform, 'throttled', 'our own pace: the platform allows no more calls yet', {
        code: 'PACED',
        retryAfterMs: wait,
      });
    }
    if (this.#buckets.size > MOST_BUCKETS) this.#buckets.clear();
    this.#buckets.set(key, { level: level - 1, at: now });
    this.#meter?.left?.set(key, Math.max(0, Math.floor(level - 1)));
    return wait;
  }
}
