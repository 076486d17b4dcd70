import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { listStock } from '@tradewind/contract/stock.ts';
import { listStockProducts } from '@tradewind/contract/stock-views.ts';
import { createWavesCall, sendScans } from '@tradewind/contract/warehouse.ts';
import { intakeOrders, reserveWaiting } from '../apps/server/src/areas/orders/public.ts';
import { stockMonthParts } from '../apps/server/src/areas/stock/public.ts';
import { sweepCompany } from '../apps/server/src/areas/stock/sweep.ts';
import { type Bench, Client, type Figures, log, openBench, percentile, round, timesOf } from './lib.ts';
import { pickPaths } from './pick-path.ts';
import { makeOrder, makeWorld, type World } from './world.ts';

const SCANNERS = 20;
/** What a scanner sends together while it has a connection. */
const SENT_TOGETHER = 1;
/** So many scans of each scanner at the pace of people, this long after one another. */
const PACED = 50;
const PACE_MS = 200;
const PART = 2_000;
const MONTH = '2026-09-01';

/**
 * A house at work: the stock list of many products in three warehouses, one big wave, twenty scanners that pick it
 * through the scan log, a month's inventory out of a long ledger, and how much walking a tour saves. Arguments: products, orders of the wave,
 * movements of the month.
 */
export async function warehouse(args: string[]): Promise<Figures> {
  const [products = 20_000, orders = 2_000, movements = 1_000_000] = args.map(Number);
  const bench = await openBench();
  const world = await makeWorld(bench, products, 1_000);
  await twoMoreWarehouses(bench);
  await sweepCompany(bench.app, bench.ctx);
  await bench.app.database.owner.query('vacuum analyze');
  log('loaded');
  const url = await bench.startApi(18_312);
  const client = new Client(url, bench.token);
  const lists = await listTimes(client);
  log('lists');
  const wave = await bigWave(bench, world, client, orders);
  log('wave');
  const scans = await scanAll(bench, url);
  log('scans');
  const month = await monthOf(bench, world, movements);
  client.close();
  await bench.close();
  const pathSavedShare = round(pickPaths().shorterThanNumberPercent / 100, 3);
  return { products, ...lists, ...wave, ...scans, ...month, pathSavedShare, unit: 'ms, s, scans/s' };
}

const p = (times: readonly number[], share: number) => round(percentile(times, share));

/** The same goods in two warehouses more, in the shape that the ledger leaves. */
async function twoMoreWarehouses({ app, companyId }: Bench): Promise<void> {
  const { owner } = app.database;
  for (const code of ['W2', 'W3']) {
    const made = await owner.query(
      `insert into warehouse (company_id, code, name, kind, address) select company_id, $2, $2, kind, address from warehouse
       where company_id = $1 and code = 'W1' returning id`,
      [companyId, code],
    );
    await owner.query(
      `insert into stock_balance (company_id, warehouse_id, product_id, on_hand)
       select company_id, $2, product_id, (product_id * 7919) % 997 from stock_balance where company_id = $1
         and warehouse_id = (select id from warehouse where company_id = $1 and code = 'W1')`,
      [companyId, made.rows[0].id],
    );
  }
}

async function listTimes(client: Client): Promise<Figures> {
  const later = { sort: 'available', order: 'asc', pageSize: 50 } as const;
  const page = (i: number) => 1 + (i % 20);
  const server = await timesOf(200, (i) => client.text(listStock, { ...later, page: page(i) }));
  const product = await timesOf(200, (i) => client.text(listStockProducts, { ...later, page: page(i) }));
  const value = await timesOf(200, (i) => client.text(listStock, { ...later, sort: 'value', page: page(i) }));
  return {
    stockListP50Ms: p(server, 0.5),
    stockListP95Ms: p(server, 0.95),
    byProductP50Ms: p(product, 0.5),
    byProductP95Ms: p(product, 0.95),
    byValueP95Ms: p(value, 0.95),
  };
}

/** Orders of three lines, reserved, taken into waves by one press of the button. */
async function bigWave(bench: Bench, world: World, client: Client, orders: number): Promise<Figures> {
  const { database } = bench.app;
  for (let at = 0; at < orders; at += 200)
    await database.inCompany(bench.ctx, (tx) =>
      intakeOrders(
        tx,
        world.shop,
        Array.from({ length: Math.min(200, orders - at) }, (_, i) => makeOrder(world, at + i, 3)),
      ),
    );
  await reserveWaiting(bench.app, bench.ctx);
  await database.owner.query('analyze');
  const found = await database.owner.query<{ id: number }>(
    `select id from outbound where company_id = $1 and state = 'waiting' order by id`,
    [bench.companyId],
  );
  const ids = found.rows.map((row) => Number(row.id));
  const began = performance.now();
  let waved = 0;
  // As many as one call takes.
  for (let at = 0; at < ids.length; at += 1000) {
    const made = await client.call(createWavesCall, { outboundIds: ids.slice(at, at + 1000) });
    waved += made.waves.reduce((sum, wave) => sum + wave.outboundIds.length, 0);
  }
  return { waveOrders: waved, waveSeconds: round((performance.now() - began) / 1000, 2) };
}

interface Stop {
  id: number;
  wave: number;
  quantity: number;
  location: string;
  sku: string;
}

/**
 * Each scanner picks waves of its own and tells each stop as it is done: at first as fast as very quick people are (five
 * a second each), then without a breath in between.
 */
async function scanAll(bench: Bench, url: string): Promise<Figures> {
  const found = await bench.app.database.owner.query<Stop>(
    `select l.id, l.wave_id as wave, l.quantity, o.code as location, coalesce(p.barcode, p.sku) as sku from pick_line l
     join location o on o.company_id = $1 and o.id = l.location_id join product p on p.company_id = $1 and p.id = l.product_id
     where l.company_id = $1 and l.state = 'open' order by l.wave_id, l.path_order, l.id`,
    [bench.companyId],
  );
  const waves = [...new Set(found.rows.map((stop) => stop.wave))];
  const paced: number[] = [];
  const times: number[] = [];
  const refused: string[] = [];
  let seconds = 0;
  await Promise.all(
    Array.from({ length: SCANNERS }, async (_, scanner) => {
      const client = new Client(url, bench.token);
      const mine = found.rows.filter((stop) => waves.indexOf(stop.wave) % SCANNERS === scanner);
      let began = 0;
      // Nobody begins at the same moment as everybody.
      await sleep((scanner * PACE_MS) / SCANNERS);
      for (let at = 0; at < mine.length; at += SENT_TOGETHER) {
        if (at < PACED) await sleep(PACE_MS);
        else began ||= performance.now();
        const start = performance.now();
        const { answers } = await client.call(sendScans, {
          device: `bench-scanner-${scanner}`,
          scans: mine.slice(at, at + SENT_TOGETHER).map((stop, i) => ({
            seq: at + i + 1,
            kind: 'pick',
            at: new Date().toISOString(),
            payload: {
              pickLineId: Number(stop.id),
              quantity: stop.quantity,
              locationCode: stop.location,
              code: stop.sku,
            },
          })),
        });
        (at < PACED ? paced : times).push(performance.now() - start);
        for (const answer of answers) if (answer.outcome === 'refused') refused.push(String(answer.code));
      }
      seconds = Math.max(seconds, (performance.now() - began) / 1000);
      client.close();
    }),
  );
  for (const code of new Set(refused)) log(`refused: ${code}`);
  return {
    scans: found.rows.length,
    refused: refused.length,
    scanP50Ms: p(paced, 0.5),
    scanP95Ms: p(paced, 0.95),
    scansPerSecond: round(times.length / seconds, 0),
    breathlessP50Ms: p(times, 0.5),
    breathlessP95Ms: p(times, 0.95),
  };
}

/** A month of movements beside those that are there: the inventory of all products, read in parts to its end. */
async function monthOf(bench: Bench, world: World, movements: number): Promise<Figures> {
  const { owner } = bench.app.database;
  const client = await owner.connect();
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into stock_movement (company_id, at, warehouse_id, product_id, location_id, on_hand, reason, doc_kind, doc_id, doc_line, step, user_id, actor)
     select $1, (timestamp '2026-09-01' at time zone (select time_zone from company where id = $1)) + make_interval(secs => n * 2592000.0 / $3), $2, ($4::bigint[])[(n / 2) % cardinality($4::bigint[]) + 1], $5,
       case when n % 2 = 0 then 3 else -3 end, case when n % 2 = 0 then 'receipt' else 'shipment' end, 'bench', n, 0, 'move', 0, 'bench'
     from generate_series(0, $3::bigint - 1) n`,
    [bench.companyId, world.warehouseId, movements, world.productIds, world.locationIds[0]],
  );
  await client.query('reset session_replication_role');
  client.release();
  await owner.query('vacuum analyze stock_movement');
  const times: number[] = [];
  let rows = 0;
  let moved = 0;
  const began = performance.now();
  let last = began;
  for await (const part of stockMonthParts(bench.app, bench.ctx, { month: MONTH }, PART)) {
    times.push(performance.now() - last);
    last = performance.now();
    rows += part.length;
    moved += part.reduce((sum, row) => sum + row.movedIn + row.movedOut, 0);
  }
  if (moved !== 3 * movements) throw new Error(`the month tells of ${moved} units, not ${3 * movements}`);
  return {
    movements,
    monthRows: rows,
    monthMs: round(performance.now() - began, 0),
    monthFirstPartMs: round(times[0] ?? 0),
  };
}
