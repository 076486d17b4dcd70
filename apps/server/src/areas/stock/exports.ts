import { type StockFilter, type StockRow, stockFilter } from '@tradewind/contract/stock.ts';
import type { StockProductRow } from '@tradewind/contract/stock-views.ts';
import { type Ctx, maySee } from '../../core/context.ts';
import { sql } from '../../core/database/sql.ts';
import { countAll, dayOf } from '../../core/database/statement.ts';
import { defineExport, type ExportColumn, partOf } from '../../core/exports.ts';
import { categoryIn, nameIn } from '../../core/text/names.ts';
import { ASIDE_COLUMNS, asideOf, costValue, OLDEST, SHOWN, stockWhere } from './list.ts';
import { stockProductCount, stockProductsAfter } from './views/products.ts';

/** Files show the date without the time. */
const OLDEST_ON = sql`${dayOf(OLDEST)}::text as "oldestAt"`;

/** The first columns of every stock file. */
export function productColumns<R extends Pick<StockRow, 'sku' | 'barcode' | 'nameZh' | 'nameEn'>>(
  ctx: Ctx,
): ExportColumn<R>[] {
  return [
    { title: ['SKU', 'SKU'], width: 22, value: (row) => row.sku },
    { title: ['条码', 'Barcode'], width: 18, value: (row) => row.barcode },
    { title: ['品名', 'Name'], width: 36, value: (row) => nameIn(ctx.language, row) },
  ];
}

type Figures = Pick<
  StockRow,
  | 'sku'
  | 'barcode'
  | 'nameZh'
  | 'nameEn'
  | 'categoryZh'
  | 'categoryEn'
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

/** Columns of both files. Those that distinguish their rows follow the product. */
function columnsOf<R extends Figures>(ctx: Ctx, apart: ExportColumn<R>): ExportColumn<R>[] {
  const columns: ExportColumn<R>[] = [
    ...productColumns<R>(ctx),
    { title: ['分类', 'Category'], value: (row) => categoryIn(ctx.language, row) },
    apart,
    { title: ['现有库存', 'On hand'], value: (row) => row.onHand },
    { title: ['占用', 'Allocated'], value: (row) => row.reserved },
    { title: ['可用库存', 'Available'], value: (row) => row.available },
    { title: ['待收', 'Expected'], value: (row) => row.incoming },
    { title: ['次品', 'Damaged'], value: (row) => row.damaged },
    { title: ['退货', 'Returned'], value: (row) => row.returned },
    { title: ['待检', 'QC hold'], value: (row) => row.checking },
    { title: ['冻结', 'On hold'], value: (row) => row.held },
    { title: ['最早入库时间', 'Oldest receipt'], value: (row) => row.oldestAt },
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
  columns: (ctx) => columnsOf(ctx, { title: ['仓库数', 'Warehouses'], value: (row) => row.warehouses }),
  count: async (tx, _ctx, filter) => (await stockProductCount(tx, filter)).total,
  page: async (tx, _ctx, filter, cursor, limit) => {
    const rows = await stockProductsAfter(tx, filter, Number(cursor ?? 0), limit);
    return partOf(rows, limit, (row) => row.id);
  },
});

/** In the order of warehouses and products: the key of the balances. */
export const stockExport = defineExport<StockFilter, StockRow>({
  name: 'stock.list',
  title: ['库存', 'Stock'],
  filter: stockFilter,
  columns: (ctx) => columnsOf(ctx, { title: ['仓库', 'Warehouse'], value: (row) => row.warehouseName }),
  count: (tx, _ctx, filter) => countAll(tx, sql`from stock_balance b, product p where ${stockWhere(tx, filter)}`),
  page: async (tx, _ctx, filter, cursor, limit) => {
    const where = stockWhere(tx, filter);
    const [warehouse, product] = (cursor ?? '0-0').split('-').map(Number);
    const after = sql`(b.warehouse_id, b.product_id) > (${warehouse ?? 0}, ${product ?? 0})`;
    const rows = await tx.rows<StockRow>(
      sql`select b.warehouse_id || '-' || b.product_id as id, ${SHOWN}, ${ASIDE_COLUMNS}, ${OLDEST_ON}, ${costValue(tx)} as value
       from stock_balance b join warehouse w on w.company_id = ${sql.company} and w.id = b.warehouse_id
       cross join lateral (${asideOf(sql`s.warehouse_id = b.warehouse_id`)}) c, product p
       where ${where} and ${after} order by b.warehouse_id, b.product_id limit ${limit}`,
    );
    return partOf(rows, limit, (row) => row.id);
  },
});
