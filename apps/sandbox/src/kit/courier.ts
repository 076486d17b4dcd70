import type { Context } from '../http/app.ts';
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

/** Who a letter is for. */
export interface Addressee {
  uri: string;
  /** Asked before each try: whoever has unsubscribed meanwhile gets nothing. */
  stands?(): boolean;
  /** After the last try has failed, too. */
  givenUp?(): void;
}

/**
 * Carries a platform's pushes: again after a pause that doubles when one is not taken, twice or in another order when
 * the faults say so.
 */
export class Courier {
  readonly deliveries: Delivery[] = [];
  readonly #ctx: Context;
  readonly #platform: string;
  #held: { to: Addressee; letter: Letter }[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  #closed = false;

  constructor(ctx: Context, platform: string) {
    this.#ctx = ctx;
    this.#platform = platform;
    ctx.world.onReset(() => {
      this.deliveries.length = 0;
      this.#held = [];
    });
  }

  stop(): void {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }

  send(to: Addressee, letter: Letter): void {
    const faults = this.#ctx.faults.of(this.#platform);
    const copies = faults.duplicateWebhooks ? [letter, letter] : [letter];
    if (!faults.shuffleWebhooks) {
      for (const copy of copies) void this.#deliver(to, copy, 1);
      return;
    }
    // Held back for a moment and let go in another order than they happened.
    const first = this.#held.length === 0;
    this.#held.push(...copies.map((one) => ({ to, letter: one })));
    if (!first) return;
    this.#later(SHUFFLE_MS, () => {
      const held = this.#held.reverse();
      this.#held = [];
      held.forEach((one, index) => {
        this.#later(index * 15, () => void this.#deliver(one.to, one.letter, 1));
      });
    });
  }

  async #deliver(to: Addressee, letter: Letter, attempt: number): Promise<void> {
    if (this.#closed || to.stands?.() === false) return;
    const status = await this.#post(to.uri, letter);
    this.deliveries.push({ at: new Date().toISOString(), topic: letter.topic, uri: to.uri, attempt, status });
    if (this.deliveries.length > 2000) this.deliveries.splice(0, 1000);
    if (status >= 200 && status < 300) return;
    if (attempt > RETRIES) return to.givenUp?.();
    this.#later(
      this.#ctx.world.settings.webhookRetryMs * 2 ** (attempt - 1),
      () => void this.#deliver(to, letter, attempt + 1),
    );
  }

  /** 0 when nobody answered. */
  async #post(uri: string, letter: Letter): Promise<number> {
    try {
      const answer = await fetch(uri, {
        method: letter.method ?? 'POST',
        headers: letter.headers,
        ...(letter.method === 'GET' ? {} : { body: new Uint8Array(letter.body) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return 0;
    }
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
