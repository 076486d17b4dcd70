import type { DepotOrder } from '../kit/depot.ts';
import type { Order } from './network.ts';

/** How far an order is, in the words of the newer version. */
export function statusOf({ stage }: DepotOrder): string {
  if (stage === 'cancelled') return 'CANCELLED';
  if (stage === 'short') return 'UNFULFILLABLE';
  return stage === 'shipped' || stage === 'delivered' ? 'COMPLETE' : 'PROCESSING';
}

export const hasLeft = ({ stage }: DepotOrder): boolean => stage === 'shipped' || stage === 'delivered';
export const isPlanned = ({ stage }: DepotOrder): boolean =>
  stage === 'processing' || stage === 'picking' || stage === 'packed' || stage === 'shipped' || stage === 'delivered';

export const time = (at: number): string => new Date(at).toISOString();

/** Each line in a parcel of its own, the first with the number of the hall. */
export function parcelsOf({ depot, lineIds }: Order) {
  return depot.lines.map(({ sku, quantity }, index) => ({
    id: Number(`${Number(depot.no)}${index}`),
    tracking: index === 0 ? depot.tracking : `${depot.tracking}${index}`,
    sku,
    quantity,
    lineId: lineIds[index] ?? '',
  }));
}

export const shipmentId = ({ depot }: Order): string => `S${depot.no}`;
