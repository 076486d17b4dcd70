import { codeOf, type FloorPlace } from '@tradewind/contract/warehouse.ts';
import { type AuditAction, defineAction, writeAudit } from '../../../core/audit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { lastChange, writeHistory } from '../../../core/documents.ts';
import { badField, conflict, ruleBroken } from '../../../core/errors.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { warehouseOpened } from '../hooks.ts';
import { closeGate } from '../locks.ts';
import { shownHistory } from '../outbound/moves.ts';
import { warehouses } from '../warehouses/list.ts';
import { closeLocations, touchGoodsOf } from './disable.ts';
import { locations } from './list.ts';

/** Areas of a warehouse's locations. */
export async function areasOf(tx: Tx, warehouseId: number): Promise<string[]> {
  const rows = await tx.rows<{ area: string }>(
    sql`select distinct l.area from location l where ${locations.where(tx, { houseId: warehouseId })} order by l.area limit 500`,
  );
  return rows.map((row) => row.area);
}

type LocationStock = {
  productId: number;
  sku: string;
  nameZh: string;
  nameEn: string;
  condition: string;
  batchId: number;
  batchCode: string | null;
  onHand: number;
  allocated: number;
};

export async function locationDetail(tx: Tx, id: number) {
  const row = await locations.one(tx, id);
  const stock = await tx.rows<LocationStock>(
    sql`select p.id as "productId", p.sku, p.name_zh, p.name_en, b.condition, b.batch_id,
       (select t.code from stock_batch t where t.company_id = ${sql.company} and t.id = b.batch_id) as "batchCode", b.on_hand, b.allocated
     from bin_stock b join product p on p.company_id = ${sql.company} and p.id = b.product_id
     where b.company_id = ${sql.company} and b.location_id = ${id} and b.on_hand > 0 order by p.sku, b.condition, b.batch_id limit 500`,
  );
  return { ...row, stock, history: await shownHistory(tx, 'location', id) };
}

export interface LocationFields {
  area: string;
  shelf: string;
  row: string;
  column: string;
  kind: string;
  tray: boolean;
  enabled: boolean;
  pathOrder?: number | undefined;
  /** Undefined: unchanged. Null: no capacity. */
  capacity?: number | null | undefined;
  place?: FloorPlace | null | undefined;
}

const acts = {
  added: defineAction('warehouse.locationAdded', ['新增库位', 'Location added']),
  edited: defineAction('warehouse.locationEdited', ['编辑库位', 'Location edited']),
  deleted: defineAction('warehouse.locationDeleted', ['删除库位', 'Location deleted']),
};
function auditLocations(
  tx: Tx,
  action: AuditAction,
  locations: readonly { id: number; code: string }[],
  detail?: Record<string, unknown>,
): void {
  writeAudit(
    tx,
    locations.map(({ id, code }) => ({
      action,
      targetKind: 'location',
      targetId: id,
      targetName: code,
      ...(detail ? { detail } : {}),
    })),
  );
}

export async function addLocation(tx: Tx, chosenWarehouseId: number, input: LocationFields): Promise<{ id: number }> {
  await warehouses.one(tx, chosenWarehouseId);
  const code = codeOf(input);
  const [area = '', shelf = '', row = '', column = ''] = code.split('-');
  const { xMm, yMm, widthMm, depthMm } = input.place ?? NOWHERE;
  const pathOrder = input.pathOrder ?? (await tx.row<{ next: number }>(nextPath(chosenWarehouseId)))?.next ?? 0;
  const [made] = await tx.rows<{ id: number }>(
    sql`insert into location (company_id, warehouse_id, code, area, shelf, row_no, column_no, kind, tray, enabled, path_order, capacity,
       x_mm, y_mm, width_mm, depth_mm)
     values (${sql.company}, ${chosenWarehouseId}, ${code}, ${area}, ${shelf}, ${row}, ${column}, ${input.kind}, ${input.tray}, ${input.enabled},
       ${pathOrder}, ${input.capacity ?? null}, ${xMm}, ${yMm}, ${widthMm}, ${depthMm})
     on conflict (company_id, warehouse_id, code) do nothing returning id`,
  );
  if (!made) throw badField('frame.column', 'warehouse.codeTaken', { code });
  locationsAdded(tx, [{ id: made.id, code }]);
  return made;
}

/** Writes to their history and the audit log. */
export function locationsAdded(tx: Tx, made: readonly { id: number; code: string }[]): void {
  writeHistory(
    tx,
    made.map(({ id }) => ({ docKind: 'location', docId: id, event: 'added' })),
  );
  auditLocations(tx, acts.added, made);
}

/** The type may change between these while the location holds stock. */
const WALKED: readonly string[] = ['picking', 'storage'];

const NOWHERE = { xMm: null, yMm: null, widthMm: null, depthMm: null };

/** The last location on the path. Those not picked from (packing and the like) stay behind all others. */
export const lastPath = (warehouse: Sql): Sql => sql`(select coalesce(max(p.path_order), 0) from location p
  where p.company_id = ${sql.company} and p.warehouse_id = ${warehouse} and p.path_order < 900000)`;
export const nextPath = (warehouseId: number): Sql => sql`select ${lastPath(sql`${warehouseId}`)} + 10 as next`;

/** @throws conflict core.stale if `version` is not the current one */
export async function editLocation(
  tx: Tx,
  id: number,
  input: LocationFields & { version?: number | undefined },
): Promise<{ stranded: number }> {
  const observed = await locations.one(tx, id);
  const sameUse = observed.kind === input.kind || (WALKED.includes(observed.kind) && WALKED.includes(input.kind));
  const closes = observed.enabled && !input.enabled;
  if (!sameUse || closes) await closeLocations(tx, observed.warehouseId, [id]);
  const before = await locations.one(tx, id);
  if (before.units > 0 && !sameUse)
    throw ruleBroken('warehouse.locationHolds', { code: before.code, units: before.units });
  const code = codeOf(input);
  const [area = '', shelf = '', row = '', column = ''] = code.split('-');
  const taken = await tx.rows(
    sql`select 1 from location where company_id = ${sql.company} and warehouse_id = ${before.warehouseId} and code = ${code} and id <> ${id}`,
  );
  if (taken.length > 0) throw badField('frame.column', 'warehouse.codeTaken', { code });
  const { xMm, yMm, widthMm, depthMm } = (input.place === undefined ? before.place : input.place) ?? NOWHERE;
  const changed = await tx.rows(
    sql`update location set code = ${code}, area = ${area}, shelf = ${shelf}, row_no = ${row}, column_no = ${column}, kind = ${input.kind},
       tray = ${input.tray}, enabled = ${input.enabled}, path_order = coalesce(${input.pathOrder ?? null}, path_order),
       capacity = ${input.capacity === undefined ? before.capacity : input.capacity},
       x_mm = ${xMm}, y_mm = ${yMm}, width_mm = ${widthMm}, depth_mm = ${depthMm}, version = version + 1
     where company_id = ${sql.company} and id = ${id} and version = coalesce(${input.version ?? null}, version) returning 1`,
  );
  if (changed.length === 0) throw conflict('core.stale', await lastChange(tx, 'location', id));
  if (observed.enabled !== input.enabled) await touchGoodsOf(tx, [id]);
  const event = closes ? 'closed' : !observed.enabled && input.enabled ? 'opened' : 'edited';
  writeHistory(tx, [{ docKind: 'location', docId: id, event, detail: { from: before.code, to: code } }]);
  // Orders may have waited for this stock.
  if (event === 'opened') await warehouseOpened.call(tx, {});
  const { kind, tray, enabled } = input;
  auditLocations(tx, acts.edited, [{ id, code }], { from: before.code, kind, tray, enabled });
  return { stranded: closes ? before.units : 0 };
}

/** Keeps locations that ever held stock, as the ledger names them, and those that waves, counts or receipts use. */
export async function deleteLocations(tx: Tx, ids: readonly number[]): Promise<Outcome> {
  const warehouses = await tx.rows<{ id: number }>(
    sql`select distinct warehouse_id as id from location where company_id = ${sql.company} and id = any(${ids}::bigint[])
       and (${tx.rights.warehouseIds}::bigint[] is null or warehouse_id = any(${tx.rights.warehouseIds}::bigint[])) order by 1`,
  );
  for (const warehouse of warehouses) await closeGate(tx, warehouse.id);
  const rows = await tx.rows<{ id: number; code: string; used: boolean }>(
    sql`select l.id, l.code, exists (select from bin_stock b where b.company_id = ${sql.company} and b.location_id = l.id)
       or exists (select from outbound o where o.company_id = ${sql.company} and o.state in ('picking', 'picked', 'packed')
         and l.kind = 'packing' and o.warehouse_id = l.warehouse_id and o.packing_location_id = l.id)
       or exists (select from count_location c join stock_count n on n.company_id = ${sql.company} and n.id = c.count_id
         where c.company_id = ${sql.company} and c.location_id = l.id and n.state in ('open', 'counting', 'waiting')) as used
     from location l where l.company_id = ${sql.company} and l.id = any(${ids}::bigint[]) and (${tx.rights.warehouseIds}::bigint[] is null or l.warehouse_id = any(${tx.rights.warehouseIds}::bigint[]))
     order by l.id for update of l`,
  );
  const gone = rows.filter((row) => !row.used);
  const free = gone.map((row) => row.id);
  await tx.rows(sql`delete from location where company_id = ${sql.company} and id = any(${free}::bigint[])`);
  auditLocations(tx, acts.deleted, gone);
  return {
    done: free,
    refused: rows
      .filter((row) => row.used)
      .map((row) => ({ id: row.id, label: row.code, code: 'warehouse.locationUsed' })),
  };
}
