import { id } from '@tradewind/contract/call.ts';
import { z } from 'zod';
import { noteBuyersRead } from '../../../core/buyer-reads.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { countOf } from '../../../core/database/statement.ts';
import { defineExport, type ExportColumn } from '../../../core/exports.ts';
import { sentOn } from './sent.ts';

interface Row {
  outboundId: number;
  number: string | null;
  orderNo: string | null;
  platformNo: string | null;
  shop: string | null;
  warehouse: string;
  sku: string;
  batch: string;
  units: number;
  shippedAt: string;
  /** The receiving warehouse of units not sent to a buyer. */
  toName: string | null;
  carrier: string | null;
  trackingNumber: string | null;
  country: string | null;
  buyerName: string | null;
  shipTo: Record<string, string | undefined> | null;
}

const column = (zh: string, en: string, width: number, value: ExportColumn<Row>['value']): ExportColumn<Row> => ({
  title: [zh, en],
  width,
  value,
});
const ORDER = [
  column('订单号', 'Order no.', 22, (row) => row.orderNo),
  column('平台订单号', 'Platform order no.', 26, (row) => row.platformNo),
  column('店铺', 'Shop', 18, (row) => row.shop),
  column('单据', 'Document', 20, (row) => row.number),
  column('仓库', 'Warehouse', 16, (row) => row.warehouse),
  column('转往仓库', 'To warehouse', 16, (row) => row.toName),
  column('SKU', 'SKU', 20, (row) => row.sku),
  column('批次', 'Batch', 16, (row) => row.batch),
  column('数量', 'Units', 8, (row) => ({ number: String(row.units) })),
  column('发货时间', 'Shipped at', 19, (row) => row.shippedAt),
  column('承运商', 'Carrier', 14, (row) => row.carrier),
  column('跟踪号', 'Tracking number', 24, (row) => row.trackingNumber),
  column('国家', 'Country', 8, (row) => row.country),
];
const BUYER = [
  column('买家', 'Buyer', 18, (row) => row.buyerName),
  column('收件人', 'Recipient', 18, (row) => row.shipTo?.name ?? null),
  column('电话', 'Phone', 16, (row) => row.shipTo?.phone ?? null),
];

/**
 * Trace of a batch, e.g. to inform buyers: one row per shipped outbound order with units of it, newest first, then one
 * per document that moved units to another warehouse.
 */
export const shippedExport = defineExport<{ id: number }, Row>({
  name: 'stock.batchShipped',
  title: ['批次去向', 'Batch trace'],
  filter: z.object({ id: id() }),
  columns: (ctx) => (maySee(ctx.rights, 'seeBuyer') ? [...ORDER, ...BUYER] : ORDER),
  count: async (tx, _ctx, { id: batchId }) => {
    const { total } = await countOf(tx, from(tx, batchId));
    return total + (await sentOn(tx, batchId)).length;
  },
  page: async (tx, _ctx, { id: batchId }, cursor, limit) => {
    const rest = from(tx, batchId);
    const before = cursor === null ? sql.empty : sql`and o.id < ${Number(cursor)}`;
    const rows = await tx.rows<Row & { orderId: number | null }>(
      sql`select o.id as "outboundId", o.number, o.order_no, s.platform_order_no as "platformNo", h.name as shop,
         w.name as warehouse, p.sku, t.code as batch, x.units, s.country, s.buyer_name, s.ship_to, s.id as "orderId",
         to_char(o.shipped_at at time zone c.time_zone, 'YYYY-MM-DD HH24:MI:SS') as "shippedAt",
         null as "toName", s.shipment ->> 'carrierName' as carrier, s.tracking_number
       ${rest} ${before} order by o.id desc limit ${limit}`,
    );
    if (maySee(tx.rights, 'seeBuyer'))
      noteBuyersRead(
        tx,
        'file',
        rows.flatMap((row) => row.orderId ?? []),
      );
    if (rows.length === limit) return { rows, next: String(rows.at(-1)?.outboundId) };
    return { rows: [...rows, ...(await elsewhere(tx, batchId))], next: null };
  },
});

/** Not sent to a buyer: no name, shop or country. */
async function elsewhere(tx: Tx, batchId: number): Promise<Row[]> {
  const nobody = { orderNo: null, platformNo: null, shop: null, buyerName: null, shipTo: null, country: null };
  const parcel = { outboundId: 0, carrier: null, trackingNumber: null };
  return (await sentOn(tx, batchId)).map(
    ({ docNumber: number, fromName: warehouse, sentLocal: shippedAt, ...one }) => ({
      ...nobody,
      ...parcel,
      ...one,
      number,
      warehouse,
      shippedAt,
    }),
  );
}

/** Within the actor's warehouses and, as it names buyers, shops. */
function from(tx: Tx, batchId: number): Sql {
  const batch = sql.value(batchId);
  const where = [sql`o.state = 'shipped'`];
  const { warehouseIds, shopIds } = tx.rights;
  if (warehouseIds) where.push(sql`o.warehouse_id = any(${warehouseIds}::bigint[])`);
  if (shopIds) where.push(sql`o.shop_id = any(${shopIds}::bigint[])`);
  return sql`from (select outbound_id, product_id, sum(picked)::int as units from pick_line
      where company_id = ${sql.company} and batch_id = ${batch} and batch_id <> 0 and picked > 0 group by 1, 2) x
    join outbound o on o.company_id = ${sql.company} and o.id = x.outbound_id join company c on c.id = ${sql.company}
    join stock_batch t on t.company_id = ${sql.company} and t.id = ${batch}
    join product p on p.company_id = ${sql.company} and p.id = x.product_id
    join warehouse w on w.company_id = ${sql.company} and w.id = o.warehouse_id
    left join shop h on h.company_id = ${sql.company} and h.id = o.shop_id
    left join sales_order s on s.company_id = ${sql.company} and s.id = o.order_id where ${sql.and(where)}`;
}
