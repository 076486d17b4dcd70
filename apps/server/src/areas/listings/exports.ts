import { type ListingFilter, type ListingRow, listingFilter } from '@tradewind/contract/listings.ts';
import { defineExport } from '../../core/exports.ts';
import { say } from '../../core/text/texts.ts';
import { countListings, listingRows } from './list.ts';

const number = (value: string | number | null | undefined) =>
  value === null || value === undefined ? null : { number: String(value) };

export const listingExport = defineExport<ListingFilter, ListingRow>({
  name: 'listings.list',
  title: ['店铺商品', 'Shop listings'],
  filter: listingFilter,
  columns: (ctx) => [
    { title: ['店铺', 'Shop'], width: 24, value: (row) => row.shopName },
    { title: ['店铺SKU', 'Seller SKU'], width: 24, value: (row) => row.sellerSku },
    { title: ['SKU', 'SKU'], width: 22, value: (row) => row.sku },
    { title: ['每份数量', 'Units each'], value: (row) => number(row.factor) },
    { title: ['标题', 'Title'], width: 40, value: (row) => row.title },
    { title: ['商品编号', 'Item'], width: 18, value: (row) => row.itemId },
    { title: ['规格编号', 'Variant'], width: 18, value: (row) => row.variantId },
    { title: ['状态', 'State'], value: (row) => say(ctx.language, `listings.state.${row.state}`) },
    { title: ['平台数量', 'On the platform'], value: (row) => number(row.quantity) },
    { title: ['应售数量', 'Should show'], value: (row) => number(row.stock?.wanted) },
    { title: ['售价', 'Price'], value: (row) => number(row.price) },
    { title: ['币种', 'Currency'], value: (row) => row.currency },
    {
      title: ['平台拒绝原因', 'Refused because'],
      width: 40,
      value: (row) => row.stock?.detail ?? row.newPrice?.detail ?? null,
    },
  ],
  count: (tx, _ctx, filter) => countListings(tx, filter, 1_000_001),
  page: async (tx, _ctx, filter, cursor, limit) => {
    const rows = await listingRows(tx, filter, cursor, limit);
    return { rows, next: rows.length === limit ? String(rows.at(-1)?.id) : null };
  },
});
