import { type DockAppointment, dockFilter } from '@tradewind/contract/docking.ts';
import { z } from 'zod';
import { sql } from '../../core/database/sql.ts';
import { defineList, exportOf, is } from '../../core/lists.ts';
import { inShops } from '../../core/scope.ts';
import { say } from '../../core/text/texts.ts';

const filter = z.object(dockFilter);
const LOCAL = sql`'YYYY-MM-DD"T"HH24:MI'`;

export const appointments = defineList<z.output<typeof filter>, DockAppointment>({
  table: 'dock_appointment',
  as: 'a',
  scope: (tx) => inShops(tx, sql`a.shop_id`),
  filters: {
    state: is(sql`a.state`),
    text: (text) => sql`(starts_with(a.number, upper(${text})) or starts_with(a.facility, ${text}) or exists (
      select from dock_appointment_order l join sales_order o on o.company_id = ${sql.company} and o.id = l.order_id
      where l.company_id = ${sql.company} and l.appointment_id = a.id and starts_with(o.platform_order_no, ${text})))`,
  },
  order: sql`a.id desc`,
  columns: sql`a.id, a.number, a.state, a.shop_id, s.name as shop_name, a.facility, a.facility_type, a.time_zone,
    a.ready_day::text as ready_day, to_char(a.wanted_at at time zone a.time_zone, ${LOCAL}) as wanted_at,
    to_char(a.appointment_at at time zone a.time_zone, ${LOCAL}) as appointment_at,
    a.routing_id, a.scac, a.pro_number, a.trailer, a.dock_door, a.pallets, a.cartons,
    a.weight_lb::text as weight_lb, a.reason, a.source, a.told_state, a.told_error, a.version,
    (select jsonb_agg(jsonb_build_object('id', o.id, 'poNumber', o.display_no, 'platformOrderNo', o.platform_order_no,
        'received', l.received_at is not null) order by o.id)
      from dock_appointment_order l join sales_order o on o.company_id = ${sql.company} and o.id = l.order_id
      where l.company_id = ${sql.company} and l.appointment_id = a.id) as orders`,
  joins: sql`join shop s on s.company_id = ${sql.company} and s.id = a.shop_id`,
  missing: 'docking.notFound',
});

const clock = (local: string | null) => local?.replace('T', ' ') ?? '';

export const dockExport = exportOf(appointments, {
  name: 'docking.list',
  title: ['送货预约', 'Dock appointments'],
  filter,
  columns: [
    { title: ['预约号', 'Appointment no.'], width: 18, value: (row) => row.number },
    { title: ['状态', 'Status'], value: (row, ctx) => say(ctx.language, `docking.states.${row.state}`) },
    { title: ['店铺', 'Shop'], width: 20, value: (row) => row.shopName },
    { title: ['采购单号', 'PO number'], width: 24, value: (row) => row.orders.map((one) => one.poNumber).join(' ') },
    { title: ['收货点', 'Facility'], value: (row) => row.facility },
    { title: ['收货点类型', 'Facility type'], value: (row) => row.facilityType },
    { title: ['时区', 'Time zone'], width: 20, value: (row) => row.timeZone },
    { title: ['备妥日期', 'Ready date'], value: (row) => row.readyDay },
    { title: ['期望时间', 'Requested time'], width: 18, value: (row) => clock(row.wantedAt) },
    { title: ['预约时间', 'Appointment time'], width: 18, value: (row) => clock(row.appointmentAt) },
    { title: ['路由号', 'Routing ID'], width: 20, value: (row) => row.routingId },
    { title: ['SCAC', 'SCAC'], value: (row) => row.scac },
    { title: ['PRO 号', 'PRO number'], width: 16, value: (row) => row.proNumber },
    { title: ['挂车号', 'Trailer no.'], value: (row) => row.trailer },
    { title: ['月台', 'Dock door'], value: (row) => row.dockDoor },
    { title: ['托盘', 'Pallets'], value: (row) => row.pallets },
    { title: ['箱数', 'Cartons'], value: (row) => row.cartons },
    { title: ['重量（磅）', 'Weight (lb)'], value: (row) => ({ number: row.weightLb }) },
    { title: ['拒绝原因', 'Refusal reason'], width: 30, value: (row) => row.reason },
  ],
});
