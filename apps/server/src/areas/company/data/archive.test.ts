import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemContext } from '../../../core/context.ts';
import { companyTables } from '../../../core/database/company-tables.ts';
import { addJob, defineJob } from '../../../core/jobs/jobs.ts';
import { ZipFile } from '../../../core/zip-file.ts';
import { brokenChecks } from '../../../testing/checks.ts';
import { ownServer, type TestServer } from '../../../testing/harness.ts';
import { openBusyWorld } from '../../integrity/integrity.testing.ts';
import { writeArchive } from './archive.ts';
import { carriedOf, JOBS_STAY, OPEN_BYTES, SECRETS, STAY } from './carried.ts';
import { restoreArchive } from './restore.ts';

let here: TestServer;
let there: TestServer;
let folder: string;
let companyId: number;
let file: string;
let whole: Buffer;
const key = (id: number) => `${id}/2026-11/0b6f7c1e-0000-4000-8000-000000000001.pdf`;
const laterJob = defineJob('company.archiveTest', ['测试', 'Test'], async () => {});

const rowsOf = async <T = Record<string, unknown>>(server: TestServer, text: string, values: unknown[] = []) =>
  (await server.app.database.owner.query(text, values)).rows as T[];

async function archived(server: TestServer, id: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await writeArchive(server.app, { id, name: 'Busy' }, async (chunk) => void chunks.push(chunk));
  return Buffer.concat(chunks);
}

const restored = async (bytes: Buffer, asNew = false, server = there) => {
  await writeFile(file, bytes);
  return restoreArchive(server.app, file, asNew);
};

/** What travels of every table, without the company. */
async function contents(server: TestServer, id: number): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const table of await companyTables(server.app.database.owner)) {
    const carried = carriedOf(table);
    if (!carried) continue;
    const columns = carried.columns.filter((name) => !carried.altered?.[name]).map((name) => `"${name}"`);
    const rows = await rowsOf(
      server,
      `select ${columns.join(', ') || '1'} from "${table.name}" where ${table.owner} = $1`,
      [id],
    );
    found[table.name] = rows.map((row) => JSON.stringify(row).replaceAll(`"${id}/2026`, '"FILE/2026')).sort();
  }
  return found;
}

beforeAll(async () => {
  [here, there] = await Promise.all([ownServer(), ownServer()]);
  folder = await mkdtemp(join(tmpdir(), 'tradewind-archive-'));
  file = join(folder, 'company.zip');
  const world = await openBusyWorld(here);
  companyId = world.main.companyId;
  const { database, files, config } = here.app;
  await files.putStream(
    companyId,
    key(companyId),
    (await import('node:stream')).Readable.from([Buffer.from('a label')]),
    7,
  );
  await rowsOf(here, 'update company set logo_file = $2, provider = true where id = $1', [companyId, key(companyId)]);
  await database.inCompany(systemContext(companyId, 'test'), (tx) =>
    addJob(tx, laterJob, { of: 'later' }, { key: 'later', queue: 'later' }),
  );
  expect(config.filesUrl).toBeUndefined();
  whole = await archived(here, companyId);
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await rm(folder, { recursive: true });
});

test('every table and every column of bytes travels, or is declared to stay', async () => {
  const tables = await companyTables(here.app.database.owner);
  const names = new Set(tables.map(({ name }) => name));
  expect([...Object.keys(STAY), ...Object.keys(SECRETS)].filter((name) => !names.has(name))).toEqual([]);
  const bytes = tables
    .filter(({ name }) => !(name in STAY))
    .flatMap(({ name, columns }) =>
      columns.filter(({ type }) => type === 'bytea').map((column) => `${name}.${column.name}`),
    );
  const declared = Object.entries(SECRETS).flatMap(([table, columns]) =>
    Object.keys(columns).map((name) => `${table}.${name}`),
  );
  expect(bytes.filter((name) => !declared.includes(name) && !OPEN_BYTES.includes(name))).toEqual([]);
  // What looks like a secret in words.
  const texts = tables
    .filter(({ name }) => !(name in STAY))
    .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
    .filter((name) => /secret|password_hash|token|push_key|credential/.test(name));
  expect(texts.filter((name) => !declared.includes(name))).toEqual(
    ['user_account.password_changed_at'].filter((name) => texts.includes(name)),
  );
  expect(JOBS_STAY.length).toBeGreaterThan(0);
});

test('no table that travels refers to one that stays', async () => {
  const keys = await rowsOf<{ child: string; parent: string }>(
    here,
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint where contype = 'f'`,
  );
  expect(keys.filter(({ child, parent }) => parent in STAY && !(child in STAY))).toEqual([]);
});

test('a company is restored elsewhere with every row, file and job, and all checks hold', {
  timeout: 120_000,
}, async () => {
  const before = await contents(here, companyId);
  expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(60);
  expect((await restored(whole)).companyId).toBe(companyId);
  expect(await contents(there, companyId)).toEqual(before);
  expect((await there.app.files.get(companyId, key(companyId))).toString()).toBe('a label');
  const jobs = await rowsOf<{ key: string }>(
    there,
    `select j.key, q.queue_name as queue, j.payload from graphile_worker._private_jobs j join graphile_worker._private_job_queues q on q.id = j.job_queue_id
       where j.key = $1`,
    [`${companyId}:later`],
  );
  expect(jobs).toEqual([
    { key: `${companyId}:later`, queue: `${companyId}:later`, payload: { companyId, of: 'later' } },
  ]);
  expect(await brokenChecks(there.app, companyId)).toEqual([]);
  // It does not become the provider there, and no token came along.
  expect(await rowsOf(there, 'select provider from company where id = $1', [companyId])).toEqual([{ provider: false }]);
  expect(await rowsOf(there, 'select 1 from shop where company_id = $1 and tokens is not null', [companyId])).toEqual(
    [],
  );
  // What is made from now on gets numbers of its own.
  const again = await there.company('Neighbour');
  expect(again.companyId).not.toBe(companyId);
});

test('it is refused where the company is already, and restored there under a new number', {
  timeout: 120_000,
}, async () => {
  await expect(restored(whole)).rejects.toThrow('--as-new');
  const before = await contents(here, companyId);
  const { companyId: other, usernames } = await restored(whole, true, here);
  expect(other).not.toBe(companyId);
  expect(usernames.size).toBeGreaterThan(0);
  const after = await contents(here, other);
  // Usernames are unique over companies.
  for (const name of ['login', 'user_account']) {
    expect(after[name]?.length).toBe(before[name]?.length);
    delete after[name];
    delete before[name];
  }
  expect(after).toEqual(before);
  expect(await rowsOf(here, 'select logo_file from company where id = $1', [other])).toEqual([
    { logo_file: key(other) },
  ]);
  expect((await here.app.files.get(other, key(other))).toString()).toBe('a label');
  expect(await brokenChecks(here.app, other)).toEqual([]);
});

test('a damaged archive is refused with the name of its part, a newer one as newer, and nothing is written', async () => {
  const companies = () => rowsOf(there, 'select id from company order by id');
  const before = await companies();
  await writeFile(file, whole);
  const zip = await ZipFile.open(file);
  const names = [...zip.names()];
  await zip.close();
  expect(names.at(-1)).toBe('manifest.json');
  const changed = (at: number) => {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    return bytes;
  };
  const inside = whole.indexOf('tables/product.jsonl') + 40;
  await expect(restored(changed(inside), true)).rejects.toThrow('tables/product.jsonl is damaged');
  await expect(restored(whole.subarray(0, whole.length - 30), true)).rejects.toThrow('incomplete');
  await expect(restored(Buffer.from('a letter'), true)).rejects.toThrow('no archive');
  await rowsOf(
    there,
    `delete from schema_migration where name = (select max(name) from schema_migration where name like '%.sql')`,
  );
  await expect(restored(whole, true)).rejects.toThrow('newer version');
  expect(await companies()).toEqual(before);
  expect((await readFile(file)).length).toBe(whole.length);
});
