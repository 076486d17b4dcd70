import { performance } from 'node:perf_hooks';
import '../apps/server/src/areas.ts';
import { previewProducts } from '../apps/server/src/areas/listings/products/preview.ts';
import { makeAll, startRun } from '../apps/server/src/areas/listings/products/run.ts';
import { type Figures, log, openBench, round } from './lib.ts';
import { makeWorld } from './world.ts';

/** A shop whose listings have just come in, before the database has counted them: preview, run, preview again. */
export async function listingProducts(args: string[]): Promise<Figures> {
  const count = Number(args[0] ?? 30_000);
  const bench = await openBench();
  const { app, companyId, ctx } = bench;
  const { shop } = await makeWorld(bench, 10, 50);
  await app.database.owner.query(
    `insert into platform_listing (company_id, shop_id, item_id, seller_sku, title, state, price, currency, fulfilled_by, first_at, seen_at)
     select $1, $2, 'item-' || n, 'LISTED-' || n, 'Article ' || n, 'active', 9.99, 'USD', 'seller', now(), now() from generate_series(1, $3) n`,
    [companyId, shop.id, count],
  );
  const figures: Figures = { listings: count };
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    const done = await work();
    figures[name] = round(performance.now() - start, 0);
    log(`${name} ${figures[name]} ms`);
    return done;
  };
  const filter = { shopIds: [shop.id] };
  const choice = { filter, withoutSku: 'suggest' as const, skus: [] };
  const preview = () =>
    app.database.inCompany(ctx, (tx) => previewProducts(tx, { filter, fate: 'make', page: 1, pageSize: 50 }));
  await timed('previewMs', preview);
  const { runId } = await app.database.inCompany(ctx, (tx) => startRun(tx, ctx, choice));
  await timed('runMs', () => makeAll(app, ctx, runId));
  const { counts } = await timed('previewAgainMs', preview);
  if (counts.mapped !== count) throw new Error(`${counts.mapped} of ${count} listings are mapped`);
  await bench.close();
  return { ...figures, unit: 'ms' };
}
