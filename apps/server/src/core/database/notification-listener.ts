import type { PoolClient } from 'pg';
import type { App } from '../app.ts';

const LISTEN_AGAIN_MS = 1000;
const ANYTHING = 'all';

type Received = (what: string) => void;

/**
 * The one connection of this process that listens to the database's notifications, and reconnects after a loss. Every
 * listener then receives `all`, because it may have missed anything.
 */
export class NotificationListener {
  readonly #app: App;
  readonly #listeners = new Map<string, Set<Received>>();
  #client: PoolClient | undefined;
  #closed = false;
  #missed = false;

  constructor(app: App) {
    this.#app = app;
  }

  /** Name channels before `open`. Listeners of a channel run in the order of their registration. */
  on(channel: string, received: Received): void {
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(received));
  }

  listening(): boolean {
    return this.#client !== undefined;
  }

  async open(): Promise<void> {
    if (this.#closed) return;
    try {
      const client = await this.#app.database.direct.connect();
      client.on('notification', ({ channel, payload }) => this.#notifyOne(channel, payload ?? ANYTHING));
      for (const channel of this.#listeners.keys()) await client.query(`listen ${channel}`);
      if (this.#closed) return client.release(true);
      this.#client = client;
      client.once('end', () => this.#lost());
      client.once('error', () => this.#lost());
      if (this.#missed) for (const channel of this.#listeners.keys()) this.#notifyOne(channel, ANYTHING);
    } catch (error) {
      this.#app.log.warn({ error }, 'cannot listen to the database: sessions are not cached, hints not told');
      this.#again();
    }
  }

  close(): void {
    this.#closed = true;
    this.#leave();
  }

  #lost(): void {
    if (!this.#leave()) return;
    this.#missed = true;
    this.#again();
  }

  /** False when there was no connection to leave. */
  #leave(): boolean {
    const client = this.#client;
    this.#client = undefined;
    client?.removeAllListeners('notification');
    client?.release(true);
    return client !== undefined;
  }

  #again(): void {
    if (!this.#closed) setTimeout(() => void this.open(), LISTEN_AGAIN_MS).unref();
  }

  #notifyOne(channel: string, what: string): void {
    for (const received of this.#listeners.get(channel) ?? []) received(what);
  }
}
