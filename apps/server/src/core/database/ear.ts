import type { PoolClient } from 'pg';
import type { App } from '../app.ts';

const LISTEN_AGAIN_MS = 1000;
const ANYTHING = 'all';

type Heard = (what: string) => void;

/**
 * The one connection of this process that listens to the database's notifications, and comes back when it was lost.
 * Whoever listens hears `all` then: anything may have been missed.
 */
export class Ear {
  readonly #app: App;
  readonly #listeners = new Map<string, Set<Heard>>();
  #client: PoolClient | undefined;
  #closed = false;
  #missed = false;

  constructor(app: App) {
    this.#app = app;
  }

  /** Channels are named before `open`. Listeners of a channel hear in the order in which they came. */
  on(channel: string, heard: Heard): void {
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(heard));
  }

  listening(): boolean {
    return this.#client !== undefined;
  }

  async open(): Promise<void> {
    if (this.#closed) return;
    try {
      const client = await this.#app.database.owner.connect();
      client.on('notification', ({ channel, payload }) => this.#tell(channel, payload ?? ANYTHING));
      for (const channel of this.#listeners.keys()) await client.query(`listen ${channel}`);
      if (this.#closed) return client.release(true);
      this.#client = client;
      client.once('end', () => this.#lost());
      client.once('error', () => this.#lost());
      if (this.#missed) for (const channel of this.#listeners.keys()) this.#tell(channel, ANYTHING);
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

  #tell(channel: string, what: string): void {
    for (const heard of this.#listeners.get(channel) ?? []) heard(what);
  }
}
