import { z } from 'zod';
import { count } from '../../amounts.ts';
import type { OrderNoPage, OrderPage, OrderRecord } from '../../capabilities/orders.ts';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { id } from '../../iop/shapes.ts';
import { lax } from '../../lax.ts';
import { malformed, reasonOf } from '../../read.ts';
import { setAside } from '../../record.ts';
import { ConnectorError, type Instant, type ShopAccess } from '../../types.ts';
import { type Call, numeric, PLATFORM, rejected } from './client.ts';
import { type AliexpressOrder, orderShape } from './orderShape.ts';
import { readOrder } from './orders.ts';
import { isTwofold, toPacific } from './pacific.ts';
import { pacific, wrapped } from './shapes.ts';

/** Each order's details are a call of their own: small pages keep a job's step short. */
const PAGE_SIZE = 15;
/** Numbers alone cost nothing more. */
const LONG_PAGE = 50;
const DAY_MS = 86_400_000;
/** What has ended is listed only by 30 days in which it was placed; nothing open is older than half a year. */
const PIECE_MS = 30 * DAY_MS;
const OLDEST_MS = 180 * DAY_MS;
/** The list lags, and of the hour that comes twice in autumn it is not known which is meant. */
const OVERLAP_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;
const MOST_BARE = 2;
/** Pieces without an order are passed over in one step, up to so many. */
const MOST_EMPTY = 6;

/** A list leaves out what has ended unless it is asked for by name: so all are named. */
const STATUSES = [
  ...['PLACE_ORDER_SUCCESS', 'PAYMENT_PROCESSING', 'IN_CANCEL', 'WAIT_SELLER_SEND_GOODS', 'SELLER_PART_SEND_GOODS'],
  ...['WAIT_BUYER_ACCEPT_GOODS', 'FUND_PROCESSING', 'IN_ISSUE', 'IN_FROZEN', 'WAIT_SELLER_EXAMINE_MONEY'],
  ...['RISK_CONTROL', 'RISK_CONTROL_HOLD', 'FINISH', 'ARCHIVE'],
];

const listShape = z.object({
  result: z.object({
    total_page: count,
    current_page: lax(count),
    target_list: wrapped('aeop_order_item_dto', z.unknown()),
  }),
});
const detailShape = z.union([
  z.object({ result: z.object({ target: z.unknown() }) }).transform((answered) => answered.result.target),
  z.object({ target: z.unknown() }).transform((answered) => answered.target),
]);
const named = z.object({ order_id: id });
const placed = z.object({ order_id: id, gmt_create: pacific });

const placeShape = z.object({
  /** Modified since, where that is asked; the pieces go by the time of placing, the newest first. */
  since: z.number().int().nullable(),
  first: z.number().int(),
  from: z.number().int(),
  to: z.number().int(),
  end: z.number().int(),
  /** 0: how many pages there are is not known yet. */
  page: z.number().int().nonnegative(),
  repeats: z.number().int().default(0),
});
type Place = z.output<typeof placeShape>;

const piece = (first: number, to: number) => ({ from: Math.max(first, to - PIECE_MS), to, page: 0, repeats: 0 });

/**
 * The page after this one. While pages are read, orders change and leave the list, and what stood behind them moves
 * forward. So pages are read from the last to the first: whatever moves is met again, and nothing is passed over.
 */
function after(place: Place, pages: number): { nextCursor?: string } {
  // A list of one page was all in the first answer.
  const page = place.page > 0 ? Math.min(place.page - 1, pages) : pages > 1 ? pages : 0;
  if (page > 0) return { nextCursor: writeCursor({ ...place, page, repeats: 0 }) };
  if (place.from <= place.first) return {};
  return { nextCursor: writeCursor({ ...place, ...piece(place.first, place.from) }) };
}

function instant(answered: Instant): number {
  const ms = Date.parse(answered);
  if (Number.isNaN(ms)) throw rejected('BAD_INSTANT', `not an instant: ${answered}`);
  return ms;
}

export function createListing(call: Call, now: () => number) {
  async function ask(access: ShopAccess, place: Place, size: number) {
    const query = {
      current_page: Math.max(1, place.page),
      page_size: size,
      create_date_start: toPacific(place.from),
      create_date_end: toPacific(place.to),
      ...(place.since === null
        ? {}
        : { modified_date_start: toPacific(place.since), modified_date_end: toPacific(place.end) }),
      order_status_list: STATUSES,
    };
    const { result } = await call(access, {
      api: 'aliexpress.trade.seller.orderlist.get',
      params: { param_aeop_order_query: { json: JSON.stringify(query) } },
      shape: listShape,
    });
    const { total_page: pages, current_page: answered, target_list: rows } = result;
    // Another page than was asked for is no page, unless the list has become that short.
    const isOther = Boolean(answered) && answered !== query.current_page && pages >= query.current_page;
    // A page without its records may have lost them: asked again, though not for ever.
    const isBare = rows.length === 0 && pages >= query.current_page && place.repeats < MOST_BARE;
    return { rows, pages, isOther: isOther || isBare };
  }

  async function page(access: ShopAccess, at: Place, size: number) {
    let place = at;
    for (let passed = 0; ; passed++) {
      let answered = await ask(access, place, size);
      if (place.page === 0 && answered.pages > 1) {
        place = { ...place, page: answered.pages };
        answered = await ask(access, place, size);
      }
      if (answered.isOther) {
        const repeats = countRepeats(PLATFORM, true, place.repeats);
        return { rows: [], next: { nextCursor: writeCursor({ ...place, repeats }) } };
      }
      const next = after(place, answered.pages);
      if (answered.rows.length > 0 || !next.nextCursor || passed >= MOST_EMPTY) return { rows: answered.rows, next };
      place = readCursor(PLATFORM, placeShape, next.nextCursor);
    }
  }

  async function detail(access: ShopAccess, orderNo: string): Promise<unknown> {
    const raw = await call(access, {
      api: 'aliexpress.trade.new.redefining.findorderbyid',
      params: { param1: { json: `{"order_id":${numeric(orderNo)}}` } },
      shape: detailShape,
    });
    if (raw === null || raw === undefined) throw rejected('NotFound', `order ${orderNo} is not known`);
    return raw;
  }

  async function record(access: ShopAccess, row: unknown): Promise<OrderRecord> {
    const read = named.safeParse(row);
    if (!read.success) return setAside(row, 'order_id', reasonOf(read.error));
    const { order_id: orderNo } = read.data;
    try {
      return readOrder(await detail(access, orderNo), orderNo);
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.kind !== 'rejected') throw error;
      return setAside({ order_id: orderNo }, 'order_id', `listed, but not told: ${error.message}`);
    }
  }

  return {
    async listOrders(access: ShopAccess, input: { updatedAfter: Instant; cursor?: string }): Promise<OrderPage> {
      const end = now();
      const since = Math.min(instant(input.updatedAfter), end);
      const back = OVERLAP_MS + (isTwofold(since) ? HOUR_MS : 0);
      const first = end - OLDEST_MS;
      const place =
        input.cursor === undefined
          ? { since: since - back, first, end, ...piece(first, end) }
          : readCursor(PLATFORM, placeShape, input.cursor);
      const { rows, next } = await page(access, place, PAGE_SIZE);
      const records = await Promise.all(rows.map((row) => record(access, row)));
      return { records, listedUntil: new Date(place.end).toISOString(), ...next };
    },

    getOrder: async (access: ShopAccess, platformOrderNo: string): Promise<OrderRecord> =>
      readOrder(await detail(access, platformOrderNo), platformOrderNo),

    /** The order in AliExpress's own words, for what is done to it. */
    async readDetail(access: ShopAccess, platformOrderNo: string): Promise<AliexpressOrder> {
      const raw = await detail(access, platformOrderNo);
      const read = orderShape.safeParse(raw);
      if (!read.success)
        throw malformed(PLATFORM, `order ${platformOrderNo}: ${reasonOf(read.error)}`, JSON.stringify(raw));
      return read.data;
    },

    async listOrderNos(
      access: ShopAccess,
      input: { orderedFrom: Instant; orderedTo: Instant; cursor?: string },
    ): Promise<OrderNoPage> {
      const [first, end] = [instant(input.orderedFrom), instant(input.orderedTo)];
      const place =
        input.cursor === undefined
          ? { since: null, first, end, ...piece(first, end) }
          : readCursor(PLATFORM, placeShape, input.cursor);
      const { rows, next } = await page(access, place, LONG_PAGE);
      const orders = rows.map((row) => {
        const read = placed.safeParse(row);
        if (!read.success) throw malformed(PLATFORM, 'orderlist.get', JSON.stringify(row), read.error);
        return { platformOrderNo: read.data.order_id, orderedAt: read.data.gmt_create };
      });
      return { orders, ...next };
    },
  };
}
export type Listing = ReturnType<typeof createListing>;
