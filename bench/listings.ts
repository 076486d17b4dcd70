import { performance } from 'node:perf_hooks';
import { listingTabs, listListings } from '@tradewind/contract/listings.ts';
import '../apps/server/src/areas.ts';
import { calculate, calculateChanges } from '../apps/server/src/areas/listings/calculate.ts';
import { moveStock } from '../apps/server/src/areas/stock/public.ts';
import { Client, type Figures, log, openBench, percentile, round, timesOf } from './lib.ts';
import { makeWorld } from './world.ts';

const SHOPS = 10;
const RUNS = 40;
const MOVED = 100;

/** Listings of ten shops that sell the same products by rules: the list over HTTP, and what shops should show reckoned. */
export async function listings(args: string[]): Promise<Figures> {
  const count = Number(args[0] ?? 1_000_000);
  const products = count / SHOPS;
  const bench = await openBench();
  const { app, companyId, ctx } = bench;
  const { owner } = app.database;
  log(`writing ${count} listings of ${products} products`);
  const world = await makeWorld(bench, products, 50);
  await owner.query(
    `insert into shop (company_id, platform, name, account, module_id, state)
     select $1, 'shopify', 'Shop ' || n, 'bench' || n || '.myshopify.com', 410, 'authorized' from generate_series(2, $2) n`,
    [companyId, SHOPS],
  );
  await owner.query(
    `insert into sku_mapping (company_id, shop_id, seller_sku, product_id, created_by)
     select p.company_id, s.id, p.sku, p.id, 'bench' from product p join shop s on s.company_id = p.company_id
     where p.company_id = $1 on conflict do nothing`,
    [companyId],
  );
  await owner.query(
    `insert into platform_listing (company_id, shop_id, item_id, seller_sku, title, state, quantity, price, currency, fulfilled_by, first_at, seen_at)
     select p.company_id, s.id, s.id || '-' || p.id, case when p.id % 1000 = 0 then 'NEW-' || p.id else p.sku end, p.name_en, 'active', 50, 9.99, 'USD', 'seller', now(), now()
     from product p join shop s on s.company_id = p.company_id where p.company_id = $1`,
    [companyId],
  );
  await owner.query(
    `insert into stock_rule (company_id, shop_id, enabled) select company_id, id, true from shop where company_id = $1`,
    [companyId],
  );
  await owner.query('analyze');
  const figures: Figures = { listings: count };
  const timed = async (name: string, work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    figures[name] = round(performance.now() - start, 0);
    log(`${name} ${figures[name]} ms`);
  };
  await timed('reckonAllMs', () => app.database.inCompany(ctx, (tx) => calculate(tx)));
  await timed('reckonAllAgainMs', () => app.database.inCompany(ctx, (tx) => calculateChanges(tx)));
  await owner.query(`update listing_place set movement_id = (select max(id) from stock_movement)`);
  await owner.query('analyze listing_stock');
  await app.database.inCompany(ctx, (tx) =>
    moveStock(
      tx,
      world.productIds.slice(0, MOVED).map((productId, i) => ({
        warehouseId: world.warehouseId,
        productId,
        locationId: world.locationIds[i % world.locationIds.length] ?? 0,
        onHand: -1,
        reason: 'adjust',
        docKind: 'bench',
        docId: 1,
        docLine: productId,
        step: 'out',
      })),
    ),
  );
  await timed(`reckon${MOVED}MovedMs`, () => app.database.inCompany(ctx, (tx) => calculateChanges(tx)));
  const url = await bench.startApi(18_304);
  const client = new Client(url, bench.token);
  const lists: Record<string, Parameters<typeof client.text<typeof listListings>>[1]> = {
    first: {},
    shop: { shopIds: [world.shop.id] },
    sku: { text: 'SKU-000123' },
    unmapped: { tab: 'unmapped' },
    waiting: { tab: 'waiting' },
  };
  for (const [kind, input] of Object.entries(lists)) {
    const times = await timesOf(RUNS, () => client.text(listListings, input), 5);
    figures[`${kind}P50`] = round(percentile(times, 0.5));
    figures[`${kind}P95`] = round(percentile(times, 0.95));
    log(`${kind} ${figures[`${kind}P50`]} ms`);
  }
  const times = await timesOf(10, () => client.text(listingTabs, {}), 2);
  figures.tabsP50 = round(percentile(times, 0.5));
  client.close();
  await bench.close();
  return { ...figures, unit: 'ms' };
}
