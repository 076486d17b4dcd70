import { z } from 'zod';
import type { OrderNoPage, OrderPage, OrderRecord } from '../../capabilities/orders.ts';
import { instant, malformed, reasonOf } from '../../read.ts';
import type { Instant, ShopAccess } from '../../types.ts';
import { PLATFORM, type WishClient } from './client.ts';
import { listedUntil, readKeyset } from './keyset.ts';
import { orderShape, type WishOrder } from './orderShape.ts';
import { readOrder } from './orders.ts';

export const ORDERS = { path: '/orders', limit: 100, most: 500 } as const;

const placed = z.object({ id: z.string().min(1), released_at: instant });

export function createListing(call: WishClient, now: () => number) {
  const one = (access: ShopAccess, id: string): Promise<unknown> =>
    call(access, {
      method: 'GET',
      path: `/orders/${encodeURIComponent(id)}`,
      effect: 'read',
      shape: z.unknown(),
    });

  return {
    async listOrders(access: ShopAccess, input: { updatedAfter: Instant; cursor?: string }): Promise<OrderPage> {
      const since = input.updatedAfter;
      const page = await readKeyset(call, access, {
        ...ORDERS,
        by: 'updated_at',
        since,
        now: now(),
        ...(input.cursor === undefined ? {} : { cursor: input.cursor }),
      });
      return {
        records: page.rows.map(readOrder),
        listedUntil: listedUntil(page, since),
        ...(page.nextCursor === undefined ? {} : { nextCursor: page.nextCursor }),
      };
    },

    getOrder: async (access: ShopAccess, id: string): Promise<OrderRecord> => readOrder(await one(access, id)),

    /** The order in Wish's own words, for what is done to it. */
    async readDetail(access: ShopAccess, id: string): Promise<WishOrder> {
      const raw = await one(access, id);
      const read = orderShape.safeParse(raw);
      if (!read.success) throw malformed(PLATFORM, `order ${id}: ${reasonOf(read.error)}`, JSON.stringify(raw));
      return read.data;
    },

    async listOrderNos(
      access: ShopAccess,
      input: { orderedFrom: Instant; orderedTo: Instant; cursor?: string },
    ): Promise<OrderNoPage> {
      const page = await readKeyset(call, access, {
        ...ORDERS,
        by: 'released_at',
        since: input.orderedFrom,
        until: input.orderedTo,
        now: now(),
        ...(input.cursor === undefined ? {} : { cursor: input.cursor }),
      });
      const orders = page.rows.map((raw) => {
        const read = placed.safeParse(raw);
        if (!read.success)
          throw malformed(PLATFORM, 'an order without number or time', JSON.stringify(raw), read.error);
        return { platformOrderNo: read.data.id, orderedAt: read.data.released_at };
      });
      return { orders, ...(page.nextCursor === undefined ? {} : { nextCursor: page.nextCursor }) };
    },
  };
}

export type Listing = ReturnType<typeof createListing>;
