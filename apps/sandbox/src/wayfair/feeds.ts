import { randomUUID } from 'node:crypto';
import type { Context } from '../http/app.ts';
import { refuse } from './graph.ts';
import { moment } from './views.ts';

interface Item {
  key: string;
  /** What is wrong with it. */
  message: string | undefined;
}
interface Feed {
  handle: string;
  at: number;
  items: Item[];
}

const SHOWN = 10;

/** What Wayfair works on after it has taken it in: what is wrong is known at once, what is right a moment later. */
export class FeedDesk {
  readonly #ctx: Context;
  readonly #known = new Map<string, Feed>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
    ctx.world.onReset(() => this.#known.clear());
  }

  take(items: Item[]) {
    const feed = { handle: randomUUID(), at: this.#ctx.world.clock.now(), items };
    this.#known.set(feed.handle, feed);
    return this.#view(feed);
  }

  find(filters: unknown) {
    const [filter] = Array.isArray(filters) ? (filters as { field?: string; equals?: string }[]) : [];
    if (filter?.field !== 'handle' || !filter.equals) throw refuse('A filter by handle is needed');
    const feed = this.#known.get(filter.equals);
    return feed ? [this.#view(feed)] : [];
  }

  #view({ handle, at, items }: Feed) {
    const bad = items.filter((one) => one.message !== undefined);
    const good = items.filter((one) => one.message === undefined);
    const done = good.length === 0 || this.#ctx.world.clock.now() - at >= this.#ctx.world.settings.feedStepMs;
    const status = done ? (good.length === 0 ? 'ERROR' : 'COMPLETE') : 'NEW';
    return {
      id: handle,
      handle,
      status,
      submittedAt: moment(at),
      completedAt: done ? moment(at) : null,
      itemCount: items.length,
      errorCount: bad.length,
      errors: bad.slice(0, SHOWN),
      completedCount: done ? good.length : 0,
      completed: done ? good.slice(0, SHOWN).map(({ key }) => ({ key, message: 'OK' })) : [],
      processingCount: done ? 0 : good.length,
      processing: done ? [] : good.slice(0, SHOWN).map(({ key }) => ({ key, message: null })),
    };
  }
}
