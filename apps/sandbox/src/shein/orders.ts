import { isRecord, text } from '../http/types.ts';
import { changedBetween, createdBetween, pageOf } from '../kit/listing.ts';
import type { SandboxOrder } from '../world/orders.ts';
import { notify, type Shop } from '../world/shop.ts';
import type { Call, Operation } from './api.ts';
import { refused, wrongParameter } from './errors.ts';
import { findUnits, kept, leave, nextPackageNo, optionsOf, type SheinPackage, type Unit, unitsOf } from './packages.ts';
import { clock, integer, pageIn, texts, windowIn } from './params.ts';
import { SHEIN } from './signing.ts';
import { orderView, SITE, statusOf } from './views.ts';

const CARRIERS = ['FedEx', 'UPS', 'USPS', 'Uni', 'GLS', 'Speedx'];
const names = new Intl.DisplayNames(['en'], { type: 'region' });

export function orderOf(shop: Shop, answered: unknown): SandboxOrder {
  const order = shop.byId.get(text(answered));
  if (!order) throw refused('The order does not exist');
  return order;
}

function orderList({ ctx, shop, body }: Call) {
  const byUpdate = integer('queryType', body.queryType, 1, 2) === 2;
  if (body.queryOrderType !== undefined) integer('queryOrderType', body.queryOrderType, 1, 4);
  const [from, before] = windowIn(body, ['startTime', 'endTime'], 48);
  const { offset, size } = pageIn(body, 30);
  if (body.orderStatus !== undefined) integer('orderStatus', body.orderStatus, 1, 9);
  const found = (byUpdate ? changedBetween : createdBetween)(shop, from, before).filter(
    (order) => body.orderStatus === undefined || statusOf(order) === body.orderStatus,
  );
  const page = pageOf(ctx, SHEIN, found, offset, size);
  return {
    count: page.total,
    orderList: page.rows.map((order) => ({
      orderNo: order.id,
      orderStatus: String(statusOf(order)),
      orderCreateTime: clock(order.createdAt),
      orderUpdateTime: clock(order.updatedAt),
    })),
  };
}

/** Those that the shop does not have are left out. */
const orderDetail = ({ ctx, shop, body }: Call) =>
  texts('orderNoList', body.orderNoList, 30).flatMap((id) => {
    const order = shop.byId.get(id);
    return order ? [orderView(ctx, shop, order)] : [];
  });

function exportAddress({ ctx, shop, body }: Call) {
  const order = orderOf(shop, body.orderNo);
  const accepts = integer('handleType', body.handleType, 1, 2) === 2;
  if (accepts) {
    if (!optionsOf(order).includes(2)) throw refused('The order is shipped by platform logistics');
    if (order.status === 'pending') throw refused('The order cannot be processed yet');
    if (statusOf(order) === 1)
      ctx.world.touch(order, () => {
        order.acknowledged = true;
        notify(order, ctx.world.clock.now(), { kind: 'acknowledge', via: 'export-address', ref: order.id });
      });
  }
  const { address } = order;
  const [firstName, ...rest] = address.name.split(' ');
  return {
    receiveMsgList: [
      {
        orderNo: order.id,
        firstName,
        middleName: null,
        lastName: rest.join(' '),
        country: names.of(address.country),
        province: address.state,
        city: address.city,
        district: '',
        street: '',
        address: address.line1,
        addressExt: address.line2,
        phone: address.phone,
        postCode: address.postalCode,
        taxNo: '',
      },
    ],
    unProcessReason: [],
  };
}

const expressChannel = () => ({
  warehouseAddressCode: null,
  expressChannels: CARRIERS.map((expressIdCode) => ({ site: SITE, expressIdCode, expressChannelCode: null })),
  platformLogisticsChannels: [],
});

interface Row {
  expressCode: string;
  expressIdCode: string;
  goodsId: string;
}

/** What is wrong with one unit is told beside those that went well. */
function importExpress({ ctx, shop, body }: Call) {
  const order = orderOf(shop, body.orderNo);
  const { infoList } = body;
  if (!Array.isArray(infoList) || infoList.length === 0 || infoList.length > 100 || !infoList.every(isRecord))
    throw wrongParameter('infoList must hold 1 to 100 rows');
  if (order.status === 'cancelled') throw refused('The order has been refunded');
  if (order.status === 'pending' || statusOf(order) === 1)
    throw refused('The order status does not support uploading: it has not been accepted');
  if (!optionsOf(order).includes(2) || kept(order).logistics === 1)
    throw refused('The order is shipped by platform logistics');
  if (optionsOf(order).includes(1) && kept(order).logistics !== 2)
    throw refused('Please switch the order to self-shipping first');
  const taken: Row[] = [];
  const results = infoList.map((answered) => {
    const row = {
      expressCode: text(answered.expressCode),
      expressIdCode: text(answered.expressIdCode),
      goodsId: text(answered.goodsId),
    };
    const [unit] = findUnits(order, [row.goodsId]) ?? [];
    let errorMsg: string | null = null;
    if (answered.status !== 2) errorMsg = 'status must be 2';
    else if (typeof answered.goodsId === 'string' && Number.isSafeInteger(Number(answered.goodsId)))
      errorMsg = 'goodsId must be a number';
    else if (!CARRIERS.includes(row.expressIdCode)) errorMsg = 'The logistics company is not available';
    else if (!/^[A-Za-z0-9]{6,40}$/.test(row.expressCode)) errorMsg = 'The waybill number format is incorrect';
    else if (!unit || unit.noStock) errorMsg = 'The goods do not belong to the order';
    else taken.push(row);
    return { ...row, expressChannelCode: null, status: '2', errorMsg, errorOrderGoodsExpressRemark: null };
  });
  for (const [tracking, rows] of Map.groupBy(taken, (row) => row.expressCode)) ship(ctx, order, tracking, rows);
  return results;
}

/** The same number for the same units changes nothing; another one takes the old one's place. */
function ship(ctx: Call['ctx'], order: SandboxOrder, tracking: string, rows: Row[]): void {
  const units =
    findUnits(
      order,
      rows.map((row) => row.goodsId),
    ) ?? [];
  const now = ctx.world.clock.now();
  const carrier = rows[0]?.expressIdCode ?? '';
  const fresh = units.filter((unit) => !unit.package);
  const edited = new Set(
    units.flatMap((unit) => (unit.package && unit.package.waybill !== tracking ? unit.package : [])),
  );
  for (const one of edited)
    ctx.world.touch(order, () => {
      one.waybill = tracking;
      notify(order, now, {
        kind: 'shipmentEdit',
        via: 'import-batch-multiple-express',
        ref: one.packageNo,
        tracking: [tracking],
      });
    });
  if (fresh.length === 0) return;
  ctx.world.shipped(order, () => {
    const made = addPackage(order, fresh, { waybill: tracking, carrier, byShein: false });
    const lines = leave(order, made, now);
    const ref = made.packageNo;
    notify(order, now, {
      kind: 'shipment',
      via: 'import-batch-multiple-express',
      ref,
      carrier,
      tracking: [tracking],
      lines,
    });
  });
}

export function addPackage(
  order: SandboxOrder,
  units: readonly Unit[],
  more: Pick<SheinPackage, 'waybill' | 'carrier' | 'byShein'>,
): SheinPackage {
  const made = { packageNo: nextPackageNo(order), goodsIds: units.map((unit) => unit.goodsId), gone: false, ...more };
  kept(order).packages.push(made);
  return made;
}

function confirmNoStock({ ctx, shop, body }: Call) {
  const order = orderOf(shop, body.orderNo);
  const [unit] = findUnits(order, [body.orderGoodsId]) ?? [];
  if (!unit) throw refused('The goods do not belong to the order');
  if (order.status === 'cancelled' || unit.noStock) throw refused('The goods have been refunded');
  if (order.status === 'pending') throw refused('The order cannot be processed yet');
  if (unit.package) throw refused('The goods have been shipped');
  kept(order).noStock.push(unit.goodsId);
  if (unitsOf(order).every((one) => one.noStock)) ctx.world.cancel(order, 'no stock', 'MERCHANT');
  else ctx.world.touch(order, () => undefined);
  return {};
}

/** Source: the Customer Order API. */
export const orders: Operation[] = [
  {
    path: 'order/order-list',
    body: ['queryType', 'queryOrderType', 'startTime', 'endTime', 'page', 'pageSize', 'orderStatus'],
    handle: orderList,
  },
  { path: 'order/order-detail', body: ['orderNoList'], handle: orderDetail },
  { path: 'order/export-address', body: ['orderNo', 'handleType'], handle: exportAddress },
  { path: 'order/express-channel', body: ['warehouseAddressCode'], handle: expressChannel },
  { path: 'order/import-batch-multiple-express', body: ['orderNo', 'infoList'], handle: importExpress },
  { path: 'order/confirm-no-stock', body: ['orderNo', 'orderGoodsId', 'skuCode'], handle: confirmNoStock },
];
