import { id, list } from '@tradewind/contract/call.ts';
import { type OrderFilter, orderFilter } from '@tradewind/contract/orders.ts';
import { z } from 'zod';
import { type Ctx, maySee } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { Params, statement } from '../../core/database/statement.ts';
import { defineExport, type ExportColumn } from '../../core/exports.ts';
import { say } from '../../core/text/texts.ts';
import type { Cell } from '../../core/xlsx.ts';
import { byShops, conditions } from './list.filter.ts';
import { matchingText } from './list.ts';

interface Selection {
  ids?: number[] | undefined;
  filter?: OrderFilter | undefined;
}

/** A line of an order, with its order beside. */
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
  unitPrice: string;
  discount: string;
  tax: string;
  currency: string;
  totalAmount: string;
  warehouse: string | null;
  carrier: string | null;
  trackingNumber: string | null;
  confirmState: string;
  buyerNote: string;
  remark: string;
}

const number = (text: string): Cell => ({ number: text });
const shown = (prefix: string, value: string | null, ctx: Ctx) =>
  value ? say(ctx.language, `${prefix}.${value}`) : null;
const column = (zh: string, en: string, width: number, value: ExportColumn<Row>['value']): ExportColumn<Row> => ({
  title: [zh, en],
  width,
  value,
});
const address = (part: string) => (row: Row) => row.shipTo?.[part] ?? null;

const ORDER: ExportColumn<Row>[] = [
  column('订单号', 'Order', 22, (row) => row.displayNo),
  column('平台订单号', 'Platform number', 26, (row) => row.platformOrderNo),
  column('平台', 'Platform', 12, (row) => row.platform),
  column('店铺', 'Shop', 18, (row) => row.shop),
  column('状态', 'Status', 12, (row, ctx) => shown('orders.status', row.status, ctx)),
  column('异常', 'Exception', 14, (row, ctx) => shown('orders.exception', row.exception, ctx)),
  column('下单时间', 'Ordered at', 19, (row) => row.at),
  column('最晚发货', 'Ship by', 19, (row) => row.shipBy),
  column('买家所选时效', 'Service level', 14, (row, ctx) => shown('orders.service', row.serviceLevel, ctx)),
  column('买家所选服务', 'Service chosen', 22, (row) => row.serviceAsked),
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
  column('产品SKU', 'Product SKU', 20, (row) => row.sku),
  column('商品', 'Title', 36, (row) => row.title),
  column('数量', 'Quantity', 8, (row) => number(String(row.quantity))),
  column('单价', 'Unit price', 10, (row) => number(row.unitPrice)),
  column('折扣', 'Discount', 10, (row) => number(row.discount)),
  column('税', 'Tax', 10, (row) => number(row.tax)),
  column('订单总额', 'Order total', 12, (row) => number(row.totalAmount)),
  column('币种', 'Currency', 8, (row) => row.currency),
  column('仓库', 'Warehouse', 14, (row) => row.warehouse),
  column('物流商', 'Carrier', 12, (row) => row.carrier),
  column('运单号', 'Tracking number', 24, (row) => row.trackingNumber),
  column('发货时间', 'Shipped at', 19, (row) => row.shippedAt),
  column('平台回传', 'Platform told', 12, (row, ctx) => shown('orders.confirm', row.confirmState, ctx)),
  column('备注', 'Remark', 24, (row) => row.remark),
];

/** A row for each line of an order, newest order first; buyers only for those who may see them. */
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
    const params = new Params();
    const where = await matching(tx, selection, params);
    const [row] = await statement<{ n: number }>(
      tx,
      `select coalesce(sum(o.line_count), 0)::int as n from sales_order o where ${where.join(' and ')}`,
      params,
    );
    return row?.n ?? 0;
  },
  page: async (tx, _ctx, selection, cursor, limit) => {
    const params = new Params();
    const where = await matching(tx, selection, params);
    if (cursor) {
      const [at, after] = cursor.split('/');
      where.push(`(o.ordered_at, o.id) < (${params.add(at)}::timestamptz, ${params.add(Number(after))}::bigint)`);
    }
    const size = Math.ceil(limit / 2);
    const rows = await statement<Row>(tx, pageText(where, params.add(size)), params);
    const last = rows.at(-1);
    const orders = new Set(rows.map((row) => row.orderId)).size;
    return { rows, next: last && orders === size ? `${last.orderedAt}/${last.orderId}` : null };
  },
});

async function matching(tx: Tx, { ids, filter: asked = {} }: Selection, params: Params): Promise<string[]> {
  const filter = await byShops(tx, asked);
  const where = conditions(tx, filter, params);
  if (ids) where.push(`o.id = any(${params.add(ids)}::bigint[])`);
  const text = await matchingText(tx, filter);
  if (text) where.push(text(params));
  return where;
}

function pageText(where: readonly string[], size: string): string {
  const local = (column: string) => `to_char(o.${column} at time zone c.time_zone, 'YYYY-MM-DD HH24:MI:SS')`;
  return `select o.id as "orderId", o.ordered_at::text as "orderedAt", o.display_no as "displayNo", o.platform_order_no as "platformOrderNo",
      o.platform, s.name as shop, o.status, o.exception, ${local('ordered_at')} as at, ${local('ship_by')} as "shipBy",
      o.service_level as "serviceLevel", o.service_asked as "serviceAsked", ${local('shipped_at')} as "shippedAt", o.buyer_name as "buyerName", o.ship_to as "shipTo", o.country, l.seller_sku as "sellerSku", p.sku,
      l.title, l.quantity, l.unit_price::text as "unitPrice", l.discount::text as discount, l.tax::text as tax, o.currency,
      o.total_amount::text as "totalAmount", w.name as warehouse, o.shipment ->> 'carrierName' as carrier,
      o.tracking_number as "trackingNumber", o.confirm_state as "confirmState", o.buyer_note as "buyerNote", o.remark
    from (select o.* from sales_order o where ${where.join(' and ')} order by o.ordered_at desc, o.id desc limit ${size}) o
    join company c on c.id = $1 join shop s on s.company_id = $1 and s.id = o.shop_id
    left join warehouse w on w.company_id = $1 and w.id = o.warehouse_id
    join order_line l on l.company_id = $1 and l.order_id = o.id
    left join product p on p.company_id = $1 and p.id = l.product_id
    order by o.ordered_at desc, o.id desc, l.id`;
}
