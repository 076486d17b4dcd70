import { sql } from '../../../core/database/sql.ts';
import { defineDifferentGoods, defineSellerSkuSource } from '../../catalog/public.ts';

const LISTED = sql`select l.shop_id, l.seller_sku from platform_listing l
  where l.company_id = ${sql.company} and l.state <> 'ended'`;

defineSellerSkuSource({
  equalTo: (skus) => sql`${LISTED} and l.code = any(${skus}::text[])`,
  all: (shopIds) => sql`${LISTED} and (${shopIds}::bigint[] is null or l.shop_id = any(${shopIds}::bigint[]))`,
});

/** Two items with different titles. Variants of one item that share a SKU, and one item listed twice, are the same goods. */
const DIFFERENT = sql`min(d.item_id) <> max(d.item_id) and min(lower(btrim(d.title))) <> max(lower(btrim(d.title)))`;
defineDifferentGoods({
  one: (shopId, sellerSku) => sql`exists (select from platform_listing d
    where d.company_id = ${sql.company} and d.shop_id = ${shopId} and d.seller_sku = ${sellerSku} and d.state <> 'ended'
    having ${DIFFERENT})`,
  all: (shopIds) => sql`select d.shop_id, d.seller_sku from platform_listing d
    where d.company_id = ${sql.company} and d.shop_id in (${shopIds}) and d.seller_sku <> '' and d.state <> 'ended'
    group by d.shop_id, d.seller_sku having ${DIFFERENT}`,
});
