import { rights } from '@tradewind/contract/access/modules.ts';
import { addDeveloper, delDeveloper, getDeveloper, refreshDeveloperKey } from '@tradewind/contract/developer.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../testing/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const wordsOf = (answer: { data: unknown }): string => JSON.stringify(answer.data);

test('POST addDeveloper?appName makes a key whose secret is told once, GET getDeveloper lists id, appName, appKey', async () => {
  const boss = await server.company();
  const made = await server.ok(addDeveloper, { appName: ' 仓库对接 ' }, boss);
  expect(made.appName).toBe('仓库对接');
  expect(made.appKey).toMatch(/^tw[0-9a-z]+-[0-9a-f]{24}$/);
  expect(made.appSecret.length).toBeGreaterThan(40);
  const { list } = await server.ok(getDeveloper, {}, boss);
  expect(list).toMatchObject([{ id: made.id, appName: '仓库对接', appKey: made.appKey, refreshedAt: null }]);
  expect(JSON.stringify(list)).not.toContain(made.appSecret);
});

test('the query form of the specification is taken too', async () => {
  const boss = await server.company();
  const answer = await fetch(`${server.url}/api/seller/developer/addDeveloper?appName=ERP`, {
    method: 'POST',
    headers: { token: boss.token },
  });
  expect(await answer.json()).toMatchObject({ code: 200, data: { appName: 'ERP' } });
});

test('the secret is kept sealed: neither the table nor the audit log holds it', async () => {
  const boss = await server.company();
  const made = await server.ok(addDeveloper, { appName: 'sealed' }, boss);
  const { rows } = await server.app.database.owner.query<{ secret: Buffer }>(
    'select secret from developer_app where company_id = $1',
    [boss.companyId],
  );
  const sealed = rows[0]?.secret ?? Buffer.alloc(0);
  expect(sealed.includes(made.appSecret)).toBe(false);
  expect(server.app.vault.open(sealed)).toBe(made.appSecret);
  const audit = await server.app.database.owner.query<{ action: string; all: string }>(
    'select action, audit_entry::text as all from audit_entry where company_id = $1 and target_kind = $2',
    [boss.companyId, 'developer'],
  );
  expect(audit.rows.map((row) => row.action)).toEqual(['developer.added']);
  expect(audit.rows[0]?.all).not.toContain(made.appSecret);
});

test('GET refreshDeveloperKey?id gives data.appKey: another key and another secret, written into the audit log', async () => {
  const boss = await server.company();
  const made = await server.ok(addDeveloper, { appName: 'ERP' }, boss);
  const fresh = await server.ok(refreshDeveloperKey, { id: made.id }, boss);
  expect(fresh.appKey).not.toBe(made.appKey);
  expect(fresh.appSecret).not.toBe(made.appSecret);
  const { list } = await server.ok(getDeveloper, {}, boss);
  expect(list[0]?.appKey).toBe(fresh.appKey);
  expect(list[0]?.refreshedAt).not.toBeNull();
  const audit = await server.app.database.owner.query(
    "select 1 from audit_entry where company_id = $1 and action = 'developer.refreshed' and target_name = 'ERP'",
    [boss.companyId],
  );
  expect(audit.rowCount).toBe(1);
});

test('DELETE delDeveloper?id takes it away; a second time there is nothing', async () => {
  const boss = await server.company();
  const { id } = await server.ok(addDeveloper, { appName: 'ERP' }, boss);
  await server.ok(delDeveloper, { id }, boss);
  expect((await server.ok(getDeveloper, {}, boss)).list).toEqual([]);
  expect((await server.call(delDeveloper, { id }, boss)).status).toBe(404);
  expect((await server.call(refreshDeveloperKey, { id }, boss)).status).toBe(404);
});

test('a name is needed, and is given once', async () => {
  const boss = await server.company();
  expect((await server.call(addDeveloper, { appName: '  ' }, boss)).status).toBe(400);
  await server.ok(addDeveloper, { appName: 'ERP' }, boss);
  const again = await server.call(addDeveloper, { appName: 'ERP' }, boss);
  expect(again.status).toBe(400);
  expect(wordsOf(again)).toContain('appName');
});

test('twenty keys a company, also when many are added at once', async () => {
  const boss = await server.company();
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, index) => server.call(addDeveloper, { appName: `app ${index}` }, boss)),
  );
  expect(answers.filter((answer) => answer.code === 200)).toHaveLength(20);
  expect(answers.filter((answer) => answer.status === 422)).toHaveLength(4);
});

test('each act has its own button, and another company’s key does not exist', async () => {
  const boss = await server.company();
  const { id } = await server.ok(addDeveloper, { appName: 'ERP' }, boss);
  const looker = await server.member(boss.companyId, [rights.developer.view]);
  expect((await server.call(getDeveloper, {}, looker)).status).toBe(200);
  expect((await server.call(addDeveloper, { appName: 'x' }, looker)).status).toBe(403);
  expect((await server.call(refreshDeveloperKey, { id }, looker)).status).toBe(403);
  expect((await server.call(delDeveloper, { id }, looker)).status).toBe(403);
  const other = await server.company();
  expect((await server.call(refreshDeveloperKey, { id }, other)).status).toBe(404);
  expect((await server.call(delDeveloper, { id }, other)).status).toBe(404);
  expect((await server.ok(getDeveloper, {}, other)).list).toEqual([]);
});
