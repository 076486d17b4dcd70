import { z } from 'zod';
import type { OrderNoPage, OrderPage, OrderRecord } from '../../capabilities/orders.ts';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { instant, wholeNumber } from '../../read.ts';
import { ConnectorError, type Instant, type ShopAccess } from '../../types.ts';
import { clockOf, type EbayAnswer, type EbayClient, offsetOf, PLATFORM, shaped } from './client.ts';
import { type EbayOrder, orderShape } from './orderShape.ts';
import { readOrder } from './orders.ts';

/** eBay allows 200; half of that keeps an answer small. */
const PAGE_SIZE = 100;
/** eBay's index lags: what changed in the last minutes is listed again next time. */
const OVERLAP_MS = 5 * 60_000;
/** Orders older than two years are not told, and to ask for them is an error. */
const OLDEST_MS = 729 * 86_400_000;
/** Windows that reach into the future are refused, also by a clock that is only a little behind ours. */
const CLOCKS_MS = 5 * 60_000;
const IN_THE_FUTURE = '30850';

const place = z.object({
  from: z.string(),
  to: z.string(),
  offset: wholeNumber,
  total: wholeNumber,
  repeats: z.number().int().default(0),
});
type Place = z.output<typeof place>;

const pageShape = z.object({
  orders: z
    .array(z.unknown())
    .nullish()
    .transform((orders) => orders ?? []),
  total: wholeNumber,
  next: z.string().nullish(),
});
type RawPage = z.output<typeof pageShape>;

const stamp = (ms: number): Instant => new Date(ms).toISOString();

/**
 * Where to go on. The window is closed, so that rows only ever leave it (an order that changes meanwhile); those behind
 * it then move up, and we step back by as many, whatever order eBay sorts them in.
 */
export function nextOffset(at: { offset: number; total: number } | undefined, page: RawPage): number | undefined {
  const gone = at ? Math.max(0, at.total - page.total) : 0;
  return gone > 0 ? Math.max(0, (at?.offset ?? 0) - gone) : offsetOf(page.next);
}

function follow(saved: Place | undefined, window: { from: string; to: string }, page: RawPage): string | undefined {
  const offset = nextOffset(saved, page);
  if (offset === undefined) return undefined;
  const shrunk = saved !== undefined && page.total < saved.total;
  const repeats = countRepeats(PLATFORM, !shrunk && offset <= (saved?.offset ?? 0), saved?.repeats ?? 0);
  return writeCursor({ ...window, offset, total: page.total, repeats } satisfies Place);
}

export function createListing(call: EbayClient, now: () => number) {
  const ask = (access: ShopAccess, query: Record<string, string | number>): Promise<EbayAnswer> =>
    call(access, { api: 'fulfillment', method: 'GET', path: '/order', query });

  const oldest = (desired: Instant): Instant => {
    const from = Date.parse(desired);
    if (Number.isNaN(from)) throw new ConnectorError(PLATFORM, 'rejected', `not an instant: ${desired}`);
    return stamp(Math.max(from, now() - OLDEST_MS));
  };

  async function listOrders(access: ShopAccess, input: { updatedAfter: Instant; cursor?: string }): Promise<OrderPage> {
    const saved = input.cursor === undefined ? undefined : readCursor(PLATFORM, place, input.cursor);
    const from = saved?.from ?? oldest(input.updatedAfter);
    let answer: EbayAnswer;
    try {
      answer = await ask(access, {
        filter: `lastmodifieddate:[${from}..${saved?.to ?? ''}]`,
        fieldGroups: 'TAX_BREAKDOWN',
        limit: PAGE_SIZE,
        offset: saved?.offset ?? 0,
      });
    } catch (error) {
      // By eBay's clock that moment has not come yet, so nothing can have changed since.
      if (!saved && error instanceof ConnectorError && error.code === IN_THE_FUTURE)
        return { records: [], listedUntil: from };
      throw error;
    }
    const page = shaped(pageShape, answer, 'getOrders');
    // The first page is open to now, by eBay's own clock; there the window is closed for those that follow.
    const to = saved?.to ?? stamp(Math.max(clockOf(answer, now()), Date.parse(from)));
    const nextCursor = follow(saved, { from, to }, page);
    return {
      records: page.orders.map(readOrder),
      listedUntil: stamp(Math.max(Date.parse(from), Date.parse(to) - OVERLAP_MS)),
      ...(nextCursor === undefined ? {} : { nextCursor }),
    };
  }

  const askOne = (access: ShopAccess, platformOrderNo: string): Promise<EbayAnswer> =>
    call(access, {
      api: 'fulfillment',
      method: 'GET',
      path: `/order/${encodeURIComponent(platformOrderNo)}`,
      query: { fieldGroups: 'TAX_BREAKDOWN' },
    });

  return {
    listOrders,

    getOrder: async (access: ShopAccess, platformOrderNo: string): Promise<OrderRecord> =>
      readOrder((await askOne(access, platformOrderNo)).json),

    /** The order in eBay's own words. */
    readOne: async (access: ShopAccess, platformOrderNo: string): Promise<EbayOrder> =>
      shaped(orderShape, await askOne(access, platformOrderNo), 'getOrder'),

    /** Up to fifty orders by their numbers; those eBay does not know are missing. */
    async readMany(access: ShopAccess, orderNos: readonly string[]): Promise<unknown[]> {
      if (orderNos.length === 0) return [];
      return shaped(pageShape, await ask(access, { orderIds: orderNos.join(',') }), 'getOrders').orders;
    },

    async listOrderNos(
      access: ShopAccess,
      input: { orderedFrom: Instant; orderedTo: Instant; cursor?: string },
    ): Promise<OrderNoPage> {
      const saved = input.cursor === undefined ? undefined : readCursor(PLATFORM, place, input.cursor);
      const from = saved?.from ?? oldest(input.orderedFrom);
      const recent = Date.parse(input.orderedTo) > now() - CLOCKS_MS;
      const to = saved?.to ?? (recent ? '' : stamp(Date.parse(input.orderedTo)));
      const filter = `creationdate:[${from}..${to}]`;
      const query = { filter, limit: PAGE_SIZE, offset: saved?.offset ?? 0 };
      const page = shaped(pageShape, await ask(access, query), 'getOrders');
      const nextCursor = follow(saved, { from, to }, page);
      const until = Date.parse(input.orderedTo);
      return {
        orders: page.orders.flatMap((raw) => {
          const read = z.object({ orderId: z.string().min(1), creationDate: instant }).safeParse(raw);
          if (!read.success) return [];
          const { orderId: platformOrderNo, creationDate: orderedAt } = read.data;
          return Date.parse(orderedAt) <= until ? [{ platformOrderNo, orderedAt }] : [];
        }),
        ...(nextCursor === undefined ? {} : { nextCursor }),
      };
    },
  };
}

export type Listing = ReturnType<typeof createListing>;
