import {
  type ProductPurchase,
  type PurchaseDetail,
  type PurchaseFilter,
  type PurchaseLine,
  type PurchaseRow,
  purchaseFilter,
} from '@tradewind/contract/procurement.ts';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { beginsWith, dayOf } from '../../../core/database/statement.ts';
import { readHistory } from '../../../core/documents.ts';
import { defineList, exportOf, is, since, tabFor, until, when } from '../../../core/lists.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { nameIn } from '../../../core/text/names.ts';
import { say } from '../../../core/text/texts.ts';
import { purchaseDocument } from '../documents.ts';

const late = (tx: Tx) => sql`o.state = 'ordered' and o.expected_on < ${dayOf(sql`${tx.now}`)}`;

/** The supplier said something by its link that waits for the buyer. */
const answered = () => sql`o.state = 'ordered' and o.id in (
  select a.order_id from supplier_answer a where a.company_id = ${sql.company} and a.state = 'waiting'
  union all select k.order_id from supplier_packing k where k.company_id = ${sql.company} and k.state = 'waiting')`;

export const purchases = defineList<PurchaseFilter, PurchaseRow>({
  table: 'purchase_order',
  as: 'o',
  scope: (tx) => inWarehouses(tx, sql`o.warehouse_id`),
  filters: {
    state: is(sql`o.state`),
    supplierId: is(sql`o.supplier_id`),
    warehouseId: is(sql`o.warehouse_id`),
    productId: (id) => sql`o.id in (select x.order_id from purchase_line x
      where x.company_id = ${sql.company} and x.product_id = ${id})`,
    late: when(late),
    answered: when(answered),
    from: since(sql`o.created_at`),
    to: until(sql`o.created_at`),
    text: (typed) => {
      const text = typed.trim().toUpperCase();
      return sql`(${beginsWith(sql`o.number`, text)} or (o.reference <> '' and ${beginsWith(sql`o.reference`, text)}))`;
    },
  },
  order: sql`o.id desc`,
  columns: sql`o.id, o.number, o.state, o.supplier_id, s.code as supplier_code, s.name_zh as supplier_name_zh,
    s.name_en as supplier_name_en, o.warehouse_id, w.name as warehouse_name, o.currency, trim_scale(o.amount)::text as amount,
    o.line_count, o.units, o.received, o.expected_on::text as expected_on, o.reference, o.buyer, o.revision, o.created_at,
    o.ordered_at, o.version`,
  joins: sql`join supplier s on s.company_id = ${sql.company} and s.id = o.supplier_id
    join warehouse w on w.company_id = ${sql.company} and w.id = o.warehouse_id`,
  row: (row, tx) => (maySee(tx.rights, 'seeCost') ? row : { ...row, amount: null }),
  missing: 'procurement.purchaseNotFound',
});

export const purchaseTabCounts = (tx: Tx) =>
  purchases.tabs(tx, {
    ...tabFor('state', ['draft', 'reviewing', 'approved', 'ordered', 'received'] as const),
    late: { late: 'true' },
    answered: { answered: 'true' },
  });

/** Units on open ASNs that have not arrived, by line of the order. */
export const EXPECTED = sql`(select coalesce(sum(greatest(e.expected - e.received, 0)), 0)::int from inbound i
  join inbound_line e on e.company_id = ${sql.company} and e.inbound_id = i.id and e.source_line = l.id
  where i.company_id = ${sql.company} and i.source_kind = ${purchaseDocument.kind} and i.source_id = l.order_id
    and i.state in ('notice', 'arrived', 'receiving'))`;

/** The lines with what is expected and outstanding of them. */
export function purchaseLines(
  tx: Tx,
  orderId: number,
): Promise<(PurchaseLine & { unitPrice: string; amount: string })[]> {
  return tx.rows<PurchaseLine & { unitPrice: string; amount: string }>(sql`
    select l.id, l.product_id, p.sku, p.name_zh, p.name_en, p.images[1] as image, l.supplier_sku, l.pack_size, l.packs,
      l.quantity, trim_scale(l.unit_price)::text as unit_price, round(l.packs * l.unit_price, 2)::text as amount,
      l.promised_on::text as promised_on, l.received, x.expected,
      greatest(l.quantity - l.received - x.expected, 0) as outstanding, l.remark, l.short_reason,
      coalesce((select jsonb_agg(jsonb_build_object('requisitionId', q.id, 'number', q.number, 'lineId', r.id,
          'needBy', r.need_by, 'quantity', s.quantity, 'received', s.received) order by r.need_by nulls last, q.submitted_at, r.id)
        from purchase_line_source s join requisition_line r on r.company_id = ${sql.company} and r.id = s.requisition_line_id
        join requisition q on q.company_id = ${sql.company} and q.id = r.requisition_id
        where s.company_id = ${sql.company} and s.line_id = l.id), '[]') as sources
    from purchase_line l join product p on p.company_id = ${sql.company} and p.id = l.product_id
    cross join lateral (select ${EXPECTED} as expected) x
    where l.company_id = ${sql.company} and l.order_id = ${orderId} order by l.position, l.id`);
}

export async function purchaseDetail(tx: Tx, ctx: Pick<Ctx, 'rights'>, id: number) {
  const row = await purchases.one(tx, id);
  const more = await tx.row<Pick<PurchaseDetail, 'terms' | 'remark' | 'closeReason'>>(sql`
    select terms, remark, close_reason from purchase_order where company_id = ${sql.company} and id = ${id}`);
  if (!more) throw new Error(`purchase order ${id} is gone`);
  const lines = await purchaseLines(tx, id);
  const asns = await tx.rows<PurchaseDetail['asns'][number]>(sql`
    select id, number, state, units, units_received as received, expected_on::text as expected_on, created_at
    from inbound where company_id = ${sql.company} and source_kind = ${purchaseDocument.kind} and source_id = ${id}
    order by id desc limit 200`);
  const history = await readHistory(tx, purchaseDocument.kind, id);
  const costs = maySee(ctx.rights, 'seeCost');
  return {
    ...row,
    ...more,
    lines: costs ? lines : lines.map((line) => ({ ...line, unitPrice: null, amount: null })),
    asns,
    history: history.map((event) => ({
      ...event,
      at: event.at.toISOString(),
      detail: costs ? event.detail : withoutPrices(event.detail),
    })),
  };
}

/** Lines of changes name prices, which are costs. */
function withoutPrices(detail: Record<string, unknown> | null): Record<string, unknown> | null {
  if (!detail) return detail;
  const { changes: _changes, amount: _amount, ...rest } = detail;
  return rest;
}

/** The newest purchases of a product, by line. */
export async function productPurchases(tx: Tx, productId: number): Promise<{ rows: ProductPurchase[] }> {
  const rows = await tx.rows<ProductPurchase>(sql`
    select l.id, o.id as order_id, o.number, o.state, s.name_zh as supplier_name_zh, s.name_en as supplier_name_en,
      l.quantity, l.received, trim_scale(round(l.unit_price / l.pack_size, 6))::text as unit_price, o.currency,
      coalesce(l.promised_on, o.expected_on)::text as expected_on, o.created_at
    from purchase_line l join purchase_order o on o.company_id = ${sql.company} and o.id = l.order_id
    join supplier s on s.company_id = ${sql.company} and s.id = o.supplier_id
    where l.company_id = ${sql.company} and l.product_id = ${productId} and o.state <> 'cancelled'
      and ${inWarehouses(tx, sql`o.warehouse_id`)} order by l.order_id desc, l.id limit 50`);
  return { rows: maySee(tx.rights, 'seeCost') ? rows : rows.map((row) => ({ ...row, unitPrice: null })) };
}

interface Line {
  number: string;
  state: string;
  supplierCode: string;
  supplierNameZh: string;
  supplierNameEn: string;
  warehouseName: string;
  sku: string;
  nameZh: string;
  nameEn: string;
  supplierSku: string;
  quantity: number;
  packs: number;
  packSize: number;
  unitPrice: string | null;
  amount: string | null;
  currency: string;
  received: number;
  expectedOn: string | null;
  reference: string;
  buyer: string;
  createdAt: Date;
  orderedAt: Date | null;
}

const figure = (value: string | null) => (value === null ? null : { number: value });

/** A row for each line of a purchase order. */
export const purchaseExport = exportOf<PurchaseFilter, PurchaseRow, Line>(
  purchases,
  {
    name: 'procurement.purchases',
    title: ['采购订单', 'Purchase orders'],
    filter: purchaseFilter,
    columns: [
      { title: ['采购单号', 'PO number'], width: 20, value: (row) => row.number },
      { title: ['状态', 'Status'], value: (row, ctx) => say(ctx.language, `procurement.purchase.state.${row.state}`) },
      { title: ['供应商编码', 'Supplier code'], width: 18, value: (row) => row.supplierCode },
      {
        title: ['供应商', 'Supplier'],
        width: 28,
        value: (row, ctx) => nameIn(ctx.language, { nameZh: row.supplierNameZh, nameEn: row.supplierNameEn }),
      },
      { title: ['收货仓库', 'Warehouse'], width: 18, value: (row) => row.warehouseName },
      { title: ['SKU', 'SKU'], width: 22, value: (row) => row.sku },
      { title: ['品名', 'Name'], width: 36, value: (row, ctx) => nameIn(ctx.language, row) },
      { title: ['供应商货号', 'Supplier SKU'], width: 18, value: (row) => row.supplierSku },
      { title: ['数量', 'Quantity'], value: (row) => row.quantity },
      { title: ['采购单位数', 'Purchase units'], value: (row) => row.packs },
      { title: ['每单位件数', 'Units each'], value: (row) => row.packSize },
      { title: ['单价', 'Unit price'], value: (row) => figure(row.unitPrice) },
      { title: ['金额', 'Amount'], value: (row) => figure(row.amount) },
      { title: ['币种', 'Currency'], width: 8, value: (row) => row.currency },
      { title: ['已收货', 'Received'], value: (row) => row.received },
      { title: ['预计到货', 'Expected'], value: (row) => row.expectedOn },
      { title: ['供应商单号', 'Supplier reference'], width: 20, value: (row) => row.reference },
      { title: ['采购员', 'Buyer'], value: (row) => row.buyer },
      { title: ['创建时间', 'Created'], width: 24, value: (row) => row.createdAt },
      { title: ['下单时间', 'Ordered'], width: 24, value: (row) => row.orderedAt },
    ],
  },
  {
    columns: sql`o.number, o.state, s.code as supplier_code, s.name_zh as supplier_name_zh, s.name_en as supplier_name_en,
      w.name as warehouse_name, p.sku, p.name_zh, p.name_en, l.supplier_sku, l.quantity, l.packs, l.pack_size,
      trim_scale(l.unit_price)::text as unit_price, round(l.packs * l.unit_price, 2)::text as amount, o.currency,
      l.received, coalesce(l.promised_on, o.expected_on)::text as expected_on, o.reference, o.buyer, o.created_at,
      o.ordered_at`,
    joins: sql`join purchase_line l on l.company_id = ${sql.company} and l.order_id = o.id
      join product p on p.company_id = ${sql.company} and p.id = l.product_id
      join supplier s on s.company_id = ${sql.company} and s.id = o.supplier_id
      join warehouse w on w.company_id = ${sql.company} and w.id = o.warehouse_id`,
    order: sql`l.position, l.id`,
    row: (row, tx) => (maySee(tx.rights, 'seeCost') ? row : { ...row, unitPrice: null, amount: null }),
  },
);
