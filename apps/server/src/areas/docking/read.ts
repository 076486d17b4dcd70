import type { DockAppointment, DockState } from '@tradewind/contract/docking.ts';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Tx } from '../../core/database/database.ts';
import { notFound } from '../../core/errors.ts';
import { inShops } from '../../core/scope.ts';

const LOCAL = `'YYYY-MM-DD"T"HH24:MI'`;
const SHOWN = sql.raw(`a.id, a.number, a.state, a.shop_id as "shopId", s.name as "shopName", a.facility,
  a.facility_type as "facilityType", a.time_zone as "timeZone", a.ready_day::text as "readyDay",
  to_char(a.wanted_at at time zone a.time_zone, ${LOCAL}) as "wantedAt",
  to_char(a.appointment_at at time zone a.time_zone, ${LOCAL}) as "appointmentAt",
  a.routing_id as "routingId", a.scac, a.pro_number as "proNumber", a.trailer, a.dock_door as "dockDoor", a.pallets, a.cartons,
  a.weight_lb::text as "weightLb", a.reason, a.source, a.told_state as "toldState", a.told_error as "toldError", a.version,
  (select jsonb_agg(jsonb_build_object('id', o.id, 'poNumber', o.display_no, 'platformOrderNo', o.platform_order_no,
      'received', l.received_at is not null) order by o.id)
    from dock_appointment_order l join sales_order o on o.company_id = l.company_id and o.id = l.order_id
    where l.company_id = a.company_id and l.appointment_id = a.id) as orders`);

export interface Filter {
  state?: DockState | undefined;
  text?: string | undefined;
}
type Row = DockAppointment & Record<string, unknown>;

function where(tx: Tx, { state, text }: Filter): SQL {
  const parts = [sql`a.company_id = ${tx.companyId}`, inShops(tx, sql`a.shop_id`)];
  if (state) parts.push(sql`a.state = ${state}`);
  if (text)
    parts.push(sql`(starts_with(a.number, upper(${text})) or starts_with(a.facility, ${text}) or exists (
      select from dock_appointment_order l join sales_order o on o.company_id = l.company_id and o.id = l.order_id
      where l.company_id = a.company_id and l.appointment_id = a.id and starts_with(o.platform_order_no, ${text})))`);
  return sql.join(parts, sql` and `);
}

/** Appointments newest first; those after `before` where a file is written. */
export function appointmentRows(
  tx: Tx,
  filter: Filter,
  { limit, offset = 0, before }: { limit: number; offset?: number; before?: number },
): Promise<Row[]> {
  const from = before === undefined ? sql`` : sql`and a.id < ${before}`;
  return tx.rows<Row>(sql`select ${SHOWN} from dock_appointment a join shop s on s.company_id = a.company_id and s.id = a.shop_id
    where ${where(tx, filter)} ${from} order by a.id desc limit ${limit} offset ${offset}`);
}

export async function countAppointments(tx: Tx, filter: Filter): Promise<number> {
  const row = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from dock_appointment a where ${where(tx, filter)}`,
  );
  return row?.n ?? 0;
}

export async function appointmentPage(tx: Tx, query: Filter & { page: number; pageSize: number }) {
  const { page, pageSize, ...filter } = query;
  const rows = await appointmentRows(tx, filter, { limit: pageSize, offset: (page - 1) * pageSize });
  return { rows, total: await countAppointments(tx, filter), totalExact: true };
}

/** @throws notFound docking.noDock */
export async function orderDock(tx: Tx, id: number) {
  const order = await tx.row<{
    facility: string;
    facilityType: DockAppointment['facilityType'];
    timeZone: string;
    shipFrom: string | null;
    shipBy: string | null;
  }>(sql`select d.facility, d.facility_type as "facilityType", d.time_zone as "timeZone",
      to_char(d.ship_from at time zone d.time_zone, 'YYYY-MM-DD') as "shipFrom",
      to_char(o.ship_by at time zone d.time_zone, 'YYYY-MM-DD') as "shipBy"
    from dock_order d join sales_order o on o.company_id = d.company_id and o.id = d.order_id
    where d.company_id = ${tx.companyId} and d.order_id = ${id} and ${inShops(tx, sql`o.shop_id`)}`);
  if (!order) throw notFound('docking.noDock');
  const appointments = await tx.rows<Row>(sql`select ${SHOWN} from dock_appointment_order mine
      join dock_appointment a on a.company_id = mine.company_id and a.id = mine.appointment_id
      join shop s on s.company_id = a.company_id and s.id = a.shop_id
    where mine.company_id = ${tx.companyId} and mine.order_id = ${id} order by a.id desc limit 20`);
  return { ...order, appointments };
}
