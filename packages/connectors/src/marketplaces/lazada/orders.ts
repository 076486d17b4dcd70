import type { OrderRecord, PlatformOrder, PlatformOrderLine } from '../../capabilities/orders.ts';
import { negate, sum } from '../../money.ts';
import { Unfit } from '../../read.ts';
import { readOrderAs } from '../../record.ts';
import type { Address, Decimal } from '../../types.ts';
import { type LazadaOrder, type LazadaUnit, orderShape } from './orderShape.ts';
import { COUNTRIES, codeOfName } from './regions.ts';
import { stageOf, statusOf } from './status.ts';
import { byLazada, is, linesOf } from './units.ts';

const paidFor = (unit: LazadaUnit): Decimal => unit.paid_price ?? unit.item_price;

function readLine(units: readonly LazadaUnit[], live: readonly LazadaUnit[]): PlatformOrderLine {
  const [first] = units;
  if (!first) throw new Unfit('order_items', 'a line without units');
  return {
    platformLineId: first.order_item_id,
    sellerSku: first.sku ?? '',
    ...(first.sku_id ? { platformItemId: first.sku_id } : {}),
    title: [first.name, first.variation].filter(Boolean).join(' · ') || (first.sku ?? first.order_item_id),
    quantity: live.length,
    unitPrice: first.item_price,
    discount: sum(live.flatMap((unit) => [unit.item_price, negate(paidFor(unit))])),
    // Prices hold the tax.
    tax: '0',
  };
}

/** Masked as Lazada gives it: most apps never see more. */
function readAddress(order: LazadaOrder, region: string): Address | undefined {
  const answered = order.address_shipping;
  const name = [answered?.first_name, answered?.last_name].filter(Boolean).join(' ');
  if (!answered.address1 && !name) return undefined;
  const more = [answered.address2, answered.address5].filter(Boolean).join(', ');
  return {
    name,
    line1: answered.address1 ?? '',
    ...(more ? { line2: more } : {}),
    city: answered.address4 ?? answered.city ?? '',
    ...(answered.address3 ? { state: answered.address3 } : {}),
    postalCode: answered.post_code ?? '',
    country: codeOfName(answered.country) ?? region,
    ...(answered.phone ? { phone: answered.phone } : {}),
  };
}

function currencyIn(units: readonly LazadaUnit[], region: string): string {
  const usual = COUNTRIES.find((one) => one.code === region)?.currency;
  const [currency, ...others] = new Set(units.map((unit) => unit.currency ?? usual));
  if (currency === undefined || others.length > 0)
    throw new Unfit('order_items.currency', `several in one order: ${[currency, ...others].join(', ')}`);
  return currency;
}

export function toPlatformOrder(order: LazadaOrder, region: string): PlatformOrder {
  const units = order.order_items;
  const stages = units.map((unit) => {
    const stage = stageOf(unit.status);
    if (!stage) throw new Unfit('order_items.status', `"${unit.status}" is unknown`);
    return stage;
  });
  const status = statusOf(stages);
  const over = status === 'cancelled';
  const lines = linesOf(order)
    .map((all) => ({ all, live: over ? all : all.filter((unit) => !is(unit, 'cancelled')) }))
    .filter(({ live }) => live.length > 0);
  const live = lines.flatMap((line) => line.live);
  const goods = sum(live.map((unit) => unit.item_price));
  const paid = sum(live.map(paidFor));
  const shipping = order.shipping_fee ?? '0';
  const unknown = order.shipping_fee === null || live.some((unit) => unit.paid_price === null);
  const shipTo = readAddress(order, region);
  const buyer = [order.customer_first_name, order.customer_last_name].filter(Boolean).join(' ');
  const [shipBy] = live.flatMap((unit) => unit.sla_time_stamp ?? []).sort();
  const paidAt = live
    .flatMap((unit) => unit.payment_time ?? [])
    .sort()
    .at(-1);
  const changes = units.flatMap((unit) => unit.updated_at ?? []).sort();
  const packages = [...new Set(live.flatMap((unit) => unit.package_id ?? []))];
  return {
    platformOrderNo: order.order_id,
    ...(packages.length > 0 ? { fulfilmentRefs: packages } : {}),
    status,
    fulfilledBy: live.every(byLazada) ? 'platform' : 'seller',
    platformShipping: !live.some((unit) => unit.delivery_option_sof),
    orderedAt: order.created_at,
    ...(paidAt ? { paidAt } : {}),
    updatedAt: order.updated_at ?? changes.at(-1) ?? order.created_at,
    ...(shipBy ? { shipBy } : {}),
    marketplaceId: region,
    currency: currencyIn(units, region),
    goodsAmount: goods,
    shippingAmount: shipping,
    taxAmount: '0',
    discountAmount: sum([goods, negate(paid)]),
    totalAmount: sum([paid, shipping]),
    ...(unknown ? { amountsUnknown: true } : {}),
    ...(buyer ? { buyerName: buyer } : {}),
    ...((order.buyer_note ?? order.remarks) ? { buyerNote: order.buyer_note ?? order.remarks ?? '' } : {}),
    ...(!over && (order.need_cancel_confirm || live.some((unit) => unit.need_cancel_confirm))
      ? { cancelRequested: true }
      : {}),
    ...(shipTo ? { shipTo } : {}),
    lines: lines.map(({ all, live: alive }) => readLine(all, alive)),
  };
}

export const NUMBER_FIELD = 'order_id';

export const readOrder = (raw: unknown, region: string): OrderRecord =>
  readOrderAs(orderShape, raw, NUMBER_FIELD, (answered) => toPlatformOrder(answered, region));
