import { type CountFilter, countFilter } from '@tradewind/contract/warehouse.ts';
import { maySee } from '../../../core/context.ts';
import { Params, pageStatement } from '../../../core/database/statement.ts';
import { defineExport, type ExportColumn } from '../../../core/exports.ts';
import { say } from '../../../core/text/texts.ts';
import { countWhere, LINE, LINE_FROM } from './read.ts';

interface Row {
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

const count = (value: number) => ({ number: String(value) });
const OVER = `c.state in ('waiting', 'done') and l.round = p.round`;

/** Counted lines of counts whose counting is over: before that, what the books say is nobody's business. */
export const countExport = defineExport<CountFilter, Row>({
  name: 'warehouse.counts',
  title: ['盘点', 'Counts'],
  filter: countFilter,
  columns: (ctx) => {
    const columns: ExportColumn<Row>[] = [
      { title: ['盘点单', 'Count'], width: 20, value: (row) => row.number },
      {
        title: ['状态', 'State'],
        width: 12,
        value: (row) => say(ctx.language, `warehouse.count.state.${row.state}`),
      },
      { title: ['仓库', 'Warehouse'], value: (row) => row.warehouseName },
      { title: ['库位', 'Location'], width: 16, value: (row) => row.locationCode },
      { title: ['SKU', 'SKU'], width: 22, value: (row) => row.sku },
      { title: ['品名', 'Name'], width: 36, value: (row) => (ctx.language === 'zh' ? row.nameZh : row.nameEn) },
      { title: ['批次', 'Batch'], value: (row) => row.batchCode },
      { title: ['账面', 'Books'], value: (row) => count(row.expected) },
      { title: ['实盘', 'Counted'], value: (row) => count(row.counted) },
      { title: ['差异', 'Difference'], value: (row) => count(row.difference) },
      {
        title: ['结果', 'Outcome'],
        value: (row) => (row.outcome ? say(ctx.language, `warehouse.count.outcome.${row.outcome}`) : ''),
      },
      { title: ['盘点人', 'Counted by'], value: (row) => row.actor },
      { title: ['盘点时间', 'Counted at'], width: 24, value: (row) => row.countedAt.toISOString() },
    ];
    const cost: ExportColumn<Row> = {
      title: ['差异金额', 'Value'],
      value: (row) => (row.value === null ? null : { number: row.value }),
    };
    return maySee(ctx.rights, 'seeCost') ? [...columns, cost] : columns;
  },
  count: async (tx, _ctx, filter) => {
    const params = new Params();
    const where = countWhere(tx, filter, params);
    const [row] = await pageStatement<{ n: number }>(
      tx,
      `select count(*)::int as n ${LINE_FROM} where ${where} and l.company_id = $1 and ${OVER}`,
      params,
    );
    return row?.n ?? 0;
  },
  page: async (tx, _ctx, filter, cursor, limit) => {
    const params = new Params();
    const where = countWhere(tx, filter, params);
    const after = params.add(cursor === null ? Number.MAX_SAFE_INTEGER : Number(cursor));
    const rows = await pageStatement<Row>(
      tx,
      `select ${LINE}, c.number, c.state, (select w.name from warehouse w where w.company_id = $1 and w.id = c.warehouse_id) as "warehouseName"
       ${LINE_FROM} where ${where} and l.company_id = $1 and ${OVER} and l.id < ${after} order by l.id desc limit ${params.add(limit)}`,
      params,
    );
    return { rows, next: rows.length === limit ? String(rows.at(-1)?.id) : null };
  },
});
