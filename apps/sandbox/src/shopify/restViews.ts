import { dollars, orderTotals, type Parcel, type SandboxOrder } from '../world/orders.ts';
import { displayFinancial, gid } from './status.ts';
import type { ShopifyStore } from './store.ts';

const OFFSET_MS = 5 * 3_600_000;

/** REST and webhooks print times with the shop's own offset. */
export function shopTime(ms: number): string {
  return `${new Date(ms - OFFSET_MS).toISOString().slice(0, 19)}-05:00`;
}

/** An order as REST and webhooks carry it: snake_case, numeric ids, money as strings. */
export function restOrder(store: ShopifyStore, order: SandboxOrder) {
  const totals = orderTotals(order);
  const a = order.address;
  const [firstName, ...rest] = a.name.split(' ');
  const broken = store.ctx.faults.isMalformed('shopify', order.id);
  return {
    id: Number(order.id),
    admin_graphql_api_id: gid('Order', order.id),
    name: order.name,
    order_number: Number(order.name.slice(1)),
    created_at: broken ? 'yesterday' : shopTime(order.createdAt),
    updated_at: shopTime(order.updatedAt),
    processed_at: shopTime(order.createdAt),
    cancelled_at: order.status === 'cancelled' ? shopTime(order.cancelledAt) : null,
    cancel_reason: order.status === 'cancelled' ? order.cancelReason.toLowerCase() : null,
    closed_at: order.status === 'shipped' ? shopTime(order.updatedAt) : null,
    test: false,
    email: order.buyerEmail,
    currency: 'USD',
    presentment_currency: 'USD',
    financial_status: displayFinancial(order).toLowerCase(),
    fulfillment_status: order.status === 'shipped' ? 'fulfilled' : order.status === 'partial' ? 'partial' : null,
    total_price: broken ? 'NaN' : dollars(totals.total),
    subtotal_price: dollars(totals.goods),
    total_tax: dollars(totals.tax),
    total_discounts: '0.00',
    shipping_address: {
      first_name: firstName,
      last_name: rest.join(' '),
      name: a.name,
      address1: a.line1,
      address2: a.line2 || null,
      city: a.city,
      province_code: a.state || null,
      zip: a.postalCode,
      country_code: a.country,
      phone: a.phone,
    },
    shipping_lines: [
      { title: order.shippingCents > 0 ? 'Standard' : 'Free shipping', price: dollars(order.shippingCents) },
    ],
    line_items: order.lines.map((line) => {
      const index = store.indexOfSku(line.sku);
      return {
        id: Number(line.id),
        admin_graphql_api_id: gid('LineItem', line.id),
        sku: line.sku,
        title: line.title,
        quantity: line.quantity,
        current_quantity: order.status === 'cancelled' ? 0 : line.quantity,
        fulfillable_quantity: order.status === 'cancelled' ? 0 : line.quantity - line.shipped,
        fulfillment_status: line.shipped === 0 ? null : line.shipped < line.quantity ? 'partial' : 'fulfilled',
        price: dollars(line.priceCents),
        variant_id: index < 0 ? null : Number(store.variantIdAt(index)),
        grams: line.weightGrams,
        requires_shipping: true,
      };
    }),
    fulfillments: order.parcels.map((parcel) => restFulfillment(order, parcel)),
  };
}

export function restFulfillment(order: SandboxOrder, parcel: Parcel) {
  return {
    id: Number(parcel.ref),
    admin_graphql_api_id: gid('Fulfillment', parcel.ref),
    order_id: Number(order.id),
    status: parcel.cancelled ? 'cancelled' : 'success',
    created_at: shopTime(parcel.createdAt),
    updated_at: shopTime(parcel.updatedAt),
    tracking_company: parcel.carrier || null,
    tracking_number: parcel.numbers[0] ?? null,
    tracking_numbers: parcel.numbers,
    tracking_url: parcel.urls[0] ?? null,
    tracking_urls: parcel.urls,
    line_items: parcel.lines.map((line) => ({ id: Number(line.lineId), quantity: line.quantity })),
  };
}
