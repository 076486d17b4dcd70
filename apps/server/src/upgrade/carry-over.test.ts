import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCompany } from '../areas/company/public.ts';
import { makeOrder, openWorld, walk } from '../areas/orders/orders.testing.ts';
import type { App } from '../core/app.ts';
import { type Config, readConfig } from '../core/config.ts';
import { systemContext } from '../core/context.ts';
import { Vault } from '../core/crypto.ts';
import { Database } from '../core/database/database.ts';
import { type Binaries, majorOf, startEmbedded } from '../core/database/embedded.ts';
import { migrate } from '../core/database/migrate.ts';
import { openFiles } from '../core/files.ts';
import { openMailer } from '../core/mail.ts';
import { asRole, databasePassword, ensureDatabase, openApp } from '../core/start.ts';
import type { TestServer } from '../testing/harness.ts';
import { runs } from '../testing/property.ts';
import { carryOver } from './carry-over.ts';
import { contentsOf } from './copy-database.ts';
import { olderPrograms } from './older-programs.ts';

const OLD = '17';
const KILLS = runs(2, 20);
const scratch = mkdtempSync(join(tmpdir(), 'tradewind-upgrade-'));
const data = join(scratch, 'data');
const env = { TRADEWIND_DATA: data, TRADEWIND_DEMO: 'off', TRADEWIND_ROLES: 'api', LOG_LEVEL: 'silent' };
const RUN = `const { carryOver } = await import(${JSON.stringify(join(import.meta.dirname, 'carry-over.ts'))});
  const { readConfig } = await import(${JSON.stringify(join(import.meta.dirname, '../core/config.ts'))});
  await carryOver(readConfig(process.env), () => {});`;
let config: Config;
let older: Binaries;
let before: Map<string, string>;

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

async function withDatabase<T>(programs: Binaries | undefined, work: (database: Database) => Promise<T>): Promise<T> {
  const password = databasePassword(config);
  const server = await startEmbedded(data, password, {}, programs);
  const url = await ensureDatabase(server.url('postgres'), server.url('tradewind'));
  const database = new Database({ owner: url, app: asRole(url, 'tradewind_app', password) }, { onError: () => {} });
  try {
    return await work(database);
  } finally {
    await database.close();
    await server.stop();
  }
}

beforeAll(async () => {
  chmodSync(scratch, 0o755);
  config = readConfig(env);
  older = await olderPrograms(OLD, join(scratch, 'programs'));
  before = await withDatabase(older, async (database) => {
    await migrate(database.owner, databasePassword(config));
    const app: App = {
      ...{ config, database, vault: new Vault(config.secret), log: pino({ level: 'silent' }) },
      ...{ files: await openFiles(config), mailer: openMailer(config) },
    };
    const company = async () => {
      const companyId = await createCompany(app, { name: 'Older', validated: true });
      return { companyId, ctx: systemContext(companyId, 'test'), userId: 0, userLoginId: 'test', token: '' };
    };
    const world = await openWorld({ app, company } as TestServer, { stock: 50 });
    await world.take(Array.from({ length: 20 }, (_, n) => makeOrder(`OLD-${n}`)));
    await walk(world, await world.idOf('OLD-3'), 'reserve');
    return contentsOf(database.owner);
  });
});

it('carries a server of the major version before over, whatever kills it meanwhile', async () => {
  expect(await majorOf(join(data, 'postgres'))).toBe(OLD);
  await expect(openApp(config)).rejects.toThrow('npm start carries it over');
  for (let kill = 0; kill < KILLS; kill++) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', RUN], { env: { ...process.env, ...env } });
    const gone = once(child, 'exit');
    await sleep(1000 + Math.random() * 6000);
    child.kill('SIGKILL');
    await gone;
  }
  const done = (await majorOf(join(data, 'postgres'))) !== OLD && !existsSync(join(data, 'upgrading'));
  const lines: string[] = [];
  await carryOver(config, (line) => void lines.push(line));
  expect(await majorOf(join(data, 'postgres'))).toBe('18');
  expect(lines.at(-1)).toEqual(done ? undefined : expect.stringContaining('equal in every table'));
  expect(readdirSync(data)).toContain(`postgres-${OLD}`);
  expect(existsSync(join(data, 'upgrading'))).toBe(false);
  const after = await withDatabase(undefined, (database) => contentsOf(database.owner));
  expect(Object.fromEntries(after)).toEqual(Object.fromEntries(before));
  // Its sequences go on behind the last number.
  const [next, most] = await withDatabase(undefined, async ({ owner }) => {
    const { rows } = await owner.query(
      `select nextval(pg_get_serial_sequence('sales_order', 'id')) as next, (select max(id) from sales_order) as most`,
    );
    return [rows[0].next, rows[0].most];
  });
  expect(next).toBeGreaterThan(most);
});

it('ends a swap that was killed between its two steps, and leaves a folder of ours alone', async () => {
  mkdirSync(join(data, 'upgrading'));
  writeFileSync(join(data, 'upgrading/complete'), '');
  renameSync(join(data, 'postgres'), join(data, 'upgrading/postgres'));
  await carryOver(config, () => {});
  expect(await majorOf(join(data, 'postgres'))).toBe('18');
  expect(existsSync(join(data, 'upgrading'))).toBe(false);
  const lines: string[] = [];
  await carryOver(config, (line) => void lines.push(line));
  expect(lines).toEqual([]);
});
