import { performance } from 'node:perf_hooks';
import '../apps/server/src/areas.ts';
import { listUnmapped } from '../apps/server/src/areas/catalog/mapping/unmapped.ts';
import { type Figures, log, openBench, round } from './lib.ts';
import { makeWorld } from './world.ts';

/** Suggestions for a page of 50 unmapped listings over many products; the names are made of some thousand words. */
export async function suggestions(args: string[]): Promise<Figures> {
  const count = Number(args[0] ?? 1_000_000);
  const bench = await openBench();
  const { app, companyId, ctx } = bench;
  const { shop } = await makeWorld(bench, 10, 50);
  const { owner } = app.database;
  // Of words 0 to 9 each is in a tenth of the products, of 10 to 4999 in about 200 per million, and n is in one.
  const words = `array['COMMON' || n % 10, 'SEVERAL' || n % 5000, 'OTHER' || n / 7 % 5000, 'ONLY' || n]`;
  await owner.query(
    `insert into product (company_id, sku, barcode, name_zh, name_en)
     select $1, 'SG-' || n, lpad(n::text, 12, '0'), '', array_to_string(${words}, ' ') from generate_series(1, $2::int) n`,
    [companyId, count],
  );
  await owner.query(
    `insert into product_term (company_id, term, product_id) select p.company_id, t.term, p.id
     from product p cross join unnest(string_to_array(p.name_en, ' ')) as t(term) where p.company_id = $1 and p.sku like 'SG-%'`,
    [companyId],
  );
  await owner.query(
    `insert into platform_listing (company_id, shop_id, item_id, seller_sku, title, state, fulfilled_by, first_at, seen_at)
     select $1, $2, 'item-' || n, case n % 3 when 0 then 'sg_' || n else 'unknown-' || n end,
       'COMMON' || n % 10 || ' COMMON' || n % 7 || ' SEVERAL' || n % 5000 || ' OTHER' || n / 7 % 5000 || ' with many more words for buyers who search',
       'active', 'seller', now(), now() from generate_series(1, 2000) n`,
    [companyId, shop.id],
  );
  await owner.query('vacuum analyze');
  const times: number[] = [];
  let suggested = 0;
  for (let page = 1; page <= 20; page++) {
    const start = performance.now();
    const input = { from: 'listings' as const, shopId: shop.id, sellerSku: undefined, page, pageSize: 50 };
    const { rows } = await app.database.inCompany(ctx, (tx) => listUnmapped(tx, ctx, input));
    times.push(performance.now() - start);
    suggested += rows.filter((row) => row.suggestions.length > 0).length;
  }
  const figures = {
    products: count,
    suggested,
    firstMs: round(times[0] ?? 0, 0),
    medianMs: round(times.toSorted((a, b) => a - b)[10] ?? 0, 0),
    slowestMs: round(Math.max(...times), 0),
    unit: 'ms',
  };
  log(JSON.stringify(figures));
  await bench.close();
  return figures;
}
