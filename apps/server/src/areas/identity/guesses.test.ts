import { editUserPassword, getCheckCode, getUserInfoMain, login, logout } from '@tradewind/contract/identity.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownServer, type Person, type TestServer } from '../../testing/harness.ts';
import { runs } from '../../testing/property.ts';

const TRIES = runs(2000, 10_000);
const PASSWORD = 'Tradewind2026';
let server: TestServer;
let main: Person;

beforeAll(async () => {
  server = await ownServer();
  main = await server.company();
});
afterAll(() => server.close());

interface From {
  address: string;
  cookie?: string;
}

/** Signs in from an address, as reported by a proxy on this machine. */
async function enter(userLoginId: string, password: string, { address, cookie }: From) {
  const response = await fetch(`${server.url}/api${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...(cookie ? { cookie } : {}) },
    body: JSON.stringify({ userLoginId, password }),
  });
  await response.text();
  const known = response.headers.getSetCookie().find((each) => each.startsWith('knownBrowser='));
  return { status: response.status, cookie: known?.split(';')[0] ?? '', attributes: known ?? '' };
}

const addressOf = (n: number) => `10.${n >> 8}.${n & 255}.7`;

describe('guessing passwords', () => {
  it(`${TRIES} tries over many accounts and addresses check few passwords, and the right users get in`, async () => {
    const victims = await Promise.all(Array.from({ length: 6 }, () => server.member(main.companyId)));
    const bystander = await server.member(main.companyId);
    const [first] = victims;
    if (!first) throw new Error('nobody');
    const { cookie } = await enter(first.userLoginId, PASSWORD, { address: '192.0.2.1' });
    const counted = new Map<number, number>();
    let n = 0;
    const guesser = async () => {
      while (n < TRIES) {
        const mine = n++;
        const victim = victims[mine % victims.length];
        const address = addressOf(Math.floor(mine / victims.length) % 100);
        const { status } = await enter(victim?.userLoginId ?? '', `Wrong-Password${mine}`, { address });
        counted.set(status, (counted.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 24 }, guesser));
    expect([...counted.keys()].sort()).toEqual([422, 429]);
    // 50 for each account over all addresses; the last one must wait.
    expect(counted.get(422)).toBeLessThanOrEqual(victims.length * 50);
    expect(counted.get(422)).toBeGreaterThan(victims.length * 20);
    // From new addresses nobody gets in for a while, not even with the right password.
    expect((await enter(first.userLoginId, PASSWORD, { address: '198.51.100.9' })).status).toBe(429);
    expect((await enter(first.userLoginId, PASSWORD, { address: '198.51.100.9', cookie })).status).toBe(200);
    expect((await enter(bystander.userLoginId, PASSWORD, { address: '198.51.100.10' })).status).toBe(200);
  });

  it('from one address holds up nobody who signs in from another', async () => {
    const person = await server.member(main.companyId);
    for (let i = 0; i < 8; i++) await enter(person.userLoginId, 'Wrong-Password1', { address: '203.0.113.5' });
    expect((await enter(person.userLoginId, PASSWORD, { address: '203.0.113.5' })).status).toBe(429);
    expect((await enter(person.userLoginId, PASSWORD, { address: '203.0.113.6' })).status).toBe(200);
    expect((await enter(person.userLoginId, PASSWORD, { address: '203.0.113.5' })).status).toBe(429);
  });

  it.each(['2001:db8:1:2::', '2001:db8::', '2001:db8:0:2::', '2001:db8:3::5:0:'])(
    'counts the addresses of one IPv6 network as one: %s',
    async (net) => {
      const person = await server.member(main.companyId);
      const tries: number[] = [];
      for (let i = 0; i < 6; i++)
        tries.push((await enter(person.userLoginId, 'Wrong-Password1', { address: `${net}${i + 1}` })).status);
      expect(tries).toEqual([422, 422, 422, 422, 429, 429]);
    },
  );

  it('knows the IPv4 addresses apart that a proxy writes as IPv6', async () => {
    const person = await server.member(main.companyId);
    for (let i = 0; i < 6; i++) await enter(person.userLoginId, 'Wrong-Password1', { address: '::ffff:192.0.2.70' });
    expect((await enter(person.userLoginId, PASSWORD, { address: '192.0.2.70' })).status).toBe(429);
    expect((await enter(person.userLoginId, PASSWORD, { address: '::ffff:192.0.2.71' })).status).toBe(200);
  });

  it('is not helped by the cookie of another account, nor by one made up', async () => {
    const [victim, other] = [await server.member(main.companyId), await server.member(main.companyId)];
    const { cookie } = await enter(other.userLoginId, PASSWORD, { address: '192.0.2.20' });
    await server.app.database.owner.query(
      `insert into throttle (key, tries, window_ends_at) values ($1, 50, now() + interval '9 minutes')`,
      [`password:of:${victim.userLoginId}`],
    );
    const from = { address: '192.0.2.21' };
    expect((await enter(victim.userLoginId, PASSWORD, { ...from, cookie })).status).toBe(429);
    expect((await enter(victim.userLoginId, PASSWORD, { ...from, cookie: 'knownBrowser=a.b' })).status).toBe(429);
    expect((await enter(victim.userLoginId, PASSWORD, { ...from, cookie: 'knownBrowser=.' })).status).toBe(429);
  });
});

describe('a browser that has signed in before', () => {
  const here = { address: '192.0.2.40' };
  const wrong = (n: number) => `Wrong-Password${n}`;

  it('gets in while wrong passwords hold up its address, and nobody new does', async () => {
    const [owner, other, ...rest] = await Promise.all(Array.from({ length: 6 }, () => server.member(main.companyId)));
    if (!owner || !other) throw new Error('nobody');
    const { cookie } = await enter(owner.userLoginId, PASSWORD, here);
    for (let i = 0; i < 26; i++) {
      const victim = [owner, ...rest][i % 5];
      await enter(victim?.userLoginId ?? '', wrong(i), here);
    }
    expect((await enter(other.userLoginId, PASSWORD, here)).status).toBe(429);
    expect((await enter(owner.userLoginId, PASSWORD, here)).status).toBe(429);
    expect((await enter(owner.userLoginId, PASSWORD, { ...here, cookie })).status).toBe(200);
  });

  it('has a limit of its own, which its wrong passwords alone use up', async () => {
    const from = { address: '192.0.2.41' };
    const person = await server.member(main.companyId);
    const { cookie } = await enter(person.userLoginId, PASSWORD, from);
    const { cookie: second } = await enter(person.userLoginId, PASSWORD, from);
    const tries: number[] = [];
    for (let i = 0; i < 11; i++) tries.push((await enter(person.userLoginId, wrong(i), { ...from, cookie })).status);
    expect(tries).toEqual([...Array(9).fill(422), 429, 429]);
    expect((await enter(person.userLoginId, PASSWORD, { ...from, cookie })).status).toBe(429);
    // From any address: the limit is the browser's.
    expect((await enter(person.userLoginId, PASSWORD, { address: '192.0.2.42', cookie })).status).toBe(429);
    expect((await enter(person.userLoginId, PASSWORD, { ...from, cookie: second })).status).toBe(200);
    expect((await enter(person.userLoginId, PASSWORD, from)).status).toBe(200);
  });

  it('starts anew with the right password, and with a new one', async () => {
    const from = { address: '192.0.2.43' };
    const person = await server.member(main.companyId);
    let { cookie } = await enter(person.userLoginId, PASSWORD, from);
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 8; i++) await enter(person.userLoginId, wrong(i), { ...from, cookie });
      const back = await enter(person.userLoginId, PASSWORD, { ...from, cookie });
      expect(back.status).toBe(200);
      cookie = back.cookie;
    }
    for (let i = 0; i < 12; i++) await enter(person.userLoginId, wrong(i), { ...from, cookie });
    expect((await enter(person.userLoginId, PASSWORD, { ...from, cookie })).status).toBe(429);
    await server.ok(editUserPassword, { userLoginId: person.userLoginId, password: 'Another2026Word' }, main);
    expect((await enter(person.userLoginId, 'Another2026Word', { ...from, cookie })).status).toBe(200);
  });

  it('is known for each of its accounts, by a secret that changes with each sign-in and is stored nowhere', async () => {
    const from = { address: '192.0.2.44' };
    const [one, two] = [await server.member(main.companyId), await server.member((await server.company()).companyId)];
    const first = await enter(one.userLoginId, PASSWORD, from);
    const both = await enter(two.userLoginId, PASSWORD, { ...from, cookie: first.cookie });
    const again = await enter(one.userLoginId, PASSWORD, { ...from, cookie: both.cookie });
    expect(again.attributes).toMatch(/; HttpOnly/);
    await server.app.database.owner.query(
      `insert into throttle (key, tries, window_ends_at)
       select 'password:of:' || name, 50, now() + interval '9 minutes' from unnest($1::text[]) as name`,
      [[one.userLoginId, two.userLoginId]],
    );
    const enters = async (who: Person, cookie: string) =>
      (await enter(who.userLoginId, PASSWORD, { ...from, cookie })).status;
    // What a thief copied before the last sign-in is worth nothing now.
    expect(await enters(one, both.cookie)).toBe(429);
    expect(await enters(two, again.cookie)).toBe(200);
    expect(await enters(one, again.cookie)).toBe(200);
    const stored = await server.app.database.owner.query(
      'select token_hash from known_browser where user_id = any($1)',
      [[one.userId, two.userId]],
    );
    expect(stored.rowCount).toBe(2);
    const secrets = again.cookie.replace('knownBrowser=', '').split('.');
    expect(secrets).toHaveLength(2);
    for (const { token_hash: kept } of stored.rows)
      expect(secrets.map((secret) => Buffer.from(secret, 'base64url').equals(kept))).toEqual([false, false]);
  });

  it('of one account is none for another, and a made-up one is treated alike where there is no account', async () => {
    const [victim, thief] = [await server.member(main.companyId), await server.member(main.companyId)];
    const { cookie } = await enter(thief.userLoginId, PASSWORD, { address: '192.0.2.45' });
    let made = 0;
    for (const held of [
      cookie,
      `knownBrowser=${'A'.repeat(43)}`,
      'knownBrowser=%00.',
      `knownBrowser=${'.'.repeat(900)}`,
    ]) {
      const course = async (userLoginId: string, address: string) => {
        const statuses: number[] = [];
        for (let i = 0; i < 7; i++)
          statuses.push((await enter(userLoginId, wrong(i), { address, cookie: held })).status);
        return statuses;
      };
      const n = made++;
      const real = await course(victim.userLoginId, `198.18.1.${n}`);
      expect(real).toEqual([422, 422, 422, 422, 429, 429, 429]);
      expect(await course('nobody.here', `198.18.2.${n}`)).toEqual(real);
    }
  });
});

describe('a stolen token', () => {
  it('is worth nothing after its owner has signed out', async () => {
    const { token } = await server.ok(login, { userLoginId: main.userLoginId, password: PASSWORD });
    const thief: Person = { ...main, token };
    await server.ok(getUserInfoMain, {}, thief);
    await server.ok(logout, {}, thief);
    expect(await server.call(getUserInfoMain, {}, thief)).toMatchObject({ status: 401, code: 10086 });
  });
});

describe('the captcha', () => {
  it('becomes harder for an address and for an account that was guessed at, and an easy one does not do then', async () => {
    const strict = await ownServer({ TRADEWIND_CAPTCHA: 'on' });
    try {
      const owner = await strict.company();
      const query = (text: string, values: unknown[]) => strict.app.database.owner.query(text, values);
      const draw = async (cookie = '') => {
        const response = await fetch(`${strict.url}/api${getCheckCode.path}`, { headers: cookie ? { cookie } : {} });
        const id = /checkCodeId=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? '';
        const { createHash } = await import('node:crypto');
        await query('update captcha set answer_hash = $2 where id = $1', [
          id,
          createHash('sha256').update(`${id}/AB23`).digest(),
        ]);
        return id;
      };
      const attempt = async (id: string) => {
        const response = await fetch(`${strict.url}/api${login.path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie: `checkCodeId=${id}` },
          body: JSON.stringify({ userLoginId: owner.userLoginId, password: PASSWORD, checkCode: 'AB23' }),
        });
        const read = (await response.json()) as { data: { fields?: { message: string }[] } };
        return {
          status: response.status,
          message: read.data.fields?.[0]?.message,
          cookies: response.headers.getSetCookie().map((each) => each.split(';')[0]),
        };
      };
      const guessed = (key: string, tries: number) =>
        query(
          `insert into throttle (key, tries, window_ends_at) values ($1, $2, now() + interval '9 minutes')
           on conflict (key) do update set tries = excluded.tries`,
          [key, tries],
        );
      expect(await draw()).toMatch(/\.0$/);
      const easy = await draw();
      await guessed(`password:of:${owner.userLoginId}`, 10);
      const refused = await attempt(easy);
      expect(refused).toMatchObject({ status: 400, message: '多次输入错误，请输入新图片中的验证码' });
      expect(refused.cookies).toContain('checkCodeLevel=1');
      const forged = await draw();
      expect((await attempt(forged.replace(/\.0$/, '.1'))).status).toBe(400);
      const harder = await draw('checkCodeLevel=1');
      expect(harder).toMatch(/\.1$/);
      expect((await attempt(harder)).status).toBe(200);
      await guessed('password:from:127.0.0.1', 12);
      expect(await draw()).toMatch(/\.2$/);
    } finally {
      await strict.close();
    }
  });
});
