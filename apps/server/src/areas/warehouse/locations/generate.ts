import { codeOf, type FloorMeasures } from '@tradewind/contract/warehouse.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { warehouses } from '../warehouses/list.ts';
import { arrange } from './arrange.ts';
import { freeFloor } from './floor.ts';
import { nextPath } from './locations.ts';

const generated = defineAction('warehouse.locationsGenerated', ['批量生成库位', 'Locations generated']);

interface Range {
  from: number;
  to: number;
}

export interface Grid {
  areas: readonly string[];
  shelves: Range;
  rows: Range;
  columns: Range;
  serpentine: boolean;
}

export interface Place {
  area: string;
  shelf: string;
  row: string;
  column: string;
}

/**
 * All locations of a grid in walking order: area by area, shelf by shelf, along its columns, and at each column from
 * the lowest row up. A serpentine path walks every second shelf backwards.
 */
export function placesOf(grid: Grid): Place[] {
  const places: Place[] = [];
  for (const area of grid.areas)
    for (let shelf = grid.shelves.from; shelf <= grid.shelves.to; shelf++) {
      const columns = numbers(grid.columns);
      if (grid.serpentine && (shelf - grid.shelves.from) % 2 === 1) columns.reverse();
      for (const column of columns)
        for (const row of numbers(grid.rows))
          places.push({ area: area.toUpperCase(), shelf: two(shelf), row: two(row), column: two(column) });
    }
  return places;
}

interface Generated extends Grid {
  houseId: number;
  kind: string;
  tray: boolean;
  capacity?: number | undefined;
  floor?: FloorMeasures | undefined;
}

const two = (n: number) => String(n).padStart(2, '0');
const numbers = (range: Range) => Array.from({ length: range.to - range.from + 1 }, (_, i) => range.from + i);

export async function generateLocations(tx: Tx, grid: Generated): Promise<{ made: number; existed: number }> {
  const warehouse = await warehouses.one(tx, grid.houseId);
  const all = placesOf(grid);
  const floor = grid.floor && arrange(all, grid.floor, await freeFloor(tx, grid.houseId, grid.floor.aisleMm));
  const placeOf = new Map(floor?.map((bay) => [codeOf(bay), bay.place]));
  const places = all.map((place, i) => {
    const code = codeOf(place);
    return { ...place, ...placeOf.get(code), code, step: i * 10 };
  });
  const made = await tx.rows(
    sql`insert into location (company_id, warehouse_id, code, area, shelf, row_no, column_no, kind, tray, path_order, capacity,
       x_mm, y_mm, width_mm, depth_mm)
     select ${sql.company}, ${grid.houseId}, r.code, r.area, r.shelf, r.row, r."column", ${grid.kind}, ${grid.tray}, r.step + n.first, ${grid.capacity ?? null}, r."xMm", r."yMm", r."widthMm", r."depthMm"
     from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as r(code text, area text, shelf text, "row" text, "column" text, step int,
         "xMm" int, "yMm" int, "widthMm" int, "depthMm" int),
       (select (${nextPath(grid.houseId)}) as first) n
     on conflict (company_id, warehouse_id, code) do nothing returning id`,
  );
  const { areas, shelves, rows, columns } = grid;
  writeAudit(tx, [
    {
      action: generated,
      targetKind: 'warehouse',
      targetId: grid.houseId,
      targetName: warehouse.name,
      detail: { made: made.length, areas, shelves, rows, columns },
    },
  ]);
  return { made: made.length, existed: places.length - made.length };
}
