import { type StockWarningRow, type WarningFilter, warningFilter } from '@tradewind/contract/stock-views.ts';
import { sql } from '../../../core/database/sql.ts';
import { localTime } from '../../../core/database/statement.ts';
import { among, defineList, exportOf, is } from '../../../core/lists.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { productColumns } from '../exports.ts';
import { productsByPrefix } from '../list.ts';

type Warning = StockWarningRow & { localSince: string };

export const stockWarnings = defineList<WarningFilter, Warning>({
  table: 'stock_warning',
  as: 'x',
  scope: (tx) => inWarehouses(tx, sql`x.warehouse_id`),
  filters: {
    kind: is(sql`x.kind`),
    warehouseIds: among(sql`x.warehouse_id`),
    text: (text) => sql`x.product_id in (${productsByPrefix(text)})`,
  },
  order: sql`x.id desc`,
  columns: sql`x.id, x.kind, p.id as product_id, p.sku, p.barcode, p.name_zh, p.name_en, p.images[1] as image,
    w.id as warehouse_id, w.name as warehouse_name, nullif(x.location_id, 0) as location_id, o.code as location_code,
    nullif(x.batch_id, 0) as batch_id, t.code as batch_code, x.quantity, x.mark, x.day::text as day, x.since,
    ${localTime(sql`x.since`)} as local_since`,
  joins: sql`join product p on p.company_id = ${sql.company} and p.id = x.product_id
    join warehouse w on w.company_id = ${sql.company} and w.id = x.warehouse_id
    left join location o on o.company_id = ${sql.company} and o.id = x.location_id
    left join stock_batch t on t.company_id = ${sql.company} and t.id = x.batch_id`,
});

export const warningExport = exportOf(stockWarnings, {
  name: 'stock.warnings',
  title: ['库存预警', 'Stock warnings'],
  filter: warningFilter,
  columns: (ctx) => [
    ...productColumns<Warning>(ctx),
    { title: ['预警', 'Warning'], value: (row) => say(ctx.language, `stock.warning.${row.kind}`) },
    { title: ['仓库', 'Warehouse'], value: (row) => row.warehouseName },
    { title: ['库位', 'Location'], value: (row) => row.locationCode },
    { title: ['批次', 'Batch'], value: (row) => row.batchCode },
    { title: ['数量', 'Quantity'], value: (row) => row.quantity },
    {
      title: ['说明', 'Details'],
      width: 40,
      value: ({ kind, quantity, mark, day, locationCode }) =>
        say(ctx.language, `stock.warned.${kind}`, {
          quantity,
          mark: mark ?? 0,
          day: day ?? '',
          place: locationCode ?? '',
        }),
    },
    { title: ['开始时间', 'Since'], width: 20, value: (row) => row.localSince },
  ],
});
