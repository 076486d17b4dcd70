import type { Context } from '../http/app.ts';
import { dollars, orderTotals, type SandboxOrder } from '../world/orders.ts';
import { hashText } from '../world/random.ts';
import type { Shop } from '../world/shop.ts';
import { DELIVERY_OPTIONS, providerName, WAREHOUSE } from './logistics.ts';
import { openPackage, packagesOf, shippingTypeOf, type Unit, unitsOf } from './packages.ts';
import { seconds } from './params.ts';
import { recipientView } from './places.ts';
import { regionOf, TIKTOK } from './shops.ts';

const DAY = 86_400;

export function statusOf(order: SandboxOrder): string {
  if (order.status === 'pending') return 'UNPAID';
  if (order.status === 'cancelled') return 'CANCELLED';
  if (order.status === 'partial') return 'PARTIALLY_SHIPPING';
  if (order.status === 'unshipped') return 'AWAITING_SHIPMENT';
  if (order.refunded) return 'COMPLETED';
  return order.delivered ? 'DELIVERED' : 'AWAITING_COLLECTION';
}

/** No address before the payment, a masked one afterwards; outside the United States TikTok's own shipping hides it too. */
function recipientOf(shop: Shop, order: SandboxOrder) {
  if (order.status === 'pending') return {};
  const hidden = order.status === 'cancelled' || (regionOf(shop) !== 'US' && shippingTypeOf(order) === 'TIKTOK');
  return { recipient_address: recipientView(order.address, hidden) };
}

function unitView(shop: Shop, order: SandboxOrder, unit: Unit, currency: string) {
  const { line } = unit;
  const listing = shop.listings.bySku(line.sku);
  const open = order.status === 'cancelled' ? 'CANCELLED' : 'TO_FULFILL';
  return {
    id: unit.id,
    product_id: listing?.itemId ?? '1729000000000000000',
    product_name: line.title,
    sku_id: listing?.variantId ?? '1729000000000000001',
    seller_sku: line.sku,
    sku_name: 'Default',
    sku_image: '',
    sale_price: dollars(line.priceCents),
    original_price: dollars(line.priceCents),
    seller_discount: '0',
    platform_discount: '0',
    currency,
    item_tax:
      unit.taxCents > 0 ? [{ tax_type: 'SALES_TAX', tax_amount: dollars(unit.taxCents), tax_rate: '0.0725' }] : [],
    display_status: unit.package
      ? 'AWAITING_COLLECTION'
      : order.status === 'partial'
        ? 'AWAITING_SHIPMENT'
        : statusOf(order),
    package_id: unit.package?.id ?? (order.status === 'pending' ? '' : openPackage(order).id),
    package_status: unit.package ? 'PROCESSING' : open,
    tracking_number: unit.package?.tracking ?? '',
    shipping_provider_id: unit.package?.providerId ?? '',
    shipping_provider_name: unit.package ? providerName(unit.package.providerId) : '',
    is_gift: false,
    is_dangerous_good: false,
    needs_prescription: false,
  };
}

/** An order as the list and the detail tell it. Source: Get Order List / Get Order Detail 202309. */
export function orderView(ctx: Context, shop: Shop, order: SandboxOrder) {
  const { goods, tax, total } = orderTotals(order);
  const odd = ctx.faults.marks(TIKTOK, 'oddMoney', order.id);
  const currency = odd ? 'XTS' : shop.currency;
  const shipping = shippingTypeOf(order);
  const option = DELIVERY_OPTIONS[shipping];
  const units = unitsOf(order);
  const packages = packagesOf(order);
  const last = packages.at(-1);
  const open = order.status !== 'pending' && units.some((unit) => !unit.package);
  const created = seconds(order.createdAt);
  const paid = order.status === 'pending' ? 0 : created + 60;
  return {
    id: order.id,
    status: ctx.faults.marks(TIKTOK, 'unknownStatus', order.id) ? 'TELEPORTED' : statusOf(order),
    create_time: created,
    update_time: seconds(order.updatedAt),
    paid_time: paid,
    order_type: 'NORMAL',
    fulfillment_type: 'FULFILLMENT_BY_SELLER',
    shipping_type: shipping,
    delivery_type: 'HOME_DELIVERY',
    delivery_option_id: option.id,
    delivery_option_name: option.name,
    shipping_provider_id: last?.providerId ?? '',
    shipping_provider: last ? providerName(last.providerId) : '',
    tracking_number: last?.tracking ?? '',
    warehouse_id: WAREHOUSE,
    user_id: `7${String(hashText(order.buyerEmail)).padStart(18, '0')}`,
    buyer_email: order.buyerEmail,
    buyer_message: '',
    seller_note: '',
    is_cod: false,
    is_on_hold_order: false,
    is_sample_order: false,
    is_replacement_order: false,
    is_buyer_request_cancel: order.cancelRequested && order.status !== 'cancelled',
    rts_sla_time: paid ? paid + 2 * DAY : 0,
    tts_sla_time: paid ? paid + 3 * DAY : 0,
    cancel_order_sla_time: 0,
    ...(order.status === 'cancelled'
      ? {
          cancel_time: seconds(order.cancelledAt),
          cancel_reason: order.cancelReason,
          cancellation_initiator: order.cancelledBy === 'MERCHANT' ? 'SELLER' : 'BUYER',
        }
      : {}),
    ...recipientOf(shop, order),
    payment: {
      currency,
      sub_total: dollars(goods),
      shipping_fee: dollars(order.shippingCents),
      seller_discount: '0',
      platform_discount: '0',
      tax: dollars(tax),
      total_amount: dollars(total),
      original_total_product_price: dollars(goods),
      original_shipping_fee: dollars(order.shippingCents),
    },
    line_items: units.map((unit) => unitView(shop, order, unit, currency)),
    packages: [...packages.map(({ id }) => ({ id })), ...(open ? [{ id: openPackage(order).id }] : [])],
    ...(ctx.faults.marks(TIKTOK, 'malformed', order.id) ? { create_time: 'yesterday', payment: { currency: 7 } } : {}),
    ...(ctx.faults.of(TIKTOK).newField ? { quantum_delivery: { probability: '0.5' } } : {}),
  };
}
