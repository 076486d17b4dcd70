import type { PickStop } from '@tradewind/contract/warehouse.ts';
import { carries } from './own-codes.ts';

export const left = (stop: PickStop) => stop.quantity - stop.picked;
const plain = (code: string) => code.trim().toUpperCase();

/** The stop to go to: the one that was chosen, else the next open one along the path. */
export function currentStop(stops: readonly PickStop[], chosen: number | undefined): PickStop | undefined {
  const open = stops.filter((stop) => stop.state === 'open');
  return open.find((stop) => stop.id === chosen) ?? open[0];
}

/** All that is open of a stop's goods at its place: of a batch they are taken together, whichever orders they are for. */
export function atSamePlace(stops: readonly PickStop[], { locationId, productId, batchId }: PickStop): PickStop[] {
  return stops.filter(
    (one) =>
      one.state === 'open' && one.locationId === locationId && one.productId === productId && one.batchId === batchId,
  );
}

/** Stops at one place as one, for whoever stands before it. */
export function asOne(stop: PickStop, together: readonly PickStop[]): PickStop {
  const sum = (of: (one: PickStop) => number) => together.reduce((n, one) => n + of(one), 0);
  return { ...stop, slot: null, quantity: sum((one) => one.quantity), picked: sum((one) => one.picked) };
}

export type Reading =
  | { what: 'location' }
  | { what: 'item'; quantity: number }
  | { what: 'wrongLocation'; code: string }
  | { what: 'wrongItem'; code: string }
  | { what: 'locationFirst' };

const ALL = '*ALL';
/** Buttons stand for a scan, so that they wait in the same queue: all that is left, or a number of units. */
export const takeAll = ALL;
export const takeSome = (quantity: number) => `*QTY${quantity}`;

/**
 * What a code means at a stop: first the location, then items. An item may be scanned one by one; a button takes the
 * rest or a number at once, after at least the location was scanned.
 */
export function readCode(code: string, stop: PickStop, atLocation: boolean): Reading {
  const text = plain(code);
  if (text === plain(stop.locationCode)) return { what: 'location' };
  const isItem = carries(stop, code);
  if (!atLocation) {
    if (text.startsWith('*') || isItem) return { what: 'locationFirst' };
    return { what: 'wrongLocation', code };
  }
  if (text === ALL) return { what: 'item', quantity: left(stop) };
  const some = /^\*QTY(\d+)$/.exec(text)?.[1];
  if (some) return { what: 'item', quantity: Number(some) };
  return isItem ? { what: 'item', quantity: 1 } : { what: 'wrongItem', code };
}

/** How a stop looks once so many were taken, as long as the server has not said so itself. */
export function taken(stop: PickStop, quantity: number): PickStop {
  const picked = Math.min(stop.quantity, stop.picked + quantity);
  return { ...stop, picked, state: picked === stop.quantity ? 'done' : 'open' };
}

/** The last scan of a stop taken back, as far as is known without the server. */
export function untaken(stop: PickStop, quantity: number): PickStop {
  return { ...stop, picked: Math.max(0, stop.picked - quantity), state: 'open' };
}

/** What a place lacks: the stops there that cannot be filled, with so many units as are missing. */
export interface Short {
  reason: string;
  stops: { id: number; missing: number }[];
}
/** Also a button that stands for a scan: what was picked before it is booked before it. */
export const shortCode = (reason: string, stops: readonly PickStop[]) =>
  `*SHORT ${reason} ${stops.map((stop) => `${stop.id}:${left(stop)}`).join(' ')}`;

export function readShort(code: string): Short | undefined {
  const [verb, reason, ...stops] = code.split(' ');
  if (verb !== '*SHORT' || !reason) return undefined;
  return {
    reason,
    stops: stops.map((one) => {
      const [id, missing] = one.split(':').map(Number);
      return { id: id ?? 0, missing: missing ?? 0 };
    }),
  };
}
