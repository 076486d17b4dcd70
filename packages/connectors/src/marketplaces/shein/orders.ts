import type { PlatformOrder, PlatformOrderLine } from '../../capabilities/orders.ts';
import { negate, sum, times } from '../../money.ts';
import { Unfit } from '../../read.ts';
import type { Address } from '../../types.ts';
import type { SheinOrder, SheinUnit } from './orderShape.ts';
import { readStatus } from './status.ts';
import { isRefunded, linesOf } from './units.ts';

const SHEIN_WAREHOUSE = 2;
const BY_SHEIN = 1;
const BY_SELLER = 2;

/** True: only by SHEIN's logistics; false: only by the seller; undefined: as the seller likes, or not said. */
export function goesBySheinOnly(order: SheinOrder): boolean | undefined {
  const options = order.optionalLogisticsList;
  if (options.length === 0 || (options.includes(BY_SHEIN) && options.includes(BY_SELLER))) return undefined;
  return options.includes(BY_SHEIN);
}

/** The seller's label was bought from SHEIN. */
export const wentByShein = (order: SheinOrder): boolean => order.orderLogisticsType === BY_SHEIN;
/** The seller may choose and has not. */
export const mayStillChoose = (order: SheinOrder): boolean =>
  order.optionalLogisticsList.includes(BY_SHEIN) && order.orderLogisticsType !== BY_SELLER;

function readLine(units: readonly SheinUnit[], live: readonly SheinUnit[], oneCurrency: boolean): PlatformOrderLine {
  const [first] = units;
  const price = first?.sellerCurrencyPrice ?? first?.costPrice;
  if (!first || !price) throw new Unfit('orderGoodsInfoList', 'a unit without a price');
  return {
    platformLineId: first.goodsId,
    sellerSku: first.sellerSku ?? first.goodsSn ?? '',
    ...(first.skuCode ? { platformItemId: first.skuCode } : {}),
    title: first.goodsTitle ?? first.sellerSku ?? first.goodsId,
    quantity: live.length,
    unitPrice: price,
    discount: oneCurrency
      ? sum(
          live.flatMap((unit) => [unit.orderCurrencyStoreCouponPrice ?? '0', unit.orderCurrencyPromotionPrice ?? '0']),
        )
      : '0',
    tax: oneCurrency ? sum(live.map((unit) => unit.saleTax ?? '0')) : '0',
  };
}

const hasUnreadable = (order: SheinOrder): boolean =>
  order.sellerShippingFee === null ||
  order.orderGoodsInfoList.some((unit) =>
    [unit.orderCurrencyStoreCouponPrice, unit.orderCurrencyPromotionPrice, unit.saleTax].includes(null),
  );

export function toPlatformOrder(order: SheinOrder, shipTo: Address | undefined): PlatformOrder {
  const status = readStatus(order);
  if (!status) throw new Unfit('orderStatus', `"${order.orderStatus}" is unknown`);
  for (const [index, unit] of order.orderGoodsInfoList.entries())
    if (unit.orderCurrency && unit.orderCurrency !== order.orderCurrency)
      throw new Unfit(`orderGoodsInfoList.${index}.orderCurrency`, `${unit.orderCurrency} in an order of another`);
  // The seller's price may stand in another currency than the buyer's coupons and taxes: then these are left out.
  const oneCurrency = !order.saleCurrency || order.saleCurrency === order.orderCurrency;
  const over = status === 'cancelled' || status === 'refunded';
  const lines = linesOf(order)
    .map((units) => ({ units, live: over ? units : units.filter((unit) => !isRefunded(unit)) }))
    .filter(({ live }) => live.length > 0)
    .map(({ units, live }) => readLine(units, live, oneCurrency));
  const goods = sum(lines.map((line) => times(line.unitPrice, line.quantity)));
  const discount = sum(lines.map((line) => line.discount));
  const tax = sum(lines.map((line) => line.tax));
  const shipping = (oneCurrency ? order.sellerShippingFee : '0') ?? '0';
  const unknown = oneCurrency && hasUnreadable(order);
  const only = goesBySheinOnly(order);
  const packages = order.packageWaybillList.map((one) => one.packageNo).filter(Boolean);
  const shipBy = order.requestDeliveryTime ?? order.requestHandoverTime;
  const reasons = order.unProcessReason;
  return {
    platformOrderNo: order.orderNo,
    ...(packages.length > 0 ? { fulfilmentRefs: packages } : {}),
    status,
    fulfilledBy: order.stockMode === SHEIN_WAREHOUSE ? 'platform' : 'seller',
    ...(only === undefined ? {} : { platformShipping: only }),
    orderedAt: order.orderTime,
    ...(order.paymentTime ? { paidAt: order.paymentTime } : {}),
    updatedAt: order.orderMsgUpdateTime ?? order.orderTime,
    ...(shipBy ? { shipBy } : {}),
    ...(order.salesSite ? { marketplaceId: order.salesSite } : {}),
    currency: order.saleCurrency ?? order.orderCurrency,
    goodsAmount: goods,
    shippingAmount: shipping,
    taxAmount: tax,
    discountAmount: discount,
    totalAmount: sum([goods, shipping, tax, negate(discount)]),
    ...(unknown ? { amountsUnknown: true } : {}),
    ...(shipTo?.name ? { buyerName: shipTo.name } : {}),
    ...(shipTo?.email ? { buyerEmail: shipTo.email } : {}),
    ...(reasons.length > 0 && status === 'toShip' ? { hold: `unProcessReason ${reasons.join(', ')}` } : {}),
    ...(shipTo ? { shipTo } : {}),
    lines,
  };
}
