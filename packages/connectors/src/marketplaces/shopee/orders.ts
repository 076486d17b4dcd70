import { amountsOfOrder, type OrderAmounts } from '../../amounts.ts';
import type { OrderRecord, PlatformOrder, PlatformOrderLine } from '../../capabilities/orders.ts';
import { isZero, magnitude, negate, sum, times } from '../../money.ts';
import { countryCode } from '../../places.ts';
import { Unfit } from '../../read.ts';
import { readOrderAs } from '../../record.ts';
import type { Address, Decimal } from '../../types.ts';
import { orderShape, type ShopeeItem, type ShopeeOrder } from './orderShape.ts';
import { currencyOf } from './regions.ts';
import { readStatus } from './status.ts';

/** What one article is called in parcels and cancellations: "item-model". */
export const articleOf = (one: { item_id: string; model_id?: string | null | undefined }): string =>
  `${one.item_id}-${one.model_id ?? '0'}`;

/** An article may stand in an order several times, once for each bundle or add-on it came by. */
function lineIds(items: readonly ShopeeItem[]): string[] {
  const visited = new Map<string, number>();
  return items.map((item) => {
    const key = [articleOf(item), item.order_item_id ?? '0', item.promotion_group_id ?? '0'].join('-');
    const before = visited.get(key) ?? 0;
    visited.set(key, before + 1);
    return before === 0 ? key : `${key}-${before + 1}`;
  });
}

/** The items of an order under the line ids that we gave them. */
export function linesOf(order: ShopeeOrder): { lineId: string; item: ShopeeItem }[] {
  const ids = lineIds(order.item_list);
  return order.item_list.map((item, index) => ({ lineId: ids[index] ?? '', item }));
}

function readLine({ lineId, item }: { lineId: string; item: ShopeeItem }, amounts: OrderAmounts): PlatformOrderLine {
  const reduced = amounts.optional(item.model_discounted_price);
  return {
    platformLineId: lineId,
    sellerSku: item.model_sku ?? item.item_sku ?? '',
    platformItemId: item.item_id,
    title: [item.item_name, item.model_name].filter(Boolean).join(' · '),
    quantity: item.model_quantity_purchased,
    // Inside a bundle Shopee writes 0 for the reduced price: the bundle's price is known of the order only.
    unitPrice: isZero(reduced) ? amounts.due(item.model_original_price) : reduced,
    discount: '0',
    tax: '0',
  };
}

/** As Shopee tells it: masked before the parcel is arranged, and in most markets for good. */
function readAddress(order: ShopeeOrder, region: string | undefined): Address | undefined {
  const answered = order.recipient_address;
  if (!answered.full_address && !answered.name) return undefined;
  const more = [answered.town, answered.district].filter(Boolean).join(', ');
  return {
    name: answered.name ?? '',
    line1: answered.full_address ?? '',
    ...(more ? { line2: more } : {}),
    city: answered.city ?? answered.state ?? '',
    ...(answered.state ? { state: answered.state } : {}),
    postalCode: answered.zipcode ?? '',
    country: countryCode(answered.region) ?? answered.region ?? region ?? '',
    ...(answered.phone ? { phone: answered.phone } : {}),
  };
}

/**
 * Between the goods and what the buyer paid lie postage, vouchers and coins, which the order does not tell apart: more
 * than the goods is told as shipping, less as discount. Settlements bring them one by one.
 */
function balance(goods: Decimal, total: Decimal): { shipping: Decimal; discount: Decimal } {
  const rest = sum([total, negate(goods)]);
  const less = rest.startsWith('-') && !isZero(rest);
  return less ? { shipping: '0', discount: magnitude(rest) } : { shipping: rest, discount: '0' };
}

/** `shopRegion`: the market of the shop, for an order that does not name its own. */
export function toPlatformOrder(order: ShopeeOrder, shopRegion?: string): PlatformOrder {
  const packages = order.package_list;
  const reading = readStatus(
    order.order_status,
    packages.map((one) => one.logistics_status ?? ''),
    order.pending_terms,
  );
  if (!reading) throw new Unfit('order_status', `"${order.order_status}" is unknown`);
  const region = order.region ?? shopRegion;
  const currency = order.currency ?? currencyOf(region);
  if (!currency) throw new Unfit('currency', 'neither a currency is named nor a market that has one');
  const amounts = amountsOfOrder();
  const lines = linesOf(order)
    .map((line) => readLine(line, amounts))
    .filter((line) => line.quantity > 0);
  const goods = sum(lines.map((line) => times(line.unitPrice, line.quantity)));
  // Not told before the buyer has paid.
  const total = amounts.due(order.total_amount ?? (reading.status === 'unpaid' ? goods : null));
  const { shipping, discount } = balance(goods, total);
  const shipTo = readAddress(order, region);
  const byShopee = order.fulfillment_flag === 'fulfilled_by_shopee' || order.advance_package;
  return {
    platformOrderNo: order.order_sn,
    ...(packages.length > 0 ? { fulfilmentRefs: packages.map((one) => one.package_number) } : {}),
    ...reading,
    fulfilledBy: byShopee ? 'platform' : 'seller',
    orderedAt: order.create_time,
    ...(order.pay_time ? { paidAt: order.pay_time } : {}),
    updatedAt: order.update_time ?? order.pay_time ?? order.create_time,
    ...(order.ship_by_date ? { shipBy: order.ship_by_date } : {}),
    ...(region ? { marketplaceId: region } : {}),
    currency,
    goodsAmount: goods,
    shippingAmount: shipping,
    taxAmount: '0',
    discountAmount: discount,
    totalAmount: total,
    ...amounts.unknown(),
    ...(order.buyer_username ? { buyerName: order.buyer_username } : {}),
    ...(order.message_to_seller ? { buyerNote: order.message_to_seller } : {}),
    ...(shipTo ? { shipTo } : {}),
    lines,
  };
}

export const NUMBER_FIELD = 'order_sn';

export const readOrder = (raw: unknown, shopRegion?: string): OrderRecord =>
  readOrderAs(orderShape, raw, NUMBER_FIELD, (order) => toPlatformOrder(order, shopRegion));
