import { codeOf, LOCATION_KINDS } from '@tradewind/contract/warehouse.ts';
import { z } from 'zod';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import type { ImportColumn, ImportKind, ImportRow, Verdict } from '../../../core/imports.ts';
import { warehouseOpened } from '../hooks.ts';
import { closeLocations, type Promised, promisedOf, touchGoodsOf } from './disable.ts';
import { lastPath } from './locations.ts';

const part = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9]{1,10}$/);
const row = z.object({
  warehouse: z.string().trim().min(1).max(30),
  area: part,
  shelf: part,
  row: part,
  column: part,
  // Empty: unchanged. A new location is enabled, for picking, and not a pallet.
  kind: z.enum(LOCATION_KINDS).optional(),
  tray: z.boolean().optional(),
  enabled: z.boolean().optional(),
  pathOrder: z.coerce.number().int().min(0).max(1_000_000).optional(),
  capacity: z.coerce.number().int().min(1).max(1_000_000).optional(),
  xMm: z.coerce.number().int().min(0).max(2_000_000).optional(),
  yMm: z.coerce.number().int().min(0).max(2_000_000).optional(),
  widthMm: z.coerce.number().int().min(50).max(100_000).optional(),
  depthMm: z.coerce.number().int().min(50).max(100_000).optional(),
});
/** A floor position needs all four fields or none. */
const PLACE_PARTS = ['xMm', 'yMm', 'widthMm', 'depthMm'] as const;
type LocationImport = z.output<typeof row>;

const KIND_WORDS: Record<string, string> = {
  收货: 'receiving',
  存储: 'storage',
  拣货: 'picking',
  打包: 'packing',
  退货: 'returns',
  次品: 'damaged',
};
const YES = ['是', '启用', '√', 'y', 'yes', 'true', '1'];
const NO = ['否', '停用', '×', 'n', 'no', 'false', '0'];
/** Any other value stays text, which the row's schema rejects. */
function yesOrNo(text: string): boolean | string {
  const word = text.trim().toLowerCase();
  return YES.includes(word) || (NO.includes(word) ? false : text);
}
const kindOf = (text: string) => KIND_WORDS[text.trim()] ?? text.trim().toLowerCase();

function floorColumn(key: string, zh: string, en: string, example: string): ImportColumn {
  return {
    key,
    title: [zh, en],
    example,
    hint: [
      '平面图位置，四列一起填；不填则不变',
      'Position on the floor plan. Fill in all four columns. Unchanged if empty',
    ],
  };
}

export const locationImport: ImportKind<LocationImport> = {
  name: 'location',
  title: ['库位导入模板', 'Location import template'],
  columns: [
    {
      key: 'warehouse',
      title: ['仓库编码', 'Warehouse code'],
      required: true,
      example: 'SZ01',
      hint: ['仓库设置里的编码', 'The code in the warehouse settings'],
    },
    {
      key: 'area',
      title: ['区', 'Area'],
      required: true,
      example: 'A',
      hint: ['字母或数字，最多 10 位', 'Letters or digits, 10 at most'],
    },
    {
      key: 'shelf',
      title: ['架', 'Shelf'],
      required: true,
      example: '01',
      hint: ['字母或数字，最多 10 位', 'Letters or digits, 10 at most'],
    },
    {
      key: 'row',
      title: ['层', 'Row'],
      required: true,
      example: '02',
      hint: ['字母或数字，最多 10 位', 'Letters or digits, 10 at most'],
    },
    {
      key: 'column',
      title: ['列', 'Column'],
      required: true,
      example: '03',
      hint: ['字母或数字，最多 10 位', 'Letters or digits, 10 at most'],
    },
    {
      key: 'kind',
      title: ['类型', 'Type'],
      example: '拣货',
      hint: [
        '收货、存储、拣货、打包、退货、次品；不填则不变，新库位为拣货',
        'receiving, storage, picking, packing, returns or damaged. Unchanged if empty; picking for new locations',
      ],
      read: kindOf,
    },
    {
      key: 'tray',
      title: ['托盘', 'Pallet'],
      example: '否',
      hint: ['是或否；不填则不变', 'yes or no. Unchanged if empty'],
      read: yesOrNo,
    },
    {
      key: 'enabled',
      title: ['启用', 'Enabled'],
      example: '是',
      hint: ['是或否；不填则不变，新库位为是', 'yes or no. Unchanged if empty; yes for new locations'],
      read: yesOrNo,
    },
    {
      key: 'pathOrder',
      title: ['行走顺序', 'Pick path order'],
      example: '10',
      hint: [
        '整数，越小越先拣；不填则不变，新库位排在最后',
        'A whole number; lower numbers come first. Unchanged if empty; last for new locations',
      ],
    },
    {
      key: 'capacity',
      title: ['容量', 'Capacity'],
      example: '60',
      hint: ['可放件数；不填则不变', 'Units that fit. Unchanged if empty'],
    },
    floorColumn('xMm', '横坐标（毫米）', 'X (mm)', '0'),
    floorColumn('yMm', '纵坐标（毫米）', 'Y (mm)', '1500'),
    floorColumn('widthMm', '宽（毫米）', 'Width (mm)', '1000'),
    floorColumn('depthMm', '深（毫米）', 'Depth (mm)', '600'),
  ],
  row,
  keyOf: (r) => `${r.warehouse.toUpperCase()}/${codeOf(r)}`,
  check,
  write,
};

type Known = {
  warehouse: string;
  code: string;
  warehouseId: number;
  id: number | null;
  kind: string | null;
  enabled: boolean | null;
  units: number;
};

/** Existing warehouses and locations of the rows, in one statement. */
async function known(tx: Tx, rows: readonly LocationImport[]): Promise<Map<string, Known>> {
  const requested = rows.map((r) => ({ warehouse: r.warehouse.toUpperCase(), code: codeOf(r) }));
  const found = await tx.rows<Known>(
    sql`select r.warehouse, r.code, w.id as "warehouseId", l.id, l.kind, l.enabled, coalesce((select sum(b.on_hand) from bin_stock b
       where b.company_id = ${sql.company} and b.location_id = l.id), 0)::int as units
     from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb) as r(warehouse text, code text)
     join warehouse w on w.company_id = ${sql.company} and upper(w.code) = r.warehouse and (${tx.rights.warehouseIds}::bigint[] is null or w.id = any(${tx.rights.warehouseIds}::bigint[]))
     left join location l on l.company_id = ${sql.company} and l.warehouse_id = w.id and l.code = r.code`,
  );
  return new Map(found.map((k) => [`${k.warehouse}/${k.code}`, k]));
}

async function check(tx: Tx, _ctx: unknown, rows: readonly ImportRow<LocationImport>[]): Promise<Map<number, Verdict>> {
  const there = await known(
    tx,
    rows.map((r) => r.value),
  );
  const promised = await promisedOf(
    tx,
    closing(
      rows.map((r) => r.value),
      there,
    ),
  );
  return new Map(rows.map(({ line, value }) => [line, verdictOn(value, there, promised)]));
}

const used = ['picking', 'storage'];
const sameUse = (a: string, b: string) => a === b || (used.includes(a) && used.includes(b));

/** Locations that would stop being picked from: nothing may be allocated there. */
function closing(rows: readonly LocationImport[], there: Map<string, Known>): number[] {
  return rows.flatMap((row) => {
    const found = there.get(locationImport.keyOf(row));
    if (!found?.id) return [];
    return (found.enabled && row.enabled === false) || (row.kind && !sameUse(found.kind ?? row.kind, row.kind))
      ? [found.id]
      : [];
  });
}

function verdictOn(value: LocationImport, there: Map<string, Known>, promised: Map<number, Promised>): Verdict {
  const found = there.get(locationImport.keyOf(value));
  const problems: Verdict['problems'] = [];
  const held = found?.id ? promised.get(found.id) : undefined;
  const other = found?.kind && value.kind && !sameUse(found.kind, value.kind);
  if (!found) problems.push({ column: 'warehouse', code: 'warehouse.notFound' });
  else if (held)
    problems.push({ column: other ? 'kind' : 'enabled', code: 'warehouse.locationPromised', params: held });
  else if (other && found.units > 0)
    problems.push({
      column: 'kind',
      code: 'warehouse.locationHolds',
      params: { code: found.code, units: found.units },
    });
  const answered = PLACE_PARTS.filter((part) => value[part] !== undefined);
  const lacking = PLACE_PARTS.find((part) => value[part] === undefined);
  if (answered.length > 0 && lacking) problems.push({ column: lacking, code: 'warehouse.placeWhole' });
  return { action: found?.id ? 'update' : 'create', problems };
}

async function write(tx: Tx, _ctx: unknown, rows: readonly LocationImport[]) {
  const there = await known(tx, rows);
  const closed = new Set(closing(rows, there));
  const warehouses = Map.groupBy(
    [...there.values()].flatMap(({ id, warehouseId }) => (id && closed.has(id) ? [{ id, warehouseId }] : [])),
    (each) => each.warehouseId,
  );
  for (const [warehouseId, ids] of [...warehouses].sort(([a], [b]) => a - b))
    await closeLocations(
      tx,
      warehouseId,
      ids.map((each) => each.id),
    );
  const requested = rows.flatMap((value) => {
    const found = there.get(locationImport.keyOf(value));
    const [area, shelf, rowNo, columnNo] = codeOf(value).split('-');
    return found ? [{ ...value, warehouseId: found.warehouseId, code: found.code, area, shelf, rowNo, columnNo }] : [];
  });
  const turned = rows.flatMap((value) => {
    const found = there.get(locationImport.keyOf(value));
    return found?.id && value.enabled !== undefined && value.enabled !== found.enabled
      ? [{ id: found.id, enabled: value.enabled, code: found.code }]
      : [];
  });
  const written = await tx.rows<{ fresh: boolean }>(
    sql`insert into location as l (company_id, warehouse_id, code, area, shelf, row_no, column_no, kind, tray, enabled, path_order,
       capacity, x_mm, y_mm, width_mm, depth_mm)
     select ${sql.company}, r."warehouseId", r.code, r.area, r.shelf, r."rowNo", r."columnNo",
       coalesce(r.kind, e.kind, 'picking'), coalesce(r.tray, e.tray, false), coalesce(r.enabled, e.enabled, true),
       coalesce(r."pathOrder", e.path_order, ${lastPath(sql`r."warehouseId"`)} + 10 * row_number() over (partition by r."warehouseId" order by r.code)),
       r.capacity, r."xMm", r."yMm", r."widthMm", r."depthMm"
     from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb) as r("warehouseId" bigint, code text, area text, shelf text, "rowNo" text, "columnNo" text,
       kind text, tray boolean, enabled boolean, "pathOrder" int, capacity int, "xMm" int, "yMm" int, "widthMm" int, "depthMm" int)
     left join location e on e.company_id = ${sql.company} and e.warehouse_id = r."warehouseId" and e.code = r.code
     on conflict (company_id, warehouse_id, code) do update set kind = excluded.kind, tray = excluded.tray,
       enabled = excluded.enabled, path_order = excluded.path_order, version = l.version + 1,
       capacity = coalesce(excluded.capacity, l.capacity), x_mm = coalesce(excluded.x_mm, l.x_mm), y_mm = coalesce(excluded.y_mm, l.y_mm),
       width_mm = coalesce(excluded.width_mm, l.width_mm), depth_mm = coalesce(excluded.depth_mm, l.depth_mm)
     returning (xmax = 0) as fresh`,
  );
  writeHistory(
    tx,
    turned.map(({ id, enabled, code }) => ({
      docKind: 'location',
      docId: id,
      event: enabled ? 'opened' : 'closed',
      detail: { from: code, to: code },
    })),
  );
  await touchGoodsOf(
    tx,
    turned.map((each) => each.id),
  );
  if (turned.some((each) => each.enabled)) await warehouseOpened.call(tx, {});
  const created = written.filter((r) => r.fresh).length;
  return { created, updated: written.length - created };
}
