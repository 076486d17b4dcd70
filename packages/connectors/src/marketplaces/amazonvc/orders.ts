import { z } from 'zod';
import type { OrderRecord } from '../../capabilities/orders.ts';
import { capitals, idText } from '../../lax.ts';
import { reasonOf } from '../../read.ts';
import { setAside } from '../../record.ts';
import { ConnectorError, type Instant, type ShopAccess } from '../../types.ts';
import { VENDOR_COUNTRIES } from '../amazon/regions.ts';
import { PLATFORM, type Programme, programmesOf, shaped, type VendorClient } from './client.ts';
import { type DirectOrder, directShape, readDirect } from './directShape.ts';
import type { RestrictedToken } from './restricted.ts';
import { type RetailOrder, type RetailStatus, readRetail, retailShape, retailStatusShape } from './retailShape.ts';

const RETAIL = '/vendor/orders/v1';
export const DIRECT_ORDERS = '/vendor/directFulfillment/orders/2021-12-28';
const PAGE_SIZE = 100;
/** Each row of a status page means reading one order. */
const STATUS_PAGE_SIZE = 20;

const pagination = z.object({ nextToken: z.string().nullish() }).nullish();
const rows = z.array(z.unknown()).nullish();
const retailPage = z.object({ payload: z.object({ pagination, orders: rows }) });
const statusPage = z.object({ payload: z.object({ pagination, ordersStatus: rows }) });
const directPage = z.object({ pagination, orders: rows });
const loose = z.object({ purchaseOrderNumber: idText, purchaseOrderState: capitals });

const currencyOf = (access: ShopAccess): string | undefined =>
  VENDOR_COUNTRIES.find((one) => one.country === access.region?.toUpperCase())?.currency;

interface Page {
  records: OrderRecord[];
  token: string | undefined;
}
export interface Window {
  from: Instant;
  to: Instant;
  token?: string | undefined;
}

/** An order of either programme as Amazon tells it, for what is then done with it. */
export type Found =
  | { programme: 'retail'; order: RetailOrder; record: OrderRecord }
  | { programme: 'direct'; order: DirectOrder; record: OrderRecord };

/** Reading both kinds of purchase orders, each by its own interface. */
export function createOrders(call: VendorClient, restricted: RestrictedToken) {
  async function statusOf(access: ShopAccess, purchaseOrderNumber: string): Promise<RetailStatus | undefined> {
    const answer = await call(access, {
      operation: 'getPurchaseOrdersStatus',
      method: 'GET',
      path: `${RETAIL}/purchaseOrdersStatus`,
      query: { purchaseOrderNumber, limit: 1 },
    });
    const [row] = shaped(statusPage, answer, 'getPurchaseOrdersStatus').payload.ordersStatus ?? [];
    return row === undefined ? undefined : shaped(retailStatusShape, row, 'getPurchaseOrdersStatus');
  }

  /** A new order has no status yet; of any other the warehouses say how far it is. */
  async function retailRecord(access: ShopAccess, raw: unknown, answered?: RetailStatus): Promise<OrderRecord> {
    const read = loose.safeParse(raw);
    const known = !read.success || read.data.purchaseOrderState === 'NEW' || answered !== undefined;
    return readRetail(
      raw,
      known ? answered : await statusOf(access, read.data.purchaseOrderNumber),
      currencyOf(access),
    );
  }

  async function retailOne(access: ShopAccess, orderNo: string): Promise<unknown> {
    const answer = await call(access, {
      operation: 'getPurchaseOrder',
      method: 'GET',
      path: `${RETAIL}/purchaseOrders/${encodeURIComponent(orderNo)}`,
    });
    return shaped(z.object({ payload: z.unknown() }), answer, 'getPurchaseOrder').payload;
  }

  async function directOne(access: ShopAccess, orderNo: string): Promise<unknown> {
    return call(access, {
      operation: 'getOrder',
      method: 'GET',
      path: `${DIRECT_ORDERS}/purchaseOrders/${encodeURIComponent(orderNo)}`,
      token: await restricted(access),
    });
  }

  async function retailRows(access: ShopAccess, window: Window, limit = PAGE_SIZE) {
    const answer = await call(access, {
      operation: 'getPurchaseOrders',
      method: 'GET',
      path: `${RETAIL}/purchaseOrders`,
      query: {
        createdAfter: window.from,
        createdBefore: window.to,
        sortOrder: 'ASC',
        limit,
        includeDetails: 'true',
        nextToken: window.token,
      },
    });
    const { payload } = shaped(retailPage, answer, 'getPurchaseOrders');
    return { rows: payload.orders ?? [], token: payload.pagination?.nextToken || undefined };
  }

  async function directRows(access: ShopAccess, window: Window & { status?: string }, limit = PAGE_SIZE) {
    const answer = await call(access, {
      operation: 'getOrders',
      method: 'GET',
      path: `${DIRECT_ORDERS}/purchaseOrders`,
      query: {
        createdAfter: window.from,
        createdBefore: window.to,
        status: window.status,
        sortOrder: 'ASC',
        limit,
        includeDetails: 'true',
        nextToken: window.token,
      },
      token: await restricted(access),
    });
    const page = shaped(directPage, answer, 'getOrders');
    return { rows: page.orders ?? [], token: page.pagination?.nextToken || undefined };
  }

  async function retailPlaced(access: ShopAccess, window: Window): Promise<Page> {
    const { rows: raws, token } = await retailRows(access, window);
    const records: OrderRecord[] = [];
    for (const raw of raws) records.push(await retailRecord(access, raw));
    return { records, token };
  }

  /** Orders placed before the window that have changed within it. */
  async function retailChanged(access: ShopAccess, window: Window): Promise<Page> {
    const answer = await call(access, {
      operation: 'getPurchaseOrdersStatus',
      method: 'GET',
      path: `${RETAIL}/purchaseOrdersStatus`,
      query: {
        updatedAfter: window.from,
        updatedBefore: window.to,
        // Ascending is refused to some vendors.
        sortOrder: 'DESC',
        limit: STATUS_PAGE_SIZE,
        nextToken: window.token,
      },
    });
    const { payload } = shaped(statusPage, answer, 'getPurchaseOrdersStatus');
    const records: OrderRecord[] = [];
    for (const row of payload.ordersStatus ?? []) {
      const read = retailStatusShape.safeParse(row);
      if (!read.success) {
        records.push(setAside(row, 'purchaseOrderNumber', reasonOf(read.error)));
        continue;
      }
      const { data: answered } = read;
      if (Date.parse(answered.purchaseOrderDate ?? '') >= Date.parse(window.from)) continue;
      records.push(await retailRecord(access, await retailOne(access, answered.purchaseOrderNumber), answered));
    }
    return { records, token: payload.pagination?.nextToken || undefined };
  }

  async function directPlaced(access: ShopAccess, window: Window & { status?: string }): Promise<Page> {
    const { rows: raws, token } = await directRows(access, window);
    return { records: raws.map((raw) => readDirect(raw, currencyOf(access))), token };
  }

  /** Numbers do not say which programme they are of: the one that knows it. @throws ConnectorError where none does */
  async function find(access: ShopAccess, orderNo: string): Promise<Found> {
    let refused: unknown;
    for (const programme of programmesOf(access)) {
      try {
        return await findIn(access, programme, orderNo);
      } catch (error) {
        const unknown = error instanceof ConnectorError && error.kind === 'rejected' && error.status !== 403;
        if (!unknown) throw error;
        refused = error;
      }
    }
    throw refused ?? new ConnectorError(PLATFORM, 'rejected', `there is no order ${orderNo}`);
  }

  async function findIn(access: ShopAccess, programme: Programme, orderNo: string): Promise<Found> {
    if (programme === 'retail') {
      const raw = await retailOne(access, orderNo);
      return {
        programme,
        order: shaped(retailShape, raw, 'getPurchaseOrder'),
        record: await retailRecord(access, raw),
      };
    }
    const raw = await directOne(access, orderNo);
    return { programme, order: shaped(directShape, raw, 'getOrder'), record: readDirect(raw, currencyOf(access)) };
  }

  async function getOrder(access: ShopAccess, orderNo: string): Promise<OrderRecord> {
    try {
      return (await find(access, orderNo)).record;
    } catch (error) {
      // What one of the two tells but cannot be read is an order set aside, not a failed call.
      if (!(error instanceof ConnectorError) || error.kind !== 'malformed' || error.raw === undefined) throw error;
      return { ok: false, platformOrderNo: orderNo, raw: error.raw, reason: error.message };
    }
  }

  return { find, getOrder, retailRows, retailPlaced, retailChanged, directRows, directPlaced };
}

export type Orders = ReturnType<typeof createOrders>;
