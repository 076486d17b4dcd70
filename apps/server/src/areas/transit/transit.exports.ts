import { type FbaRow, fbaFilter, type LegRow, legFilter } from '@tradewind/contract/transit.ts';
import { z } from 'zod';
import { defineExport } from '../../core/exports.ts';
import { say } from '../../core/text/texts.ts';
import { countFba, type Filter as FbaFilter, fbaRows } from './fba/read.ts';
import { countLegs, type Filter as LegFilter, legRows } from './leg/read.ts';

const number = (value: number) => ({ number: String(value) });

export const fbaExport = defineExport<{ filter?: FbaFilter | undefined }, FbaRow>({
  name: 'transit.fba',
  title: ['FBA货件', 'FBA shipments'],
  filter: z.object({ filter: z.object(fbaFilter).optional() }),
  columns: (ctx) => [
    { title: ['单号', 'Number'], width: 20, value: (row) => row.number },
    { title: ['名称', 'Name'], width: 28, value: (row) => row.name },
    { title: ['状态', 'State'], value: (row) => say(ctx.language, `transit.states.${row.state}`) },
    { title: ['店铺', 'Shop'], width: 20, value: (row) => row.shopName },
    { title: ['发货仓', 'From'], width: 20, value: (row) => row.warehouseName },
    { title: ['亚马逊货件号', 'Amazon shipment'], width: 28, value: (row) => row.confirmationIds.join(' ') },
    { title: ['SKU数', 'SKUs'], value: (row) => number(row.skus) },
    { title: ['数量', 'Units'], value: (row) => number(row.units) },
    { title: ['已接收', 'Received'], value: (row) => number(row.received) },
    { title: ['箱数', 'Boxes'], value: (row) => number(row.boxes) },
    { title: ['未结差异', 'Open cases'], value: (row) => number(row.openCases) },
  ],
  count: (tx, _ctx, { filter = {} }) => countFba(tx, filter),
  page: async (tx, _ctx, { filter = {} }, cursor, limit) => {
    const rows = await fbaRows(tx, filter, { limit, ...(cursor ? { before: Number(cursor) } : {}) });
    return { rows, next: rows.length === limit ? String(rows.at(-1)?.id) : null };
  },
});

export const legExport = defineExport<{ filter?: LegFilter | undefined }, LegRow>({
  name: 'transit.legs',
  title: ['其他中转', 'Other transit'],
  filter: z.object({ filter: z.object(legFilter).optional() }),
  columns: (ctx) => [
    { title: ['单号', 'Number'], width: 20, value: (row) => row.number },
    { title: ['状态', 'State'], value: (row) => say(ctx.language, `transit.legStates.${row.state}`) },
    { title: ['方式', 'Mode'], value: (row) => say(ctx.language, `transit.modes.${row.mode}`) },
    { title: ['起运', 'From'], width: 24, value: (row) => row.fromName },
    { title: ['目的仓', 'To'], width: 24, value: (row) => row.warehouseName },
    { title: ['货代', 'Forwarder'], width: 20, value: (row) => row.forwarder },
    { title: ['柜号', 'Container'], width: 16, value: (row) => row.container },
    { title: ['运单号', 'Tracking'], width: 20, value: (row) => row.trackingNumber },
    { title: ['离港', 'Departed'], value: (row) => row.departOn ?? '' },
    { title: ['预计到达', 'ETA'], value: (row) => row.etaOn ?? '' },
    { title: ['到达', 'Arrived'], value: (row) => row.arrivedOn ?? '' },
    { title: ['延误天数', 'Days late'], value: (row) => number(row.lateDays) },
    { title: ['箱数', 'Cartons'], value: (row) => number(row.cartons) },
    { title: ['数量', 'Units'], value: (row) => number(row.units) },
    { title: ['已收', 'Received'], value: (row) => number(row.received) },
  ],
  count: (tx, _ctx, { filter = {} }) => countLegs(tx, filter),
  page: async (tx, _ctx, { filter = {} }, cursor, limit) => {
    const rows = await legRows(tx, filter, { limit, ...(cursor ? { before: Number(cursor) } : {}) });
    return { rows, next: rows.length === limit ? String(rows.at(-1)?.id) : null };
  },
});
