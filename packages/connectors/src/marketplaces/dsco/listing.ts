import { z } from 'zod';
import type { OrderNoPage, OrderPage, OrderRecord } from '../../capabilities/orders.ts';
import { instant, malformed, optionalText } from '../../read.ts';
import { ConnectorError, type Instant, type ShopAccess } from '../../types.ts';
import { type DscoClient, type DscoSetup, retailerIdOf } from './client.ts';
import { type DscoOrder, orderShape } from './orderShape.ts';
import { type Home, readOrder } from './orders.ts';
import { type Pages, placeOf, readPage } from './paging.ts';

const PAGE_SIZE = 100;

const pageShape = z.object({ scrollId: optionalText, orders: z.array(z.unknown()) });
const numberShape = z.object({
  dscoOrderId: z.union([z.string().min(1), z.number().int()]).transform(String),
  dscoCreateDate: instant,
});
/** Errors of the network are no orders; one that cannot be found may be told so with a 200. */
const rawOrder = z.looseObject({});

export function createListing(setup: DscoSetup, call: DscoClient, pages: Pages) {
  const { platform, partners } = setup.retailer;

  const homeOf = ({ region = '' }: ShopAccess): Home => partners[region] ?? { country: '', currency: '' };

  /** Orders of the account's other retailers are none of this shop's. */
  const isOf = (retailerId: string) => (raw: unknown) => {
    const answered = typeof raw === 'object' && raw !== null ? Reflect.get(raw, 'dscoRetailerId') : undefined;
    return (typeof answered !== 'string' && typeof answered !== 'number') || String(answered) === retailerId;
  };

  async function listOrders(access: ShopAccess, input: { updatedAfter: Instant; cursor?: string }): Promise<OrderPage> {
    const place = placeOf(pages, { ...input, from: input.updatedAfter });
    const listedUntil = place.until;
    if (place.until <= place.from) return { records: [], listedUntil };
    const { page, nextCursor } = await readPage(pages, access, place, {
      operation: 'getOrders',
      path: '/order/page',
      first: [
        ['ordersUpdatedSince', place.from],
        ['until', place.until],
        ['ordersPerPage', String(PAGE_SIZE)],
      ],
      shape: pageShape,
      rowsOf: ({ orders }) => orders,
    });
    const home = homeOf(access);
    return {
      records: page.orders.filter(isOf(retailerIdOf(platform, access))).map((raw) => readOrder(raw, home)),
      listedUntil,
      ...(nextCursor ? { nextCursor } : {}),
    };
  }

  async function listOrderNos(
    access: ShopAccess,
    input: { orderedFrom: Instant; orderedTo: Instant; cursor?: string },
  ): Promise<OrderNoPage> {
    const place = placeOf(pages, { ...input, from: input.orderedFrom, to: input.orderedTo });
    if (place.until <= place.from) return { orders: [] };
    const { page, nextCursor } = await readPage(pages, access, place, {
      operation: 'getOrders',
      path: '/order/page',
      first: [
        ['ordersCreatedSince', place.from],
        ['until', place.until],
        ['ordersPerPage', '1000'],
      ],
      shape: pageShape,
      rowsOf: ({ orders }) => orders,
    });
    const orders = page.orders.filter(isOf(retailerIdOf(platform, access))).flatMap((raw) => {
      const read = numberShape.safeParse(raw);
      return read.success ? [{ platformOrderNo: read.data.dscoOrderId, orderedAt: read.data.dscoCreateDate }] : [];
    });
    return { orders, ...(nextCursor ? { nextCursor } : {}) };
  }

  async function readRaw(access: ShopAccess, platformOrderNo: string): Promise<unknown> {
    const raw = await call(access, {
      operation: 'getOrderById',
      method: 'GET',
      path: '/order/',
      query: [
        ['orderKey', 'dscoOrderId'],
        ['value', platformOrderNo],
      ],
      effect: 'read',
      shape: rawOrder,
    });
    if (!isOf(retailerIdOf(platform, access))(raw))
      throw new ConnectorError(platform, 'rejected', `order ${platformOrderNo} is of another retailer`);
    return raw;
  }

  async function getOrder(access: ShopAccess, platformOrderNo: string): Promise<OrderRecord> {
    return readOrder(await readRaw(access, platformOrderNo), homeOf(access));
  }

  /** The order as the network tells it. @throws ConnectorError `malformed` */
  async function readOne(access: ShopAccess, platformOrderNo: string): Promise<DscoOrder> {
    const raw = await readRaw(access, platformOrderNo);
    const read = orderShape.safeParse(raw);
    if (!read.success) throw malformed(platform, 'getOrderById', JSON.stringify(raw), read.error);
    return read.data;
  }

  return { listOrders, listOrderNos, getOrder, readOne };
}

export type Listing = ReturnType<typeof createListing>;
