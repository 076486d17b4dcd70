import type { Address } from './addresses.ts';

/** Name of the platform that sells it: the first step of its addresses. */
export type Platform = string;
export type OrderStatus = 'pending' | 'unshipped' | 'partial' | 'shipped' | 'cancelled';

export interface OrderLine {
  id: string;
  sku: string;
  title: string;
  asin: string;
  quantity: number;
  shipped: number;
  priceCents: number;
  taxCents: number;
  weightGrams: number;
}

/** One parcel the seller told the platform about: Amazon's package, Shopify's fulfillment. */
export interface Parcel {
  ref: string;
  carrier: string;
  carrierName: string;
  method: string;
  numbers: string[];
  urls: string[];
  shippedAt: number;
  createdAt: number;
  updatedAt: number;
  cancelled: boolean;
  lines: { lineId: string; quantity: number }[];
  events: { id: string; status: string; happenedAt: number; message: string }[];
}

/** What the seller told the platform about an order, kept word for word so that "exactly once" can be proved. */
export interface Reply {
  at: string;
  kind:
    | 'shipment'
    | 'shipmentEdit'
    | 'tracking'
    | 'cancel'
    | 'refuseCancel'
    | 'hold'
    | 'release'
    | 'event'
    | 'fulfillmentCancel'
    | 'acknowledge'
    | 'arrange'
    | 'invoice';
  via: string;
  ref: string;
  carrier?: string;
  tracking?: string[];
  lines?: { lineId: string; quantity: number }[];
  detail?: string;
}

export interface SandboxOrder {
  platform: Platform;
  shop: string;
  id: string;
  name: string;
  seq: number;
  createdAt: number;
  updatedAt: number;
  touch: number;
  status: OrderStatus;
  buyerName: string;
  buyerEmail: string;
  address: Address;
  lines: OrderLine[];
  shippingCents: number;
  cancelRequested: boolean;
  cancelReason: string;
  cancelledAt: number;
  cancelledBy: 'BUYER' | 'MERCHANT' | 'AMAZON' | '';
  refunded: boolean;
  /** The seller has told the platform that the order is taken on. */
  acknowledged: boolean;
  delivered: boolean;
  /** What one platform keeps of an order and no other does; plain JSON. */
  extra: Record<string, unknown>;
  parcels: Parcel[];
  told: Reply[];
}

export function orderTotals(order: SandboxOrder): { goods: number; tax: number; total: number } {
  let goods = 0;
  let tax = 0;
  for (const line of order.lines) {
    goods += line.priceCents * line.quantity;
    tax += line.taxCents;
  }
  return { goods, tax, total: goods + tax + order.shippingCents };
}

/** How fast the buyer wants it: most take the standard way, every eighth pays for a quicker one. */
export function speedOf({ seq }: SandboxOrder): 'standard' | 'expedited' | 'nextDay' {
  if (seq % 8 !== 3) return 'standard';
  return seq % 24 === 3 ? 'nextDay' : 'expedited';
}

/** Recounts what is shipped from the parcels that stand, and the order's status with it. */
export function recount(order: SandboxOrder): void {
  for (const line of order.lines) line.shipped = 0;
  for (const parcel of order.parcels) {
    if (parcel.cancelled) continue;
    for (const part of parcel.lines) {
      const line = order.lines.find((candidate) => candidate.id === part.lineId);
      if (line) line.shipped += part.quantity;
    }
  }
  if (order.status === 'cancelled' || order.status === 'pending') return;
  const open = order.lines.some((line) => line.shipped < line.quantity);
  const begun = order.lines.some((line) => line.shipped > 0);
  order.status = open ? (begun ? 'partial' : 'unshipped') : 'shipped';
}

export function dollars(cents: number): string {
  return (cents / 100).toFixed(2);
}
