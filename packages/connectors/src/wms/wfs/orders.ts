import { z } from 'zod';
import { rowsOf, shaped } from '../../marketplaces/walmart/client.ts';
import { instant, listOf, optionalText } from '../../read.ts';
import { ConnectorError } from '../../types.ts';
import type { WmsAccess, WmsConnector, WmsOutboundState, WmsOutboundStatus } from '../../wms.ts';
import { anyText, count, outboundStatus, pageNumber, someText } from '../convert.ts';
import { isAbsent, notEnrolled, PLATFORM, type WfsCaller } from './client.ts';
import { bodyOf, HEADER } from './payload.ts';
import { explained, refusedInside } from './refusal.ts';

/** Source: WFS "Create Customer Order", "Get fulfillment orders status", "Cancel Customer Order", Walmart developer portal. */
const ROOT = '/v3/fulfillment/orders-fulfillments';
const PAGE = 50;
const DAY_MS = 86_400_000;
/** Orders are listed by when they were placed; how long after that they may still change. */
const LIVES_DAYS = 30;

/** DELIVERED, SHIPPED and PROCESSING are published, the others taken from neighbouring services of Walmart's. */
const STATUS: Readonly<Record<string, WmsOutboundStatus>> = {
  CREATED: 'accepted',
  ACCEPTED: 'accepted',
  ACKNOWLEDGED: 'accepted',
  PROCESSING: 'processing',
  PICKED: 'picking',
  PACKED: 'packed',
  PARTIALLY_SHIPPED: 'partlyShipped',
  SHIPPED: 'shipped',
  IN_TRANSIT: 'shipped',
  OUT_FOR_DELIVERY: 'shipped',
  DELIVERED: 'delivered',
  CANCELLED: 'cancelled',
  CANCELED: 'cancelled',
  REJECTED: 'rejected',
};
const GONE = new Set<WmsOutboundStatus>(['shipped', 'delivered']);

const quantity = z.object({ measurementValue: count }).nullish();
const lineShape = z
  .object({
    lastModified: instant.optional(),
    orderProduct: z.object({ sku: optionalText }).nullish(),
    orderedQty: quantity,
    orderLineQuantityInfo: listOf(z.object({ status: someText, statusDescription: anyText, statusQuantity: quantity })),
  })
  .transform((one) => ({
    at: one.lastModified,
    sku: one.orderProduct?.sku,
    ordered: one.orderedQty?.measurementValue ?? 0,
    troubles: one.orderLineQuantityInfo
      .filter(({ status }) => outboundStatus(STATUS, status).status === 'cancelled')
      .map(({ status, statusDescription }) => statusDescription ?? status),
  }));
type Line = z.output<typeof lineShape>;

const shipmentShape = z.object({
  status: someText,
  scac: anyText,
  carrierDescription: anyText,
  trackingNo: anyText,
  shipmentNo: anyText,
  packageId: anyText,
  actualShipmentDate: instant.nullish(),
  lastModified: instant.nullish(),
  shipmentLines: listOf(z.object({ fulfillerLineId: anyText, quantity })),
});

/** A number that a parcel has before it leaves is left out: it may be another's then. */
function packageOf(one: z.output<typeof shipmentShape>, lines: readonly Line[]): WmsOutboundState['packages'][number] {
  const carrier = one.carrierDescription ?? one.scac;
  const items = one.shipmentLines.map((line) => ({
    // Lines are numbered by us, from one.
    sku: lines[Number(line.fulfillerLineId) - 1]?.sku,
    quantity: line.quantity?.measurementValue ?? 0,
  }));
  return {
    packageNo: one.packageId ?? one.shipmentNo ?? one.trackingNo ?? '',
    ...(carrier ? { carrier } : {}),
    ...(one.trackingNo ? { trackingNumber: one.trackingNo } : {}),
    ...(one.actualShipmentDate ? { shippedAt: one.actualShipmentDate } : {}),
    ...(items.length > 0 && items.every(({ sku }) => sku)
      ? { items: items.map(({ sku = '', quantity: units }) => ({ sku, quantity: units })) }
      : {}),
  };
}

const orderShape = z
  .object({
    sellerOrderId: z.string().min(1),
    status: someText,
    orderDate: instant,
    shipments: listOf(shipmentShape),
    orderLines: listOf(lineShape),
  })
  .transform((one) => {
    const word = one.status.toUpperCase().replaceAll(/[^A-Z]+/g, '_');
    const gone = one.shipments.filter(
      ({ status, actualShipmentDate }) =>
        actualShipmentDate || GONE.has(outboundStatus(STATUS, status.toUpperCase()).status),
    );
    const known = outboundStatus(STATUS, word);
    const sent = gone
      .flatMap(({ shipmentLines }) => shipmentLines)
      .reduce((sum, line) => sum + (line.quantity?.measurementValue ?? 0), 0);
    const due = one.orderLines.reduce((sum, { ordered }) => sum + ordered, 0);
    const isOnTheWay = gone.length > 0 && !GONE.has(known.status) && known.status !== 'exception';
    const status: WmsOutboundStatus = !isOnTheWay
      ? known.status
      : known.status === 'cancelled' || known.status === 'rejected'
        ? 'exception'
        : sent < due
          ? 'partlyShipped'
          : 'shipped';
    const troubles = [...new Set(one.orderLines.flatMap((line) => line.troubles))];
    const problem = known.problem ?? (troubles.length > 0 ? troubles.join('; ') : undefined);
    const times = [
      one.orderDate,
      ...one.orderLines.map(({ at }) => at),
      ...one.shipments.map(({ lastModified }) => lastModified),
    ].filter((at) => at !== undefined && at !== null);
    const state: WmsOutboundState = {
      clientOrderNo: one.sellerOrderId,
      orderNo: one.sellerOrderId,
      status,
      rawStatus: one.status,
      updatedAt: times.toSorted().at(-1) ?? one.orderDate,
      packages: gone.map((shipment) => packageOf(shipment, one.orderLines)),
      ...(problem ? { problem } : {}),
    };
    return { state, lines: one.orderLines };
  });
type Order = z.output<typeof orderShape>;
const listShape = z.object({
  header: z.object({ headerAttributes: z.object({ totalCount: count }).nullish() }).nullish(),
  payload: rowsOf(orderShape),
});

export function createOrders(
  call: WfsCaller,
  now: () => number,
): Pick<WmsConnector, 'createOutbound' | 'findOutbound' | 'outbound' | 'outbounds' | 'cancelOutbound'> {
  const listed = async (access: WmsAccess, query: Record<string, string | number>) => {
    const orderChannelId = access.keys.orderChannelId?.trim();
    const answer = await call(access, {
      method: 'GET',
      path: `${ROOT}/status`,
      query: { ...query, limit: PAGE, ...(orderChannelId ? { orderChannelId } : {}) },
    });
    refusedInside(answer, 'status');
    return shaped(listShape, answer, 'orders-fulfillments/status', PLATFORM);
  };
  const find = async (access: WmsAccess, orderNumber: string): Promise<Order | undefined> => {
    try {
      const { payload } = await listed(access, { orderNumber, offset: 0 });
      return payload.find(({ state }) => state.orderNo === orderNumber);
    } catch (error) {
      if (isAbsent(error) || (error instanceof ConnectorError && error.code === 'OS_NOT_FOUND_ERROR')) return undefined;
      throw error;
    }
  };
  const read = async (access: WmsAccess, orderNo: string): Promise<Order> => {
    const found = await find(access, orderNo);
    if (found) return found;
    throw new ConnectorError(PLATFORM, 'rejected', `no order ${orderNo}`, { code: 'NOT_FOUND_ORDER' });
  };
  const send = async (access: WmsAccess, path: string, payload: object, effect: 'once' | 'repeatable') =>
    refusedInside(await call(access, { method: 'POST', path, json: { header: HEADER, payload }, effect }), path);

  return {
    findOutbound: async (access, clientOrderNo) => (await find(access, clientOrderNo))?.state,
    outbound: async (access, orderNo) => (await read(access, orderNo)).state,

    /** Walmart answers that it took it, and knows it a while later: refused for its number, it is that order. */
    async createOutbound(access, input) {
      const payload = bodyOf(access, input, now());
      const orderNo = input.clientOrderNo;
      try {
        await send(access, ROOT, payload, 'once');
        return { orderNo, status: 'accepted' };
      } catch (error) {
        if (!(error instanceof ConnectorError) || error.kind !== 'rejected') throw error;
        if (isAbsent(error)) throw notEnrolled();
        const known = await find(access, orderNo);
        if (known) return { orderNo, status: known.state.status };
        throw explained(error, input);
      }
    },

    /** By when they were placed, so also those of the last month that did not change. */
    async outbounds(access, since, cursor) {
      const page = pageNumber(PLATFORM, cursor);
      const offset = (page - 1) * PAGE;
      const day = (at: number) => new Date(at).toISOString().slice(0, 10);
      const { payload, header } = await listed(access, {
        fromOrderDate: day(Date.parse(since) - LIVES_DAYS * DAY_MS),
        toOrderDate: day(now() + DAY_MS),
        sortBy: 'orderDate',
        sortOrder: 'asc',
        offset,
      });
      const total = header?.headerAttributes?.totalCount ?? 0;
      const more = payload.length > 0 && (total > 0 ? offset + payload.length < total : payload.length === PAGE);
      return {
        rows: payload.map(({ state }) => state).toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1)),
        ...(more ? { next: String(page + 1) } : {}),
      };
    },

    async cancelOutbound(access, orderNo) {
      const { lines } = await read(access, orderNo);
      const orderItems = lines.map(({ ordered }, index) => ({
        sellerLineId: String(index + 1),
        qty: { unitOfMeasure: 'EACH', measurementValue: ordered },
      }));
      let refused = false;
      try {
        // Older documents want the one name, newer ones the other; both are taken where they are the same.
        await send(
          access,
          `${ROOT}/cancel`,
          { sellerOrderId: orderNo, customerOrderNo: orderNo, orderItems },
          'repeatable',
        );
      } catch (error) {
        if (!(error instanceof ConnectorError) || error.kind !== 'rejected') throw error;
        refused = true;
      }
      const { state } = await read(access, orderNo);
      if (state.status === 'cancelled' || state.status === 'rejected') return 'cancelled';
      return refused || state.packages.length > 0 ? 'refused' : 'pending';
    },
  };
}
