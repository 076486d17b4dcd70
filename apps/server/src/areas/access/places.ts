import type { Rights } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { badField } from '../../core/errors.ts';
import { defineHook } from '../../core/hooks.ts';
import { withAll, without } from './grant.ts';

export interface Place {
  id: number;
  name: string;
}
/** All members of a department see its shops. */
export interface PlacesBeingRead {
  shops: (Place & { departmentId: number | null })[];
  warehouses: Place[];
}
export interface Places {
  shops: Place[];
  warehouses: Place[];
}

/** The areas of shops and warehouses register all of the company's, by name. */
export const placesReading = defineHook<PlacesBeingRead>();

export async function allPlaces(tx: Tx): Promise<PlacesBeingRead> {
  const places: PlacesBeingRead = { shops: [], warehouses: [] };
  await placesReading.call(tx, places);
  return places;
}

/** Shops and warehouses that the actor sees. The actor cannot grant or remove others. */
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

/** @throws badField shopIds or warehouseIds: missing, or not visible to the actor */
export function assertKnown(places: Places, scope: Scope): void {
  const check = (field: string, ids: readonly number[], known: readonly Place[]) => {
    const there = new Set(known.map((place) => place.id));
    if (ids.some((id) => !there.has(id))) throw badField(field, 'access.unknownPlace');
  };
  check('shopIds', scope.shopIds, places.shops);
  check('warehouseIds', scope.warehouseIds, places.warehouses);
}

/** The ticked places, plus earlier grants that the actor does not see. */
export function kept(
  rights: Rights,
  kind: 'shops' | 'warehouses',
  before: ReadonlySet<number>,
  ticked: readonly number[],
) {
  const visible = kind === 'shops' ? rights.shopIds : rights.warehouseIds;
  return visible === null ? new Set(ticked) : withAll(without(before, new Set(visible)), ticked);
}
