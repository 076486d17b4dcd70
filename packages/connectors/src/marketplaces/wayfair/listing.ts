import { z } from 'zod';
import type { OrderNoPage, OrderPage, OrderRecord } from '../../capabilities/orders.ts';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { laxText } from '../../lax.ts';
import { malformed, wholeNumber } from '../../read.ts';
import { ConnectorError, type Instant, type ShopAccess } from '../../types.ts';
import { type Cancellations, MOST_ORDERS } from './cancellations.ts';
import { PLATFORM, rowsOf, suppliersOf, type WayfairClient } from './client.ts';
import { wayfairMoment } from './dates.ts';
import { fieldsOf, orderShape, type WayfairOrder } from './orderShape.ts';
import { readOrder } from './orders.ts';

/** As many as cancellations may be asked about at once. */
const PAGE_SIZE = MOST_ORDERS;
/** Wayfair has been seen to give so many. */
const MOST = 2000;
const OVERLAP_MS = 5 * 60_000;

/**
 * Wayfair pages by nothing but the moment of an order: the next page begins with the moment of the last one of this
 * page, and those of that moment come again.
 */
const place = z.object({
  from: z.string(),
  to: z.string(),
  /** Orders of the moment `from` that have been listed. */
  seen: z.array(z.string()),
  limit: wholeNumber,
  repeats: wholeNumber,
  /** Orders still to be read because something of them is called off, once the new ones are listed. */
  called: z.array(z.string()).nullable(),
});
type Place = z.output<typeof place>;

const rowShape = z.object({ poNumber: z.string().min(1), poDate: wayfairMoment, supplierId: laxText });
const pageShape = z.object({ getDropshipPurchaseOrders: rowsOf(z.unknown()) });

const stamp = (ms: number): Instant => new Date(ms).toISOString();

const numberOf = (raw: unknown): string | undefined => {
  const answered = typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'poNumber') : undefined;
  return typeof answered === 'string' ? answered : undefined;
};
const momentOf = (raw: unknown): Instant | undefined => {
  const read = rowShape.pick({ poDate: true }).safeParse(raw);
  return read.success ? read.data.poDate : undefined;
};

/** Where the next page begins; undefined when this was the last. */
export function follow(at: Place, rows: readonly unknown[]): Place | undefined {
  if (rows.length < at.limit) return undefined;
  const last =
    rows
      .flatMap((raw) => momentOf(raw) ?? [])
      .sort()
      .at(-1) ?? at.from;
  if (last > at.from) {
    const observed = rows.flatMap((raw) => (momentOf(raw) === last ? (numberOf(raw) ?? []) : []));
    return { ...at, from: last, seen: observed, limit: PAGE_SIZE, repeats: 0 };
  }
  // A page before this one came again; or all are of one moment, and only a longer page gets beyond it.
  if (last < at.from) return { ...at, repeats: countRepeats(PLATFORM, true, at.repeats) };
  if (at.limit >= MOST) throw malformed(PLATFORM, `more than ${MOST} purchase orders of the moment ${last}`, undefined);
  return { ...at, limit: Math.min(at.limit * 2, MOST) };
}

export function createListing({ call }: WayfairClient, cancellations: Cancellations, now: () => number) {
  let withCancelled = true;

  /** What is asked for beside the fields: `$poNumbers`, or `$fromDate` with `$limit`. */
  async function ask(access: ShopAccess, variables: Record<string, unknown>): Promise<unknown[]> {
    const query = `query ($limit: Int32, $fromDate: IsoDateTime, $hasResponse: Boolean, $poNumbers: [String!]) {
      getDropshipPurchaseOrders(limit: $limit, fromDate: $fromDate, hasResponse: $hasResponse, poNumbers: $poNumbers,
        sortOrder: ASC) { ${fieldsOf(withCancelled)} } }`;
    try {
      const answered = await call(access, { graph: 'orders', query, variables, shape: pageShape });
      return answered.getDropshipPurchaseOrders;
    } catch (error) {
      const trouble = error instanceof ConnectorError && error.kind === 'rejected' && /isCancelled/.test(error.message);
      if (!trouble || !withCancelled) throw error;
      withCancelled = false;
      return ask(access, variables);
    }
  }

  /** Of other suppliers whom the same application may see, nothing is ours. */
  const mine = (access: ShopAccess, rows: readonly unknown[]) => {
    const suppliers = suppliersOf(access);
    return rows.filter((raw) => {
      const read = rowShape.pick({ supplierId: true }).safeParse(raw);
      return !read.data?.supplierId || suppliers.includes(read.data.supplierId);
    });
  };

  async function read(access: ShopAccess, rows: readonly unknown[]): Promise<OrderRecord[]> {
    const desired = mine(access, rows);
    const requests = await cancellations.ofOrders(
      access,
      desired.flatMap((raw) => numberOf(raw) ?? []),
    );
    return desired.map((raw) => readOrder(raw, requests));
  }

  function begin(from: Instant, to: Instant): Place {
    const [first, last] = [Date.parse(from), Date.parse(to)];
    if (Number.isNaN(first) || Number.isNaN(last))
      throw new ConnectorError(PLATFORM, 'rejected', `not an instant: ${from} or ${to}`);
    return {
      from: stamp(first),
      to: stamp(Math.max(last, first)),
      seen: [],
      limit: PAGE_SIZE,
      repeats: 0,
      called: null,
    };
  }

  async function pageAt(access: ShopAccess, at: Place): Promise<unknown[]> {
    return ask(access, { limit: at.limit, fromDate: at.from });
  }

  /** Orders of whatever age of which something was called off since: nothing else tells that they have changed. */
  async function calledSince(access: ShopAccess, at: Place, updatedAfter: Instant): Promise<Place | undefined> {
    const requests = await cancellations.between(access, updatedAfter, at.to);
    const called = [...new Set(requests.map((one) => one.purchaseOrder.poNumber))];
    return called.length > 0 ? { ...at, called } : undefined;
  }

  async function readCalled(
    access: ShopAccess,
    at: Place,
  ): Promise<{ records: OrderRecord[]; next: Place | undefined }> {
    const poNumbers = (at.called ?? []).slice(0, PAGE_SIZE);
    const rest = (at.called ?? []).slice(PAGE_SIZE);
    const rows = await ask(access, { limit: poNumbers.length, poNumbers });
    return { records: await read(access, rows), next: rest.length > 0 ? { ...at, called: rest } : undefined };
  }

  async function listOrders(access: ShopAccess, input: { updatedAfter: Instant; cursor?: string }): Promise<OrderPage> {
    const at =
      input.cursor === undefined ? begin(input.updatedAfter, stamp(now())) : readCursor(PLATFORM, place, input.cursor);
    const listedUntil = stamp(Date.parse(at.to) - OVERLAP_MS);
    if (at.called) {
      const { records, next } = await readCalled(access, at);
      return { records, listedUntil, ...(next ? { nextCursor: writeCursor(next) } : {}) };
    }
    const rows = await pageAt(access, at);
    const fresh = rows.filter((raw) => !at.seen.includes(numberOf(raw) ?? ''));
    const next = follow(at, rows) ?? (await calledSince(access, at, input.updatedAfter));
    return { records: await read(access, fresh), listedUntil, ...(next ? { nextCursor: writeCursor(next) } : {}) };
  }

  async function rawOf(access: ShopAccess, poNumber: string, more: object = {}): Promise<unknown> {
    const rows = await ask(access, { limit: 1, poNumbers: [poNumber], ...more });
    return mine(access, rows).find((raw) => numberOf(raw) === poNumber);
  }

  const none = (poNumber: string) =>
    new ConnectorError(PLATFORM, 'rejected', `there is no purchase order ${poNumber}`, { code: 'NOT_FOUND' });

  return {
    listOrders,

    async getOrder(access: ShopAccess, platformOrderNo: string): Promise<OrderRecord> {
      const raw = await rawOf(access, platformOrderNo);
      if (raw === undefined) throw none(platformOrderNo);
      const [record] = await read(access, [raw]);
      if (!record) throw none(platformOrderNo);
      return record;
    },

    /** The order in Wayfair's own words; `hasResponse: false` only where it waits to be accepted. */
    async readOne(
      access: ShopAccess,
      poNumber: string,
      more: { hasResponse?: boolean } = {},
    ): Promise<WayfairOrder | undefined> {
      const raw = await rawOf(access, poNumber, more);
      if (raw === undefined) {
        if (more.hasResponse === undefined) throw none(poNumber);
        return undefined;
      }
      const one = orderShape.safeParse(raw);
      if (!one.success) throw malformed(PLATFORM, 'purchase order', JSON.stringify(raw), one.error);
      return one.data;
    },

    async listOrderNos(
      access: ShopAccess,
      input: { orderedFrom: Instant; orderedTo: Instant; cursor?: string },
    ): Promise<OrderNoPage> {
      const at =
        input.cursor === undefined
          ? begin(input.orderedFrom, input.orderedTo)
          : readCursor(PLATFORM, place, input.cursor);
      const rows = await pageAt(access, at);
      const next = follow(at, rows);
      const orders = mine(access, rows).flatMap((raw) => {
        const one = rowShape.safeParse(raw);
        if (!one.success || one.data.poDate > at.to || at.seen.includes(one.data.poNumber)) return [];
        return [{ platformOrderNo: one.data.poNumber, orderedAt: one.data.poDate }];
      });
      return { orders, ...(next && next.from <= at.to ? { nextCursor: writeCursor(next) } : {}) };
    },
  };
}

export type Listing = ReturnType<typeof createListing>;
