import { defineUnmappedSource, type UnmappedSku } from '../catalog/public.ts';

/** Enough to tell what is asked for most; older ones show up once these are mapped. */
const ORDERS_AT_MOST = 20_000;

defineUnmappedSource((tx, { shopIds, limit }) =>
  tx.prepared<UnmappedSku>(
    'orders_unmapped_skus',
    `select o.shop_id as "shopId", l.seller_sku as "sellerSku", min(l.title) as title, count(distinct o.id)::int as "waitingOrders",
       min(o.ordered_at) as "oldestAt"
     from (select id, shop_id, ordered_at from sales_order where company_id = $1 and exception = 'unmapped'
         and ($2::bigint[] is null or shop_id = any($2::bigint[])) order by ordered_at desc, id desc limit ${ORDERS_AT_MOST}) o
     join order_line l on l.company_id = $1 and l.order_id = o.id and l.product_id is null
     group by o.shop_id, l.seller_sku order by count(distinct o.id) desc, min(o.ordered_at), l.seller_sku limit $3`,
    [tx.companyId, shopIds, limit],
  ),
);
