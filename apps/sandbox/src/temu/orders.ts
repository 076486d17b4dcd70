import type { Context } from '../http/app.ts';
import { text } from '../http/types.ts';
import { exact } from '../kit/exact.ts';
import { changedBetween, createdBetween, pageOf } from '../kit/listing.ts';
import { type OrderLine, orderTotals, type SandboxOrder } from '../world/orders.ts';
import { notify, type Shop } from '../world/shop.ts';
import { noOrder, noSensitiveScope, TemuError, wrongParams } from './errors.ts';
import { type Call, integer, type Operation, pageIn, seconds, texts, windowIn } from './router.ts';
import { goodsIdOf, orderSnOf, REGION_ID, skuIdOf } from './shops.ts';
import { TEMU } from './signing.ts';

const DAY_MS = 86_400_000;
const WAYS = ['fulfillBySeller', 'fulfillByCooperativeWarehouse'];
const names = new Intl.DisplayNames(['en'], { type: 'region' });

export function statusOf(order: SandboxOrder): number {
  if (order.status === 'pending') return 1;
  if (order.status === 'cancelled') return 3;
  if (order.status === 'partial') return 41;
  if (order.status === 'unshipped') return 2;
  return order.delivered ? 5 : 4;
}

const lineStatus = (order: SandboxOrder, line: OrderLine): number =>
  order.status === 'partial' ? (line.shipped >= line.quantity ? 4 : 2) : statusOf(order);

export function orderOf(shop: Shop, answered: unknown): SandboxOrder {
  const order = shop.byId.get(text(answered));
  if (!order) throw noOrder();
  return order;
}

/** Source: Order List V2, Order Detail V2. */
function orderView(ctx: Context, shop: Shop, order: SandboxOrder) {
  const label = (name: string, on: boolean) => ({ name, value: on ? 1 : 0 });
  const spoilt = ctx.faults.marks(TEMU, 'malformed', order.id);
  return {
    parentOrderMap: {
      parentOrderSn: order.id,
      parentOrderStatus: ctx.faults.marks(TEMU, 'unknownStatus', order.id) ? 77 : statusOf(order),
      parentOrderTime: spoilt ? 'yesterday' : seconds(order.createdAt),
      updateTime: seconds(order.updatedAt),
      parentOrderPendingFinishTime: seconds(order.createdAt + 900_000),
      expectShipLatestTime: seconds(order.createdAt + 2 * DAY_MS),
      latestDeliveryTime: seconds(order.createdAt + 9 * DAY_MS),
      parentShippingTime: order.parcels.length > 0 ? seconds(order.updatedAt) : null,
      shippingMethod: 1,
      hasShippingFee: order.shippingCents > 0,
      orderPaymentType: 'PPD',
      regionId: REGION_ID,
      siteId: 100,
      // Some may only go with a label of Temu's.
      fulfillmentWarning: order.seq % 6 === 5 ? ['RESTRICT_SELF_SHIPPING'] : [],
      parentOrderLabel: [
        label('soon_to_be_overdue', false),
        label('past_due', false),
        label('pending_buyer_cancellation', order.cancelRequested && order.status !== 'cancelled'),
        label('pending_buyer_address_change', false),
        label('pending_risk_control_alert', false),
      ],
      batchOrderNumberList: null,
    },
    orderList: order.lines.map((line) => ({
      orderSn: orderSnOf(line.id),
      orderStatus: lineStatus(order, line),
      goodsId: exact(goodsIdOf(shop, line.sku)),
      skuId: exact(skuIdOf(shop, line.sku)),
      goodsName: line.title,
      spec: 'Default',
      quantity: order.status === 'cancelled' ? 0 : line.quantity,
      originalOrderQuantity: line.quantity,
      canceledQuantityBeforeShipment: order.status === 'cancelled' ? line.quantity : 0,
      isCancelledDuringPending: false,
      fulfillmentType: 'fulfillBySeller',
      inventoryDeductionWarehouseId: null,
      inventoryDeductionWarehouseName: null,
      thumbUrl: '',
      orderLabel: [label('customized_products', false)],
      productList: [
        {
          productSkuId: exact(`6470${skuIdOf(shop, line.sku).slice(4)}`),
          productId: 619000001,
          extCode: line.sku,
          soldFactor: 1,
        },
      ],
    })),
    ...(ctx.faults.of(TEMU).newField ? { quantumDelivery: { probability: '0.5' } } : {}),
  };
}

function checkWays(answered: unknown): void {
  if (answered !== undefined && texts('fulfillmentTypeList', answered, 2).some((one) => !WAYS.includes(one)))
    throw wrongParams('fulfillmentTypeList is invalid');
}

function orderList({ ctx, shop, params }: Call) {
  const { offset, size } = pageIn(params, 'pageNumber', 100);
  checkWays(params.fulfillmentTypeList);
  const changed = windowIn(params, 'updateAtStart', 'updateAtEnd');
  const created = windowIn(params, 'createAfter', 'createBefore');
  const status = integer('parentOrderStatus', params.parentOrderStatus ?? 0, 0, 51);
  if (params.sortby !== undefined && params.sortby !== 'createTime' && params.sortby !== 'updateTime')
    throw wrongParams('sortby is invalid');
  const named =
    params.parentOrderSnList === undefined ? undefined : texts('parentOrderSnList', params.parentOrderSnList, 20);
  const all = created
    ? createdBetween(shop, ...created)
    : changedBetween(shop, ...(changed ?? [0, Number.MAX_SAFE_INTEGER]));
  const found = all.filter(
    (order) => (status === 0 || statusOf(order) === status) && (!named || named.includes(order.id)),
  );
  const page = pageOf(ctx, TEMU, found, offset, size);
  return { totalItemNum: page.total, pageItems: page.rows.map((order) => orderView(ctx, shop, order)) };
}

function shippingInfo({ shop, params }: Call, masked: boolean) {
  const order = orderOf(shop, params.parentOrderSn);
  if (order.status === 'pending' || order.status === 'cancelled')
    throw new TemuError(180_020_008, 'Please sign on DPA agreement first');
  const { address } = order;
  const hide = (answered: string) => (masked ? `${answered.slice(0, 2)}***` : answered);
  return {
    receiptName: address.name,
    receiptAdditionalName: '',
    mobile: hide(address.phone),
    mail: `${order.seq}@privaterelay.temu.example`,
    regionName1: names.of(address.country),
    regionName2: address.state,
    regionName3: address.city,
    regionName4: '',
    addressLine1: hide(address.line1),
    addressLine2: address.line2,
    addressLine3: '',
    addressLineAll: hide([address.line1, address.line2].filter(Boolean).join(' ')),
    postCode: address.postalCode,
    taxCode: '',
  };
}

/** In cents. */
function amountQuery({ ctx, shop, params }: Call) {
  const order = orderOf(shop, params.parentOrderSn);
  if (ctx.faults.marks(TEMU, 'hiddenMoney', order.id)) throw noSensitiveScope();
  const { goods, tax, total } = orderTotals(order);
  const currency = ctx.faults.marks(TEMU, 'oddMoney', order.id) ? 'XTS' : shop.currency;
  const money = (amount: number) => ({ amount, currency });
  return {
    parentOrderMap: {
      parentOrderSn: order.id,
      retailPriceTotal: money(goods),
      retailPriceTotalTaxExcl: money(goods),
      basePriceTotal: money(Math.round(goods * 0.88)),
      shippingAmountTotal: money(order.shippingCents),
      taxTotal: money(tax),
      totalDiscount: money(0),
      customerPaid: money(total),
    },
    orderList: order.lines.map((line) => ({
      orderSn: orderSnOf(line.id),
      quantity: line.quantity,
      unitRetailPrice: money(line.priceCents),
      unitRetailPriceVatExcl: money(line.priceCents),
      unitBasePrice: money(Math.round(line.priceCents * 0.88)),
      discountFromTEMU: money(0),
      discountFromSeller: money(0),
      productTaxAmount: money(line.taxCents),
    })),
    warning: [],
  };
}

/** Risk control, which really takes its time, agrees at once here. */
function outOfStock({ ctx, shop, params }: Call) {
  const order = orderOf(shop, params.parentOrderSn);
  const named = texts('orderSnList', params.orderSnList, 200);
  const fail = (reason: string) => ({
    applyResult: false,
    failReasonList: named.map((orderSn) => ({ parentOrderSn: order.id, orderSn, reasonList: [reason] })),
  });
  if (order.status !== 'unshipped') return fail('ORDER_STATUS_NOT_SUPPORT');
  if (!order.lines.every((line) => named.includes(orderSnOf(line.id)))) return fail('PARTIAL_NOT_SUPPORT');
  ctx.world.cancel(order, 'out of stock', 'MERCHANT');
  return { applyResult: true, failReasonList: [] };
}

const cancelSn = (order: SandboxOrder): string => `${order.id}-C01`;

function cancelList({ shop, params }: Call) {
  const desired = texts('parentOrderSnList', params.parentOrderSnList, 200);
  const data = [...shop.byId.values()]
    .filter((order) => desired.includes(order.id) && order.cancelRequested && order.status !== 'cancelled')
    .map((order) => ({ parentAfterSalesSn: cancelSn(order), parentAfterSalesStatus: 1, afterSalesInfoList: [] }));
  return { total: data.length, pageNumber: 1, data };
}

function cancelAgree({ ctx, shop, params }: Call) {
  const order = orderOf(shop, params.parentOrderSn);
  if (!order.cancelRequested || params.parentAfterSalesSn !== cancelSn(order))
    throw new TemuError(130_010_005, 'operate forbid');
  if (order.status === 'shipped') throw new TemuError(130_010_002, 'The order has been fully shipped.');
  notify(order, ctx.world.clock.now(), { kind: 'cancel', via: 'cancel.agree', ref: cancelSn(order) });
  ctx.world.cancel(order, order.cancelReason, 'BUYER');
  return {};
}

/** Source: the Order and Order Cancellation APIs. */
export const orders: Operation[] = [
  {
    type: 'bg.order.list.v2.get',
    params: [
      ...['pageNumber', 'pageSize', 'parentOrderStatus', 'parentOrderSnList', 'createAfter', 'createBefore'],
      ...['updateAtStart', 'updateAtEnd', 'fulfillmentTypeList', 'sortby', 'regionId'],
    ],
    handle: orderList,
  },
  {
    type: 'bg.order.detail.v2.get',
    params: ['parentOrderSn', 'fulfillmentTypeList'],
    handle: ({ ctx, shop, params }) => orderView(ctx, shop, orderOf(shop, params.parentOrderSn)),
  },
  { type: 'bg.order.shippinginfo.v2.get', params: ['parentOrderSn'], handle: (call) => shippingInfo(call, true) },
  { type: 'bg.order.decryptshippinginfo.get', params: ['parentOrderSn'], handle: (call) => shippingInfo(call, false) },
  { type: 'bg.order.amount.query', params: ['parentOrderSn'], handle: amountQuery },
  { type: 'temu.order.cancel.outofstock.apply', params: ['parentOrderSn', 'orderSnList'], handle: outOfStock },
  {
    type: 'bg.aftersales.cancel.list.get',
    params: ['parentOrderSnList', 'afterSalesStatusGroup', 'pageNo', 'pageSize'],
    handle: cancelList,
  },
  { type: 'bg.aftersales.cancel.agree', params: ['parentAfterSalesSn', 'parentOrderSn'], handle: cancelAgree },
];
