import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, testServer } from '../testing/harness.ts';
import { forgetFiles, KEEP_DAYS } from './retention.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

it('takes files of exports when they expire, import files after a month with their rows, and nothing else', async () => {
  const { ctx, companyId, userId } = await server.company();
  const { owner } = server.app.database;
  const put = () => server.app.files.put(companyId, 'a.xlsx', Buffer.from('a'));
  const days = (n: number) => new Date(Date.now() - n * 86_400_000);
  const exported = async (age: number) => {
    const key = await put();
    await owner.query(
      `insert into export_file (company_id, user_id, name, state, file_key, at, expires_at) values ($1, $2, 'x', 'done', $3, $4, $5)`,
      [companyId, userId, key, days(age), days(age - KEEP_DAYS)],
    );
    return key;
  };
  const attached = async (kind: string, age: number) => {
    const key = await put();
    await owner.query(
      `insert into attachment (company_id, doc_kind, doc_id, file_key, name, mime, bytes, at, user_id) values ($1, $2, 0, $3, 'x', 'x', 1, $4, $5)`,
      [companyId, kind, key, days(age), userId],
    );
    return key;
  };
  const old = [await exported(KEEP_DAYS + 1), await attached('import:products', KEEP_DAYS + 1)];
  const kept = [
    await exported(KEEP_DAYS - 1),
    await attached('import:products', 1),
    await attached('sales_order', 400),
  ];
  // A missing file does not stop the others.
  await server.app.files.remove(companyId, old[0] ?? '');
  expect(await forgetFiles(server.app, ctx)).toBe(2);
  const there = (key: string) => existsSync(join(server.app.config.dataDir, 'files', key));
  expect(old.map(there)).toEqual([false, false]);
  expect(kept.map(there)).toEqual([true, true, true]);
  const rows = await owner.query(
    'select file_key from export_file where company_id = $1 union all select file_key from attachment where company_id = $1',
    [companyId],
  );
  expect(rows.rows.flatMap((row) => row.file_key ?? []).sort()).toEqual(kept.sort());
  const exports = await owner.query('select state from export_file where company_id = $1 order by id', [companyId]);
  expect(exports.rows.map((row) => row.state)).toEqual(['expired', 'done']);
  expect(await forgetFiles(server.app, ctx)).toBe(0);
});
