import { listOrders } from '@tradewind/contract/orders.ts';
import { type Bench, Client, type Figures, log, openBench, percentile, perSecond, round, timesOf } from './lib.ts';
import { makeWorld, type World } from './world.ts';

const CLIENTS = 16;
const PAGE_SIZE = 50;

/** A million orders in one company: the pages people open all day, over HTTP, from an api process of its own. */
export async function ordersList(args: string[]): Promise<Figures> {
  const orders = Number(args[0] ?? 1_000_000);
  const bench = await openBench();
  const world = await makeWorld(bench, 2_000, 0);
  log(`writing ${orders} orders`);
  await fill(bench, world, orders);
  const url = await bench.startApi(18_302);
  const client = new Client(url, bench.token);
  const list = (input: Parameters<typeof client.text<typeof listOrders>>[1], who = client) =>
    who.text(listOrders, { pageSize: PAGE_SIZE, ...input });
  const lastPage = Math.floor(orders / PAGE_SIZE);
  const check = JSON.parse(await list({ status: 'shipped' })) as { data: { rows: unknown[]; total: number } };
  log(`shipped: ${check.data.total}, first page of ${check.data.rows.length}`);

  const clients = Array.from({ length: CLIENTS }, () => new Client(url, bench.token));
  const figures: Figures = { orders };
  const kinds: [string, (i: number, who?: Client) => Promise<string>][] = [
    ['firstPage', (i, who) => list({ status: (['shipped', 'review', 'allocate', 'delivered'] as const)[i % 4]! }, who)],
    [
      'searchNumber',
      (i, who) =>
        list(
          {
            text: `M${String((i * 7919) % orders)
              .padStart(9, '0')
              .slice(0, 7)}`,
          },
          who,
        ),
    ],
    [
      'searchTracking',
      (i, who) =>
        list(
          { text: `1ZBENCH${String(orders - 1 - ((i * 104_729) % Math.floor(orders / 2))).padStart(10, '0')}` },
          who,
        ),
    ],
    ['searchSku', (i, who) => list({ text: world.skus[(i * 31) % world.skus.length] ?? '' }, who)],
    ['page20000', (i, who) => list({ page: Math.min(20_000, lastPage) - (i % 50) }, who)],
  ];
  for (const [name, work] of kinds) {
    const times = await timesOf(300, (i) => work(i));
    const many = await perSecond(CLIENTS, 5, (c, i) => work(c * 1000 + i, clients[c]));
    figures[`${name}P50Ms`] = round(percentile(times, 0.5));
    figures[`${name}P95Ms`] = round(percentile(times, 0.95));
    figures[`${name}P99Ms`] = round(percentile(times, 0.99));
    figures[`${name}PerSecond16`] = round(many.rate, 0);
    figures[`${name}P95Ms16`] = round(percentile(many.times, 0.95));
    log(`${name}: p50 ${figures[`${name}P50Ms`]} ms, ${figures[`${name}PerSecond16`]}/s at ${CLIENTS}`);
  }
  const search = ['searchNumber', 'searchTracking', 'searchSku'];
  figures.searchP50Ms = Math.max(...search.map((name) => Number(figures[`${name}P50Ms`])));
  figures.searchP95Ms = Math.max(...search.map((name) => Number(figures[`${name}P95Ms`])));
  for (const each of [client, ...clients]) each.close();
  await bench.close();
  return { ...figures, unit: 'ms, pages/s' };
}

/** Straight into the tables as the owner, in the shape that intake leaves; counters and terms beside. */
export async function fill(bench: Bench, world: World, orders: number): Promise<void> {
  const owner = bench.app.database.owner;
  const chunk = 100_000;
  for (let from = 0; from < orders; from += chunk) {
    const to = Math.min(orders, from + chunk) - 1;
    await owner.query(
      `insert into sales_order (company_id, shop_id, module_id, platform, platform_order_no, display_no, status, ordered_at, platform_updated_at, currency,
         goods_amount, shipping_amount, tax_amount, discount_amount, total_amount, buyer_name, buyer_email, ship_to, country, summary, line_count, units, tracking_number)
       select $1, $2, 410, 'shopify', 'M' || lpad(n::text, 9, '0'), 'M' || lpad(n::text, 9, '0'),
         case when n >= $5 * 0.98 then 'review' when n >= $5 * 0.95 then 'allocate' when n >= $5 * 0.5 then 'shipped' else 'delivered' end,
         timestamptz '2025-11-01' + make_interval(secs => n * 31536000.0 / $5), timestamptz '2025-11-01' + make_interval(secs => n * 31536000.0 / $5), 'USD', 59.97, 4.99, 0, 0, 64.96,
         'Buyer ' || n % 50000, 'buyer' || n % 50000 || '@example.test',
         jsonb_build_object('name', 'Buyer ' || n % 50000, 'line1', n % 900 || ' Elm Street', 'city', 'Austin', 'state', 'TX', 'postalCode', '78701', 'country', 'US'),
         'US', jsonb_build_array(jsonb_build_object('sku', 'SKU-' || lpad((n % 2000 + 1)::text, 6, '0'), 'title', 'Product ' || n % 2000, 'quantity', 1),
           jsonb_build_object('sku', 'SKU-' || lpad((n * 7 % 2000 + 1)::text, 6, '0'), 'title', 'Product ' || n * 7 % 2000, 'quantity', 1),
           jsonb_build_object('sku', 'SKU-' || lpad((n * 13 % 2000 + 1)::text, 6, '0'), 'title', 'Product ' || n * 13 % 2000, 'quantity', 1)), 3, 3,
         case when n < $5 * 0.95 then '1ZBENCH' || lpad(n::text, 10, '0') end
       from generate_series($3::bigint, $4::bigint) n`,
      [bench.companyId, world.shop.id, from, to, orders],
    );
  }
  await owner.query(
    `insert into order_term (company_id, term, ordered_at, order_id)
     select o.company_id, t.term, o.ordered_at, o.id from sales_order o,
       lateral (select o.platform_order_no as term union select o.tracking_number where o.tracking_number is not null union select upper(o.buyer_name)
                union select s ->> 'sku' from jsonb_array_elements(o.summary) s) t
     where o.company_id = $1 on conflict do nothing`,
    [bench.companyId],
  );
  await owner.query(
    `insert into order_count (company_id, module_id, shop_id, status, on_day, delta)
     select company_id, module_id, shop_id, status, (ordered_at at time zone 'UTC')::date, count(*) from sales_order where company_id = $1 group by 1, 2, 3, 4, 5`,
    [bench.companyId],
  );
  await owner.query('vacuum analyze');
}
