import PDFDocument from 'pdfkit';
import { isRecord, list, text } from '../http/types.ts';
import type { SandboxOrder } from '../world/orders.ts';
import { notify } from '../world/shop.ts';
import { type Call, refuse } from './graph.ts';
import { carrierOf, isOver, moment, orderView } from './views.ts';

interface Registration {
  id: number;
  at: number;
  tracking: string;
}

const digitsOf = (order: SandboxOrder): number => Number(order.id.replace(/^\D+/, ''));
const registrationsOf = (order: SandboxOrder): Registration[] => {
  order.extra.wayfair ??= [];
  return order.extra.wayfair as Registration[];
};

function eventView(call: Call, order: SandboxOrder, { id, at, tracking }: Registration) {
  const label = {
    carrier: carrierOf(order) === 'UPSN' ? 'UPS' : 'FedEx',
    carrierCode: carrierOf(order),
    trackingNumber: tracking,
  };
  const paper = (name: string) => ({ url: `https://api.wayfair.com/v1/${name}/${order.id}` });
  return {
    id,
    eventDate: moment(at),
    pickupDate: moment(at + 86_400_000),
    poNumber: digitsOf(order),
    billOfLading: paper('bill_of_lading'),
    consolidatedShippingLabel: paper('shipping_label'),
    customsDocument: { required: false, url: null },
    generatedShippingLabels: [{ ...label, poNumber: digitsOf(order), fullPoNumber: order.id, numberOfLabels: 1 }],
    shippingLabelInfo: [label],
    purchaseOrder: () => orderView(call, order),
  };
}

/** Labels that stand, by the digits of the order. */
export function labelsOf(call: Call, { filters, limit, offset }: Record<string, unknown>) {
  const [filter] = list(filters);
  const desired = isRecord(filter) && filter.field === 'poNumber' ? text(filter.equals) : '';
  if (!/^\d+$/.test(desired)) throw refuse('poNumber is compared as a number: give the digits alone');
  return [...call.shop.byId.values()]
    .filter((order) => order.extra.wayfair && digitsOf(order) === Number(desired))
    .flatMap((order) => registrationsOf(order).map((one) => eventView(call, order, one)))
    .slice(Number(offset), Number(offset) + Number(limit));
}

/** Each registration makes labels of its own, also the second one. */
export function register(call: Call, input: Record<string, unknown>) {
  const order = call.shop.byId.get(text(input.poNumber));
  if (!order || isOver(order)) throw refuse(`Purchase order ${text(input.poNumber)} cannot be registered`);
  if (!order.acknowledged) throw refuse(`Purchase order ${order.id} has not been accepted`);
  const known = registrationsOf(order);
  const made: Registration = {
    id: 900_000 + order.seq * 10 + known.length,
    at: call.now,
    tracking: `2101${String(order.seq).padStart(8, '0')}${known.length}`,
  };
  call.ctx.world.touch(order, () => {
    known.push(made);
    notify(order, call.now, { kind: 'arrange', via: 'register', ref: String(made.id), tracking: [made.tracking] });
  });
  return eventView(call, order, made);
}

/** A paper of an order; labels only once it has been registered. */
export async function paperOf(order: SandboxOrder | undefined, kind: string): Promise<Buffer | undefined> {
  const last = order && registrationsOf(order).at(-1);
  if (!order || (kind !== 'packing_slip' && !last)) return undefined;
  const doc = new PDFDocument({ size: [288, 432], margin: 18, info: { Title: `${kind} ${order.id}` } });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<void>((resolve) => doc.on('end', () => resolve()));
  const { address } = order;
  doc.font('Helvetica-Bold').fontSize(14).text(kind.replace('_', ' ').toUpperCase()).moveDown(0.5);
  doc.font('Helvetica').fontSize(10).text(`PO ${order.id}`).moveDown();
  for (const line of [address.name, address.line1, address.line2].filter(Boolean)) doc.text(line);
  doc.text(`${address.city} ${address.state} ${address.postalCode} ${address.country}`).moveDown();
  if (last)
    doc
      .font('Helvetica-Bold')
      .fontSize(13)
      .text(`${carrierOf(order)} ${last.tracking}`);
  doc.end();
  await done;
  return Buffer.concat(parts);
}
