import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownServer, type TestServer } from '../../testing/harness.ts';
import { hasCitus, LOCAL, placesOf } from './distribute.ts';

let server: TestServer;
beforeAll(async () => {
  server = await ownServer();
});
afterAll(() => server.close());

const query = async <T extends object>(text: string) => (await server.app.database.owner.query<T>(text)).rows;

test('every table of a company goes by company, every other is whole on all nodes or stays on the coordinator', async () => {
  const { reference, byCompany } = await placesOf(server.app.database.owner);
  const all = await query<{ name: string; guarded: boolean }>(
    `select relname as name, relrowsecurity as guarded from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  expect([...reference, ...byCompany, ...LOCAL].sort()).toEqual(all.map(({ name }) => name).sort());
  expect(byCompany.sort()).toEqual(
    all
      .filter(({ name, guarded }) => guarded && name !== 'company')
      .map(({ name }) => name)
      .sort(),
  );
  expect(reference).toContain('company');
});

test('what a table refers to goes before it, into the same group or to every node', async () => {
  const { reference, byCompany } = await placesOf(server.app.database.owner);
  const order = [...reference, ...byCompany];
  const keys = await query<{ child: string; parent: string }>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`,
  );
  expect(keys.length).toBeGreaterThan(100);
  for (const { child, parent } of keys) {
    expect(order.indexOf(parent), `${child} refers to ${parent}`).toBeLessThan(order.indexOf(child));
    expect(byCompany.includes(parent) && !byCompany.includes(child)).toBe(false);
  }
});

test('a database without the extension is no cluster', async () => {
  expect(await hasCitus(server.app.database.owner)).toBe(false);
});
