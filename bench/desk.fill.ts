import { type Bench, log } from './lib.ts';
import type { World } from './world.ts';

const CHUNK = 100_000;
/** Of a hundred orders: nine in ten sent, the rest where clerks work. The last column: short of stock. */
const STATUS = `case when n % 100 < 45 then 'delivered' when n % 100 < 90 then 'shipped' when n % 100 < 93 then 'review' when n % 100 < 97 then 'allocate'
  when n % 100 = 97 then 'held' when n % 100 = 98 then 'exception' else 'cancelled' end`;
const EXCEPTION = `case when n % 100 in (93, 94, 95) then 'stock' when n % 100 = 98 then 'address' end`;
/** 2.4 lines an order. */
const LINES = `(array[1, 2, 2, 3, 4])[n % 5 + 1]`;

/**
 * A year of one seller's orders, straight into the tables as the owner in the shape that the desk leaves: orders, lines,
 * history, terms, counters, and what short ones lack. Rows that only the load makes are not checked against each other.
 */
export async function fillDesk(bench: Bench, world: World, shops: readonly number[], orders: number): Promise<void> {
  const owner = bench.app.database.owner;
  const client = await owner.connect();
  await client.query(`set session_replication_role = replica`);
  for (let from = 0; from < orders; from += CHUNK) {
    const to = Math.min(orders, from + CHUNK) - 1;
    await client.query(
      `insert into sales_order (company_id, shop_id, module_id, platform, platform_order_no, display_no, status, exception, ordered_at, platform_updated_at, paid_at, ship_by,
         currency, goods_amount, shipping_amount, tax_amount, discount_amount, total_amount, buyer_name, buyer_email, ship_to, country, summary, line_count, units,
         tracking_number, warehouse_id, confirm_state, shipped_at)
       select $1, ($2::bigint[])[n % $6 + 1], 410, 'shopify', 'D' || lpad(n::text, 9, '0'), 'D' || lpad(n::text, 9, '0'), ${STATUS}, ${EXCEPTION},
         t.at, t.at, t.at + interval '5 minutes', t.at + interval '2 days', 'USD', 59.97, 4.99, 0, 0, 64.96,
         'Buyer ' || n % 50000, 'buyer' || n % 50000 || '@example.test',
         jsonb_build_object('name', 'Buyer ' || n % 50000, 'line1', n % 900 || ' Elm Street', 'city', 'Austin', 'state', 'TX', 'postalCode', '78701', 'country', 'US'),
         (array['US','US','US','US','CA','DE','FR','GB','AU','MT'])[n % 10 + 1],
         (select jsonb_agg(jsonb_build_object('sku', ($7::text[])[(n * 7 + i * 131) % $8 + 1], 'title', 'Product', 'quantity', 1)) from generate_series(1, ${LINES}) i),
         ${LINES}, ${LINES}, case when n % 100 < 90 then '1ZDESK' || lpad(n::text, 10, '0') end, case when n % 100 < 90 then $9::bigint end,
         case when n % 100 < 90 then 'confirmed' else 'none' end, case when n % 100 < 90 then t.at + interval '1 day' end
       from generate_series($3::bigint, $4::bigint) n, lateral (select timestamptz '2025-11-01' + make_interval(secs => n * 31536000.0 / $5) as at) t`,
      [bench.companyId, shops, from, to, orders, shops.length, world.skus, world.skus.length, world.warehouseId],
    );
    log(`${to + 1} orders`);
  }
  const company = [bench.companyId];
  await client.query(
    `insert into order_line (company_id, order_id, platform_line_id, seller_sku, title, quantity, unit_price, discount, tax, product_id)
     select o.company_id, o.id, i, p.sku, 'Product', 1, 19.99, 0, 0, p.id from sales_order o, generate_series(1, o.line_count) i
     join lateral (select (substr(o.platform_order_no, 2)::bigint * 7 + i * 131) % cardinality($2::bigint[]) + 1 as at) k on true
     join lateral (select ($2::bigint[])[k.at] as id, ($3::text[])[k.at] as sku) p on true where o.company_id = $1`,
    [bench.companyId, world.productIds, world.skus],
  );
  log('lines');
  await client.query(
    `insert into document_event (company_id, doc_kind, doc_id, user_id, actor, event, to_state, at)
     select company_id, 'sales_order', id, 0, 'bench', 'arrived', status, ordered_at from sales_order where company_id = $1`,
    company,
  );
  await client.query(
    `insert into order_shortage (company_id, order_id, product_id, quantity)
     select l.company_id, l.order_id, l.product_id, sum(l.quantity) from order_line l join sales_order o on o.company_id = $1 and o.id = l.order_id
     where l.company_id = $1 and o.status = 'allocate' and o.exception = 'stock' group by 1, 2, 3`,
    company,
  );
  await client.query(
    `insert into order_term (company_id, term, ordered_at, order_id)
     select o.company_id, t.term, o.ordered_at, o.id from sales_order o,
       lateral (select o.platform_order_no as term union select o.tracking_number where o.tracking_number is not null union select upper(o.buyer_name)
                union select s ->> 'sku' from jsonb_array_elements(o.summary) s) t
     where o.company_id = $1 on conflict do nothing`,
    company,
  );
  await client.query(
    `insert into order_count (company_id, module_id, shop_id, status, on_day, delta)
     select company_id, module_id, shop_id, status, (ordered_at at time zone 'UTC')::date, count(*) from sales_order where company_id = $1 group by 1, 2, 3, 4, 5`,
    company,
  );
  log('history, terms, counters');
  await client.query('reset session_replication_role');
  client.release();
  await owner.query('vacuum analyze');
}
