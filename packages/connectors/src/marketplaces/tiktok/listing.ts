import { z } from 'zod';
import type { OrderNoPage, OrderPage, OrderRecord } from '../../capabilities/orders.ts';
import { optionalText } from '../../read.ts';
import { ConnectorError, type Instant, type ShopAccess } from '../../types.ts';
import { PLATFORM, type TiktokClient } from './client.ts';
import { moment, orderShape, type TiktokOrder } from './orderShape.ts';
import { readOrder } from './orders.ts';
import { latest, listedUntil, nextCursor, type Place, placeOf, withToken } from './paging.ts';

const PAGE_SIZE = 100;

const pageShape = z.object({ orders: z.array(z.unknown()).nullish(), next_page_token: optionalText });
const numbered = z.array(z.object({ id: z.string().min(1), create_time: moment }));

export function createListing(call: TiktokClient, now: () => number) {
  function search(access: ShopAccess, place: Place, field: 'update_time' | 'create_time') {
    return withToken(place, () =>
      call(access, {
        operation: 'searchOrders',
        method: 'POST',
        path: '/order/202309/orders/search',
        query: { page_size: PAGE_SIZE, sort_field: field, sort_order: 'ASC', page_token: place.token },
        json: { [`${field}_ge`]: place.from, [`${field}_lt`]: place.to },
        effect: 'read',
        shape: pageShape,
      }),
    );
  }

  async function fetchOrder(access: ShopAccess, orderNo: string): Promise<unknown> {
    const { orders } = await call(access, {
      operation: 'getOrders',
      method: 'GET',
      path: '/order/202309/orders',
      query: { ids: orderNo },
      effect: 'read',
      shape: z.object({ orders: z.array(z.unknown()).nullish() }),
    });
    const [order] = orders ?? [];
    if (order === undefined)
      throw new ConnectorError(PLATFORM, 'rejected', `order ${orderNo} is not known`, { code: 'NotFound' });
    return order;
  }

  return {
    async listOrders(access: ShopAccess, input: { updatedAfter: Instant; cursor?: string }): Promise<OrderPage> {
      const place = placeOf({ ...input, after: input.updatedAfter }, now());
      const page = await search(access, place, 'update_time');
      const orders = page.orders ?? [];
      const next = nextCursor(place, page.next_page_token, latest(orders, 'update_time'), now());
      return {
        records: orders.map(readOrder),
        listedUntil: listedUntil(place),
        ...(next ? { nextCursor: next } : {}),
      };
    },

    getOrder: async (access: ShopAccess, orderNo: string): Promise<OrderRecord> =>
      readOrder(await fetchOrder(access, orderNo)),

    /** As TikTok tells it, for those who have to know its packages. @throws ConnectorError `malformed` */
    async wholeOrder(access: ShopAccess, orderNo: string): Promise<TiktokOrder> {
      const raw = await fetchOrder(access, orderNo);
      const read = orderShape.safeParse(raw);
      if (read.success) return read.data;
      throw new ConnectorError(PLATFORM, 'malformed', `order ${orderNo} cannot be read`, { cause: read.error });
    },

    async listOrderNos(
      access: ShopAccess,
      input: { orderedFrom: Instant; orderedTo: Instant; cursor?: string },
    ): Promise<OrderNoPage> {
      const place = placeOf({ ...input, after: input.orderedFrom, before: input.orderedTo }, now());
      const page = await search(access, place, 'create_time');
      const orders = page.orders ?? [];
      const read = numbered.safeParse(orders);
      if (!read.success)
        throw new ConnectorError(PLATFORM, 'malformed', 'searchOrders: an order without number or time', {
          cause: read.error,
        });
      const next = nextCursor(place, page.next_page_token, latest(orders, 'create_time'), now());
      return {
        orders: read.data.map((one) => ({ platformOrderNo: one.id, orderedAt: one.create_time })),
        ...(next ? { nextCursor: next } : {}),
      };
    },
  };
}

export type Listing = ReturnType<typeof createListing>;
