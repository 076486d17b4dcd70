import { type OutboundFilter, outboundFilter } from '@tradewind/contract/warehouse.ts';
import { Params, statement } from '../../../core/database/statement.ts';
import { defineExport } from '../../../core/exports.ts';
import { outboundWhere } from './filter.ts';

type ExportRow = {
  id: number;
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
};

const STATES: Record<string, readonly [string, string]> = {
  waiting: ['待拣货', 'Waiting'],
  picking: ['拣货中', 'Picking'],
  picked: ['待打包', 'Picked'],
  packed: ['待出库', 'Packed'],
  shipped: ['已出库', 'Shipped'],
  cancelled: ['已取消', 'Cancelled'],
};

/** A row a line. */
export const outboundExport = defineExport<OutboundFilter, ExportRow>({
  name: 'warehouse.outbound',
  title: ['出库单', 'Outbound orders'],
  filter: outboundFilter,
  columns: (ctx) => {
    const zh = ctx.language === 'zh';
    const count = (value: number) => ({ number: String(value) });
    return [
      { title: ['出库单号', 'Outbound'], width: 22, value: (row) => row.number },
      { title: ['订单号', 'Order'], width: 24, value: (row) => row.orderNo },
      { title: ['店铺', 'Shop'], value: (row) => row.shop },
      { title: ['仓库', 'Warehouse'], value: (row) => row.warehouse },
      { title: ['状态', 'State'], value: (row) => STATES[row.state]?.[zh ? 0 : 1] ?? row.state },
      { title: ['波次', 'Wave'], width: 20, value: (row) => row.wave },
      { title: ['SKU', 'SKU'], width: 20, value: (row) => row.sku },
      { title: ['品名', 'Name'], width: 36, value: (row) => (zh ? row.nameZh : row.nameEn) },
      { title: ['数量', 'Quantity'], value: (row) => count(row.quantity) },
      { title: ['已拣', 'Picked'], value: (row) => count(row.picked) },
      { title: ['已装', 'Packed'], value: (row) => count(row.packed) },
      { title: ['创建时间', 'Created'], width: 22, value: (row) => row.createdAt.toISOString() },
      { title: ['出库时间', 'Shipped'], width: 22, value: (row) => row.shippedAt?.toISOString() ?? null },
    ];
  },
  count: async (tx, _ctx, filter) => {
    const params = new Params();
    const where = outboundWhere(tx, filter, params);
    const [row] = await statement<{ n: number }>(
      tx,
      `select coalesce(sum(o.line_count), 0)::int as n from outbound o where ${where}`,
      params,
    );
    return row?.n ?? 0;
  },
  page: async (tx, _ctx, filter, cursor, limit) => {
    const params = new Params();
    const where = outboundWhere(tx, filter, params);
    const after = params.add(cursor === null ? Number.MAX_SAFE_INTEGER : Number(cursor));
    const rows = await statement<ExportRow>(
      tx,
      `with page as materialized (
         select o.id from outbound o where ${where} and o.id < ${after} order by o.id desc limit ${params.add(limit)})
       select o.id, o.number, o.order_no as "orderNo", coalesce(s.name, '') as shop, w.name as warehouse, o.state,
         v.number as wave, p.sku, p.name_zh as "nameZh", p.name_en as "nameEn", l.quantity, l.picked, l.packed,
         o.created_at as "createdAt", o.shipped_at as "shippedAt"
       from page join outbound o on o.company_id = $1 and o.id = page.id
       join outbound_line l on l.company_id = $1 and l.outbound_id = o.id
       join product p on p.company_id = $1 and p.id = l.product_id
       join warehouse w on w.company_id = $1 and w.id = o.warehouse_id
       left join shop s on s.company_id = $1 and s.id = o.shop_id
       left join wave v on v.company_id = $1 and v.id = o.wave_id
       order by o.id desc, l.id`,
      params,
    );
    const last = rows.at(-1)?.id;
    return { rows, next: last !== undefined && new Set(rows.map((r) => r.id)).size === limit ? String(last) : null };
  },
});
