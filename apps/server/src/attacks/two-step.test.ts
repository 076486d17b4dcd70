import { stopViewing, viewAs } from '@tradewind/contract/access.ts';
import { SESSION_COOKIE, WEB_HEADER } from '@tradewind/contract/call.ts';
import { visitSample } from '@tradewind/contract/company.ts';
import {
  confirmSignIn,
  disableUser,
  editUserPassword,
  enableSecondFactor,
  getSecondFactor,
  getUserInfoMain,
  listMembers,
  login,
  logout,
  saveUserSwap,
  shopifyLogin,
  startSecondFactor,
  updatePassword,
} from '@tradewind/contract/identity.ts';
import { listenToHints } from '@tradewind/contract/messages.ts';
import { calls } from '@tradewind/contract/registry.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueKey } from '../areas/identity/keys.ts';
import { openSession } from '../areas/identity/public.ts';
import { systemContext } from '../core/context.ts';
import { codeOf } from '../testing/authenticator.ts';
import { callOver, ownServer, type Person, type TestServer } from '../testing/harness.ts';

const PASSWORD = 'Tradewind2026';
const NEXT = 'Tradewind2027';
let server: TestServer;
let main: Person;
beforeAll(async () => {
  server = await ownServer();
  main = await server.company();
});
afterAll(() => server.close());

const owner = (text: string, values: unknown[] = []) => server.app.database.owner.query(text, values);
const signIn = (person: Person, password = PASSWORD) => server.ok(login, { userLoginId: person.userLoginId, password });
const confirm = (token: string, code: string) => server.call(confirmSignIn, { token, code });
const over = { status: 422, data: { error: 'identity.signInOver' } };
const factorNeeded = { status: 403, data: { error: 'identity.factorNeeded' } };
const again = async (person: Person): Promise<Person> => ({
  ...person,
  token: await openSession(server.app, person, { address: '203.0.113.9', userAgent: 'elsewhere' }),
});

async function enrolled(person: Person): Promise<string> {
  const { secret } = await server.ok(startSecondFactor, { password: PASSWORD }, person);
  await server.ok(enableSecondFactor, { code: codeOf(secret, -1) }, person);
  return secret;
}
const careful = async () => {
  const person = await server.member(main.companyId);
  return { person, secret: await enrolled(person) };
};
/** As the company's setting does, without a main account that could no longer change it back. */
async function requireOf(companyId: number, value: boolean): Promise<void> {
  await owner(
    `insert into company_setting (company_id, key, value) values ($1, 'identity.secondFactor', $2::jsonb)
     on conflict (company_id, key) do update set value = excluded.value`,
    [companyId, String(value)],
  );
  await owner(`select pg_notify('principals', 'company:' || $1)`, [companyId]);
}
describe('the first step alone', () => {
  it('opens nothing, by whatever way its token comes', async () => {
    const { person } = await careful();
    const { token, step } = await signIn(person);
    expect(step).toBe('code');
    for (const call of [getUserInfoMain, logout, getSecondFactor, listenToHints]) {
      const target = `${server.url}/api${call.path}`;
      const cookie = `${SESSION_COOKIE}=${token}; signInStep=${token}`;
      const answers = [{ token }, { cookie, [WEB_HEADER]: 'web' }].map((headers) => fetch(target, { headers }));
      for (const answer of await Promise.all(answers)) expect(answer.status).toBe(401);
    }
    const { rows } = await owner('select count(*)::int as sessions from session where user_id = $1', [person.userId]);
    expect(rows).toEqual([{ sessions: 1 }]);
  });

  it('is asked for on the way from a platform too', async () => {
    const { person } = await careful();
    const { step } = await server.ok(shopifyLogin, { userLoginId: person.userLoginId, password: PASSWORD });
    expect(step).toBe('code');
  });

  it('takes no code of another person, and no token of a session', async () => {
    const [one, two] = [await careful(), await careful()];
    const { token } = await signIn(one.person);
    expect((await confirm(token, codeOf(two.secret))).status).toBe(400);
    expect(await confirm(two.person.token, codeOf(two.secret))).toMatchObject(over);
    expect(await confirm('', codeOf(two.secret))).toMatchObject(over);
    expect((await confirm(token, codeOf(one.secret))).status).toBe(200);
  });

  const ends: Record<string, (person: Person) => Promise<unknown>> = {
    'is disabled': ({ userLoginId }) => server.ok(disableUser, { userLoginId }, main),
    'gets another password': ({ userLoginId }) => server.ok(editUserPassword, { userLoginId, password: NEXT }, main),
    'sets another password by mail': async ({ userId, companyId }) => {
      const ctx = systemContext(companyId, 'test');
      const key = await server.app.database.inCompany(ctx, (tx) => issueKey(tx, 'password', userId, 2));
      await server.ok(updatePassword, { key, password: NEXT });
    },
  };
  it.each(Object.keys(ends))('ends when its user %s', async (what) => {
    const { person, secret } = await careful();
    const { token } = await signIn(person);
    await ends[what]?.(person);
    expect(await confirm(token, codeOf(secret))).toMatchObject(over);
  });
});

describe('the code', () => {
  it('is needed after a new password, by mail or of an administrator', async () => {
    const { person, secret } = await careful();
    const ctx = systemContext(person.companyId, 'test');
    const key = await server.app.database.inCompany(ctx, (tx) => issueKey(tx, 'password', person.userId, 2));
    await server.ok(updatePassword, { key, password: NEXT });
    const { token, step } = await signIn(person, NEXT);
    expect(step).toBe('code');
    expect((await confirm(token, codeOf(secret))).status).toBe(200);
    await server.ok(editUserPassword, { userLoginId: person.userLoginId, password: 'Tradewind2028' }, main);
    expect((await signIn(person, 'Tradewind2028')).step).toBe('code');
  });

  it('stays with its account when another takes over the work', async () => {
    const { person } = await careful();
    const heir = await server.member(main.companyId);
    await server.ok(saveUserSwap, { oldUser: person.userId, newUser: heir.userId }, main);
    expect((await signIn(person)).step).toBe('code');
    expect((await signIn(heir)).step).toBe('done');
    const back = await careful();
    await server.ok(saveUserSwap, { oldUser: heir.userId, newUser: back.person.userId, delOldCheck: true }, main);
    expect((await signIn(back.person)).step).toBe('code');
  });
});

describe('where the company requires two steps', () => {
  it('somebody without may make no call but those that set it up', async () => {
    const boss = await server.company('Strict');
    const person = await server.member(boss.companyId);
    await requireOf(boss.companyId, true);
    await server.until(async () => (await server.call(listMembers, {}, boss)).status === 403);
    const open = calls.filter(({ call }) => call.access !== 'public' && call.beforeSecondFactor);
    expect(open.map(({ name }) => name).sort()).toEqual([
      'editPasswordWithOriginal',
      'enableSecondFactor',
      'getSecondFactor',
      'getUserInfoMain',
      'logout',
      'startSecondFactor',
      'updateLocales',
    ]);
    const wrong: string[] = [];
    for (const { name, call } of calls) {
      if (call.access === 'public' || call.beforeSecondFactor) continue;
      const answer = await callOver(server.url, call, {}, boss.token);
      const { error } = answer.data as { error?: string };
      if (answer.status !== 403 || error !== 'identity.factorNeeded') wrong.push(`${name}: ${answer.status}`);
    }
    expect(await server.call(listMembers, {}, person)).toMatchObject(factorNeeded);
    expect(wrong).toEqual([]);
  });

  it('neither the sample company nor viewing as a member is a way around it', async () => {
    const boss = await server.company('Curious');
    const member = await server.member(boss.companyId);
    await enrolled(member);
    const [visitor, viewer] = [await again(boss), await again(boss)];
    await server.ok(visitSample, {}, visitor);
    await server.ok(viewAs, { userLoginId: member.userLoginId }, viewer);
    expect((await server.ok(getUserInfoMain, {}, visitor)).sample).toBe(true);
    await requireOf(boss.companyId, true);
    for (const who of [visitor, viewer]) {
      const answer = await server.until(async () => {
        const refused = await server.call(stopViewing, {}, who);
        return refused.status === 403 && refused;
      });
      expect(answer).toMatchObject(factorNeeded);
      expect((await server.ok(getUserInfoMain, {}, who)).sample).toBe(false);
    }
    expect(await server.call(visitSample, {}, visitor)).toMatchObject(factorNeeded);
    expect(await server.call(viewAs, { userLoginId: member.userLoginId }, viewer)).toMatchObject(factorNeeded);
  });
});
