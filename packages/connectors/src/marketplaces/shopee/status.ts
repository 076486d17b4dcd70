import type { PlatformOrderStatus } from '../../capabilities/orders.ts';

/** The carrier has it. */
const GONE = new Set([
  'LOGISTICS_PICKUP_DONE',
  'LOGISTICS_DELIVERY_DONE',
  'LOGISTICS_DELIVERY_FAILED',
  'LOGISTICS_LOST',
]);
const CALLED_OFF = new Set([
  'LOGISTICS_INVALID',
  'LOGISTICS_REQUEST_CANCELED',
  'LOGISTICS_COD_REJECTED',
  'LOGISTICS_PICKUP_FAILED',
]);
/** Its shipment still has to be arranged. */
const UNARRANGED = new Set(['LOGISTICS_NOT_START', 'LOGISTICS_PENDING_ARRANGE', 'LOGISTICS_READY']);

export const isCalledOff = (logisticsStatus: string): boolean => CALLED_OFF.has(logisticsStatus);
export const isArranged = (logisticsStatus: string): boolean =>
  !UNARRANGED.has(logisticsStatus) && !CALLED_OFF.has(logisticsStatus);

export interface StatusReading {
  status: PlatformOrderStatus;
  hold?: string;
  cancelRequested?: boolean;
}

/** How far the parcels of an open order are: Shopee says "ready to ship" until the last has gone. */
function progress(packages: readonly string[]): PlatformOrderStatus {
  const live = packages.filter((one) => !CALLED_OFF.has(one));
  const gone = live.filter((one) => GONE.has(one)).length;
  return gone > 0 && gone < live.length ? 'partiallyShipped' : 'toShip';
}

/** `packages`: the logistics states of the order's parcels. Undefined for a word that nobody has told us of. */
export function readStatus(
  answered: string,
  packages: readonly string[] = [],
  terms: readonly string[] = [],
): StatusReading | undefined {
  switch (answered) {
    case 'UNPAID':
      return { status: 'unpaid' };
    case 'PENDING':
    case 'INVOICE_PENDING':
      return { status: 'toShip', hold: terms.join(', ') || answered };
    case 'READY_TO_SHIP':
    case 'RETRY_SHIP':
    case 'PROCESSED':
      return { status: progress(packages) };
    case 'SHIPPED':
    case 'TO_CONFIRM_RECEIVE':
    case 'COMPLETED':
    // Being sent back changes nothing about its having been shipped; the return is listed as such.
    case 'TO_RETURN':
      return { status: 'shipped' };
    case 'IN_CANCEL': {
      const allGone = packages.length > 0 && packages.every((one) => GONE.has(one));
      return { status: allGone ? 'shipped' : progress(packages), cancelRequested: true };
    }
    case 'CANCELLED':
      return { status: 'cancelled' };
    default:
      return undefined;
  }
}
