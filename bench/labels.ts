import http from 'node:http';
import { performance } from 'node:perf_hooks';
import { buyLabel, saveChannel, saveOrUpdateUpsAuth } from '@tradewind/contract/logistics.ts';
import { allocateOrders } from '@tradewind/contract/orders.ts';
import { createWavesCall, packOutboundsCall, pickAll } from '@tradewind/contract/warehouse.ts';
import { intakeOrders } from '../apps/server/src/areas/orders/public.ts';
import { type Bench, Client, type Figures, openBench, percentile, round } from './lib.ts';
import { type StandIns, startStandIns } from './stand-ins.ts';
import { makeOrder, makeWorld } from './world.ts';

const LABELS = 500;
const BUYERS = 8;
const CARRIER_MS = 150;
/** What a purchase asks the carrier: its rates, then the label. */
const CALLS = 2;

/** Packed boxes, whose labels eight buyers buy over HTTP from a stand-in that answers after 150 ms. */
export async function labels(): Promise<Figures> {
  const standIns = await startStandIns();
  const bench = await openBench();
  try {
    process.env.SANDBOX_PORT = new URL(standIns.url).port;
    const boxes = await packedBoxes(bench);
    const url = await bench.startApi(18_306);
    const clients = Array.from({ length: BUYERS }, () => new Client(url, bench.token));
    const [first] = clients as [Client, ...Client[]];
    await account(first);
    // The first label asks for a token as well.
    await first.call(buyLabel, { outboundId: boxes.shift() ?? 0 });
    await standIns.control('faults', { platform: 'ups', slowMs: CARRIER_MS });
    const times = await together(boxes, (outboundId, buyer) =>
      (clients[buyer] ?? first).call(buyLabel, { outboundId }),
    );
    const doubled = (await sold(standIns)) - LABELS - 1;
    for (const client of clients) client.close();
    return {
      ...{ labels: LABELS, buyers: BUYERS, doubled, seconds: times.seconds, bareSeconds: await bare() },
      ...{ labelP50Ms: times.p50, labelP95Ms: times.p95, unit: 's' },
    };
  } finally {
    await bench.close();
    await standIns.stop();
  }
}

async function together<T>(all: readonly T[], work: (one: T, worker: number) => Promise<unknown>) {
  const took: number[] = [];
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: BUYERS }, async (_, worker) => {
      for (let at = next++; at < all.length; at = next++) {
        const start = performance.now();
        await work(all[at] as T, worker);
        took.push(performance.now() - start);
      }
    }),
  );
  const seconds = round((performance.now() - began) / 1000);
  return { seconds, p50: round(percentile(took, 0.5)), p95: round(percentile(took, 0.95)) };
}

/** The same calls to something that only waits. */
async function bare(): Promise<number> {
  const server = http.createServer((_request, response) => void setTimeout(() => response.end('{}'), CARRIER_MS));
  await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as { port: number };
  const { seconds } = await together(Array.from({ length: LABELS }), async () => {
    for (let call = 0; call < CALLS; call++) await (await fetch(`http://127.0.0.1:${port}/`)).text();
  });
  server.closeAllConnections();
  server.close();
  return seconds;
}

async function sold({ url }: StandIns): Promise<number> {
  const answer = await fetch(`${url}/control/summary`);
  const { ups } = (await answer.json()) as { ups: { parcels: number; voided: number } };
  return ups.parcels - ups.voided;
}

async function account(client: Client): Promise<void> {
  const keys = { clientId: 'ups-client-demo', clientSecret: 'ups-secret-demo' };
  const { id: carrierAccountId } = await client.call(saveOrUpdateUpsAuth, {
    account: { carrier: 'ups', name: 'UPS', accountNumber: 'A1B2C3', keys, sandbox: true },
  });
  const channel = { name: 'UPS', carrier: 'ups', carrierAccountId, platformCarrierCode: 'UPS' } as const;
  await client.call(saveChannel, { channel });
}

async function packedBoxes(bench: Bench): Promise<number[]> {
  const world = await makeWorld(bench, 500, 1_000);
  const { app, ctx, companyId } = bench;
  const orders = Array.from({ length: LABELS + 1 }, (_, n) => makeOrder(world, n, 1));
  await app.database.inCompany(ctx, (tx) => intakeOrders(tx, world.shop, orders));
  const { rows } = await app.database.owner.query('select id from sales_order where company_id = $1 order by id', [
    companyId,
  ]);
  const orderIds = rows.map((row: { id: number }) => row.id);
  const client = new Client(await bench.startApi(18_307), bench.token);
  await client.call(allocateOrders, { ids: orderIds });
  const { waves } = await client.call(createWavesCall, { orderIds });
  const outboundIds = waves.flatMap((wave) => wave.outboundIds);
  await client.call(pickAll, { outboundIds });
  const boxes = outboundIds.map((outboundId) => ({ outboundId, weightGrams: 900 }));
  await client.call(packOutboundsCall, { boxes, checked: 'all' });
  client.close();
  return outboundIds;
}
