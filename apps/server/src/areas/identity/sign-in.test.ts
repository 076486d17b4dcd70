import { companyRegisterAction } from '@tradewind/contract/company.ts';
import { getCheckCode, getUserInfoMain, login, logout } from '@tradewind/contract/identity.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashToken } from '../../core/crypto.ts';
import { ownServer, type Person, type TestServer } from '../../testing/harness.ts';
import { oneAtATime } from './throttle.ts';

const PASSWORD = 'Tradewind2026';
let server: TestServer;
let main: Person;

beforeAll(async () => {
  server = await ownServer();
  main = await server.company();
});
afterAll(() => server.close());

const rows = async (text: string, values: unknown[] = []) => (await server.app.database.owner.query(text, values)).rows;
const tokenOnly = (token: string): Person => ({ ...main, token });
const clearAddress = () => server.app.database.owner.query(`delete from throttle where key like 'password:from:%'`);

describe('signing in', () => {
  it('gives a token and an HttpOnly cookie, and needs no web header', async () => {
    const answer = await server.call(login, { userLoginId: `  ${main.userLoginId} `, password: PASSWORD });
    expect(answer.code).toBe(200);
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toContain(`token1=${answer.data.token}`);
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    const who = await server.ok(getUserInfoMain, {}, tokenOnly(answer.data.token));
    expect(who).toMatchObject({
      userLoginId: main.userLoginId,
      mainAccount: true,
      baseCurrency: 'CNY',
      setMealName: '标准版',
    });
    expect(who.passwordDaysLeft).toBe(89);
    const stored = await rows('select token_hash from session where token_hash = $1', [hashToken(answer.data.token)]);
    expect(stored).toHaveLength(1);
    expect(
      await rows('select 1 from session where encode(token_hash, $1) like $2', ['escape', `%${answer.data.token}%`]),
    ).toHaveLength(0);
  });

  it('ends on the server when they sign out', async () => {
    const { token } = await server.ok(login, { userLoginId: main.userLoginId, password: PASSWORD });
    await server.ok(getUserInfoMain, {}, tokenOnly(token));
    const out = await server.call(logout, {}, tokenOnly(token));
    expect(out.headers.get('set-cookie')).toMatch(/token1=;.*Max-Age=0/i);
    expect(await server.call(getUserInfoMain, {}, tokenOnly(token))).toMatchObject({ status: 401, code: 10086 });
    await server.ok(getUserInfoMain, {}, main);
  });

  it('says the same of an unknown login id and of a wrong password', async () => {
    const person = await server.member(main.companyId);
    const wrong = await server.call(login, { userLoginId: person.userLoginId, password: 'Wrong-Password1' });
    const unknown = await server.call(login, { userLoginId: 'nobody.at.all', password: 'Wrong-Password1' });
    expect(wrong.status).toBe(422);
    expect([unknown.status, unknown.code, unknown.msg]).toEqual([wrong.status, wrong.code, wrong.msg]);
    expect(unknown.code).not.toBe(10086);
  });

  it('takes as long for an unknown login id as for a known one', async () => {
    const person = await server.member(main.companyId);
    const timed = async (userLoginId: string) => {
      const from = performance.now();
      await server.call(login, { userLoginId, password: 'Wrong-Password1' });
      return performance.now() - from;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let i = 0; i < 4; i++) {
      known.push(await timed(person.userLoginId));
      unknown.push(await timed('nobody.knows.me'));
    }
    // A hash takes tens of milliseconds; an answer without one would take a few.
    expect(Math.min(...unknown)).toBeGreaterThan(Math.min(...known) / 2);
    await clearAddress();
  });

  it('makes an account wait after five wrong passwords from one address, even with the right one', async () => {
    const person = await server.member(main.companyId);
    const attempt = (password: string) => server.call(login, { userLoginId: person.userLoginId, password });
    for (let i = 0; i < 4; i++) expect((await attempt('Wrong-Password1')).status).toBe(422);
    const fifth = await attempt('Wrong-Password1');
    expect(fifth.status).toBe(429);
    expect(fifth.msg).toContain('15 分钟');
    expect(Number(fifth.headers.get('retry-after'))).toBeGreaterThan(14 * 60);
    expect((await attempt(PASSWORD)).status).toBe(429);
    await server.app.database.owner.query(
      `update throttle set window_ends_at = now() - interval '1 second' where key like $1`,
      [`password:by:${person.userLoginId}:%`],
    );
    expect((await attempt(PASSWORD)).status).toBe(200);
    expect(
      await rows('select 1 from throttle where key like $1', [`password:by:${person.userLoginId}:%`]),
    ).toHaveLength(0);
    await clearAddress();
  });

  it('does not let a burst outrun the count', async () => {
    const person = await server.member(main.companyId);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        server.call(login, { userLoginId: person.userLoginId, password: 'Wrong-Password1' }),
      ),
    );
    expect(answers.filter((a) => a.status === 422)).toHaveLength(4);
    const [kept] = await rows('select tries from throttle where key = $1', [`password:of:${person.userLoginId}`]);
    expect(kept).toEqual({ tries: 5 });
    await clearAddress();
  });

  it('makes an address wait that tries one account after another', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 21; i++)
      statuses.push((await server.call(login, { userLoginId: `guess${i}`, password: 'Wrong-Password1' })).status);
    expect(statuses.slice(0, 19)).toEqual(Array(19).fill(422));
    expect(statuses.slice(19)).toEqual([429, 429]);
    expect((await server.call(login, { userLoginId: main.userLoginId, password: PASSWORD })).status).toBe(429);
    await clearAddress();
    expect((await server.call(login, { userLoginId: main.userLoginId, password: PASSWORD })).status).toBe(200);
  });

  it('refuses a disabled account only once the password is right', async () => {
    const person = await server.member(main.companyId);
    await server.app.database.owner.query('update user_account set enabled = false where id = $1', [person.userId]);
    expect((await server.call(login, { userLoginId: person.userLoginId, password: 'Wrong-Password1' })).status).toBe(
      422,
    );
    const right = await server.call(login, { userLoginId: person.userLoginId, password: PASSWORD });
    expect(right).toMatchObject({ status: 403, data: { error: 'identity.disabled' } });
  });
});

describe('work of one key', () => {
  it('runs one after another and goes on after a failure', async () => {
    const order: string[] = [];
    const step = (name: string, fails: boolean) =>
      oneAtATime('k', async () => {
        order.push(`${name} begins`);
        await new Promise((resolve) => setTimeout(resolve, 5));
        order.push(`${name} ends`);
        if (fails) throw new Error(name);
      });
    const settled = await Promise.allSettled([step('a', true), step('b', false), step('c', false)]);
    expect(settled.map((s) => s.status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  });
});

describe('with the captcha switched on', () => {
  let strict: TestServer;
  let owner: Person;
  beforeAll(async () => {
    strict = await ownServer({ TRADEWIND_CAPTCHA: 'on' });
    owner = await strict.company();
  });
  afterAll(() => strict.close());

  const post = async (path: string, body: object, cookie?: string) => {
    const response = await fetch(`${strict.url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
      body: JSON.stringify(body),
    });
    const read = (await response.json()) as { code: number; data: { fields?: { path: string; message: string }[] } };
    return { status: response.status, code: read.code, fields: read.data?.fields };
  };
  /** Draws a captcha and stores a known answer for its id. */
  const draw = async () => {
    const { required, svg } = await strict.ok(getCheckCode, {});
    expect(required).toBe(true);
    expect(svg).toContain('<svg');
    const answer = await strict.call(getCheckCode, {});
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(answer.headers.get('set-cookie')).toMatch(/checkCodeId=.*HttpOnly/i);
    const { createHash } = await import('node:crypto');
    const id = cookie.split('=')[1] ?? '';
    await strict.app.database.owner.query('update captcha set answer_hash = $2 where id = $1', [
      id,
      createHash('sha256').update(`${id}/AB23`).digest(),
    ]);
    return cookie;
  };

  it('lets nobody sign in without it, and takes each picture once', async () => {
    const credentials = { userLoginId: owner.userLoginId, password: PASSWORD };
    const without = await post(login.path, credentials);
    expect(without).toMatchObject({ status: 400, fields: [{ path: 'checkCode', message: '请输入验证码' }] });
    expect((await post(login.path, { ...credentials, checkCode: 'AB23' })).status).toBe(400);
    const cookie = await draw();
    expect((await post(login.path, { ...credentials, checkCode: 'ab23' }, cookie)).status).toBe(200);
    expect((await post(login.path, { ...credentials, checkCode: 'ab23' }, cookie)).status).toBe(400);
    const second = await draw();
    expect((await post(login.path, { ...credentials, checkCode: 'XXXX' }, second)).status).toBe(400);
    expect((await post(login.path, { ...credentials, checkCode: 'AB23' }, second)).status).toBe(400);
  });

  it('takes a picture once, also when it comes ten times at once', async () => {
    const cookie = await draw();
    const person = await strict.member(owner.companyId);
    const input = { userLoginId: person.userLoginId, password: PASSWORD, checkCode: 'AB23' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(login.path, input, cookie)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)]);
  });

  it('takes no picture that is too old', async () => {
    const cookie = await draw();
    await strict.app.database.owner.query(`update captcha set expires_at = now() - interval '1 second'`);
    const late = await post(
      login.path,
      { userLoginId: owner.userLoginId, password: PASSWORD, checkCode: 'AB23' },
      cookie,
    );
    expect(late.status).toBe(400);
  });

  it('guards registration too', async () => {
    const input = {
      company: { name: 'Robots', contact: 'R' },
      account: { userLoginId: 'robot', name: 'R', email: 'r@test.invalid', password: PASSWORD },
    };
    expect((await post(companyRegisterAction.path, input)).fields).toEqual([
      { path: 'checkCode', message: '请输入验证码' },
    ]);
    expect((await strict.app.database.owner.query(`select 1 from login where user_login_id = 'robot'`)).rowCount).toBe(
      0,
    );
  });
});
