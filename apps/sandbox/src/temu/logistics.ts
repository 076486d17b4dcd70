import type { FastifyInstance } from 'fastify';
import PDFDocument from 'pdfkit';
import { type Context, header, param } from '../http/app.ts';
import { text } from '../http/types.ts';
import { dollars, type OrderLine, type Parcel, type SandboxOrder } from '../world/orders.ts';
import { notify } from '../world/shop.ts';
import { TemuError, wrongParams } from './errors.ts';
import { orderOf } from './orders.ts';
import { type Call, checkTime, integer, type Operation, records, texts } from './router.ts';
import { orderSnOf, REGION_ID, skuIdOf, tokenFor } from './shops.ts';
import { signatureOf, TEMU, TEMU_APPS } from './signing.ts';

const WAREHOUSES = [
  { id: 'WH-04412-00001', name: 'Main' },
  { id: 'WH-04412-00002', name: 'West' },
];
const CARRIERS = [
  { id: 314_439_762, name: 'UPS' },
  { id: 960_246_690, name: 'FedEx' },
  { id: 591_112_233, name: 'USPS' },
  { id: 141_252_268, name: 'DHL' },
];
const CHANNELS = [
  { channelId: 613_786_973_679_616, shipCompanyId: 591_112_233, name: 'USPS', kind: 'Ground Advantage', cents: 455 },
  { channelId: 613_786_973_679_617, shipCompanyId: 314_439_762, name: 'UPS', kind: 'Ground', cents: 760 },
];
/** By the seller's carrier, or with a label of Temu's. */
const OWN = 1;
const TEMU_LABEL = 2;

interface Part {
  line: OrderLine;
  quantity: number;
}

/** The one order of a package, and so many sold of its lines; still open, and free to go. */
function packageIn({ shop }: Call, answered: Record<string, unknown>): { order: SandboxOrder; parts: Part[] } {
  const rows = records('orderSendInfoList', answered.orderSendInfoList);
  const order = shop.byId.get(text(rows[0]?.parentOrderSn));
  const invalid = () =>
    new TemuError(
      120_012_007,
      'The parentOrder or Order is invalid. Please check if the parentOrder matches the Order.',
    );
  if (!order || rows.some((row) => row.parentOrderSn !== order.id)) throw invalid();
  if (order.status === 'pending' || order.status === 'cancelled') throw invalid();
  if (order.cancelRequested) throw new TemuError(120_012_030, 'Order cancel pending. Please process before shipping.');
  const parts = rows.map((row) => {
    const line = order.lines.find((one) => orderSnOf(one.id) === row.orderSn);
    if (!line || text(row.skuId) !== skuIdOf(shop, line.sku)) throw invalid();
    const quantity = integer('quantity', row.quantity, 1, 1_000_000);
    if (line.shipped >= line.quantity)
      throw new TemuError(
        120_012_004,
        'The order has been shipped. This submission is not effective for the shipped order.',
      );
    if (line.shipped + quantity > line.quantity) throw new TemuError(120_013_002, 'Item quantity does not match.');
    return { line, quantity };
  });
  return { order, parts };
}

function checkSendType(answered: unknown, order: SandboxOrder, parts: Part[]): void {
  const whole = order.lines.every((line) => parts.some((one) => one.line === line && one.quantity === line.quantity));
  if (integer('sendType', answered, 0, 2) === 0 && !whole) throw new TemuError(120_012_003, 'Incomplete order.');
}

function addParcel(
  { ctx }: Call,
  order: SandboxOrder,
  parts: Part[],
  by: { tracking: string; carrierId: number; kind: number; via: string },
): string {
  const now = ctx.world.clock.now();
  const ref = `PK-${order.seq}-${order.parcels.length + 1}`;
  const carrier = CARRIERS.find((one) => one.id === by.carrierId)?.name ?? '';
  const lines = parts.map(({ line, quantity }) => ({ lineId: line.id, quantity }));
  ctx.world.shipped(order, () => {
    order.parcels.push({
      ref,
      carrier: String(by.carrierId),
      carrierName: carrier,
      method: String(by.kind),
      numbers: [by.tracking],
      urls: [],
      shippedAt: now,
      createdAt: now,
      updatedAt: now,
      cancelled: false,
      lines,
      events: [],
    });
    notify(order, now, { kind: 'shipment', via: by.via, ref, carrier, tracking: [by.tracking], lines });
  });
  return ref;
}

const everyParcel = (ctx: Context): { order: SandboxOrder; parcel: Parcel }[] =>
  ctx.world
    .of(TEMU)
    .flatMap((shop) => [...shop.byId.values()].flatMap((order) => order.parcels.map((parcel) => ({ order, parcel }))));

function confirm(call: Call) {
  const { params } = call;
  const [answered, ...more] = records('sendRequestList', params.sendRequestList);
  if (!answered || more.length > 0) throw wrongParams('this stand-in takes one package at a time');
  const tracking = text(answered.trackingNumber);
  if (!tracking) throw new TemuError(120_014_001, 'Tracking number is blank.');
  if (!/^[A-Za-z0-9]{8,40}$/.test(tracking))
    throw new TemuError(
      120_014_008,
      'Delivery failed because the tracking number cannot be recognized. Please check and try again.',
    );
  const carrierId = Number(answered.carrierId);
  if (!CARRIERS.some((one) => one.id === carrierId))
    throw new TemuError(120_014_022, 'Incorrect trackingNumber/carrierId. Please check and retry.');
  if (!answered.selfShippingWarehouseId)
    throw new TemuError(120_015_527, 'Missing required parameter selfShippingWarehouseId');
  if (!WAREHOUSES.some((one) => one.id === answered.selfShippingWarehouseId))
    throw new TemuError(120_011_085, 'selfShippingWarehouseId is invalid, please have a check');
  const { order, parts } = packageIn(call, answered);
  if (order.seq % 6 === 5)
    throw new TemuError(120_011_091, 'Your store has been restricted from confirming shipment by tracking number.');
  // Really a number is good once among all orders; trials tell the same one of several.
  if (order.parcels.some((parcel) => parcel.numbers.includes(tracking)))
    throw new TemuError(120_014_004, 'Tracking number has been used');
  checkSendType(params.sendType, order, parts);
  addParcel(call, order, parts, { tracking, carrierId, kind: OWN, via: 'shipment.v2.confirm' });
  return { assistantAgreementText: '', warningMessage: [] };
}

function shipmentGet({ shop, params }: Call) {
  const order = orderOf(shop, params.parentOrderSn);
  const line = order.lines.find((one) => orderSnOf(one.id) === params.orderSn);
  if (!line) throw new TemuError(120_012_016, 'The parentOrder or Order is invalid.');
  return {
    shipmentInfoDTO: order.parcels.flatMap((parcel) =>
      parcel.lines
        .filter((part) => part.lineId === line.id)
        .map((part) => ({
          carrierId: Number(parcel.carrier),
          carrierName: parcel.carrierName,
          trackingNumber: parcel.numbers[0],
          quantity: part.quantity,
          packageSn: parcel.ref,
          packageDeliveryType: Number(parcel.method),
          trackingWarningLabel: 0,
        })),
    ),
  };
}

/** A local shop of the United States: whole pounds and ounces, inches with two decimals. */
function checkMeasures(answered: Record<string, unknown>): void {
  if (answered.weightUnit !== 'lb' || answered.dimensionUnit !== 'in')
    throw wrongParams('weightUnit must be lb, dimensionUnit in');
  if (!/^\d+$/.test(text(answered.weight))) throw new TemuError(120_015_521, 'The parameter Weight should be integer.');
  if (answered.extendWeightUnit !== 'oz' || !/^\d+$/.test(text(answered.extendWeight)))
    throw wrongParams('extendWeight must be in oz');
  for (const name of ['length', 'width', 'height'])
    if (typeof answered[name] !== 'string' || !/^\d+\.\d{2}$/.test(text(answered[name])))
      throw wrongParams(`${name} must have two decimals`);
}

function checkWarehouse(answered: unknown): void {
  if (!WAREHOUSES.some((one) => one.id === answered))
    throw new TemuError(120_011_006, 'The parameter warehouseId is invalid.');
}

function services({ shop, params }: Call) {
  checkWarehouse(params.warehouseId);
  checkMeasures(params);
  texts('orderSnList', params.orderSnList, 100);
  return {
    unavailableChannelDtoList: [],
    onlineChannelDtoList: CHANNELS.map(({ channelId, shipCompanyId, name, kind, cents }) => ({
      channelId,
      shipCompanyId,
      shippingCompanyName: name,
      shipLogisticsType: kind,
      estimatedAmount: `$${dollars(cents)}`,
      estimatedCurrencyCode: shop.currency,
      estimatedText: `est. $${dollars(cents)}; 2-5 business days`,
      payWayCode: 2,
    })),
  };
}

function create(call: Call) {
  const { params } = call;
  const [answered, ...more] = records('sendRequestList', params.sendRequestList);
  if (!answered || more.length > 0) throw wrongParams('this stand-in takes one package at a time');
  checkWarehouse(answered.warehouseId);
  checkMeasures(answered);
  const channel = CHANNELS.find(
    (one) => one.channelId === answered.channelId && one.shipCompanyId === answered.shipCompanyId,
  );
  if (!channel) throw new TemuError(120_011_110, 'No eligible channelId meet the specified requirements.');
  const { order, parts } = packageIn(call, answered);
  checkSendType(params.sendType, order, parts);
  const tracking = `TM${String(order.seq).padStart(10, '0')}${order.parcels.length + 1}`;
  const by = { tracking, carrierId: channel.shipCompanyId, kind: TEMU_LABEL, via: 'shipment.create' };
  return { packageSnList: [addParcel(call, order, parts, by)], warningMessage: [] };
}

function bought(ctx: Context, packageSn: string): { order: SandboxOrder; parcel: Parcel } {
  const found = everyParcel(ctx).find(({ parcel }) => parcel.ref === packageSn && parcel.method === String(TEMU_LABEL));
  if (!found)
    throw new TemuError(
      120_018_027,
      'The packageSn is invalid. Please check the request area or if the packageSn is nonexistent etc.',
    );
  return found;
}

const results = ({ ctx, params }: Call) => ({
  packageInfoResultList: texts('packageSnList', params.packageSnList, 50).map((packageSn) => {
    const { parcel } = bought(ctx, packageSn);
    return {
      packageSn,
      shippingLabelStatus: 1,
      trackingNumber: parcel.numbers[0],
      shippingCompanyName: parcel.carrierName,
      failReasonText: null,
    };
  }),
});

function documents({ ctx, region, params }: Call) {
  if (params.documentType !== 'SHIPPING_LABEL_PDF') throw wrongParams('documentType is invalid');
  return {
    shippingLabelUrlList: texts('packageSnList', params.packageSnList, 50).map((packageSn) => {
      bought(ctx, packageSn);
      return {
        packageSn,
        documentType: params.documentType,
        url: `${ctx.baseUrl()}/temu/${region}/labels/${packageSn}.pdf`,
      };
    }),
  };
}

async function labelPdf(order: SandboxOrder, parcel: Parcel): Promise<Buffer> {
  const doc = new PDFDocument({ size: [288, 432], margin: 16, info: { Title: parcel.numbers[0] ?? '' } });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<void>((resolve) => doc.on('end', () => resolve()));
  const { name, line1, city, state, postalCode } = order.address;
  doc.font('Helvetica-Bold').fontSize(16).text(parcel.carrierName).moveDown(0.5);
  doc.font('Helvetica').fontSize(10);
  for (const line of ['SHIP TO:', name, line1, `${city} ${state} ${postalCode}`]) doc.text(line);
  doc
    .moveDown()
    .font('Helvetica-Bold')
    .fontSize(13)
    .text(parcel.numbers[0] ?? '');
  doc.font('Helvetica').fontSize(9).text(`${order.id} · ${parcel.ref}`);
  doc.end();
  await done;
  return Buffer.concat(chunks);
}

/** Labels open for those who sign, by headers. */
export function registerLabels(app: FastifyInstance, ctx: Context): void {
  app.get('/temu/:region/labels/:file', async (request, reply) => {
    const region = param(request, 'region');
    const found = ['toa-app-key', 'toa-access-token', 'toa-random', 'toa-timestamp'].map(
      (name) => [name, header(request, name)] as const,
    );
    const signed = Object.fromEntries(found);
    const temuApp = TEMU_APPS[region];
    const [shop] = ctx.world.of(TEMU);
    try {
      checkTime(signed['toa-timestamp'], ctx.world.clock.now());
      const right =
        temuApp !== undefined &&
        temuApp.appKey === signed['toa-app-key'] &&
        /^\d{32}$/.test(signed['toa-random'] ?? '') &&
        shop !== undefined &&
        tokenFor(ctx, region, shop) === signed['toa-access-token'] &&
        signatureOf(temuApp.appSecret, signed) === header(request, 'toa-sign');
      if (!right) return reply.code(403).send();
      const { order, parcel } = bought(ctx, param(request, 'file').replace(/\.pdf$/, ''));
      return reply.type('application/pdf').send(await labelPdf(order, parcel));
    } catch (error) {
      if (!(error instanceof TemuError)) throw error;
      return reply.code(403).send();
    }
  });
}

/** Source: the Fulfillment API. */
export const logistics: Operation[] = [
  {
    type: 'bg.logistics.companies.get',
    params: ['regionId'],
    handle: ({ params }) => {
      if (params.regionId !== REGION_ID) throw wrongParams('regionId is invalid');
      return CARRIERS.map(({ id, name }) => ({
        logisticsServiceProviderId: id,
        logisticsServiceProviderName: name,
        logisticsBrandName: name,
      }));
    },
  },
  {
    type: 'bg.logistics.warehouse.list.get',
    params: ['returnEnableBuyShippingLabelOnly'],
    handle: () => ({
      warehouseList: WAREHOUSES.map(({ id, name }, index) => ({
        warehouseId: id,
        warehouseName: name,
        regionId1: REGION_ID,
        defaultWarehouse: index === 0,
        warehouseManagementType: 1,
        enableBuyShippingLabel: index === 0,
      })),
    }),
  },
  { type: 'bg.logistics.shipment.v2.confirm', params: ['sendType', 'sendRequestList'], handle: confirm },
  { type: 'bg.logistics.shipment.v2.get', params: ['parentOrderSn', 'orderSn'], handle: shipmentGet },
  {
    type: 'bg.logistics.shippingservices.get',
    params: [
      ...['warehouseId', 'orderSnList', 'weight', 'weightUnit', 'extendWeight', 'extendWeightUnit', 'length', 'width'],
      ...['height', 'dimensionUnit', 'signatureOnDelivery'],
    ],
    handle: services,
  },
  { type: 'bg.logistics.shipment.create', params: ['sendType', 'shipLater', 'sendRequestList'], handle: create },
  { type: 'bg.logistics.shipment.result.get', params: ['packageSnList'], handle: results },
  {
    type: 'bg.order.unshipped.package.get',
    params: ['pageNumber', 'pageSize', 'parentOrderSnList', 'orderSnList'],
    // Labels are made at once here: nothing waits.
    handle: () => ({ totalItemNum: 0, unshippedPackage: [] }),
  },
  { type: 'bg.logistics.shipment.document.get', params: ['documentType', 'packageSnList'], handle: documents },
];
