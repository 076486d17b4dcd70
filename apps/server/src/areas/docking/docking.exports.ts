import { type DockAppointment, dockFilter } from '@tradewind/contract/docking.ts';
import { z } from 'zod';
import { defineExport } from '../../core/exports.ts';
import { say } from '../../core/text/texts.ts';
import { appointmentRows, countAppointments, type Filter } from './read.ts';

const clock = (local: string | null) => local?.replace('T', ' ') ?? '';

export const dockExport = defineExport<{ filter?: Filter | undefined }, DockAppointment>({
  name: 'docking.list',
  title: ['码头预约', 'Dock appointments'],
  filter: z.object({ filter: z.object(dockFilter).optional() }),
  columns: (ctx) => [
    { title: ['预约号', 'Number'], width: 18, value: (row) => row.number },
    { title: ['状态', 'State'], value: (row) => say(ctx.language, `docking.states.${row.state}`) },
    { title: ['店铺', 'Shop'], width: 20, value: (row) => row.shopName },
    { title: ['采购单号', 'PO number'], width: 24, value: (row) => row.orders.map((one) => one.poNumber).join(' ') },
    { title: ['收货点', 'Facility'], value: (row) => row.facility },
    { title: ['收货点类型', 'Facility type'], value: (row) => row.facilityType },
    { title: ['时区', 'Time zone'], width: 20, value: (row) => row.timeZone },
    { title: ['备妥日期', 'Ready'], value: (row) => row.readyDay },
    { title: ['期望时间', 'Wanted'], width: 18, value: (row) => clock(row.wantedAt) },
    { title: ['预约时间', 'Appointment'], width: 18, value: (row) => clock(row.appointmentAt) },
    { title: ['路由号', 'Routing id'], width: 20, value: (row) => row.routingId },
    { title: ['SCAC', 'SCAC'], value: (row) => row.scac },
    { title: ['PRO号', 'PRO number'], width: 16, value: (row) => row.proNumber },
    { title: ['挂车号', 'Trailer'], value: (row) => row.trailer },
    { title: ['月台', 'Dock door'], value: (row) => row.dockDoor },
    { title: ['托盘', 'Pallets'], value: (row) => ({ number: String(row.pallets) }) },
    { title: ['箱数', 'Cartons'], value: (row) => ({ number: String(row.cartons) }) },
    { title: ['重量(磅)', 'Weight (lb)'], value: (row) => ({ number: row.weightLb }) },
    { title: ['拒收原因', 'Why refused'], width: 30, value: (row) => row.reason },
  ],
  count: (tx, _ctx, { filter = {} }) => countAppointments(tx, filter),
  page: async (tx, _ctx, { filter = {} }, cursor, limit) => {
    const rows = await appointmentRows(tx, filter, { limit, ...(cursor ? { before: Number(cursor) } : {}) });
    return { rows, next: rows.length === limit ? String(rows.at(-1)?.id) : null };
  },
});
