import type { Context } from '../http/app.ts';
import type { SandboxOrder } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';

/** Orders changed in [from, to), oldest change first. */
export function changedBetween(shop: Shop, from: number, to: number): SandboxOrder[] {
  const found: SandboxOrder[] = [];
  for (const order of shop.byUpdate.after({ t: from, n: -1 })) {
    if (order.updatedAt >= to) break;
    found.push(order);
  }
  return found;
}

/** Orders placed in [from, to), oldest first. */
export function createdBetween(shop: Shop, from: number, to: number): SandboxOrder[] {
  const found: SandboxOrder[] = [];
  for (const order of shop.byCreation.after({ t: from, n: -1 })) {
    if (order.createdAt >= to) break;
    found.push(order);
  }
  return found;
}

export interface Page<T> {
  rows: T[];
  total: number;
  /** Where the next page begins; undefined on the last. */
  next: number | undefined;
}

/**
 * One page of a list that stands in memory, with the faults of pages: `repeatPage` gives the page before once more,
 * `losePage` gives it without its records.
 */
export function pageOf<T>(ctx: Context, platform: string, all: readonly T[], offset: number, size: number): Page<T> {
  let start = offset;
  if (start > 0 && ctx.faults.take(platform, 'repeatPage')) start = Math.max(0, start - size);
  const rows = all.slice(start, start + size);
  const lost = rows.length > 0 && ctx.faults.take(platform, 'losePage');
  const end = start + size;
  return { rows: lost ? [] : rows, total: all.length, next: end < all.length ? end : undefined };
}

/** The platform's clock: the sandbox's, and what the fault clockSkewSeconds adds. */
export function platformNow(ctx: Context, platform: string): number {
  return ctx.world.clock.now() + ctx.faults.of(platform).clockSkewSeconds * 1000;
}
