import type { PlatformOrderStatus } from '../../capabilities/orders.ts';

const PAYMENT = new Set(['PENDING', 'FAILED', 'PAID', 'PARTIALLY_REFUNDED', 'FULLY_REFUNDED']);
const FULFILMENT = new Set(['NOT_STARTED', 'IN_PROGRESS', 'FULFILLED']);
const REQUESTED = new Set(['CANCEL_REQUESTED', 'IN_PROGRESS']);
const CANCEL = new Set(['NONE_REQUESTED', 'CANCELED', ...REQUESTED]);

export interface StatusReading {
  status: PlatformOrderStatus;
  /** Somebody asked for cancellation, and it is not decided yet. */
  cancelRequested: boolean;
}

/**
 * eBay tells money, parcels and cancellation apart. A word it does not document is no status: the order is looked at by
 * a person instead of being guessed.
 */
export function readStatus(answered: {
  payment: string;
  fulfilment: string;
  cancel: string;
}): StatusReading | undefined {
  const { payment, fulfilment, cancel } = answered;
  if (!PAYMENT.has(payment) || !FULFILMENT.has(fulfilment) || !CANCEL.has(cancel)) return undefined;
  if (cancel === 'CANCELED') return { status: 'cancelled', cancelRequested: false };
  const cancelRequested = REQUESTED.has(cancel);
  if (payment === 'FULLY_REFUNDED') return { status: 'refunded', cancelRequested };
  if (fulfilment === 'FULFILLED') return { status: 'shipped', cancelRequested };
  if (payment === 'PENDING' || payment === 'FAILED') return { status: 'unpaid', cancelRequested };
  return { status: fulfilment === 'IN_PROGRESS' ? 'partiallyShipped' : 'toShip', cancelRequested };
}
