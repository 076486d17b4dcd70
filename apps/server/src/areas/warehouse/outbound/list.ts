import {
  type OutboundFilter,
  type OutboundRow,
  type OutboundState,
  outboundFilter,
} from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { beginsWith } from '../../../core/database/statement.ts';
import { among, defineList, exportOf, is, since, until, when } from '../../../core/lists.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { nameIn } from '../../../core/text/names.ts';
import { STOP_REASON } from './stop.ts';

interface Filter extends OutboundFilter {
  /** Open outbound orders of these orders. */
  orderIds?: number[] | undefined;
  /** Only open ones: finished orders grow without end, and nobody works through them. */
  open?: true;
}

export const outbounds = defineList<Filter, OutboundRow>({
  table: 'outbound',
  as: 'o',
  scope: (tx) => inWarehouses(tx, sql`o.warehouse_id`),
  filters: {
    state: is(sql`o.state`),
    warehouseId: is(sql`o.warehouse_id`),
    channelId: is(sql`o.channel_id`),
    waveId: is(sql`o.wave_id`),
    shopIds: among(sql`o.shop_id`),
    lines: (lines) =>
      lines === 'any' ? undefined : lines === 'single' ? sql`o.line_count = 1` : sql`o.line_count > 1`,
    stopRequested: when(sql`o.stop_requested`),
    from: since(sql`o.created_at`),
    to: until(sql`o.created_at`),
    text: textCondition,
    orderIds: (ids) => sql`o.order_id = any(${ids}::bigint[]) and o.state <> 'cancelled'`,
    open: when(sql`o.state in ('waiting', 'picking', 'picked', 'packed')`),
  },
  order: sql`o.id desc`,
  columns: sql`o.id, o.number, o.order_id, o.order_no, o.shop_id,
    coalesce(s.name, '') as shop_name, coalesce(s.platform, '') as platform, o.warehouse_id,
    w.name as warehouse_name, c.name as channel_name, o.state, o.wave_id, v.number as wave_number, o.slot,
    o.line_count, o.units, o.stop_requested, ${STOP_REASON}, o.created_at,
    o.picked_at, o.packed_at, o.shipped_at,
    coalesce((select jsonb_agg(jsonb_build_object('sku', x.sku, 'quantity', x.quantity) order by x.id) from (
      select l.id, p.sku, l.quantity from outbound_line l join product p on p.company_id = ${sql.company} and p.id = l.product_id
      where l.company_id = ${sql.company} and l.outbound_id = o.id order by l.id limit 3) x), '[]') as summary`,
  joins: sql`left join shop s on s.company_id = ${sql.company} and s.id = o.shop_id
    join warehouse w on w.company_id = ${sql.company} and w.id = o.warehouse_id
    left join shipping_channel c on c.company_id = ${sql.company} and c.id = o.channel_id
    left join wave v on v.company_id = ${sql.company} and v.id = o.wave_id`,
  missing: 'warehouse.outboundNotFound',
});

/** Range scans on text with collate "C", each on its own index. See architecture on why not ILIKE. */
function textCondition(typed: string): Sql {
  const text = typed.trim();
  const upper = text.toUpperCase();
  return sql`o.id in (
    select id from outbound where company_id = ${sql.company} and ${beginsWith(sql`number`, upper)}
    union all select id from outbound where company_id = ${sql.company} and ${beginsWith(sql`order_no`, text)}
    union all select outbound_id from parcel where company_id = ${sql.company} and ${beginsWith(sql`tracking_number`, upper)}
    union all select p.outbound_id from parcel_piece b join parcel p on p.company_id = ${sql.company} and p.id = b.parcel_id
      where b.company_id = ${sql.company} and ${beginsWith(sql`b.tracking_number`, upper)})`;
}

const BULK_LIMIT = 5_000;

interface OutboundChoice {
  outboundIds?: number[] | undefined;
  orderIds?: number[] | undefined;
  filter?: OutboundFilter | undefined;
}

/** Ids for a bulk action, as far as the actor sees them, the oldest first. */
export async function chooseOutbounds(tx: Tx, choice: OutboundChoice, state?: OutboundState): Promise<number[]> {
  const { outboundIds, orderIds, filter } = choice;
  if (outboundIds && tx.rights.warehouseIds === null) return outboundIds;
  // A filter covers only rows that the action applies to. Selected rows get a reason instead.
  const only = filter && state ? sql`o.state = ${state}` : undefined;
  return outbounds.choose(
    tx,
    { ids: outboundIds, filter: orderIds ? { ...filter, orderIds } : filter },
    BULK_LIMIT,
    only,
  );
}

interface Line {
  number: string;
  orderNo: string;
  shop: string;
  warehouse: string;
  state: string;
  wave: string | null;
  sku: string;
  nameZh: string;
  nameEn: string;
  quantity: number;
  picked: number;
  packed: number;
  createdAt: Date;
  shippedAt: Date | null;
}

const STATES: Record<string, readonly [string, string]> = {
  waiting: ['待拣货', 'To pick'],
  picking: ['拣货中', 'Picking'],
  picked: ['待打包', 'To pack'],
  packed: ['待出库', 'To ship'],
  shipped: ['已出库', 'Shipped'],
  cancelled: ['已取消', 'Cancelled'],
};

/** One row per line of an outbound order. */
export const outboundExport = exportOf<OutboundFilter, OutboundRow, Line>(
  outbounds,
  {
    name: 'warehouse.outbound',
    title: ['出库单', 'Outbound orders'],
    filter: outboundFilter,
    columns: (ctx) => {
      const zh = ctx.language === 'zh';
      return [
        { title: ['出库单号', 'Outbound no.'], width: 22, value: (row) => row.number },
        { title: ['订单号', 'Order no.'], width: 24, value: (row) => row.orderNo },
        { title: ['店铺', 'Shop'], value: (row) => row.shop },
        { title: ['仓库', 'Warehouse'], value: (row) => row.warehouse },
        { title: ['状态', 'Status'], value: (row) => STATES[row.state]?.[zh ? 0 : 1] ?? row.state },
        { title: ['波次', 'Wave'], width: 20, value: (row) => row.wave },
        { title: ['SKU', 'SKU'], width: 20, value: (row) => row.sku },
        { title: ['品名', 'Name'], width: 36, value: (row) => nameIn(ctx.language, row) },
        { title: ['数量', 'Quantity'], value: (row) => row.quantity },
        { title: ['已拣', 'Picked'], value: (row) => row.picked },
        { title: ['已打包', 'Packed'], value: (row) => row.packed },
        { title: ['创建时间', 'Created'], width: 22, value: (row) => row.createdAt },
        { title: ['出库时间', 'Shipped'], width: 22, value: (row) => row.shippedAt },
      ];
    },
  },
  {
    columns: sql`o.number, o.order_no, coalesce(s.name, '') as shop, w.name as warehouse, o.state, v.number as wave,
      p.sku, p.name_zh, p.name_en, l.quantity, l.picked, l.packed, o.created_at, o.shipped_at`,
    joins: sql`join outbound_line l on l.company_id = ${sql.company} and l.outbound_id = o.id
      join product p on p.company_id = ${sql.company} and p.id = l.product_id
      join warehouse w on w.company_id = ${sql.company} and w.id = o.warehouse_id
      left join shop s on s.company_id = ${sql.company} and s.id = o.shop_id
      left join wave v on v.company_id = ${sql.company} and v.id = o.wave_id`,
    order: sql`l.id`,
  },
);
