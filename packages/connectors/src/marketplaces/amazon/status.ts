import type { PlatformOrderStatus } from '../../capabilities/orders.ts';

interface Reading {
  status: PlatformOrderStatus;
  /** Amazon lists it but it must not be shipped yet. */
  hold?: string;
}

const READINGS: Record<string, Reading> = {
  PENDINGAVAILABILITY: { status: 'unpaid', hold: 'PENDING_AVAILABILITY' },
  PENDING: { status: 'unpaid' },
  UNSHIPPED: { status: 'toShip' },
  PARTIALLYSHIPPED: { status: 'partiallyShipped' },
  SHIPPED: { status: 'shipped' },
  INVOICEUNCONFIRMED: { status: 'shipped' },
  CANCELED: { status: 'cancelled' },
  CANCELLED: { status: 'cancelled' },
  UNFULFILLABLE: { status: 'unpaid', hold: 'UNFULFILLABLE' },
};

/** Orders v0 writes PartiallyShipped and Canceled, 2026-01-01 PARTIALLY_SHIPPED and CANCELLED. */
export function readStatus(answered: string): Reading | undefined {
  return READINGS[answered.replaceAll('_', '').toUpperCase()];
}
