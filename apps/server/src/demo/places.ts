import { arrangeFloor } from '../areas/warehouse/public.ts';
import { sql } from '../core/database/sql.ts';
import { at, type DemoContext, inPast, warehouseIds } from './context.ts';

interface Area {
  name: string;
  kind: 'picking' | 'storage';
  shelves: number;
  rows: number;
  columns: number;
}

interface Place {
  code: string;
  name: string;
  kind: 'selfBuilt' | 'rented';
  provider: string;
  personInCharge: string;
  isDefault: boolean;
  priority: number;
  address: Record<string, string>;
  areas: Area[];
}

export const MAIN = 'NJ01';
export const WEST = 'LA02';
export const SHENZHEN = 'SZ01';

const PLACES: Place[] = [
  {
    code: MAIN,
    name: '新泽西自营仓',
    kind: 'selfBuilt',
    provider: 'tradewindwms',
    personInCharge: 'Picker Chen',
    isDefault: true,
    priority: 10,
    address: {
      name: 'Tradewind NJ',
      company: 'Tradewind Demo',
      line1: '120 Moonachie Ave',
      city: 'Moonachie',
      state: 'NJ',
      postalCode: '07074',
      country: 'US',
      phone: '+1 201 555 0120',
    },
    areas: [
      { name: 'A', kind: 'picking', shelves: 8, rows: 4, columns: 5 },
      { name: 'B', kind: 'picking', shelves: 8, rows: 4, columns: 5 },
      { name: 'C', kind: 'storage', shelves: 4, rows: 4, columns: 5 },
    ],
  },
  {
    code: WEST,
    name: '洛杉矶租赁仓',
    kind: 'rented',
    provider: 'zipto',
    personInCharge: 'Maria Gomez',
    isDefault: false,
    priority: 50,
    address: {
      name: 'Tradewind LA',
      company: 'Tradewind Demo',
      line1: '15600 Valley Blvd',
      city: 'City of Industry',
      state: 'CA',
      postalCode: '91744',
      country: 'US',
      phone: '+1 626 555 0147',
    },
    areas: [{ name: 'L', kind: 'picking', shelves: 5, rows: 4, columns: 5 }],
  },
  {
    code: SHENZHEN,
    name: '深圳仓',
    kind: 'selfBuilt',
    provider: 'tradewindwms',
    personInCharge: '李伟',
    isDefault: false,
    priority: 90,
    address: {
      name: 'Tradewind Shenzhen',
      company: 'Tradewind Demo',
      line1: '88 Bantian Wuhe Ave',
      city: 'Shenzhen',
      state: 'Guangdong',
      postalCode: '518129',
      country: 'CN',
      phone: '+86 755 5550 1688',
    },
    areas: [{ name: 'S', kind: 'picking', shelves: 4, rows: 4, columns: 5 }],
  },
];

const SHELVING = { bayWidthMm: 1000, depthMm: 600, aisleMm: 1500 };
/** What a location holds. */
const UNITS = { picking: 800, storage: 1600 };

const two = (n: number) => String(n).padStart(2, '0');

/** Shelf by shelf, up one side of an aisle and down the other: the path that a picker walks. */
function locationsOf(place: Place) {
  const special = (['receiving', 'packing', 'returns', 'damaged'] as const).map((kind) => ({
    code: kind.slice(0, 4).toUpperCase(),
    area: kind.slice(0, 3).toUpperCase(),
    shelf: '00',
    rowNo: '00',
    columnNo: '00',
    kind: kind as string,
    capacity: null as number | null,
  }));
  const shelved = place.areas.flatMap((area) =>
    Array.from({ length: area.shelves * area.rows * area.columns }, (_, i) => {
      const shelf = Math.floor(i / (area.rows * area.columns));
      const along = Math.floor(i / area.rows) % area.columns;
      const column = shelf % 2 === 0 ? along : area.columns - 1 - along;
      const parts = { shelf: two(shelf + 1), rowNo: two((i % area.rows) + 1), columnNo: two(column + 1) };
      return {
        ...parts,
        code: `${area.name}-${parts.shelf}-${parts.rowNo}-${parts.columnNo}`,
        area: area.name,
        kind: area.kind as string,
        capacity: UNITS[area.kind],
      };
    }),
  );
  return [...special, ...shelved].map((location, pathOrder) => ({ ...location, pathOrder }));
}

/** Three warehouses with their locations. */
export async function layPlaces(demo: DemoContext): Promise<void> {
  await inPast(demo, 'demo', at(demo, 92, 2), async (tx) => {
    await tx.rows(sql`
      insert into warehouse (company_id, code, name, kind, provider, person_in_charge, is_default, priority, address, created_at)
      select ${sql.company}, r.code, r.name, r.kind, r.provider, r."personInCharge", r."isDefault", r.priority, r.address, ${tx.now}
      from jsonb_to_recordset(${JSON.stringify(PLACES)}::jsonb) as r(code text, name text, kind text, provider text,
        "personInCharge" text, "isDefault" boolean, priority int, address jsonb)
      on conflict do nothing`);
    const ids = await warehouseIds(tx);
    for (const place of PLACES) {
      await tx.rows(sql`
        insert into location (company_id, warehouse_id, code, area, shelf, row_no, column_no, kind, path_order, capacity)
        select ${sql.company}, ${ids.get(place.code) ?? null}, r.code, r.area, r.shelf, r."rowNo", r."columnNo", r.kind, r."pathOrder", r.capacity
        from jsonb_to_recordset(${JSON.stringify(locationsOf(place))}::jsonb) as r(code text, area text, shelf text,
          "rowNo" text, "columnNo" text, kind text, "pathOrder" int, capacity int)
        on conflict do nothing`);
      // The whole floor as it would be drawn by somebody with a tape measure.
      await arrangeFloor(tx, { houseId: ids.get(place.code) ?? 0, all: true, ...SHELVING });
    }
  });
}
