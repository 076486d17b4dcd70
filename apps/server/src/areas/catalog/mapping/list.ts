import { type MappingFilter, type MappingRow, mappingFilter } from '@tradewind/contract/catalog.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { beginsWith } from '../../../core/database/statement.ts';
import { defineExport, partOf } from '../../../core/exports.ts';
import { defineList, is, since, until } from '../../../core/lists.ts';
import { inShops } from '../../../core/scope.ts';
import { shopNames } from './shops.ts';

const ORDERS = {
  'createdAt.desc': sql`m.created_at desc, m.id desc`,
  'createdAt.asc': sql`m.created_at, m.id`,
  'sellerSku.asc': sql`m.seller_sku, m.id`,
  'sellerSku.desc': sql`m.seller_sku desc, m.id desc`,
} as const;
interface Sorted {
  sort?: 'createdAt' | 'sellerSku';
  order?: 'asc' | 'desc';
}

export const mappings = defineList<MappingFilter & Sorted, Omit<MappingRow, 'shopName'>>({
  table: 'sku_mapping',
  as: 'm',
  scope: (tx) => inShops(tx, sql`m.shop_id`),
  filters: {
    shopId: is(sql`m.shop_id`),
    source: is(sql`m.source`),
    runId: is(sql`m.run_id`),
    from: since(sql`m.created_at`),
    to: until(sql`m.created_at`),
    search: (typed) => {
      const search = typed.trim();
      return sql`(${beginsWith(sql`m.seller_sku`, search)} or m.product_id in (select t.product_id from product_term t
        where t.company_id = ${sql.company} and ${beginsWith(sql`t.term`, search.toUpperCase())}))`;
    },
    sort: () => undefined,
    order: () => undefined,
  },
  order: ({ sort = 'createdAt', order = 'desc' }) => ORDERS[`${sort}.${order}`],
  columns: sql`m.id, m.shop_id, m.seller_sku, m.product_id, p.sku, p.name_zh, p.name_en, p.enabled as product_enabled,
    m.factor, m.source, m.created_at, m.created_by`,
  joins: sql`join product p on p.company_id = ${sql.company} and p.id = m.product_id`,
  countsAll: true,
});

/** The channels area provides the shop names. */
async function withShops(tx: Tx, rows: Omit<MappingRow, 'shopName'>[]): Promise<MappingRow[]> {
  const names = await shopNames(tx, tx);
  return rows.map((row) => ({ ...row, shopName: names.get(row.shopId) ?? String(row.shopId) }));
}

export async function mappingPage(tx: Tx, query: Parameters<typeof mappings.page>[1]) {
  const page = await mappings.page(tx, query);
  return { ...page, rows: await withShops(tx, page.rows) };
}

/** The oldest first. */
export const mappingExport = defineExport<MappingFilter, MappingRow>({
  name: 'mapping',
  title: ['SKU 配对', 'SKU mappings'],
  filter: mappingFilter,
  columns: () => [
    { title: ['店铺 SKU', 'Seller SKU'], width: 24, value: (m) => m.sellerSku },
    { title: ['店铺', 'Shop'], width: 24, value: (m) => m.shopName },
    { title: ['主 SKU', 'Main SKU'], width: 20, value: (m) => m.sku },
    { title: ['数量系数', 'Units per seller SKU'], width: 10, value: (m) => m.factor },
    { title: ['中文名称', 'Chinese name'], width: 30, value: (m) => m.nameZh },
    { title: ['英文名称', 'English name'], width: 30, value: (m) => m.nameEn },
  ],
  count: (tx, _ctx, filter) => mappings.count(tx, filter),
  page: async (tx, _ctx, filter, cursor, limit) => {
    const found = await tx.rows<{ id: number }>(sql`select m.id from sku_mapping m
      where ${mappings.where(tx, filter)} and m.id > ${Number(cursor ?? 0)} order by m.id limit ${limit}`);
    const ids = found.map((row) => row.id);
    const rows = await withShops(tx, await mappings.byIds(tx, ids));
    return { rows, next: partOf(found, limit, (row) => row.id).next };
  },
});
