import type { PickStop } from '@tradewind/contract/warehouse.ts';

export const left = (stop: PickStop) => stop.quantity - stop.picked;
const plain = (code: string | null) => (code ?? '').trim().toUpperCase();

/** The stop to go to: the one that was chosen, else the next open one along the path. */
export function currentStop(stops: readonly PickStop[], chosen: number | undefined): PickStop | undefined {
  const open = stops.filter((stop) => stop.state === 'open');
  return open.find((stop) => stop.id === chosen) ?? open[0];
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
  const isItem = text === plain(stop.sku) || (stop.barcode !== null && text === plain(stop.barcode));
  if (!atLocation) {
    if (text.startsWith('*') || isItem) return { what: 'locationFirst' };
    return { what: 'wrongLocation', code };
  }
  if (text === ALL) return { what: 'item', quantity: left(stop) };
  const some = /^\*QTY(\d+)$/.exec(text)?.[1];
  if (some) return { what: 'item', quantity: Number(some) };
  return isItem ? { what: 'item', quantity: 1 } : { what: 'wrongItem', code };
}
