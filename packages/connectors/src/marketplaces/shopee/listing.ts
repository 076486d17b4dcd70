import { z } from 'zod';
import type { OrderNoPage, OrderPage, OrderRecord } from '../../capabilities/orders.ts';
import { malformed, reasonOf } from '../../read.ts';
import { setAside } from '../../record.ts';
import { ConnectorError, type Instant, type ShopAccess } from '../../types.ts';
import { PLATFORM, type ShopeeClient } from './client.ts';
import { OPTIONAL_FIELDS, orderShape, type ShopeeOrder } from './orderShape.ts';
import { NUMBER_FIELD, readOrder } from './orders.ts';
import { answerOf, epoch } from './shapes.ts';
import { after, listedUntil, placeOf, windowOf } from './window.ts';

/** As many orders as one call tells the details of. */
const PAGE_SIZE = 50;
/** Pieces of a long window without an order are passed over in one step, up to so many. */
const MOST_EMPTY = 12;

const listShape = answerOf(
  z.object({
    more: z.boolean(),
    next_cursor: z.string().nullish(),
    order_list: z.array(z.object({ order_sn: z.string().min(1) }).loose()),
  }),
);
const detailShape = answerOf(z.object({ order_list: z.array(z.unknown()).nullish() }));
const named = z.object({ order_sn: z.string() });
const placed = z.object({ order_sn: z.string().min(1), create_time: epoch });

const regionOf = (access: ShopAccess): string | undefined => access.marketplaceIds?.[0];

export function createListing({ call }: ShopeeClient, now: () => number) {
  async function page(access: ShopAccess, by: 'create_time' | 'update_time', place: ReturnType<typeof placeOf>) {
    const { response } = await call(access, {
      method: 'GET',
      path: 'order/get_order_list',
      query: {
        time_range_field: by,
        time_from: place.from,
        time_to: place.to,
        page_size: PAGE_SIZE,
        cursor: place.page,
        response_optional_fields: 'order_status',
        request_order_status_pending: true,
      },
      shape: listShape,
    });
    if (response.more && !response.next_cursor)
      throw new ConnectorError(PLATFORM, 'malformed', 'order/get_order_list: more orders but no cursor');
    const nextPage = response.more ? (response.next_cursor ?? '') : undefined;
    return { listed: response.order_list, next: after(place, nextPage) };
  }

  /** What Shopee tells of the orders named, by number. */
  async function details(access: ShopAccess, numbers: readonly string[], fields?: string) {
    if (numbers.length === 0) return new Map<string, unknown>();
    const { response } = await call(access, {
      method: 'GET',
      path: 'order/get_order_detail',
      query: {
        order_sn_list: numbers.join(','),
        request_order_status_pending: true,
        response_optional_fields: fields,
      },
      shape: detailShape,
    });
    const answered = (response.order_list ?? []).flatMap((raw): [string, unknown][] => {
      const read = named.safeParse(raw);
      return read.success ? [[read.data.order_sn, raw]] : [];
    });
    return new Map(answered);
  }

  async function detail(access: ShopAccess, platformOrderNo: string): Promise<unknown> {
    const raw = (await details(access, [platformOrderNo], OPTIONAL_FIELDS)).get(platformOrderNo);
    if (raw !== undefined) return raw;
    throw new ConnectorError(PLATFORM, 'rejected', `order ${platformOrderNo} is not known`, { code: 'NotFound' });
  }

  return {
    async listOrders(access: ShopAccess, input: { updatedAfter: Instant; cursor?: string }): Promise<OrderPage> {
      let place = placeOf(input.updatedAfter, now(), input.cursor);
      let { listed, next } = await page(access, 'update_time', place);
      for (let empty = 0; listed.length === 0 && next.nextCursor !== undefined && empty < MOST_EMPTY; empty++) {
        place = placeOf(input.updatedAfter, now(), next.nextCursor);
        ({ listed, next } = await page(access, 'update_time', place));
      }
      const known = await details(
        access,
        listed.map((one) => one.order_sn),
        OPTIONAL_FIELDS,
      );
      const records = listed.map((one): OrderRecord => {
        const raw = known.get(one.order_sn);
        return raw === undefined
          ? setAside(one, NUMBER_FIELD, 'listed, but get_order_detail does not tell it')
          : readOrder(raw, regionOf(access));
      });
      return { records, listedUntil: listedUntil(place), ...next };
    },

    async getOrder(access: ShopAccess, platformOrderNo: string): Promise<OrderRecord> {
      return readOrder(await detail(access, platformOrderNo), regionOf(access));
    },

    /** The order in Shopee's own words, for what is done to it. */
    async readDetail(access: ShopAccess, platformOrderNo: string): Promise<ShopeeOrder> {
      const raw = await detail(access, platformOrderNo);
      const read = orderShape.safeParse(raw);
      if (!read.success)
        throw malformed(PLATFORM, `order ${platformOrderNo}: ${reasonOf(read.error)}`, JSON.stringify(raw));
      return { ...read.data, region: read.data.region ?? regionOf(access) };
    },

    async listOrderNos(
      access: ShopAccess,
      input: { orderedFrom: Instant; orderedTo: Instant; cursor?: string },
    ): Promise<OrderNoPage> {
      const place = windowOf(input.orderedFrom, input.orderedTo, input.cursor);
      const { listed, next } = await page(access, 'create_time', place);
      const known = await details(
        access,
        listed.map((one) => one.order_sn),
      );
      const orders = listed.map((one) => {
        const read = placed.safeParse(known.get(one.order_sn));
        if (!read.success) throw malformed(PLATFORM, `order ${one.order_sn}`, JSON.stringify(one), read.error);
        return { platformOrderNo: one.order_sn, orderedAt: read.data.create_time };
      });
      return { orders, ...next };
    },
  };
}

export type Listing = ReturnType<typeof createListing>;
