import { type CountFilter, type CountRow, countFilter } from '@tradewind/contract/warehouse.ts';
import { maySee } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { countAll } from '../../../core/database/statement.ts';
import { defineExport, type ExportColumn } from '../../../core/exports.ts';
import { defineList, is, numbered, since, until } from '../../../core/lists.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { nameIn } from '../../../core/text/names.ts';
import { say } from '../../../core/text/texts.ts';
import { seesBooks } from './shows-books.ts';

export const counts = defineList<CountFilter, CountRow>({
  table: 'stock_count',
  as: 'c',
  scope: (tx) => inWarehouses(tx, sql`c.warehouse_id`),
  filters: {
    state: is(sql`c.state`),
    kind: is(sql`c.kind`),
    warehouseId: is(sql`c.warehouse_id`),
    from: since(sql`c.created_at`),
    to: until(sql`c.created_at`),
    text: numbered(sql`c.number`),
  },
  order: sql`c.id desc`,
  columns: sql`c.id, c.number, c.kind, c.state, c.blind, c.warehouse_id, w.name as warehouse_name, c.remark,
    p.locations, p.counted, p.again, d.differences, d.refused, c.value::text as value,
    c.created_by, c.created_at, c.done_at`,
  joins: sql`join warehouse w on w.company_id = ${sql.company} and w.id = c.warehouse_id
  cross join lateral (select count(*)::int as locations, count(*) filter (where x.round > 0)::int as counted,
    count(*) filter (where x.again)::int as again from count_location x where x.company_id = ${sql.company} and x.count_id = c.id) p
  cross join lateral (select count(*) filter (where l.counted <> l.expected)::int as differences,
    count(*) filter (where l.outcome = 'refused')::int as refused from count_location x
    join count_line l on l.company_id = ${sql.company} and l.count_id = c.id and l.location_id = x.location_id and l.round = x.round
    where x.company_id = ${sql.company} and x.count_id = c.id) d`,
  row: (row, tx) => ({
    ...row,
    differences: seesBooks(tx, row) ? row.differences : null,
    value: maySee(tx.rights, 'seeCost') ? row.value : null,
  }),
  missing: 'warehouse.countNotFound',
});

export const LINE = sql`l.id, l.location_id, o.code as location_code, l.round, l.round = p.round as last,
  l.product_id, g.sku, g.name_zh, g.name_en, l.batch_id,
  (select t.code from stock_batch t where t.company_id = ${sql.company} and t.id = l.batch_id) as batch_code, l.condition,
  l.expected, l.counted, l.counted - l.expected as difference, l.outcome, l.code, l.actor, l.counted_at,
  case when l.counted = l.expected or l.condition <> 'good' then null
    when l.outcome is not null then l.value::text
    else ((l.counted - l.expected) * coalesce((select y.unit_cost from cost_layer y where y.company_id = ${sql.company}
      and y.warehouse_id = c.warehouse_id and y.product_id = l.product_id order by y.received_at desc, y.id desc limit 1), 0))::numeric(18,2)::text
    end as value`;
export const LINE_FROM = sql`from count_line l join stock_count c on c.company_id = ${sql.company} and c.id = l.count_id
  join count_location p on p.company_id = ${sql.company} and p.count_id = l.count_id and p.location_id = l.location_id
  join location o on o.company_id = ${sql.company} and o.id = l.location_id join product g on g.company_id = ${sql.company} and g.id = l.product_id`;

interface Line {
  id: number;
  number: string;
  state: string;
  warehouseName: string;
  locationCode: string;
  sku: string;
  nameZh: string;
  nameEn: string;
  batchCode: string | null;
  expected: number;
  counted: number;
  difference: number;
  value: string | null;
  outcome: string | null;
  actor: string;
  countedAt: Date;
}

const OVER = sql`c.state in ('waiting', 'done') and l.round = p.round`;

/** Lines of finished counts only: system quantities stay hidden until counting ends. */
export const countExport = defineExport<CountFilter, Line>({
  name: 'warehouse.counts',
  title: ['盘点', 'Counts'],
  filter: countFilter,
  columns: (ctx) => {
    const columns: ExportColumn<Line>[] = [
      { title: ['盘点单号', 'Count no.'], width: 20, value: (row) => row.number },
      {
        title: ['状态', 'Status'],
        width: 12,
        value: (row) => say(ctx.language, `warehouse.count.state.${row.state}`),
      },
      { title: ['仓库', 'Warehouse'], value: (row) => row.warehouseName },
      { title: ['库位', 'Location'], width: 16, value: (row) => row.locationCode },
      { title: ['SKU', 'SKU'], width: 22, value: (row) => row.sku },
      { title: ['品名', 'Name'], width: 36, value: (row) => nameIn(ctx.language, row) },
      { title: ['批次', 'Batch'], value: (row) => row.batchCode },
      { title: ['账面数量', 'System quantity'], value: (row) => row.expected },
      { title: ['实盘数量', 'Counted'], value: (row) => row.counted },
      { title: ['差异', 'Variance'], value: (row) => row.difference },
      {
        title: ['结果', 'Result'],
        value: (row) => (row.outcome ? say(ctx.language, `warehouse.count.outcome.${row.outcome}`) : ''),
      },
      { title: ['盘点人', 'Counted by'], value: (row) => row.actor },
      { title: ['盘点时间', 'Counted at'], width: 24, value: (row) => row.countedAt },
    ];
    const cost: ExportColumn<Line> = {
      title: ['差异金额', 'Variance value'],
      value: (row) => (row.value === null ? null : { number: row.value }),
    };
    return maySee(ctx.rights, 'seeCost') ? [...columns, cost] : columns;
  },
  count: async (tx, _ctx, filter) => {
    const where = counts.where(tx, filter);
    return countAll(tx, sql`${LINE_FROM} where ${where} and l.company_id = ${sql.company} and ${OVER}`);
  },
  page: async (tx, _ctx, filter, cursor, limit) => {
    const where = counts.where(tx, filter);
    const after = cursor === null ? Number.MAX_SAFE_INTEGER : Number(cursor);
    const rows = await tx.rows<Line>(
      sql`select ${LINE}, c.number, c.state, (select w.name from warehouse w where w.company_id = ${sql.company} and w.id = c.warehouse_id) as warehouse_name
       ${LINE_FROM} where ${where} and l.company_id = ${sql.company} and ${OVER} and l.id < ${after} order by l.id desc limit ${limit}`,
    );
    return { rows, next: rows.length === limit ? String(rows.at(-1)?.id) : null };
  },
});
