import type { FastifyInstance } from 'fastify';
import PDFDocument from 'pdfkit';
import { type Context, param } from '../http/app.ts';
import { at, isRecord, text } from '../http/types.ts';
import { exact } from '../kit/exact.ts';
import { dollars, type SandboxOrder } from '../world/orders.ts';
import { notify } from '../world/shop.ts';
import type { Call, Operation } from './api.ts';
import { refused, wrongParameter } from './errors.ts';
import { addPackage, orderOf } from './orders.ts';
import { findUnits, kept, leave, optionsOf, type SheinPackage } from './packages.ts';
import { texts } from './params.ts';
import { SHEIN } from './signing.ts';

const ADDRESS = 'WH2505093344009216';
const CHANNELS = [
  { expressIdCode: 'USPS', expressChannelCode: 'USpS-P-JFK-BP2-1', expressShortName: 'USPS Ground', cents: 520 },
  { expressIdCode: 'Uni', expressChannelCode: 'USpS-F-JFK-BP2-17', expressShortName: '', cents: 410 },
];
const PRE_REQUEST = /^POJ(\d+)$/;

/** Only orders that SHEIN's logistics may carry, and that nobody has begun to ship otherwise. */
function assertCarried(order: SandboxOrder): void {
  if (!optionsOf(order).includes(1) || kept(order).logistics === 2)
    throw refused('The order does not support platform logistics');
  if (order.status === 'pending') throw refused('The order cannot be processed yet');
  if (order.status === 'cancelled') throw refused('The order has been refunded');
}

function mappingChannels({ shop, body }: Call) {
  const order = orderOf(shop, body.orderNo);
  assertCarried(order);
  if (body.warehouseAddressCode !== ADDRESS) throw wrongParameter('warehouseAddressCode does not exist');
  const size = ['packageLength', 'packageWidth', 'packageHeight'].map((name) => at(body.packageSizeInfo, name));
  const weight = at(body.packageWeightInfo, 'packageWeight');
  if (at(body.packageSizeInfo, 'unit') !== 'cm' || at(body.packageWeightInfo, 'unit') !== 'g')
    throw wrongParameter('unit must be cm and g');
  if (![...size, weight].every((one) => typeof one === 'string' && Number(one) > 0))
    throw wrongParameter('the size and the weight of the package are required');
  return {
    warehouseAddressCode: ADDRESS,
    orderNo: order.id,
    preRequestId: `POJ${order.seq}`,
    channelInfoList: CHANNELS.map(({ cents, ...channel }, index) => ({
      ...channel,
      expressId: 995 + index,
      performanceCost: exact(dollars(cents + Math.round(Number(weight) / 10))),
      currencyCode: shop.currency,
      estimateMinDay: null,
      estimateMaxDay: null,
    })),
  };
}

function placeOrder({ ctx, shop, body }: Call) {
  const [answered, ...more] = Array.isArray(body.packageInfoList) ? body.packageInfoList : [];
  if (!isRecord(answered) || more.length > 0) throw wrongParameter('packageInfoList must hold one package');
  const order = orderOf(shop, answered.orderNo);
  assertCarried(order);
  const channel = CHANNELS.find((one) => one.expressChannelCode === body.expressChannelCode);
  if (!channel) throw wrongParameter('expressChannelCode does not exist');
  if (PRE_REQUEST.exec(text(body.preRequestId))?.[1] !== String(order.seq))
    throw wrongParameter('preRequestId is invalid');
  const units = Array.isArray(answered.goodsIds) ? findUnits(order, answered.goodsIds) : undefined;
  if (!units || units.length === 0) throw wrongParameter('goodsIds do not belong to the order');
  if (units.some((unit) => unit.package || unit.noStock)) throw refused('The goods have been placed or refunded');
  const now = ctx.world.clock.now();
  let ref = '';
  ctx.world.touch(order, () => {
    const waybill = `SHN${String(order.seq).padStart(9, '0')}${kept(order).packages.length + 1}`;
    kept(order).logistics = 1;
    ref = addPackage(order, units, { waybill, carrier: channel.expressIdCode, byShein: true }).packageNo;
    notify(order, now, { kind: 'arrange', via: 'place-express-order', ref, tracking: [waybill] });
  });
  return { deliveryNo: ref, placeRequestId: `25${ref.slice(2)}` };
}

function findPackage(ctx: Context, packageNo: string): { order: SandboxOrder; made: SheinPackage } | undefined {
  for (const shop of ctx.world.of(SHEIN))
    for (const order of shop.byId.values()) {
      const made = kept(order).packages.find((one) => one.packageNo === packageNo);
      if (made) return { order, made };
    }
  return undefined;
}

function checkOrder({ ctx, body }: Call) {
  const found = findPackage(ctx, text(body.deliveryNo) || `GU${text(body.placeRequestId).slice(2)}`);
  if (!found?.made.byShein) return { placeRequestId: null, deliveryNo: null, handleResult: null, printStatus: null };
  const { packageNo } = found.made;
  return {
    placeRequestId: `25${packageNo.slice(2)}`,
    deliveryNo: packageNo,
    handleResult: 2,
    placeStateFailReasonDesc: null,
    printStatus: 1,
    warehouseAddressCode: ADDRESS,
  };
}

function switchSelfShipping({ ctx, shop, body }: Call) {
  const order = orderOf(shop, body.orderNo);
  if (!optionsOf(order).includes(2)) throw refused('The order does not support self-shipping');
  if (kept(order).logistics === 1) throw refused('The order has been placed with platform logistics');
  ctx.world.touch(order, () => {
    kept(order).logistics = 2;
  });
  return {};
}

function printExpress({ ctx, shop, body }: Call) {
  const order = orderOf(shop, body.orderNo);
  return texts('packageNo', body.packageNo, 10).map((packageNo) => {
    const made = kept(order).packages.find((one) => one.packageNo === packageNo && one.byShein);
    if (!made) throw refused('The package has no platform label');
    return {
      orderNo: order.id,
      packageNo,
      filePdfUrl: `${ctx.baseUrl()}/shein/labels/${packageNo}.pdf?Signature=demo`,
      deliveryNo: packageNo,
      remark: null,
    };
  });
}

/** A label of 10 x 15 cm, for whoever prints it in a trial. */
async function labelPdf(order: SandboxOrder, made: SheinPackage): Promise<Buffer> {
  const doc = new PDFDocument({ size: [283, 425], margin: 16, info: { Title: made.waybill } });
  const parts: Buffer[] = [];
  doc.on('data', (part: Buffer) => parts.push(part));
  const done = new Promise<void>((resolve) => doc.on('end', () => resolve()));
  const { name, line1, city, state, postalCode, country } = order.address;
  doc.font('Helvetica-Bold').fontSize(15).text(`SHEIN · ${made.carrier}`).moveDown(0.5);
  doc.font('Helvetica').fontSize(10);
  for (const line of ['SHIP TO:', name, line1, `${city} ${state} ${postalCode} ${country}`]) doc.text(line);
  doc.moveDown().font('Helvetica-Bold').fontSize(13).text(made.waybill);
  doc.font('Helvetica').fontSize(9).text(`Order ${order.id} · ${made.packageNo}`);
  doc.end();
  await done;
  return Buffer.concat(parts);
}

/** Labels lie with a file store and open by their address alone. */
export function registerLabels(app: FastifyInstance, ctx: Context): void {
  app.get('/shein/labels/:file', async (request, reply) => {
    const found = findPackage(ctx, param(request, 'file').replace(/\.pdf$/, ''));
    if (!found) return reply.code(404).send();
    return reply.type('application/pdf').send(await labelPdf(found.order, found.made));
  });
}

/** SHEIN's courier takes what is waiting. */
export function collect(ctx: Context, order: SandboxOrder): void {
  const now = ctx.world.clock.now();
  for (const made of kept(order).packages) {
    if (made.gone) continue;
    ctx.world.shipped(order, () => {
      const lines = leave(order, made, now);
      notify(order, now, { kind: 'shipment', via: 'courier', ref: made.packageNo, tracking: [made.waybill], lines });
    });
  }
}

/** Source: the Customer Order API, online logistics. */
export const logistics: Operation[] = [
  {
    path: 'gsp/available-shipping-warehouse',
    body: ['orderNo'],
    handle: ({ shop, body }) => ({
      orderNo: orderOf(shop, body.orderNo).id,
      availableWarehouses: [
        {
          warehouseAddressCode: ADDRESS,
          warehouseName: 'U.S.',
          availableStatus: 1,
          unavailableReasonCode: null,
          unavailableReason: null,
        },
      ],
    }),
  },
  {
    path: 'gsp/order-mapping-channels',
    body: ['orderNo', 'packageSizeInfo', 'packageWeightInfo', 'prePackageInfo', 'warehouseAddressCode'],
    handle: mappingChannels,
  },
  {
    path: 'gsp/place-express-order',
    body: ['expressChannelCode', 'packageInfoList', 'preRequestId'],
    handle: placeOrder,
  },
  { path: 'gsp/check-express-order', body: ['placeRequestId', 'deliveryNo'], handle: checkOrder },
  { path: 'gsp/switch-self-shipping', body: ['orderNo'], handle: switchSelfShipping },
  { path: 'order/print-express-info', body: ['orderNo', 'packageNo', 'deliveryNo'], handle: printExpress },
];
