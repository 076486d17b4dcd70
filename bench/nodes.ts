import '../apps/server/src/areas.ts';
import { listOrders } from '@tradewind/contract/orders.ts';
import { createCompany } from '../apps/server/src/areas/company/public.ts';
import { createUser, openSession } from '../apps/server/src/areas/identity/public.ts';
import { intakeOrders } from '../apps/server/src/areas/orders/public.ts';
import { systemContext } from '../apps/server/src/core/context.ts';
import { hasCitus } from '../apps/server/src/core/database/distribute.ts';
import { type Bench, Client, type Figures, log, openBench, percentile, perSecond, round } from './lib.ts';
import { lifeOf, ownDelivery } from './ship.ts';
import { makeOrder, makeWorld, type World } from './world.ts';

const BATCH = 100;
const PRODUCTS = 300;
const STOCK = 5_000;

interface Busy {
  bench: Bench;
  world: World;
  client: Client;
  orders: number;
  ids: number[];
}

/**
 * Busy companies on the database that DATABASE_URL names, one machine or a cluster: taking in orders, reading lists and
 * shipping over HTTP, by one of them alone and by all at once; and how many of them lie on which node.
 * Arguments: companies, seconds of each part.
 */
export async function nodes(args: string[]): Promise<Figures> {
  const [companies = 8, seconds = 15] = args.map(Number);
  const bench = await openBench();
  const url = await bench.startApi(18_651);
  const busy: Busy[] = [];
  for (let at = 0; at < companies; at++) busy.push(await busyCompany(bench, url, at));
  const [first] = busy;
  if (!first) throw new Error('no company is busy');
  log(`${companies} companies`);
  for (const one of busy) await intake(one);
  await bench.app.database.owner.query('analyze');
  const parts = {
    intake: (one: Busy) => intake(one),
    list: (one: Busy) => one.client.text(listOrders, { pageSize: 50 } as never),
    life: (one: Busy) => lifeOf(one.client, one.ids.shift()),
  };
  const figures: Figures = {};
  for (const [name, work] of Object.entries(parts)) {
    if (name === 'life') for (const one of busy) one.ids = await confirmed(one);
    const alone = await perSecond(1, seconds, () => work(first));
    const all = await perSecond(companies, seconds, (at) => work(busy[at] ?? first));
    const each = name === 'intake' ? BATCH : 1;
    figures[`${name}PerSecond1`] = round(alone.rate * each, 1);
    figures[`${name}PerSecond`] = round(all.rate * each, 1);
    figures[`${name}P50Ms1`] = round(percentile(alone.times, 0.5), 1);
    figures[`${name}P95Ms`] = round(percentile(all.times, 0.95), 1);
    log(name);
  }
  const placed = await placement(bench, busy);
  for (const { client } of busy) client.close();
  await bench.close();
  return { companies, ...figures, ...placed };
}

export async function busyCompany(bench: Bench, url: string, at: number): Promise<Busy> {
  const { app } = bench;
  const companyId = await createCompany(app, { name: `Busy ${at}`, validated: true });
  const userId = await createUser(app, companyId, {
    ...{ userLoginId: `busy${companyId}`, name: 'Clerk', email: `busy${companyId}@tradewind.invalid` },
    ...{ password: 'Tradewind2026', mainAccount: true, emailVerified: true },
  });
  const token = await openSession(app, { companyId, userId }, { address: '127.0.0.1', userAgent: 'bench' });
  const own: Bench = { ...bench, companyId, token, ctx: systemContext(companyId, 'bench') };
  await ownDelivery(own);
  return {
    bench: own,
    world: await makeWorld(own, PRODUCTS, STOCK),
    client: new Client(url, token),
    orders: 0,
    ids: [],
  };
}

async function intake(one: Busy): Promise<void> {
  const orders = Array.from({ length: BATCH }, () => makeOrder(one.world, one.orders++, 3));
  await one.bench.app.database.inCompany(one.bench.ctx, (tx) => intakeOrders(tx, one.world.shop, orders));
}

async function confirmed({ bench }: Busy): Promise<number[]> {
  const { rows } = await bench.app.database.owner.query<{ id: number }>(
    `select id from sales_order where company_id = $1 and status = 'allocate' order by id`,
    [bench.companyId],
  );
  return rows.map(({ id }) => id);
}

/** How many companies each node of a cluster has: "3, 5". */
async function placement(bench: Bench, busy: readonly Busy[]): Promise<Figures> {
  const { owner } = bench.app.database;
  if (!(await hasCitus(owner))) return {};
  const { rows } = await owner.query<{ companies: string }>(
    `select count(*) as companies from unnest($1::int[]) as c(id)
     join citus_shards s on s.shardid = get_shard_id_for_distribution_column('sales_order', c.id)
     group by s.nodename, s.nodeport order by 1`,
    [busy.map(({ bench: { companyId } }) => companyId)],
  );
  return { companiesByNode: rows.map(({ companies }) => companies).join(', ') };
}
