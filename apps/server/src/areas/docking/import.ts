import { day } from '@tradewind/contract/call.ts';
import { type DockState, dockMay } from '@tradewind/contract/docking.ts';
import { z } from 'zod';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { defineImport, type ImportColumn, type ImportRow, type Verdict } from '../../core/imports.ts';
import { inShops } from '../../core/scope.ts';
import { noteAppointment, saveAppointment } from './save.ts';

const words = (most: number) => z.string().min(1).max(most);
const local = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/);
const count = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number);
const row = z.strictObject({
  po: words(40),
  facility: words(10),
  readyDay: day(),
  wantedAt: local.optional(),
  appointmentAt: local.optional(),
  routingId: words(40).optional(),
  scac: z
    .string()
    .regex(/^[A-Z]{2,4}$/)
    .optional(),
  proNumber: words(40).optional(),
  trailer: words(40).optional(),
  dockDoor: words(20).optional(),
  pallets: count.optional(),
  cartons: count.optional(),
  weightLb: z
    .string()
    .regex(/^\d{1,8}(\.\d{1,2})?$/)
    .optional(),
});
type Row = z.output<typeof row>;

const clock = (text: string) => text.trim().replace(' ', 'T').slice(0, 16);
const OPTIONAL = ['选填', 'Optional'] as const;
const optional = (key: string, zh: string, en: string, example: string): ImportColumn => ({
  key,
  title: [zh, en],
  example,
  hint: OPTIONAL,
});
const columns: readonly ImportColumn[] = [
  {
    key: 'po',
    title: ['采购单号', 'PO number'],
    required: true,
    example: '45678901',
    hint: ['每张采购单一行', 'One row per purchase order'],
  },
  {
    key: 'facility',
    title: ['收货点', 'Facility'],
    required: true,
    example: '5523',
    hint: ['门店或配送中心编号', 'Number of the store or distribution center'],
  },
  {
    key: 'readyDay',
    title: ['备妥日期', 'Ready date'],
    required: true,
    example: '2026-11-28',
    hint: ['货物可提的日期', 'Date from which the goods can be picked up'],
  },
  {
    key: 'wantedAt',
    title: ['期望时间', 'Requested time'],
    example: '2026-11-30 08:00',
    hint: ['收货点当地时间', 'Local time of the facility'],
    read: clock,
  },
  {
    key: 'appointmentAt',
    title: ['预约时间', 'Appointment time'],
    example: '2026-11-30 09:00',
    hint: [
      '收货点当地时间；填写后预约即为已确认',
      'Local time of the facility. If filled in, the appointment is confirmed',
    ],
    read: clock,
  },
  optional('routingId', '路由号', 'Routing ID', 'RT-1001'),
  { ...optional('scac', 'SCAC', 'SCAC', 'CNWY'), read: (text) => text.toUpperCase() },
  optional('proNumber', 'PRO 号', 'PRO number', '123-456789'),
  optional('trailer', '挂车号', 'Trailer no.', 'T-100'),
  optional('dockDoor', '月台', 'Dock door', '14'),
  optional('pallets', '托盘', 'Pallets', '2'),
  optional('cartons', '箱数', 'Cartons', '24'),
  optional('weightLb', '重量（磅）', 'Weight (lb)', '810.5'),
];

interface Known {
  orderId: number;
  appointmentId: number | null;
  number: string | null;
  state: DockState | null;
  version: number | null;
}

const keyOf = ({ po, facility }: Pick<Row, 'po' | 'facility'>) => `${po}\n${facility}`;

async function known(tx: Tx, rows: readonly Row[]): Promise<Map<string, Known>> {
  const found = await tx.rows<Known & { po: string; facility: string }>(sql`
    select r.po, r.facility, o.id as "orderId", a.id as "appointmentId", a.number, a.state, a.version
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(po text, facility text)
      join sales_order o on o.company_id = ${sql.company} and o.platform_order_no = r.po || '-' || r.facility
        and ${inShops(tx, sql`o.shop_id`)}
      join dock_order d on d.company_id = o.company_id and d.order_id = o.id
      left join dock_appointment_order l on l.company_id = o.company_id and l.order_id = o.id and l.live
      left join dock_appointment a on a.company_id = l.company_id and a.id = l.appointment_id`);
  return new Map(found.map((one) => [keyOf(one), one]));
}

const may = (act: 'import' | 'edit', { state }: Known) => state !== null && dockMay(act, { state });

async function check(tx: Tx, _ctx: Ctx, rows: readonly ImportRow<Row>[]): Promise<Map<number, Verdict>> {
  const there = await known(
    tx,
    rows.map((one) => one.value),
  );
  return new Map(
    rows.map(({ line, value }) => {
      const found = there.get(keyOf(value));
      const problems: Verdict['problems'] = [];
      if (!found)
        problems.push({
          column: 'po',
          code: 'docking.importOrder',
          params: { po: value.po, facility: value.facility },
        });
      else if (found.appointmentId !== null && !may('import', found))
        problems.push({ column: 'po', code: 'docking.importMoved', params: { number: found.number ?? '' } });
      const at = value.wantedAt ?? value.appointmentAt;
      if (!at) problems.push({ column: 'wantedAt', code: 'docking.importTime' });
      else if (at.slice(0, 10) < value.readyDay) problems.push({ column: 'readyDay', code: 'docking.beforeReady' });
      return [line, { action: found?.appointmentId ? 'update' : 'create', problems }];
    }),
  );
}

/** Drafts an appointment for an order without one; confirms it if the appointment time is given. */
async function write(tx: Tx, _ctx: Ctx, rows: readonly Row[]): Promise<{ created: number; updated: number }> {
  const there = await known(tx, rows);
  const done = { created: 0, updated: 0 };
  for (const { po, facility, appointmentAt, routingId, dockDoor, ...answered } of rows) {
    const found = there.get(keyOf({ po, facility }));
    if (!found) continue;
    const input = {
      scac: '',
      proNumber: '',
      trailer: '',
      pallets: 0,
      cartons: 0,
      weightLb: '0',
      ...answered,
      wantedAt: answered.wantedAt ?? appointmentAt ?? '',
    };
    let id = found.appointmentId;
    if (id === null) id = (await saveAppointment(tx, { ...input, orderIds: [found.orderId] }, 'csv')).id;
    else if (may('edit', found)) await saveAppointment(tx, { ...input, id, version: found.version ?? 0 }, 'csv');
    if (appointmentAt) await noteAppointment(tx, { id, to: 'confirmed', appointmentAt, routingId, dockDoor }, 'csv');
    done[found.appointmentId === null ? 'created' : 'updated']++;
  }
  return done;
}

export const dockImport = defineImport<Row>({
  name: 'docking',
  title: ['送货预约导入模板', 'Dock appointment import template'],
  columns,
  row,
  keyOf,
  check,
  write,
});
