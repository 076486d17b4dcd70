import { invalidInput, notFound, SpApiError } from '../amazon/errors.ts';
import type { OperationBook } from '../amazon/operations.ts';
import { type Context, param, rawBody } from '../http/app.ts';
import { at, isRecord, list, parseJson, text } from '../http/types.ts';
import type { SandboxOrder } from '../world/orders.ts';
import { notify } from '../world/shop.ts';
import { lineAt, orderOf, SHIP_METHOD, statusOf, VENDOR_CODE, WAREHOUSE } from './vendor.ts';

interface Label {
  id: string;
  tracking: string;
}

export const labelsOf = (order: SandboxOrder): Label[] =>
  Array.isArray(order.extra.labels) ? (order.extra.labels as Label[]) : [];

/** Amazon makes the label of an order that was taken on, at once and only once. Source: the shipping model. */
export function registerLabels(book: OperationBook, ctx: Context): void {
  const path = '/vendor/directFulfillment/shipping/2021-12-28/shippingLabels/{purchaseOrderNumber}';
  book.add({
    method: 'GET',
    path,
    name: 'getShippingLabel',
    personal: 'required',
    handle: (call) => {
      const order = orderOf(call.shop, param(call.request, 'purchaseOrderNumber'), true);
      if (labelsOf(order).length === 0) throw notFound(`There is no shipping label for ${order.id}.`);
      return call.reply.send(view(order));
    },
  });
  book.add({
    method: 'POST',
    path,
    name: 'createShippingLabels',
    personal: 'required',
    handle: (call) => {
      const order = orderOf(call.shop, param(call.request, 'purchaseOrderNumber'), true);
      const body = parseJson(rawBody(call.request));
      if (statusOf(order) !== 'ACCEPTED')
        throw invalidInput(`The order is ${statusOf(order)}: labels are made for accepted orders.`);
      if (text(at(body, 'sellingParty', 'partyId')) !== VENDOR_CODE) throw invalidInput('Invalid sellingParty.');
      if (text(at(body, 'shipFromParty', 'partyId')) !== WAREHOUSE) throw invalidInput('Invalid shipFromParty.');
      if (labelsOf(order).length > 0)
        throw new SpApiError(400, 'InvalidInput', `Shipping labels of ${order.id} were made before.`);
      const containers = list(at(body, 'containers'));
      if (containers.length === 0) throw invalidInput('containers is required.');
      const labels = containers.map((container, index) => readContainer(order, container, index));
      const now = ctx.world.clock.now();
      ctx.world.touch(order, () => {
        order.extra.labels = labels;
      });
      notify(order, now, { kind: 'arrange', via: 'createShippingLabels', ref: labels.map((one) => one.id).join(',') });
      return call.reply.send(view(order));
    },
  });
}

function readContainer(order: SandboxOrder, container: unknown, index: number): Label {
  const id = text(at(container, 'containerIdentifier'));
  if (!id) throw invalidInput('containerIdentifier is required.');
  if (!['Carton', 'Pallet'].includes(text(at(container, 'containerType'))))
    throw invalidInput('Invalid containerType.');
  const weight = at(container, 'weight');
  if (!isRecord(weight) || !['KG', 'LB'].includes(text(weight.unitOfMeasure)) || !(Number(weight.value) > 0))
    throw invalidInput('Invalid weight.');
  const items = list(at(container, 'packedItems'));
  if (items.length === 0) throw invalidInput('packedItems is required.');
  for (const item of items) {
    const sequence = at(item, 'itemSequenceNumber');
    if (typeof sequence !== 'number') throw invalidInput('itemSequenceNumber must be an integer.');
    const line = lineAt(order, sequence);
    if (Number(at(item, 'packedQuantity', 'amount')) > line.quantity)
      throw invalidInput('More is packed than ordered.');
  }
  return { id, tracking: `1ZVC${String(order.seq).padStart(10, '0')}${String(index).padStart(4, '0')}` };
}

function view(order: SandboxOrder) {
  const { address: to } = order;
  return {
    purchaseOrderNumber: order.id,
    sellingParty: { partyId: VENDOR_CODE },
    shipFromParty: { partyId: WAREHOUSE },
    labelFormat: 'ZPL',
    labelData: labelsOf(order).map((label, index) => ({
      packageIdentifier: label.id || String(index + 1).padStart(3, '0'),
      trackingNumber: label.tracking,
      shipMethod: SHIP_METHOD,
      shipMethodName: 'UPS Ground Residential',
      content: Buffer.from(
        `^XA^CF0,40^FO40,40^FD${to.name}^FS^FO40,90^FD${to.line1}^FS^FO40,140^FD${to.city} ${to.state} ${to.postalCode}^FS^FO40,220^BCN,160^FD${label.tracking}^FS^XZ`,
      ).toString('base64'),
    })),
  };
}
