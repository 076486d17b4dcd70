import { allocateOrders } from '@tradewind/contract/orders.ts';
import { createWavesCall, packOutboundsCall, pickAll, shipOutboundsCall } from '@tradewind/contract/warehouse.ts';
import { intakeOrders } from '../apps/server/src/areas/orders/public.ts';
import { type Bench, Client, type Figures, log, openBench, percentile, perSecond, round } from './lib.ts';
import { makeOrder, makeWorld, type World } from './world.ts';

const SECONDS = 20;
const CLIENTS = 8;
const ORDERS = 8_000;
/** So that plans are made on tables that hold something, as they do a minute after the first start. */
const WARM_UP = 300;

/** A life: a confirmed order of 3 lines is reserved, put in a wave, picked, packed with its weight and shipped; 5 calls over HTTP. */
export async function ship(): Promise<Figures> {
  const bench = await openBench();
  const world = await makeWorld(bench, 2_000, 1_000);
  await ownDelivery(bench);
  const ids = await confirmedOrders(bench, world);
  const url = await bench.startApi(18_304);
  const clients = Array.from({ length: CLIENTS }, () => new Client(url, bench.token));
  let next = 0;
  const life = (client: Client) => lifeOf(client, ids[next++]);
  const first = clients[0];
  if (!first) throw new Error('no client');
  for (let i = 0; i < WARM_UP; i++) await life(first);
  await bench.app.database.owner.query('analyze');
  const one = await perSecond(1, SECONDS / 2, () => life(first));
  log(`one client: ${round(one.rate)} lifes a second`);
  const many = await perSecond(CLIENTS, SECONDS, (c) => life(clients[c] ?? first));
  for (const client of clients) client.close();
  const wrong = await bench.app.database.owner.query(
    `select count(*)::int as n from sales_order where company_id = $1 and status not in ('shipped', 'allocate')`,
    [bench.companyId],
  );
  await bench.close();
  return {
    lifesPerSecond: round(many.rate, 1),
    lifesPerSecond1: round(one.rate, 1),
    lifeP50Ms: round(percentile(many.times, 0.5)),
    lifeP95Ms: round(percentile(many.times, 0.95)),
    halfWay: wrong.rows[0].n,
    unit: 'lifes/s',
  };
}

/** Of a confirmed order: reserved, put in a wave, picked, packed with its weight and shipped. */
export async function lifeOf(client: Client, id: number | undefined): Promise<void> {
  if (id === undefined) throw new Error('more orders are needed');
  expectDone((await client.call(allocateOrders, { ids: [id] })).done, 'reserved', id);
  const made = await client.call(createWavesCall, { orderIds: [id] });
  const outboundIds = made.waves[0]?.outboundIds ?? [];
  expectDone(outboundIds.length, 'waved', id);
  expectDone((await client.call(pickAll, { outboundIds })).done, 'picked', id);
  const boxes = outboundIds.map((outboundId) => ({ outboundId, weightGrams: 900 }));
  expectDone((await client.call(packOutboundsCall, { boxes, checked: 'all' })).done, 'packed', id);
  const shipped = await client.call(shipOutboundsCall, { outboundIds });
  expectDone(shipped.done, `shipped ${JSON.stringify(shipped.failed)}`, id);
}

function expectDone(done: number, what: string, id: number): void {
  if (done !== 1) throw new Error(`order ${id} was not ${what}`);
}

export async function ownDelivery(bench: Bench): Promise<void> {
  await bench.app.database.owner.query(
    `insert into shipping_channel (company_id, name, carrier, platform_carrier_code, is_default) values ($1, 'Own van', 'own', 'Other', true)`,
    [bench.companyId],
  );
}

async function confirmedOrders(bench: Bench, world: World): Promise<number[]> {
  for (let at = 0; at < ORDERS; at += 200)
    await bench.app.database.inCompany(bench.ctx, (tx) =>
      intakeOrders(
        tx,
        world.shop,
        Array.from({ length: 200 }, (_, i) => makeOrder(world, at + i, 3)),
      ),
    );
  await bench.app.database.owner.query('analyze');
  const found = await bench.app.database.owner.query('select id from sales_order where company_id = $1 order by id', [
    bench.companyId,
  ]);
  return found.rows.map((row: { id: number }) => row.id);
}
