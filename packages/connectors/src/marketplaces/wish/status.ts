import type { PlatformOrderStatus } from '../../capabilities/orders.ts';

type Records = readonly { event_type: string; event_time: string }[];

/** A tracking number was told and stands: a shipment can be cancelled, and the order released once more. */
function wasShipped(records: Records): boolean {
  const answered = records
    .filter(({ event_type }) => event_type === 'MARK_SHIPPED' || event_type === 'TRACKING_CANCELLED')
    .sort((a, b) => Date.parse(a.event_time) - Date.parse(b.event_time));
  return answered.at(-1)?.event_type === 'MARK_SHIPPED';
}

/** An unknown word is no status. */
export function readStatus(
  state: string,
  records: Records,
): { status: PlatformOrderStatus; hold?: string } | undefined {
  switch (state) {
    case 'APPROVED':
      return { status: 'toShip' };
    case 'REQUIRE_REVIEW':
      return { status: 'toShip', hold: state };
    case 'SHIPPED':
      return { status: 'shipped' };
    case 'REFUNDED':
      return { status: wasShipped(records) ? 'refunded' : 'cancelled' };
    case 'DECLINED':
      return { status: 'cancelled' };
    default:
      return undefined;
  }
}

/** When the number that stands was told. */
export const shippedAt = (records: Records): string | undefined =>
  records.findLast(({ event_type }) => event_type === 'MARK_SHIPPED')?.event_time;
