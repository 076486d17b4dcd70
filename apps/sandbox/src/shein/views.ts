import type { Context } from '../http/app.ts';
import { exact } from '../kit/exact.ts';
import { dollars, type SandboxOrder } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import { kept, nextPackageNo, optionsOf, type Unit, unitsOf } from './packages.ts';
import { stamp } from './params.ts';
import { SHEIN } from './signing.ts';

const DAY_MS = 86_400_000;
const names = new Intl.DisplayNames(['en'], { type: 'region' });
export const SITE = 'shein-us';
export const WAREHOUSE = 'PS2251996304';

export function statusOf(order: SandboxOrder): number {
  if (order.status === 'cancelled') return 6;
  if (order.status === 'shipped') return order.refunded ? 6 : order.delivered ? 5 : 4;
  if (order.status === 'pending') return 1;
  const waiting = unitsOf(order).every((unit) => unit.package && !unit.package.gone);
  if (waiting) return 7;
  return order.acknowledged || order.status === 'partial' ? 2 : 1;
}

export const skuCodeOf = (shop: Shop, sku: string): string => `I${shop.listings.bySku(sku)?.variantId ?? '0'}`;

/** Sums come as numbers, with the decimals they have. */
const money = (cents: number) => exact(dollars(cents));

function unitView(shop: Shop, order: SandboxOrder, unit: Unit, currency: string) {
  const status = unit.noStock ? 6 : unit.package?.gone ? Math.max(4, statusOf(order)) : statusOf(order);
  const { line } = unit;
  return {
    goodsId: exact(unit.goodsId),
    skuCode: skuCodeOf(shop, line.sku),
    skc: `s${skuCodeOf(shop, line.sku)}`,
    goodsSn: line.sku,
    sellerSku: line.sku,
    goodsStatus: status,
    newGoodsStatus: status,
    skuAttribute: [],
    goodsTitle: line.title,
    spuPicURL: '',
    goodsWeight: line.weightGrams,
    storageTag: 1,
    performanceTag: 2,
    orderCurrency: currency,
    saleCurrency: null,
    sellerCurrencyPrice: money(line.priceCents),
    costPrice: null,
    orderCurrencyStoreCouponPrice: money(0),
    orderCurrencyPromotionPrice: money(0),
    commission: money(Math.round(line.priceCents * 0.12)),
    commissionRate: exact('12.0'),
    serviceCharge: null,
    estimatedIncome: money(line.priceCents - Math.round(line.priceCents * 0.12)),
    saleTax: money(unit.taxCents),
    warehouseCode: WAREHOUSE,
    warehouseName: 'U.S.',
    timeOutList: [],
  };
}

/** Source: "Query order detail API". */
export function orderView(ctx: Context, shop: Shop, order: SandboxOrder) {
  const odd = ctx.faults.marks(SHEIN, 'oddMoney', order.id);
  const currency = odd ? 'XTS' : shop.currency;
  const units = unitsOf(order);
  const { packages, logistics } = kept(order);
  const open = units.filter((unit) => !unit.package);
  const shippedAt = order.parcels.at(-1)?.createdAt;
  const goods = order.lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0);
  const { country, state, city, postalCode } = order.address;
  return {
    orderNo: order.id,
    orderType: 1,
    orderPlaceType: 2,
    optionalLogisticsList: optionsOf(order),
    orderLogisticsType: logistics,
    receiveMsg: { country: names.of(country), province: state, city, postCode: postalCode },
    performanceType: optionsOf(order).includes(1) ? 1 : 2,
    orderStatus: ctx.faults.marks(SHEIN, 'unknownStatus', order.id) ? 77 : statusOf(order),
    isCod: 2,
    isOverLimitOrder: 2,
    unpackingStatus: null,
    orderTag: 0,
    printOrderStatus: 1,
    invoiceStatus: 4,
    orderGoodsInfoList: units.map((unit) => unitView(shop, order, unit, currency)),
    packageWaybillList: [
      ...packages.map((one) => ({
        packageNo: one.packageNo,
        deliveryNo: one.packageNo,
        waybillNo: one.waybill,
        carrier: one.carrier,
        carrierCode: '',
        productInventoryList: one.goodsIds.map((productId) => ({ productId })),
      })),
      ...(open.length > 0
        ? [
            {
              packageNo: nextPackageNo(order),
              deliveryNo: nextPackageNo(order),
              waybillNo: '',
              carrier: '',
              carrierCode: '',
              productInventoryList: open.map((unit) => ({ productId: unit.goodsId })),
            },
          ]
        : []),
    ],
    orderCurrency: currency,
    saleCurrency: null,
    productTotalPrice: money(goods),
    storeDiscountTotalPrice: money(0),
    promotionDiscountTotalPrice: money(0),
    totalCommission: money(Math.round(goods * 0.12)),
    sellerShippingFee: order.shippingCents ? money(order.shippingCents) : null,
    estimatedGrossIncome: money(goods - Math.round(goods * 0.12)),
    totalSaleTax: money(order.lines.reduce((sum, line) => sum + line.taxCents, 0)),
    orderTime: stamp(order.createdAt),
    paymentTime: order.status === 'pending' ? '' : stamp(order.createdAt + 2000),
    orderAllocateTime: stamp(order.createdAt),
    requestDeliveryTime: stamp(order.createdAt + 2 * DAY_MS),
    requestHandoverTime: null,
    sellerDeliveryTime: shippedAt ? stamp(shippedAt) : '',
    warehouseDeliveryTime: '',
    orderMsgUpdateTime: stamp(order.updatedAt),
    billNo: order.id,
    salesArea: 1,
    stockMode: 3,
    salesSite: SITE,
    storeCode: exact('5318181723'),
    unProcessReason: order.status === 'pending' ? [1] : [],
    ...(ctx.faults.marks(SHEIN, 'malformed', order.id) ? { orderTime: 'yesterday', orderCurrency: 7 } : {}),
    ...(ctx.faults.of(SHEIN).newField ? { quantumDelivery: { probability: '0.5' } } : {}),
  };
}
