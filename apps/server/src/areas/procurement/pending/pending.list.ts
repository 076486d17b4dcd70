import { type PendingFilter, type PendingPurchase, pendingFilter } from '@tradewind/contract/procurement.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { beginsWith, dayOf } from '../../../core/database/statement.ts';
import { among, defineList, exportOf, is, when } from '../../../core/lists.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { nameIn } from '../../../core/text/names.ts';

/** Lines that wait to be ordered: their requisition is approved, and a part of them is neither ordered nor given up. */
export const pendingPurchases = defineList<PendingFilter, PendingPurchase>({
  table: 'requisition_line',
  as: 'l',
  scope: (tx) => sql`l.open > 0 and ${inWarehouses(tx, sql`l.warehouse_id`)}`,
  filters: {
    ids: among(sql`l.id`),
    supplierId: is(sql`l.supplier_id`),
    unassigned: when(sql`l.supplier_id is null`),
    warehouseId: is(sql`l.warehouse_id`),
    needBy: (day) => sql`l.need_by <= ${day}::date`,
    text: (typed) => {
      const text = typed.trim().toUpperCase();
      return sql`(l.product_id in (select p.id from product p where p.company_id = ${sql.company} and ${beginsWith(sql`p.sku`, text)})
        or l.requisition_id in (select q.id from requisition q where q.company_id = ${sql.company} and ${beginsWith(sql`q.number`, text)}))`;
    },
  },
  order: sql`l.need_by, l.id`,
  columns: sql`l.id, l.requisition_id, q.number, l.product_id, p.sku, p.name_zh, p.name_en, p.images[1] as image, l.open,
    l.approved, l.warehouse_id, w.name as warehouse_name, l.need_by::text as need_by, l.supplier_id,
    s.code as supplier_code, s.name_zh as supplier_name_zh, s.name_en as supplier_name_en, s.currency,
    (select trim_scale(b.unit_price)::text from supplier_price_break b where b.company_id = ${sql.company} and b.price_id =
        (select r.id from supplier_price r where r.company_id = ${sql.company} and r.supplier_id = l.supplier_id
          and r.product_id = l.product_id and r.valid_from <= ${dayOf(sql`now()`)} order by r.valid_from desc limit 1)
      and b.from_quantity <= l.open order by b.from_quantity desc limit 1) as unit_price,
    q.created_by`,
  joins: sql`join requisition q on q.company_id = ${sql.company} and q.id = l.requisition_id
    join product p on p.company_id = ${sql.company} and p.id = l.product_id
    join warehouse w on w.company_id = ${sql.company} and w.id = l.warehouse_id
    left join supplier s on s.company_id = ${sql.company} and s.id = l.supplier_id and s.state = 'active'`,
  row: (row, tx) => (maySee(tx.rights, 'seeCost') ? row : { ...row, unitPrice: null }),
});

export const pendingTabCounts = (tx: Tx) => pendingPurchases.tabs(tx, { all: {}, unassigned: { unassigned: 'true' } });

export const pendingExport = exportOf(pendingPurchases, {
  name: 'procurement.pending',
  title: ['待采购', 'Pending purchase'],
  filter: pendingFilter,
  columns: [
    { title: ['申请单号', 'Requisition no.'], width: 20, value: (row) => row.number },
    { title: ['SKU', 'SKU'], width: 22, value: (row) => row.sku },
    { title: ['品名', 'Name'], width: 36, value: (row, ctx) => nameIn(ctx.language, row) },
    { title: ['待下单数量', 'To order'], value: (row) => row.open },
    { title: ['批准数量', 'Approved'], value: (row) => row.approved },
    { title: ['仓库', 'Warehouse'], width: 18, value: (row) => row.warehouseName },
    { title: ['需求日期', 'Needed by'], value: (row) => row.needBy },
    { title: ['供应商编码', 'Supplier code'], width: 18, value: (row) => row.supplierCode },
    { title: ['单价', 'Unit price'], value: (row) => (row.unitPrice === null ? null : { number: row.unitPrice }) },
    { title: ['币种', 'Currency'], width: 8, value: (row) => row.currency },
    { title: ['申请人', 'Requested by'], value: (row) => row.createdBy },
  ],
});
