import { type TrackingFilter, type TrackingRow, trackingFilter } from '@tradewind/contract/logistics.ts';
import { maySee } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { beginsWith } from '../../../core/database/statement.ts';
import { defineList, exportOf, is } from '../../../core/lists.ts';
import { inShops } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { isSilent } from './silence.ts';

/** Parcels with a tracking number: an index has them alone. */
export const tracked = defineList<TrackingFilter, TrackingRow>({
  table: 'parcel',
  as: 'p',
  scope: (tx) => sql`p.tracking_number is not null and ${inShops(tx, sql`p.shop_id`)}`,
  filters: {
    stage: is(sql`p.stage`),
    silent: (silent, tx) => (silent ? isSilent(sql`p`, tx.now) : undefined),
    dearer: (dearer) => (dearer ? sql`(p.quoted_cost is not null and p.state = 'labelled')` : undefined),
    shopId: is(sql`p.shop_id`),
    carrier: is(sql`p.carrier`),
    wayBack: (back) => (back ? sql`p.return_id is not null` : sql`p.return_id is null`),
    // Searches orders by their terms, as on the order pages; by buyer only for users who may see buyer data.
    text: (typed, tx) => {
      const text = typed.trim().toUpperCase();
      return sql`(${beginsWith(sql`p.tracking_number`, text)} or p.id = any(array(select q.id from parcel q
        where q.company_id = ${sql.company} and q.return_id is not null and ${beginsWith(sql`q.reference`, text)} limit 1000)) or p.order_id = any(array(
        select t.order_id from order_term t where t.company_id = ${sql.company} and ${beginsWith(sql`t.term`, text)}
        and (${maySee(tx.rights, 'seeBuyer')} or not t.buyer) limit 1000)))`;
    },
  },
  order: sql`p.id desc`,
  columns: (tx) => sql`p.id, p.tracking_number, p.carrier, p.service_name, p.stage, p.state, p.order_id, p.order_no,
    p.return_id, case when p.return_id is not null then regexp_replace(p.reference, '-[0-9]+$', '') end as return_no, p.shop_id, h.name as shop_name, p.country, p.last_scan, p.last_scan_at, p.tracked_at, p.shipped_at, p.promised_on, p.delivered_at,
    coalesce(${isSilent(sql`p`, tx.now)}, false) as silent,
    case when p.state = 'shipped' and p.last_scan_at is not null
      then greatest(floor(extract(epoch from ${tx.now}::timestamptz - p.last_scan_at) / 86400), 0)::int end as silent_days`,
  joins: sql`join shop h on h.company_id = ${sql.company} and h.id = p.shop_id`,
});

const at = (value: string | null) => (value ? new Date(value).toISOString().replace('T', ' ').slice(0, 16) : '');

export const trackingExport = exportOf(tracked, {
  name: 'tracking',
  title: ['物流跟踪', 'Tracking'],
  filter: trackingFilter,
  columns: [
    { title: ['跟踪号', 'Tracking number'], width: 24, value: (row) => row.trackingNumber },
    { title: ['承运商', 'Carrier'], width: 10, value: (row) => row.carrier.toUpperCase() },
    { title: ['服务', 'Service'], width: 22, value: (row) => row.serviceName },
    { title: ['状态', 'Status'], width: 14, value: (row, ctx) => say(ctx.language, `logistics.stage.${row.stage}`) },
    { title: ['订单号', 'Order no.'], width: 24, value: (row) => row.orderNo },
    { title: ['退货单', 'Return'], width: 20, value: (row) => row.returnNo },
    { title: ['店铺', 'Shop'], width: 20, value: (row) => row.shopName },
    { title: ['国家/地区', 'Country or region'], width: 8, value: (row) => row.country },
    { title: ['最新轨迹', 'Latest event'], width: 40, value: (row) => row.lastScan },
    { title: ['轨迹时间 (UTC)', 'Event time (UTC)'], width: 18, value: (row) => at(row.lastScanAt) },
    { title: ['未更新天数', 'Days without updates'], width: 12, value: (row) => row.silentDays },
    { title: ['发货时间 (UTC)', 'Shipped at (UTC)'], width: 18, value: (row) => at(row.shippedAt) },
    { title: ['承诺送达日', 'Promised by'], width: 12, value: (row) => row.promisedOn },
    { title: ['签收时间 (UTC)', 'Delivered at (UTC)'], width: 18, value: (row) => at(row.deliveredAt) },
  ],
});
