import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownServer, type TestServer, until } from '../../testing/harness.ts';
import { Database } from './database.ts';

let server: TestServer;
let database: Database;
const lost: string[] = [];
beforeAll(async () => {
  server = await ownServer();
  const urlOf = (pool: pg.Pool) => pool.options.connectionString ?? '';
  const { pool, owner } = server.app.database;
  database = new Database({ app: urlOf(pool), owner: urlOf(owner) }, { onError: ({ message }) => lost.push(message) });
});
afterAll(() => server.close());

/** A connection in use, and what ends it from the other side. */
async function connection(pool: pg.Pool) {
  const client = await pool.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const cut = async () => {
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    await server.app.database.owner.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await ended;
  };
  return { client, cut };
}

it.each(['pool', 'owner'] as const)('says that a connection of the %s is lost, in use or not', async (name) => {
  lost.length = 0;
  const used = await connection(database[name]);
  await used.cut();
  used.client.release(true);
  await until(async () => lost.length > 0);
  lost.length = 0;
  const idle = await connection(database[name]);
  idle.client.release();
  await idle.cut();
  await until(async () => lost.length > 0);
  expect(lost.join()).toContain('terminating connection');
});

it('says nothing of those that end while it closes', async () => {
  const last = await connection(database.owner);
  lost.length = 0;
  const closed = database.close();
  await last.cut();
  last.client.release(true);
  await closed;
  expect(lost).toEqual([]);
});
