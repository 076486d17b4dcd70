import { sql } from 'drizzle-orm/sql/sql';
import type { Rights } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { badField } from '../../core/errors.ts';
import { inShops, inWarehouses } from '../../core/scope.ts';
import { withAll, without } from './grant.ts';

export interface Place {
  id: number;
  name: string;
}
export interface Places {
  shops: Place[];
  warehouses: Place[];
}

/** Shops and warehouses that the actor sees: no others can be given, and others that somebody has stay theirs. */
export async function placesOf(tx: Tx): Promise<Places> {
  const [shops, warehouses] = await Promise.all([
    tx.rows<Place>(
      sql`select id, name from shop where company_id = ${tx.companyId} and ${inShops(tx, sql`id`)} order by name, id`,
    ),
    tx.rows<Place>(
      sql`select id, name from warehouse where company_id = ${tx.companyId} and ${inWarehouses(tx, sql`id`)} order by name, id`,
    ),
  ]);
  return { shops, warehouses };
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
