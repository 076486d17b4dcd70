import { type TrackingFilter, trackingFilter } from '@tradewind/contract/logistics.ts';
import { defineExport } from '../../../core/exports.ts';
import { say } from '../../../core/text/texts.ts';
import type { Cell } from '../../../core/xlsx.ts';
import { countCapped, matching, silentDays, type TrackingRow, trackingRows } from './tracking.queries.ts';

const daysCell = (days: number | null): Cell => (days === null ? null : { number: String(days) });
const at = (value: Date | null) => value?.toISOString().replace('T', ' ').slice(0, 16) ?? '';

export const trackingExport = defineExport<TrackingFilter, TrackingRow>({
  name: 'tracking',
  title: ['物流跟踪', 'Tracking'],
  filter: trackingFilter,
  columns: (ctx) => [
    { title: ['运单号', 'Tracking number'], width: 24, value: (row) => row.trackingNumber },
    { title: ['承运商', 'Carrier'], width: 10, value: (row) => row.carrier.toUpperCase() },
    { title: ['服务', 'Service'], width: 22, value: (row) => row.serviceName },
    { title: ['状态', 'Stage'], width: 14, value: (row) => say(ctx.language, `logistics.stage.${row.stage}`) },
    { title: ['订单号', 'Order'], width: 24, value: (row) => row.orderNo },
    { title: ['店铺', 'Shop'], width: 20, value: (row) => row.shopName },
    { title: ['国家', 'Country'], width: 8, value: (row) => row.country },
    { title: ['最近轨迹', 'Last scan'], width: 40, value: (row) => row.lastScan },
    { title: ['轨迹时间 (UTC)', 'Scanned at (UTC)'], width: 18, value: (row) => at(row.lastScanAt) },
    { title: ['未更新天数', 'Days without a scan'], width: 12, value: (row) => daysCell(silentDays(row, ctx.now())) },
    { title: ['发货时间 (UTC)', 'Shipped at (UTC)'], width: 18, value: (row) => at(row.shippedAt) },
    { title: ['签收时间 (UTC)', 'Delivered at (UTC)'], width: 18, value: (row) => at(row.deliveredAt) },
  ],
  count: async (tx, ctx, filter) => (await countCapped(tx, matching(tx, ctx, filter), 2_000_000)).total,
  page: async (tx, ctx, filter, cursor, limit) => {
    const rows = await trackingRows(tx, matching(tx, ctx, filter), {
      limit,
      ...(cursor ? { before: Number(cursor) } : {}),
    });
    const last = rows.at(-1);
    return { rows, next: last && rows.length === limit ? String(last.id) : null };
  },
});
