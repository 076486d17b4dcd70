import { DUE_STATES } from '@tradewind/contract/orders.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { conditions } from './filter.ts';

interface OrderGoods {
  id: number;
  stock: 'all' | 'part' | 'none' | 'unmapped' | null;
  image: { productId: number; key: string } | null;
  whole: string | null;
  box: { carrier: string; orders: number } | null;
}

/** Orders that still ship, or may ship once paid. */
const WAITING = ['unpaid', ...DUE_STATES];

/**
 * For the orders of a page: stock availability (allocated, or enough in one open warehouse, as allocation checks it),
 * the first picture of the first product, and the related orders. One statement over lines and balances.
 */
export function goodsOf(tx: Tx, ids: readonly number[]): Promise<OrderGoods[]> {
  const where = conditions(tx, {});
  const chosen = sql`o.id = any(${ids}::bigint[])`;
  const waiting = WAITING;
  return tx.rows<OrderGoods>(
    sql`with chosen as materialized (
       select o.id, o.warehouse_id, o.split_from, o.merged_into, o.status = any(${waiting}::text[]) as waiting
       from sales_order o where ${sql.join(where, sql` and `)} and ${chosen}
     ), needs as materialized (
       select o.id, o.warehouse_id, g.product_id, sum(g.quantity) as need, sum(g.reserved) as reserved from chosen o
       join order_goods g on g.company_id = ${sql.company} and g.order_id = o.id where o.waiting group by 1, 2, 3
     ), places as (
       select n.id, b.warehouse_id, count(*) filter (where b.available >= n.need) as whole, count(*) filter (where b.available > 0) as partly
       from needs n join stock_balance b on b.company_id = ${sql.company} and b.product_id = n.product_id
         join warehouse w on w.company_id = ${sql.company} and w.id = b.warehouse_id and w.enabled and not w.counting and w.kind <> 'platform'
       where n.warehouse_id is null or n.warehouse_id = b.warehouse_id group by 1, 2
     ), best as (
       select id, max(whole) as whole, max(partly) as partly from places group by 1
     ), lights as (
       select n.id, case when bool_or(n.product_id is null) then 'unmapped' when bool_and(n.reserved >= n.need) or max(b.whole) = count(*) then 'all'
           when max(b.partly) > 0 or bool_or(n.reserved > 0) then 'part' else 'none' end as stock
       from needs n left join best b on b.id = n.id group by 1
     ), firsts as (
       select distinct on (o.id) o.id, l.product_id, o.split_from, coalesce(o.merged_into, o.id) as carrier from chosen o
       join order_line l on l.company_id = ${sql.company} and l.order_id = o.id order by o.id, l.id
     ), boxes as (
       select merged_into as carrier, count(*)::int as others from sales_order
       where company_id = ${sql.company} and merged_into = any(array(select carrier from firsts)) group by 1
     )
     select f.id, s.stock, case when cardinality(p.images) > 0 then jsonb_build_object('productId', p.id, 'key', p.images[1]) end as image,
       w.display_no as whole, case when b.others > 0 then jsonb_build_object('carrier', c.display_no, 'orders', 1 + b.others) end as box
     from firsts f left join lights s on s.id = f.id left join product p on p.company_id = ${sql.company} and p.id = f.product_id
       left join sales_order w on w.company_id = ${sql.company} and w.id = f.split_from
       left join boxes b on b.carrier = f.carrier left join sales_order c on c.company_id = ${sql.company} and c.id = b.carrier`,
  );
}
