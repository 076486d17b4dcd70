import type { Tx } from '../../../core/database/database.ts';
import { nextNumbers, writeHistory } from '../../../core/documents.ts';
import { badField, conflict, notFound, ruleBroken } from '../../../core/errors.ts';
import { seesWarehouse } from '../outbound/detail.ts';
import { warehouseById } from '../warehouses/warehouses.ts';
import { countDocument } from './document.ts';

export interface NewCount {
  warehouseId: number;
  kind: 'full' | 'cycle' | 'risk' | 'chosen';
  blind: boolean;
  remark: string;
  areas?: string[] | undefined;
  locationCodes?: string[] | undefined;
  productIds?: number[] | undefined;
  taskIds?: number[] | undefined;
  most: number;
}

/** @throws ruleBroken warehouse.countNothing, conflict warehouse.fullCountAnother */
export async function createCount(tx: Tx, given: NewCount): Promise<{ id: number; number: string; locations: number }> {
  if (!seesWarehouse(tx, given.warehouseId)) throw notFound('warehouse.notFound');
  await warehouseById(tx, given.warehouseId);
  const { locationIds, taskIds } = await placesOf(tx, given);
  if (locationIds.length === 0) throw ruleBroken('warehouse.countNothing');
  if (given.kind === 'full') await assertNoFullWaits(tx, given.warehouseId);
  const [number = ''] = await nextNumbers(tx, countDocument);
  const scope = given.kind === 'chosen' && given.productIds?.length ? JSON.stringify(given.productIds) : null;
  const [head] = await tx.prepared<{ id: number }>(
    'count_create',
    `insert into stock_count (company_id, number, warehouse_id, kind, blind, product_ids, remark, created_at, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (company_id, warehouse_id) where kind = 'full' and state in ('open', 'counting') do nothing returning id`,
    [tx.companyId, number, given.warehouseId, given.kind, given.blind, scope, given.remark, tx.now, tx.actor.name],
  );
  if (!head) throw conflict('warehouse.fullCountAnother');
  await addPlaces(tx, head.id, locationIds);
  if (taskIds.length > 0)
    await tx.prepared(
      'count_tasks_plan',
      `update count_task set state = 'planned', count_id = $3 where company_id = $1 and id = any($2::bigint[]) and state = 'open'`,
      [tx.companyId, taskIds, head.id],
    );
  writeHistory(tx, [{ docKind: 'count', docId: head.id, event: 'created', toState: 'open' }]);
  return { id: head.id, number, locations: locationIds.length };
}

/**
 * One that waits for approval may be counted on: there is no room for another until it is decided. Asked under the lock
 * of the warehouse, which a full count that is submitted at this moment holds.
 */
async function assertNoFullWaits(tx: Tx, warehouseId: number): Promise<void> {
  const args = [tx.companyId, warehouseId];
  await tx.prepared('count_house_lock', 'select 1 from warehouse where company_id = $1 and id = $2 for update', args);
  const waiting = await tx.prepared(
    'count_full_waits',
    `select 1 from stock_count where company_id = $1 and warehouse_id = $2 and kind = 'full' and state = 'waiting' limit 1`,
    args,
  );
  if (waiting.length > 0) throw conflict('warehouse.fullCountAnother');
}

export async function addPlaces(tx: Tx, countId: number, locationIds: readonly number[]): Promise<void> {
  await tx.prepared(
    'count_places_add',
    `insert into count_location (company_id, count_id, location_id, path_order)
     select $1, $2, l.id, l.path_order from location l where l.company_id = $1 and l.id = any($3::bigint[])
     on conflict do nothing`,
    [tx.companyId, countId, locationIds],
  );
}

/** When a location was counted last; what was thrown away does not count. */
export const COUNTED = (location: string) => `select max(counted.counted_at) as at from count_location counted
  join stock_count doc on doc.company_id = $1 and doc.id = counted.count_id and doc.state <> 'cancelled'
  where counted.company_id = $1 and counted.location_id = ${location}`;

type Places = { locationIds: number[]; taskIds: number[] };

async function placesOf(tx: Tx, given: NewCount): Promise<Places> {
  if (given.kind === 'full') return { locationIds: await allPlaces(tx, given.warehouseId), taskIds: [] };
  if (given.kind === 'risk') return worstPlaces(tx, given);
  if (given.kind === 'cycle') return { locationIds: await cyclePlaces(tx, given), taskIds: [] };
  if (given.locationCodes?.length) return { locationIds: await namedPlaces(tx, given), taskIds: [] };
  if (!given.productIds?.length) throw ruleBroken('warehouse.countAreFew');
  return { locationIds: await placesOfProducts(tx, given), taskIds: [] };
}

const idsOf = (rows: readonly { id: number }[]) => rows.map((row) => row.id);

/** Enabled ones, and whatever else holds goods. */
export async function allPlaces(tx: Tx, warehouseId: number): Promise<number[]> {
  const rows = await tx.prepared<{ id: number }>(
    'count_all_places',
    `select l.id from location l where l.company_id = $1 and l.warehouse_id = $2 and (l.enabled or exists (
       select from bin_stock b where b.company_id = $1 and b.location_id = l.id and b.on_hand > 0))`,
    [tx.companyId, warehouseId],
  );
  return idsOf(rows);
}

async function worstPlaces(tx: Tx, given: NewCount): Promise<Places> {
  const rows = await tx.prepared<{ id: number; locationId: number }>(
    'count_worst',
    `select id, location_id as "locationId" from count_task
     where company_id = $1 and warehouse_id = $2 and state = 'open' and ($3::bigint[] is null or id = any($3))
     order by weight desc, id limit $4 for update`,
    [tx.companyId, given.warehouseId, given.taskIds ?? null, given.taskIds ? 1000 : given.most],
  );
  return { locationIds: [...new Set(rows.map((row) => row.locationId))], taskIds: idsOf(rows) };
}

async function cyclePlaces(tx: Tx, given: NewCount): Promise<number[]> {
  const rows = await tx.prepared<{ id: number }>(
    'count_cycle_places',
    `select l.id from location l
     left join lateral (${COUNTED('l.id')}) c on true
     where l.company_id = $1 and l.warehouse_id = $2 and l.enabled and l.kind in ('picking', 'storage')
       and case when $3::text[] is null then exists (select from bin_stock b where b.company_id = $1 and b.location_id = l.id
         and b.on_hand > 0) else l.area = any($3) end
     order by c.at nulls first, l.path_order, l.id limit $4`,
    [
      tx.companyId,
      given.warehouseId,
      given.areas?.length ? given.areas.map((area) => area.toUpperCase()) : null,
      given.areas?.length ? 20_000 : given.most,
    ],
  );
  return idsOf(rows);
}

async function namedPlaces(tx: Tx, given: NewCount): Promise<number[]> {
  const codes = [...new Set((given.locationCodes ?? []).map((code) => code.trim().toUpperCase()))];
  const rows = await tx.prepared<{ id: number; code: string }>(
    'count_named_places',
    'select id, code from location where company_id = $1 and warehouse_id = $2 and code = any($3::text[])',
    [tx.companyId, given.warehouseId, codes],
  );
  const known = new Set(rows.map((row) => row.code));
  const unknown = codes.find((code) => !known.has(code));
  if (unknown !== undefined) throw badField('locationCodes', 'warehouse.locationNotFound', { code: unknown });
  return idsOf(rows);
}

async function placesOfProducts(tx: Tx, given: NewCount): Promise<number[]> {
  const rows = await tx.prepared<{ id: number }>(
    'count_places_of_products',
    `select distinct location_id as id from bin_stock
     where company_id = $1 and warehouse_id = $2 and product_id = any($3::bigint[]) and on_hand > 0`,
    [tx.companyId, given.warehouseId, given.productIds],
  );
  return idsOf(rows);
}
