import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import * as calls from '@tradewind/contract/orders.ts';
import { intakeOrders } from '../apps/server/src/areas/orders/public.ts';
import { fillDesk } from './desk.fill.ts';
import { type Bench, Client, type Figures, log, openBench, percentile, round } from './lib.ts';
import { makeOrder, makeWorld, type World } from './world.ts';

const PRODUCTS = 5_000;
const SHOPS = 10;
const BULK = 50;
/** Of each product: some orders that arrive are served, most of those that wait are not. */
const STOCK = 3;

interface Desk {
  bench: Bench;
  world: World;
  shops: number[];
  orders: number;
  url: string;
  /** Ids by state, for acts on many orders at once. */
  pools: Record<'review' | 'allocate' | 'held' | 'shipped', number[]>;
  times: { read: number[]; bulk: number[]; byName: Map<string, number[]> };
  errors: Map<string, number>;
}

/**
 * One company's desk on a busy day: clerks list, filter, search, open, count and act on fifty orders at once, while
 * orders arrive by the way of the sync and are reserved and folded by a worker. Arguments: orders, clerks, seconds,
 * arrivals a second, milliseconds that a clerk looks at an answer.
 */
export async function desk(args: string[]): Promise<Figures> {
  const [orders = 1_000_000, clerks = 20, seconds = 60, arrivals = 50, look = 500] = args.map(Number);
  const bench = await openBench();
  const world = await makeWorld(bench, PRODUCTS, STOCK);
  const shops = [world.shop.id];
  for (let n = 1; n < SHOPS; n++) shops.push(await addShop(bench, `Shop ${n}`));
  const began = performance.now();
  await fillDesk(bench, world, shops, orders);
  const loadSeconds = (performance.now() - began) / 1000;
  log(`loaded in ${round(loadSeconds, 0)} s`);
  const url = await bench.startApi(18_311, 'api,worker');
  log('started');
  const it: Desk = {
    bench,
    world,
    shops,
    orders,
    url,
    pools: await poolsOf(bench),
    times: { read: [], bulk: [], byName: new Map() },
    errors: new Map(),
  };
  await warmUp(it);
  const end = performance.now() + seconds * 1000;
  const probeShop = await addShop(bench, 'Probe');
  const [arrived, age] = await Promise.all([
    arrive(it, arrivals, end),
    tabAge(it, probeShop, end),
    ...Array.from({ length: clerks }, (_, clerk) => work(it, clerk, look, end)),
  ]);
  const left = await bench.app.database.owner.query(
    `select count(*)::int as untried from sales_order where company_id = $1 and status = 'allocate' and exception is null`,
    [bench.companyId],
  );
  await bench.close();
  const { read, bulk, byName } = it.times;
  for (const [name, times] of byName)
    log(
      `${name.padEnd(20)} ${String(times.length).padStart(6)} times, p50 ${ms(times, 0.5)} p95 ${ms(times, 0.95)} p99 ${ms(times, 0.99)} ms`,
    );
  for (const [error, n] of it.errors) log(`${n} x ${error}`);
  return {
    orders,
    loadSeconds: round(loadSeconds, 0),
    clerks,
    arrivedPerSecond: round(arrived / seconds, 1),
    untriedAtTheEnd: Number(left.rows[0].untried),
    reads: read.length,
    readP50Ms: ms(read, 0.5),
    readP95Ms: ms(read, 0.95),
    readP99Ms: ms(read, 0.99),
    bulkActs: bulk.length,
    bulkP50Ms: ms(bulk, 0.5),
    bulkP95Ms: ms(bulk, 0.95),
    bulkP99Ms: ms(bulk, 0.99),
    errors: [...it.errors.values()].reduce((sum, n) => sum + n, 0),
    tabAgeMaxMs: ms(age, 1),
    tabLooks: age.length,
    unit: 'ms',
  };
}

const ms = (times: readonly number[], share: number) => round(percentile(times, share), 1);

async function addShop(bench: Bench, name: string): Promise<number> {
  const made = await bench.app.database.owner.query(
    `insert into shop (company_id, platform, name, account, module_id, state) values ($1, 'shopify', $2, $2, 410, 'authorized') returning id`,
    [bench.companyId, name],
  );
  return Number(made.rows[0].id);
}

async function poolsOf(bench: Bench): Promise<Desk['pools']> {
  const ids = async (status: string) =>
    (
      await bench.app.database.owner.query(
        'select id from sales_order where company_id = $1 and status = $2 order by ordered_at desc limit 30000',
        [bench.companyId, status],
      )
    ).rows.map((row: { id: number }) => Number(row.id));
  return {
    review: await ids('review'),
    allocate: await ids('allocate'),
    held: await ids('held'),
    shipped: await ids('shipped'),
  };
}

type Read = (it: Desk, client: Client, n: number) => Promise<unknown>;
const statuses = ['review', 'allocate', 'shipped', 'exception', 'held', 'delivered'] as const;
const COUNTRIES = ['US', 'CA', 'DE', 'GB', 'MT'];
const list = (client: Client, input: object) => client.text(calls.listOrders, { pageSize: 50, ...input } as never);
const some = (n: number, of: number) => (n * 7919) % of;

/** What clerks ask for, as often as it stands here of a hundred. */
const READS: [share: number, name: string, read: Read][] = [
  [24, 'list of a state', (_, client, n) => list(client, { status: statuses[n % statuses.length] })],
  [4, 'later page', (_, client, n) => list(client, { status: 'shipped', page: 2 + (n % 200) })],
  [5, 'filter: shop', (it, client, n) => list(client, { shopIds: it.shops[n % it.shops.length], status: 'review' })],
  [5, 'filter: country', (_, client, n) => list(client, { country: COUNTRIES[n % COUNTRIES.length] })],
  [
    3,
    'filter: day',
    (_, client, n) => list(client, { from: `2026-0${(n % 8) + 1}-10`, to: `2026-0${(n % 8) + 1}-10` }),
  ],
  [4, 'filter: exception', (_, client, n) => list(client, { exception: n % 2 === 0 ? 'stock' : 'address' })],
  [3, 'filter: due', (_, client, n) => list(client, { due: n % 2 === 0 ? 'overdue' : 'soon' })],
  [
    6,
    'search number',
    (it, client, n) => list(client, { text: `D${String(some(n, it.orders)).padStart(9, '0').slice(0, 8)}` }),
  ],
  [
    4,
    'search tracking',
    (it, client, n) => list(client, { text: `1ZDESK${String(some(n, it.orders)).padStart(10, '0')}` }),
  ],
  [5, 'search SKU', (it, client, n) => list(client, { text: it.world.skus[some(n, it.world.skus.length)] })],
  [
    20,
    'open',
    (it, client, n) => client.text(calls.getOrder, { id: it.pools.shipped[some(n, it.pools.shipped.length)] ?? 0 }),
  ],
  [
    5,
    'why it waits',
    (it, client, n) =>
      client.text(calls.whyOrderWaits, { id: it.pools.allocate[some(n, it.pools.allocate.length)] ?? 0 }),
  ],
  [12, 'tabs', (_, client) => client.text(calls.orderTabs, {})],
];
const DECK = READS.flatMap(([share, name, read]) => Array.from({ length: share }, () => ({ name, read })));

/** After so many reads a clerk acts on fifty orders. */
const READS_AN_ACT = 12;

async function work(it: Desk, clerk: number, look: number, end: number): Promise<void> {
  const client = new Client(it.url, it.bench.token);
  await sleep((look * clerk) / 20);
  for (let n = clerk * 1009; performance.now() < end; n++) {
    if (n % READS_AN_ACT === 0) await act(it, client, n / READS_AN_ACT + clerk);
    else {
      const card = DECK[(n * 37) % DECK.length];
      if (card) await timed(it, 'read', card.name, () => card.read(it, client, n));
    }
    await sleep(look);
  }
  client.close();
}

const taken = (pool: number[]) => pool.splice(0, BULK);

async function act(it: Desk, client: Client, n: number): Promise<void> {
  const bulk = (name: string, run: () => Promise<unknown>) => timed(it, 'bulk', name, run);
  switch (n % 4) {
    case 0: {
      const ids = taken(it.pools.allocate);
      await bulk('hold 50', () => client.call(calls.holdOrders, { ids }));
      await bulk('resume 50', () => client.call(calls.resumeOrders, { ids }));
      it.pools.allocate.push(...ids);
      return;
    }
    case 1: {
      const ids = taken(it.pools.review);
      return bulk('review 50', () => client.call(calls.reviewOrders, { ids }));
    }
    case 2: {
      const ids = taken(it.pools.shipped);
      await bulk('remark 50', () => client.call(calls.remarkOrders, { ids, remark: `Seen ${n}` }));
      it.pools.shipped.push(...ids);
      return;
    }
    default: {
      const ids = taken(it.pools.allocate);
      await bulk('allocate 50', () => client.call(calls.allocateOrders, { ids }));
      it.pools.allocate.push(...ids);
    }
  }
}

async function timed(it: Desk, kind: 'read' | 'bulk', name: string, run: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  try {
    await run();
  } catch (error) {
    const answered = `${name}: ${String(error).slice(0, 160)}`;
    it.errors.set(answered, (it.errors.get(answered) ?? 0) + 1);
  }
  const took = performance.now() - start;
  it.times[kind].push(took);
  it.times.byName.set(name, [...(it.times.byName.get(name) ?? []), took]);
}

/** Every read twice: plans are made, caches are as on any morning after the first minutes. */
async function warmUp(it: Desk): Promise<void> {
  const client = new Client(it.url, it.bench.token);
  for (let n = 0; n < 12; n++) for (const [, , read] of READS) await read(it, client, n * 31);
  client.close();
}

/** Orders come in tens, as pages of a busy shop do. */
async function arrive(it: Desk, perSecond: number, end: number): Promise<number> {
  const { bench, world } = it;
  const page = Math.max(1, Math.round(perSecond / 5));
  let arrived = 0;
  for (let next = performance.now(); next < end; next += (page / perSecond) * 1000) {
    await sleep(Math.max(0, next - performance.now()));
    const orders = Array.from({ length: page }, (_, i) => makeOrder(world, 10_000_000 + arrived + i, 2 + (i % 2)));
    await bench.app.database.inCompany(bench.ctx, (tx) => intakeOrders(tx, world.shop, orders));
    arrived += page;
  }
  return arrived;
}

/** From the commit of an order to the first tabs that count it. */
async function tabAge(it: Desk, shopId: number, end: number): Promise<number[]> {
  const { bench, world } = it;
  const client = new Client(it.url, bench.token);
  const ages: number[] = [];
  for (let n = 1; performance.now() < end; n++) {
    const order = makeOrder(world, 90_000_000 + n, 1);
    await bench.app.database.inCompany(bench.ctx, (tx) => intakeOrders(tx, { ...world.shop, id: shopId }, [order]));
    const committed = performance.now();
    for (let observed = 0; observed < n; ) {
      const { counts } = await client.call(calls.orderTabs, { shopIds: String(shopId) as never });
      observed = Object.values(counts).reduce((sum, count) => sum + count, 0);
    }
    ages.push(performance.now() - committed);
    await sleep(500);
  }
  client.close();
  return ages;
}
