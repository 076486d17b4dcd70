import type { PlatformOrderStatus } from '../../capabilities/orders.ts';

const UNPAID = new Set(['PENDING', 'AUTHORIZED', 'PARTIALLY_PAID', 'EXPIRED']);
const PAID = new Set(['PAID', 'PARTIALLY_REFUNDED']);
const OPEN = new Set([
  'UNFULFILLED',
  'OPEN',
  'SCHEDULED',
  'ON_HOLD',
  'IN_PROGRESS',
  'PENDING_FULFILLMENT',
  'REQUEST_DECLINED',
]);
const HELD = new Set(['SCHEDULED', 'ON_HOLD']);

export interface StatusReading {
  status: PlatformOrderStatus;
  hold?: string;
}

/**
 * Shopify tells two things, money and parcels, and a cancellation apart. What has been shipped stays shipped however it
 * is paid (cash on delivery); an unknown word is no status, so that it is looked at instead of guessed.
 */
export function readStatus(answered: {
  cancelled: boolean;
  financial: string;
  fulfilment: string;
  /** All holds are ours. */
  heldByUs?: boolean;
}): StatusReading | undefined {
  const { financial, fulfilment } = answered;
  const knownMoney = UNPAID.has(financial) || PAID.has(financial) || financial === 'VOIDED' || financial === 'REFUNDED';
  const knownParcels = OPEN.has(fulfilment) || ['FULFILLED', 'PARTIALLY_FULFILLED', 'RESTOCKED'].includes(fulfilment);
  if (!knownMoney || !knownParcels) return undefined;
  if (answered.cancelled || financial === 'VOIDED') return { status: 'cancelled' };
  if (financial === 'REFUNDED' || fulfilment === 'RESTOCKED') return { status: 'refunded' };
  if (fulfilment === 'FULFILLED') return { status: 'shipped' };
  if (fulfilment === 'PARTIALLY_FULFILLED') return { status: 'partiallyShipped' };
  const hold = HELD.has(fulfilment) && !answered.heldByUs ? { hold: fulfilment } : {};
  return { status: UNPAID.has(financial) ? 'unpaid' : 'toShip', ...hold };
}
