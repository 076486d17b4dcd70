import type { OrderPage, OrderRecord } from '../../capabilities/orders.ts';
import type { ReturnPage } from '../../capabilities/returns.ts';
import type { FeePage } from '../../capabilities/settlements.ts';
import { isZero } from '../../money.ts';
import { malformed, reasonOf, Unfit } from '../../read.ts';
import { readEach } from '../../record.ts';
import type { Instant, ShopAccess } from '../../types.ts';
import { type JoomClient, oneShape, PLATFORM } from './client.ts';
import { type JoomOrder, orderShape } from './orderShape.ts';
import { currencyOf, readOrder } from './orders.ts';
import { type Listed, listedUntil, readPage, toInstant } from './paging.ts';
import { RETURN_STATES } from './status.ts';

const PAGE_SIZE = 100;

/** The merchant is paid by what was sent off: before that Joom has charged nothing. */
const isCharged = (order: JoomOrder): boolean =>
  order.shipment.timestamp !== undefined && order.status !== 'cancelled' && order.status !== 'fulfilledOnline';

const changedAt = (order: JoomOrder): Instant => order.updateTimestamp ?? order.orderTimestamp;

export function createListing(client: JoomClient, now: () => number) {
  const page = (
    access: ShopAccess,
    since: Instant,
    cursor: string | undefined,
    statuses: readonly (string | undefined)[] = [undefined],
  ): Promise<Listed> =>
    readPage(client, access, {
      path: '/orders/multi',
      queries: statuses.map((status) => ({
        limit: PAGE_SIZE,
        updatedFrom: toInstant(since),
        ...(status ? { status } : {}),
      })),
      pace: 'orders',
      now: now(),
      ...(cursor === undefined ? {} : { cursor }),
    });
  const ends = (listed: Listed, since: Instant) => ({
    listedUntil: listedUntil(listed, since),
    ...(listed.nextCursor === undefined ? {} : { nextCursor: listed.nextCursor }),
  });

  const one = async (access: ShopAccess, id: string): Promise<unknown> =>
    (await client.call(access, { method: 'GET', path: '/orders', query: { id }, effect: 'read', shape: oneShape }))
      .data;

  return {
    async listOrders(access: ShopAccess, input: { updatedAfter: Instant; cursor?: string }): Promise<OrderPage> {
      const listed = await page(access, input.updatedAfter, input.cursor);
      return { records: listed.rows.map(readOrder), ...ends(listed, input.updatedAfter) };
    },

    getOrder: async (access: ShopAccess, id: string): Promise<OrderRecord> => readOrder(await one(access, id)),

    /** The order in Joom's own words, for what is done to it. */
    async readDetail(access: ShopAccess, id: string): Promise<JoomOrder> {
      const raw = await one(access, id);
      const read = orderShape.safeParse(raw);
      if (!read.success) throw malformed(PLATFORM, `order ${id}: ${reasonOf(read.error)}`, JSON.stringify(raw));
      return read.data;
    },

    /** Joom tells its commission with each order and has no list of statements. */
    async listFees(access: ShopAccess, input: { postedAfter: Instant; cursor?: string }): Promise<FeePage> {
      const listed = await page(access, input.postedAfter, input.cursor);
      const result: FeePage = { fees: [], unreadable: [], ...ends(listed, input.postedAfter) };
      await readEach(orderShape, listed.rows, result.unreadable, (order) => {
        const commission = order.priceInfo.commissionAmount;
        if (commission === undefined || !isCharged(order)) return;
        if (commission === null) throw new Unfit('priceInfo.commissionAmount', 'not an amount');
        if (isZero(commission)) return;
        result.fees.push({
          platformOrderNo: order.id,
          kind: 'commission',
          description: 'commissionAmount',
          amount: commission,
          currency: currencyOf(order),
          postedAt: order.shipment.timestamp ?? changedAt(order),
          reference: `${order.id}/commission`,
        });
      });
      return result;
    },

    /** A return is a state of its order: each of these states is a list of its own. */
    async listReturns(access: ShopAccess, input: { updatedAfter: Instant; cursor?: string }): Promise<ReturnPage> {
      const statuses = RETURN_STATES.map(([status]) => status);
      const listed = await page(access, input.updatedAfter, input.cursor, statuses);
      const result: ReturnPage = { returns: [], unreadable: [], ...ends(listed, input.updatedAfter) };
      await readEach(orderShape, listed.rows, result.unreadable, (order) => {
        const known = RETURN_STATES.find(([status]) => status === order.status);
        if (!known) throw new Unfit('status', `"${order.status}" is no state of a return`);
        const sellerSku = order.product.variant.sku ?? order.product.sku;
        const refunded = order.refund.price ?? order.priceInfo.refundAmount;
        result.returns.push({
          returnNo: order.id,
          platformOrderNo: order.id,
          state: known[1],
          reason: order.return.declineReason ?? order.refund.reason ?? '',
          lines: [{ platformLineId: order.id, ...(sellerSku ? { sellerSku } : {}), quantity: order.quantity }],
          ...(refunded && !isZero(refunded) ? { refundAmount: refunded, currency: currencyOf(order) } : {}),
          createdAt: order.return.timestamp ?? changedAt(order),
          updatedAt: changedAt(order),
        });
      });
      return result;
    },
  };
}

export type Listing = ReturnType<typeof createListing>;
