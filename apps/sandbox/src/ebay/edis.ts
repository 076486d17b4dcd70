import { type Context, param } from '../http/app.ts';
import { isRecord, list, text } from '../http/types.ts';
import type { SandboxOrder } from '../world/orders.ts';
import { notify, type Shop } from '../world/shop.ts';
import { type Call, type Desk, readPaging, sellerOf } from './desk.ts';
import { edis } from './errors.ts';
import { handoverPdf, labelPdf } from './label.ts';
import { EDIS_SCOPE } from './tokens.ts';
import { listingOf } from './views.ts';

const ABROAD = ['US', 'GB', 'DE', 'FR', 'IT', 'ES', 'CA', 'AU'];
const ways = (countries: readonly string[]) => countries.map((to) => ({ from: 'CN', to, batteryType: 'NO_BATTERY' }));
export const SERVICES = [
  {
    id: '101',
    en: 'SpeedPAK Standard',
    zh: 'SpeedPAK 标准服务',
    incoterm: 'DDU',
    grams: 31_500,
    to: ABROAD,
    fen: 4800,
  },
  { id: '102', en: 'SpeedPAK Economy', zh: 'SpeedPAK 经济服务', incoterm: 'DDU', grams: 2_000, to: ABROAD, fen: 3300 },
  {
    id: '103',
    en: 'SpeedPAK Express DDP',
    zh: 'SpeedPAK 快速 DDP',
    incoterm: 'DDP',
    grams: 31_500,
    to: ['US', 'GB'],
    fen: 9600,
  },
] as const;
const ADDRESS = 'A0001';
const CONSIGN = 'C0001';

interface Package {
  packageId: string;
  trackingNumber: string;
  status: 'CREATED' | 'CONFIRMED' | 'CANCELLED';
  comment: string;
  serviceId: string;
  cost: { value: string; currency: string };
  items: { lineId: string; quantity: number }[];
}

const packagesOf = (order: SandboxOrder): Package[] => {
  order.extra.packages ??= [];
  return order.extra.packages as Package[];
};

/** eDelivery International Shipping. Source: sell_edelivery_international_shipping_v1 (1.1.0). */
export function registerEdis(desk: Desk, ctx: Context): void {
  const add = (
    method: 'GET' | 'POST',
    path: string,
    name: string,
    handle: (call: Call) => ReturnType<Parameters<Desk['add']>[0]['handle']>,
    params: readonly string[] = [],
  ) =>
    desk.add({
      api: 'edis',
      method,
      path,
      name,
      scopes: [EDIS_SCOPE],
      params,
      handle: (call) => {
        if (!['CN', 'HK', 'TW'].includes(sellerOf(call.shop).country))
          throw edis(401, 355400, 'The user of this token is not allowed to use eDIS.');
        return handle(call);
      },
    });
  add('GET', '/services', 'services', services, ['limit', 'offset']);
  add('GET', '/address_preference', 'addressPreference', ({ reply }) =>
    reply.send({
      addressPreferenceList: {
        addresses: [
          { addressId: 'R0001', type: 'RETURN_ADDRESS', countryCode: 'CN', contact: 'Demo' },
          { addressId: ADDRESS, type: 'SHIP_FROM_ADDRESS', countryCode: 'CN', contact: 'Demo' },
        ],
      },
    }),
  );
  add('GET', '/consign_preference', 'consignPreference', ({ reply }) =>
    reply.send({
      consignPreferenceList: {
        consignPreferences: [{ consignPreferenceId: CONSIGN, consignPreferenceName: 'Warehouse', type: 'PICK_UP' }],
      },
    }),
  );
  add('POST', '/package', 'addPackage', (call) => create(ctx, call));
  add('GET', '/package/:id', 'getPackage', detail);
  add('GET', '/package/:orderLineItem/item', 'getItemPackages', ofLine);
  add('POST', '/package/:id/confirm', 'confirmPackage', (call) => confirm(ctx, call));
  add('POST', '/package/:id/cancel', 'cancelPackage', (call) => cancel(ctx, call));
  add('GET', '/labels', 'labels', labels, ['tracking_numbers', 'page_size', 'print_preference']);
  add('GET', '/handover_sheet', 'getHandoverSheet', handoverSheet, ['tracking_numbers']);
}

function services({ query, reply }: Call) {
  const { limit, offset } = readPaging(query, { most: 100, usual: 20 }, () => edis(400, 355001, 'Invalid paging.'));
  return reply.send({
    serviceList: {
      total: SERVICES.length,
      limit,
      offset,
      services: SERVICES.slice(offset, offset + limit).map((one) => ({
        shippingServiceId: one.id,
        nameEn: one.en,
        nameZh: one.zh,
        incoterm: one.incoterm,
        maxWeight: one.grams,
        maxLength: 60,
        maxTotalLength: 90,
        directions: ways(one.to),
      })),
    },
  });
}

function findPackage(
  shop: Shop,
  desired: (one: Package) => boolean,
): { order: SandboxOrder; found: Package } | undefined {
  for (const order of shop.byId.values()) {
    if (!order.extra.packages) continue;
    const found = packagesOf(order).find(desired);
    if (found) return { order, found };
  }
  return undefined;
}

function packageAt({ request, shop }: Call): { order: SandboxOrder; found: Package } {
  const id = param(request, 'id');
  const known = findPackage(shop, (one) => one.packageId === id);
  if (!known) throw edis(404, 355026, `There is no package ${id}.`);
  return known;
}

function readItems(shop: Shop, info: Record<string, unknown>): { order: SandboxOrder; items: Package['items'] } {
  const items = list(info.items).filter(isRecord);
  const [first] = items;
  const order = shop.byId.get(text(first?.orderId));
  if (!order) throw edis(400, 355009, 'The order is not synchronised yet. Try again later.');
  if (order.status === 'pending') throw edis(400, 355011, 'The order is not paid.');
  const read = items.map((item) => {
    const line = order.lines.find((one) => `${listingOf(shop, one)}-${one.id}` === text(item.orderLineItem));
    if (!line) throw edis(400, 355008, 'The order line item is not one of yours.');
    if (!isRecord(item.sku) || !text(item.sku.skuNumber)) throw edis(400, 355013, 'The sku of an item is missing.');
    const quantity = Number(item.postedQuantity);
    if (!Number.isInteger(quantity) || quantity < 1 || quantity > line.quantity)
      throw edis(400, 355014, 'The posted quantity of an item is invalid.');
    return { lineId: line.id, quantity, of: line.quantity };
  });
  for (const one of read) {
    const packed = packagesOf(order)
      .filter((known) => known.status !== 'CANCELLED')
      .flatMap((known) => known.items)
      .filter((item) => item.lineId === one.lineId)
      .reduce((sum, item) => sum + item.quantity, 0);
    if (packed + one.quantity > one.of) throw edis(400, 355005, 'The order line item is in another package already.');
  }
  return { order, items: read.map(({ lineId, quantity }) => ({ lineId, quantity })) };
}

function create(ctx: Context, { body, shop, reply }: Call) {
  const info = isRecord(body.packageInfo) ? body.packageInfo : {};
  const service = SERVICES.find((one) => one.id === text(info.shippingServiceId));
  if (!service) throw edis(400, 355012, 'The shipping service id is missing or unknown.');
  if (text(info.shipFromAddressId) !== ADDRESS || text(info.consignPreferenceId) !== CONSIGN)
    throw edis(400, 355015, 'The preferences of the package are missing or unknown.');
  const to = isRecord(info.shipToAddress) ? info.shipToAddress : {};
  if (!(service.to as readonly string[]).includes(text(to.countryCode)))
    throw edis(400, 355024, 'The shipping service does not go to this country.');
  if (!text(to.contact) || !text(to.street1) || text(to.street1).length > 50 || text(to.street2).length > 50)
    throw edis(400, 355002, 'A street of the address is missing or longer than 50 characters.');
  const grams = Number(info.packageWeight);
  if (!(grams > 0 && grams <= service.grams)) throw edis(400, 355025, 'The weight does not fit the shipping service.');
  const { order, items } = readItems(shop, info);
  const n = packagesOf(order).length + 1;
  const number = `${String(order.seq).padStart(9, '0')}${String(n).padStart(2, '0')}`;
  const cost = { value: ((service.fen + Math.ceil(grams / 100) * 550) / 100).toFixed(2), currency: 'CNY' };
  const made: Package = {
    packageId: `P26${number}`,
    trackingNumber: `ES10014${number}0010001D0N`,
    status: 'CREATED',
    comment: text(info.packageComment),
    serviceId: service.id,
    cost,
    items,
  };
  packagesOf(order).push(made);
  notify(order, ctx.world.clock.now(), {
    kind: 'arrange',
    via: 'eDIS',
    ref: made.packageId,
    tracking: [made.trackingNumber],
  });
  ctx.world.changes++;
  const { packageId, trackingNumber } = made;
  return reply.code(201).send({
    createPackageResult: {
      packageId,
      trackingNumber,
      estimateCost: cost,
      paymentCost: cost,
    },
  });
}

function detail(call: Call) {
  const { order, found } = packageAt(call);
  return call.reply.send({
    packageDetail: {
      packageId: found.packageId,
      packageStatus: found.status,
      packageComment: found.comment,
      shippingServiceId: found.serviceId,
      paymentCost: found.cost,
      items: found.items.map(({ lineId, quantity }) => ({
        orderId: order.id,
        transactionId: lineId,
        postedQuantity: quantity,
      })),
    },
  });
}

function ofLine(call: Call) {
  const { request, shop, reply } = call;
  const desired = param(request, 'orderLineItem');
  const lineId = desired.split('-')[1] ?? '';
  const known = [...shop.byId.values()].flatMap((order) =>
    order.extra.packages ? packagesOf(order).filter((one) => one.items.some((item) => item.lineId === lineId)) : [],
  );
  if (known.length === 0) throw edis(404, 355026, `There is no package of ${desired}.`);
  return reply.send({
    itemPackages: known.map(({ packageId, status, trackingNumber }) => ({
      packageId,
      packageStatus: status,
      trackingNumber,
    })),
  });
}

function confirm(ctx: Context, call: Call) {
  const { found } = packageAt(call);
  if (found.status !== 'CREATED') throw edis(400, 355038, 'The status of the package does not allow to confirm it.');
  found.status = 'CONFIRMED';
  ctx.world.changes++;
  return call.reply.code(204).send();
}

function cancel(ctx: Context, call: Call) {
  const { found } = packageAt(call);
  if (found.status === 'CANCELLED') throw edis(400, 355042, 'The status of the package does not allow to cancel it.');
  found.status = 'CANCELLED';
  ctx.world.changes++;
  return call.reply.code(204).send();
}

async function labels({ query, shop, reply }: Call) {
  const numbers = (query.tracking_numbers ?? '').split(',').filter(Boolean);
  if (numbers.length === 0) throw edis(400, 355067, 'The tracking numbers are missing.');
  const found = await Promise.all(
    numbers.map(async (trackingNumber) => {
      const known = findPackage(shop, (one) => one.trackingNumber === trackingNumber);
      if (known?.found.status !== 'CONFIRMED')
        return { trackingNumber, resultCode: '355040', message: 'There is no label of this tracking number.' };
      const service = SERVICES.find((one) => one.id === known.found.serviceId)?.en ?? '';
      const pdf = await labelPdf(trackingNumber, service, known.order.address);
      return { trackingNumber, resultCode: '200', message: 'SUCCESS', base64Str: pdf.toString('base64') };
    }),
  );
  return reply.send({ labels: found });
}

async function handoverSheet({ query, shop, reply }: Call) {
  const numbers = (query.tracking_numbers ?? '').split(',').filter(Boolean);
  if (numbers.length === 0 || numbers.length > 200)
    throw edis(400, 355067, 'The tracking numbers are missing, or more than 200.');
  for (const number of numbers) {
    const known = findPackage(shop, (one) => one.trackingNumber === number);
    if (known?.found.status !== 'CONFIRMED')
      throw edis(400, 355071, `The specified tracking number ${number} does not belong to the seller.`);
  }
  const pdf = await handoverPdf(numbers);
  return reply.send({ handoverSheet: { base64Str: pdf.toString('base64') } });
}
