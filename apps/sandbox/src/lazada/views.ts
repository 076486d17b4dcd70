import type { Context } from '../http/app.ts';
import { dollars, type SandboxOrder } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import { NAME, venueTime } from './api.ts';
import { CARRIER, isOwnDelivery, packageOfUnit, unitStatus, unitsOf } from './units.ts';

const DAY_MS = 86_400_000;
const masked = (text: string): string => `${text.slice(0, 1)}***`;
/** Every so many orders use a voucher of the seller's. */
const voucherOf = (order: SandboxOrder): number => (order.seq % 4 === 1 ? 10 : 0);

export const reverseIdOf = (order: SandboxOrder): number => 700_000_000_000_000 + order.seq;
/** A buyer who asks waits for the seller's answer only once the parcel is packed or later; here always. */
export const awaitsCancel = (order: SandboxOrder): boolean =>
  order.cancelRequested && (order.status === 'unshipped' || order.status === 'partial');

export function orderView(ctx: Context, order: SandboxOrder) {
  const malformed = ctx.faults.marks(NAME, 'malformed', order.id);
  const units = unitsOf(order);
  const unknown = ctx.faults.marks(NAME, 'unknownStatus', order.id);
  const price = order.lines.reduce((sum, line) => sum + line.priceCents * line.quantity, 0);
  const address = {
    first_name: masked(order.address.name),
    last_name: '',
    phone: `65******${order.address.phone.slice(-2)}`,
    phone2: '',
    address1: `${order.address.line1.slice(0, 2)}** S** S**`,
    address2: '',
    address3: 'Singapore',
    address4: 'Singapore',
    address5: '',
    city: 'Singapore',
    post_code: '0489**',
    country: 'Singapore',
  };
  return {
    order_id: Number(order.id),
    order_number: Number(order.id),
    created_at: malformed ? 'yesterday' : venueTime(order.createdAt),
    updated_at: venueTime(order.updatedAt),
    statuses: unknown ? ['waiting_for_moon'] : [...new Set(units.map((unit) => unitStatus(order, unit.id)))],
    price: malformed ? 'a lot' : dollars(price),
    shipping_fee: order.shippingCents / 100,
    shipping_fee_original: order.shippingCents / 100,
    voucher: (voucherOf(order) * units.length) / 100,
    voucher_seller: (voucherOf(order) * units.length) / 100,
    voucher_platform: 0,
    voucher_code: '',
    payment_method: 'MIXEDCARD',
    items_count: units.length,
    customer_first_name: masked(order.buyerName),
    customer_last_name: '',
    address_shipping: address,
    address_billing: address,
    promised_shipping_times: '',
    warehouse_code: 'dropshipping',
    remarks: '',
    buyer_note: '',
    gift_option: false,
    gift_message: '',
    need_cancel_confirm: awaitsCancel(order),
    is_cancel_pending: false,
    extra_attributes: '{}',
    ...(ctx.faults.of(NAME).newField ? { moon_phase: 'waxing' } : {}),
  };
}

export function unitViews(ctx: Context, shop: Shop, order: SandboxOrder) {
  const unknown = ctx.faults.marks(NAME, 'unknownStatus', order.id);
  const currency = ctx.faults.marks(NAME, 'oddMoney', order.id) ? 'MYR' : shop.currency;
  const voucher = voucherOf(order);
  return unitsOf(order).map(({ id, line }) => {
    const listing = shop.listings.bySku(line.sku);
    const packed = packageOfUnit(order, id);
    return {
      order_item_id: id,
      order_id: Number(order.id),
      sku: line.sku,
      shop_sku: listing ? `${listing.itemId}_SGAMZ-${listing.variantId}` : '',
      sku_id: listing?.variantId ?? '',
      product_id: listing?.itemId ?? '',
      name: line.title,
      variation: '',
      item_price: line.priceCents / 100,
      paid_price: (line.priceCents - voucher) / 100,
      voucher_amount: voucher / 100,
      voucher_seller: voucher / 100,
      voucher_platform: 0,
      shipping_amount: 0,
      tax_amount: 0,
      wallet_credits: 0,
      currency,
      status: unknown ? 'waiting_for_moon' : unitStatus(order, id),
      package_id: packed?.id ?? '',
      tracking_code: packed?.tracking ?? '',
      shipment_provider: packed ? CARRIER : '',
      shipping_type: 'Dropshipping',
      shipping_provider_type: 'standard',
      is_fbl: 0,
      is_digital: 0,
      delivery_option_sof: isOwnDelivery(order) ? 1 : 0,
      order_type: 'Normal',
      need_cancel_confirm: awaitsCancel(order),
      is_cancel_pending: false,
      reverse_order_id: awaitsCancel(order) ? String(reverseIdOf(order)) : '',
      cancel_return_initiator: order.cancelledBy === 'BUYER' ? 'cancellation-customer' : '',
      reason: order.cancelReason,
      sla_time_stamp: new Date(order.createdAt + 2 * DAY_MS).toISOString().replace('.000Z', '+00:00'),
      payment_time: order.status === 'pending' ? '' : String(order.createdAt + 60_000),
      purchase_order_id: '',
      invoice_number: '',
      created_at: venueTime(order.createdAt),
      updated_at: venueTime(order.updatedAt),
    };
  });
}
