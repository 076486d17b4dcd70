import { type InboundFilter, type InboundRow, inboundFilter } from '@tradewind/contract/warehouse.ts';
import { maySee } from '../../../core/context.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { beginsWith } from '../../../core/database/statement.ts';
import type { ExportColumn } from '../../../core/exports.ts';
import { defineList, exportOf, is, since, until, when } from '../../../core/lists.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { nameIn } from '../../../core/text/names.ts';
import { say } from '../../../core/text/texts.ts';

export type InboundListRow = InboundRow & { remark: string; version: number };

export const inbounds = defineList<InboundFilter, InboundListRow>({
  table: 'inbound',
  as: 'i',
  scope: (tx) => inWarehouses(tx, sql`i.warehouse_id`),
  filters: {
    state: is(sql`i.state`),
    warehouseId: is(sql`i.warehouse_id`),
    kind: is(sql`i.kind`),
    toPutAway: when(sql`i.units_to_put_away > 0`),
    from: since(sql`i.created_at`),
    to: until(sql`i.created_at`),
    text: textCondition,
  },
  order: sql`i.id desc`,
  columns: sql`i.id, i.number, i.warehouse_id, w.name as warehouse_name, i.kind, i.state,
    i.source_kind, i.source_no, i.reference, i.carrier, i.tracking_number,
    i.expected_on::text as expected_on, i.quality_check, i.remark, i.version,
    (select count(*)::int from inbound_line l where l.company_id = ${sql.company} and l.inbound_id = i.id) as line_count,
    (select count(*)::int from inbound_carton c where c.company_id = ${sql.company} and c.inbound_id = i.id) as carton_count,
    i.units, i.units_received, i.units_to_put_away,
    (select coalesce(sum(r.quantity - r.passed - r.failed), 0)::int from inbound_receipt r
      where r.company_id = ${sql.company} and r.inbound_id = i.id and r.condition = 'checking' and r.undone_at is null) as units_checking,
    i.created_at, i.created_by, i.arrived_at, i.received_at, i.done_at`,
  joins: sql`join warehouse w on w.company_id = ${sql.company} and w.id = i.warehouse_id`,
  missing: 'warehouse.inboundNotFound',
});

/** Range scans on text with collate "C", each on its own index. */
function textCondition(typed: string): Sql {
  const text = typed.trim();
  const upper = text.toUpperCase();
  const head = (column: Sql, prefix: string) =>
    sql`select id from inbound where company_id = ${sql.company} and ${beginsWith(column, prefix)}`;
  return sql`i.id in (
    ${head(sql`number`, upper)}
    union all ${head(sql`tracking_number`, upper)} and tracking_number <> ''
    union all select inbound_id from inbound_parcel where company_id = ${sql.company} and ${beginsWith(sql`tracking_number`, upper)}
    union all ${head(sql`reference`, text)} and reference <> ''
    union all ${head(sql`source_no`, text)} and source_no <> ''
    union all select inbound_id from inbound_carton where company_id = ${sql.company} and ${beginsWith(sql`code`, text)}
    union all select l.inbound_id from product p join inbound_line l on l.company_id = ${sql.company} and l.product_id = p.id
      where p.company_id = ${sql.company} and ${beginsWith(sql`p.sku`, upper)})`;
}

interface Line {
  number: string;
  warehouse: string;
  kind: string;
  state: string;
  sourceNo: string;
  reference: string;
  trackingNumber: string;
  expectedOn: string | null;
  sku: string;
  nameZh: string;
  nameEn: string;
  expected: number;
  received: number;
  damaged: number;
  unitCost: string | null;
  createdAt: Date;
  receivedAt: Date | null;
}

const COST: ExportColumn<Line> = {
  title: ['单位成本', 'Unit cost'],
  value: (row) => (row.unitCost === null ? null : { number: row.unitCost }),
};

/** One row per line of an inbound order. */
export const inboundExport = exportOf<InboundFilter, InboundListRow, Line>(
  inbounds,
  {
    name: 'warehouse.inbound',
    title: ['入库单', 'Inbound orders'],
    filter: inboundFilter,
    columns: (ctx) => [
      { title: ['入库单号', 'Inbound no.'], width: 22, value: (row) => row.number },
      { title: ['仓库', 'Warehouse'], value: (row) => row.warehouse },
      { title: ['类型', 'Type'], value: (row) => say(ctx.language, `warehouse.inbound.kind.${row.kind}`) },
      { title: ['状态', 'Status'], value: (row) => say(ctx.language, `warehouse.inbound.state.${row.state}`) },
      { title: ['来源单据', 'Source document'], width: 22, value: (row) => row.sourceNo },
      { title: ['参考号', 'Reference'], width: 20, value: (row) => row.reference },
      { title: ['跟踪号', 'Tracking number'], width: 22, value: (row) => row.trackingNumber },
      { title: ['预计到货日期', 'Expected arrival'], value: (row) => row.expectedOn },
      { title: ['SKU', 'SKU'], width: 20, value: (row) => row.sku },
      { title: ['品名', 'Name'], width: 36, value: (row) => nameIn(ctx.language, row) },
      { title: ['预计', 'Expected'], value: (row) => row.expected },
      { title: ['已收', 'Received'], value: (row) => row.received },
      { title: ['次品', 'Damaged'], value: (row) => row.damaged },
      { title: ['差异', 'Difference'], value: (row) => row.received - row.expected },
      ...(maySee(ctx.rights, 'seeCost') ? [COST] : []),
      { title: ['创建时间', 'Created'], width: 22, value: (row) => row.createdAt },
      { title: ['收货完成时间', 'Received at'], width: 22, value: (row) => row.receivedAt },
    ],
  },
  {
    columns: sql`i.number, w.name as warehouse, i.kind, i.state, i.source_no, i.reference, i.tracking_number,
      i.expected_on::text as expected_on, p.sku, p.name_zh, p.name_en, l.expected, l.received, l.damaged,
      l.unit_cost::text as unit_cost, i.created_at, i.received_at`,
    joins: sql`join inbound_line l on l.company_id = ${sql.company} and l.inbound_id = i.id
      join product p on p.company_id = ${sql.company} and p.id = l.product_id
      join warehouse w on w.company_id = ${sql.company} and w.id = i.warehouse_id`,
    order: sql`l.id`,
  },
);
