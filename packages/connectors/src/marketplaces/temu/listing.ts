import { z } from 'zod';
import type { OrderNoPage, OrderPage, OrderRecord } from '../../capabilities/orders.ts';
import { someAtOnce } from '../../pace.ts';
import { createPages, type PagePlace } from '../../pages.ts';
import { malformed, wholeNumber } from '../../read.ts';
import { readOrderAs } from '../../record.ts';
import { ConnectorError, type Instant, type ShopAccess } from '../../types.ts';
import { PLATFORM, type TemuClient } from './client.ts';
import { addressShape, amountShape, moment, orderShape, type TemuAddress, type TemuOrder } from './orderShape.ts';
import { toPlatformOrder } from './orders.ts';
import { readStatus } from './status.ts';

/** Each order costs two calls more, and an app has twenty a second. */
const PAGE_SIZE = 50;
/** An order after another would leave most of the twenty unused; eight shops at once still keep to them. */
const AT_ONCE = 4;
const ALL_STATES = 0;
const EVERY_WAY = ['fulfillBySeller', 'fulfillByCooperativeWarehouse'];

const pageShape = z.object({ totalItemNum: wholeNumber, pageItems: z.array(z.unknown()).nullish() });
const named = z.object({ parentOrderMap: z.object({ parentOrderSn: z.string().min(1) }) });
const placed = z.object({ parentOrderMap: z.object({ parentOrderSn: z.string().min(1), parentOrderTime: moment }) });

const pages = createPages({ platform: PLATFORM, size: PAGE_SIZE, overlapMs: 60_000 });
const seconds = (ms: number): number => Math.floor(ms / 1000);
const isMasked = (address: TemuAddress): boolean => Object.values(address).some((value) => value?.includes('*'));

/** What the seller has not allowed, Temu does not show for this order, or has not reckoned yet. */
async function ifShown<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ConnectorError && (error.kind === 'rejected' || error.code === AMOUNTS_LATER))
      return undefined;
    throw error;
  }
}
const AMOUNTS_LATER = '140020008';

export function createListing({ call }: TemuClient, now: () => number) {
  const ask = (access: ShopAccess, by: 'updateTime' | 'createTime') => async (place: PagePlace) => {
    const [from, to] = [seconds(place.from), seconds(place.to)];
    const { totalItemNum, pageItems } = await call(access, {
      type: 'bg.order.list.v2.get',
      params: {
        pageNumber: place.page,
        pageSize: PAGE_SIZE,
        parentOrderStatus: ALL_STATES,
        fulfillmentTypeList: EVERY_WAY,
        sortby: by,
        ...(by === 'updateTime' ? { updateAtStart: from, updateAtEnd: to } : { createAfter: from, createBefore: to }),
      },
      effect: 'read',
      shape: pageShape,
    });
    const rows = pageItems ?? [];
    const keys = rows.map((row, index) => named.safeParse(row).data?.parentOrderMap.parentOrderSn ?? `#${index}`);
    return { rows, keys, total: totalItemNum };
  };

  const amountsOf = (access: ShopAccess, parentOrderSn: string) =>
    ifShown(
      call(access, { type: 'bg.order.amount.query', params: { parentOrderSn }, effect: 'read', shape: amountShape }),
    );

  /** Some parts may be masked: then the whole is asked for, which the seller has to have allowed. */
  async function addressOf(access: ShopAccess, parentOrderSn: string): Promise<TemuAddress | undefined> {
    const get = (type: string) =>
      ifShown(call(access, { type, params: { parentOrderSn }, effect: 'read', shape: addressShape }));
    const answered = await get('bg.order.shippinginfo.v2.get');
    if (!answered || !isMasked(answered)) return answered;
    return (await get('bg.order.decryptshippinginfo.get')) ?? answered;
  }

  /** Amounts and address are asked for order by order; the address of those that wait to be shipped. */
  async function readOrder(access: ShopAccess, raw: unknown): Promise<OrderRecord> {
    const read = orderShape.safeParse(raw);
    const number = named.safeParse(raw).data?.parentOrderMap;
    const answered = read.success ? readStatus(read.data) : undefined;
    const open = answered && (answered.status === 'toShip' || answered.status === 'partiallyShipped');
    const shop = { regionId: access.tokens.keys?.regionId, readAt: new Date(seconds(now()) * 1000).toISOString() };
    const besides =
      read.success && answered
        ? {
            ...shop,
            amounts: await amountsOf(access, read.data.parentOrderMap.parentOrderSn),
            address: open ? await addressOf(access, read.data.parentOrderMap.parentOrderSn) : undefined,
          }
        : shop;
    const record = readOrderAs(orderShape, raw, '', (order) => toPlatformOrder(order, besides));
    if (record.ok || !number) return record;
    // The number lies one step further in than elsewhere.
    return { ok: false, platformOrderNo: number.parentOrderSn, raw, reason: record.reason };
  }

  async function detail(access: ShopAccess, parentOrderSn: string): Promise<unknown> {
    return call(access, {
      type: 'bg.order.detail.v2.get',
      params: { parentOrderSn, fulfillmentTypeList: EVERY_WAY },
      effect: 'read',
      shape: z.unknown(),
    });
  }

  return {
    async listOrders(access: ShopAccess, input: { updatedAfter: Instant; cursor?: string }): Promise<OrderPage> {
      const window = { after: input.updatedAfter, before: now(), cursor: input.cursor };
      const { page, ...rest } = await pages.read(window, ask(access, 'updateTime'));
      return { records: await someAtOnce(page.rows, AT_ONCE, (raw) => readOrder(access, raw)), ...rest };
    },

    getOrder: async (access: ShopAccess, orderNo: string): Promise<OrderRecord> =>
      readOrder(access, await detail(access, orderNo)),

    /** As Temu tells it, for what is done to it. @throws ConnectorError `malformed` */
    async wholeOrder(access: ShopAccess, orderNo: string): Promise<TemuOrder> {
      const raw = await detail(access, orderNo);
      const read = orderShape.safeParse(raw);
      if (read.success) return read.data;
      throw malformed(PLATFORM, `order ${orderNo}`, JSON.stringify(raw), read.error);
    },

    async listOrderNos(
      access: ShopAccess,
      input: { orderedFrom: Instant; orderedTo: Instant; cursor?: string },
    ): Promise<OrderNoPage> {
      const before = Math.min(Date.parse(input.orderedTo), now()) + 1000;
      const window = { after: input.orderedFrom, before, cursor: input.cursor };
      const { page, nextCursor } = await pages.read(window, ask(access, 'createTime'));
      const orders = page.rows.map((raw) => {
        const read = placed.safeParse(raw);
        if (!read.success) throw malformed(PLATFORM, 'bg.order.list.v2.get', JSON.stringify(raw), read.error);
        const { parentOrderSn, parentOrderTime } = read.data.parentOrderMap;
        return { platformOrderNo: parentOrderSn, orderedAt: parentOrderTime };
      });
      return { orders, ...(nextCursor ? { nextCursor } : {}) };
    },
  };
}

export type Listing = ReturnType<typeof createListing>;
