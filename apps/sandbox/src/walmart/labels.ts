import { createHash } from 'node:crypto';
import PDFDocument from 'pdfkit';
import { header } from '../http/app.ts';
import { isRecord, list, text } from '../http/types.ts';
import type { SandboxOrder } from '../world/orders.ts';
import { notify } from '../world/shop.ts';
import type { Call, Operation } from './api.ts';
import { badContent, notFound } from './errors.ts';
import { isOpen, keptOf, type Label, unitsOf } from './units.ts';

const BASE = '/v3/shipping/labels';
const CARRIERS: Readonly<Record<string, string>> = { FedEx: 'FedEx', USPS: 'United States Postal Service' };
/** Service, carrier, what it is called, price of the first pound and of each further one in cents. */
const SERVICES = [
  ['USPS_GROUND_ADVANTAGE', 'USPS', 'USPS Ground Advantage', 512, 61],
  ['FEDEX_GROUND_ECONOMY', 'FedEx', 'FedEx Ground Economy', 588, 49],
  ['FEDEX_2_DAY', 'FedEx', 'FedEx 2Day', 1345, 142],
] as const;

/** Ship with Walmart: prices and labels. Source: "Ship with Walmart" API reference. */
export const labels: Operation[] = [
  operation('GET', `${BASE}/carriers`, 'getCarriers', () => ({
    data: Object.entries(CARRIERS).map(([shortName, carrierName], index) => ({
      carrierId: 1000 + index,
      carrierName,
      shortName,
    })),
  })),
  operation('POST', `${BASE}/shipping-estimates`, 'getShippingEstimate', estimate),
  operation('POST', BASE, 'createLabel', create),
  operation('GET', `${BASE}/purchase-orders/{purchaseOrderId}`, 'getLabel', ({ shop, ids }) => {
    const order = shop.byId.get(ids[0] ?? '');
    const standing = order ? keptOf(order).labels.filter((one) => !one.discarded) : [];
    if (!order || standing.length === 0) throw notFound('SWW', `No labels for the purchase order ${ids[0]}`);
    return { data: standing.map((one) => labelView(order, one)) };
  }),
  operation(
    'GET',
    `${BASE}/carriers/{carrierShortName}/trackings/{trackingNo}`,
    'getLabelByTrackingAndCarrier',
    async (call) => {
      if (!/application\/pdf/.test(header(call.request, 'accept')))
        throw badContent('SWW', 'Accept', 'Accept has to be application/pdf or image/png');
      const { order, label } = labelOf(call);
      call.reply.type('application/pdf');
      return labelPdf(order, label);
    },
  ),
  operation('DELETE', `${BASE}/carriers/{carrierShortName}/trackings/{trackingNo}`, 'discardLabel', (call) => {
    const { order, label } = labelOf(call);
    if (unitsOf(order).some((unit) => keptOf(order).sent[unit.number]?.tracking === label.trackingNo))
      throw badContent('SWW', 'trackingNo', 'The label is in use: the order has been shipped with it');
    call.ctx.world.touch(order, () => {
      label.discarded = true;
    });
    return { data: { message: 'Label discarded' } };
  }),
];

function operation(method: Operation['method'], path: string, name: string, handle: Operation['handle']): Operation {
  return { method, path, name, service: 'SWW', rate: 'labels', handle };
}

function labelView(order: SandboxOrder, label: Label) {
  return {
    purchaseOrderId: order.id,
    trackingNo: label.trackingNo,
    boxItems: label.boxItems,
    carrierName: label.carrierName,
    carrierFullName: CARRIERS[label.carrierName],
    carrierServiceType: label.serviceType,
    trackingUrl: `https://www.walmart.com/track?${label.trackingNo}`,
    addOns: [],
  };
}

function labelOf({ shop, ids }: Call): { order: SandboxOrder; label: Label } {
  const [carrier, number] = ids;
  for (const order of shop.byId.values()) {
    const label = order.extra.walmart
      ? keptOf(order).labels.find((one) => one.trackingNo === number && one.carrierName === carrier && !one.discarded)
      : undefined;
    if (label) return { order, label };
  }
  throw notFound('SWW', `No label ${carrier} ${number}`);
}

function orderOf({ shop, body }: Call): SandboxOrder {
  const order = shop.byId.get(text(body.purchaseOrderId));
  if (!order) throw notFound('SWW', `No purchase order ${text(body.purchaseOrderId)}`);
  return order;
}

function readBox(body: Record<string, unknown>): number {
  const box = isRecord(body.boxDimensions) ? body.boxDimensions : {};
  const pounds: Readonly<Record<string, number>> = { LB: 1, KG: 2.20462, OZ: 1 / 16 };
  const factor = pounds[text(box.boxWeightUnit)];
  if (!factor || !(Number(box.boxWeight) > 0) || !['IN', 'FT', 'CM'].includes(text(box.boxDimensionUnit)))
    throw badContent('SWW', 'boxDimensions', 'The weight or a unit of the box is missing');
  if (text(body.packageType) !== 'CUSTOM_PACKAGE')
    throw badContent('SWW', 'packageType', `Invalid packageType: ${text(body.packageType)}`);
  return Number(box.boxWeight) * factor;
}

function readItems(order: SandboxOrder, body: Record<string, unknown>): Label['boxItems'] {
  const units = unitsOf(order);
  const items = list(body.boxItems).map((item) => {
    const { lineNumber, sku, quantity } = isRecord(item) ? item : {};
    const unit = units.find((one) => one.number === text(lineNumber));
    if (!unit || unit.line.sku !== text(sku) || quantity !== 1)
      throw badContent('SWW', 'boxItems', `Invalid line ${text(lineNumber)}`);
    if (!isOpen(unit)) throw badContent('SWW', 'boxItems', `The line ${unit.number} is in status ${unit.status}`);
    return { lineNumber: unit.number, sku: unit.line.sku, quantity: 1 };
  });
  if (items.length === 0) throw badContent('SWW', 'boxItems', 'No items in the box');
  return items;
}

const priceOf = ([, , , first, further]: (typeof SERVICES)[number], pounds: number): number =>
  first + Math.max(0, Math.ceil(pounds) - 1) * further;

function estimate(call: Call) {
  const { body, shop } = call;
  const order = orderOf(call);
  const pounds = readBox(body);
  readItems(order, body);
  for (const name of ['shipByDate', 'deliverByDate'])
    if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(text(body[name])))
      throw badContent('SWW', name, `LS-4002: invalid ${name}`);
  for (const name of ['fromAddress', 'toAddress']) {
    const address = body[name];
    if (name === 'fromAddress' && address === undefined) continue;
    if (
      !isRecord(address) ||
      !text(address.postalCode) ||
      !text(address.countryCode) ||
      list(address.addressLines).length === 0
    )
      throw badContent('SWW', name, `Invalid ${name}`);
  }
  return {
    data: {
      estimates: SERVICES.map((service) => ({
        name: service[0],
        displayName: service[2],
        carrierName: service[1],
        carrierDisplayName: CARRIERS[service[1]],
        estimatedRate: { amount: priceOf(service, pounds) / 100, currency: shop.currency },
        isDeliveryPromiseFulfilled: true,
        addOns: [],
      })),
    },
  };
}

function create(call: Call) {
  const { body, ctx, now } = call;
  const order = orderOf(call);
  const pounds = readBox(body);
  const boxItems = readItems(order, body);
  const service = SERVICES.find((one) => one[0] === body.carrierServiceType && one[1] === body.carrierName);
  if (!service)
    throw badContent(
      'SWW',
      'carrierServiceType',
      `Invalid service: ${text(body.carrierName)} ${text(body.carrierServiceType)}`,
    );
  const kept = keptOf(order);
  const seed = createHash('sha256').update(`${order.id}/${kept.labels.length}`).digest('hex');
  const trackingNo = `92${BigInt(`0x${seed}`).toString().slice(0, 20)}`;
  const label: Label = {
    trackingNo,
    carrierName: service[1],
    serviceType: service[0],
    boxItems,
    cents: priceOf(service, pounds),
    at: now,
    discarded: false,
  };
  ctx.world.touch(order, () => {
    kept.labels.push(label);
    notify(order, now, {
      kind: 'arrange',
      via: 'createLabel',
      ref: trackingNo,
      carrier: service[1],
      tracking: [trackingNo],
    });
  });
  return { data: labelView(order, label) };
}

async function labelPdf(order: SandboxOrder, label: Label): Promise<Buffer> {
  const doc = new PDFDocument({ size: [288, 432], margin: 18, info: { Title: label.trackingNo } });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<void>((resolve) => doc.on('end', () => resolve()));
  const { address } = order;
  doc.font('Helvetica-Bold').fontSize(15).text('SHIP WITH WALMART').moveDown(0.5);
  doc.font('Helvetica').fontSize(10).text(`${label.carrierName} ${label.serviceType}`).moveDown();
  for (const line of [address.name, address.line1, address.line2].filter(Boolean)) doc.text(line);
  doc.text(`${address.city} ${address.state} ${address.postalCode}`).moveDown();
  doc.font('Helvetica-Bold').fontSize(13).text(`TRACKING # ${label.trackingNo}`);
  doc.font('Helvetica').fontSize(9).text(`PO ${order.id}`);
  doc.end();
  await done;
  return Buffer.concat(parts);
}
