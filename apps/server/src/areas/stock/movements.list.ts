import { type MovementFilter, type MovementRow, movementFilter } from '@tradewind/contract/stock.ts';
import { sql } from '../../core/database/sql.ts';
import { localTime } from '../../core/database/statement.ts';
import { defineList, exportOf, is, since, until } from '../../core/lists.ts';
import { inWarehouses } from '../../core/scope.ts';
import { nameIn } from '../../core/text/names.ts';
import { say } from '../../core/text/texts.ts';
import { batchesByCode, productsByPrefix } from './list.ts';
import { documentByNumber, MOVEMENT_JOINS, movementColumns } from './movements.ts';

export const movements = defineList<MovementFilter, MovementRow & { localAt: string }>({
  table: 'stock_movement',
  as: 'm',
  scope: (tx) => inWarehouses(tx, sql`m.warehouse_id`),
  filters: {
    warehouseId: is(sql`m.warehouse_id`),
    productId: is(sql`m.product_id`),
    text: (text) => sql`m.product_id in (${productsByPrefix(text)})`,
    locationId: is(sql`m.location_id`),
    location: (code) =>
      sql`m.location_id in (select id from location where company_id = ${sql.company} and code = ${code.trim().toUpperCase()})`,
    reasons: (reasons) => sql`m.reason = any(${reasons}::text[])`,
    condition: is(sql`m.condition`),
    batch: (code) => sql`m.batch_id <> 0 and m.batch_id in (${batchesByCode(code)})`,
    docKinds: (kinds) => sql`m.doc_kind = any(${kinds}::text[])`,
    docNumber: (number) => sql`(m.doc_kind, m.doc_id) in (${documentByNumber(number)})`,
    from: since(sql`m.at`),
    to: until(sql`m.at`),
  },
  order: sql`m.id desc`,
  // Areas register their documents after this file loads.
  columns: () => sql`${movementColumns()}, ${localTime(sql`m.at`)} as local_at`,
  joins: MOVEMENT_JOINS,
});

export const movementExport = exportOf(movements, {
  name: 'stock.movements',
  title: ['库存记录', 'Stock records'],
  filter: movementFilter,
  columns: [
    { title: ['时间', 'Time'], width: 24, value: (row) => row.localAt },
    { title: ['SKU', 'SKU'], width: 22, value: (row) => row.sku },
    { title: ['品名', 'Name'], width: 36, value: (row, ctx) => nameIn(ctx.language, row) },
    { title: ['仓库', 'Warehouse'], value: (row) => row.warehouseName },
    { title: ['库位', 'Location'], value: (row) => row.locationCode },
    { title: ['品质', 'Condition'], value: (row, ctx) => say(ctx.language, `stock.condition.${row.condition}`) },
    { title: ['批次', 'Batch'], value: (row) => row.batchCode },
    { title: ['原因', 'Reason'], value: (row, ctx) => say(ctx.language, `stock.reason.${row.reason}`) },
    { title: ['单据', 'Document'], width: 22, value: (row) => row.docNumber },
    { title: ['现有库存变化', 'On hand change'], value: (row) => row.onHand },
    { title: ['占用变化', 'Allocated change'], value: (row) => row.reserved },
    { title: ['待收变化', 'Expected change'], value: (row) => row.incoming },
    { title: ['操作人', 'User'], value: (row) => row.actor },
  ],
});
