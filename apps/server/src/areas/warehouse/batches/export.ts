import { type BatchFilter, type BatchRow, batchFilter } from '@tradewind/contract/stock-batches.ts';
import { defineExport } from '../../../core/exports.ts';
import { say } from '../../../core/text/texts.ts';
import { batchCount, batchesAfter } from './list.ts';

const count = (value: number) => ({ number: String(value) });
const standing = ({ state, expired }: BatchRow) => (state === 'active' && expired ? 'expired' : state);

/** As the list of batches shows them. */
export const batchExport = defineExport<BatchFilter, BatchRow & { barcode: string | null }>({
  name: 'stock.batches',
  title: ['库存（按批次）', 'Stock by batch'],
  filter: batchFilter,
  columns: (ctx) => [
    { title: ['批次', 'Batch'], width: 20, value: (row) => row.code },
    { title: ['SKU', 'SKU'], width: 22, value: (row) => row.sku },
    { title: ['条码', 'Barcode'], width: 18, value: (row) => row.barcode },
    { title: ['品名', 'Name'], width: 36, value: (row) => (ctx.language === 'zh' ? row.nameZh : row.nameEn) },
    { title: ['状态', 'State'], value: (row) => say(ctx.language, `stock.batchState.${standing(row)}`) },
    { title: ['生产日', 'Produced'], value: (row) => row.producedOn },
    { title: ['到期日', 'Expires'], value: (row) => row.expiresOn },
    { title: ['良品', 'Good'], value: (row) => count(row.good) },
    { title: ['已派拣货', 'Promised'], value: (row) => count(row.promised) },
    { title: ['冻结', 'Held'], value: (row) => count(row.held) },
    { title: ['备注', 'Remark'], width: 30, value: (row) => row.remark },
  ],
  count: (tx, _ctx, filter) => batchCount(tx, filter),
  page: async (tx, _ctx, filter, cursor, limit) => {
    const rows = await batchesAfter(tx, filter, cursor === null ? null : Number(cursor), limit);
    return { rows, next: rows.length === limit ? String(rows.at(-1)?.id) : null };
  },
});
