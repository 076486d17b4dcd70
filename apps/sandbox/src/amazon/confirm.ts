import { type Context, param, rawBody } from '../http/app.ts';
import { at, isRecord, parseJson, text } from '../http/types.ts';
import type { SandboxOrder } from '../world/orders.ts';
import { notify } from '../world/shop.ts';
import { AMAZON_MARKETPLACE, type World } from '../world/world.ts';
import { readDate } from './dates.ts';
import { invalidInput, SpApiError } from './errors.ts';
import type { OperationBook } from './operations.ts';
import { orderOf } from './ordersV0.ts';

export interface Shipment {
  ref: string;
  carrierCode: string;
  carrierName: string;
  method: string;
  tracking: string;
  shippedAt: number;
  lines: { lineId: string; quantity: number }[];
}

/** confirmShipment: 204 and no body. Source: ordersV0.json; pitfalls from models issues 5094 and 5037. */
export function registerConfirm(book: OperationBook, ctx: Context): void {
  book.add({
    method: 'POST',
    path: '/orders/v0/orders/{orderId}/shipmentConfirmation',
    name: 'confirmShipment',
    handle: (call) => {
      const order = orderOf(call.shop, param(call.request, 'orderId'));
      recordShipment(ctx.world, order, readRequest(parseJson(rawBody(call.request))), 'confirmShipment');
      return call.reply.code(204).send();
    },
  });
}

function readRequest(body: unknown): Shipment {
  if (!isRecord(body)) throw invalidInput('The request body is not valid JSON.');
  if (body.marketplaceId !== AMAZON_MARKETPLACE)
    throw invalidInput('Invalid marketplaceId.', 'The order is not of this marketplace.');
  const detail = body.packageDetail;
  if (!isRecord(detail)) throw invalidInput('Missing packageDetail.');
  const ref = detail.packageReferenceId;
  if (typeof ref !== 'string' || !/^[1-9]\d*$/.test(ref)) {
    throw invalidInput(
      'Invalid packageReferenceId.',
      'packageReferenceId must be a string that holds a positive integer.',
    );
  }
  const carrierCode = text(detail.carrierCode);
  const carrierName = text(detail.carrierName);
  if (!carrierCode) throw invalidInput('Missing carrierCode.');
  if (carrierCode.toLowerCase() === 'other' && !carrierName)
    throw invalidInput('carrierName is required when carrierCode is Other.');
  const tracking = text(detail.trackingNumber);
  if (!tracking) throw invalidInput('Missing trackingNumber.');
  const shippedAt = readDate('shipDate', text(detail.shipDate), false);
  if (shippedAt === undefined) throw invalidInput('Missing shipDate.');
  if (!Array.isArray(detail.orderItems) || detail.orderItems.length === 0) throw invalidInput('Missing orderItems.');
  const lines = detail.orderItems.map((item: unknown) => {
    const lineId = at(item, 'orderItemId');
    const quantity = at(item, 'quantity');
    if (typeof lineId !== 'string' || lineId === '') throw invalidInput('Missing orderItemId.');
    if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 1) {
      throw invalidInput('Invalid quantity.', `quantity of ${lineId} must be a positive integer.`);
    }
    return { lineId, quantity };
  });
  return { ref, carrierCode, carrierName, method: text(detail.shippingMethod), tracking, shippedAt, lines };
}

/** Books a package on the order, or edits the one of the same reference. */
export function recordShipment(world: World, order: SandboxOrder, shipment: Shipment, via: string): void {
  if (order.status === 'pending') throw invalidInput('The order is pending and cannot be shipped.');
  if (order.status === 'cancelled') throw invalidInput('The order was canceled.');
  const existing = order.parcels.find((parcel) => parcel.ref === shipment.ref);
  if (!existing && order.status === 'shipped') {
    throw new SpApiError(
      400,
      'PackageToUpdateNotFound',
      `The order is already fulfilled and has no package ${shipment.ref} to update.`,
    );
  }
  for (const part of shipment.lines) {
    const line = order.lines.find((candidate) => candidate.id === part.lineId);
    if (!line) throw invalidInput('Invalid orderItemId.', `${part.lineId} is not an item of ${order.id}.`);
    const inThis = existing?.lines.find((old) => old.lineId === part.lineId)?.quantity ?? 0;
    const desired = shipment.lines
      .filter((other) => other.lineId === part.lineId)
      .reduce((sum, other) => sum + other.quantity, 0);
    if (line.shipped - inThis + desired > line.quantity) {
      throw invalidInput(
        'Invalid quantity.',
        `${part.lineId}: more than the ${line.quantity} ordered would be shipped.`,
      );
    }
  }
  const now = world.clock.now();
  notify(order, now, {
    kind: existing ? 'shipmentEdit' : 'shipment',
    via,
    ref: shipment.ref,
    carrier: shipment.carrierName || shipment.carrierCode,
    tracking: [shipment.tracking],
    lines: shipment.lines,
  });
  world.shipped(order, () => {
    const values = {
      carrier: shipment.carrierCode,
      carrierName: shipment.carrierName,
      method: shipment.method,
      numbers: [shipment.tracking],
      shippedAt: shipment.shippedAt,
      updatedAt: now,
      lines: shipment.lines,
    };
    if (existing) Object.assign(existing, values);
    else order.parcels.push({ ref: shipment.ref, urls: [], createdAt: now, cancelled: false, events: [], ...values });
  });
}
