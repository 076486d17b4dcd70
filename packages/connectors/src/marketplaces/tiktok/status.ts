import type { PlatformOrderStatus } from '../../capabilities/orders.ts';

const STATUS: Readonly<Record<string, PlatformOrderStatus>> = {
  UNPAID: 'unpaid',
  ON_HOLD: 'toShip',
  AWAITING_SHIPMENT: 'toShip',
  PARTIALLY_SHIPPING: 'partiallyShipped',
  IN_TRANSIT: 'shipped',
  DELIVERED: 'shipped',
  COMPLETED: 'shipped',
  CANCELLED: 'cancelled',
  // So the pushes call it.
  CANCEL: 'cancelled',
};

/**
 * Awaiting collection means two things: a seller with a carrier of their own has shipped the parcel; with TikTok's
 * shipping there is a label, and the parcel still stands in the house. An unknown word is no status.
 */
export function readStatus(
  status: string,
  shippingType: string | undefined,
): { status: PlatformOrderStatus; hold?: string } | undefined {
  if (status === 'AWAITING_COLLECTION') return { status: shippingType === 'TIKTOK' ? 'toShip' : 'shipped' };
  const known = Object.hasOwn(STATUS, status) ? STATUS[status] : undefined;
  if (!known) return undefined;
  return { status: known, ...(status === 'ON_HOLD' ? { hold: status } : {}) };
}
