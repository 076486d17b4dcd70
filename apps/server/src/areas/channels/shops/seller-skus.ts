import { sql } from '../../../core/database/sql.ts';
import {
  defineDifferentGoods,
  defineListed,
  defineSellerSkuSource,
  defineUnmappedSource,
  type Listed,
  type UnmappedSku,
} from '../../catalog/public.ts';

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

/** By shop and SKU, as their index has them, so that the first ones are found without the others. */
defineUnmappedSource('listings', (tx, { shopIds, limit }) =>
  tx.rows<UnmappedSku>(sql`select l.shop_id, l.seller_sku, min(l.title) as title, 0 as "waitingOrders", min(l.first_at) as "oldestAt"
    from platform_listing l where l.company_id = ${sql.company} and l.state <> 'ended' and l.seller_sku <> ''
      and (${shopIds}::bigint[] is null or l.shop_id = any(${shopIds}::bigint[]))
      and not exists (select from sku_mapping m where m.company_id = ${sql.company} and m.shop_id = l.shop_id
        and m.seller_sku = l.seller_sku)
    group by l.shop_id, l.seller_sku order by l.shop_id, l.seller_sku limit ${limit}`),
);

/** Of one seller SKU, more listings would say nothing new. */
const LISTED_AT_MOST = 20;

defineListed((tx, skus) =>
  tx.rows<Listed>(sql`select k."shopId" as shop_id, k."sellerSku" as seller_sku, l.*
    from jsonb_to_recordset(${JSON.stringify(skus)}::jsonb) as k("shopId" bigint, "sellerSku" text) cross join lateral (
      select (array_agg(f.title order by f.id))[1] as title,
        (array_agg(f.image_url order by f.id) filter (where f.image_url is not null))[1] as image_url,
        array_remove(array_agg(distinct f.barcode), null) as barcodes
      from (select d.id, d.title, d.image_url, d.barcode from platform_listing d where d.company_id = ${sql.company}
        and d.shop_id = k."shopId" and d.seller_sku = k."sellerSku" and d.state <> 'ended'
        order by d.id limit ${sql.literal(LISTED_AT_MOST)}) f having count(*) > 0) l
    where k."sellerSku" <> ''`),
);
