import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCompany } from '../areas/company/public.ts';
import { makeOrder, openWorld, walk } from '../areas/orders/orders.testing.ts';
import type { App } from '../core/app.ts';
import { readConfig } from '../core/config.ts';
import { systemContext } from '../core/context.ts';
import { openApp } from '../core/start.ts';
import type { TestServer } from '../testing/harness.ts';

const scratch = mkdtempSync(join(tmpdir(), 'tradewind-commands-'));
const data = join(scratch, 'data');
const file = join(scratch, 'all.backup');

const environment = (folder: string) => ({
  PATH: process.env.PATH,
  // Each command is a process, and reading the program takes most of its time.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(scratch, 'compiled'),
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

test('a backup that was cut or changed is refused as that, and nothing is touched', () => {
  const whole = readFileSync(file);
  const part = join(scratch, 'part.backup');
  const fresh = join(scratch, 'untouched');
  const refusal = (bytes: Buffer) => {
    writeFileSync(part, bytes);
    const { code, said } = command('restore', [part], fresh);
    expect([code, said.trim().split('\n').length, existsSync(join(fresh, 'postgres'))]).toEqual([1, 1, false]);
    return said;
  };
  // From the empty file over the name of the format and the first pages to the very last byte.
  for (const length of [0, 1, 2, 15, 400, whole.length >> 1, whole.length - 8, whole.length - 1])
    expect([length, refusal(whole.subarray(0, length))]).toEqual([length, expect.stringContaining('incomplete')]);
  const changed = Buffer.from(whole);
  changed[whole.length >> 1] = ~(whole[whole.length >> 1] ?? 0);
  expect(refusal(changed)).toContain('damaged');
  expect(refusal(Buffer.from('a letter'))).toContain('not a backup');
});

test('integrity checks every company or one, and names what is broken', async () => {
  const folder = join(scratch, 'checked');
  const opened = await openApp(readConfig(environment(folder)));
  const [whole, broken] = [await openCompany(opened.app), await openCompany(opened.app)];
  await whole.take([makeOrder('WHOLE-1')]);
  // What an order holds is known to the area of orders alone.
  await walk(whole, await whole.idOf('WHOLE-1'), 'reserve');
  await opened.app.database.owner.query(
    'update stock_balance set on_hand = on_hand + 1 where company_id = $1 and product_id = $2',
    [broken.main.companyId, broken.productIds[0]],
  );
  // Beside a running Tradewind.
  const one = command('integrity', [String(whole.main.companyId)], folder);
  expect(one).toEqual({ code: 0, said: expect.stringMatching(/^\d+ Test: \d+ checks hold\n$/) });
  await opened.close();
  // On its own.
  const all = command('integrity', [], folder);
  expect(all.code).toBe(1);
  expect(all.said).toContain(`${whole.main.companyId} Test: `);
  expect(all.said).toContain(`${broken.main.companyId} Test: 2 checks are broken`);
  expect(all.said).toContain('stock.balances: 1 rows\n    W1 · SKU-1 onHand: expected 50, is 51');
  expect(all.said.trim().split('\n').at(-1)).toBe('2 checks are broken.');
});

/** A world of orders on a program that serves nobody. */
function openCompany(app: App) {
  const company = async () => {
    const companyId = await createCompany(app, { name: 'Test', validated: true });
    return { companyId, ctx: systemContext(companyId, 'test'), userId: 0, userLoginId: 'test', token: '' };
  };
  return openWorld({ app, company } as TestServer, { stock: 50 });
}

test('what cannot be done is told in one line', () => {
  const cases = [
    command('backup', []),
    command('backup', [file]),
    command('backup', [join(scratch, 'x')], join(scratch, 'empty')),
    command('restore', [join(scratch, 'nowhere')]),
    command('restore', [join(data, 'secret')], join(scratch, 'fresh')),
    command('restore', [file], join(scratch, 'fresh'), { TRADEWIND_SECRET: 'x'.repeat(40) }),
    command('integrity', ['all']),
    command('integrity', ['987654']),
    command('user', []),
    command('user', ['no-second-factor', 'nobody']),
    command('citus', []),
    command('citus', ['distribute']),
    command('backup', [join(scratch, 'y')], data, { DATABASE_URL: 'postgres://a:b@localhost/c' }),
  ];
  for (const { code, said } of cases) {
    expect(code).toBe(1);
    expect(said.trim().split('\n')).toHaveLength(1);
  }
});
