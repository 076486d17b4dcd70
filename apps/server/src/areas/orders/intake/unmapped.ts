import { sql } from '../../../core/database/sql.ts';
import { defineSellerSkuSource, defineUnmappedSource, type UnmappedSku } from '../../catalog/public.ts';
import { OPEN } from '../rules/reevaluate.ts';

/** Enough to rank the most frequent SKUs. Older ones show up once these are mapped. */
const ORDERS_AT_MOST = 20_000;

defineUnmappedSource('orders', (tx, { shopIds, limit }) =>
  tx.rows<UnmappedSku>(
    sql`select o.shop_id, l.seller_sku, min(l.title) as title, count(distinct o.id)::int as "waitingOrders",
       min(o.ordered_at) as "oldestAt"
     from (select id, shop_id, ordered_at from sales_order where company_id = ${sql.company} and exception = 'unmapped'
         and (${shopIds}::bigint[] is null or shop_id = any(${shopIds}::bigint[])) order by ordered_at desc, id desc limit ${sql.literal(ORDERS_AT_MOST)}) o
     join order_line l on l.company_id = ${sql.company} and l.order_id = o.id and l.product_id is null
     group by o.shop_id, l.seller_sku order by count(distinct o.id) desc, min(o.ordered_at), l.seller_sku limit ${limit}`,
  ),
);

/** Unmapped lines of orders that wait, as `l` of `o`. Their index holds nothing else, so that they are few. */
const WAITING = sql`select o.shop_id, l.seller_sku from order_line l
  join sales_order o on o.company_id = ${sql.company} and o.id = l.order_id and o.status in (${sql.join(OPEN.map((status) => sql`'${sql.id(status, OPEN)}'`))})
  where l.company_id = ${sql.company} and l.product_id is null`;

defineSellerSkuSource({
  equalTo: (skus) => sql`${WAITING} and upper(btrim(l.seller_sku)) = any(${skus}::text[])`,
  all: (shopIds) => sql`${WAITING} and (${shopIds}::bigint[] is null or o.shop_id = any(${shopIds}::bigint[]))`,
});
