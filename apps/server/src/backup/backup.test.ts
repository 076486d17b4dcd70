import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCompany } from '../areas/company/public.ts';
import { makeOrder, type OrderWorld, openWorld, walk } from '../areas/orders/orders.testing.ts';
import type { App } from '../core/app.ts';
import { readConfig } from '../core/config.ts';
import { systemContext } from '../core/context.ts';
import { sql } from '../core/database/sql.ts';
import { openApp } from '../core/start.ts';
import { type TestServer, until } from '../testing/harness.ts';
import { listBases } from './base.ts';
import { keepBackup } from './keeper.ts';
import { type BackupStore, openStore } from './store.ts';
import { type TrialReport, tryRestore } from './trial.ts';

const scratch = mkdtempSync(join(tmpdir(), 'tradewind-backup-test-'));
const data = join(scratch, 'data');
const kept = join(scratch, 'kept');
const SECRET = 'a secret of thirty-two characters';
const environment = (folder: string, store = kept) => ({
  PATH: process.env.PATH,
  TMPDIR: tmpdir(),
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(scratch, 'compiled'),
  TRADEWIND_DATA: folder,
  TRADEWIND_SECRET: SECRET,
  TRADEWIND_DEMO: 'off',
  BACKUP_URL: pathToFileURL(store).href,
  LOG_LEVEL: 'silent',
});

/** Beside this process, which sends the log meanwhile. */
async function command(name: string, args: string[], env: NodeJS.ProcessEnv = environment(data)) {
  const script = join(import.meta.dirname, '../commands', `${name}.ts`);
  const child = spawn(process.execPath, [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stdout.on('data', (text) => (said += text));
  child.stderr.on('data', (text) => (said += text));
  const [code] = await once(child, 'close');
  return { code, said, report: () => JSON.parse(said) as TrialReport };
}

function openCompany(app: App): Promise<OrderWorld> {
  const company = async () => {
    const companyId = await createCompany(app, { name: 'Test', validated: true });
    return { companyId, ctx: systemContext(companyId, 'test'), userId: 0, userLoginId: 'test', token: '' };
  };
  return openWorld({ app, company } as TestServer, { stock: 50 });
}

/** The same as the command does, in this process. */
const dryRun = (env: NodeJS.ProcessEnv, at?: string) =>
  tryRestore(readConfig(env), env.BACKUP_URL ?? '', at ? new Date(at) : undefined);

/** As a machine that is gone, with its disk. What the server was writing is not saved. */
function lose(folder: string): void {
  const [pid] = readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n');
  process.kill(Number(pid), 'SIGKILL');
  rmSync(join(folder, 'postgres'), { recursive: true });
}

/** Everything that is committed lies in the store. */
async function sent({ database }: App, store: BackupStore): Promise<void> {
  const { rows } = await database.owner.query<{ file: string }>('select pg_walfile_name(pg_current_wal_lsn()) as file');
  await database.owner.query('select pg_switch_wal()');
  await until(async () => (await store.list('')).some((name) => name.endsWith(`/${rows[0]?.file}.gz`)), 60);
}

let between: string;
beforeAll(async () => {
  const opened = await openApp(readConfig(environment(data)));
  const stop = await keepBackup(opened.app);
  const store = await openStore(environment(data).BACKUP_URL);
  const world = await openCompany(opened.app);
  await opened.app.files.put(world.main.companyId, 'label.pdf', Buffer.from('a label'));
  await world.take(['A', 'B', 'C'].map((no) => makeOrder(no)));
  // The program takes its first base by itself.
  await until(async () => (await listBases(store)).length === 1, 60);
  await world.take([makeOrder('D')]);
  await walk(world, await world.idOf('D'), 'reserve');
  // Names of bases are a second apart.
  await new Promise((resolve) => setTimeout(resolve, 1100));
  const now = await command('backup', ['now']);
  expect(now.code, now.said).toBe(0);
  expect(JSON.parse(now.said).figures).toMatchObject({ orders: '4', companies: '1' });
  await world.take(['E', 'F'].map((no) => makeOrder(no)));
  between = (await world.one<{ at: Date }>(sql`select clock_timestamp() as at`)).at.toISOString();
  await world.take(['G', 'H', 'I'].map((no) => makeOrder(no)));
  await sent(opened.app, store);
  lose(data);
  await stop();
  await opened.close();
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

it('is rehearsed: the figures are those at the backup, all checks hold, nothing is left', async () => {
  const before = readdirSync(tmpdir());
  const last = await command('restore', ['rehearse']);
  expect(last.code, last.said).toBe(0);
  const report = last.report();
  expect(report).toMatchObject({ ok: true, files: { recorded: 1, present: 1 }, checks: { companies: 1, broken: [] } });
  expect(report.counts.recorded).toMatchObject({ orders: '4' });
  expect(report.counts.restored).toEqual(report.counts.recorded);
  expect(report.counts.atTheEnd).toMatchObject({ orders: '9' });
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('tradewind-trial-') && !before.includes(name))).toEqual(
    [],
  );
});

it('brings back exactly what was there at a moment, and goes on from there', async () => {
  const other = join(scratch, 'other');
  const env = environment(other);
  const restored = await command('restore', [env.BACKUP_URL, '--at', between], env);
  expect(restored.code, restored.said).toBe(0);
  const asOf = / as of (\S+)\./.exec(restored.said)?.[1] ?? '';
  expect(Date.parse(asOf)).toBeLessThanOrEqual(Date.parse(between));
  const opened = await openApp(readConfig(env));
  const { owner } = opened.app.database;
  const { rows } = await owner.query<{ no: string }>('select platform_order_no as no from sales_order order by no');
  expect(rows.map(({ no }) => no)).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
  const [file = ''] = readdirSync(join(other, 'files'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.pdf'),
  );
  expect(readFileSync(join(other, 'files', file), 'utf8')).toBe('a label');
  // The store now has two lines of the log; the newer one counts.
  const stop = await keepBackup(opened.app);
  await owner.query(`update company set name = 'Later'`);
  await sent(opened.app, await openStore(env.BACKUP_URL));
  await stop();
  await opened.close();
  // Also by a machine whose secret has changed since.
  const report = await dryRun({ ...env, TRADEWIND_SECRET: 'n'.repeat(32), TRADEWIND_OTHER_SECRET: SECRET });
  expect(report, JSON.stringify(report)).toMatchObject({ ok: true, counts: { atTheEnd: { orders: '6' } } });
});

it('refuses half a base, a damaged one, and a log with a hole, which it names', async () => {
  const spoiled = join(scratch, 'spoiled');
  await cp(kept, spoiled, { recursive: true });
  const env = environment(join(scratch, 'nowhere'), spoiled);
  const [server = ''] = readdirSync(spoiled).filter((name) => /^\d+$/.test(name));
  const bases = join(spoiled, server, 'bases');
  const base = join(bases, readdirSync(bases).sort().at(-1) ?? '', 'base.tar.gz');
  const whole = readFileSync(base);
  writeFileSync(base, whole.subarray(0, whole.length - 1));
  await expect(dryRun(env)).rejects.toThrow('incomplete');
  const changed = Buffer.from(whole);
  changed[whole.length >> 1] = ~(whole[whole.length >> 1] ?? 0);
  writeFileSync(base, changed);
  await expect(dryRun(env)).rejects.toThrow('damaged');
  writeFileSync(base, whole);
  const log = join(spoiled, server, 'log');
  const { firstSegment } = JSON.parse(readFileSync(join(base, '../base.json'), 'utf8'));
  renameSync(join(log, `${firstSegment}.gz`), join(scratch, 'aside.gz'));
  const refused = await command('restore', ['rehearse'], env);
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining(`${firstSegment} of the log is missing`) });
  expect(refused.said.trim().split('\n')).toHaveLength(1);
  expect(existsSync(join(scratch, 'nowhere', 'postgres'))).toBe(false);
});

it('says in words what it cannot do', async () => {
  const env = environment(data);
  await expect(dryRun(env, '2001-01-01T00:00:00Z')).rejects.toThrow('no backup as old as');
  await expect(dryRun({ ...env, TRADEWIND_SECRET: 'another secret of thirty-two letters' })).rejects.toThrow(
    'under another secret',
  );
  await expect(dryRun(environment(data, join(scratch, 'empty')))).rejects.toThrow('holds no whole backup');
  const commands = await Promise.all([
    command('restore', ['rehearse', '--at', '2026-11-28 10:00']),
    command('restore', ['rehearse'], { ...env, BACKUP_URL: '' }),
    command('backup', ['now']),
  ]);
  for (const { code, said } of commands) {
    expect(code, said).toBe(1);
    expect(said.trim().split('\n')).toHaveLength(1);
  }
});
