import http from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { downloadExport, listExports } from '@tradewind/contract/catalog.ts';
import { exportOrders, getOrder, listOrders, orderTabs, printPapers } from '@tradewind/contract/orders.ts';
import { fillDesk } from './desk.fill.ts';
import { type Bench, Client, type Figures, log, openBench, percentile, round } from './lib.ts';
import { makeWorld } from './world.ts';

const PORT = 18_317;
const PRODUCTS = 2_000;
const LOOK_MS = 500;
/** One call prints at most so many. */
const PAPERS_AT_ONCE = 200;
const STATUSES = ['review', 'allocate', 'shipped', 'delivered', 'held'] as const;

/**
 * Two files of all orders and the papers of some, while people work: what that costs them, and what it costs the process.
 * Arguments: rows of a file, people, orders with papers, seconds of the people alone.
 */
export async function exportsBeside(args: string[]): Promise<Figures> {
  const [rows = 100_000, people = 50, papers = 500, seconds = 30] = args.map(Number);
  const bench = await openBench();
  const world = await makeWorld(bench, PRODUCTS, 0);
  await fillDesk(bench, world, [world.shop.id], rows);
  const ids = await idsOf(bench);
  const url = await bench.startApi(PORT, 'api,worker');
  const before = await bench.peakMegabytes();
  await work(url, bench, ids, people, sleep(5_000));
  const alone = await work(url, bench, ids, people, sleep(seconds * 1000));
  log(`alone: p95 ${round(percentile(alone, 0.95), 1)} ms`);
  const files = Promise.all([
    exported(url, bench.token, rows),
    exported(url, bench.token, rows),
    printed(url, bench.token, ids.slice(0, papers)),
  ]);
  const beside = await work(url, bench, ids, people, files);
  const [first, second, paper] = await files;
  const peak = await bench.peakMegabytes();
  const floor = await rawSeconds(bench);
  await bench.close();
  return {
    rows,
    people,
    papers,
    aloneReads: alone.length,
    aloneP50Ms: round(percentile(alone, 0.5), 1),
    aloneP95Ms: round(percentile(alone, 0.95), 1),
    besideReads: beside.length,
    besideP50Ms: round(percentile(beside, 0.5), 1),
    besideP95Ms: round(percentile(beside, 0.95), 1),
    besideP99Ms: round(percentile(beside, 0.99), 1),
    exportSeconds: round(Math.max(first.seconds, second.seconds), 1),
    exportMegabytes: round(first.bytes / 1024 ** 2, 1),
    papersSeconds: round(paper.seconds, 1),
    papersMegabytes: round(paper.bytes / 1024 ** 2, 1),
    memoryBeforeMegabytes: before,
    memoryPeakMegabytes: peak,
    /** PostgreSQL alone hands the same orders to one bare connection. */
    rawReadSeconds: floor,
    unit: 'ms, s, MB',
  };
}

async function idsOf(bench: Bench): Promise<number[]> {
  const found = await bench.app.database.owner.query<{ id: string }>(
    `select id from sales_order where company_id = $1 and status = 'shipped' order by id limit 5000`,
    [bench.companyId],
  );
  return found.rows.map(({ id }) => Number(id));
}

/** Milliseconds of each answer, until `end` is settled: lists of a state, searches, orders opened, tabs. */
async function work(
  url: string,
  bench: Bench,
  ids: number[],
  people: number,
  end: Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  let working = true;
  const ended = end.finally(() => {
    working = false;
  });
  const one = async (person: number) => {
    const client = new Client(url, bench.token);
    await sleep((LOOK_MS * person) / people);
    for (let n = person * 1009; working; n++) {
      const began = performance.now();
      if (n % 4 === 0) await client.text(listOrders, { status: STATUSES[n % STATUSES.length], pageSize: 50 });
      else if (n % 4 === 1) await client.text(listOrders, { text: `D${String(n % 900_000).padStart(9, '0')}` });
      else if (n % 4 === 2) await client.text(getOrder, { id: ids[n % ids.length] ?? 0 });
      else await client.text(orderTabs, {});
      times.push(performance.now() - began);
      await sleep(LOOK_MS);
    }
    client.close();
  };
  await Promise.all([ended, ...Array.from({ length: people }, (_, person) => one(person))]);
  return times;
}

interface Written {
  seconds: number;
  bytes: number;
}

async function exported(url: string, token: string, rows: number): Promise<Written> {
  const client = new Client(url, token);
  const began = performance.now();
  const { exportId } = await client.call(exportOrders, { filter: {} });
  for (;;) {
    const file = (await client.call(listExports, {})).rows.find(({ id }) => id === exportId);
    if (file?.state === 'failed') throw new Error('the export failed');
    if (file?.state === 'done') break;
    await sleep(100);
  }
  const bytes = await download(url, token, 'GET', `${downloadExport.path}?id=${exportId}`);
  const seconds = (performance.now() - began) / 1000;
  client.close();
  log(`${rows} rows in ${round(seconds, 1)} s`);
  return { seconds, bytes };
}

async function printed(url: string, token: string, ids: readonly number[]): Promise<Written> {
  const began = performance.now();
  let bytes = 0;
  for (let from = 0; from < ids.length; from += PAPERS_AT_ONCE) {
    const input = { ids: ids.slice(from, from + PAPERS_AT_ONCE), papers: ['invoice'] };
    bytes += await download(url, token, 'POST', printPapers.path, JSON.stringify(input));
  }
  return { seconds: (performance.now() - began) / 1000, bytes };
}

function download(url: string, token: string, method: string, path: string, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { token, ...(body ? { 'content-type': 'application/json' } : {}) };
    const request = http.request(`${url}/api${path}`, { method, headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () =>
        response.statusCode === 200 ? resolve(bytes) : reject(new Error(`${path}: ${response.statusCode}`)),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

async function rawSeconds(bench: Bench): Promise<number> {
  const began = performance.now();
  await bench.app.database.owner.query(
    `select o.*, (select json_agg(l) from order_line l where l.company_id = o.company_id and l.order_id = o.id) as lines
     from sales_order o where o.company_id = $1 order by o.id`,
    [bench.companyId],
  );
  return round((performance.now() - began) / 1000, 1);
}
