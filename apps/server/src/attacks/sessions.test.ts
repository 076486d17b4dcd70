import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  disableUser,
  editPasswordWithOriginal,
  editUserPassword,
  enableUser,
  getUserInfoMain,
  login,
  mailValidate,
  saveOrUpdateUser,
  saveUserSwap,
  updatePassword,
  userAccountDel,
} from '@tradewind/contract/identity.ts';
import { listLinks, makeLink, openLink } from '@tradewind/contract/links.ts';
import { listenToHints } from '@tradewind/contract/messages.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueKey, type KeyPurpose } from '../areas/identity/keys.ts';
import { openSession } from '../areas/identity/public.ts';
import { makeOrder, type OrderWorld, openWorld } from '../areas/orders/orders.testing.ts';
import { hashToken } from '../core/crypto.ts';
import { ownServer, type Person, type TestServer } from '../testing/harness.ts';

const PASSWORD = 'Tradewind2026';
const NEXT = 'Tradewind2027';
let server: TestServer;
let world: OrderWorld;
let main: Person;
beforeAll(async () => {
  server = await ownServer();
  await server.startWorker();
  world = await openWorld(server);
  main = world.main;
});
afterAll(() => server.close());

const owner = (text: string, values: unknown[]) => server.app.database.owner.query(text, values);
const keyFor = (person: Person, purpose: KeyPurpose = 'password', hours = 2) =>
  world.tx((tx) => issueKey(tx, purpose, person.userId, hours));
const reset = (key: string, password = NEXT) => server.call(updatePassword, { key, password });
const refused = { status: 422, data: { error: 'identity.keyOver' } };
const signIn = (person: Person, password: string) => server.call(login, { userLoginId: person.userLoginId, password });

/** A window that listens; `over` is true once the server has ended it. */
async function listen(as: Person) {
  const response = await fetch(`${server.url}/api${listenToHints.path}`, { headers: { token: as.token } });
  const reader = response.body?.getReader();
  const state = { status: response.status, over: false, close: () => reader?.cancel() };
  const read = async () => {
    for (;;) if (!reader || (await reader.read()).done) break;
    state.over = true;
  };
  void read().catch(() => {
    state.over = true;
  });
  return state;
}

describe('windows that are open on another machine', () => {
  const acts: Record<string, (person: Person) => Promise<unknown>> = {
    'they change their password': (person) => {
      const input = { userLoginId: person.userLoginId, originalPassword: PASSWORD, password: NEXT };
      return server.ok(editPasswordWithOriginal, input, person);
    },
    'they set a new one by the mailed key': async (person) => {
      expect((await reset(await keyFor(person))).status).toBe(200);
    },
    'an administrator sets one': ({ userLoginId }) =>
      server.ok(editUserPassword, { userLoginId, password: NEXT }, main),
    'they are disabled': ({ userLoginId }) => server.ok(disableUser, { userLoginId }, main),
    'they are deleted': ({ userLoginId }) => server.ok(userAccountDel, { userLoginIds: [userLoginId] }, main),
    'another takes over and they are deleted': async ({ userId }) => {
      const heir = await server.member(main.companyId);
      await server.ok(saveUserSwap, { oldUser: userId, newUser: heir.userId, delOldCheck: true }, main);
    },
  };

  it.each(Object.keys(acts))('end at once, with their live updates, when %s', async (what) => {
    const person = await server.member(main.companyId);
    const from = { address: '203.0.113.9', userAgent: 'elsewhere' };
    const elsewhere = { ...person, token: await openSession(server.app, person, from) };
    const stream = await listen(elsewhere);
    expect(stream.status).toBe(200);
    await server.ok(getUserInfoMain, {}, elsewhere);
    await acts[what]?.(person);
    expect((await server.call(getUserInfoMain, {}, elsewhere)).status).toBe(401);
    await server.until(async () => stream.over);
    expect((await listen(elsewhere)).status).toBe(401);
  });
});

describe('a mailed key for a new password', () => {
  it('sets one password, also when it arrives twice at once', async () => {
    const person = await server.member(main.companyId);
    const key = await keyFor(person);
    const both = await Promise.all([reset(key), reset(key, 'Tradewind2028')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await reset(key, 'Tradewind2029')).toMatchObject(refused);
  });

  it('is worth nothing when it is late, for another purpose, or of another key’s length', async () => {
    const person = await server.member(main.companyId);
    const late = await keyFor(person, 'password', 0);
    expect(await reset(late)).toMatchObject(refused);
    expect(await reset(await keyFor(person, 'userMail'))).toMatchObject(refused);
    expect(await reset(randomBytes(32).toString('base64url'))).toMatchObject(refused);
    expect((await server.call(mailValidate, { key: await keyFor(person) } as never)).status).toBe(422);
    expect((await signIn(person, PASSWORD)).status).toBe(200);
  });

  it('is worth nothing while its user is disabled, nor when they are enabled again', async () => {
    const person = await server.member(main.companyId);
    const [key, invitation] = [await keyFor(person), await keyFor(person, 'invitation')];
    await server.ok(disableUser, { userLoginId: person.userLoginId }, main);
    expect(await reset(key)).toMatchObject(refused);
    await server.ok(enableUser, { userLoginId: person.userLoginId }, main);
    expect(await reset(key)).toMatchObject(refused);
    expect(await reset(invitation)).toMatchObject(refused);
    expect((await signIn(person, PASSWORD)).status).toBe(200);
  });

  it('is worth nothing after the password was changed in another way', async () => {
    const person = await server.member(main.companyId);
    const key = await keyFor(person);
    const input = { userLoginId: person.userLoginId, originalPassword: PASSWORD, password: NEXT };
    await server.ok(editPasswordWithOriginal, input, person);
    expect(await reset(key, 'Tradewind2028')).toMatchObject(refused);
  });

  it('is worth nothing after the user’s mail address was changed: it went to the old one', async () => {
    const person = await server.member(main.companyId);
    const keys = [await keyFor(person), await keyFor(person, 'invitation')];
    const toOldAddress = await keyFor(person, 'userMail');
    await owner('update user_account set email_verified = false where id = $1', [person.userId]);
    const email = `${person.userLoginId}@new.invalid`;
    await server.ok(saveOrUpdateUser, { user: { id: person.userId, version: 1, name: 'N', email } }, main);
    for (const key of keys) expect(await reset(key)).toMatchObject(refused);
    await server.call(mailValidate, { key: toOldAddress } as never);
    const { rows } = await owner('select email_verified as known from user_account where id = $1', [person.userId]);
    expect(rows).toEqual([{ known: false }]);
  });

  it('of somebody who never signed in is sent again to their new address', async () => {
    const userLoginId = `invited.${main.companyId}`;
    const [first, second] = [`${userLoginId}@old.invalid`, `${userLoginId}@new.invalid`];
    const mailed = async (address: string) => {
      const folder = join(server.app.config.dataDir, 'outbox');
      const name = (await readdir(folder).catch(() => [])).find((each) => each.includes(address));
      return name && /retrievePassword\?key=([\w-]+)/.exec(await readFile(join(folder, name), 'utf8'))?.[1];
    };
    const { id } = await server.ok(saveOrUpdateUser, { user: { userLoginId, name: 'I', email: first } }, main);
    const early = await server.until(() => mailed(first));
    await server.ok(saveOrUpdateUser, { user: { id, version: 1, name: 'I', email: second } }, main);
    const key = await server.until(() => mailed(second));
    expect(await reset(early)).toMatchObject(refused);
    expect((await reset(key)).status).toBe(200);
  });
});

it('the current password cannot be guessed from many windows at once', async () => {
  const person = await server.member(main.companyId);
  const from = { address: '203.0.113.9', userAgent: 'elsewhere' };
  const windows = await Promise.all(
    Array.from({ length: 4 }, async () => ({ ...person, token: await openSession(server.app, person, from) })),
  );
  const guess = (as: Person, originalPassword: string) =>
    server.call(editPasswordWithOriginal, { userLoginId: person.userLoginId, originalPassword, password: NEXT }, as);
  const wrong = await Promise.all([...windows, ...windows, ...windows].map((as) => guess(as, 'Wrong-Password1')));
  expect(wrong.filter(({ status }) => status === 400)).toHaveLength(5);
  expect(wrong.filter(({ status }) => status === 429)).toHaveLength(7);
  expect((await guess(person, PASSWORD)).status).toBe(429);
});

it('a token of one company’s session is bound to that company and user, and its hash opens nothing', async () => {
  const { rows } = await owner(`select encode(token_hash, 'base64') as hash from session where token_hash = $1`, [
    hashToken(main.token),
  ]);
  const hash = String(rows[0]?.hash);
  for (const token of [hash, `${main.token} `, main.token.slice(0, -1), `${main.token}'--`])
    expect((await server.call(getUserInfoMain, {}, { ...main, token: encodeURIComponent(token) })).status).toBe(401);
});

describe('a link for somebody without an account', () => {
  const linkBy = async (person: Person) => {
    const docId = await world.idOf('L-1');
    const document = { docKind: 'sales_order' as const, docId };
    const { id, url } = await server.ok(makeLink, { page: 'orderDetail', ...document, recipient: 'x' }, person);
    return { id, key: new URL(url.replace('/#', '')).searchParams.get('key') ?? '' };
  };
  const opened = async (key: string) => {
    await owner(`delete from throttle where key like $1`, ['link:%']);
    return (await server.call(openLink, { key, page: 'orderDetail' })).status;
  };
  const stateOf = async (id: number) => {
    const docId = await world.idOf('L-1');
    const { links } = await server.ok(listLinks, { docKind: 'sales_order', docId }, main);
    return links.find((link) => link.id === id)?.state;
  };
  /** Of another main account, who may do everything. */
  const maker = async () => {
    const person = await server.member(main.companyId);
    await owner('update user_account set main_account = true where id = $1', [person.userId]);
    return person;
  };
  beforeAll(() => world.take([makeOrder('L-1')]));

  it('ends with the account of whoever made it, and passes to whoever takes over', async () => {
    const [leaves, follows] = [await maker(), await maker()];
    const [mine, theirs] = [await linkBy(leaves), await linkBy(follows)];
    expect([await opened(mine.key), await opened(theirs.key)]).toEqual([200, 200]);
    await server.ok(disableUser, { userLoginId: leaves.userLoginId }, main);
    expect([await opened(mine.key), await opened(theirs.key)]).toEqual([404, 200]);
    expect([await stateOf(mine.id), await stateOf(theirs.id)]).toEqual(['withdrawn', 'open']);
    await server.ok(saveUserSwap, { oldUser: leaves.userId, newUser: follows.userId }, main);
    expect([await opened(mine.key), await stateOf(mine.id)]).toEqual([200, 'open']);
    await server.ok(userAccountDel, { userLoginIds: [follows.userLoginId] }, main);
    expect([await opened(mine.key), await opened(theirs.key)]).toEqual([404, 404]);
  });

  it('is worth nothing under the name of another company', async () => {
    const other = await openWorld(server);
    const { key } = await linkBy(main);
    const [, secret = ''] = key.split('.');
    const prefix = (companyId: number) => companyId.toString(36);
    expect(await opened(`${prefix(main.companyId)}.${secret}`)).toBe(200);
    expect(await opened(`${prefix(other.main.companyId)}.${secret}`)).toBe(404);
    expect(await opened(secret)).toBe(404);
    expect(await opened(`0.${secret}`)).toBe(404);
    expect(await opened(`zzzzzzz.${secret}`)).toBe(404);
  });
});
