import {
  type MovementFilter,
  type MovementRow,
  movementFilter,
  type StockFilter,
  type StockRow,
  stockFilter,
} from '@tradewind/contract/stock.ts';
import type { StockProductRow } from '@tradewind/contract/stock-views.ts';
import { type Ctx, maySee } from '../../core/context.ts';
import { dayOf, Params, statement } from '../../core/database/statement.ts';
import { defineExport, type ExportColumn } from '../../core/exports.ts';
import { say } from '../../core/text/texts.ts';
import { ASIDE_COLUMNS, asideOf, costValue, OLDEST, SHOWN, stockWhere } from './list.ts';
import { MOVEMENT_FROM, movementColumns, movementWhere } from './movements.ts';
import { stockProductCount, stockProductsAfter } from './views/products.ts';

/** As the company's clock shows it. */
type LedgerRow = MovementRow & { localAt: string };
/** In a file the day counts, not the hour. */
const OLDEST_ON = `${dayOf(OLDEST)}::text as "oldestAt"`;

export const count = (value: number) => ({ number: String(value) });

/** What every file of stock begins with. */
export function productColumns<R extends Pick<StockRow, 'sku' | 'barcode' | 'nameZh' | 'nameEn'>>(
  ctx: Ctx,
): ExportColumn<R>[] {
  return [
    { title: ['SKU', 'SKU'], width: 22, value: (row) => row.sku },
    { title: ['条码', 'Barcode'], width: 18, value: (row) => row.barcode },
    { title: ['品名', 'Name'], width: 36, value: (row) => (ctx.language === 'zh' ? row.nameZh : row.nameEn) },
  ];
}

type Figures = Pick<
  StockRow,
  | 'sku'
  | 'barcode'
  | 'nameZh'
  | 'nameEn'
  | 'category'
  | 'onHand'
  | 'reserved'
  | 'available'
  | 'incoming'
  | 'damaged'
  | 'returned'
  | 'checking'
  | 'held'
  | 'oldestAt'
  | 'value'
>;

/** What both files have; what tells their rows apart stands behind the product. */
function columnsOf<R extends Figures>(ctx: Ctx, apart: ExportColumn<R>): ExportColumn<R>[] {
  const columns: ExportColumn<R>[] = [
    ...productColumns<R>(ctx),
    { title: ['分类', 'Category'], value: (row) => row.category },
    apart,
    { title: ['在库', 'On hand'], value: (row) => count(row.onHand) },
    { title: ['预留', 'Reserved'], value: (row) => count(row.reserved) },
    { title: ['可用', 'Available'], value: (row) => count(row.available) },
    { title: ['在途', 'Incoming'], value: (row) => count(row.incoming) },
    { title: ['次品', 'Damaged'], value: (row) => count(row.damaged) },
    { title: ['退货', 'Returned'], value: (row) => count(row.returned) },
    { title: ['待检', 'Checking'], value: (row) => count(row.checking) },
    { title: ['冻结', 'Held'], value: (row) => count(row.held) },
    { title: ['最早入库', 'Oldest since'], value: (row) => row.oldestAt },
  ];
  const cost: ExportColumn<R> = {
    title: ['库存成本', 'Stock value'],
    value: (row) => (row.value === null ? null : { number: row.value }),
  };
  return maySee(ctx.rights, 'seeCost') ? [...columns, cost] : columns;
}

/** Sums over the warehouses of the filter, as the list of products shows them. */
export const productExport = defineExport<StockFilter, StockProductRow>({
  name: 'stock.products',
  title: ['库存（按商品）', 'Stock by product'],
  filter: stockFilter,
  columns: (ctx) => columnsOf(ctx, { title: ['仓库数', 'Warehouses'], value: (row) => count(row.warehouses) }),
  count: async (tx, _ctx, filter) => (await stockProductCount(tx, filter)).total,
  page: async (tx, _ctx, filter, cursor, limit) => {
    const rows = await stockProductsAfter(tx, filter, Number(cursor ?? 0), limit);
    return { rows, next: rows.length === limit ? String(rows.at(-1)?.id) : null };
  },
});

/** In the order of warehouses and products: the key of the balances. */
export const stockExport = defineExport<StockFilter, StockRow>({
  name: 'stock.list',
  title: ['库存', 'Stock'],
  filter: stockFilter,
  columns: (ctx) => columnsOf(ctx, { title: ['仓库', 'Warehouse'], value: (row) => row.warehouseName }),
  count: async (tx, _ctx, filter) => {
    const params = new Params();
    const where = stockWhere(tx, filter, params);
    const [row] = await statement<{ n: number }>(
      tx,
      `select count(*)::int as n from stock_balance b, product p where ${where}`,
      params,
    );
    return row?.n ?? 0;
  },
  page: async (tx, _ctx, filter, cursor, limit) => {
    const params = new Params();
    const where = stockWhere(tx, filter, params);
    const [warehouse, product] = (cursor ?? '0-0').split('-').map(Number);
    const after = `(b.warehouse_id, b.product_id) > (${params.add(warehouse)}, ${params.add(product)})`;
    const rows = await statement<StockRow & Record<string, unknown>>(
      tx,
      `select b.warehouse_id || '-' || b.product_id as id, ${SHOWN}, ${ASIDE_COLUMNS}, ${OLDEST_ON}, ${costValue(tx)} as value
       from stock_balance b join warehouse w on w.company_id = $1 and w.id = b.warehouse_id
       cross join lateral (${asideOf('s.warehouse_id = b.warehouse_id')}) c, product p
       where ${where} and ${after} order by b.warehouse_id, b.product_id limit ${params.add(limit)}`,
      params,
    );
    return { rows, next: rows.length === limit ? (rows.at(-1)?.id ?? null) : null };
  },
});

export const movementExport = defineExport<MovementFilter, LedgerRow>({
  name: 'stock.movements',
  title: ['库存记录', 'Stock records'],
  filter: movementFilter,
  columns: (ctx) => [
    { title: ['时间', 'Time'], width: 24, value: (row) => row.localAt },
    { title: ['SKU', 'SKU'], width: 22, value: (row) => row.sku },
    { title: ['品名', 'Name'], width: 36, value: (row) => (ctx.language === 'zh' ? row.nameZh : row.nameEn) },
    { title: ['仓库', 'Warehouse'], value: (row) => row.warehouseName },
    { title: ['库位', 'Location'], value: (row) => row.locationCode },
    { title: ['品质', 'Condition'], value: (row) => say(ctx.language, `stock.condition.${row.condition}`) },
    { title: ['批次', 'Batch'], value: (row) => row.batchCode },
    { title: ['原因', 'Reason'], value: (row) => say(ctx.language, `stock.reason.${row.reason}`) },
    { title: ['单据', 'Document'], width: 22, value: (row) => row.docNumber },
    { title: ['在库变化', 'On hand'], value: (row) => count(row.onHand) },
    { title: ['预留变化', 'Reserved'], value: (row) => count(row.reserved) },
    { title: ['在途变化', 'Incoming'], value: (row) => count(row.incoming) },
    { title: ['操作人', 'By'], value: (row) => row.actor },
  ],
  count: async (tx, _ctx, filter) => {
    const params = new Params();
    const where = movementWhere(tx, filter, params);
    const [row] = await statement<{ n: number }>(
      tx,
      `select count(*)::int as n from stock_movement m where ${where}`,
      params,
    );
    return row?.n ?? 0;
  },
  page: async (tx, _ctx, filter, cursor, limit) => {
    const params = new Params();
    const where = movementWhere(tx, filter, params);
    const after = params.add(cursor === null ? Number.MAX_SAFE_INTEGER : Number(cursor));
    const rows = await statement<LedgerRow>(
      tx,
      `select ${movementColumns()}, to_char(m.at at time zone (select time_zone from company where id = $1), 'YYYY-MM-DD HH24:MI:SS') as "localAt"
       ${MOVEMENT_FROM} where ${where} and m.id < ${after} order by m.id desc limit ${params.add(limit)}`,
      params,
    );
    return { rows, next: rows.length === limit ? String(rows.at(-1)?.id) : null };
  },
});
