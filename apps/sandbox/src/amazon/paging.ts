import type { Context } from '../http/app.ts';
import { isRecord } from '../http/types.ts';
import type { SandboxOrder } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import type { Position } from '../world/timeIndex.ts';
import { invalidInput } from './errors.ts';

export interface Listing {
  by: 'updated' | 'created';
  from: number;
  until: number;
  /** The filters of the first page, as the next pages have to repeat them. */
  filters: string;
}

interface PageToken extends Listing {
  pos: Position;
  prev: Position;
  issuedAt: number;
}

const TOKEN_LIVES_MS = 24 * 3_600_000;

export interface Page {
  orders: SandboxOrder[];
  nextToken: string | undefined;
}

/** One page of orders in the order of their time; the token carries where it stands, opaque to the caller. */
export function readPage(
  ctx: Context,
  shop: Shop,
  start: { listing: Listing; pos?: Position; prev?: Position },
  size: number,
  desired: (order: SandboxOrder) => boolean,
): Page {
  const { listing } = start;
  const beginning = { t: listing.from, n: -1 };
  let pos = start.pos ?? beginning;
  if (start.pos && start.prev && ctx.faults.take('amazon', 'repeatPage')) pos = start.prev;
  const first = pos;
  const index = listing.by === 'updated' ? shop.byUpdate : shop.byCreation;
  const orders: SandboxOrder[] = [];
  let more = false;
  for (const order of index.after(pos)) {
    const t = listing.by === 'updated' ? order.updatedAt : order.createdAt;
    if (t > listing.until) break;
    if (!desired(order)) continue;
    if (orders.length === size) {
      more = true;
      break;
    }
    orders.push(order);
    pos = { t, n: listing.by === 'updated' ? order.touch : order.seq };
  }
  const lost = orders.length > 0 && ctx.faults.take('amazon', 'losePage');
  const token: PageToken = { ...listing, pos, prev: first, issuedAt: ctx.world.clock.now() };
  return {
    orders: lost ? [] : orders,
    nextToken: more ? Buffer.from(JSON.stringify(token)).toString('base64url') : undefined,
  };
}

export function readToken(ctx: Context, name: string, value: string): PageToken {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(value, 'base64url').toString('utf8'));
    if (isRecord(parsed) && isRecord(parsed.pos) && Number(parsed.issuedAt) > ctx.world.clock.now() - TOKEN_LIVES_MS) {
      return parsed as unknown as PageToken;
    }
  } catch {
    // Falls through to the one answer for every bad token.
  }
  throw invalidInput(`Invalid ${name}.`);
}
