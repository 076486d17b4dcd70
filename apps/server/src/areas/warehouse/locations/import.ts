import { codeOf, LOCATION_KINDS } from '@tradewind/contract/warehouse.ts';
import { z } from 'zod';
import type { Tx } from '../../../core/database/database.ts';
import type { ImportKind, ImportRow, Verdict } from '../../../core/imports.ts';

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
  kind: z.enum(LOCATION_KINDS).default('picking'),
  tray: z.boolean().default(false),
  enabled: z.boolean().default(true),
  pathOrder: z.coerce.number().int().min(0).max(1_000_000).optional(),
});
type LocationImport = z.output<typeof row>;

const KIND_WORDS: Record<string, string> = {
  收货: 'receiving',
  存储: 'storage',
  拣货: 'picking',
  打包: 'packing',
  退货: 'returns',
  次品: 'damaged',
};
const yes = (text: string) => ['是', 'y', 'yes', 'true', '1'].includes(text.trim().toLowerCase());
const kindOf = (text: string) => KIND_WORDS[text.trim()] ?? text.trim().toLowerCase();

export const locationImport: ImportKind<LocationImport> = {
  name: 'location',
  title: ['库位导入模板', 'Locations template'],
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
      hint: ['字母或数字，最多10位', 'Letters or digits, 10 at most'],
    },
    {
      key: 'shelf',
      title: ['架', 'Shelf'],
      required: true,
      example: '01',
      hint: ['字母或数字，最多10位', 'Letters or digits, 10 at most'],
    },
    {
      key: 'row',
      title: ['层', 'Row'],
      required: true,
      example: '02',
      hint: ['字母或数字，最多10位', 'Letters or digits, 10 at most'],
    },
    {
      key: 'column',
      title: ['列', 'Column'],
      required: true,
      example: '03',
      hint: ['字母或数字，最多10位', 'Letters or digits, 10 at most'],
    },
    {
      key: 'kind',
      title: ['类型', 'Kind'],
      example: '拣货',
      hint: [
        '收货、存储、拣货、打包、退货、次品；不填为拣货',
        'receiving, storage, picking, packing, returns or damaged; picking if empty',
      ],
      read: kindOf,
    },
    { key: 'tray', title: ['托盘', 'Tray'], example: '否', hint: ['是或否', 'yes or no'], read: yes },
    {
      key: 'enabled',
      title: ['启用', 'Enabled'],
      example: '是',
      hint: ['是或否；不填为是', 'yes or no; yes if empty'],
      read: yes,
    },
    {
      key: 'pathOrder',
      title: ['行走顺序', 'Path order'],
      example: '10',
      hint: ['整数，越小越先走到；不填则排在最后', 'A whole number, lower is walked first; last if empty'],
    },
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
  units: number;
};

/** What there is of the rows' warehouses and locations, in one statement. */
async function known(tx: Tx, rows: readonly LocationImport[]): Promise<Map<string, Known>> {
  const asked = rows.map((r) => ({ warehouse: r.warehouse.toUpperCase(), code: codeOf(r) }));
  const found = await tx.prepared<Known>(
    'location_import_known',
    `select r.warehouse, r.code, w.id as "warehouseId", l.id, l.kind, coalesce((select sum(b.on_hand) from bin_stock b
       where b.company_id = $1 and b.location_id = l.id), 0)::int as units
     from jsonb_to_recordset($2::jsonb) as r(warehouse text, code text)
     join warehouse w on w.company_id = $1 and upper(w.code) = r.warehouse and ($3::bigint[] is null or w.id = any($3))
     left join location l on l.company_id = $1 and l.warehouse_id = w.id and l.code = r.code`,
    [tx.companyId, JSON.stringify(asked), tx.rights.warehouseIds],
  );
  return new Map(found.map((k) => [`${k.warehouse}/${k.code}`, k]));
}

async function check(tx: Tx, _ctx: unknown, rows: readonly ImportRow<LocationImport>[]): Promise<Map<number, Verdict>> {
  const there = await known(
    tx,
    rows.map((r) => r.value),
  );
  return new Map(
    rows.map(({ line, value }) => {
      const found = there.get(locationImport.keyOf(value));
      const problems: Verdict['problems'] = [];
      if (!found) problems.push({ column: 'warehouse', code: 'warehouse.notFound' });
      else if (found.units > 0 && (found.kind !== value.kind || !value.enabled))
        problems.push({
          column: found.kind === value.kind ? 'enabled' : 'kind',
          code: 'warehouse.locationHolds',
          params: { code: found.code, units: found.units },
        });
      return [line, { action: found?.id ? 'update' : 'create', problems }];
    }),
  );
}

async function write(tx: Tx, _ctx: unknown, rows: readonly LocationImport[]) {
  const there = await known(tx, rows);
  const asked = rows.flatMap((value) => {
    const found = there.get(locationImport.keyOf(value));
    const [area, shelf, rowNo, columnNo] = codeOf(value).split('-');
    return found ? [{ ...value, warehouseId: found.warehouseId, code: found.code, area, shelf, rowNo, columnNo }] : [];
  });
  const written = await tx.prepared<{ fresh: boolean }>(
    'location_import',
    `insert into location as l (company_id, warehouse_id, code, area, shelf, row_no, column_no, kind, tray, enabled, path_order)
     select $1, r."warehouseId", r.code, r.area, r.shelf, r."rowNo", r."columnNo", r.kind, r.tray, r.enabled,
       coalesce(r."pathOrder", 800000)
     from jsonb_to_recordset($2::jsonb) as r("warehouseId" bigint, code text, area text, shelf text, "rowNo" text, "columnNo" text,
       kind text, tray boolean, enabled boolean, "pathOrder" int)
     on conflict (company_id, warehouse_id, code) do update set kind = excluded.kind, tray = excluded.tray,
       enabled = excluded.enabled, path_order = case when excluded.path_order = 800000 then l.path_order else excluded.path_order end
     returning (xmax = 0) as fresh`,
    [tx.companyId, JSON.stringify(asked)],
  );
  const created = written.filter((r) => r.fresh).length;
  return { created, updated: written.length - created };
}
