import { once } from 'node:events';
import { connect } from 'node:net';
import { rights } from '@tradewind/contract/access/modules.ts';
import { saveUserModel, viewAs } from '@tradewind/contract/access.ts';
import { listMoneyAccounts, saveMoneyAccount } from '@tradewind/contract/finance/banking.ts';
import { disableUser, logout } from '@tradewind/contract/identity.ts';
import { listenToHints, sendNewMessage } from '@tradewind/contract/messages.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { systemContext } from '../../core/context.ts';
import { sql } from '../../core/database/sql.ts';
import { writeHistory } from '../../core/documents.ts';
import { hintCompany, sendCompanyHints } from '../../core/hints.ts';
import { serve } from '../../serve.ts';
import { ownServer, type Person, type TestServer } from '../../testing/harness.ts';
import { openSession } from '../identity/public.ts';
import { writeBulletin } from './public.ts';

let app: TestServer;
/** Behaves like a second api process on the same database. */
let elsewhere: { url: string; close(): Promise<void> };
let main: Person;
let anna: Person;
let boris: Person;
const open: Listening[] = [];

beforeAll(async () => {
  app = await ownServer();
  elsewhere = await another();
});
beforeEach(async () => {
  main = await app.company();
  anna = await app.member(main.companyId);
  boris = await app.member(main.companyId);
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.leave();
});
afterAll(async () => {
  await elsewhere.close();
  await app.close();
});

async function another(): Promise<{ url: string; close(): Promise<void> }> {
  const { server, close } = await serve(app.app);
  await server.listen({ host: '127.0.0.1', port: 0 });
  const address = server.server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, close };
}

interface Listening {
  status: number;
  headers: Headers;
  /** The next hint; undefined when the stream has ended. */
  next(): Promise<string | undefined>;
  leave(): void;
}

async function listen(person: Person | undefined, url = app.url, headers?: Record<string, string>): Promise<Listening> {
  const leaving = new AbortController();
  const response = await fetch(`${url}/api${listenToHints.path}`, {
    headers: headers ?? (person ? { token: person.token } : {}),
    signal: leaving.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const stream: Listening = {
    status: response.status,
    headers: response.headers,
    next: async () => {
      for (;;) {
        const found = /data: (.*)\n\n/.exec(text);
        if (found) {
          text = text.slice(found.index + found[0].length);
          return found[1];
        }
        const chunk = await reader?.read();
        if (!chunk || chunk.done) return undefined;
        text += chunk.value;
      }
    },
    leave: () => leaving.abort(),
  };
  open.push(stream);
  return stream;
}

const send = (to: Person[], as = main) =>
  app.ok(sendNewMessage, { msgType: 'notice', receivers: to.map((p) => p.userLoginId), thesis: 'T' }, as);
let bulletins = 0;
const publish = () =>
  writeBulletin(app.app, {
    ...{ id: `b${++bulletins}`, titleZh: '标题', titleEn: 'Title', contentZh: '', contentEn: '' },
    fromAt: new Date(),
  });
const sessionOf = async ({ companyId, userId, userLoginId }: Person): Promise<Person> => {
  const token = await openSession(app.app, { companyId, userId }, { address: '127.0.0.1', userAgent: 'test' });
  return { companyId, userId, userLoginId, token };
};

it('a message sent through one process is heard at once in another, by whom it is for', async () => {
  const [annas, boriss] = [await listen(anna, elsewhere.url), await listen(boris, elsewhere.url)];
  await send([anna]);
  expect(await annas.next()).toBe('message');
  await send([boris]);
  expect(await boriss.next()).toBe('message');
  await publish();
  expect([await annas.next(), await boriss.next()]).toEqual(['bulletin', 'bulletin']);
});

it('what is the same number in another company is somebody else', async () => {
  const other = await app.company();
  const theirs = await listen(other);
  await app.app.database.owner.query(`select pg_notify('hints', $1)`, [`message:${main.companyId}:${other.userId}`]);
  await publish();
  expect(await theirs.next()).toBe('bulletin');
});

it('a stranger is nobody; the cookie of the web is enough', async () => {
  const stranger = await fetch(`${app.url}/api${listenToHints.path}`);
  expect([stranger.status, ((await stranger.json()) as { code: number }).code]).toEqual([401, 10086]);
  const web = await listen(anna, app.url, { cookie: `token1=${anna.token}` });
  await send([anna]);
  expect(await web.next()).toBe('message');
});

it('asks proxies to hand each hint on', async () => {
  const { status, headers } = await listen(anna, app.url, { token: anna.token, 'accept-encoding': 'gzip, br' });
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('text/event-stream');
  expect(headers.get('cache-control')).toBe('no-cache, no-transform');
  expect([headers.get('x-accel-buffering'), headers.get('content-encoding')]).toEqual(['no', null]);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

it('ends with its session, in every process; other sessions of the user go on', async () => {
  const second = await sessionOf(anna);
  const ending = [await listen(anna), await listen(anna, elsewhere.url)];
  const staying = await listen(second, elsewhere.url);
  await app.ok(logout, {}, anna);
  expect(await Promise.all(ending.map((stream) => stream.next()))).toEqual([undefined, undefined]);
  await send([anna]);
  expect(await staying.next()).toBe('message');
});

it('ends when the user is disabled', async () => {
  const stream = await listen(anna, elsewhere.url);
  await app.ok(disableUser, { userLoginId: anna.userLoginId }, main);
  expect(await stream.next()).toBeUndefined();
});

it('who begins to look as a member hears anew, and not of the member’s post', async () => {
  const before = await listen(main);
  await app.ok(viewAs, { userLoginId: anna.userLoginId }, main);
  expect(await before.next()).toBeUndefined();
  const looking = await listen(main);
  const own = await listen(anna);
  await send([anna], boris);
  expect(await own.next()).toBe('message');
  await publish();
  expect(await looking.next()).toBe('bulletin');
});

it('ten windows of one person are enough for anybody; one that is closed makes room', async () => {
  const streams = [];
  for (let n = 0; n < 10; n++) streams.push(await listen(anna));
  expect(streams.map((stream) => stream.status)).toEqual(Array(10).fill(200));
  expect((await listen(anna)).status).toBe(429);
  expect((await listen(boris)).status).toBe(200);
  streams[0]?.leave();
  await app.until(async () => (await listen(anna)).status === 200);
});

it('many messages at once are two hints: the first, and that there were more', async () => {
  const stream = await listen(anna);
  await app.app.database.owner.query(
    `select pg_notify('hints', format('message:%s:%s,%s', $1::int, $2::int, n)) from generate_series(1, 50) n`,
    [main.companyId, anna.userId],
  );
  expect([await stream.next(), await stream.next()]).toEqual(['message', 'message']);
  await publish();
  expect(await stream.next()).toBe('bulletin');
});

it('what moves many times a second is one hint to everybody of the company', async () => {
  const end = sendCompanyHints(app.app);
  const [annas, theirs] = [await listen(anna), await listen(await app.company())];
  const move = () =>
    app.app.database.inCompany(systemContext(main.companyId, 'job'), async (tx) => {
      hintCompany(tx, 'orders');
      await tx.rows(sql`select 1`);
    });
  await Promise.all(Array.from({ length: 20 }, move));
  expect(await annas.next()).toBe('orders');
  await end();
  await publish();
  expect(await theirs.next()).toBe('bulletin');
  // Twenty moves may cross the end of a second, but cause fewer than twenty hints.
  const second = await annas.next();
  expect(second === 'orders' ? await annas.next() : second).toBe('bulletin');
});

it('a document that moves is a hint to count the work of the menu again', async () => {
  const end = sendCompanyHints(app.app);
  const stream = await listen(anna);
  await app.app.database.inCompany(systemContext(main.companyId, 'job'), async (tx) =>
    writeHistory(tx, [{ docKind: 'sales_return', docId: 1, event: 'approved', toState: 'approved' }]),
  );
  expect(await stream.next()).toBe('work');
  await end();
});

it('a money account that somebody changes is one too: drawers that are open elsewhere follow', async () => {
  const end = sendCompanyHints(app.app);
  const stream = await listen(anna);
  const account = { name: 'Wallet', kind: 'wallet' as const, currency: 'USD' };
  const { id } = await app.ok(saveMoneyAccount, account, main);
  expect(await stream.next()).toBe('work');
  const { rows } = await app.ok(listMoneyAccounts, { id }, main);
  expect(rows.map((row) => row.name)).toEqual(['Wallet']);
  expect((await app.ok(listMoneyAccounts, { id: id + 1 }, main)).rows).toEqual([]);
  await end();
});

it('a changed right reaches the windows of that member at once, and nobody else’s', async () => {
  const [annas, theirs] = [await listen(anna), await listen(boris)];
  const models = [{ modelId: rights.order.id, buttons: [] }];
  await app.ok(saveUserModel, { userLoginId: anna.userLoginId, models }, main);
  expect(await annas.next()).toBe('rights');
  await publish();
  expect(await theirs.next()).toBe('bulletin');
});

it('a lost listening connection comes back; a session that ended meanwhile is over then', async () => {
  const second = await sessionOf(anna);
  const [ending, staying] = [await listen(anna), await listen(second)];
  const { owner } = app.app.database;
  await owner.query('delete from session where user_id = $1 and token_hash = sha256($2::bytea)', [
    anna.userId,
    anna.token,
  ]);
  await owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %'`,
  );
  expect(await ending.next()).toBeUndefined();
  await send([anna]);
  expect(await staying.next()).toBe('message');
});

it('an open stream does not hold up the end of its process', async () => {
  const third = await another();
  const stream = await listen(anna, third.url);
  await third.close();
  expect(await stream.next()).toBeUndefined();
});

it('nor does a connection that a browser opened ahead and never used', async () => {
  const third = await another();
  const { hostname, port } = new URL(third.url);
  const ahead = connect(Number(port), hostname);
  await once(ahead, 'connect');
  const closed = once(ahead, 'close');
  await third.close();
  await closed;
});
