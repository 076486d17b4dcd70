import { readdir, readFile } from 'node:fs/promises';
import { join as path } from 'node:path';
import { exportReport } from '@tradewind/contract/reports.ts';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../../core/config.ts';
import { joinApp, type OpenApp } from '../../core/start.ts';
import { callOver, until } from '../harness.ts';
import { runs } from '../property.ts';
import { freePort, Program } from './program.ts';
import { makeWorld } from './world.ts';

const ROWS = runs(100_000, 1_000_000);
const KILLS = runs(1, 8);

const stop: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const each of stop.reverse()) await each();
});

/** Kills the program once rows have gone to the file: the next word on its progress has to wait. */
async function killWhileWriting(program: Program, { app }: OpenApp, exportId: number): Promise<void> {
  const stateOf = async () =>
    (await app.database.owner.query('select state from export_file where id = $1', [exportId])).rows[0]?.state;
  await until(async () => (await stateOf()) === 'running', 60);
  const holder = await app.database.owner.connect();
  holder.on('error', () => {});
  try {
    await holder.query('begin');
    await holder.query('select from export_file where id = $1 for update', [exportId]);
    await until(async () => {
      const waiting = await app.database.owner.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%export_file%'`,
      );
      return waiting.rowCount !== 0;
    }, 60);
    expect(await stateOf()).toBe('running');
    await program.kill();
  } finally {
    holder.release(true);
  }
}

it(
  `a program killed while it writes ${ROWS} rows makes the file from its beginning, once, with every row`,
  async () => {
    const world = await makeWorld(await freePort(), 'http://127.0.0.1:9', async ({ app, companyId }) => {
      await app.database.owner.query(
        `insert into sku_day (company_id, on_day, shop_id, product_id, country, units, refunded_units, goods, shipping, discount, refund,
           platform_fee, advertising, goods_cost, label_cost, other_cost, fresh)
         select $1, '2026-10-05', 0, n, 'US', 1, 0, n, 0, 0, 0, 0, 0, 0, 0, 0, false from generate_series(1, $2::int) n`,
        [companyId, ROWS],
      );
      return {};
    });
    const program = new Program(world.env);
    stop.push(() => program.stop());
    await program.start();
    const days = { from: '2026-10-01', to: '2026-10-20' };
    const answered = await callOver(
      program.url,
      exportReport,
      { report: 'product', ...days, dimensions: ['product'], measures: ['goods'], format: 'csv' },
      world.token,
    );
    expect(answered.code).toBe(200);
    const { exportId } = answered.data;
    for (let kill = 0; kill < KILLS; kill++) {
      const joined = await joinApp(readConfig(world.env));
      if (!joined) throw new Error('no database runs on this data folder');
      await killWhileWriting(program, joined, exportId);
      await joined.close();
      await program.start();
    }
    const joined = await joinApp(readConfig(world.env));
    if (!joined) throw new Error('no database runs on this data folder');
    stop.push(() => joined.close());
    const row = await until(async () => {
      const { rows } = await joined.app.database.owner.query('select * from export_file where id = $1', [exportId]);
      return rows[0]?.state === 'running' || rows[0]?.state === 'queued' ? undefined : rows[0];
    }, 240);
    expect(row).toMatchObject({ state: 'done', rows_done: ROWS, error: null });
    const folder = path(world.env.TRADEWIND_DATA ?? '', 'files');
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
    expect(files).toHaveLength(1);
    const text = await readFile(path(folder, row.file_key), 'utf8');
    const lines = text.trimEnd().split('\n').slice(1);
    expect(lines).toHaveLength(ROWS);
    const sum = lines.reduce((all, line) => all + Number(line.split(',').at(-1)), 0);
    expect(sum).toBe((ROWS * (ROWS + 1)) / 2);
  },
  runs(5, 60) * 60_000,
);
