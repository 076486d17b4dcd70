import { type Context, query } from '../http/app.ts';
import { at, isRecord, list, text } from '../http/types.ts';
import { type Depot, type DepotOrder, pageOf } from '../kit/depot.ts';
import { badField, Failed, type Gateway } from './api.ts';

const CHANNEL = 'WFS-DEMO-CHANNEL';
export const WAREHOUSE = 'WFS';
const DAY_MS = 86_400_000;

const STATUS: Readonly<Record<DepotOrder['stage'], string>> = {
  accepted: 'PROCESSING',
  processing: 'PROCESSING',
  picking: 'PROCESSING',
  packed: 'PROCESSING',
  shipped: 'SHIPPED',
  delivered: 'DELIVERED',
  cancelled: 'CANCELLED',
  short: 'CANCELLED',
};
const time = (at: number): string => new Date(at).toISOString();
const each = (measurementValue: number, unitOfMeasure = 'EA') => ({ unitOfMeasure, measurementValue });

/** Each line in a parcel of its own; a parcel that has not left shows a number of Walmart's own. */
function shipmentsOf({ stage, no, lines, tracking, shippedAt, updatedAt }: DepotOrder) {
  const left = stage === 'shipped' || stage === 'delivered';
  if (!left && stage !== 'packed') return [];
  return lines.map(({ quantity }, index) => ({
    status: left ? STATUS[stage] : 'PACKED',
    statusDescription: left ? 'Shipment on its way' : 'Label created',
    purchaseOrderId: `2873${no}`,
    scac: 'Fedex',
    carrierDescription: 'Fedex',
    trackingNo: left ? (index === 0 ? tracking : `${tracking}${index}`) : `WTRN${no}${index}`,
    shipmentNo: `SH-${no}-${index}`,
    packageId: `5555${no}${index}`,
    ...(left ? { actualShipmentDate: time(shippedAt) } : {}),
    lastModified: time(updatedAt),
    shipmentLines: [{ shipmentLineNo: `71${index}`, fulfillerLineId: String(index + 1), quantity: each(quantity) }],
  }));
}

function view(ctx: Context, order: DepotOrder): object {
  const { ref, stage, createdAt, updatedAt, method, lines } = order;
  return {
    orderChannelId: CHANNEL,
    sellerOrderId: ref,
    orderType: 'DOMESTIC',
    status: ctx.faults.marks('wfs', 'unknownStatus', ref) ? 'ON_THE_MOON' : STATUS[stage],
    orderDate: ctx.faults.isMalformed('wfs', ref) ? 'yesterday' : time(createdAt),
    shipments: shipmentsOf(order),
    orderLines: lines.map(({ quantity }) => ({
      fulfillmentType: 'DELIVERY',
      lastModified: time(updatedAt),
      shippingMethod: method,
      orderLineQuantityInfo: [
        {
          status: STATUS[stage],
          statusDescription: stage === 'cancelled' ? 'CANCELLED_BY_SELLER' : 'SUCCESSFULLY_SOURCED',
          statusQuantity: each(quantity),
        },
      ],
      orderProduct: { productName: 'Desk lamp' },
      orderedQty: each(quantity),
    })),
  };
}

/** What their model requires, and no more. */
function checkOrder(payload: unknown): void {
  for (const field of ['orderChannelId', 'sellerOrderId', 'orderPlacedTime'])
    if (!text(at(payload, field))) throw badField(field, `${field} is missing`);
  if (text(at(payload, 'orderChannelId')) !== CHANNEL) throw badField('orderChannelId', 'orderChannelId is invalid');
  if (/\s/.test(text(at(payload, 'sellerOrderId')))) throw badField('sellerOrderId', 'sellerOrderId is invalid');
  const contacts = [at(payload, 'customer', 'contact')];
  for (const [index, item] of list(at(payload, 'orderItems')).entries()) {
    contacts.push(at(item, 'shippingTo', 'contact'));
    const address = at(item, 'shippingTo', 'address');
    const where = `orderItems[${index}].shippingTo.address`;
    for (const field of ['line1', 'city', 'state', 'country', 'zip'])
      if (!text(at(address, field))) throw badField(`${where}.${field}`, `${field} is missing`);
    if (text(at(address, 'country')) !== 'USA') throw badField(`${where}.country`, 'country is not served');
    if (!/^[A-Z]{2}$/.test(text(at(address, 'state')))) throw badField(`${where}.state`, 'state is invalid');
    if (!/^\d{5}(-\d{4})?$/.test(text(at(address, 'zip')))) throw badField(`${where}.zip`, 'zip is invalid');
    if (!['STANDARD', 'EXPEDITED'].includes(text(at(item, 'shippingMethod'))))
      throw badField(`orderItems[${index}].shippingMethod`, 'shippingMethod is invalid');
    const charge = at(item, 'chargeDetails', 0);
    if (!isRecord(charge) || !text(charge.chargeCategory) || !isRecord(charge.chargePerUnit))
      throw badField(`orderItems[${index}].chargeDetails`, 'chargeDetails is missing');
  }
  for (const contact of contacts)
    for (const [name, value] of [
      ['firstName', at(contact, 'name', 'firstName')],
      ['lastName', at(contact, 'name', 'lastName')],
      ['phone', at(contact, 'phone')],
      ['email', at(contact, 'email')],
    ] as const)
      if (!text(value)) throw badField(`contact.${name}`, `${name} is missing`);
}

function linesOf(depot: Depot, payload: unknown): { sku: string; quantity: number }[] {
  const items = list(at(payload, 'orderItems'));
  if (items.length === 0) throw badField('orderItems', 'orderItems is missing');
  return items.map((item, index) => {
    const sku = text(at(item, 'itemDetail', 'sku'));
    const quantity = Number(at(item, 'qty', 'measurementValue'));
    if (text(at(item, 'sellerLineId')) !== String(index + 1)) throw badField('sellerLineId', 'sellerLineId is invalid');
    if (!depot.product(sku)) throw badField(`orderItems[${index}].itemDetail.sku`, `${sku} is not a WFS item`);
    if (!Number.isInteger(quantity) || quantity < 1) throw badField(`orderItems[${index}].qty`, 'qty is invalid');
    return { sku, quantity };
  });
}

/** Source: "Create Customer Order", "Cancel Customer Order", "Get fulfillment orders status", Walmart developer portal. */
export function serveOrders(gateway: Gateway, ctx: Context, depot: Depot, enrolled: () => void): void {
  const ROOT = '/fulfillment/orders-fulfillments';
  const accepted = () => ({
    status: 'ACCEPTED',
    header: { headerAttributes: { buId: '0', martId: '202' } },
    payload: { requestId: crypto.randomUUID() },
  });
  gateway.serve('POST', ROOT, 'createFulfillment', (_request, body) => {
    enrolled();
    const payload = at(body, 'payload');
    checkOrder(payload);
    const ref = text(at(payload, 'sellerOrderId'));
    if (depot.orders.some((one) => one.ref === ref))
      throw new Failed('INVALID_SELLER_ORDER_ID', 'sellerOrderId is not valid');
    const lines = linesOf(depot, payload);
    // The promise of delivery is looked up before an order is taken.
    if (!depot.isInStock(WAREHOUSE, lines))
      throw new Failed('INVALID_MCS_REQUEST', 'Not enough inventory for the requested quantity');
    const method = text(at(payload, 'orderItems', 0, 'shippingMethod'));
    depot.order({ no: depot.number('', 9), ref, warehouse: WAREHOUSE, method, country: 'US', lines });
    return accepted();
  });
  gateway.serve('POST', `${ROOT}/cancel`, 'cancelFulfillment', (_request, body) => {
    enrolled();
    const payload = at(body, 'payload');
    const names = [text(at(payload, 'sellerOrderId')), text(at(payload, 'customerOrderNo'))].filter(Boolean);
    if (names.length === 0 || new Set(names).size > 1)
      throw new Failed('INVALID_WFS_REQUEST', 'sellerOrderId or customerOrderNo is missing');
    const order = depot.orders.find(({ ref }) => ref === names[0]);
    if (!order) throw new Failed('OS_NOT_FOUND_ERROR', 'The order was not found');
    const items = list(at(payload, 'orderItems'));
    for (const [index, { quantity }] of order.lines.entries()) {
      const item = items.find((one) => text(at(one, 'sellerLineId')) === String(index + 1));
      if (Number(at(item, 'qty', 'measurementValue')) !== quantity)
        throw new Failed('INVALID_WFS_REQUEST', 'Only whole orders are cancelled here');
    }
    if (depot.stop(order) === 'tooLate')
      throw new Failed('INVALID_WFS_REQUEST', 'A line is shipped and cannot be cancelled');
    return accepted();
  });
  gateway.serve('GET', `${ROOT}/status`, 'getFulfillmentOrdersStatus', (request) => {
    enrolled();
    const {
      orderNumber,
      limit = '',
      offset = '',
      fromOrderDate,
      toOrderDate,
      orderChannelId,
      sortOrder,
    } = query(request);
    const [size, start] = [Number(limit), Number(offset)];
    if (!(size >= 1 && size <= 50) || !(start >= 0)) throw badField('limit', 'limit is 1 to 50, offset 0 or more');
    if (orderChannelId && orderChannelId !== CHANNEL)
      throw new Failed('INVALID_WFS_REQUEST', 'No associated sales channel found');
    const from = fromOrderDate ? Date.parse(fromOrderDate) : 0;
    const to = toOrderDate ? Date.parse(toOrderDate) + DAY_MS : Number.MAX_SAFE_INTEGER;
    const all = depot.orders
      .filter((one) => (orderNumber ? one.ref === orderNumber : one.createdAt >= from && one.createdAt < to))
      .toSorted((a, b) => (sortOrder === 'asc' ? 1 : -1) * (a.createdAt - b.createdAt));
    if (orderNumber && all.length === 0) throw new Failed('OS_NOT_FOUND_ERROR', 'The order was not found');
    const page = pageOf(all.slice(start), 1, size);
    return {
      status: 'OK',
      header: { headerAttributes: { buId: '0', martId: '202', pageCount: 1, totalCount: all.length } },
      payload: page.rows.map((order) => view(ctx, order)),
    };
  });
}
