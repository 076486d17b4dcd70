import { isRecord, list, text } from '../http/types.ts';
import type { Parcel, SandboxOrder } from '../world/orders.ts';
import type { World } from '../world/world.ts';
import { ShopeeError, wrongParameter } from './errors.ts';

export interface ShopeePackage {
  number: string;
  lines: { lineId: string; quantity: number }[];
}

const FIRST = 160_000_000_000_000;
const numberOf = (order: SandboxOrder, part: number): string => `OFG${FIRST + order.seq * 100 + part}`;

/** One package, until the seller splits the order. */
export function packagesOf(order: SandboxOrder): ShopeePackage[] {
  const split = list(order.extra.packages).flatMap((one) =>
    isRecord(one) ? [{ number: text(one.number), lines: one.lines as ShopeePackage['lines'] }] : [],
  );
  if (split.length > 0) return split;
  return [{ number: numberOf(order, 0), lines: order.lines.map(({ id, quantity }) => ({ lineId: id, quantity })) }];
}

export const isSplit = (order: SandboxOrder): boolean => packagesOf(order).length > 1;

export function split(order: SandboxOrder, parts: readonly ShopeePackage['lines'][]): ShopeePackage[] {
  const packages = parts.map((lines, index) => ({ number: numberOf(order, index + 1), lines }));
  order.extra.packages = packages;
  return packages;
}

/** The shipment that was arranged for a package. */
export const parcelOf = (order: SandboxOrder, one: ShopeePackage): Parcel | undefined =>
  order.parcels.find((parcel) => parcel.ref === one.number && !parcel.cancelled);

/** Split orders want the package named, others want no empty name. */
export function packageOf(order: SandboxOrder, answered: unknown): ShopeePackage {
  if (answered === '') throw wrongParameter('package_number is empty');
  const packages = packagesOf(order);
  if (answered === undefined || answered === null) {
    if (isSplit(order))
      throw new ShopeeError(
        'logistics.package_number_not_exist',
        'Please request with package_number for this split order.',
      );
    return packages[0]!;
  }
  const found = packages.find((one) => one.number === text(answered));
  if (!found)
    throw new ShopeeError('logistics.package_number_not_found', `The package_number ${text(answered)} is not exist.`);
  return found;
}

/** The courier gives the number a moment after the shipment was arranged. */
export function trackingOf(world: World, order: SandboxOrder, one: ShopeePackage): string {
  const parcel = parcelOf(order, one);
  if (!parcel || world.clock.now() - parcel.createdAt < world.settings.feedStepMs) return '';
  return parcel.numbers[0] ?? '';
}

const COLLECTED = 'PICKUP_DONE';
export const isCollected = (parcel: Parcel): boolean => parcel.events.some((event) => event.status === COLLECTED);

/** The courier takes what was arranged. */
export function collect(order: SandboxOrder, now: number): void {
  for (const one of packagesOf(order)) {
    const parcel = parcelOf(order, one);
    if (!parcel || isCollected(parcel)) continue;
    parcel.events.push({ id: `${parcel.ref}-1`, status: COLLECTED, happenedAt: now, message: 'Picked up by courier' });
    parcel.updatedAt = now;
  }
}

export function logisticsStatus(order: SandboxOrder, one: ShopeePackage): string {
  const parcel = parcelOf(order, one);
  if (order.status === 'cancelled') return parcel ? 'LOGISTICS_REQUEST_CANCELED' : 'LOGISTICS_INVALID';
  if (order.status === 'pending') return 'LOGISTICS_NOT_START';
  if (!parcel) return 'LOGISTICS_READY';
  if (order.delivered) return 'LOGISTICS_DELIVERY_DONE';
  return isCollected(parcel) ? 'LOGISTICS_PICKUP_DONE' : 'LOGISTICS_REQUEST_CREATED';
}
