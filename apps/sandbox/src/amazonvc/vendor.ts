import { readDate } from '../amazon/dates.ts';
import { invalidInput, notFound } from '../amazon/errors.ts';
import type { Context } from '../http/app.ts';
import type { SandboxOrder } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';

export const PLATFORM = 'amazonvc';
export const VENDOR_SHOP = 'A1TRADEWINDVC';
/** The vendor's code and its warehouse, as Amazon names them. */
export const VENDOR_CODE = '999US';
export const WAREHOUSE = 'WH01';

const DAY = 86_400_000;
const LONGEST_WINDOW = 7 * DAY;

/** Every other order is one of Amazon's customers, sent by the vendor; the rest Amazon buys in bulk. */
export const isDirect = (order: SandboxOrder): boolean => order.seq % 2 === 1;

/** What Amazon names for every parcel of its customers' orders. */
export const SHIP_METHOD = 'UPS_GR_RES';

/** How far a direct order is. */
export const statusOf = (order: SandboxOrder): string =>
  order.status === 'cancelled'
    ? 'CANCELLED'
    : order.status === 'shipped'
      ? 'SHIPPED'
      : order.acknowledged
        ? 'ACCEPTED'
        : 'NEW';

export function orderOf(shop: Shop, id: string, direct: boolean): SandboxOrder {
  const order = shop.byId.get(id);
  if (!order || isDirect(order) !== direct) throw notFound(`Purchase order ${id} was not found.`);
  return order;
}

/** The line of an item's sequence number, which some interfaces write as a text and some as a number. */
export function lineAt(order: SandboxOrder, sequence: unknown) {
  const line = order.lines[Number(sequence) - 1];
  if (!line) throw invalidInput(`Item sequence number ${String(sequence)} is not in ${order.id}.`);
  return line;
}

/** A window of creation times: both ends where they are wanted, and no longer than a week. */
export function readWindow(query: Record<string, string>, required: boolean): { from: number; to: number } {
  const from = readDate('createdAfter', query.createdAfter, false);
  const to = readDate('createdBefore', query.createdBefore, false);
  if (required && (from === undefined || to === undefined))
    throw invalidInput('createdAfter and createdBefore are required.');
  const start = from ?? 0;
  const end = to ?? Number.MAX_SAFE_INTEGER;
  if (start > end) throw invalidInput('createdAfter must be before createdBefore.');
  if (from !== undefined && to !== undefined && to - from > LONGEST_WINDOW)
    throw invalidInput('The date range must not exceed 7 days.');
  return { from: start, to: end };
}

export function readLimit(query: Record<string, string>): number {
  const limit = query.limit === undefined ? 100 : Number(query.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) throw invalidInput('limit must be between 1 and 100.');
  return limit;
}

export function readOffset(query: Record<string, string>): number {
  if (!query.nextToken) return 0;
  const offset = Number(Buffer.from(query.nextToken, 'base64url').toString('utf8'));
  if (!Number.isInteger(offset) || offset < 0) throw invalidInput('Invalid nextToken.');
  return offset;
}

export const paginationOf = (next: number | undefined) =>
  next === undefined ? {} : { pagination: { nextToken: Buffer.from(String(next)).toString('base64url') } };

/** A vendor takes an order on, whatever stood in its way before. */
export function takeOn(ctx: Context, shop: Shop, order: SandboxOrder): void {
  if (order.status === 'pending') ctx.world.pay(shop.id, order.id);
  ctx.world.touch(order, () => {
    order.acknowledged = true;
  });
}
