import { z } from 'zod';
import type { OrderNoPage, OrderPage, OrderRecord } from '../../capabilities/orders.ts';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { id } from '../../iop/shapes.ts';
import { laxWhole } from '../../lax.ts';
import { malformed, reasonOf } from '../../read.ts';
import type { Instant, ShopAccess } from '../../types.ts';
import { countryFor, type LazadaClient, PLATFORM, rejected } from './client.ts';
import { type LazadaOrder, orderShape } from './orderShape.ts';
import { readOrder } from './orders.ts';
import { moment } from './shapes.ts';

/** As many orders as one call tells the units of. */
const PAGE_SIZE = 50;
/** A page without its records is asked for so often again. */
const MOST_BARE = 2;
/** What changed in the last moments may not be listed yet: it is listed again next time. */
const OVERLAP_MS = 300_000;

const listShape = z.object({
  data: z.object({ countTotal: laxWhole, orders: z.array(z.unknown()).nullish() }),
});
const orderAnswer = z.object({ data: z.record(z.string(), z.unknown()) });
const unitsAnswer = z.object({ data: z.array(z.unknown()) });
const severalAnswer = z.object({ data: z.array(z.object({ order_id: id, order_items: z.array(z.unknown()) })) });
const named = z.object({ order_id: id });
const placed = z.object({ order_id: id, created_at: moment });

const placeShape = z.object({
  since: z.number().int(),
  end: z.number().int(),
  /** The page begins with what is not older than this, past so many. */
  from: z.number().int(),
  offset: z.number().int().nonnegative(),
  repeats: z.number().int().default(0),
});
type Place = z.output<typeof placeShape>;

const FIELDS = { updated_at: 'update', created_at: 'created' } as const;
type Field = keyof typeof FIELDS;

const iso = (ms: number): string => new Date(ms).toISOString().replace(/\.\d{3}Z$/, '+00:00');

function placeOf(after: Instant, end: number, cursor: string | undefined): Place {
  if (cursor !== undefined) return readCursor(PLATFORM, placeShape, cursor);
  const since = Math.floor(Date.parse(after) / 1000) * 1000;
  if (Number.isNaN(since)) throw rejected('BAD_INSTANT', `not an instant: ${after}`);
  return { since, end, from: Math.min(since, end), offset: 0, repeats: 0 };
}

/**
 * The page after this one. Orders move while they are listed, so pages are not counted off: the next begins with the
 * last moment of this one, and only where one moment fills a page is it counted within it.
 */
function after(place: Place, rows: readonly unknown[], field: Field): { nextCursor?: string } {
  if (rows.length < PAGE_SIZE) return {};
  const times = rows.flatMap((row) => {
    const read = z.object({ [field]: moment }).safeParse(row);
    return read.success ? [Date.parse(read.data[field] ?? '')] : [];
  });
  const last = Math.max(place.from, ...times);
  const moved = last > place.from;
  const next = moved ? { from: last, offset: 0 } : { from: place.from, offset: place.offset + rows.length };
  const repeats = countRepeats(PLATFORM, next.from === place.from && next.offset === place.offset, place.repeats);
  return { nextCursor: writeCursor({ ...place, ...next, repeats }) };
}

/** An id beyond what JavaScript counts is text already; the rest is made so. */
const keyed = (row: unknown): { number: string | undefined; raw: object } => {
  const read = named.safeParse(row);
  return read.success
    ? { number: read.data.order_id, raw: { ...(row as object), order_id: read.data.order_id } }
    : { number: undefined, raw: typeof row === 'object' && row !== null ? row : { told: row } };
};

export function createListing(call: LazadaClient, now: () => number) {
  async function page(access: ShopAccess, field: Field, place: Place) {
    const { data } = await call(access, {
      method: 'GET',
      path: '/orders/get',
      params: {
        [`${FIELDS[field]}_after`]: iso(place.from),
        [`${FIELDS[field]}_before`]: iso(place.end),
        sort_by: field,
        sort_direction: 'ASC',
        offset: place.offset,
        limit: PAGE_SIZE,
      },
      shape: listShape,
    });
    const rows = data.orders ?? [];
    if (rows.length > 0) return { rows, next: after(place, rows, field) };
    if (data.countTotal === undefined) {
      if (!data.orders) throw malformed(PLATFORM, '/orders/get: neither orders nor how many there are', undefined);
      return { rows, next: {} };
    }
    // As many are counted, but none told: asked again, though not for ever.
    if (data.countTotal <= place.offset || place.repeats >= MOST_BARE) return { rows, next: {} };
    return { rows, next: { nextCursor: writeCursor({ ...place, repeats: place.repeats + 1 }) } };
  }

  async function unitsOf(access: ShopAccess, numbers: readonly string[]): Promise<Map<string, unknown[]>> {
    if (numbers.length === 0) return new Map();
    const { data } = await call(access, {
      method: 'GET',
      path: '/orders/items/get',
      params: { order_ids: `[${numbers.join(',')}]` },
      shape: severalAnswer,
    });
    return new Map(data.map((one) => [one.order_id, one.order_items]));
  }

  async function detail(access: ShopAccess, platformOrderNo: string): Promise<object> {
    if (!/^\d{1,19}$/.test(platformOrderNo)) throw rejected('NotFound', `order ${platformOrderNo} is not known`);
    const order_id = platformOrderNo;
    const order = await call(access, { method: 'GET', path: '/order/get', params: { order_id }, shape: orderAnswer });
    const units = await call(access, {
      method: 'GET',
      path: '/order/items/get',
      params: { order_id },
      shape: unitsAnswer,
    });
    return { ...order.data, order_id, order_items: units.data };
  }

  return {
    async listOrders(access: ShopAccess, input: { updatedAfter: Instant; cursor?: string }): Promise<OrderPage> {
      const { code } = countryFor(access);
      const place = placeOf(input.updatedAfter, now(), input.cursor);
      const { rows, next } = await page(access, 'updated_at', place);
      const answered = rows.map(keyed);
      const units = await unitsOf(
        access,
        answered.flatMap((one) => one.number ?? []),
      );
      const records = answered.map(
        ({ number, raw }): OrderRecord => readOrder({ ...raw, order_items: units.get(number ?? '') ?? [] }, code),
      );
      const listedUntil = new Date(Math.max(place.since, place.end - OVERLAP_MS)).toISOString();
      return { records, listedUntil, ...next };
    },

    async getOrder(access: ShopAccess, platformOrderNo: string): Promise<OrderRecord> {
      return readOrder(await detail(access, platformOrderNo), countryFor(access).code);
    },

    /** The order in Lazada's own words, for what is done to it. */
    async readDetail(access: ShopAccess, platformOrderNo: string): Promise<LazadaOrder> {
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
      const place = placeOf(input.orderedFrom, Date.parse(input.orderedTo), input.cursor);
      const { rows, next } = await page(access, 'created_at', place);
      const orders = rows.map((row) => {
        const read = placed.safeParse(row);
        if (!read.success) throw malformed(PLATFORM, '/orders/get', JSON.stringify(row), read.error);
        return { platformOrderNo: read.data.order_id, orderedAt: read.data.created_at };
      });
      return { orders, ...next };
    },
  };
}

export type Listing = ReturnType<typeof createListing>;
