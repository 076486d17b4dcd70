import {
  type RequisitionFilter,
  type RequisitionLine,
  type RequisitionLineStep,
  type RequisitionRow,
  requisitionFilter,
} from '@tradewind/contract/procurement.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { readHistory } from '../../../core/documents.ts';
import { defineList, exportOf, is, numbered, since, tabFor, until } from '../../../core/lists.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { nameIn } from '../../../core/text/names.ts';
import { say } from '../../../core/text/texts.ts';

export const requisitions = defineList<RequisitionFilter, RequisitionRow>({
  table: 'requisition',
  as: 'q',
  // People who see the warehouse of a line see the requisition.
  scope: (tx) =>
    tx.rights.warehouseIds === null
      ? sql`true`
      : sql`exists (select from requisition_line x where x.company_id = ${sql.company} and x.requisition_id = q.id
          and ${inWarehouses(tx, sql`x.warehouse_id`)})`,
  filters: {
    state: is(sql`q.state`),
    productId: (id) => sql`q.id in (select x.requisition_id from requisition_line x
      where x.company_id = ${sql.company} and x.product_id = ${id})`,
    from: since(sql`q.created_at`),
    to: until(sql`q.created_at`),
    text: numbered(sql`q.number`),
  },
  order: sql`q.id desc`,
  columns: sql`q.id, q.number, q.state, q.line_count, q.units, q.ordered, q.received, q.need_by::text as need_by,
    q.remark, q.created_by, q.created_at, q.submitted_at, q.approved_at, q.version`,
  missing: 'procurement.requisitionNotFound',
});

export const requisitionTabCounts = (tx: Tx) =>
  requisitions.tabs(tx, tabFor('state', ['draft', 'reviewing', 'approved'] as const));

/** Where a line stands by its quantities alone. */
export const STEP = sql`case when l.approved = 0 then 'closed' when l.received >= coalesce(l.approved, l.quantity) then 'received'
  when l.closed_at is not null then 'closed' when l.approved is null then 'requested' when l.open > 0 then 'pending'
  else 'ordered' end`;

export async function requisitionDetail(tx: Tx, id: number) {
  const row = await requisitions.one(tx, id);
  const lines = await tx.rows<RequisitionLine>(sql`
    select l.id, l.product_id, p.sku, p.name_zh, p.name_en, p.images[1] as image, l.quantity, l.approved, l.ordered,
      l.received, ${STEP} as step, l.warehouse_id, w.name as warehouse_name, l.need_by::text as need_by, l.shop_id,
      h.name as shop_name, l.supplier_id, s.code as supplier_code, s.name_zh as supplier_name_zh,
      s.name_en as supplier_name_en, l.remark, l.close_reason,
      coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'number', o.number, 'quantity', r.quantity,
          'received', r.received) order by o.id)
        from purchase_line_source r join purchase_line d on d.company_id = ${sql.company} and d.id = r.line_id
        join purchase_order o on o.company_id = ${sql.company} and o.id = d.order_id
        where r.company_id = ${sql.company} and r.requisition_line_id = l.id), '[]') as orders
    from requisition_line l join product p on p.company_id = ${sql.company} and p.id = l.product_id
    join warehouse w on w.company_id = ${sql.company} and w.id = l.warehouse_id
    left join shop h on h.company_id = ${sql.company} and h.id = l.shop_id
    left join supplier s on s.company_id = ${sql.company} and s.id = l.supplier_id
    where l.company_id = ${sql.company} and l.requisition_id = ${id} order by l.position, l.id`);
  const history = await readHistory(tx, 'requisition', id);
  return { ...row, lines, history: history.map((event) => ({ ...event, at: event.at.toISOString() })) };
}

interface Line {
  number: string;
  state: string;
  sku: string;
  nameZh: string;
  nameEn: string;
  quantity: number;
  approved: number | null;
  ordered: number;
  received: number;
  step: RequisitionLineStep;
  warehouseName: string;
  needBy: string | null;
  supplierCode: string | null;
  remark: string;
  createdBy: string;
  createdAt: Date;
}

/** A row for each line of a requisition. */
export const requisitionExport = exportOf<RequisitionFilter, RequisitionRow, Line>(
  requisitions,
  {
    name: 'procurement.requisitions',
    title: ['采购申请', 'Requisitions'],
    filter: requisitionFilter,
    columns: [
      { title: ['申请单号', 'Requisition no.'], width: 20, value: (row) => row.number },
      {
        title: ['状态', 'Status'],
        value: (row, ctx) => say(ctx.language, `procurement.requisition.state.${row.state}`),
      },
      { title: ['SKU', 'SKU'], width: 22, value: (row) => row.sku },
      { title: ['品名', 'Name'], width: 36, value: (row, ctx) => nameIn(ctx.language, row) },
      { title: ['申请数量', 'Requested'], value: (row) => row.quantity },
      { title: ['批准数量', 'Approved'], value: (row) => row.approved },
      { title: ['已下单', 'Ordered'], value: (row) => row.ordered },
      { title: ['已收货', 'Received'], value: (row) => row.received },
      {
        title: ['进度', 'Progress'],
        value: (row, ctx) => say(ctx.language, `procurement.requisition.step.${row.step}`),
      },
      { title: ['仓库', 'Warehouse'], width: 18, value: (row) => row.warehouseName },
      { title: ['需求日期', 'Needed by'], value: (row) => row.needBy },
      { title: ['供应商', 'Supplier'], width: 18, value: (row) => row.supplierCode },
      { title: ['备注', 'Remark'], width: 30, value: (row) => row.remark },
      { title: ['申请人', 'Requested by'], value: (row) => row.createdBy },
      { title: ['创建时间', 'Created'], width: 24, value: (row) => row.createdAt },
    ],
  },
  {
    columns: sql`q.number, q.state, p.sku, p.name_zh, p.name_en, l.quantity, l.approved, l.ordered, l.received,
      ${STEP} as step, w.name as warehouse_name, l.need_by::text as need_by, s.code as supplier_code, l.remark,
      q.created_by, q.created_at`,
    joins: sql`join requisition_line l on l.company_id = ${sql.company} and l.requisition_id = q.id
      join product p on p.company_id = ${sql.company} and p.id = l.product_id
      join warehouse w on w.company_id = ${sql.company} and w.id = l.warehouse_id
      left join supplier s on s.company_id = ${sql.company} and s.id = l.supplier_id`,
    order: sql`l.position, l.id`,
  },
);
