import { isRecord, list, text } from '../http/types.ts';
import type { OrderLine, Parcel, SandboxOrder } from '../world/orders.ts';

/** Lazada tells every unit by itself. */
export interface Unit {
  id: number;
  line: OrderLine;
}

/** What a seller packed: its units travel together from then on. */
export interface LazadaPackage {
  id: string;
  units: number[];
  tracking: string;
  at: number;
}

const FIRST = 500_000_000_000_000;
export const CARRIER = 'LEX SG';
const COLLECTED = 'PICKED_UP';

export const unitsOf = (order: SandboxOrder): Unit[] =>
  order.lines.flatMap((line, index) =>
    Array.from({ length: line.quantity }, (_, n) => ({
      id: FIRST + order.seq * 1_000_000 + index * 10_000 + n,
      line,
    })),
  );

/** Sellers deliver some orders themselves. */
export const isOwnDelivery = (order: SandboxOrder): boolean => order.seq % 5 === 2;

export const packagesOf = (order: SandboxOrder): LazadaPackage[] =>
  list(order.extra.packages).flatMap((one) => (isRecord(one) ? [one as unknown as LazadaPackage] : []));

export const packageOfUnit = (order: SandboxOrder, unit: number): LazadaPackage | undefined =>
  packagesOf(order).find((one) => one.units.includes(unit));

/** The shipment that a package became when it was told as ready. */
export const parcelOf = (order: SandboxOrder, one: LazadaPackage): Parcel | undefined =>
  order.parcels.find((parcel) => parcel.ref === one.id && !parcel.cancelled);

const isCollected = (parcel: Parcel): boolean => parcel.events.some((event) => event.status === COLLECTED);

/** The courier takes what is ready. */
export function collect(order: SandboxOrder, now: number): void {
  for (const parcel of order.parcels) {
    if (parcel.cancelled || isCollected(parcel)) continue;
    parcel.events.push({ id: `${parcel.ref}-1`, status: COLLECTED, happenedAt: now, message: 'Picked up' });
    parcel.updatedAt = now;
  }
}

export function unitStatus(order: SandboxOrder, unit: number): string {
  if (order.status === 'cancelled') return 'canceled';
  if (order.status === 'pending') return 'unpaid';
  const found = packageOfUnit(order, unit);
  if (!found) return list(order.extra.repacked).map(text).includes(String(unit)) ? 'repacked' : 'pending';
  const parcel = parcelOf(order, found);
  if (!parcel) return 'packed';
  if (order.refunded) return 'returned';
  if (order.delivered) return 'delivered';
  return isCollected(parcel) ? 'shipped' : 'ready_to_ship';
}

export function linesOfUnits(order: SandboxOrder, units: readonly number[]): { lineId: string; quantity: number }[] {
  const chosen = unitsOf(order).filter((unit) => units.includes(unit.id));
  return [...Map.groupBy(chosen, (unit) => unit.line.id)].map(([lineId, same]) => ({ lineId, quantity: same.length }));
}
