import { type InboundFilter, inboundFilter } from '@tradewind/contract/warehouse.ts';
import { maySee } from '../../../core/context.ts';
import { Params, statement } from '../../../core/database/statement.ts';
import { defineExport, type ExportColumn } from '../../../core/exports.ts';
import { say } from '../../../core/text/texts.ts';
import { inboundWhere } from './filter.ts';

type ExportRow = {
  id: number;
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
};

const count = (value: number) => ({ number: String(value) });
const COST: ExportColumn<ExportRow> = {
  title: ['单位成本', 'Unit cost'],
  value: (row) => (row.unitCost === null ? null : { number: row.unitCost }),
};

/** A row a line. */
export const inboundExport = defineExport<InboundFilter, ExportRow>({
  name: 'warehouse.inbound',
  title: ['入库单', 'Inbound orders'],
  filter: inboundFilter,
  columns: (ctx) => [
    { title: ['入库单号', 'Inbound'], width: 22, value: (row) => row.number },
    { title: ['仓库', 'Warehouse'], value: (row) => row.warehouse },
    { title: ['类型', 'Kind'], value: (row) => say(ctx.language, `warehouse.inbound.kind.${row.kind}`) },
    { title: ['状态', 'State'], value: (row) => say(ctx.language, `warehouse.inbound.state.${row.state}`) },
    { title: ['来源单号', 'Announced by'], width: 22, value: (row) => row.sourceNo },
    { title: ['参考号', 'Reference'], width: 20, value: (row) => row.reference },
    { title: ['运单号', 'Tracking number'], width: 22, value: (row) => row.trackingNumber },
    { title: ['预计到货', 'Expected on'], value: (row) => row.expectedOn },
    { title: ['SKU', 'SKU'], width: 20, value: (row) => row.sku },
    { title: ['品名', 'Name'], width: 36, value: (row) => (ctx.language === 'zh' ? row.nameZh : row.nameEn) },
    { title: ['预计', 'Expected'], value: (row) => count(row.expected) },
    { title: ['已收', 'Received'], value: (row) => count(row.received) },
    { title: ['破损', 'Damaged'], value: (row) => count(row.damaged) },
    { title: ['差异', 'Difference'], value: (row) => count(row.received - row.expected) },
    ...(maySee(ctx.rights, 'seeCost') ? [COST] : []),
    { title: ['创建时间', 'Created'], width: 22, value: (row) => row.createdAt.toISOString() },
    { title: ['收完时间', 'Received at'], width: 22, value: (row) => row.receivedAt?.toISOString() ?? null },
  ],
  count: async (tx, _ctx, filter) => {
    const params = new Params();
    const where = inboundWhere(tx, filter, params);
    const [row] = await statement<{ n: number }>(
      tx,
      `select count(*)::int as n from inbound i join inbound_line l on l.company_id = $1 and l.inbound_id = i.id where ${where}`,
      params,
    );
    return row?.n ?? 0;
  },
  page: async (tx, _ctx, filter, cursor, limit) => {
    const params = new Params();
    const where = inboundWhere(tx, filter, params);
    const after = params.add(cursor === null ? Number.MAX_SAFE_INTEGER : Number(cursor));
    const rows = await statement<ExportRow>(
      tx,
      `with page as materialized (
         select i.id from inbound i where ${where} and i.id < ${after} order by i.id desc limit ${params.add(limit)})
       select i.id, i.number, w.name as warehouse, i.kind, i.state, i.source_no as "sourceNo", i.reference,
         i.tracking_number as "trackingNumber", i.expected_on::text as "expectedOn", p.sku, p.name_zh as "nameZh",
         p.name_en as "nameEn", l.expected, l.received, l.damaged, l.unit_cost::text as "unitCost", i.created_at as "createdAt",
         i.received_at as "receivedAt"
       from page join inbound i on i.company_id = $1 and i.id = page.id
       join inbound_line l on l.company_id = $1 and l.inbound_id = i.id
       join product p on p.company_id = $1 and p.id = l.product_id
       join warehouse w on w.company_id = $1 and w.id = i.warehouse_id
       order by i.id desc, l.id`,
      params,
    );
    const last = rows.at(-1)?.id;
    return { rows, next: last !== undefined && new Set(rows.map((r) => r.id)).size === limit ? String(last) : null };
  },
});
