import { z } from 'zod';
import type { OrderNoPage, OrderPage, OrderRecord } from '../../capabilities/orders.ts';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { idText } from '../../lax.ts';
import { instant, malformed, wholeNumber } from '../../read.ts';
import { ConnectorError, type Instant, type ShopAccess } from '../../types.ts';
import type { MiraklClient } from './client.ts';
import { type MiraklOrder, orderShape } from './orderShape.ts';
import { readOrder } from './orders.ts';

const PAGE_SIZE = 100;
/** Clocks differ: what changed in the last two minutes is listed again next time. */
const OVERLAP_MS = 130_000;

const pageShape = z.object({ orders: z.array(z.unknown()), total_count: wholeNumber });
const numberShape = z.object({ order_id: idText, created_date: instant });
const placeShape = z.object({
  from: z.string(),
  /** The end of a window of creation; a listing of changes has none, see `listOrders`. */
  to: z.string().optional(),
  until: z.string(),
  offset: z.number().int(),
  /** The first order of the page before: the same again is the same page again. */
  first: z.string().optional(),
  repeats: z.number().int().default(0),
});
type Place = z.output<typeof placeShape>;

const idOf = (raw: unknown): string | undefined => {
  const answered = typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'order_id') : undefined;
  return typeof answered === 'string' ? answered : undefined;
};

export function createListing(platform: string, { call }: MiraklClient, now: () => number) {
  const at = (text: Instant): Instant => {
    const time = Date.parse(text);
    if (Number.isNaN(time)) throw new ConnectorError(platform, 'rejected', `not an instant: ${text}`);
    return new Date(time).toISOString();
  };

  const ask = (access: ShopAccess, query: Record<string, string | number | undefined>) => {
    const operation = query.order_ids === undefined ? 'OR11' : 'OR11byId';
    return call(access, { operation, method: 'GET', path: '/api/orders', query, effect: 'read', shape: pageShape });
  };

  /** The next page's cursor; the same page again when this one was a repetition. */
  function nextOf(place: Place, page: z.output<typeof pageShape>): string | undefined {
    const first = idOf(page.orders[0]);
    const repeated = place.offset > 0 && first !== undefined && first === place.first;
    const offset = repeated ? place.offset : place.offset + PAGE_SIZE;
    if (!repeated && (page.orders.length === 0 || offset >= page.total_count)) return undefined;
    const repeats = countRepeats(platform, repeated, place.repeats);
    return writeCursor({ ...place, offset, first, repeats });
  }

  /**
   * Pages are counted off a list by creation. Without an end nothing that changes meanwhile leaves the list, so no page
   * moves up and loses an order; what joins it only comes twice.
   */
  async function listOrders(access: ShopAccess, input: { updatedAfter: Instant; cursor?: string }): Promise<OrderPage> {
    const from = input.cursor === undefined ? at(input.updatedAfter) : '';
    const until = new Date(Math.max(Date.parse(from) || 0, now() - OVERLAP_MS)).toISOString();
    const place: Place =
      input.cursor === undefined
        ? { from, until, offset: 0, repeats: 0 }
        : readCursor(platform, placeShape, input.cursor);
    const page = await ask(access, { start_update_date: place.from, max: PAGE_SIZE, offset: place.offset });
    const nextCursor = nextOf(place, page);
    return {
      records: page.orders.map(readOrder),
      listedUntil: place.until,
      ...(nextCursor ? { nextCursor } : {}),
    };
  }

  async function listOrderNos(
    access: ShopAccess,
    input: { orderedFrom: Instant; orderedTo: Instant; cursor?: string },
  ): Promise<OrderNoPage> {
    const place: Place =
      input.cursor === undefined
        ? { from: at(input.orderedFrom), to: at(input.orderedTo), until: '', offset: 0, repeats: 0 }
        : readCursor(platform, placeShape, input.cursor);
    const window = { start_date: place.from, end_date: place.to };
    const page = await ask(access, { ...window, max: PAGE_SIZE, offset: place.offset });
    const nextCursor = nextOf(place, page);
    const orders = page.orders.flatMap((raw) => {
      const read = numberShape.safeParse(raw);
      return read.success ? [{ platformOrderNo: read.data.order_id, orderedAt: read.data.created_date }] : [];
    });
    return { orders, ...(nextCursor ? { nextCursor } : {}) };
  }

  /** Orders by number, as they come; at most a hundred. Those that are not there are left out. */
  const readRaw = async (access: ShopAccess, orderIds: readonly string[]): Promise<unknown[]> =>
    (await ask(access, { order_ids: orderIds.join(','), max: PAGE_SIZE, offset: 0 })).orders;

  async function single(access: ShopAccess, platformOrderNo: string): Promise<unknown> {
    const [raw] = await readRaw(access, [platformOrderNo]);
    if (raw === undefined)
      throw new ConnectorError(platform, 'rejected', `there is no order ${platformOrderNo}`, { code: 'NOT_FOUND' });
    return raw;
  }

  const getOrder = async (access: ShopAccess, platformOrderNo: string): Promise<OrderRecord> =>
    readOrder(await single(access, platformOrderNo));

  /** @throws ConnectorError `malformed` */
  async function readOne(access: ShopAccess, platformOrderNo: string): Promise<MiraklOrder> {
    const raw = await single(access, platformOrderNo);
    const read = orderShape.safeParse(raw);
    if (!read.success) throw malformed(platform, 'OR11', JSON.stringify(raw), read.error);
    return read.data;
  }

  /** The readable ones of many orders. */
  async function readMany(access: ShopAccess, orderIds: readonly string[]): Promise<MiraklOrder[]> {
    if (orderIds.length === 0) return [];
    return (await readRaw(access, orderIds)).flatMap((raw) => {
      const read = orderShape.safeParse(raw);
      return read.success ? [read.data] : [];
    });
  }

  return { listOrders, listOrderNos, getOrder, readOne, readMany };
}

export type Listing = ReturnType<typeof createListing>;
