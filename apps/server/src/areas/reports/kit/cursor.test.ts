import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { fetched } from './cursor.ts';

let server: TestServer;
let main: Awaited<ReturnType<TestServer['company']>>;
beforeAll(async () => {
  server = await testServer();
  main = await server.company();
});
afterAll(() => server.close());

it('names the columns of each of several queries that follow each other over one connection', async () => {
  const queries = [
    { query: sql`select 1 as k0, 2 as m0`, row: { k0: 1, m0: 2 } },
    { query: sql`select 'a' as day, 'b' as line, 3 as k0`, row: { day: 'a', line: 'b', k0: 3 } },
  ];
  for (const { query, row } of [...queries, ...queries, ...queries])
    await server.app.database.inCompany(main.ctx, async (tx) => {
      const found: object[] = [];
      await fetched(tx, query, async (rows) => found.push(...rows) > 0);
      expect(found).toEqual([row]);
    });
});
