import type { BundleFilter, BundleRow } from '@tradewind/contract/catalog.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { readHistory } from '../../../core/documents.ts';
import { defineList } from '../../../core/lists.ts';
import { arrayOf } from '../../../core/scope.ts';
import { CATEGORY_NAMES } from '../products/category-names.ts';
import { products, withWay } from '../products/list.ts';

interface Query extends BundleFilter {
  way?: Parameters<typeof products.where>[1]['way'];
}

export const bundles = defineList<Query, BundleRow>({
  table: 'product',
  as: 's',
  scope: () => sql`s.kind = 'bundle'`,
  filters: {
    status: (status) => (status === 'all' ? undefined : sql`s.enabled = ${status === 'enabled'}`),
    search: (search, tx, { way, status }) =>
      sql`s.id in (select p.id from product p where ${products.where(tx, { status, search, way })})`,
    productId: (
      id,
    ) => sql`s.id in (select u.bundle_id from bundle_unit u where u.company_id = ${sql.company} and u.product_id = ${id}
      union select b.bundle_id from bundle_part b where b.company_id = ${sql.company} and b.product_id = ${id})`,
    way: () => undefined,
  },
  order: sql`s.updated_at desc, s.id desc`,
  columns: sql`p.id, p.sku, p.barcode, p.name_zh, p.name_en, p.brand, p.category_id, ${CATEGORY_NAMES}, p.images, p.enabled,
    p.version, p.updated_at,
    coalesce((select jsonb_agg(jsonb_build_object('sku', x.sku, 'quantity', x.quantity) order by x.place) from (
      select q.sku, b.quantity, b.place from bundle_part b join product q on q.company_id = ${sql.company} and q.id = b.product_id
      where b.company_id = ${sql.company} and b.bundle_id = p.id order by b.place limit 4) x), '[]') as summary,
    (select count(*)::int from bundle_part b where b.company_id = ${sql.company} and b.bundle_id = p.id) as part_count,
    (select count(*)::int from sku_mapping m where m.company_id = ${sql.company} and m.product_id = p.id) as mappings`,
  joins: sql`join product p on p.company_id = ${sql.company} and p.id = s.id`,
  missing: 'catalog.bundleNotFound',
});

export const bundlePage = async (tx: Tx, query: BundleFilter & { page: number; pageSize: number }) =>
  bundles.page(tx, await withWay(tx, query));

export async function bundleDetail(tx: Tx, id: number) {
  const row = await bundles.one(tx, id);
  const shops = tx.rights.shopIds;
  const [parts, units, within, mappings, history] = await Promise.all([
    tx.rows<
      Good & { kind: 'single' | 'bundle' }
    >(sql`select p.id as product_id, p.sku, p.name_zh, p.name_en, p.images[1] as image,
        b.quantity, p.kind from bundle_part b join product p on p.company_id = ${sql.company} and p.id = b.product_id
      where b.company_id = ${sql.company} and b.bundle_id = ${id} order by b.place`),
    tx.rows<Good & { share: string }>(sql`select p.id as product_id, p.sku, p.name_zh, p.name_en, p.images[1] as image,
        u.quantity, u.share from bundle_unit u join product p on p.company_id = ${sql.company} and p.id = u.product_id
      where u.company_id = ${sql.company} and u.bundle_id = ${id} order by p.sku`),
    tx.rows<{ id: number; sku: string }>(sql`select p.id, p.sku from bundle_part b
      join product p on p.company_id = ${sql.company} and p.id = b.bundle_id
      where b.company_id = ${sql.company} and b.product_id = ${id} order by p.sku limit 100`),
    tx.rows<{
      shopId: number;
      sellerSku: string;
      factor: number;
    }>(sql`select shop_id, seller_sku, factor from sku_mapping
      where company_id = ${sql.company} and product_id = ${id}
        and (${shops === null} or shop_id = any(${arrayOf(shops ?? [])}::bigint[])) order by shop_id, seller_sku limit 500`),
    readHistory(tx, 'product', id),
  ]);
  return {
    ...row,
    ...{ parts, units, within, shops: mappings },
    history: history.map(({ fromState: _from, toState: _to, ...event }) => ({ ...event, at: event.at.toISOString() })),
  };
}

interface Good extends Record<string, unknown> {
  productId: number;
  sku: string;
  nameZh: string;
  nameEn: string;
  image: string | null;
  quantity: number;
}
