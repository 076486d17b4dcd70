import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { nextNumbers, writeHistory } from '../../../core/documents.ts';
import { badField, conflict, notFound, ruleBroken } from '../../../core/errors.ts';
import { seesWarehouse } from '../outbound/detail.ts';
import { warehouses } from '../warehouses/list.ts';
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
export async function createCount(tx: Tx, input: NewCount) {
  if (!seesWarehouse(tx, input.warehouseId)) throw notFound('warehouse.notFound');
  await warehouses.one(tx, input.warehouseId);
  const { locationIds, taskIds } = await placesOf(tx, input);
  if (locationIds.length === 0) throw ruleBroken('warehouse.countNothing');
  if (input.kind === 'full') await assertNoFullWaits(tx, input.warehouseId);
  const [number = ''] = await nextNumbers(tx, countDocument);
  const scope = input.kind === 'chosen' && input.productIds?.length ? JSON.stringify(input.productIds) : null;
  const [head] = await tx.rows<{ id: number }>(
    sql`insert into stock_count (company_id, number, warehouse_id, kind, blind, product_ids, remark, created_at, created_by)
     values (${sql.company}, ${number}, ${input.warehouseId}, ${input.kind}, ${input.blind}, ${scope}, ${input.remark}, ${tx.now}, ${tx.actor.name})
     on conflict (company_id, warehouse_id) where kind = 'full' and state in ('open', 'counting') do nothing returning id`,
  );
  if (!head) throw conflict('warehouse.fullCountAnother');
  await addPlaces(tx, head.id, locationIds);
  if (taskIds.length > 0)
    await tx.rows(
      sql`update count_task set state = 'planned', count_id = ${head.id} where company_id = ${sql.company} and id = any(${taskIds}::bigint[]) and state = 'open'`,
    );
  writeHistory(tx, [{ docKind: 'count', docId: head.id, event: 'created', toState: 'open' }]);
  return { id: head.id, number, locations: locationIds.length, elsewhere: await alsoIn(tx, head.id, locationIds) };
}

const NAMED = 5;

/** Other unfinished counts of these locations, each with the first few of them. */
async function alsoIn(tx: Tx, countId: number, locationIds: readonly number[]) {
  return tx.rows<{ number: string; locations: number; codes: string[] }>(
    sql`select c.number, count(*)::int as locations,
       to_jsonb((array_agg(l.code order by l.path_order, l.id))[1:${NAMED}]) as codes
     from count_location p
     join stock_count c on c.company_id = ${sql.company} and c.id = p.count_id and c.state in ('open', 'counting', 'waiting')
     join location l on l.company_id = ${sql.company} and l.id = p.location_id
     where p.company_id = ${sql.company} and p.location_id = any(${locationIds}::bigint[]) and p.count_id <> ${countId}
     group by c.id, c.number order by c.id desc limit 20`,
  );
}

/**
 * A full count waiting for approval may return to counting, so no other may start until the decision. Checked under the
 * warehouse's lock, which submitting a full count also takes.
 */
async function assertNoFullWaits(tx: Tx, warehouseId: number): Promise<void> {
  await tx.rows(sql`select 1 from warehouse where company_id = ${sql.company} and id = ${warehouseId} for update`);
  const waiting = await tx.rows(
    sql`select 1 from stock_count where company_id = ${sql.company} and warehouse_id = ${warehouseId} and kind = 'full' and state = 'waiting' limit 1`,
  );
  if (waiting.length > 0) throw conflict('warehouse.fullCountAnother');
}

export async function addPlaces(tx: Tx, countId: number, locationIds: readonly number[]): Promise<void> {
  await tx.rows(
    sql`insert into count_location (company_id, count_id, location_id, path_order)
     select ${sql.company}, ${countId}, l.id, l.path_order from location l where l.company_id = ${sql.company} and l.id = any(${locationIds}::bigint[])
     on conflict do nothing`,
  );
}

/** When a location was last counted. Cancelled counts do not count. */
export const COUNTED = (location: Sql) => sql`select max(counted.counted_at) as at from count_location counted
  join stock_count doc on doc.company_id = ${sql.company} and doc.id = counted.count_id and doc.state <> 'cancelled'
  where counted.company_id = ${sql.company} and counted.location_id = ${location}`;

type Places = { locationIds: number[]; taskIds: number[] };

async function placesOf(tx: Tx, input: NewCount): Promise<Places> {
  if (input.kind === 'full') return { locationIds: await allPlaces(tx, input.warehouseId), taskIds: [] };
  if (input.kind === 'risk') return worstPlaces(tx, input);
  if (input.kind === 'cycle') return { locationIds: await cyclePlaces(tx, input), taskIds: [] };
  if (input.locationCodes?.length) return { locationIds: await namedPlaces(tx, input), taskIds: [] };
  if (!input.productIds?.length) throw ruleBroken('warehouse.countAreFew');
  return { locationIds: await placesOfProducts(tx, input), taskIds: [] };
}

const idsOf = (rows: readonly { id: number }[]) => rows.map((row) => row.id);

/** Enabled locations, and disabled ones that hold stock. */
export async function allPlaces(tx: Tx, warehouseId: number): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    sql`select l.id from location l where l.company_id = ${sql.company} and l.warehouse_id = ${warehouseId} and (l.enabled or exists (
       select from bin_stock b where b.company_id = ${sql.company} and b.location_id = l.id and b.on_hand > 0))`,
  );
  return idsOf(rows);
}

async function worstPlaces(tx: Tx, input: NewCount): Promise<Places> {
  const rows = await tx.rows<{ id: number; locationId: number }>(
    sql`select id, location_id from count_task
     where company_id = ${sql.company} and warehouse_id = ${input.warehouseId} and state = 'open' and (${input.taskIds ?? null}::bigint[] is null or id = any(${input.taskIds ?? null}::bigint[]))
     order by weight desc, id limit ${input.taskIds ? 1000 : input.most} for update`,
  );
  return { locationIds: [...new Set(rows.map((row) => row.locationId))], taskIds: idsOf(rows) };
}

async function cyclePlaces(tx: Tx, input: NewCount): Promise<number[]> {
  const areas = input.areas?.length ? input.areas.map((area) => area.toUpperCase()) : null;
  const rows = await tx.rows<{ id: number }>(
    sql`select l.id from location l
     left join lateral (${COUNTED(sql`l.id`)}) c on true
     where l.company_id = ${sql.company} and l.warehouse_id = ${input.warehouseId} and l.enabled and l.kind in ('picking', 'storage')
       and case when ${areas}::text[] is null then exists (select from bin_stock b where b.company_id = ${sql.company} and b.location_id = l.id
         and b.on_hand > 0) else l.area = any(${areas}::text[]) end
     order by c.at nulls first, l.path_order, l.id limit ${input.areas?.length ? 20_000 : input.most}`,
  );
  return idsOf(rows);
}

async function namedPlaces(tx: Tx, input: NewCount): Promise<number[]> {
  const codes = [...new Set((input.locationCodes ?? []).map((code) => code.trim().toUpperCase()))];
  const rows = await tx.rows<{ id: number; code: string }>(
    sql`select id, code from location where company_id = ${sql.company} and warehouse_id = ${input.warehouseId} and code = any(${codes}::text[])`,
  );
  const known = new Set(rows.map((row) => row.code));
  const unknown = codes.find((code) => !known.has(code));
  if (unknown !== undefined) throw badField('locationCodes', 'warehouse.locationNotFound', { code: unknown });
  return idsOf(rows);
}

async function placesOfProducts(tx: Tx, input: NewCount): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    sql`select distinct location_id as id from bin_stock
     where company_id = ${sql.company} and warehouse_id = ${input.warehouseId} and product_id = any(${input.productIds ?? null}::bigint[]) and on_hand > 0`,
  );
  return idsOf(rows);
}
