import type { PlatformOrder, PlatformOrderLine } from '../../capabilities/orders.ts';
import { divide, fromMinor, isZero, magnitude, negate, sum } from '../../money.ts';
import { countryCode, stateCode } from '../../places.ts';
import { Unfit } from '../../read.ts';
import type { Address, Decimal, Instant } from '../../types.ts';
import type { TemuAddress, TemuAmounts, TemuLine, TemuMoney, TemuOrder } from './orderShape.ts';
import { partsOf } from './parts.ts';
import { currencyOf } from './regions.ts';
import { isCancelled, readStatus, wantsCancel } from './status.ts';

/** What has to be asked for besides: absent where the seller has not allowed it, or Temu does not show it. */
export interface Besides {
  amounts?: TemuAmounts | undefined;
  address?: TemuAddress | undefined;
  /** The country of the shop, for an order that does not say its own. */
  regionId?: string | undefined;
  /** Stands for the time of the last change where Temu does not tell it. */
  readAt: Instant;
}

/** Reads amounts of one currency and refuses any other. */
function reader(currency: string) {
  return (...answered: TemuMoney[]): Decimal | undefined => {
    const found = answered.find((one) => one);
    if (!found) return undefined;
    if (found.currency !== currency) throw new Unfit('amount', `${found.currency} in an order of ${currency}`);
    return fromMinor(found.amount, currency);
  };
}

function currencyIn(amounts: TemuAmounts | undefined, regionId: string | undefined): string {
  const answered = amounts && Object.values(amounts.parentOrderMap).find((one) => one)?.currency;
  const found = answered ?? currencyOf(regionId);
  if (!found) throw new Unfit('regionId', `no amounts may be read, and no currency of ${regionId} is known`);
  return found;
}

type Read = ReturnType<typeof reader>;

function priceOf(line: TemuLine, amounts: TemuAmounts | undefined, read: Read): Decimal | undefined {
  const answered = amounts?.orderList.find((one) => one.orderSn === line.orderSn);
  return read(answered?.unitRetailPriceVatExcl, answered?.unitRetailPrice, answered?.unitBasePrice);
}

const hasUnreadable = (amounts: TemuAmounts | undefined): boolean =>
  amounts !== undefined &&
  [amounts.parentOrderMap, ...amounts.orderList].some((sums) => Object.values(sums).includes(null));

function readLines(line: TemuLine, amounts: TemuAmounts | undefined, read: Read, over: boolean): PlatformOrderLine[] {
  const answered = amounts?.orderList.find((one) => one.orderSn === line.orderSn);
  const sold = over ? (line.originalOrderQuantity ?? line.quantity) : line.quantity;
  const price = priceOf(line, amounts, read) ?? '0';
  const discount = sum([
    magnitude(read(answered?.discountFromTEMU) ?? '0'),
    magnitude(read(answered?.discountFromSeller) ?? '0'),
  ]);
  return partsOf(line).map((part, index) => ({
    platformLineId: part.lineId,
    sellerSku: part.sku,
    ...(line.skuId ? { platformItemId: line.skuId } : {}),
    title: [line.goodsName, line.spec].filter(Boolean).join(' · ') || part.sku || line.orderSn,
    quantity: sold * part.factor,
    // A set's price stands with its first product.
    unitPrice: index > 0 ? '0' : part.factor === 1 ? price : divide(price, part.factor, 4),
    discount: index > 0 ? '0' : discount,
    tax: index > 0 ? '0' : (read(answered?.productTaxAmount) ?? '0'),
  }));
}

/** First the country, then what lies in it, the smallest last. */
export function readAddress(answered: TemuAddress | undefined): Address | undefined {
  const country = countryCode(answered?.regionName1);
  if (!answered || !country) return undefined;
  const [line1 = answered.addressLineAll ?? '', ...more] = [
    answered.addressLine1,
    answered.addressLine2,
    answered.addressLine3,
  ].filter((line) => line !== undefined);
  const line2 = [...more, answered.regionName4].filter(Boolean).join(', ');
  return {
    name: answered.receiptName ?? '',
    line1,
    ...(line2 ? { line2 } : {}),
    city: answered.regionName3 ?? answered.regionName2 ?? '',
    ...(answered.regionName2 ? { state: stateCode(country, answered.regionName2) } : {}),
    postalCode: answered.postCode ?? '',
    country,
    ...(answered.mobile ? { phone: answered.mobile } : {}),
    ...(answered.mail ? { email: answered.mail } : {}),
  };
}

const ONLY_TEMU = 'RESTRICT_SELF_SHIPPING';
const BY_WAREHOUSE = 'fulfillByCooperativeWarehouse';

export function toPlatformOrder(order: TemuOrder, { amounts, address, readAt, ...shop }: Besides): PlatformOrder {
  const { parentOrderMap: head, orderList } = order;
  const regionId = head.regionId ?? shop.regionId;
  const reading = readStatus(order);
  if (!reading) throw new Unfit('parentOrderStatus', `"${head.parentOrderStatus}" is unknown`);
  const currency = currencyIn(amounts, regionId);
  const read = reader(currency);
  const over = reading.status === 'cancelled';
  const live = over ? orderList : orderList.filter((line) => !isCancelled(line));
  if (live.length === 0) throw new Unfit('orderList', 'nothing is left of an order that is not cancelled');
  const answered = amounts?.parentOrderMap;
  const goodsSum = read(answered?.retailPriceTotalTaxExcl, answered?.retailPriceTotal, answered?.basePriceTotal);
  const paid = read(answered?.customerPaid);
  const unknown =
    (paid ?? goodsSum) === undefined ||
    live.some((line) => priceOf(line, amounts, read) === undefined) ||
    hasUnreadable(amounts);
  const goods = goodsSum ?? '0';
  const shipping = read(answered?.shippingAmountTotal) ?? '0';
  const tax = read(answered?.taxTotalAfterDiscount, answered?.taxTotal) ?? '0';
  const discount = magnitude(read(answered?.totalDiscount) ?? '0');
  const total = paid ?? sum([goods, shipping, tax, isZero(discount) ? '0' : negate(discount)]);
  const shipTo = readAddress(address);
  return {
    platformOrderNo: head.parentOrderSn,
    ...reading,
    fulfilledBy: live.every((line) => line.fulfillmentType === BY_WAREHOUSE) ? 'platform' : 'seller',
    ...(head.fulfillmentWarning.includes(ONLY_TEMU) ? { platformShipping: true } : {}),
    orderedAt: head.parentOrderTime,
    updatedAt: head.updateTime ?? readAt,
    ...(head.expectShipLatestTime ? { shipBy: head.expectShipLatestTime } : {}),
    ...(regionId ? { marketplaceId: regionId } : {}),
    currency,
    goodsAmount: goods,
    shippingAmount: shipping,
    taxAmount: tax,
    discountAmount: discount,
    totalAmount: total,
    ...(unknown ? { amountsUnknown: true } : {}),
    ...(shipTo?.name ? { buyerName: shipTo.name } : {}),
    ...(shipTo?.email ? { buyerEmail: shipTo.email } : {}),
    ...(wantsCancel(order) && !over ? { cancelRequested: true } : {}),
    ...(shipTo ? { shipTo } : {}),
    lines: live.flatMap((line) => readLines(line, amounts, read, over)),
  };
}
