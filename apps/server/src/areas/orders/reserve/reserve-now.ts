import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import { type Reservation, reserveOrders } from './reserve.ts';

const LIMIT = 200;

interface Waiting {
  ids: readonly number[];
  ctx: Ctx;
  done: (reservation: Reservation) => void;
  failed: (error: unknown) => void;
}

const queues = new Map<number, Waiting[]>();
const running = new Set<number>();

/**
 * Allocates now and returns the outcome. Batches the concurrent requests of a company into one transaction, since
 * requests for the same SKU would wait for the same row anyway. If a batch fails, each request runs alone, so none
 * fails because of another.
 */
export function reserveNow(app: App, ctx: Ctx, ids: readonly number[]): Promise<Reservation> {
  return new Promise((done, failed) => {
    const queue = queues.get(ctx.companyId) ?? [];
    queue.push({ ids, ctx, done, failed });
    queues.set(ctx.companyId, queue);
    if (!running.has(ctx.companyId)) void drain(app, ctx.companyId);
  });
}

async function drain(app: App, companyId: number): Promise<void> {
  running.add(companyId);
  for (let queue = queues.get(companyId) ?? []; queue.length > 0; queue = queues.get(companyId) ?? []) {
    const actor = queue[0]?.ctx.actor.userId;
    // One actor per transaction, for the ledger and the history.
    const batch = queue.filter((waiting) => waiting.ctx.actor.userId === actor).slice(0, LIMIT);
    queues.set(
      companyId,
      queue.filter((waiting) => !batch.includes(waiting)),
    );
    await together(app, batch);
  }
  running.delete(companyId);
  queues.delete(companyId);
}

async function together(app: App, batch: readonly Waiting[]): Promise<void> {
  const first = batch[0];
  if (!first) return;
  try {
    const all = await app.database.inCompany(first.ctx, (tx) =>
      reserveOrders(tx, [...new Set(batch.flatMap((waiting) => waiting.ids))]),
    );
    for (const waiting of batch) waiting.done(partOf(all, waiting.ids));
  } catch (error) {
    if (batch.length === 1) return first.failed(error);
    for (const waiting of batch) await together(app, [waiting]);
  }
}

function partOf(all: Reservation, ids: readonly number[]): Reservation {
  const desired = new Set(ids);
  const mine = (list: number[]) => list.filter((id) => desired.has(id));
  return { reserved: mine(all.reserved), short: mine(all.short), skipped: mine(all.skipped) };
}
