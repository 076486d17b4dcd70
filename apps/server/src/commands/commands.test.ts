import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../core/config.ts';
import { openApp } from '../core/start.ts';

const scratch = mkdtempSync(join(tmpdir(), 'tradewind-commands-'));
const data = join(scratch, 'data');
const file = join(scratch, 'all.backup');

const environment = (folder: string) => ({
  PATH: process.env.PATH,
  TRADEWIND_DATA: folder,
  TRADEWIND_DEMO: 'off',
  LOG_LEVEL: 'silent',
});

function command(name: string, args: string[], folder = data, more: Record<string, string> = {}) {
  const script = join(import.meta.dirname, `${name}.ts`);
  const ended = spawnSync(process.execPath, [script, ...args], {
    env: { ...environment(folder), ...more },
    encoding: 'utf8',
  });
  return { code: ended.status, said: ended.stdout + ended.stderr };
}

async function withDatabase<T>(folder: string, work: (query: pg.Pool) => Promise<T>): Promise<T> {
  const opened = await openApp(readConfig(environment(folder)));
  const result = await work(opened.app.database.owner);
  await opened.close();
  return result;
}

beforeAll(async () => {
  await withDatabase(data, (query) => query.query(`create table keepsake as select 'first'::text as word`));
  await mkdir(join(data, 'files/1'), { recursive: true });
  writeFileSync(join(data, 'files/1/label.pdf'), 'a label');
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const word = (folder: string) =>
  withDatabase(folder, async (query) => (await query.query('select word from keepsake')).rows[0]?.word);

test('a backup brings database, files and secret to another folder', async () => {
  expect(command('backup', [file])).toMatchObject({ code: 0 });
  const other = join(scratch, 'other');
  const restored = command('restore', [file], other);
  expect(restored.said).toContain('Restored');
  expect(await word(other)).toBe('first');
  expect(readFileSync(join(other, 'files/1/label.pdf'), 'utf8')).toBe('a label');
  expect(readFileSync(join(other, 'secret'), 'utf8')).toBe(readFileSync(join(data, 'secret'), 'utf8'));
});

test('a restore never overwrites unless forced, and then puts aside what was there', async () => {
  const third = join(scratch, 'third');
  command('restore', [file], third);
  await withDatabase(third, (query) => query.query(`update keepsake set word = 'second'`));
  const refused = command('restore', [file], third);
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.said).toContain('--force');
  expect(await word(third)).toBe('second');
  expect(command('restore', [file, '--force'], third)).toMatchObject({ code: 0 });
  expect(await word(third)).toBe('first');
  const aside = readdirSync(third).find((name) => name.startsWith('replaced-')) ?? '';
  expect(existsSync(join(third, aside, 'postgres', 'PG_VERSION'))).toBe(true);
});

test('a running Tradewind is neither copied nor overwritten', async () => {
  const opened = await openApp(readConfig(environment(data)));
  const copied = command('backup', [join(scratch, 'hot.backup')]);
  const restored = command('restore', [file, '--force']);
  await opened.close();
  for (const answer of [copied, restored]) {
    expect(answer.code).toBe(1);
    expect(answer.said).toContain(`process id ${process.pid}`);
  }
  expect(existsSync(join(scratch, 'hot.backup'))).toBe(false);
});

test('what cannot be done is told in one line', () => {
  const cases = [
    command('backup', []),
    command('backup', [file]),
    command('backup', [join(scratch, 'x')], join(scratch, 'empty')),
    command('restore', [join(scratch, 'nowhere')]),
    command('restore', [join(data, 'secret')], join(scratch, 'fresh')),
    command('restore', [file], join(scratch, 'fresh'), { TRADEWIND_SECRET: 'x'.repeat(40) }),
    command('backup', [join(scratch, 'y')], data, { DATABASE_URL: 'postgres://a:b@localhost/c' }),
  ];
  for (const { code, said } of cases) {
    expect(code).toBe(1);
    expect(said.trim().split('\n')).toHaveLength(1);
  }
});
