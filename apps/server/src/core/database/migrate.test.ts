import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownServer, type Person, type TestServer } from '../../testing/harness.ts';
import type { Ctx } from '../context.ts';
import { EarlierPreview, migrate } from './migrate.ts';
import { sql } from './sql.ts';

const APP_PASSWORD = 'app-for-tests';
const SHIPPED = join(import.meta.dirname, '../../../migrations');
let server: TestServer;
let main: Person & { ctx: Ctx };
let folder: string;

beforeAll(async () => {
  server = await ownServer();
  main = await server.company();
  folder = await mkdtemp(join(tmpdir(), 'tradewind-migrations-'));
  for (const name of (await readdir(SHIPPED)).filter((n) => n.endsWith('.sql')))
    await copyFile(join(SHIPPED, name), join(folder, name));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const migrateNow = () => migrate(server.app.database.direct, APP_PASSWORD, folder);
const columns = async () =>
  (
    await server.app.database.direct.query(
      `select 1 from information_schema.columns where table_name = 'department' and column_name like 'new_%'`,
    )
  ).rowCount;

/** How many wait for a lock on the table that only a migration asks for. */
const waitingForTable = async () =>
  (
    await server.app.database.direct.query(
      `select 1 from pg_locks where relation = 'department'::regclass and mode = 'AccessExclusiveLock' and not granted`,
    )
  ).rowCount ?? 0;

describe('migrations', () => {
  it('change nothing when there is nothing new', async () => {
    const names = async () =>
      (await server.app.database.direct.query('select name from schema_migration order by name')).rows;
    const before = await names();
    await migrateNow();
    expect(await names()).toEqual(before);
  });

  it('are applied once when several processes start together', async () => {
    await writeFile(
      join(folder, '9000_new.sql'),
      'alter table department add column new_a int;\n--> statement-breakpoint\nalter table department add column new_b int;',
    );
    await Promise.all([migrateNow(), migrateNow(), migrateNow()]);
    expect(await columns()).toBe(2);
  });

  it('leave nothing behind when they fail, and say which', async () => {
    await writeFile(
      join(folder, '9001_bad.sql'),
      'alter table department add column new_c int;\n--> statement-breakpoint\nalter table no_such_table add column x int;',
    );
    await expect(migrateNow()).rejects.toThrow('9001_bad.sql');
    expect(await columns()).toBe(2);
    await rm(join(folder, '9001_bad.sql'));
  });

  it('apply under traffic: they wait their turn without making others wait behind them', async () => {
    await writeFile(join(folder, '9002_busy.sql'), 'alter table department add column new_d int;');
    let going = true;
    let written = 0;
    const traffic = Array.from({ length: 4 }, async () => {
      while (going) {
        await server.app.database.inCompany(main.ctx, (tx) =>
          tx.rows(sql`insert into department (company_id, name) values (${sql.company}, 'x' || gen_random_uuid())`),
        );
        written++;
        await sleep(5);
      }
    });
    const { promise: holding, resolve: hold } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const longRunning = server.app.database.inCompany(main.ctx, async (tx) => {
      await tx.rows(sql`insert into department (company_id, name) values (${sql.company}, 'long')`);
      hold();
      await released;
    });
    await holding;
    const migrated = migrateNow();
    await server.until(async () => (await waitingForTable()) > 0);
    // Everybody stands behind the migration now. It gives its place up, so they write although the long one still goes on.
    const inFlight = written + traffic.length;
    await server.until(async () => written > inFlight);
    release();
    await Promise.all([longRunning, migrated]);
    going = false;
    await Promise.all(traffic);
    expect(await columns()).toBe(3);
    const kept = await server.app.database.direct.query(
      `select count(*)::int as n from department where name like 'x%'`,
    );
    expect(kept.rows[0].n).toBe(written);
  });

  it('give the application its rights on what is new, and none on the ledgers’ past', async () => {
    await writeFile(
      join(folder, '9003_table.sql'),
      'create table new_thing (company_id int not null, id int not null, primary key (company_id, id));',
    );
    await migrateNow();
    await server.app.database.pool.query('select * from new_thing');
    await expect(server.app.database.pool.query('delete from stock_movement')).rejects.toMatchObject({ code: '42501' });
  });

  it('refuse a database of an earlier preview', async () => {
    const rename = (from: string, to: string) =>
      server.app.database.direct.query('update schema_migration set name = $2 where name = $1', [from, to]);
    await rename('0000_baseline.sql', '0000_first.sql');
    await expect(migrateNow()).rejects.toThrow(EarlierPreview);
    await rename('0000_first.sql', '0000_baseline.sql');
    await migrateNow();
  });
});
