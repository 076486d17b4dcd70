import { z } from 'zod';
import type { OrderNoPage, OrderPage, OrderRecord, PlatformOrder } from '../../capabilities/orders.ts';
import { laxList, laxObject } from '../../lax.ts';
import { createPages, keysOf, type PagePlace } from '../../pages.ts';
import { malformed, wholeNumber } from '../../read.ts';
import { readOrderAs, setAside } from '../../record.ts';
import { ConnectorError, type Instant, type ShopAccess } from '../../types.ts';
import { exportedShape, readAddress } from './address.ts';
import { PLATFORM, type SheinClient } from './client.ts';
import { orderShape, type SheinOrder } from './orderShape.ts';
import { goesBySheinOnly, toPlatformOrder } from './orders.ts';
import { PENDING } from './status.ts';
import { beijing, moment } from './times.ts';

const PAGE_SIZE = 30;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Orders of the merchant's, of certified and of SHEIN's own warehouses. */
const ALL_ORDERS = 4;
const BY_ALLOCATION = 1;
const BY_UPDATE = 2;
const TO_SHIP = 2;

const listShape = z.object({ count: wholeNumber, orderList: z.array(z.unknown()).nullish() });
const numbered = z.object({ orderNo: z.string().min(1) });
const placed = z.object({ orderNo: z.string().min(1), orderCreateTime: moment });
const exported = laxObject({ receiveMsgList: laxList(exportedShape) });

const pages = createPages({
  platform: PLATFORM,
  size: PAGE_SIZE,
  longestMs: 48 * HOUR_MS,
  mostRows: 10_000,
  overlapMs: 60_000,
});

export function createListing({ call }: SheinClient, now: () => number) {
  const ask = (access: ShopAccess, queryType: number) => async (place: PagePlace) => {
    const { count, orderList } = await call(access, {
      path: 'order/order-list',
      json: {
        queryType,
        queryOrderType: ALL_ORDERS,
        startTime: beijing(place.from),
        endTime: beijing(place.to),
        page: place.page,
        pageSize: PAGE_SIZE,
      },
      effect: 'read',
      shape: listShape,
    });
    const rows = orderList ?? [];
    return { rows, keys: keysOf(rows, 'orderNo'), total: count };
  };

  /** What SHEIN tells of the orders named, by number. */
  async function details(access: ShopAccess, numbers: readonly string[]): Promise<Map<string, unknown>> {
    if (numbers.length === 0) return new Map();
    const answered = await call(access, {
      path: 'order/order-detail',
      json: { orderNoList: numbers },
      effect: 'read',
      shape: z.array(z.unknown()).nullish(),
    });
    return new Map(
      (answered ?? []).flatMap((raw): [string, unknown][] => {
        const read = numbered.safeParse(raw);
        return read.success ? [[read.data.orderNo, raw]] : [];
      }),
    );
  }

  async function detail(access: ShopAccess, orderNo: string): Promise<unknown> {
    const raw = (await details(access, [orderNo])).get(orderNo);
    if (raw !== undefined) return raw;
    throw new ConnectorError(PLATFORM, 'rejected', `order ${orderNo} is not known`, { code: 'NotFound' });
  }

  /** Reading leaves the order as it is; accepting, it goes from "pending" to "to be shipped". */
  async function exportAddress(access: ShopAccess, orderNo: string, accept: boolean) {
    const { receiveMsgList } = await call(access, {
      path: 'order/export-address',
      json: { orderNo, handleType: accept ? 2 : 1 },
      effect: accept ? 'repeatable' : 'read',
      shape: exported,
    });
    return receiveMsgList[0];
  }

  /** Names and streets are asked for where the seller sends the parcel; SHEIN may well not show them. */
  async function withAddress(access: ShopAccess, order: SheinOrder): Promise<PlatformOrder> {
    const desired = order.orderStatus === PENDING || order.orderStatus === TO_SHIP;
    if (!desired || goesBySheinOnly(order)) return toPlatformOrder(order, readAddress(order, undefined));
    try {
      const answered = await exportAddress(access, order.orderNo, false);
      return toPlatformOrder(order, readAddress(order, answered));
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.kind !== 'rejected') throw error;
      return toPlatformOrder(order, readAddress(order, undefined));
    }
  }

  async function readOrder(access: ShopAccess, raw: unknown): Promise<OrderRecord> {
    const record = readOrderAs(orderShape, raw, 'orderNo', (order) => toPlatformOrder(order, undefined));
    if (!record.ok) return record;
    return { ok: true, order: await withAddress(access, orderShape.parse(raw)) };
  }

  return {
    exportAddress,

    async listOrders(access: ShopAccess, input: { updatedAfter: Instant; cursor?: string }): Promise<OrderPage> {
      const window = { after: input.updatedAfter, before: now(), cursor: input.cursor };
      const { page, ...rest } = await pages.read(window, ask(access, BY_UPDATE));
      const known = await details(
        access,
        page.rows.flatMap((row) => numbered.safeParse(row).data?.orderNo ?? []),
      );
      const records: OrderRecord[] = [];
      for (const row of page.rows) {
        const orderNo = numbered.safeParse(row).data?.orderNo;
        const raw = orderNo === undefined ? undefined : known.get(orderNo);
        records.push(
          raw === undefined
            ? setAside(row, 'orderNo', 'listed, but order-detail does not tell it')
            : await readOrder(access, raw),
        );
      }
      return { records, ...rest };
    },

    getOrder: async (access: ShopAccess, orderNo: string): Promise<OrderRecord> =>
      readOrder(access, await detail(access, orderNo)),

    /** As SHEIN tells it, for those who have to know its units. @throws ConnectorError `malformed` */
    async wholeOrder(access: ShopAccess, orderNo: string): Promise<SheinOrder> {
      const raw = await detail(access, orderNo);
      const read = orderShape.safeParse(raw);
      if (read.success) return read.data;
      throw malformed(PLATFORM, `order ${orderNo}`, JSON.stringify(raw), read.error);
    },

    /** Listed by the time SHEIN gave the order to the shop, which is within a day of its being placed. */
    async listOrderNos(
      access: ShopAccess,
      input: { orderedFrom: Instant; orderedTo: Instant; cursor?: string },
    ): Promise<OrderNoPage> {
      const before = Math.min(Date.parse(input.orderedTo) + DAY_MS, now());
      const window = { after: input.orderedFrom, before, cursor: input.cursor };
      const { page, nextCursor } = await pages.read(window, ask(access, BY_ALLOCATION));
      const orders = page.rows.flatMap((row) => {
        const read = placed.safeParse(row);
        if (!read.success) throw malformed(PLATFORM, 'order/order-list', JSON.stringify(row), read.error);
        const { orderNo, orderCreateTime: at } = read.data;
        const inside = Date.parse(at) >= Date.parse(input.orderedFrom) && Date.parse(at) <= Date.parse(input.orderedTo);
        return inside ? [{ platformOrderNo: orderNo, orderedAt: at }] : [];
      });
      return { orders, ...(nextCursor ? { nextCursor } : {}) };
    },
  };
}

export type Listing = ReturnType<typeof createListing>;
