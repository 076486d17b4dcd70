import type { Echelon } from '@tradewind/contract/procurement/advice.ts';
import type { Case } from './calculate.ts';
import { type Terms as Result, slowest } from './rules/advise.ts';
import { shareOut, type Wish } from './rules/share.ts';

type Move = Echelon['moves'][number];
/** A case with the advice for what it has of its own. */
export interface Alone {
  one: Case;
  result: Result;
}
/** What home sends where. Lines of places that have no part in it: none. */
export interface Shared {
  free: number;
  moves: readonly Move[];
}

/**
 * What lies at home goes first to the places that home supplies, as far as they lack it, so that they last equally long;
 * what they then lack, and what home itself lacks without it, is bought. Undefined: nothing is to go anywhere.
 */
export function shareHome(places: readonly Alone[]): Shared | undefined {
  const wishes = places.flatMap(({ one, result }): Wish[] => {
    const { perDay, position, lack, quantity } = result;
    return one.isHome || quantity === 0 ? [] : [{ id: one.demand.warehouseId, wants: lack, position, perDay }];
  });
  const first = places.find(({ one }) => one.homes.length > 0);
  if (!first || wishes.length === 0) return undefined;
  const step = first.one.packing.perCarton ?? 1;
  const takers = places.filter(({ one }) => wishes.some((wish) => wish.id === one.demand.warehouseId));
  const givers = giversOf(places, first.one, Math.max(...takers.map(({ one }) => slowest(one.ways))), step);
  const free = givers.reduce((sum, { units }) => sum + units, 0);
  if (free === 0) return undefined;
  return { free, moves: movesOf(givers, shareOut(free, wishes, step)) };
}

interface Giver {
  warehouseId: number;
  units: number;
}

/**
 * Whole packages of each home warehouse: what lies there, and what comes in time to travel on before a purchase would
 * arrive, less what other documents send away. First those that sell nothing themselves, then those that last longest.
 */
function giversOf(places: readonly Alone[], { homes, policy }: Case, travel: number, step: number): Giver[] {
  const alone = new Map(places.map(({ one, result }) => [one.demand.warehouseId, result]));
  return homes
    .map(({ warehouseId, available, away, supplies }) => {
      const { backorders = 0, cover = null } = alone.get(warehouseId) ?? {};
      const coming = supplies.reduce((sum, one) => sum + (one.day + travel <= policy.leadDays ? one.quantity : 0), 0);
      const units = Math.floor(Math.max(0, available + coming - away - backorders) / step) * step;
      return { warehouseId, units, cover: cover ?? Number.POSITIVE_INFINITY };
    })
    .filter(({ units }) => units > 0)
    .sort((a, b) => (a.cover === b.cover ? 0 : b.cover - a.cover) || a.warehouseId - b.warehouseId);
}

/** Which home warehouse sends how much where: one after the other. */
function movesOf(givers: readonly Giver[], shares: ReadonlyMap<number, number>): Move[] {
  const left = givers.map((giver) => ({ ...giver }));
  return [...shares].flatMap(([toId, units]) => {
    const moves: Move[] = [];
    for (let lacks = units; lacks > 0 && left[0]; ) {
      const quantity = Math.min(lacks, left[0].units);
      moves.push({ fromId: left[0].warehouseId, toId, quantity });
      left[0].units -= quantity;
      lacks -= quantity;
      if (left[0].units === 0) left.shift();
    }
    return moves;
  });
}

const sumOf = (moves: readonly Move[]) => moves.reduce((sum, { quantity }) => sum + quantity, 0);

/** What a place gets from home, and what it sends away. */
export const partOf = ({ moves }: Shared, warehouseId: number) => ({
  fromHome: sumOf(moves.filter(({ toId }) => toId === warehouseId)),
  sent: sumOf(moves.filter(({ fromId }) => fromId === warehouseId)),
});

/** The same for all places of a product, as each of its lines shows it. */
export const echelonOf = (
  { free, moves }: Shared,
  before: readonly Alone[],
  after: readonly { quantity: number }[],
): Echelon => ({
  free,
  moves: [...moves],
  places: before.map(({ one, result }, at) => ({
    warehouseId: one.demand.warehouseId,
    lack: Math.round(result.quantity === 0 ? 0 : result.lack),
    buy: after[at]?.quantity ?? 0,
  })),
});
