import { randomUUID } from 'node:crypto';
import { isRecord, text } from '../http/types.ts';
import type { OrderLine, SandboxOrder } from '../world/orders.ts';
import { notify } from '../world/shop.ts';
import { type Call, type Operation, ok } from './api.ts';
import { bad, envelope } from './errors.ts';
import { ChangeLog } from './log.ts';
import { orderNotFound } from './orders.ts';
import { cancelledOf, lineNumberOf, poNumberOf, remainingOf } from './views.ts';

const SHIPMENT_FIELDS = new Set([
  ...['trackingNumber', 'trackingUrl', 'shipCarrier', 'shipMethod', 'shippingServiceLevelCode', 'shipDate', 'shipCost'],
  ...['currencyCode', 'shipWeight', 'shipWeightUnits', 'warehouseCode', 'ssccBarcode', 'lineItems', 'untracked'],
]);

function orderBy({ shop }: Call, type: string, id: string): SandboxOrder | undefined {
  if (type === 'DSCO_ORDER_ID') return shop.byId.get(id);
  if (type === 'PO_NUMBER') return [...shop.byId.values()].find((order) => poNumberOf(order) === id);
  throw bad('type must be one of DSCO_ORDER_ID, PO_NUMBER, SUPPLIER_ORDER_NUMBER.');
}

/** The line that is meant: all that is said of it has to fit. */
function lineMeant({ shop }: Call, order: SandboxOrder, answered: Record<string, unknown>): OrderLine {
  const { lineNumber, sku, dscoItemId } = answered;
  if (sku === undefined && dscoItemId === undefined && lineNumber === undefined)
    throw bad('One of dscoItemId, sku, partnerSku, upc, ean is required for each line item.');
  const line = order.lines.find(
    (one) =>
      (lineNumber === undefined || lineNumber === lineNumberOf(order, one)) &&
      (sku === undefined || sku === one.sku) &&
      (dscoItemId === undefined || dscoItemId === shop.listings.bySku(one.sku)?.itemId),
  );
  if (!line) throw bad(`Line item ${text(sku) || text(lineNumber)} is not on order ${order.id}.`);
  return line;
}

function quantityOf(order: SandboxOrder, line: OrderLine, answered: unknown, name: string): number {
  if (typeof answered !== 'number' || !Number.isInteger(answered) || answered < 1)
    throw bad(`${name} must be a positive integer.`);
  const left = remainingOf(order, line);
  if (answered > left) throw bad(`${name} ${answered} exceeds the remaining quantity ${left} of ${line.sku}.`);
  return answered;
}

function rowsIn(body: unknown, name: string): Record<string, unknown>[] {
  const rows = isRecord(body) ? body[name] : undefined;
  if (!Array.isArray(rows) || rows.length === 0 || !rows.every(isRecord)) throw bad(`${name} is required.`);
  return rows;
}

function acknowledge(call: Call, log: ChangeLog) {
  const { ctx, body } = call;
  if (!Array.isArray(body) || body.length === 0 || !body.every(isRecord))
    throw bad('An array of order ids is required.');
  return log.take(
    call,
    body.map((row) => {
      const order = orderBy(call, text(row.type), text(row.id));
      if (!order) return { payload: row, problem: `Order ${text(row.id)} was not found.` };
      if (order.status === 'cancelled') return { payload: row, problem: `Order ${order.id} is cancelled.` };
      if (!order.acknowledged) {
        notify(order, ctx.world.clock.now(), { kind: 'acknowledge', via: 'acknowledge', ref: order.id });
        ctx.world.touch(order, () => {
          order.acknowledged = true;
        });
      }
      return { payload: row };
    }),
  );
}

function singleShipment(call: Call) {
  const { ctx, body } = call;
  if (!isRecord(body)) throw bad('A shipment is required.');
  const { dscoOrderId, poNumber } = body;
  if (!dscoOrderId && !poNumber) throw bad('One of dscoOrderId, poNumber, supplierOrderNumber is required.');
  const [type, id] = dscoOrderId ? ['DSCO_ORDER_ID', text(dscoOrderId)] : ['PO_NUMBER', text(poNumber)];
  const order = orderBy(call, type ?? '', id ?? '');
  if (!order) throw orderNotFound(id ?? '');
  if (order.status === 'cancelled') throw bad(`Order ${order.id} is cancelled and cannot be shipped.`);
  const parcels = rowsIn(body, 'shipments').map((shipment) => {
    const strange = Object.keys(shipment).find((name) => !SHIPMENT_FIELDS.has(name));
    if (strange) throw bad(`Unrecognized field "${strange}" in shipments.`);
    const tracking = text(shipment.trackingNumber);
    if (!tracking && shipment.untracked !== true) throw bad('trackingNumber is required.');
    const lines = rowsIn(shipment, 'lineItems').map((answered) => {
      const line = lineMeant(call, order, answered);
      return { lineId: line.id, quantity: quantityOf(order, line, answered.quantity, 'quantity') };
    });
    return { shipment, tracking, lines };
  });
  const now = ctx.world.clock.now();
  ctx.world.shipped(order, () => {
    for (const { shipment, tracking, lines } of parcels) {
      const ref = randomUUID();
      const carrier = text(shipment.shipCarrier);
      order.parcels.push({
        ref,
        carrier,
        carrierName: carrier,
        method: text(shipment.shipMethod),
        numbers: [tracking],
        urls: [],
        shippedAt: Date.parse(text(shipment.shipDate)) || now,
        createdAt: now,
        updatedAt: now,
        cancelled: false,
        lines,
        events: [],
      });
      notify(order, now, { kind: 'shipment', via: 'singleShipment', ref, carrier, tracking: [tracking], lines });
    }
  });
  return ok({ success: true }, 201);
}

function cancelItems(call: Call) {
  const { ctx, body } = call;
  if (!isRecord(body)) throw bad('An order is required.');
  const order = orderBy(call, text(body.type), text(body.id));
  if (!order) throw orderNotFound(text(body.id));
  const cancelled = { ...cancelledOf(order) };
  for (const answered of rowsIn(body, 'lineItems')) {
    if (!text(answered.cancelCode)) throw bad('cancelCode is required.');
    const line = lineMeant(call, order, answered);
    cancelled[line.id] =
      (cancelled[line.id] ?? 0) + quantityOf(order, line, answered.cancelledQuantity, 'cancelledQuantity');
  }
  if (order.lines.every((line) => cancelled[line.id] === line.quantity))
    ctx.world.cancel(order, text(rowsIn(body, 'lineItems')[0]?.cancelCode), 'MERCHANT');
  else
    ctx.world.touch(order, () => {
      order.extra.cancelled = cancelled;
      order.cancelRequested = false;
    });
  return ok(envelope('success', randomUUID()));
}

/** Source: Acknowledge Orders, Create Shipment, Cancel Order Item. */
export function changeOperations(): Operation[] {
  const log = new ChangeLog();
  return [
    {
      method: 'POST',
      path: '/order/acknowledge',
      name: 'acknowledgeOrders',
      handle: (call) => acknowledge(call, log),
    },
    { method: 'POST', path: '/order/singleShipment', name: 'singleShipment', handle: singleShipment },
    { method: 'POST', path: '/order/item/cancel', name: 'cancelOrderItem', handle: cancelItems },
    log.operation('/order/log', 'getOrderChangeLog'),
  ];
}
