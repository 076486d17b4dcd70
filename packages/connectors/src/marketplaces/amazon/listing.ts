import { z } from 'zod';
import type { OrderNoPage, OrderPage, OrderRecord } from '../../capabilities/orders.ts';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { idText } from '../../lax.ts';
import { cut, instant, malformed } from '../../read.ts';
import { ConnectorError, type Instant, type ShopAccess } from '../../types.ts';
import { type AmazonClient, PLATFORM, shaped } from './client.ts';
import { readOrder } from './orders.ts';

const INCLUDED = ['BUYER', 'RECIPIENT', 'PROCEEDS', 'FULFILLMENT', 'CANCELLATION'] as const;
const PAGE_SIZE = 100;
/** `lastUpdatedBefore` has to lie two minutes back by Amazon's clock, which may differ a little from ours. */
export const SAFETY_MS = 2 * 60_000 + 10_000;
/** Page tokens live for 24 hours; an older place is taken up again from the start of its own window. */
const TOKEN_LIFE_MS = 23 * 3_600_000;

const place = z.object({
  after: z.string(),
  /** Absent when Amazon ends the window. */
  before: z.string().optional(),
  until: z.string(),
  marketplaceIds: z.array(z.string()),
  token: z.string(),
  issuedAt: z.number(),
  repeats: z.number().int().default(0),
});
const pageShape = z.object({
  orders: z.array(z.unknown()),
  pagination: z.object({ nextToken: z.string().nullish() }).nullish(),
  lastUpdatedBefore: instant.nullish(),
});

const countPlace = z.object({ token: z.string(), before: z.string().optional(), repeats: z.number().int().default(0) });
const countedShape = z.object({ orderId: idText, createdTime: instant });
const countShape = z.object({
  orders: z.array(z.unknown()),
  pagination: z.object({ nextToken: z.string().nullish() }).nullish(),
});

/** UTC and whole seconds, downwards: offsets other than Z are refused. */
export function toSeconds(instant: Instant | number): Instant {
  const time = typeof instant === 'number' ? instant : Date.parse(instant);
  if (Number.isNaN(time)) throw new ConnectorError(PLATFORM, 'rejected', `not an instant: ${instant}`);
  return `${new Date(Math.floor(time / 1000) * 1000).toISOString().slice(0, 19)}Z`;
}

export function createListing(call: AmazonClient, now: () => number, openEnd: boolean) {
  async function getOrder(
    access: ShopAccess,
    platformOrderNo: string,
    more: readonly string[] = [],
  ): Promise<{ record: OrderRecord; raw: unknown }> {
    const answer = await call(access, {
      operation: 'getOrder',
      method: 'GET',
      path: `/orders/2026-01-01/orders/${encodeURIComponent(platformOrderNo)}`,
      query: { includedData: [...INCLUDED, ...more] },
    });
    const read = z.object({ order: z.unknown() }).safeParse(answer);
    if (!read.success || read.data.order === undefined) {
      throw malformed(PLATFORM, 'getOrder: no order in the answer', JSON.stringify(answer));
    }
    return { record: readOrder(read.data.order), raw: read.data.order };
  }

  async function listOrders(access: ShopAccess, input: { updatedAfter: Instant; cursor?: string }): Promise<OrderPage> {
    const saved = input.cursor === undefined ? undefined : readCursor(PLATFORM, place, input.cursor);
    const end = toSeconds(now() - SAFETY_MS);
    const window = saved ?? {
      after: toSeconds(input.updatedAfter),
      ...(openEnd ? {} : { before: end }),
      until: end,
      marketplaceIds: access.marketplaceIds ?? [],
    };
    if (window.before !== undefined && window.before < window.after) return { records: [], listedUntil: window.after };
    const token = saved && now() - saved.issuedAt < TOKEN_LIFE_MS ? saved.token : undefined;

    const answer = await call(access, {
      operation: 'searchOrders',
      method: 'GET',
      path: '/orders/2026-01-01/orders',
      query: {
        lastUpdatedAfter: window.after,
        lastUpdatedBefore: window.before,
        marketplaceIds: window.marketplaceIds.length > 0 ? window.marketplaceIds : undefined,
        maxResultsPerPage: PAGE_SIZE,
        includedData: INCLUDED,
        paginationToken: token,
      },
    });
    const read = pageShape.safeParse(answer);
    if (!read.success) throw malformed(PLATFORM, 'searchOrders', cut(JSON.stringify(answer) ?? ''), read.error);
    const nextToken = read.data.pagination?.nextToken || undefined;
    // The first page's word holds for the whole listing.
    const answered = saved || !openEnd ? undefined : read.data.lastUpdatedBefore;
    const until = answered ? toSeconds(answered) : window.until;
    const repeats = countRepeats(PLATFORM, nextToken !== undefined && nextToken === token, saved?.repeats ?? 0);
    return {
      records: read.data.orders.map(readOrder),
      listedUntil: toSeconds(Math.max(Date.parse(until), Date.parse(window.after))),
      ...(nextToken
        ? { nextCursor: writeCursor({ ...window, until, token: nextToken, issuedAt: now(), repeats }) }
        : {}),
    };
  }

  /** Numbers alone, by the time the orders were placed; nothing of the last two minutes, which Amazon keeps back. */
  async function listOrderNos(
    access: ShopAccess,
    input: { orderedFrom: Instant; orderedTo: Instant; cursor?: string },
  ): Promise<OrderNoPage> {
    const saved = input.cursor === undefined ? undefined : readCursor(PLATFORM, countPlace, input.cursor);
    const latest = now() - SAFETY_MS;
    const open = openEnd && Date.parse(input.orderedTo) > latest;
    // The window of the first page goes along, as Amazon wants every parameter repeated with the page token.
    const before = saved ? saved.before : open ? undefined : toSeconds(Math.min(Date.parse(input.orderedTo), latest));
    const after = toSeconds(input.orderedFrom);
    if (before !== undefined && before < after) return { orders: [] };
    const answer = await call(access, {
      operation: 'searchOrders',
      method: 'GET',
      path: '/orders/2026-01-01/orders',
      query: {
        createdAfter: after,
        createdBefore: before,
        marketplaceIds: access.marketplaceIds?.length ? access.marketplaceIds : undefined,
        maxResultsPerPage: PAGE_SIZE,
        paginationToken: saved?.token,
      },
    });
    const page = shaped(countShape, answer, 'searchOrders');
    const token = page.pagination?.nextToken || undefined;
    const repeats = countRepeats(PLATFORM, token !== undefined && token === saved?.token, saved?.repeats ?? 0);
    return {
      orders: page.orders.flatMap((raw) => {
        const one = countedShape.safeParse(raw);
        if (!one.success || Date.parse(one.data.createdTime) >= Date.parse(input.orderedTo)) return [];
        return [{ platformOrderNo: one.data.orderId, orderedAt: one.data.createdTime }];
      }),
      ...(token ? { nextCursor: writeCursor({ token, before, repeats }) } : {}),
    };
  }

  return { getOrder, listOrders, listOrderNos };
}

export type Listing = ReturnType<typeof createListing>;
