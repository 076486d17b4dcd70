import type { Context } from '../http/app.ts';
import { orderTotals, type SandboxOrder } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import { articleOf } from './articles.ts';
import { NAME, seconds } from './operations.ts';
import { isCollected, logisticsStatus, packagesOf, parcelOf, type ShopeePackage } from './packages.ts';

export const CARRIER = 'SPX Express';
const CHANNEL = 18_080;
const DAYS_TO_SHIP = 2;
const OPEN_RETURNS = ['requested', 'approved', 'shipped', 'received'];

/** Source: "V2.0 data definition", OrderStatus. */
export function orderStatus(ctx: Context, shop: Shop, order: SandboxOrder): string {
  if (ctx.faults.marks(NAME, 'unknownStatus', order.id)) return 'WAITING_FOR_MOON';
  if (order.status === 'cancelled') return 'CANCELLED';
  if (order.status === 'pending') return 'UNPAID';
  const packages = packagesOf(order).map((one) => parcelOf(order, one));
  if (order.cancelRequested && packages.every((parcel) => !parcel)) return 'IN_CANCEL';
  if (!packages.every((parcel) => parcel !== undefined)) return 'READY_TO_SHIP';
  if (order.refunded || order.delivered) return 'COMPLETED';
  if (shop.returns.some((one) => one.orderId === order.id && OPEN_RETURNS.includes(one.state))) return 'TO_RETURN';
  return packages.every((parcel) => parcel && isCollected(parcel)) ? 'SHIPPED' : 'PROCESSED';
}

const masked = (text: string): string => `${text.slice(0, 1)}******${text.slice(-1)}`;

/** Buyers are shown as little as the courier needs: all of it stands on Shopee's own label. */
const recipient = (order: SandboxOrder) => ({
  name: masked(order.address.name),
  phone: `******${order.address.phone.slice(-2)}`,
  town: '',
  district: '',
  city: 'Singapore',
  state: '',
  region: 'SG',
  zipcode: '',
  full_address: `${order.address.line1.slice(0, 2)}******`,
});

function items(shop: Shop, order: SandboxOrder) {
  return order.lines.map((line) => {
    const { itemId, modelId, itemSku, modelSku } = articleOf(shop, line);
    return {
      item_id: itemId,
      item_name: line.title,
      item_sku: itemSku,
      model_id: modelId,
      model_name: modelId ? 'Standard' : '',
      model_sku: modelSku,
      model_quantity_purchased: line.quantity,
      // The price struck through, and the one that is paid.
      model_original_price: Math.round(line.priceCents * 1.25) / 100,
      model_discounted_price: line.priceCents / 100,
      wholesale: false,
      weight: line.weightGrams / 1000,
      add_on_deal: false,
      main_item: false,
      add_on_deal_id: 0,
      promotion_type: 'product_promotion',
      promotion_id: 0,
      order_item_id: itemId,
      promotion_group_id: 0,
      product_location_id: ['SGZ'],
    };
  });
}

export function packageView(shop: Shop, order: SandboxOrder, one: ShopeePackage) {
  return {
    package_number: one.number,
    logistics_status: logisticsStatus(order, one),
    logistics_channel_id: CHANNEL,
    shipping_carrier: CARRIER,
    allow_self_design_awb: false,
    item_list: one.lines.flatMap(({ lineId, quantity }) => {
      const line = order.lines.find((candidate) => candidate.id === lineId);
      if (!line) return [];
      const { itemId, modelId } = articleOf(shop, line);
      return [
        { item_id: itemId, model_id: modelId, model_quantity: quantity, order_item_id: itemId, promotion_group_id: 0 },
      ];
    }),
  };
}

/** An order with only those of its optional fields that were asked for. */
export function orderView(ctx: Context, shop: Shop, order: SandboxOrder, desired: ReadonlySet<string>) {
  const malformed = ctx.faults.marks(NAME, 'malformed', order.id);
  const paid = order.status !== 'pending';
  const optional: Record<string, unknown> = {
    buyer_user_id: 9_000_000 + order.seq,
    buyer_username: `buyer${order.seq}`,
    estimated_shipping_fee: order.shippingCents / 100,
    recipient_address: recipient(order),
    actual_shipping_fee: 0,
    goods_to_declare: false,
    note: '',
    note_update_time: 0,
    item_list: items(shop, order),
    pay_time: paid ? seconds(order.createdAt) + 30 : null,
    dropshipper: null,
    split_up: packagesOf(order).length > 1,
    buyer_cancel_reason: order.cancelRequested || order.cancelledBy === 'BUYER' ? order.cancelReason : '',
    cancel_by: order.cancelledBy === 'MERCHANT' ? 'seller' : order.cancelledBy.toLowerCase(),
    cancel_reason: order.cancelReason,
    fulfillment_flag: 'fulfilled_by_local_seller',
    pickup_done_time: 0,
    package_list: packagesOf(order).map((one) => packageView(shop, order, one)),
    shipping_carrier: CARRIER,
    payment_method: 'Cybersource',
    invoice_data: null,
    order_chargeable_weight_gram: order.lines.reduce((sum, line) => sum + line.weightGrams * line.quantity, 0),
    return_request_due_date: 0,
    ...(paid ? { total_amount: malformed ? 'a lot' : orderTotals(order).total / 100 } : {}),
  };
  return {
    order_sn: order.id,
    region: 'SG',
    currency: ctx.faults.marks(NAME, 'oddMoney', order.id) ? 'MYR' : shop.currency,
    cod: false,
    order_status: orderStatus(ctx, shop, order),
    create_time: malformed ? 'yesterday' : seconds(order.createdAt),
    update_time: seconds(order.updatedAt),
    days_to_ship: DAYS_TO_SHIP,
    ship_by_date: paid ? seconds(order.createdAt) + DAYS_TO_SHIP * 86_400 : 0,
    message_to_seller: '',
    ...Object.fromEntries(Object.entries(optional).filter(([name]) => desired.has(name))),
    ...(ctx.faults.of(NAME).newField ? { moon_phase: 'waxing' } : {}),
  };
}

/** Names that response_optional_fields may hold. */
export const OPTIONAL_FIELDS = new Set([
  ...['buyer_user_id', 'buyer_username', 'estimated_shipping_fee', 'recipient_address', 'actual_shipping_fee'],
  ...['goods_to_declare', 'note', 'note_update_time', 'item_list', 'pay_time', 'dropshipper', 'dropshipper_phone'],
  ...['split_up', 'buyer_cancel_reason', 'cancel_by', 'cancel_reason', 'actual_shipping_fee_confirmed'],
  ...['buyer_cpf_id', 'fulfillment_flag', 'pickup_done_time', 'package_list', 'shipping_carrier', 'payment_method'],
  ...['total_amount', 'invoice_data', 'order_chargeable_weight_gram', 'return_request_due_date', 'edt'],
  ...['payment_info', 'international_label'],
]);
