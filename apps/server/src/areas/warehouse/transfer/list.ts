import { type TransferFilter, type TransferRow, transferFilter } from '@tradewind/contract/warehouse.ts';
import { maySee } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { defineList, exportOf, is, numbered, since, until } from '../../../core/lists.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { nameIn } from '../../../core/text/names.ts';
import { say } from '../../../core/text/texts.ts';

/** Missing units of open shipments may still arrive. Those of closed ones are lost. */
export const CAME = sql`coalesce(sum(l.received), 0)::int as received,
  coalesce(sum(greatest(l.quantity - l.received, 0)) filter (where p.state = 'transit'), 0)::int as in_transit,
  coalesce(sum(greatest(l.quantity - l.received, 0)) filter (where p.state = 'closed'), 0)::int as lost`;

export const transfers = defineList<TransferFilter, TransferRow>({
  table: 'stock_transfer',
  as: 't',
  // People who see either warehouse see the transfer.
  scope: (tx) => sql`(${inWarehouses(tx, sql`t.from_id`)} or ${inWarehouses(tx, sql`t.to_id`)})`,
  filters: {
    state: is(sql`t.state`),
    fromId: is(sql`t.from_id`),
    toId: is(sql`t.to_id`),
    productId: (id) => sql`exists (select from transfer_line x
      where x.company_id = ${sql.company} and x.transfer_id = t.id and x.product_id = ${id})`,
    from: since(sql`t.created_at`),
    to: until(sql`t.created_at`),
    text: numbered(sql`t.number`),
  },
  order: sql`t.id desc`,
  columns: sql`t.id, t.number, t.state, t.from_id, f.name as from_name, t.to_id, o.name as to_name, t.units,
    (select coalesce(sum(x.shipped), 0)::int from transfer_line x
      where x.company_id = ${sql.company} and x.transfer_id = t.id) as shipped,
    c.*, t.cost::text as cost, t.expected_on::text as expected_on, t.remark, t.allocation_id,
    t.allocation_no, t.version, t.created_by, t.created_at, t.done_at`,
  joins: sql`join warehouse f on f.company_id = ${sql.company} and f.id = t.from_id
    join warehouse o on o.company_id = ${sql.company} and o.id = t.to_id
    cross join lateral (select ${CAME} from transfer_part p
      join transfer_part_line l on l.company_id = ${sql.company} and l.part_id = p.id
      where p.company_id = ${sql.company} and p.transfer_id = t.id) c`,
  row: (row, tx) => ({ ...row, cost: maySee(tx.rights, 'seeCost') ? row.cost : null }),
  missing: 'warehouse.transferNotFound',
});

interface Line {
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

/** One row per product of a transfer. */
export const transferExport = exportOf<TransferFilter, TransferRow, Line>(
  transfers,
  {
    name: 'warehouse.transfers',
    title: ['调拨', 'Transfers'],
    filter: transferFilter,
    columns: [
      { title: ['调拨单号', 'Transfer no.'], width: 20, value: (row) => row.number },
      {
        title: ['状态', 'Status'],
        width: 12,
        value: (row, ctx) => say(ctx.language, `warehouse.transfer.state.${row.state}`),
      },
      { title: ['调出仓', 'From'], value: (row) => row.fromName },
      { title: ['调入仓', 'To'], value: (row) => row.toName },
      { title: ['SKU', 'SKU'], width: 22, value: (row) => row.sku },
      { title: ['品名', 'Name'], width: 36, value: (row, ctx) => nameIn(ctx.language, row) },
      { title: ['数量', 'Quantity'], value: (row) => row.quantity },
      { title: ['已发', 'Shipped'], value: (row) => row.shipped },
      { title: ['已收', 'Received'], value: (row) => row.received },
      { title: ['在途', 'In transit'], value: (row) => row.inTransit },
      { title: ['丢失', 'Lost'], value: (row) => row.lost },
      { title: ['创建时间', 'Created'], width: 24, value: (row) => row.createdAt },
    ],
  },
  {
    columns: sql`t.number, t.state, f.name as from_name, o.name as to_name, g.sku, g.name_zh, g.name_en, x.quantity,
      x.shipped, c.*, t.created_at`,
    joins: sql`join transfer_line x on x.company_id = ${sql.company} and x.transfer_id = t.id
      join warehouse f on f.company_id = ${sql.company} and f.id = t.from_id
      join warehouse o on o.company_id = ${sql.company} and o.id = t.to_id
      join product g on g.company_id = ${sql.company} and g.id = x.product_id
      cross join lateral (select ${CAME} from transfer_part p
        join transfer_part_line l on l.company_id = ${sql.company} and l.part_id = p.id
        where p.company_id = ${sql.company} and p.transfer_id = t.id and l.line_id = x.id) c`,
    order: sql`x.id`,
  },
);
