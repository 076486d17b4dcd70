import { endOtherSessions, endSession, getUserInfoMain, listSessions, login } from '@tradewind/contract/identity.ts';
import { listenToHints } from '@tradewind/contract/messages.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../../serve.ts';
import { ownServer, type Person, type TestServer } from '../../testing/harness.ts';
import { openSession } from './sessions.ts';

let server: TestServer;
let main: Person;
/** Another process on the same database. */
let second: Awaited<ReturnType<typeof serve>>;
let port: number;
beforeAll(async () => {
  server = await ownServer();
  main = await server.company();
  second = await serve(server.app);
  await second.server.listen({ host: '127.0.0.1', port: 0 });
  const address = second.server.server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(async () => {
  await second.close();
  await server.close();
});

const owner = (text: string, values: unknown[] = []) => server.app.database.owner.query(text, values);
const opened = async (person: Person, address: string, userAgent: string): Promise<Person> => ({
  ...person,
  token: await openSession(server.app, person, { address, userAgent }),
});
const inSecond = async ({ token }: Person, path: string = getUserInfoMain.path) =>
  fetch(`http://127.0.0.1:${port}/api${path}`, { headers: { token } });
const statusOf = async (person: Person) => (await server.call(getUserInfoMain, {}, person)).status;

describe('where a user is signed in', () => {
  it('lists their sessions, this one first, and nobody else’s, over or not', async () => {
    const person = await server.member(main.companyId);
    await opened(person, '203.0.113.7', 'Firefox');
    const { token } = await server.ok(login, { userLoginId: person.userLoginId, password: 'Tradewind2026' });
    const over = await opened(person, '203.0.113.8', 'Gone');
    await owner(`update session set expires_at = now() - interval '1 second' where user_agent = 'Gone'`);
    const { list } = await server.ok(listSessions, {}, { ...person, token });
    expect(list.map((one) => [one.address, one.userAgent, one.current])).toEqual([
      ['127.0.0.1', expect.any(String), true],
      ['203.0.113.7', 'Firefox', false],
      ['127.0.0.1', 'test', false],
    ]);
    expect(await statusOf(over)).toBe(401);
    expect((await server.ok(listSessions, {}, main)).list).toHaveLength(1);
  });

  it('ends one at once in every process, with its live updates, and no other', async () => {
    const person = await server.member(main.companyId);
    const lost = await opened(person, '203.0.113.7', 'Telephone');
    const stays = await opened(person, '203.0.113.9', 'Desk');
    for (const each of [lost, stays]) expect((await inSecond(each)).status).toBe(200);
    const stream = await inSecond(lost, listenToHints.path);
    const reader = stream.body?.getReader();
    const ended = (async () => {
      for (;;) if ((await reader?.read())?.done !== false) return;
    })();
    const { list } = await server.ok(listSessions, {}, person);
    const id = list.find((one) => one.userAgent === 'Telephone')?.id ?? '';
    expect(await server.call(endSession, { id }, main)).toMatchObject({ status: 404 });
    await server.ok(endSession, { id }, person);
    expect(await statusOf(lost)).toBe(401);
    await server.until(async () => (await inSecond(lost)).status === 401);
    await ended;
    expect((await inSecond(stays)).status).toBe(200);
    expect(await server.call(endSession, { id }, person)).toMatchObject({ status: 404 });
  });

  it('ends all others at once', async () => {
    const person = await server.member(main.companyId);
    const others = [await opened(person, '203.0.113.7', 'One'), await opened(person, '203.0.113.8', 'Two')];
    for (const each of others) expect((await inSecond(each)).status).toBe(200);
    await server.ok(endOtherSessions, {}, person);
    for (const each of others) {
      expect(await statusOf(each)).toBe(401);
      await server.until(async () => (await inSecond(each)).status === 401);
    }
    expect(await statusOf(person)).toBe(200);
    const { rows } = await owner(
      `select detail from audit_entry where action = 'identity.sessionsEnded' and user_id = $1`,
      [person.userId],
    );
    expect(rows).toEqual([{ detail: { others: true } }]);
  });
});
