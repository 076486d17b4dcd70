import { type TransferFilter, transferFilter } from '@tradewind/contract/warehouse.ts';
import { Params, pageStatement } from '../../../core/database/statement.ts';
import { defineExport } from '../../../core/exports.ts';
import { say } from '../../../core/text/texts.ts';
import { transferWhere } from './read.ts';

interface Row {
  id: number;
  number: string;
  state: string;
  fromName: string;
  toName: string;
  sku: string;
  nameZh: string;
  nameEn: string;
  quantity: number;
  shipped: number;
  received: number;
  inTransit: number;
  lost: number;
  createdAt: Date;
}

const count = (value: number) => ({ number: String(value) });
const FROM = `from transfer_line x join stock_transfer t on t.company_id = $1 and t.id = x.transfer_id`;

export const transferExport = defineExport<TransferFilter, Row>({
  name: 'warehouse.transfers',
  title: ['调拨', 'Transfers'],
  filter: transferFilter,
  columns: () => [
    { title: ['调拨单', 'Transfer'], width: 20, value: (row) => row.number },
    {
      title: ['状态', 'State'],
      width: 12,
      value: (row, ctx) => say(ctx.language, `warehouse.transfer.state.${row.state}`),
    },
    { title: ['调出仓', 'From'], value: (row) => row.fromName },
    { title: ['调入仓', 'To'], value: (row) => row.toName },
    { title: ['SKU', 'SKU'], width: 22, value: (row) => row.sku },
    { title: ['品名', 'Name'], width: 36, value: (row, ctx) => (ctx.language === 'zh' ? row.nameZh : row.nameEn) },
    { title: ['数量', 'Quantity'], value: (row) => count(row.quantity) },
    { title: ['已发', 'Sent'], value: (row) => count(row.shipped) },
    { title: ['已收', 'Received'], value: (row) => count(row.received) },
    { title: ['在途', 'On its way'], value: (row) => count(row.inTransit) },
    { title: ['丢失', 'Lost'], value: (row) => count(row.lost) },
    { title: ['创建时间', 'Created'], width: 24, value: (row) => row.createdAt.toISOString() },
  ],
  count: async (tx, _ctx, filter) => {
    const params = new Params();
    const where = transferWhere(tx, filter, params);
    const [row] = await pageStatement<{ n: number }>(
      tx,
      `select count(*)::int as n ${FROM} where ${where} and x.company_id = $1`,
      params,
    );
    return row?.n ?? 0;
  },
  page: async (tx, _ctx, filter, cursor, limit) => {
    const params = new Params();
    const where = transferWhere(tx, filter, params);
    const after = params.add(cursor === null ? Number.MAX_SAFE_INTEGER : Number(cursor));
    const rows = await pageStatement<Row>(
      tx,
      `select x.id, t.number, t.state, f.name as "fromName", o.name as "toName", g.sku, g.name_zh as "nameZh",
         g.name_en as "nameEn", x.quantity, x.shipped, c.*, t.created_at as "createdAt"
       ${FROM} join warehouse f on f.company_id = $1 and f.id = t.from_id join warehouse o on o.company_id = $1 and o.id = t.to_id
       join product g on g.company_id = $1 and g.id = x.product_id
       cross join lateral (select coalesce(sum(l.received), 0)::int as received,
         coalesce(sum(greatest(l.quantity - l.received, 0)) filter (where p.state = 'transit'), 0)::int as "inTransit",
         coalesce(sum(greatest(l.quantity - l.received, 0)) filter (where p.state = 'closed'), 0)::int as lost
         from transfer_part_line l join transfer_part p on p.company_id = $1 and p.id = l.part_id
         where l.company_id = $1 and l.line_id = x.id and p.transfer_id = t.id) c
       where ${where} and x.company_id = $1 and x.id < ${after} order by x.id desc limit ${params.add(limit)}`,
      params,
    );
    return { rows, next: rows.length === limit ? String(rows.at(-1)?.id) : null };
  },
});
