import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { ruleBroken } from '../../../core/errors.ts';
import { touchStock } from '../../stock/public.ts';
import { closeGate } from '../locks.ts';

/**
 * Blocks allocation from these locations while they are disabled or change type. Takes the warehouse's gate
 * exclusively: waits for a wave being created, and the next one sees the change.
 * @throws ruleBroken warehouse.locationPromised with the waves that use them
 */
export async function closeLocations(tx: Tx, warehouseId: number, ids: readonly number[]): Promise<void> {
  await closeGate(tx, warehouseId);
  const [held] = [...(await promisedOf(tx, ids)).values()];
  if (held) throw ruleBroken('warehouse.locationPromised', held);
}

export type Promised = { id: number; code: string; units: number; waves: string };

/** The locations that waves pick from or pack in. */
export async function promisedOf(tx: Tx, ids: readonly number[]): Promise<Map<number, Promised>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.rows<Promised>(
    sql`with held as (
       select l.id, l.code, l.kind, l.warehouse_id, coalesce((select sum(b.allocated) from bin_stock b
         where b.company_id = ${sql.company} and b.location_id = l.id), 0)::int as units
       from location l where l.company_id = ${sql.company} and l.id = any(${ids}::bigint[])
     ), wanted as (
       select h.id, w.number from held h join wave w on w.company_id = ${sql.company} and w.state in ('open', 'picking')
         and w.warehouse_id = h.warehouse_id
       join pick_line p on p.company_id = ${sql.company} and p.wave_id = w.id and p.location_id = h.id and p.state = 'open'
       where h.units > 0
       union
       select h.id, w.number from held h join outbound o on o.company_id = ${sql.company} and o.state in ('picking', 'picked', 'packed')
         and o.packing_location_id = h.id
       join wave w on w.company_id = ${sql.company} and w.id = o.wave_id where h.kind = 'packing'
     )
     select h.id, h.code, h.units, coalesce((select string_agg(number, ', ' order by number) from
       (select distinct number from wanted where wanted.id = h.id order by number limit 5) n), '-') as waves
     from held h where h.units > 0 or exists (select from wanted where wanted.id = h.id) order by h.code`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Recalculates warnings of stock in locations that were disabled or enabled. */
export async function touchGoodsOf(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await tx.rows<{ productId: number }>(
    sql`select distinct product_id from bin_stock where company_id = ${sql.company} and location_id = any(${ids}::bigint[]) and on_hand > 0`,
  );
  if (rows.length > 0)
    touchStock(
      tx,
      rows.map((row) => row.productId),
    );
}
