import {
  type MovementFilter,
  type MovementRow,
  movementFilter,
  type StockFilter,
  type StockRow,
  stockFilter,
} from '@tradewind/contract/stock.ts';
import { maySee } from '../../core/context.ts';
import { Params, statement } from '../../core/database/statement.ts';
import { defineExport, type ExportColumn } from '../../core/exports.ts';
import { say } from '../../core/text/texts.ts';
import { costValue, SHOWN, stockWhere } from './list.ts';
import { MOVEMENT, MOVEMENT_FROM, movementWhere } from './movements.ts';

type LedgerRow = Omit<MovementRow, 'at'> & { at: Date };

const count = (value: number) => ({ number: String(value) });

/** In the order of warehouses and products: the key of the balances. */
export const stockExport = defineExport<StockFilter, StockRow>({
  name: 'stock.list',
  title: ['库存', 'Stock'],
  filter: stockFilter,
  columns: (ctx) => {
    const columns: ExportColumn<StockRow>[] = [
      { title: ['SKU', 'SKU'], width: 22, value: (row) => row.sku },
      { title: ['条码', 'Barcode'], width: 18, value: (row) => row.barcode },
      { title: ['品名', 'Name'], width: 36, value: (row) => (ctx.language === 'zh' ? row.nameZh : row.nameEn) },
      { title: ['分类', 'Category'], value: (row) => row.category },
      { title: ['仓库', 'Warehouse'], value: (row) => row.warehouseName },
      { title: ['在库', 'On hand'], value: (row) => count(row.onHand) },
      { title: ['预留', 'Reserved'], value: (row) => count(row.reserved) },
      { title: ['可用', 'Available'], value: (row) => count(row.available) },
      { title: ['在途', 'Incoming'], value: (row) => count(row.incoming) },
    ];
    const cost: ExportColumn<StockRow> = {
      title: ['库存成本', 'Stock value'],
      value: (row) => (row.value === null ? null : { number: row.value }),
    };
    return maySee(ctx.rights, 'seeCost') ? [...columns, cost] : columns;
  },
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
      `select b.warehouse_id || '-' || b.product_id as id, ${SHOWN}, ${costValue(tx)} as value
       from stock_balance b join warehouse w on w.company_id = $1 and w.id = b.warehouse_id, product p
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
    { title: ['时间', 'Time'], width: 24, value: (row) => row.at.toISOString() },
    { title: ['SKU', 'SKU'], width: 22, value: (row) => row.sku },
    { title: ['品名', 'Name'], width: 36, value: (row) => (ctx.language === 'zh' ? row.nameZh : row.nameEn) },
    { title: ['仓库', 'Warehouse'], value: (row) => row.warehouseName },
    { title: ['库位', 'Location'], value: (row) => row.locationCode },
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
      `select ${MOVEMENT} ${MOVEMENT_FROM} where ${where} and m.id < ${after} order by m.id desc limit ${params.add(limit)}`,
      params,
    );
    return { rows, next: rows.length === limit ? String(rows.at(-1)?.id) : null };
  },
});
