import {
  type AllocationFilter,
  type AllocationLine,
  type AllocationRow,
  type AllocationShare,
  allocationFilter,
  type ShareKind,
  type ShareStep,
} from '@tradewind/contract/procurement.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { readHistory } from '../../../core/documents.ts';
import { defineList, exportOf, is, numbered, since, tabFor, until, when } from '../../../core/lists.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { nameIn } from '../../../core/text/names.ts';
import { say } from '../../../core/text/texts.ts';
import { allocationDocument } from '../documents.ts';

export const allocations = defineList<AllocationFilter, AllocationRow>({
  table: 'allocation_order',
  as: 'o',
  scope: (tx) => inWarehouses(tx, sql`o.warehouse_id`),
  filters: {
    state: is(sql`o.state`),
    ready: when(sql`o.ready > 0 and o.state in ('submitted', 'shipping')`),
    warehouseId: is(sql`o.warehouse_id`),
    productId: (id) => sql`o.id in (select x.order_id from allocation_line x
      where x.company_id = ${sql.company} and x.product_id = ${id})`,
    purchaseId: (id) => sql`o.id in (select x.order_id from purchase_line p
      join allocation_line x on x.company_id = ${sql.company} and x.purchase_line_id = p.id
      where p.company_id = ${sql.company} and p.order_id = ${id})`,
    from: since(sql`o.created_at`),
    to: until(sql`o.created_at`),
    text: numbered(sql`o.number`),
  },
  order: sql`o.id desc`,
  columns: sql`o.id, o.number, o.state, o.warehouse_id, w.name as warehouse_name, o.line_count, o.units, o.arrived,
    o.moved, o.ready, o.need_by::text as need_by, o.remark, o.created_by, o.created_at, o.submitted_at, o.version`,
  joins: sql`join warehouse w on w.company_id = ${sql.company} and w.id = o.warehouse_id`,
  missing: 'procurement.allocationNotFound',
});

export const allocationTabCounts = (tx: Tx) =>
  allocations.tabs(tx, {
    ...tabFor('state', ['draft', 'reviewing', 'submitted', 'shipping'] as const),
    ready: { ready: 'true' },
  });

/** Where a share stands by its quantities alone. */
const STEP = sql`case when s.closed = s.quantity then 'closed'
  when s.closed + case when s.kind = 'stay' then s.arrived else s.shipped end = s.quantity then 'done'
  when s.kind <> 'stay' and (s.arrived - s.on_documents) / s.factor > 0 then 'ready'
  when s.on_documents > s.shipped then 'documented' else 'waiting' end`;

/** The shares of an order with their documents, line by line. */
export const sharesOf = (tx: Tx, orderId: number): Promise<AllocationShare[]> =>
  tx.rows<AllocationShare>(sql`
    select s.id, s.line_id, s.kind, ${STEP} as step, s.to_warehouse_id, w.name as to_name, s.shop_id, h.name as shop_name,
      s.marketplace_id, s.seller_sku, s.quantity, s.need_by::text as need_by, s.arrived, s.on_documents, s.shipped,
      s.closed, s.close_reason,
      coalesce((select jsonb_agg(jsonb_build_object('docKind', d.doc_kind, 'docId', d.doc_id, 'number', d.number,
          'quantity', d.quantity, 'state', d.state) order by d.id)
        from allocation_document d where d.company_id = ${sql.company} and d.share_id = s.id), '[]') as documents
    from allocation_share s join allocation_line l on l.company_id = ${sql.company} and l.id = s.line_id
    left join warehouse w on w.company_id = ${sql.company} and w.id = s.to_warehouse_id
    left join shop h on h.company_id = ${sql.company} and h.id = s.shop_id
    where s.company_id = ${sql.company} and s.order_id = ${orderId} order by l.position, s.position, s.id`);

export async function allocationDetail(tx: Tx, id: number) {
  const row = await allocations.one(tx, id);
  const more = await tx.row<{ reason: string }>(
    sql`select reason from allocation_order where company_id = ${sql.company} and id = ${id}`,
  );
  const lines = await tx.rows<Omit<AllocationLine, 'shares'>>(sql`
    select l.id, l.product_id, p.sku, p.name_zh, p.name_en, p.images[1] as image, l.purchase_line_id,
      c.id as purchase_id, c.number as purchase_no, l.quantity, l.shared, l.closed
    from allocation_line l join product p on p.company_id = ${sql.company} and p.id = l.product_id
    left join purchase_line x on x.company_id = ${sql.company} and x.id = l.purchase_line_id
    left join purchase_order c on c.company_id = ${sql.company} and c.id = x.order_id
    where l.company_id = ${sql.company} and l.order_id = ${id} order by l.position, l.id`);
  const shares = Map.groupBy(await sharesOf(tx, id), (share) => share.lineId);
  const history = await readHistory(tx, allocationDocument.kind, id);
  return {
    ...row,
    reason: more?.reason ?? '',
    lines: lines.map((line) => ({ ...line, shares: shares.get(line.id) ?? [] })),
    history: history.map((event) => ({ ...event, at: event.at.toISOString() })),
  };
}

interface Line {
  number: string;
  state: string;
  warehouseName: string;
  sku: string;
  nameZh: string;
  nameEn: string;
  purchaseNo: string | null;
  kind: ShareKind;
  step: ShareStep;
  destination: string | null;
  sellerSku: string;
  quantity: number;
  arrived: number;
  onDocuments: number;
  shipped: number;
  closed: number;
  documents: string | null;
  needBy: string | null;
  createdBy: string;
  createdAt: Date;
}

/** A row for each share of an allocation order. */
export const allocationExport = exportOf<AllocationFilter, AllocationRow, Line>(
  allocations,
  {
    name: 'procurement.allocations',
    title: ['分配单', 'Allocation orders'],
    filter: allocationFilter,
    columns: [
      { title: ['分配单号', 'Allocation no.'], width: 20, value: (row) => row.number },
      {
        title: ['状态', 'Status'],
        value: (row, ctx) => say(ctx.language, `procurement.allocation.state.${row.state}`),
      },
      { title: ['收货仓库', 'Warehouse'], width: 18, value: (row) => row.warehouseName },
      { title: ['SKU', 'SKU'], width: 22, value: (row) => row.sku },
      { title: ['品名', 'Name'], width: 36, value: (row, ctx) => nameIn(ctx.language, row) },
      { title: ['采购订单', 'Purchase order'], width: 20, value: (row) => row.purchaseNo },
      { title: ['去向', 'Type'], value: (row, ctx) => say(ctx.language, `procurement.allocation.kind.${row.kind}`) },
      { title: ['目的地', 'Destination'], width: 20, value: (row) => row.destination },
      { title: ['平台SKU', 'Seller SKU'], width: 20, value: (row) => row.sellerSku },
      { title: ['分配数量', 'Quantity'], value: (row) => row.quantity },
      {
        title: ['进度', 'Progress'],
        value: (row, ctx) => say(ctx.language, `procurement.allocation.step.${row.step}`),
      },
      { title: ['已到货', 'Arrived'], value: (row) => row.arrived },
      { title: ['已生成单据', 'On documents'], value: (row) => row.onDocuments },
      { title: ['已发货', 'Shipped'], value: (row) => row.shipped },
      { title: ['已关闭', 'Closed'], value: (row) => row.closed },
      { title: ['关联单据', 'Documents'], width: 40, value: (row) => row.documents },
      { title: ['需求日期', 'Needed by'], value: (row) => row.needBy },
      { title: ['创建人', 'Created by'], value: (row) => row.createdBy },
      { title: ['创建时间', 'Created'], width: 24, value: (row) => row.createdAt },
    ],
  },
  {
    columns: sql`o.number, o.state, w.name as warehouse_name, p.sku, p.name_zh, p.name_en, c.number as purchase_no,
      s.kind, ${STEP} as step, coalesce(e.name, h.name) as destination, s.seller_sku, s.quantity, s.arrived,
      s.on_documents, s.shipped, s.closed, (select string_agg(d.number, ', ' order by d.id) from allocation_document d
        where d.company_id = ${sql.company} and d.share_id = s.id and d.state <> 'cancelled') as documents,
      s.need_by::text as need_by, o.created_by, o.created_at`,
    joins: sql`join warehouse w on w.company_id = ${sql.company} and w.id = o.warehouse_id
      join allocation_line l on l.company_id = ${sql.company} and l.order_id = o.id
      join allocation_share s on s.company_id = ${sql.company} and s.line_id = l.id
      join product p on p.company_id = ${sql.company} and p.id = l.product_id
      left join purchase_line x on x.company_id = ${sql.company} and x.id = l.purchase_line_id
      left join purchase_order c on c.company_id = ${sql.company} and c.id = x.order_id
      left join warehouse e on e.company_id = ${sql.company} and e.id = s.to_warehouse_id
      left join shop h on h.company_id = ${sql.company} and h.id = s.shop_id`,
    order: sql`l.position, s.position`,
  },
);
