import { z } from 'zod';
import type { OrderNoPage, OrderPage, OrderRecord } from '../../capabilities/orders.ts';
import type { FeePage } from '../../capabilities/settlements.ts';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { isZero } from '../../money.ts';
import { instant, malformed, reasonOf, Unfit } from '../../read.ts';
import { readEach } from '../../record.ts';
import { ConnectorError, type Instant, type ShopAccess } from '../../types.ts';
import { CURRENCY, PLATFORM, type TophatterClient } from './client.ts';
import { orderShape, readOrder, type TophatterOrder } from './orders.ts';

const PAGE_SIZE = 50;
/** Clocks differ: what came in the last minutes is listed again next time. */
const OVERLAP_MS = 5 * 60_000;
/** There is no list by the time of a change: orders of the last day are told again, as most that happens happens then. */
const AGAIN_MS = 86_400_000;

const placeShape = z.object({
  startedAt: z.number(),
  page: z.number().int().positive(),
  /** The first row of the page before: seen again, that page has come twice. */
  first: z.string(),
  repeats: z.number().int().default(0),
});
type Place = z.output<typeof placeShape>;

const rowShape = z.object({ order_id: z.union([z.number(), z.string()]).transform(String), created_at: instant });
const keyOf = (row: unknown): string => {
  const read = rowShape.safeParse(row);
  return read.success ? read.data.order_id : JSON.stringify(row);
};
/** Newest first: a row whose time cannot be read is no reason to stop. */
const isBefore = (row: unknown, from: number): boolean => {
  const read = rowShape.safeParse(row);
  return read.success && Date.parse(read.data.created_at) < from;
};

function timeOf(text: Instant): number {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new ConnectorError(PLATFORM, 'rejected', `not an instant: ${text}`);
  return time;
}

export function createListing(call: TophatterClient, now: () => number) {
  /** A page of the orders created since `from`, newest first. */
  async function page(access: ShopAccess, from: number, cursor: string | undefined) {
    const place: Place =
      cursor === undefined
        ? { startedAt: now(), page: 1, first: '', repeats: 0 }
        : readCursor(PLATFORM, placeShape, cursor);
    const rows = await call(access, {
      method: 'GET',
      path: 'orders',
      fields: { sort: 'id_desc', page: place.page, per_page: PAGE_SIZE },
      effect: 'read',
      shape: z.array(z.unknown()),
    });
    const first = rows.length > 0 ? keyOf(rows[0]) : '';
    const again = first !== '' && first === place.first;
    const repeats = countRepeats(PLATFORM, again, place.repeats);
    const isLast = rows.length < PAGE_SIZE || rows.every((row) => isBefore(row, from));
    return {
      rows: rows.filter((row) => !isBefore(row, from)),
      startedAt: place.startedAt,
      ...(isLast && !again
        ? {}
        : { nextCursor: writeCursor({ ...place, first, repeats, page: again ? place.page : place.page + 1 }) }),
    };
  }
  const ends = (listed: Awaited<ReturnType<typeof page>>, since: Instant) => ({
    listedUntil: new Date(Math.max(timeOf(since), listed.startedAt - OVERLAP_MS)).toISOString(),
    ...(listed.nextCursor === undefined ? {} : { nextCursor: listed.nextCursor }),
  });

  const one = (access: ShopAccess, orderNo: string): Promise<unknown> =>
    call(access, {
      method: 'GET',
      path: 'orders/retrieve',
      fields: { order_id: orderNo },
      effect: 'read',
      shape: z.unknown(),
    });

  return {
    async listOrders(access: ShopAccess, input: { updatedAfter: Instant; cursor?: string }): Promise<OrderPage> {
      const listed = await page(access, timeOf(input.updatedAfter) - AGAIN_MS, input.cursor);
      return { records: listed.rows.map(readOrder), ...ends(listed, input.updatedAfter) };
    },

    getOrder: async (access: ShopAccess, orderNo: string): Promise<OrderRecord> =>
      readOrder(await one(access, orderNo)),

    /** The order in Tophatter's own words, for what is done to it. */
    async readDetail(access: ShopAccess, orderNo: string): Promise<TophatterOrder> {
      const raw = await one(access, orderNo);
      const read = orderShape.safeParse(raw);
      if (!read.success) throw malformed(PLATFORM, `order ${orderNo}: ${reasonOf(read.error)}`, JSON.stringify(raw));
      return read.data;
    },

    async listOrderNos(
      access: ShopAccess,
      input: { orderedFrom: Instant; orderedTo: Instant; cursor?: string },
    ): Promise<OrderNoPage> {
      const [from, to] = [timeOf(input.orderedFrom), timeOf(input.orderedTo)];
      const listed = await page(access, from, input.cursor);
      const orders = listed.rows.flatMap((raw) => {
        const read = rowShape.safeParse(raw);
        if (!read.success)
          throw malformed(PLATFORM, 'an order without number or time', JSON.stringify(raw), read.error);
        const { order_id: platformOrderNo, created_at: orderedAt } = read.data;
        return Date.parse(orderedAt) <= to ? [{ platformOrderNo, orderedAt }] : [];
      });
      return { orders, ...(listed.nextCursor === undefined ? {} : { nextCursor: listed.nextCursor }) };
    },

    /** Told with the orders; of those that were given back nothing is kept. */
    async listFees(access: ShopAccess, input: { postedAfter: Instant; cursor?: string }): Promise<FeePage> {
      const listed = await page(access, timeOf(input.postedAfter) - AGAIN_MS, input.cursor);
      const result: FeePage = { fees: [], unreadable: [], ...ends(listed, input.postedAfter) };
      await readEach(orderShape, listed.rows, result.unreadable, (order) => {
        const { paid_at: postedAt } = order;
        if (!postedAt || (order.status !== 'paid' && order.status !== 'shipped')) return;
        if (order.seller_fees === null) throw new Unfit('seller_fees', 'one of them cannot be read');
        for (const [index, { type, amount }] of order.seller_fees.entries()) {
          if (isZero(amount)) continue;
          result.fees.push({
            platformOrderNo: order.order_id,
            kind: type === 'commission_fee' ? 'commission' : 'other',
            description: type,
            amount,
            currency: order.currency ?? CURRENCY,
            postedAt,
            reference: `${order.order_id}/${type}/${index}`,
          });
        }
      });
      return result;
    },
  };
}

export type Listing = ReturnType<typeof createListing>;
