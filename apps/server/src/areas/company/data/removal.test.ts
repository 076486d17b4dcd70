import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { addProduct, listProducts } from '@tradewind/contract/catalog.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { companyTables } from '../../../core/database/company-tables.ts';
import type { RemovalProof } from '../../../core/database/remove-company.ts';
import { ownServer, type Person, type TestServer } from '../../../testing/harness.ts';
import { openBusyWorld } from '../../integrity/integrity.testing.ts';

let server: TestServer;
let gone: Person;
let still: Person;
let busy: Person;

const rowsOf = async <T = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  (await server.app.database.owner.query(text, values)).rows as T[];

/** All rows of a company by table, as text. */
async function contents(companyId: number): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { name, owner } of await companyTables(server.app.database.owner)) {
    const rows = await rowsOf<{ row: string }>(
      `select to_jsonb(t)::text as row from "${name}" t where ${owner} = $1 order by 1`,
      [companyId],
    );
    if (rows.length > 0) found[name] = rows.map(({ row }) => row);
  }
  return found;
}

const counts = (of: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(of).map(([name, rows]) => [name, rows.length]));

/** The command in a process of its own, beside the running program. */
function remove(name: string): {
  child: ChildProcess;
  ended: Promise<{ code: number | null; said: string; complaint: string }>;
} {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../../commands/company.ts'), 'delete', String(gone.companyId), '--name', name],
    {
      env: {
        ...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
        DATABASE_URL: server.app.database.owner.options.connectionString,
        // Not `migrate`, which would give the program's role another password.
        ...{
          TRADEWIND_ROLES: 'api',
          TRADEWIND_DATA: server.app.config.dataDir,
          TRADEWIND_SECRET: server.app.config.secret,
        },
      },
    },
  );
  let said = '';
  let complaint = '';
  child.stdout?.on('data', (chunk) => (said += chunk));
  child.stderr?.on('data', (chunk) => (complaint += chunk));
  return { child, ended: once(child, 'close').then(([code]) => ({ code, said, complaint })) };
}

beforeAll(async () => {
  server = await ownServer();
  gone = (await openBusyWorld(server)).main;
  still = (await openBusyWorld(server)).main;
  busy = await server.company('Neighbour');
  for (const { companyId } of [gone, still])
    await server.app.files.putStream(companyId, `${companyId}/2026-11/a.pdf`, Readable.from([Buffer.from('x')]), 1);
});
afterAll(() => server.close());

test('another name deletes nothing', async () => {
  const { code, complaint } = await remove('Tesst').ended;
  expect([code, complaint]).toEqual([1, expect.stringContaining('another name')]);
  expect(await rowsOf('select 1 from company_removal')).toEqual([]);
});

test('killed in the middle it goes on, leaves nothing, and touches no row of others who work meanwhile', {
  timeout: 240_000,
}, async ({ onTestFinished }) => {
  const before = counts(await contents(gone.companyId));
  let files = 0;
  for await (const _key of server.app.files.keys(gone.companyId)) files++;
  expect(files).toBeGreaterThan(0);
  const neighbour = await contents(still.companyId);
  const [company] = await rowsOf<{ name: string }>('select name from company where id = $1', [gone.companyId]);
  const name = company?.name ?? '';
  let working = true;
  let made = 0;
  const work = (async () => {
    while (working) {
      await server.ok(addProduct, { sku: `N-${++made}`, nameZh: '商品', nameEn: 'Product' }, busy);
      await server.ok(listProducts, {}, busy);
    }
  })();

  onTestFinished(async () => {
    working = false;
    await work;
  });

  // Held by a row in the middle, then killed.
  const holder = await server.app.database.owner.connect();
  try {
    await holder.query('begin');
    const held = await holder.query(
      'select pg_backend_pid() as pid from sales_order where company_id = $1 limit 1 for update',
      [gone.companyId],
    );
    const first = remove(name);
    await server.until(
      async () =>
        (await rowsOf('select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [held.rows[0].pid]))
          .length > 0,
      120,
    );
    first.child.kill('SIGKILL');
    await first.ended;
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  const halfway = counts(await contents(gone.companyId));
  expect(halfway.company).toBe(1);
  expect(halfway.sales_order).toBe(before.sales_order);
  expect(halfway.order_line).toBeUndefined();
  // The doors are closed from the beginning.
  expect((await server.call(listProducts, {}, gone)).status).toBe(401);

  const second = await remove(name).ended;
  expect(second.complaint).toBe('');
  const proof = JSON.parse(second.said) as RemovalProof;
  working = false;
  await work;
  expect(proof).toMatchObject({
    company: { id: gone.companyId, name },
    removed: { files },
    left: { files: 0, jobs: 0 },
  });
  // Each row was counted once, also over the kill; every table of the catalogue was looked at.
  expect(proof.removed.rows).toEqual(before);
  const tables = (await companyTables(server.app.database.owner)).map((table) => table.name);
  expect(Object.keys(proof.left.rows).sort()).toEqual(tables.sort());
  expect(Object.values(proof.left.rows).every((left) => left === 0)).toBe(true);
  expect(await contents(gone.companyId)).toEqual({});

  expect(await contents(still.companyId)).toEqual(neighbour);
  expect((await server.app.files.get(still.companyId, `${still.companyId}/2026-11/a.pdf`)).toString()).toBe('x');
  expect((await server.ok(listProducts, {}, busy)).total).toBe(made);
  expect(made).toBeGreaterThan(10);
});

test('the proof can be had again', async () => {
  const { name } = (await rowsOf<{ name: string }>('select name from company_removal'))[0] ?? { name: '' };
  const { code, said } = await remove(name).ended;
  expect(code).toBe(0);
  expect(JSON.parse(said)).toMatchObject({ company: { name }, removed: { rows: { company: 1 } }, left: { files: 0 } });
});
