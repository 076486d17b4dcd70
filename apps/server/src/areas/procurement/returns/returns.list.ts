import {
  type SupplierReturnDetail,
  type SupplierReturnFilter,
  type SupplierReturnLine,
  type SupplierReturnRow,
  supplierReturnFilter,
} from '@tradewind/contract/procurement.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { beginsWith } from '../../../core/database/statement.ts';
import { readHistory } from '../../../core/documents.ts';
import { defineList, exportOf, is, since, tabFor, until } from '../../../core/lists.ts';
import { Decimal } from '../../../core/money.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { nameIn } from '../../../core/text/names.ts';
import { say } from '../../../core/text/texts.ts';
import { returnDocument } from '../documents.ts';
import { type FreeBin, freeBins } from './free-units.ts';

export const supplierReturns = defineList<SupplierReturnFilter, SupplierReturnRow>({
  table: 'supplier_return',
  as: 't',
  scope: (tx) => inWarehouses(tx, sql`t.warehouse_id`),
  filters: {
    state: is(sql`t.state`),
    remedy: is(sql`t.remedy`),
    supplierId: is(sql`t.supplier_id`),
    warehouseId: is(sql`t.warehouse_id`),
    productId: (id) => sql`t.id in (select x.return_id from supplier_return_line x
      where x.company_id = ${sql.company} and x.product_id = ${id})`,
    from: since(sql`t.created_at`),
    to: until(sql`t.created_at`),
    text: (typed) => {
      const text = typed.trim().toUpperCase();
      return sql`(${beginsWith(sql`t.number`, text)} or (t.reference <> '' and ${beginsWith(sql`t.reference`, text)}))`;
    },
  },
  order: sql`t.id desc`,
  columns: sql`t.id, t.number, t.state, t.supplier_id, s.code as supplier_code, s.name_zh as supplier_name_zh,
    s.name_en as supplier_name_en, t.warehouse_id, w.name as warehouse_name, t.remedy, t.currency,
    trim_scale(t.amount)::text as amount, t.line_count, t.units, t.reference, t.carrier, t.tracking_number, t.shipments,
    t.created_by, t.created_at, t.shipped_at, t.settled_at, t.version`,
  joins: sql`join supplier s on s.company_id = ${sql.company} and s.id = t.supplier_id
    join warehouse w on w.company_id = ${sql.company} and w.id = t.warehouse_id`,
  row: (row, tx) => (maySee(tx.rights, 'seeCost') ? row : { ...row, amount: null }),
  missing: 'procurement.returnNotFound',
});

export const returnTabCounts = (tx: Tx) =>
  supplierReturns.tabs(tx, tabFor('state', ['draft', 'reviewing', 'approved', 'shipped'] as const));

const COSTS = ['unitCredit', 'amount', 'costBase'] as const;

export async function returnDetail(tx: Tx, id: number): Promise<SupplierReturnDetail> {
  const row = await supplierReturns.one(tx, id);
  const costs = maySee(tx.rights, 'seeCost');
  const more = await tx.row<{ remark: string; cancelReason: string; open: string }>(sql`
    select t.remark, t.cancel_reason, (case when t.state = 'shipped' and t.remedy <> 'replacement' then t.amount - coalesce(
      (select sum(x.amount + x.short) from supplier_return_settlement x
        where x.company_id = ${sql.company} and x.return_id = t.id), 0) else 0 end)::text as open
    from supplier_return t where t.company_id = ${sql.company} and t.id = ${id}`);
  const lines = await linesOf(tx, row);
  const asns = await tx.rows<SupplierReturnDetail['asns'][number]>(sql`
    select id, number, state, units, units_received as received from inbound
    where company_id = ${sql.company} and source_kind = ${returnDocument.kind} and source_id = ${id}
    order by id desc limit 100`);
  const history = await readHistory(tx, returnDocument.kind, id);
  return {
    ...row,
    remark: more?.remark ?? '',
    cancelReason: more?.cancelReason ?? '',
    open: costs ? new Decimal(more?.open ?? 0).toFixed(2) : null,
    lines: costs ? lines : lines.map((line) => ({ ...line, ...Object.fromEntries(COSTS.map((name) => [name, null])) })),
    settlements: await settlementsOf(tx, id, costs && row.remedy !== 'replacement'),
    asns,
    history: history.map((event) => ({
      ...event,
      at: event.at.toISOString(),
      detail: costs || !event.detail ? event.detail : withoutAmount(event.detail),
    })),
  };
}

const withoutAmount = ({ amount: _amount, ...detail }: Record<string, unknown>) => detail;

async function linesOf(tx: Tx, row: SupplierReturnRow): Promise<SupplierReturnLine[]> {
  const lines = await tx.rows<SupplierReturnLine>(sql`
    select l.id, l.product_id, p.sku, p.name_zh, p.name_en, p.images[1] as image, l.condition, l.batch_id,
      b.code as batch_code, l.quantity, l.receipt_id, i.id as inbound_id, i.number as inbound_number,
      o.id as purchase_id, o.number as purchase_number, trim_scale(l.unit_credit)::text as unit_credit,
      round(l.quantity * l.unit_credit, 2)::text as amount, round(l.cost_base, 2)::text as cost_base, l.reason, l.remark,
      l.replaced, coalesce((select jsonb_agg(jsonb_build_object('code', c.code, 'quantity', m.quantity) order by m.id)
        from supplier_return_move m join location c on c.company_id = ${sql.company} and c.id = m.location_id
        where m.company_id = ${sql.company} and m.return_id = l.return_id and m.line_id = l.id and m.quantity > 0
          and m.shipment = ${row.shipments}), '[]') as places
    from supplier_return_line l join product p on p.company_id = ${sql.company} and p.id = l.product_id
    left join stock_batch b on b.company_id = ${sql.company} and b.id = l.batch_id
    left join inbound_receipt r on r.company_id = ${sql.company} and r.id = l.receipt_id
    left join inbound i on i.company_id = ${sql.company} and i.id = r.inbound_id
    left join purchase_order o on o.company_id = ${sql.company} and o.id = i.source_id
    where l.company_id = ${sql.company} and l.return_id = ${row.id} order by l.position, l.id`);
  if (row.shippedAt !== null || row.state === 'cancelled') return lines;
  const bins = await freeBins(tx, row.warehouseId, [...new Set(lines.map((line) => line.productId))]);
  return lines.map((line) => ({ ...line, places: placesOf(line, bins) }));
}

/** The first locations that have its units. */
const placesOf = (line: SupplierReturnLine, bins: readonly FreeBin[]) =>
  bins
    .filter((bin) => bin.productId === line.productId && bin.condition === line.condition)
    .filter((bin) => line.batchId === null || bin.batchId === line.batchId)
    .slice(0, 3)
    .map((bin) => ({ code: bin.code, quantity: bin.free }));

/** The settlement `x` of a return is the newest that stands, and no receipt made it: it may be undone. */
export const MAY_UNDO = sql`(x.undoes is null and x.units = 0 and not exists (select from supplier_return_settlement n
  where n.company_id = ${sql.company} and n.return_id = x.return_id
    and ((n.undoes = x.id) or (n.id > x.id and n.undoes is null and not exists (select from supplier_return_settlement u
      where u.company_id = ${sql.company} and u.undoes = n.id)))))`;

const settlementsOf = async (tx: Tx, id: number, costs: boolean) => {
  const rows = await tx.rows<SupplierReturnDetail['settlements'][number]>(sql`
    select x.id, x.bill_id, b.reference as bill_reference, round(x.amount, 2)::text as amount, round(x.short, 2)::text as short,
      x.units, x.undoes is not null as undoing, ${MAY_UNDO} as may_undo, x.reference, x.on_day::text as on_day, x.remark, x.created_by
    from supplier_return_settlement x left join supplier_bill b on b.company_id = ${sql.company} and b.id = x.bill_id
    where x.company_id = ${sql.company} and x.return_id = ${id} order by x.id desc limit 200`);
  return costs ? rows : rows.map((one) => ({ ...one, amount: null, short: null }));
};

interface Line {
  number: string;
  state: string;
  supplierCode: string;
  supplierNameZh: string;
  supplierNameEn: string;
  warehouseName: string;
  remedy: string;
  sku: string;
  nameZh: string;
  nameEn: string;
  condition: string;
  batchCode: string | null;
  quantity: number;
  reason: string;
  purchaseNumber: string | null;
  inboundNumber: string | null;
  unitCredit: string | null;
  amount: string | null;
  currency: string;
  replaced: number;
  reference: string;
  createdBy: string;
  createdAt: Date;
  shippedAt: Date | null;
}
const figure = (value: string | null) => (value === null ? null : { number: value });

/** A row for each line of a return. */
export const returnExport = exportOf<SupplierReturnFilter, SupplierReturnRow, Line>(
  supplierReturns,
  {
    name: 'procurement.returns',
    title: ['供应商退货', 'Returns to suppliers'],
    filter: supplierReturnFilter,
    columns: [
      { title: ['退货单号', 'Return no.'], width: 20, value: (row) => row.number },
      { title: ['状态', 'Status'], value: (row, ctx) => say(ctx.language, `procurement.return.state.${row.state}`) },
      { title: ['供应商编码', 'Supplier code'], width: 18, value: (row) => row.supplierCode },
      {
        title: ['供应商', 'Supplier'],
        width: 28,
        value: (row, ctx) => nameIn(ctx.language, { nameZh: row.supplierNameZh, nameEn: row.supplierNameEn }),
      },
      { title: ['退出仓库', 'Warehouse'], width: 18, value: (row) => row.warehouseName },
      {
        title: ['处理方式', 'Settled by'],
        value: (row, ctx) => say(ctx.language, `procurement.return.remedy.${row.remedy}`),
      },
      { title: ['SKU', 'SKU'], width: 22, value: (row) => row.sku },
      { title: ['品名', 'Name'], width: 36, value: (row, ctx) => nameIn(ctx.language, row) },
      { title: ['品质', 'Condition'], value: (row, ctx) => say(ctx.language, `stock.condition.${row.condition}`) },
      { title: ['批次', 'Batch'], value: (row) => row.batchCode },
      { title: ['数量', 'Quantity'], value: (row) => row.quantity },
      {
        title: ['退货原因', 'Reason'],
        width: 18,
        value: (row, ctx) => say(ctx.language, `procurement.return.reason.${row.reason}`),
      },
      { title: ['采购单号', 'PO number'], width: 20, value: (row) => row.purchaseNumber },
      { title: ['入库单号', 'ASN'], width: 20, value: (row) => row.inboundNumber },
      { title: ['退货单价', 'Unit credit'], value: (row) => figure(row.unitCredit) },
      { title: ['退货金额', 'Amount'], value: (row) => figure(row.amount) },
      { title: ['币种', 'Currency'], width: 8, value: (row) => row.currency },
      { title: ['已补发', 'Replaced'], value: (row) => row.replaced },
      { title: ['供应商单号', 'Supplier reference'], width: 20, value: (row) => row.reference },
      { title: ['制单人', 'Created by'], value: (row) => row.createdBy },
      { title: ['创建时间', 'Created'], width: 24, value: (row) => row.createdAt },
      { title: ['退出时间', 'Shipped'], width: 24, value: (row) => row.shippedAt },
    ],
  },
  {
    columns: sql`t.number, t.state, s.code as supplier_code, s.name_zh as supplier_name_zh,
      s.name_en as supplier_name_en, w.name as warehouse_name, t.remedy, p.sku, p.name_zh, p.name_en, l.condition,
      b.code as batch_code, l.quantity, l.reason, o.number as purchase_number, i.number as inbound_number,
      trim_scale(l.unit_credit)::text as unit_credit, round(l.quantity * l.unit_credit, 2)::text as amount, t.currency,
      l.replaced, t.reference, t.created_by, t.created_at, t.shipped_at`,
    joins: sql`join supplier s on s.company_id = ${sql.company} and s.id = t.supplier_id
      join warehouse w on w.company_id = ${sql.company} and w.id = t.warehouse_id
      join supplier_return_line l on l.company_id = ${sql.company} and l.return_id = t.id
      join product p on p.company_id = ${sql.company} and p.id = l.product_id
      left join stock_batch b on b.company_id = ${sql.company} and b.id = l.batch_id
      left join inbound_receipt r on r.company_id = ${sql.company} and r.id = l.receipt_id
      left join inbound i on i.company_id = ${sql.company} and i.id = r.inbound_id
      left join purchase_order o on o.company_id = ${sql.company} and o.id = i.source_id`,
    order: sql`l.position, l.id`,
    row: (row, tx) => (maySee(tx.rights, 'seeCost') ? row : { ...row, unitCredit: null, amount: null }),
  },
);
