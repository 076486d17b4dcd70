import { z } from 'zod';
import type { OrderNoPage, OrderPage, OrderRecord } from '../../capabilities/orders.ts';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { listOf, wholeNumber } from '../../read.ts';
import { ConnectorError, type Instant, type ShopAccess } from '../../types.ts';
import { cursorText, PLATFORM, shaped, type WalmartClient } from './client.ts';
import { marketOf } from './markets.ts';
import { oneOrder, orderShape, type WalmartOrder } from './orderShape.ts';
import { readOrder } from './orders.ts';

/** Walmart allows 200; half of that keeps an answer small. */
const PAGE_SIZE = 100;
const DAY_MS = 86_400_000;
/** Walmart tells 180 days. */
const OLDEST_MS = 179 * DAY_MS;
/** A long time is walked in steps: what changes meanwhile then moves few orders. */
const STEP_MS = 31 * DAY_MS;
/** Clocks differ, and Walmart's index lags: what changed last is listed again next time. */
const OVERLAP_MS = 5 * 60_000;
/** Each has to be asked for by itself; the first is what Walmart lists when none is named. */
const NODES = ['SellerFulfilled', 'WFSFulfilled', '3PLFulfilled'] as const;
const MOST_RESTARTS = 3;

const place = z.object({
  /** The present step of the way, and where the way ends. */
  from: z.string(),
  to: z.string(),
  end: z.string(),
  node: z
    .number()
    .int()
    .min(0)
    .max(NODES.length - 1),
  next: z.string().startsWith('?').optional(),
  total: wholeNumber.default(0),
  restarts: wholeNumber.default(0),
  repeats: wholeNumber.default(0),
});
type Place = z.output<typeof place>;

const pageShape = z.object({
  list: z.object({
    meta: z.object({ totalCount: wholeNumber.nullish(), nextCursor: cursorText }).nullish(),
    elements: z.object({ order: listOf(z.unknown()) }).nullish(),
  }),
});

export const ofMarket = (access: ShopAccess) => ({ currency: marketOf(access.region).currency });

const stamp = (ms: number): Instant => new Date(ms).toISOString();

function begin(desired: Instant, until: Instant, now: number): Place {
  const from = Date.parse(desired);
  const end = Date.parse(until);
  if (Number.isNaN(from) || Number.isNaN(end))
    throw new ConnectorError(PLATFORM, 'rejected', `not an instant: ${desired} or ${until}`);
  const first = Math.max(from, now - OLDEST_MS);
  return stepFrom(first, Math.max(end, first + 1));
}

const stepFrom = (from: number, end: number): Place => ({
  from: stamp(from),
  to: stamp(Math.min(from + STEP_MS, end)),
  end: stamp(end),
  node: 0,
  total: 0,
  restarts: 0,
  repeats: 0,
});

/** Where a listing goes on after a page; undefined at its end. */
export function follow(at: Place, page: { next: string | undefined; total: number }): Place | undefined {
  // An order that changes leaves the window, and those behind it move up: the window is read again.
  const shrunk = at.next !== undefined && page.total < at.total;
  if (shrunk && at.restarts < MOST_RESTARTS) {
    const { next: _next, ...again } = at;
    return { ...again, total: 0, restarts: at.restarts + 1, repeats: 0 };
  }
  if (page.next !== undefined) {
    const repeats = countRepeats(PLATFORM, page.next === at.next, at.repeats);
    return { ...at, next: page.next, total: page.total, repeats };
  }
  if (at.node + 1 < NODES.length) {
    const { next: _next, ...same } = at;
    return { ...same, node: at.node + 1, total: 0, restarts: 0, repeats: 0 };
  }
  const end = Date.parse(at.end);
  // The next step begins where this one ends: what lies on the border is listed twice.
  return Date.parse(at.to) < end ? stepFrom(Date.parse(at.to), end) : undefined;
}

export function createListing(call: WalmartClient, now: () => number) {
  async function read(access: ShopAccess, at: Place, window: Record<string, string>) {
    const answer = await call(access, {
      kind: 'orders',
      method: 'GET',
      path: '/v3/orders',
      query: { ...window, limit: PAGE_SIZE, shipNodeType: NODES[at.node] },
      cursor: at.next,
      mayBeNothing: true,
    });
    if (answer.json === undefined) return { rows: [], next: undefined, total: 0 };
    const { list } = shaped(pageShape, answer, 'orders');
    return {
      rows: list.elements?.order ?? [],
      next: list.meta?.nextCursor,
      total: list.meta?.totalCount ?? 0,
    };
  }

  async function askOne(access: ShopAccess, platformOrderNo: string) {
    const path = `/v3/orders/${encodeURIComponent(platformOrderNo)}`;
    const answer = await call(access, { kind: 'orders', method: 'GET', path });
    return { raw: shaped(oneOrder, answer, 'order').order, headers: answer.headers };
  }

  return {
    async listOrders(access: ShopAccess, input: { updatedAfter: Instant; cursor?: string }): Promise<OrderPage> {
      const at =
        input.cursor === undefined
          ? begin(input.updatedAfter, stamp(now()), now())
          : readCursor(PLATFORM, place, input.cursor);
      const page = await read(access, at, {
        // Without it only what was ordered in the last seven days is listed.
        createdStartDate: stamp(now() - OLDEST_MS),
        lastModifiedStartDate: at.from,
        lastModifiedEndDate: at.to,
      });
      const next = follow(at, page);
      return {
        records: page.rows.map((raw) => readOrder(raw, { ...ofMarket(access), node: NODES[at.node] ?? NODES[0] })),
        listedUntil: stamp(Math.max(Date.parse(at.from), Date.parse(at.end) - OVERLAP_MS)),
        ...(next ? { nextCursor: writeCursor(next) } : {}),
      };
    },

    getOrder: async (access: ShopAccess, platformOrderNo: string): Promise<OrderRecord> =>
      readOrder((await askOne(access, platformOrderNo)).raw, ofMarket(access)),

    /** The order in Walmart's own words, and the moment by Walmart's clock. */
    async readOne(access: ShopAccess, platformOrderNo: string): Promise<{ order: WalmartOrder; clock: number }> {
      const { raw, headers } = await askOne(access, platformOrderNo);
      const answered = Date.parse(headers.get('date') ?? '');
      const order = shaped(orderShape, { json: raw, headers, bytes: Buffer.alloc(0) }, 'order');
      return { order, clock: Number.isNaN(answered) ? now() : Math.min(answered, now()) };
    },

    async listOrderNos(
      access: ShopAccess,
      input: { orderedFrom: Instant; orderedTo: Instant; cursor?: string },
    ): Promise<OrderNoPage> {
      const at =
        input.cursor === undefined
          ? begin(input.orderedFrom, input.orderedTo, now())
          : readCursor(PLATFORM, place, input.cursor);
      const page = await read(access, at, { createdStartDate: at.from, createdEndDate: at.to });
      const shape = orderShape.pick({ purchaseOrderId: true, orderDate: true });
      const next = follow(at, page);
      return {
        orders: page.rows.flatMap((raw) => {
          const one = shape.safeParse(raw);
          return one.success ? [{ platformOrderNo: one.data.purchaseOrderId, orderedAt: one.data.orderDate }] : [];
        }),
        ...(next ? { nextCursor: writeCursor(next) } : {}),
      };
    },
  };
}

export type Listing = ReturnType<typeof createListing>;
