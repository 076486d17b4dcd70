import type { Context } from '../http/app.ts';
import { isoSeconds } from '../world/clock.ts';
import { type OrderLine, orderTotals, type SandboxOrder } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import type { MiraklAccount } from './api.ts';

const HOUR = 3_600_000;
const COMMISSION = 0.12;

/** Amounts are numbers here. */
export const money = (cents: number): number => cents / 100;

/** Accepted and paid is one step: the operator takes the buyer's money at once. */
export function stateOf(order: SandboxOrder): string {
  if (order.status === 'pending') return 'WAITING_DEBIT_PAYMENT';
  if (order.status === 'cancelled')
    return order.acknowledged || order.cancelledBy !== 'MERCHANT' ? 'CANCELED' : 'REFUSED';
  if (order.status === 'shipped') return order.delivered || order.refunded ? 'RECEIVED' : 'SHIPPED';
  return order.acknowledged || order.status === 'partial' ? 'SHIPPING' : 'WAITING_ACCEPTANCE';
}

function lineState(order: SandboxOrder, line: OrderLine): string {
  const state = stateOf(order);
  return state === 'SHIPPING' && line.shipped >= line.quantity ? 'SHIPPED' : state;
}

const isRefunded = (shop: Shop, order: SandboxOrder) =>
  shop.returns.filter((one) => one.orderId === order.id && one.state === 'refunded');

function lineView(shop: Shop, order: SandboxOrder, line: OrderLine, index: number) {
  const goods = line.priceCents * line.quantity;
  const shipping = index === 0 ? order.shippingCents : 0;
  const offer = shop.listings.bySku(line.sku);
  const commission = money(Math.round(goods * COMMISSION));
  const refunds = isRefunded(shop, order).flatMap((one) =>
    one.lines
      .filter((part) => part.lineId === line.id)
      .map((part) => ({
        id: one.id,
        order_refund_id: one.id,
        amount: money(part.quantity * line.priceCents),
        quantity: part.quantity,
        reason_code: '14',
        refund_state: 'REFUNDED',
        state: 'REFUNDED',
        shipping_amount: 0,
        taxes: [],
        shipping_taxes: [],
        created_date: isoSeconds(one.updatedAt),
      })),
  );
  return {
    order_line_id: `${order.id}-${index + 1}`,
    order_line_index: index + 1,
    order_line_state: lineState(order, line),
    offer_id: offer ? Number(offer.itemId) : 1,
    offer_sku: line.sku,
    offer_state_code: '11',
    product_sku: offer ? `MP-${offer.n}` : 'MP-0',
    product_title: line.title,
    category_code: 'HOME',
    category_label: 'Home',
    quantity: line.quantity,
    price_unit: money(line.priceCents),
    price: money(goods),
    shipping_price: money(shipping),
    total_price: money(goods + shipping),
    commission_fee: commission,
    total_commission: commission,
    taxes: line.taxCents ? [{ code: 'TAX', amount: money(line.taxCents) }] : [],
    shipping_taxes: [],
    cancelations: [],
    refunds,
    promotions: [],
    created_date: isoSeconds(order.createdAt),
    last_updated_date: isoSeconds(order.updatedAt),
  };
}

export const lineOf = (order: SandboxOrder, lineId: string): OrderLine | undefined =>
  order.lines.find((_, index) => `${order.id}-${index + 1}` === lineId);
export const lineIdOf = (order: SandboxOrder, worldId: string): string =>
  `${order.id}-${order.lines.findIndex((line) => line.id === worldId) + 1}`;

/** Before the buyer has paid, nobody learns where they live. */
function customerView(order: SandboxOrder) {
  const { address } = order;
  const [firstname = '', ...rest] = address.name.split(' ');
  const lastname = rest.join(' ');
  const state = stateOf(order);
  const hidden = state === 'WAITING_ACCEPTANCE' || state.startsWith('WAITING_DEBIT');
  const shipping = {
    firstname,
    lastname,
    company: null,
    street_1: address.line1,
    street_2: address.line2 || null,
    additional_info: null,
    city: address.city,
    state: address.state,
    zip_code: address.postalCode,
    country: 'United States',
    country_iso_code: 'USA',
    phone: address.phone,
  };
  return {
    customer_id: `C-${order.seq}`,
    firstname,
    lastname,
    locale: 'en_US',
    shipping_address: hidden ? null : shipping,
    billing_address: null,
  };
}

export function orderView(ctx: Context, account: MiraklAccount, shop: Shop, order: SandboxOrder) {
  const { faults } = ctx;
  const { platform } = account;
  const { goods } = orderTotals(order);
  const state = stateOf(order);
  const last = order.parcels.filter((parcel) => !parcel.cancelled).at(-1);
  const refunded = isRefunded(shop, order).reduce((sum, one) => sum + one.refundCents, 0);
  return {
    order_id: order.id,
    commercial_id: order.id.replace(/-A$/, ''),
    order_state: faults.marks(platform, 'unknownStatus', order.id) ? 'AWAITING_MOON' : state,
    created_date: faults.marks(platform, 'malformed', order.id) ? 'yesterday' : isoSeconds(order.createdAt),
    last_updated_date: isoSeconds(order.updatedAt),
    acceptance_decision_date: order.acknowledged ? isoSeconds(order.updatedAt) : null,
    customer_debited_date: order.acknowledged ? isoSeconds(order.updatedAt) : null,
    currency_iso_code: faults.marks(platform, 'oddMoney', order.id) ? 'EUR' : shop.currency,
    order_tax_mode: 'TAX_EXCLUDED',
    price: money(goods),
    shipping_price: money(order.shippingCents),
    total_price: money(goods + order.shippingCents),
    total_commission: money(Math.round(goods * COMMISSION)),
    leadtime_to_ship: 1,
    shipping_deadline: isoSeconds(order.createdAt + 48 * HOUR),
    shipping_type_code: 'STD',
    shipping_type_label: 'Standard',
    shipping_zone_code: 'US',
    shipping_carrier_code: last?.carrier ?? null,
    shipping_tracking: last?.numbers[0] ?? null,
    can_cancel: state === 'WAITING_ACCEPTANCE' || state === 'SHIPPING',
    can_shop_ship: state === 'SHIPPING',
    has_incident: false,
    fully_refunded: refunded > 0 && refunded >= goods,
    customer: customerView(order),
    customer_notification_email: order.buyerEmail,
    fulfillment: { center: { code: 'DEFAULT' } },
    references: { order_reference_for_customer: `W${order.seq}`, order_reference_for_seller: null },
    order_lines: order.lines.map((line, index) => lineView(shop, order, line, index)),
    ...(faults.of(platform).newField ? { a_new_field: { since: 'yesterday' } } : {}),
  };
}
