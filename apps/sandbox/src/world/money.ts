import { orderTotals, type SandboxOrder } from './orders.ts';
import type { Shop } from './shop.ts';

export type MoneyKind = 'sale' | 'shipping' | 'tax' | 'commission' | 'payment' | 'refund';

/** One amount that the platform books for the seller: what they get is positive. */
export interface SandboxMoney {
  id: string;
  order: SandboxOrder;
  kind: MoneyKind;
  cents: number;
  postedAt: number;
}

const COMMISSION = 0.12;
const PAYMENT = 0.029;

/** What the platform books for an order once it is shipped, and again when it is refunded; always the same. */
function moneyOf(shop: Shop, order: SandboxOrder): SandboxMoney[] {
  const parcels = order.parcels.filter((parcel) => !parcel.cancelled);
  if (order.status !== 'shipped' || parcels.length === 0) return [];
  const postedAt = Math.max(...parcels.map((parcel) => parcel.createdAt));
  const { goods, tax } = orderTotals(order);
  const line = (kind: MoneyKind, cents: number, at = postedAt, mark = ''): SandboxMoney[] =>
    cents === 0 ? [] : [{ id: `${order.id}-${kind}${mark}`, order, kind, cents, postedAt: at }];
  const returned = shop.returns.filter((one) => one.orderId === order.id && one.state === 'refunded');
  return [
    ...line('sale', goods),
    ...line('shipping', order.shippingCents),
    ...line('tax', tax),
    ...line('commission', -Math.round(goods * COMMISSION)),
    ...line('payment', -Math.round((goods + order.shippingCents) * PAYMENT)),
    ...returned.flatMap((one) => line('refund', -one.refundCents, one.updatedAt, `-${one.id}`)),
  ];
}

/** Everything booked for a shop in [from, to), oldest first. */
export function moneyBetween(shop: Shop, from: number, to: number): SandboxMoney[] {
  return [...shop.byId.values()]
    .flatMap((order) => moneyOf(shop, order))
    .filter((one) => one.postedAt >= from && one.postedAt < to)
    .sort((a, b) => a.postedAt - b.postedAt || (a.id < b.id ? -1 : 1));
}
