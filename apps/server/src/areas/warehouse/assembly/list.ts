import { type AssemblyFilter, type AssemblyRow, assemblyFilter } from '@tradewind/contract/warehouse.ts';
import { maySee } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { defineList, exportOf, is, numbered, since, until } from '../../../core/lists.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { nameIn } from '../../../core/text/names.ts';
import { say } from '../../../core/text/texts.ts';

const JOINS = sql`join warehouse w on w.company_id = ${sql.company} and w.id = a.warehouse_id
  join product g on g.company_id = ${sql.company} and g.id = a.product_id`;

export const assemblies = defineList<AssemblyFilter, AssemblyRow>({
  table: 'assembly',
  as: 'a',
  scope: (tx) => inWarehouses(tx, sql`a.warehouse_id`),
  filters: {
    state: is(sql`a.state`),
    kind: is(sql`a.kind`),
    warehouseId: is(sql`a.warehouse_id`),
    productId: is(sql`a.product_id`),
    from: since(sql`a.created_at`),
    to: until(sql`a.created_at`),
    text: numbered(sql`a.number`),
  },
  order: sql`a.id desc`,
  columns: sql`a.id, a.number, a.kind, a.state, a.warehouse_id, w.name as warehouse_name, a.product_id, g.sku, g.name_zh, g.name_en,
    a.quantity, trim_scale(a.labour_cost)::text as labour_cost, a.issued_cost::text as issued_cost, a.remark, a.version,
    a.created_by, a.created_at, a.done_at`,
  joins: JOINS,
  row: (row, tx) => (maySee(tx.rights, 'seeCost') ? row : { ...row, labourCost: null, issuedCost: null }),
  missing: 'warehouse.assemblyNotFound',
});

interface Line {
  number: string;
  kind: string;
  state: string;
  warehouseName: string;
  kit: string;
  kits: number;
  sku: string;
  nameZh: string;
  nameEn: string;
  each: number;
  quantity: number;
  createdAt: Date;
  doneAt: Date | null;
}

/** One row per part of an assembly. */
export const assemblyExport = exportOf<AssemblyFilter, AssemblyRow, Line>(
  assemblies,
  {
    name: 'warehouse.assemblies',
    title: ['加工单', 'Assemblies'],
    filter: assemblyFilter,
    columns: [
      { title: ['加工单号', 'Assembly no.'], width: 20, value: (row) => row.number },
      {
        title: ['类型', 'Type'],
        width: 12,
        value: (row, ctx) => say(ctx.language, `warehouse.assembly.kind.${row.kind}`),
      },
      {
        title: ['状态', 'Status'],
        width: 12,
        value: (row, ctx) => say(ctx.language, `warehouse.assembly.state.${row.state}`),
      },
      { title: ['仓库', 'Warehouse'], value: (row) => row.warehouseName },
      { title: ['套装 SKU', 'Kit SKU'], width: 22, value: (row) => row.kit },
      { title: ['套数', 'Kits'], value: (row) => row.kits },
      { title: ['配件 SKU', 'Part SKU'], width: 22, value: (row) => row.sku },
      { title: ['品名', 'Name'], width: 36, value: (row, ctx) => nameIn(ctx.language, row) },
      { title: ['每套数量', 'Per kit'], value: (row) => row.each },
      { title: ['数量', 'Quantity'], value: (row) => row.quantity },
      { title: ['创建时间', 'Created'], width: 24, value: (row) => row.createdAt },
      { title: ['完成时间', 'Completed'], width: 24, value: (row) => row.doneAt },
    ],
  },
  {
    columns: sql`a.number, a.kind, a.state, w.name as warehouse_name, g.sku as kit, a.quantity as kits, p.sku, p.name_zh, p.name_en,
      x.each, x.quantity, a.created_at, a.done_at`,
    joins: sql`${JOINS} join assembly_line x on x.company_id = ${sql.company} and x.assembly_id = a.id
      join product p on p.company_id = ${sql.company} and p.id = x.product_id`,
    order: sql`x.id`,
  },
);
