import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MarketplaceConnector } from '@tradewind/connectors/capabilities/connector.ts';
import type { MarketplaceDefinition } from '@tradewind/connectors/capabilities/definition.ts';
import { MARKETPLACES } from '@tradewind/connectors/marketplaces/registry.ts';
import type { Tokens } from '@tradewind/connectors/types.ts';
import { rights } from '@tradewind/contract/access/modules.ts';
import '../apps/server/src/areas.ts';
import { connectorFor, metersOf } from '../apps/server/src/areas/channels/connectors.ts';
import { enqueueSync } from '../apps/server/src/areas/channels/public.ts';
import { startWorker } from '../apps/server/src/core/jobs/worker.ts';
import { type Bench, type Figures, log, openBench, round } from './lib.ts';
import { type StandIns, startStandIns } from './stand-ins.ts';

const ORDERS = 1_000;
const TEN_TIMES = 10;
/** No shop sells thousands in one instant; some platforms could not even list that. */
const SPREAD_HOURS = 6;
/** Of a quarter of a second each. */
const LOOKS_BETWEEN = 40;
const REDIRECT = 'http://127.0.0.1:9/api/callback/bench';

interface Shop {
  id: number;
  platform: string;
}

/**
 * One shop of every platform, a thousand new orders each, from the moment that all are due until all are in the order
 * desk; then ten thousand each. Arguments: orders a shop, and how many times the platforms' own limits are allowed
 * (1: as they are), and platforms where not all are meant.
 */
export async function syncAll([orders = String(ORDERS), rate = '1000', ...only]: string[]): Promise<Figures> {
  const [perShop, rateFactor] = [Number(orders), Number(rate)];
  const sandbox = await startStandIns();
  process.env.SANDBOX_RATE_FACTOR = String(rateFactor);
  const bench = await openBench();
  bench.app.config.sandboxUrl = sandbox.url;
  await sandbox.control('settings', { rateFactor });
  const shops: Shop[] = [];
  for (const definition of MARKETPLACES) {
    // Shops of one's own are not asked: they push.
    if (definition.platform === 'other' || (only.length > 0 && !only.includes(definition.platform))) continue;
    shops.push(await addShop(bench, definition));
  }
  const worker = await startWorker(bench.app, { alone: true, concurrency: 8 });
  const first = await oneRound(bench, sandbox, shops, perShop);
  const tenTimes = await oneRound(bench, sandbox, shops, perShop * TEN_TIMES);
  await worker.stop();
  await bench.close();
  await sandbox.stop();
  return {
    shops: shops.length,
    ordersEach: perShop,
    seconds: round(first.seconds, 1),
    ordersPerSecond: round((shops.length * perShop) / first.seconds, 0),
    calls: first.calls,
    waitingShare: round(first.waitedMs / 1000 / first.seconds / shops.length, 3),
    slowest: first.slowest,
    memoryMb: first.memoryMb,
    secondsTenTimes: round(tenTimes.seconds, 1),
    ordersPerSecondTenTimes: round((shops.length * perShop * TEN_TIMES) / tenTimes.seconds, 0),
    callsTenTimes: tenTimes.calls,
    memoryMbTenTimes: tenTimes.memoryMb,
    rateFactor,
  };
}

/** Goes through the consent page as a browser would, and keeps the shop as if its first orders were all in. */
async function addShop(bench: Bench, definition: MarketplaceDefinition): Promise<Shop> {
  const { platform } = definition;
  const connector = connectorFor(bench.app, platform);
  const region = definition.regions[0];
  const at = region?.group ?? region?.code;
  const { tokens, account } = await consent(connector, definition, at);
  const access = { tokens, account, ...(at ? { region: at } : {}) };
  const { name, currency, marketplaceIds } = await connector.describeShop(access);
  const { owner } = bench.app.database;
  const made = await owner.query(
    `insert into shop (company_id, platform, name, account, region, module_id, marketplace_ids, currency, state, tokens, access_expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'authorized', $9, $10) returning id`,
    [
      bench.companyId,
      platform,
      name,
      account,
      at ?? '',
      rights[definition.orderMenu(region?.code ?? '', marketplaceIds)].id,
      marketplaceIds,
      currency,
      bench.app.vault.seal(tokens),
      tokens.accessExpiresAt ?? null,
    ],
  );
  return { id: Number(made.rows[0].id), platform };
}

async function consent(
  connector: MarketplaceConnector,
  definition: MarketplaceDefinition,
  region: string | undefined,
): Promise<{ tokens: Tokens; account: string }> {
  const where = region ? { region } : {};
  if (connector.connect) return connector.connect({ keys: { ...definition.sandbox.keys }, ...where });
  const { account } = definition.sandbox;
  const page = connector.consentUrl?.({
    state: 'bench',
    redirectUri: REDIRECT,
    ...(account ? { account } : {}),
    ...where,
  });
  const answer = await fetch(`${page}&auto=1`, { redirect: 'manual' });
  const query = Object.fromEntries(new URL(answer.headers.get('location') ?? '').searchParams);
  const got = await connector.exchange?.({ query, redirectUri: REDIRECT, ...where });
  if (!got) throw new Error(`${definition.platform} gave no tokens`);
  return got;
}

async function oneRound(bench: Bench, sandbox: StandIns, shops: readonly Shop[], perShop: number) {
  const { owner } = bench.app.database;
  log(`${perShop} new orders in each of ${shops.length} shops`);
  const before = await counts(bench);
  for (const { platform } of shops)
    await sandbox.control('orders', { shop: platform, count: perShop, spreadHours: SPREAD_HOURS });
  // As after an outage of as long: the orders of those hours are all new, also to a listing that is still under way.
  await owner.query(
    `update shop_stream set until = now() - make_interval(hours => $1), cursor = null where kind = 'orders'`,
    [SPREAD_HOURS + 1],
  );
  await owner.query('analyze');
  const meters = metersOf(bench.app);
  const spent = () => {
    const all = [...meters.values()];
    return { calls: sum(all.map((one) => one.calls)), waitedMs: sum(all.map((one) => one.waitedMs)) };
  };
  const had = spent();
  const hadEach = new Map([...meters].map(([platform, { calls }]) => [platform, calls]));
  let memory = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, process.memoryUsage().rss);
  }, 200);
  const start = performance.now();
  await bench.app.database.inCompany(bench.ctx, async (tx) => {
    for (const { id } of shops) await enqueueSync(tx, id);
  });
  let slowest = '';
  let looks = 0;
  for (;;) {
    const now = await counts(bench);
    const open = shops.filter(({ id }) => (now.get(id) ?? 0) - (before.get(id) ?? 0) < perShop);
    if (open.length === 0) break;
    if (performance.now() - start > 3_600_000)
      throw new Error(`not all in after an hour: ${open.map(({ platform }) => platform).join(', ')}`);
    slowest = open.map(({ platform }) => platform).join(' ');
    if (process.env.BENCH_CONFIRM)
      log(open.map(({ id, platform }) => `${platform} ${(now.get(id) ?? 0) - (before.get(id) ?? 0)}`).join(', '));
    // Some platforms show an order only a minute after it came: they are asked again, as the program does.
    if (++looks % LOOKS_BETWEEN === 0)
      await bench.app.database.inCompany(bench.ctx, async (tx) => {
        for (const { id } of open) await enqueueSync(tx, id);
      });
    await sleep(250);
  }
  const seconds = (performance.now() - start) / 1000;
  const troubles = await owner.query(
    'select s.platform, e.detail from stream_error e join shop s on s.id = e.shop_id order by e.id',
  );
  for (const row of troubles.rows as { platform: string; detail: string }[]) log(`${row.platform}: ${row.detail}`);
  clearInterval(watch);
  const now = spent();
  const each = shops.map(({ platform }) => [
    platform,
    (meters.get(platform)?.calls ?? 0) - (hadEach.get(platform) ?? 0),
  ]);
  log(`calls: ${each.map((one) => one.join(' ')).join(', ')}`);
  return {
    seconds,
    calls: now.calls - had.calls,
    waitedMs: now.waitedMs - had.waitedMs,
    slowest,
    memoryMb: Math.round(memory / 1024 / 1024),
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);

async function counts(bench: Bench): Promise<Map<number, number>> {
  const found = await bench.app.database.owner.query(
    'select shop_id::int as id, count(*)::int as n from sales_order where company_id = $1 group by 1',
    [bench.companyId],
  );
  return new Map((found.rows as { id: number; n: number }[]).map((row) => [row.id, row.n]));
}
