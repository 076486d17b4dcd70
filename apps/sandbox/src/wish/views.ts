import type { Context } from '../http/app.ts';
import type { SandboxOrder } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import { NAME } from './name.ts';

export const WAREHOUSE = { id: '5c1f3a7be29d410c8c2aa001', name: 'STANDARD', country: 'CN' };
const DAYS_TO_SHIP = 5;
const DAYS_TO_DELIVER = 20;
const DAY_MS = 86_400_000;
const SHARE = 0.15;

export const stamp = (ms: number): string => new Date(ms).toISOString();

/** What Wish still does, or did last, to an order at the merchant's wish. */
export interface Work {
  source: 'UPDATE_TRACKING' | 'REFUND';
  status: 'IN_PROGRESS' | 'FAILED' | 'SUCCEEDED';
}
export const workOf = (order: SandboxOrder): Work | undefined => order.extra.work as Work | undefined;

/** Orders of every fifth buyer have to be confirmed as delivered. */
export const isStrict = (order: SandboxOrder): boolean => order.seq % 5 === 0;

const standing = (order: SandboxOrder) => order.parcels.filter((parcel) => !parcel.cancelled);
const isReturned = (shop: Shop, order: SandboxOrder) =>
  shop.returns.some((one) => one.orderId === order.id && one.state === 'refunded');

export function stateOf(ctx: Context, shop: Shop, order: SandboxOrder): string {
  if (ctx.faults.marks(NAME, 'unknownStatus', order.id)) return 'WAITING_FOR_MOON';
  if (order.status === 'cancelled' || isReturned(shop, order)) return 'REFUNDED';
  if (order.status === 'pending') return 'REQUIRE_REVIEW';
  return standing(order).length > 0 ? 'SHIPPED' : 'APPROVED';
}

function records(order: SandboxOrder) {
  const event = (event_type: string, ms: number) => ({ event_type, event_time: stamp(ms) });
  const [first] = standing(order);
  return [
    event('ORDER_RELEASED', order.createdAt),
    ...standing(order).map((parcel) => event('MARK_SHIPPED', parcel.createdAt)),
    ...(order.delivered && first
      ? [event('CONFIRM_FULFILLED', first.createdAt), event('CONFIRMED_DELIVERED', order.updatedAt)]
      : []),
  ];
}

function refunds(shop: Shop, order: SandboxOrder, money: (cents: number) => object) {
  const returned = shop.returns.findLast((one) => one.orderId === order.id && one.state === 'refunded');
  if (order.status !== 'cancelled' && !returned) return [];
  const total = order.lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0);
  return [
    {
      refund_source: order.cancelledBy === 'MERCHANT' ? 'MERCHANT' : 'CUSTOMER',
      refund_amount: money(returned?.refundCents ?? total),
      refund_reason: returned?.reason ?? order.cancelReason,
      refund_time: stamp(returned?.updatedAt ?? order.cancelledAt),
    },
  ];
}

function payment(order: SandboxOrder, money: (cents: number) => object) {
  const [line] = order.lines;
  const [quantity, price] = [line?.quantity ?? 1, line?.priceCents ?? 0];
  const freight = Math.floor(order.shippingCents / quantity);
  const share = (cents: number) => Math.round(cents * SHARE);
  const pieces = (cents: number) => cents * quantity;
  return {
    general_payment_details: {
      product_quantity: quantity,
      product_price: money(price),
      original_product_price: money(price),
      product_shipping_price: money(freight),
      product_merchant_payment: money(price - share(price)),
      shipping_merchant_payment: money(freight - share(freight)),
      payment_total: money(pieces(price - share(price)) + pieces(freight - share(freight))),
    },
    rev_share: { rev_share: SHARE, merchant_commission_fees: money(pieces(share(price)) + pieces(share(freight))) },
    carrier_subsidies: [],
    shipping_reimbursements: [],
  };
}

function address({ address: answered }: SandboxOrder) {
  const [prefix = '', ...number] = answered.phone.split(' ');
  return {
    name: answered.name,
    street_address1: answered.line1,
    street_address2: answered.line2,
    street_address3: '',
    city: answered.city,
    state: answered.state,
    zipcode: answered.postalCode,
    country: answered.country,
    country_code: answered.country,
    phone_number: { number: number.join(' '), country_code: prefix.replace('+', '') },
  };
}

/** Source: Order of the Wish Marketplace API v3. */
export function orderView(ctx: Context, shop: Shop, order: SandboxOrder) {
  const [line] = order.lines;
  if (!line) throw new Error(`order ${order.id} has no line`);
  const malformed = ctx.faults.marks(NAME, 'malformed', order.id);
  const currency = ctx.faults.marks(NAME, 'oddMoney', order.id) ? 'CNY' : shop.currency;
  const money = (cents: number) => ({ amount: malformed ? 'a lot' : cents / 100, currency_code: currency });
  const listing = shop.listings.bySku(line.sku);
  const work = workOf(order);
  return {
    id: order.id,
    transaction_id: `64f0aa${String(order.seq).padStart(18, '0')}`,
    state: stateOf(ctx, shop, order),
    released_at: stamp(order.createdAt),
    updated_at: stamp(order.updatedAt),
    product_information: {
      id: listing?.itemId ?? '63f0aa000000000000000fff',
      name: line.title,
      sku: line.sku,
      variation_id: listing?.variantId ?? '63f0ab000000000000000fff',
      color: '',
      size: '',
      manufactured_country: 'CN',
    },
    full_address: { shipping_detail: address(order) },
    order_payment: payment(order, money),
    fulfillment_requirements: {
      expected_ship_time: stamp(order.createdAt + DAYS_TO_SHIP * DAY_MS),
      expected_delivery_time: stamp(order.createdAt + DAYS_TO_DELIVER * DAY_MS),
    },
    fulfillment_order_types: isStrict(order) ? ['CONFIRMED_DELIVERY_POLICY'] : [],
    tracking_information: standing(order)
      .map((parcel) => ({
        tracking_number: parcel.numbers[0],
        shipping_provider: { name: parcel.carrierName },
        origin_country: WAREHOUSE.country,
        ship_note: '',
      }))
      .reverse(),
    fulfillment_records: records(order),
    refunds: refunds(shop, order, money),
    penalties: [],
    warehouse_information: {
      warehouse_id: WAREHOUSE.id,
      warehouse_name: WAREHOUSE.name,
      warehouse_type: 'PRIMARY',
    },
    tax_information: {},
    special_programs: [],
    ...(work ? { processing_status: work.status, processing_source: work.source } : {}),
    ...(ctx.faults.of(NAME).newField ? { moon_phase: 'waxing' } : {}),
  };
}
