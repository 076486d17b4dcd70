import type { Rights } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { badField } from '../../core/errors.ts';
import { defineHook } from '../../core/hooks.ts';
import { withAll, without } from './grant.ts';

export interface Place {
  id: number;
  name: string;
}
/** Shops that belong to a department are seen by all of its members. */
export interface PlacesBeingRead {
  shops: (Place & { departmentId: number | null })[];
  warehouses: Place[];
}
export interface Places {
  shops: Place[];
  warehouses: Place[];
}

/** Areas that keep shops and warehouses add all of the company's, by name. */
export const placesReading = defineHook<PlacesBeingRead>();

export async function allPlaces(tx: Tx): Promise<PlacesBeingRead> {
  const places: PlacesBeingRead = { shops: [], warehouses: [] };
  await placesReading.call(tx, places);
  return places;
}

/** Shops and warehouses that the actor sees: no others can be given, and others that somebody has stay theirs. */
export async function placesOf(tx: Tx): Promise<Places> {
  const { shops, warehouses } = await allPlaces(tx);
  const visible = (all: readonly Place[], ids: readonly number[] | null) =>
    all.filter(({ id }) => ids === null || ids.includes(id)).map(({ id, name }) => ({ id, name }));
  return { shops: visible(shops, tx.rights.shopIds), warehouses: visible(warehouses, tx.rights.warehouseIds) };
}

export interface Scope {
  shopIds: readonly number[];
  warehouseIds: readonly number[];
}

/** @throws badField shopIds or warehouseIds: not there, or not the actor's to see */
export function assertKnown(places: Places, scope: Scope): void {
  const check = (field: string, ids: readonly number[], known: readonly Place[]) => {
    const there = new Set(known.map((place) => place.id));
    if (ids.some((id) => !there.has(id))) throw badField(field, 'access.unknownPlace');
  };
  check('shopIds', scope.shopIds, places.shops);
  check('warehouseIds', scope.warehouseIds, places.warehouses);
}

/** What was ticked of what was on the screen, and what was not on the screen as it was. */
export function kept(
  rights: Rights,
  kind: 'shops' | 'warehouses',
  before: ReadonlySet<number>,
  ticked: readonly number[],
) {
  const visible = kind === 'shops' ? rights.shopIds : rights.warehouseIds;
  return visible === null ? new Set(ticked) : withAll(without(before, new Set(visible)), ticked);
}
