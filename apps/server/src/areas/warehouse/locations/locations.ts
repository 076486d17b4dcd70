import { codeOf, type FloorPlace, type FrameRow } from '@tradewind/contract/warehouse.ts';
import { type AuditAction, defineAction, writeAudit } from '../../../core/audit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { endOfPrefix, Params, statement } from '../../../core/database/statement.ts';
import { lastChange, writeHistory } from '../../../core/documents.ts';
import { badField, conflict, notFound, ruleBroken } from '../../../core/errors.ts';
import { warehouseOpened } from '../hooks.ts';
import { closeGate } from '../locks.ts';
import { shownHistory } from '../moved.ts';
import type { Outcome } from '../outcome.ts';
import { type PageQuery, pageOfQuery, warehouseById } from '../warehouses/warehouses.ts';
import { closeLocations, touchGoodsOf } from './disable.ts';
import { PLACE } from './floor.ts';

export type LocationRow = FrameRow & Record<string, unknown>;
const ROW = `l.id, l.warehouse_id as "warehouseId", l.code, l.area, l.shelf, l.row_no as row, l.column_no as "column", l.kind,
  l.tray, l.enabled, l.path_order as "pathOrder", l.capacity, l.version, ${PLACE} as place, coalesce(b.units, 0)::int as units, coalesce(b.products, 0)::int as products`;
const HELD = `left join lateral (select sum(s.on_hand) as units, count(*) filter (where s.on_hand > 0) as products
  from bin_stock s where s.company_id = $1 and s.location_id = l.id) b on true`;

export interface LocationFilter {
  houseId: number;
  kind?: string | undefined;
  area?: string | undefined;
  enabled?: boolean | undefined;
  text?: string | undefined;
}

function locationWhere(tx: Tx, filter: LocationFilter, params: Params): string {
  const where = [`l.company_id = ${params.add(tx.companyId)}`, `l.warehouse_id = ${params.add(filter.houseId)}`];
  if (tx.rights.warehouseIds) where.push(`l.warehouse_id = any(${params.add(tx.rights.warehouseIds)}::bigint[])`);
  if (filter.kind) where.push(`l.kind = ${params.add(filter.kind)}`);
  if (filter.area) where.push(`l.area = ${params.add(filter.area.toUpperCase())}`);
  if (filter.enabled !== undefined) where.push(`l.enabled = ${params.add(filter.enabled)}`);
  const text = filter.text?.trim().toUpperCase();
  if (text) where.push(`l.code >= ${params.add(text)} and l.code < ${params.add(endOfPrefix(text))}`);
  return where.join(' and ');
}

export async function locationPage(tx: Tx, query: LocationFilter & PageQuery) {
  const params = new Params();
  const where = locationWhere(tx, query, params);
  const limit = pageOfQuery(query, params);
  const rows = await statement<LocationRow>(
    tx,
    `with page as materialized (select l.* from location l where ${where} order by l.code ${limit})
     select ${ROW} from page l ${HELD} order by l.code`,
    params,
  );
  const counted = new Params();
  const [count] = await statement<{ n: number }>(
    tx,
    `select count(*)::int as n from location l where ${locationWhere(tx, query, counted)}`,
    counted,
  );
  const areas = await tx.prepared<{ area: string }>(
    'location_areas',
    `select distinct area from location where company_id = $1 and warehouse_id = $2 and ($3::bigint[] is null or warehouse_id = any($3))
     order by area limit 500`,
    [tx.companyId, query.houseId, tx.rights.warehouseIds],
  );
  return { rows, total: count?.n ?? 0, totalExact: true, areas: areas.map((row) => row.area) };
}

/** So many labels are a file that a browser still shows. */
const MOST_LABELS = 2000;

/**
 * For labels: chosen ones, or what the filter matches, along the walking path.
 * @throws ruleBroken warehouse.tooManyLabels where they are more than one file holds
 */
export async function locationsToPrint(
  tx: Tx,
  filter: LocationFilter & { ids?: number[] | undefined },
): Promise<LocationRow[]> {
  const params = new Params();
  let where = locationWhere(tx, filter, params);
  if (filter.ids) where += ` and l.id = any(${params.add(filter.ids)}::bigint[])`;
  const rows = await statement<LocationRow>(
    tx,
    `select ${ROW} from location l ${HELD} where ${where} order by l.path_order, l.code limit ${MOST_LABELS + 1}`,
    params,
  );
  if (rows.length > MOST_LABELS) throw ruleBroken('warehouse.tooManyLabels', { most: MOST_LABELS });
  return rows;
}

async function locationRow(tx: Tx, id: number): Promise<LocationRow> {
  const [row] = await tx.prepared<LocationRow>(
    'location_by_id',
    `select ${ROW} from location l ${HELD} where l.company_id = $1 and l.id = $2 and ($3::bigint[] is null or l.warehouse_id = any($3))`,
    [tx.companyId, id, tx.rights.warehouseIds],
  );
  if (!row) throw notFound('warehouse.locationNotFound', { code: '' });
  return row;
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
  const row = await locationRow(tx, id);
  const stock = await tx.prepared<LocationStock>(
    'location_stock',
    `select p.id as "productId", p.sku, p.name_zh as "nameZh", p.name_en as "nameEn", b.condition, b.batch_id as "batchId",
       (select t.code from stock_batch t where t.company_id = $1 and t.id = b.batch_id) as "batchCode", b.on_hand as "onHand", b.allocated
     from bin_stock b join product p on p.company_id = $1 and p.id = b.product_id
     where b.company_id = $1 and b.location_id = $2 and b.on_hand > 0 order by p.sku, b.condition, b.batch_id limit 500`,
    [tx.companyId, id],
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
  /** Left out: stays; null: nobody says. */
  capacity?: number | null | undefined;
  place?: FloorPlace | null | undefined;
}

const acts = {
  added: defineAction('warehouse.locationAdded', ['新增库位', 'Location added']),
  edited: defineAction('warehouse.locationEdited', ['修改库位', 'Location changed']),
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

export async function addLocation(tx: Tx, houseId: number, given: LocationFields): Promise<{ id: number }> {
  await warehouseById(tx, houseId);
  const code = codeOf(given);
  const [area, shelf, row, column] = code.split('-');
  const [made] = await tx.prepared<{ id: number }>(
    'location_add',
    `insert into location (company_id, warehouse_id, code, area, shelf, row_no, column_no, kind, tray, enabled, path_order, capacity,
       x_mm, y_mm, width_mm, depth_mm)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, coalesce($11::int, (${NEXT_PATH})), $12, $13, $14, $15, $16)
     on conflict (company_id, warehouse_id, code) do nothing returning id`,
    [
      tx.companyId,
      houseId,
      code,
      area,
      shelf,
      row,
      column,
      given.kind,
      given.tray,
      given.enabled,
      given.pathOrder ?? null,
      given.capacity ?? null,
      ...placeValues(given.place),
    ],
  );
  if (!made) throw badField('frame.column', 'warehouse.codeTaken', { code });
  writeHistory(tx, [{ docKind: 'location', docId: made.id, event: 'added' }]);
  auditLocations(tx, acts.added, [{ id: made.id, code }]);
  return made;
}

/** Between these the use of a location may change while goods lie in it. */
const WALKED: readonly string[] = ['picking', 'storage'];

function placeValues(place: FloorPlace | null | undefined): (number | null)[] {
  return place ? [place.xMm, place.yMm, place.widthMm, place.depthMm] : [null, null, null, null];
}

/** Behind everything that is walked; the places that are not (packing and the like) stand at the end of the path. */
export const NEXT_PATH =
  'select coalesce(max(path_order), 0) + 10 from location where company_id = $1 and warehouse_id = $2 and path_order < 900000';

/** @throws conflict core.stale where `version` is not the one that stands */
export async function editLocation(
  tx: Tx,
  id: number,
  given: LocationFields & { version?: number | undefined },
): Promise<{ stranded: number }> {
  const seen = await locationRow(tx, id);
  const sameUse = seen.kind === given.kind || (WALKED.includes(seen.kind) && WALKED.includes(given.kind));
  const closes = seen.enabled && !given.enabled;
  if (!sameUse || closes) await closeLocations(tx, seen.warehouseId, [id]);
  const before = await locationRow(tx, id);
  if (before.units > 0 && !sameUse)
    throw ruleBroken('warehouse.locationHolds', { code: before.code, units: before.units });
  const code = codeOf(given);
  const [area, shelf, row, column] = code.split('-');
  const taken = await tx.prepared(
    'location_code_taken',
    'select 1 from location where company_id = $1 and warehouse_id = $2 and code = $3 and id <> $4',
    [tx.companyId, before.warehouseId, code, id],
  );
  if (taken.length > 0) throw badField('frame.column', 'warehouse.codeTaken', { code });
  const changed = await tx.prepared(
    'location_edit',
    `update location set code = $3, area = $4, shelf = $5, row_no = $6, column_no = $7, kind = $8, tray = $9, enabled = $10,
       path_order = coalesce($11, path_order), capacity = $12, x_mm = $13, y_mm = $14, width_mm = $15, depth_mm = $16,
       version = version + 1
     where company_id = $1 and id = $2 and version = coalesce($17, version) returning 1`,
    [
      tx.companyId,
      id,
      code,
      area,
      shelf,
      row,
      column,
      given.kind,
      given.tray,
      given.enabled,
      given.pathOrder ?? null,
      given.capacity === undefined ? before.capacity : given.capacity,
      ...placeValues(given.place === undefined ? before.place : given.place),
      given.version ?? null,
    ],
  );
  if (changed.length === 0) throw conflict('core.stale', await lastChange(tx, 'location', id));
  if (seen.enabled !== given.enabled) await touchGoodsOf(tx, [id]);
  const event = closes ? 'closed' : !seen.enabled && given.enabled ? 'opened' : 'edited';
  writeHistory(tx, [{ docKind: 'location', docId: id, event, detail: { from: before.code, to: code } }]);
  // Orders may have waited for what lies there.
  if (event === 'opened') await warehouseOpened.call(tx, {});
  const { kind, tray, enabled } = given;
  auditLocations(tx, acts.edited, [{ id, code }], { from: before.code, kind, tray, enabled });
  return { stranded: closes ? before.units : 0 };
}

const MOST_DELETED = 5000;

export async function locationsMatching(tx: Tx, filter: LocationFilter): Promise<number[]> {
  const params = new Params();
  const where = locationWhere(tx, filter, params);
  const rows = await statement<{ id: number }>(
    tx,
    `select l.id from location l where ${where} order by l.code limit ${MOST_DELETED}`,
    params,
  );
  return rows.map((row) => row.id);
}

/** Locations that ever held something stay: the ledger speaks of them. So do those that waves, counts or receipts name. */
export async function deleteLocations(tx: Tx, ids: readonly number[]): Promise<Outcome> {
  const houses = await tx.prepared<{ id: number }>(
    'locations_houses',
    `select distinct warehouse_id as id from location where company_id = $1 and id = any($2::bigint[])
       and ($3::bigint[] is null or warehouse_id = any($3)) order by 1`,
    [tx.companyId, ids, tx.rights.warehouseIds],
  );
  for (const house of houses) await closeGate(tx, house.id);
  const rows = await tx.prepared<{ id: number; code: string; used: boolean }>(
    'locations_used',
    `select l.id, l.code, exists (select from bin_stock b where b.company_id = $1 and b.location_id = l.id)
       or exists (select from outbound o where o.company_id = $1 and o.state in ('picking', 'picked', 'packed')
         and l.kind = 'packing' and o.warehouse_id = l.warehouse_id and o.packing_location_id = l.id)
       or exists (select from count_location c join stock_count n on n.company_id = $1 and n.id = c.count_id
         where c.company_id = $1 and c.location_id = l.id and n.state in ('open', 'counting', 'waiting')) as used
     from location l where l.company_id = $1 and l.id = any($2::bigint[]) and ($3::bigint[] is null or l.warehouse_id = any($3))
     order by l.id for update of l`,
    [tx.companyId, ids, tx.rights.warehouseIds],
  );
  const gone = rows.filter((row) => !row.used);
  const free = gone.map((row) => row.id);
  await tx.prepared('locations_delete', 'delete from location where company_id = $1 and id = any($2::bigint[])', [
    tx.companyId,
    free,
  ]);
  auditLocations(tx, acts.deleted, gone);
  return {
    done: free,
    refused: rows
      .filter((row) => row.used)
      .map((row) => ({ id: row.id, label: row.code, code: 'warehouse.locationUsed' })),
  };
}
