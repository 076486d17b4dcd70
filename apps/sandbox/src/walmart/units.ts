import type { OrderLine, SandboxOrder } from '../world/orders.ts';

/** How one unit was sent. */
export interface Sent {
  tracking: string;
  carrier: string;
  otherCarrier: string;
  method: string;
  url: string;
  at: number;
}

/** What Walmart keeps of an order besides: by line number. */
export interface Kept {
  sent: Record<string, Sent>;
  cancelled: Record<string, string>;
  labels: Label[];
  /** What was given back, by line number. */
  refunds?: Record<string, RefundCharge[]>;
}

export interface RefundCharge {
  reason: string;
  type: 'PRODUCT' | 'SHIPPING';
  name: string;
  cents: number;
  taxCents: number;
}

export interface Label {
  trackingNo: string;
  carrierName: string;
  serviceType: string;
  boxItems: { lineNumber: string; sku: string; quantity: number }[];
  cents: number;
  at: number;
  discarded: boolean;
}

export function keptOf(order: SandboxOrder): Kept {
  order.extra.walmart ??= { sent: {}, cancelled: {}, labels: [] };
  return order.extra.walmart as Kept;
}

/** Walmart has a line for each unit sold. */
export interface Unit {
  number: string;
  line: OrderLine;
  taxCents: number;
  status: 'Created' | 'Acknowledged' | 'Shipped' | 'Delivered' | 'Cancelled' | 'Refund';
}

/** Stored and shipped by Walmart, in the hour it comes in: listed only to who asks for those. */
export const isWfs = (order: SandboxOrder): boolean => order.seq % 19 === 0;

export function unitsOf(order: SandboxOrder): Unit[] {
  const kept = keptOf(order);
  const units: Unit[] = [];
  for (const line of order.lines) {
    for (let i = 0; i < line.quantity; i++) {
      const number = String(units.length + 1);
      const share = Math.floor(line.taxCents / line.quantity);
      const taxCents = i === 0 ? line.taxCents - share * (line.quantity - 1) : share;
      units.push({ number, line, taxCents, status: statusOf(order, kept, number, line) });
    }
  }
  return units;
}

function statusOf(order: SandboxOrder, kept: Kept, number: string, line: OrderLine): Unit['status'] {
  if (order.status === 'cancelled' || kept.cancelled[number] !== undefined) return 'Cancelled';
  const back = (kept.refunds?.[number] ?? []).reduce((sum, one) => sum + (one.type === 'PRODUCT' ? one.cents : 0), 0);
  const refunded = order.refunded || back >= line.priceCents;
  if (kept.sent[number] || isWfs(order)) return refunded ? 'Refund' : order.delivered ? 'Delivered' : 'Shipped';
  return order.acknowledged ? 'Acknowledged' : 'Created';
}

export const isOpen = (unit: Unit): boolean => unit.status === 'Created' || unit.status === 'Acknowledged';
