import type { FloorBay, FloorMeasures, FloorPlace } from '@tradewind/contract/warehouse.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { warehouses } from '../warehouses/list.ts';
import { arrange, type Bay } from './arrange.ts';

const drawn = defineAction('warehouse.floorDrawn', ['编辑仓库平面图', 'Floor plan edited']);

/** More locations would make the plan unreadable. */
const MOST = 20_000;
const PICK_DAYS = 30;
/** Position of the location `l` as in the contract. Null if not drawn. */
export const PLACE = sql`case when num_nulls(l.x_mm, l.y_mm, l.width_mm, l.depth_mm) = 0 then
  jsonb_build_object('xMm', l.x_mm, 'yMm', l.y_mm, 'widthMm', l.width_mm, 'depthMm', l.depth_mm) end`;

export async function floorPlan(tx: Tx, warehouseId: number): Promise<{ bays: FloorBay[]; cut: boolean }> {
  await warehouses.one(tx, warehouseId);
  const since = new Date(tx.now.getTime() - PICK_DAYS * 24 * 3_600_000);
  const bays = await tx.rows<FloorBay & Record<string, unknown>>(
    sql`with picks as (
       select location_id, count(*)::int as n from stock_movement
       where company_id = ${sql.company} and warehouse_id = ${warehouseId} and reason = 'pick' and on_hand < 0 and at >= ${since} group by 1
     ), held as (
       select b.location_id, sum(b.on_hand)::int as units from bin_stock b where b.company_id = ${sql.company} and b.warehouse_id = ${warehouseId} group by 1
     ), shown as (
       select * from location where company_id = ${sql.company} and warehouse_id = ${warehouseId} order by code limit ${MOST}
     )
     select l.area, l.shelf, l.column_no as "column", ${PLACE} as place,
       jsonb_agg(jsonb_build_object('id', l.id, 'code', l.code, 'row', l.row_no, 'kind', l.kind, 'enabled', l.enabled, 'capacity', l.capacity,
         'units', coalesce(h.units, 0), 'picks', coalesce(p.n, 0)) order by l.row_no) as levels
     from shown l left join picks p on p.location_id = l.id left join held h on h.location_id = l.id
     group by l.area, l.shelf, l.column_no, l.x_mm, l.y_mm, l.width_mm, l.depth_mm
     order by l.area, l.shelf, l.column_no`,
  );
  const shown = bays.reduce((sum, bay) => sum + bay.levels.length, 0);
  return { bays, cut: shown >= MOST };
}

/** The first free depth below the drawing, with an aisle between. */
export async function freeFloor(tx: Tx, warehouseId: number, aisleMm: number): Promise<number> {
  const [row] = await tx.rows<{ below: number | null }>(
    sql`select max(y_mm + depth_mm)::int as below from location where company_id = ${sql.company} and warehouse_id = ${warehouseId}`,
  );
  return row?.below ? row.below + aisleMm : 0;
}

/** Moves all levels of the bays. @returns how many locations were placed */
export async function placeBays(
  tx: Tx,
  warehouseId: number,
  bays: readonly (Bay & { place: FloorPlace })[],
): Promise<{ placed: number }> {
  const warehouse = await warehouses.one(tx, warehouseId);
  const requested = bays.map(({ area, shelf, column, place }) => ({ area, shelf, column, ...place }));
  const rows = await tx.rows(
    sql`with requested as (
       select * from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb) as r(area text, shelf text, "column" text, "xMm" int, "yMm" int, "widthMm" int, "depthMm" int)
     ), locked as materialized (
       select l.id, r."xMm", r."yMm", r."widthMm", r."depthMm" from location l
       join requested r on r.area = l.area and r.shelf = l.shelf and r."column" = l.column_no
       where l.company_id = ${sql.company} and l.warehouse_id = ${warehouseId} order by l.id for update of l
     )
     update location l set version = l.version + 1, x_mm = k."xMm", y_mm = k."yMm", width_mm = k."widthMm", depth_mm = k."depthMm"
     from locked k where l.company_id = ${sql.company} and l.id = k.id returning 1`,
  );
  const detail = { placed: rows.length };
  writeAudit(tx, [
    { action: drawn, targetKind: 'warehouse', targetId: warehouseId, targetName: warehouse.name, detail },
  ]);
  return detail;
}

/** Arranges undrawn locations by code below the drawing, or rearranges all. */
export async function arrangeFloor(
  tx: Tx,
  { houseId: warehouseId, all, ...measures }: FloorMeasures & { houseId: number; all: boolean },
): Promise<{ placed: number }> {
  await warehouses.one(tx, warehouseId);
  const bays = await tx.rows<Bay & Record<string, unknown>>(
    sql`select distinct area, shelf, column_no as "column" from location where company_id = ${sql.company} and warehouse_id = ${warehouseId}
       and (${all} or num_nulls(x_mm, y_mm, width_mm, depth_mm) > 0) limit ${MOST}`,
  );
  const top = all ? 0 : await freeFloor(tx, warehouseId, measures.aisleMm);
  return placeBays(tx, warehouseId, arrange(bays, measures, top));
}
