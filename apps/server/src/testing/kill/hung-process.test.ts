import { savePreference } from '@tradewind/contract/identity.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownServer, type Person, type TestServer } from '../harness.ts';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await ownServer();
  person = await server.company('Hung');
});
afterAll(() => server.close());

it('a process that hangs in a transaction loses its locks, and what it had not committed', async () => {
  const { pool, owner } = server.app.database;
  const { rows } = await owner.query<{ rolconfig: string[] }>(
    `select rolconfig from pg_roles where rolname = 'tradewind_app'`,
  );
  expect(rows[0]?.rolconfig).toContain('idle_in_transaction_session_timeout=60s');
  expect(rows[0]?.rolconfig).toContain('statement_timeout=30min');

  await server.ok(savePreference, { key: 'row', value: 'first' }, person);
  // As a process that stopped in the middle of its work looks to the database; a second instead of a minute.
  const hung = new pg.Client({ connectionString: pool.options.connectionString });
  const ended = new Promise<Error>((resolve) => hung.on('error', resolve));
  await hung.connect();
  await hung.query(`set idle_in_transaction_session_timeout = '1s'`);
  await hung.query('begin');
  await hung.query(`select set_config('app.company', $1, true)`, [String(person.companyId)]);
  const changed = await hung.query(`update user_preference set value = '"hung"' where key = 'row'`);
  expect(changed.rowCount).toBe(1);

  await server.ok(savePreference, { key: 'row', value: 'second' }, person);
  expect(await ended).toMatchObject({ code: '25P03' });
  const kept = await owner.query(`select value from user_preference where company_id = $1 and key = 'row'`, [
    person.companyId,
  ]);
  expect(kept.rows).toEqual([{ value: 'second' }]);
  await hung.end().catch(() => {});
});
