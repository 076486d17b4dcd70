import { id, list } from '@tradewind/contract/call.ts';
import { type OrderFilter, orderFilter } from '@tradewind/contract/orders.ts';
import { z } from 'zod';
import { noteBuyersRead } from '../../../core/buyer-reads.ts';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { defineExport, type ExportColumn } from '../../../core/exports.ts';
import { say } from '../../../core/text/texts.ts';
import type { Cell } from '../../../core/xlsx.ts';
import { shownAmount } from './amounts.ts';
import { byShops, conditions } from './filter.ts';
import { matchingText } from './list.ts';

interface Selection {
  ids?: number[] | undefined;
  filter?: OrderFilter | undefined;
}

/** An order line with its order. */
interface Row {
  orderId: number;
  orderedAt: string;
  displayNo: string;
  platformOrderNo: string;
  platform: string;
  shop: string;
  status: string;
  exception: string | null;
  at: string;
  shipBy: string | null;
  serviceLevel: string | null;
  serviceAsked: string;
  shippedAt: string | null;
  buyerName: string;
  shipTo: Record<string, string | undefined> | null;
  country: string;
  sellerSku: string;
  sku: string | null;
  title: string;
  quantity: number;
  unitPrice: string | null;
  discount: string | null;
  tax: string | null;
  currency: string;
  totalAmount: string | null;
  warehouse: string | null;
  carrier: string | null;
  trackingNumber: string | null;
  confirmState: string;
  buyerNote: string;
  remark: string;
}

const number = (text: string | null): Cell => (text === null ? null : { number: text });
const shown = (prefix: string, value: string | null, ctx: Ctx) =>
  value ? say(ctx.language, `${prefix}.${value}`) : null;
const column = (zh: string, en: string, width: number, value: ExportColumn<Row>['value']): ExportColumn<Row> => ({
  title: [zh, en],
  width,
  value,
});
const address = (part: string) => (row: Row) => row.shipTo?.[part] ?? null;

const ORDER: ExportColumn<Row>[] = [
  column('订单号', 'Order no.', 22, (row) => row.displayNo),
  column('平台订单号', 'Platform order no.', 26, (row) => row.platformOrderNo),
  column('平台', 'Platform', 12, (row) => row.platform),
  column('店铺', 'Shop', 18, (row) => row.shop),
  column('状态', 'Status', 12, (row, ctx) => shown('orders.status', row.status, ctx)),
  column('异常', 'Exception', 14, (row, ctx) => shown('orders.exception', row.exception, ctx)),
  column('下单时间', 'Ordered at', 19, (row) => row.at),
  column('最晚发货', 'Ship by', 19, (row) => row.shipBy),
  column('配送时效', 'Service level', 14, (row, ctx) => shown('orders.service', row.serviceLevel, ctx)),
  column('买家所选配送', 'Shipping chosen by buyer', 22, (row) => row.serviceAsked),
];
const BUYER: ExportColumn<Row>[] = [
  column('买家', 'Buyer', 18, (row) => row.buyerName),
  column('收件人', 'Recipient', 18, address('name')),
  column('电话', 'Phone', 16, address('phone')),
  column('地址1', 'Address 1', 28, address('line1')),
  column('地址2', 'Address 2', 16, address('line2')),
];
const GOODS: ExportColumn<Row>[] = [
  column('城市', 'City', 14, address('city')),
  column('州/省', 'State', 8, address('state')),
  column('邮编', 'Postal code', 10, address('postalCode')),
  column('国家', 'Country', 8, (row) => row.country),
  column('店铺SKU', 'Seller SKU', 20, (row) => row.sellerSku),
  column('SKU', 'SKU', 20, (row) => row.sku),
  column('商品', 'Title', 36, (row) => row.title),
  column('数量', 'Quantity', 8, (row) => number(String(row.quantity))),
  column('单价', 'Unit price', 10, (row) => number(row.unitPrice)),
  column('折扣', 'Discount', 10, (row) => number(row.discount)),
  column('税', 'Tax', 10, (row) => number(row.tax)),
  column('订单总额', 'Order total', 12, (row) => number(row.totalAmount)),
  column('币种', 'Currency', 8, (row) => row.currency),
  column('仓库', 'Warehouse', 14, (row) => row.warehouse),
  column('承运商', 'Carrier', 12, (row) => row.carrier),
  column('跟踪号', 'Tracking number', 24, (row) => row.trackingNumber),
  column('发货时间', 'Shipped at', 19, (row) => row.shippedAt),
  column('标发状态', 'Shipment confirmation', 12, (row, ctx) =>
    shown('orders.confirm', row.confirmState === 'none' ? null : row.confirmState, ctx),
  ),
  column('备注', 'Remark', 24, (row) => row.remark),
];

/** One row per order line, newest order first. Buyers only for users who may see them. */
export const ordersExport = defineExport<Selection, Row>({
  name: 'orders.orders',
  title: ['订单', 'Orders'],
  filter: z.object({ ids: list(id(), 1000).optional(), filter: orderFilter.optional() }),
  columns: (ctx) => [
    ...ORDER,
    ...(maySee(ctx.rights, 'seeBuyer') ? [...BUYER, column('买家留言', 'Buyer note', 24, (row) => row.buyerNote)] : []),
    ...GOODS,
  ],
  count: async (tx, _ctx, selection) => {
    const where = await matching(tx, selection);
    const [row] = await tx.rows<{ n: number }>(
      sql`select coalesce(sum(o.line_count), 0)::int as n from sales_order o where ${sql.join(where, sql` and `)}`,
    );
    return row?.n ?? 0;
  },
  page: async (tx, _ctx, selection, cursor, limit) => {
    const where = await matching(tx, selection);
    if (cursor) {
      const [at, after] = cursor.split('/');
      where.push(sql`(o.ordered_at, o.id) < (${at ?? ''}::timestamptz, ${Number(after)}::bigint)`);
    }
    const size = Math.ceil(limit / 2);
    const rows = await tx.rows<Row>(pageText(where, size));
    const last = rows.at(-1);
    if (maySee(tx.rights, 'seeBuyer'))
      noteBuyersRead(
        tx,
        'file',
        rows.map((row) => row.orderId),
      );
    const orders = new Set(rows.map((row) => row.orderId)).size;
    return { rows, next: last && orders === size ? `${last.orderedAt}/${last.orderId}` : null };
  },
});

async function matching(tx: Tx, { ids, filter: requested = {} }: Selection): Promise<Sql[]> {
  const filter = await byShops(tx, requested);
  const where = conditions(tx, filter);
  if (ids) where.push(sql`o.id = any(${ids}::bigint[])`);
  const text = await matchingText(tx, filter);
  if (text) where.push(text);
  return where;
}

const LOCAL = ['ordered_at', 'ship_by', 'shipped_at'] as const;

function pageText(where: readonly Sql[], size: number): Sql {
  const local = (column: (typeof LOCAL)[number]) =>
    sql`to_char(o.${sql.id(column, LOCAL)} at time zone c.time_zone, 'YYYY-MM-DD HH24:MI:SS')`;
  return sql`select o.id as "orderId", o.ordered_at::text as "orderedAt", o.display_no, o.platform_order_no,
      o.platform, s.name as shop, o.status, o.exception, ${local('ordered_at')} as at, ${local('ship_by')} as "shipBy",
      o.service_level, o.service_asked, ${local('shipped_at')} as "shippedAt", o.buyer_name, o.ship_to, o.country, l.seller_sku, p.sku,
      l.title, l.quantity, ${shownAmount(sql`l.unit_price`)} as "unitPrice", ${shownAmount(sql`l.discount`)} as discount, ${shownAmount(sql`l.tax`)} as tax, o.currency,
      ${shownAmount(sql`o.total_amount`)} as "totalAmount", w.name as warehouse, o.shipment ->> 'carrierName' as carrier,
      o.tracking_number, o.confirm_state, o.buyer_note, o.remark
    from (select o.* from sales_order o where ${sql.join(where, sql` and `)} order by o.ordered_at desc, o.id desc limit ${size}) o
    join company c on c.id = ${sql.company} join shop s on s.company_id = ${sql.company} and s.id = o.shop_id
    left join warehouse w on w.company_id = ${sql.company} and w.id = o.warehouse_id
    join order_line l on l.company_id = ${sql.company} and l.order_id = o.id
    left join product p on p.company_id = ${sql.company} and p.id = l.product_id
    order by o.ordered_at desc, o.id desc, l.id`;
}
