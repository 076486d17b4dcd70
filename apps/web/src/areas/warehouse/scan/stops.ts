import type { PickStop } from '@tradewind/contract/warehouse.ts';
import { carries } from './own-codes.ts';

export const left = (stop: PickStop) => stop.quantity - stop.picked;
const plain = (code: string) => code.trim().toUpperCase();

/** The next pick task: the chosen one, else the next open one along the path. */
export function currentStop(stops: readonly PickStop[], chosen: number | undefined): PickStop | undefined {
  const open = stops.filter((stop) => stop.state === 'open');
  return open.find((stop) => stop.id === chosen) ?? open[0];
}

/** All open tasks of a product in one location. In a batch they are taken together for all orders. */
export function atSamePlace(stops: readonly PickStop[], { locationId, productId, batchId }: PickStop): PickStop[] {
  return stops.filter(
    (one) =>
      one.state === 'open' && one.locationId === locationId && one.productId === productId && one.batchId === batchId,
  );
}

/** Combines pick tasks in one location for display. */
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
/** Buttons queue like scans: all that is left, or a quantity. */
export const takeAll = ALL;
export const takeSome = (quantity: number) => `*QTY${quantity}`;

/**
 * What a code means at a pick task: first the location, then items. Items can be scanned one by one. Once the location
 * is scanned, a button takes the rest or a quantity at once.
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

/** The task with the taken units, until the server answers. */
export function taken(stop: PickStop, quantity: number): PickStop {
  const picked = Math.min(stop.quantity, stop.picked + quantity);
  return { ...stop, picked, state: picked === stop.quantity ? 'done' : 'open' };
}

/** The task with its last scan undone, as far as known without the server. */
export function untaken(stop: PickStop, quantity: number): PickStop {
  return { ...stop, picked: Math.max(0, stop.picked - quantity), state: 'open' };
}

/** The tasks a short location cannot fill, with the missing units of each. */
export interface Short {
  reason: string;
  stops: { id: number; missing: number }[];
}
/** A button that queues like a scan, so that earlier picks are booked first. */
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
