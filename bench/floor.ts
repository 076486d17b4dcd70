import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { startEmbedded } from '../apps/server/src/core/database/embedded.ts';

/** What this machine can do at best, in the run of a measurement: figures of two machines compare by their floors. */
export interface Floor {
  /** Round trips of `select 1` on one connection: median and 95th percentile. */
  roundTripMs: number;
  roundTripP95Ms: number;
  /** Rows a second: order lines of 12 columns with a primary key and one more index, 1,000 a statement. */
  insertRowsPerSecond: number;
  /** The newest 50 rows of one group in 200,000, by an index that holds their order: median. */
  pageMs: number;
  /** Durable commits of one small row, one after the other: median. */
  commitMs: number;
}

const ROWS = 200_000;
const AT_ONCE = 1_000;
const ms = (value: number) => Math.round(value * 1000) / 1000;

async function timed(times: number, work: (turn: number) => Promise<unknown>): Promise<{ p50: number; p95: number }> {
  const took: number[] = [];
  for (let turn = 0; turn < times; turn++) {
    const began = performance.now();
    await work(turn);
    took.push(performance.now() - began);
  }
  took.sort((a, b) => a - b);
  return { p50: ms(took[Math.floor(times / 2)] ?? 0), p95: ms(took[Math.floor(times * 0.95)] ?? 0) };
}

/** Nothing of ours but the embedded PostgreSQL with its default durability and one bare connection. */
export async function measureFloor(): Promise<Floor> {
  const folder = await mkdtemp(join(tmpdir(), 'tradewind-floor-'));
  await chmod(folder, 0o755);
  const server = await startEmbedded(folder, 'floor');
  const client = new pg.Client({ connectionString: server.url('postgres') });
  try {
    await client.connect();
    await client.query(`create table line (company_id int, id bigint, order_id bigint, product_id bigint, sku text, title text,
      quantity int, price numeric, tax numeric, state text, at timestamptz, note text, primary key (company_id, id))`);
    await client.query('create index line_newest on line (company_id, state, at desc, id desc)');
    const one = { name: 'one', text: 'select 1' };
    await timed(500, () => client.query(one));
    const roundTrip = await timed(3_000, () => client.query(one));
    const insert = {
      name: 'insert',
      text: `insert into line select 1, n, n / 3, n % 5000, 'SKU-' || n, 'A title of forty characters or so, as usual', 1 + n % 4,
        12.5, 0.8, 'state' || n % 8, now() - n * interval '1 minute', '' from generate_series($1::bigint, $2::bigint) n`,
    };
    const began = performance.now();
    for (let from = 1; from <= ROWS; from += AT_ONCE)
      await client.query({ ...insert, values: [from, from + AT_ONCE - 1] });
    const seconds = (performance.now() - began) / 1000;
    await client.query('vacuum analyze line');
    const page = {
      name: 'page',
      text: 'select * from line where company_id = 1 and state = $1 order by at desc, id desc limit 50',
    };
    const pages = await timed(1_000, (turn) => client.query({ ...page, values: [`state${turn % 8}`] }));
    const commits = await timed(200, (turn) => client.query({ ...insert, values: [ROWS + turn + 1, ROWS + turn + 1] }));
    return {
      roundTripMs: roundTrip.p50,
      roundTripP95Ms: roundTrip.p95,
      insertRowsPerSecond: Math.round(ROWS / seconds),
      pageMs: pages.p50,
      commitMs: commits.p50,
    };
  } finally {
    await client.end();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
