import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rights } from '@tradewind/contract/access/modules.ts';
import {
  disableUser,
  editPasswordWithOriginal,
  enableUser,
  forgetPassword,
  getPreferences,
  getUserInfoMain,
  getUserList,
  login,
  savePreference,
  updateLocales,
  updatePassword,
} from '@tradewind/contract/identity.ts';
import { listExchangeRates } from '@tradewind/contract/settings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../../serve.ts';
import { ownServer, type Person, type TestServer } from '../../testing/harness.ts';

const PASSWORD = 'Tradewind2026';
let server: TestServer;
let main: Person;

beforeAll(async () => {
  server = await ownServer();
  main = await server.company();
  await server.startWorker();
});
afterAll(() => server.close());

const owner = (text: string, values: unknown[] = []) => server.app.database.owner.query(text, values);

/** The newest mail to a user. */
async function mailTo(address: string): Promise<string | undefined> {
  const folder = join(server.app.config.dataDir, 'outbox');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.includes(address)).sort();
  const last = names.at(-1);
  return last && readFile(join(folder, last), 'utf8');
}
const keyIn = (mail: string) => /[?&]key=([\w-]+)/.exec(mail)?.[1] ?? '';

describe('sessions', () => {
  it('end after their time, however fresh the cache is', async () => {
    const person = await server.member(main.companyId);
    await server.ok(getUserInfoMain, {}, person);
    await owner(`update session set expires_at = now() - interval '1 second' where user_id = $1`, [person.userId]);
    await owner(`select pg_notify('principals', 'all')`);
    const over = await server.until(async () => {
      const answer = await server.call(getUserInfoMain, {}, person);
      return answer.status === 401 && answer;
    });
    expect(over.code).toBe(10086);
  });

  it('write their use down at most once a minute', async () => {
    const person = await server.member(main.companyId);
    const observed = async () =>
      String(
        (await owner('select last_seen_at from session where user_id = $1', [person.userId])).rows[0]?.last_seen_at,
      );
    const first = await observed();
    await server.ok(getUserInfoMain, {}, person);
    expect(await observed()).toBe(first);
    await owner(
      `update session set last_seen_at = now() - interval '2 minutes', expires_at = now() + interval '1 hour' where user_id = $1`,
      [person.userId],
    );
    await owner(`select pg_notify('principals', 'all')`);
    await server.until(async () => {
      await server.ok(getUserInfoMain, {}, person);
      return (
        (
          await owner(`select 1 from session where user_id = $1 and expires_at > now() + interval '11 hours'`, [
            person.userId,
          ])
        ).rowCount === 1
      );
    });
  });

  it('go on while their use cannot be written down, as when a cluster has lost a node', async () => {
    const person = await server.member(main.companyId);
    await owner(`update session set last_seen_at = now() - interval '2 minutes' where user_id = $1`, [person.userId]);
    await owner(`create function refused() returns trigger language plpgsql as 'begin raise ''a node is lost''; end'`);
    await owner('create trigger refused before update on session for each row execute function refused()');
    await owner(`select pg_notify('principals', 'all')`);
    for (const end = Date.now() + 500; Date.now() < end; ) await server.ok(getUserInfoMain, {}, person);
    await owner('drop function refused cascade');
    await owner(`select pg_notify('principals', 'all')`);
    await server.until(async () => {
      await server.ok(getUserInfoMain, {}, person);
      const { rowCount } = await owner(
        `select 1 from session where user_id = $1 and last_seen_at > now() - interval '1 minute'`,
        [person.userId],
      );
      return rowCount === 1;
    });
  });

  it('of a disabled user are over at once, in this process and in others', async () => {
    const person = await server.member(main.companyId);
    const second = await serve(server.app);
    await second.server.listen({ host: '127.0.0.1', port: 0 });
    const address = second.server.server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const elsewhere = async () =>
      (await fetch(`http://127.0.0.1:${port}/api${getUserInfoMain.path}`, { headers: { token: person.token } })).status;
    expect(await elsewhere()).toBe(200);
    await server.ok(getUserInfoMain, {}, person);
    await server.ok(disableUser, { userLoginId: person.userLoginId }, main);
    expect((await server.call(getUserInfoMain, {}, person)).code).toBe(10086);
    await server.until(async () => (await elsewhere()) === 401);
    expect((await server.call(login, { userLoginId: person.userLoginId, password: PASSWORD })).status).toBe(403);
    await server.ok(enableUser, { userLoginId: person.userLoginId }, main);
    expect((await server.call(getUserInfoMain, {}, person)).code).toBe(10086);
    expect((await server.call(login, { userLoginId: person.userLoginId, password: PASSWORD })).status).toBe(200);
    await second.close();
  });

  it('keep one main account in, and nobody puts themselves or another company out', async () => {
    expect((await server.call(disableUser, { userLoginId: main.userLoginId }, main)).status).toBe(409);
    const foreign = await server.company('Elsewhere');
    expect((await server.call(disableUser, { userLoginId: foreign.userLoginId }, main)).status).toBe(404);
    await server.ok(getUserInfoMain, {}, foreign);
    const deputy = await server.member(main.companyId, [rights.account.view, rights.account.disable]);
    expect(await server.call(disableUser, { userLoginId: main.userLoginId }, deputy)).toMatchObject({
      status: 403,
      data: { error: 'identity.mainOnly' },
    });
    await server.ok(getUserInfoMain, {}, main);
  });
});

describe('passwords', () => {
  it('have 12 to 16 characters of three kinds, said in the words of the specification', async () => {
    const person = await server.member(main.companyId);
    const change = (password: string) =>
      server.call(
        editPasswordWithOriginal,
        { userLoginId: person.userLoginId, password, originalPassword: PASSWORD },
        person,
      );
    for (const bad of ['Short1a', 'alllowercase12', 'ALLUPPERCASE12', 'NoDigitsInHere', 'MuchTooLongForIt2026'])
      expect(await change(bad)).toMatchObject({
        status: 400,
        data: {
          fields: [
            { path: 'password', message: expect.stringContaining('密码至少包含大写字母,小写字母,数字,且不少于12位') },
          ],
        },
      });
    expect((await change(PASSWORD)).data).toMatchObject({ fields: [{ path: 'password' }] });
    expect((await change('Tradewind2027')).status).toBe(200);
  });

  it('are not one of the last three', async () => {
    const person = await server.member(main.companyId);
    let originalPassword = PASSWORD;
    const change = async (password: string) => {
      const answer = await server.call(
        editPasswordWithOriginal,
        { userLoginId: person.userLoginId, password, originalPassword },
        person,
      );
      if (answer.status === 200) originalPassword = password;
      return answer;
    };
    expect((await change('Tradewind2027')).status).toBe(200);
    expect((await change('Tradewind2028')).status).toBe(200);
    expect(await change(PASSWORD)).toMatchObject({
      status: 400,
      data: { fields: [{ path: 'password', message: '不能使用最近 3 次用过的密码' }] },
    });
    expect((await change('Tradewind2029')).status).toBe(200);
    expect((await change(PASSWORD)).status).toBe(200);
  });

  it('are changed with the original one; the other sessions end, this one stays', async () => {
    const person = await server.member(main.companyId);
    const other = await server.ok(login, { userLoginId: person.userLoginId, password: PASSWORD });
    const input = { userLoginId: person.userLoginId, password: 'Tradewind2027', originalPassword: 'Wrong-Password1' };
    expect(await server.call(editPasswordWithOriginal, input, person)).toMatchObject({
      status: 400,
      data: { fields: [{ path: 'originalPassword' }] },
    });
    expect(
      (await server.call(editPasswordWithOriginal, { ...input, userLoginId: main.userLoginId }, person)).status,
    ).toBe(400);
    await server.ok(editPasswordWithOriginal, { ...input, originalPassword: PASSWORD }, person);
    await server.ok(getUserInfoMain, {}, person);
    expect((await server.call(getUserInfoMain, {}, { ...person, token: other.token })).code).toBe(10086);
    expect((await server.call(login, { userLoginId: person.userLoginId, password: PASSWORD })).status).toBe(422);
    await server.ok(login, { userLoginId: person.userLoginId, password: 'Tradewind2027' });
  });

  it('are set anew by a mailed key that works once', async () => {
    const person = await server.member(main.companyId);
    expect((await server.call(forgetPassword, { userLoginId: 'nobody.at.all' })).status).toBe(200);
    await server.ok(forgetPassword, { userLoginId: person.userLoginId });
    const mail = await server.until(() => mailTo(`${person.userLoginId}@test.invalid`));
    expect(mail).toContain(`${server.url}/#/retrievePassword?key=`);
    const key = keyIn(mail);
    expect(
      (await owner(`select 1 from one_time_key where encode(key_hash, 'escape') like '%' || $1 || '%'`, [key]))
        .rowCount,
    ).toBe(0);
    expect((await server.call(updatePassword, { key: `${key}x`, password: 'Tradewind2027' })).status).toBe(422);
    await server.ok(updatePassword, { key, password: 'Tradewind2027' });
    expect((await server.call(updatePassword, { key, password: 'Tradewind2028' })).status).toBe(422);
    expect((await server.call(getUserInfoMain, {}, person)).code).toBe(10086);
    await server.ok(login, { userLoginId: person.userLoginId, password: 'Tradewind2027' });
  });

  it('are not asked for without end', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) statuses.push((await server.call(forgetPassword, { userLoginId: 'flooded' })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it('run out after the days that the company chose, 90 unless told: then only a new one helps', async () => {
    const person = await server.company('Old password');
    await owner(`update user_account set password_changed_at = now() - interval '91 days' where id = $1`, [
      person.userId,
    ]);
    const { token } = await server.ok(login, { userLoginId: person.userLoginId, password: PASSWORD });
    const late = { ...person, token };
    expect((await server.ok(getUserInfoMain, {}, late)).passwordDaysLeft).toBeLessThan(0);
    expect(await server.call(listExchangeRates, {}, late)).toMatchObject({
      status: 403,
      data: { error: 'identity.passwordExpired' },
    });
    const input = { userLoginId: person.userLoginId, password: 'Tradewind2027', originalPassword: PASSWORD };
    await owner(`insert into company_setting values ($1, 'identity.passwordDays', '120')`, [person.companyId]);
    await owner(`select pg_notify('principals', 'all')`);
    await server.until(async () => (await server.call(listExchangeRates, {}, late)).status === 200);
    expect((await server.ok(getUserInfoMain, {}, late)).passwordDaysLeft).toBe(28);
    await server.ok(editPasswordWithOriginal, input, late);
    await server.ok(listExchangeRates, {}, late);
  });
});

describe('what a user sets up for themselves', () => {
  it('is kept, changed and removed, for them alone', async () => {
    const person = await server.member(main.companyId);
    await server.ok(savePreference, { key: 'columns:order.all', value: ['a', 'b'] }, person);
    await server.ok(savePreference, { key: 'columns:order.all', value: { order: ['b'] } }, person);
    await server.ok(savePreference, { key: 'filters:order.all', value: 1 }, person);
    await server.ok(savePreference, { key: 'filters:order.all', value: null }, person);
    expect(await server.ok(getPreferences, {}, person)).toEqual({ 'columns:order.all': { order: ['b'] } });
    expect(await server.ok(getPreferences, {}, main)).toEqual({});
  });

  it('stops at three hundred settings', async () => {
    const person = await server.member(main.companyId);
    await owner(`insert into user_preference select $1, $2, 'k' || n, '1'::jsonb from generate_series(1, 300) n`, [
      main.companyId,
      person.userId,
    ]);
    expect((await server.call(savePreference, { key: 'one more', value: 1 }, person)).status).toBe(409);
    await server.ok(savePreference, { key: 'k7', value: 2 }, person);
  });

  it('includes the language, which answers follow at once', async () => {
    const person = await server.member(main.companyId);
    await server.ok(updateLocales, { lastLocale: 'en' }, person);
    expect((await server.call(listExchangeRates, {}, person)).msg).toBe('You do not have permission to do this');
    expect((await server.ok(getUserInfoMain, {}, person)).language).toBe('en');
  });

  it('lists the users of the own company for pickers', async () => {
    const foreign = await server.company('Elsewhere');
    const { list } = await server.ok(getUserList, {}, foreign);
    expect(list).toEqual([{ id: foreign.userId, userLoginId: foreign.userLoginId, userName: foreign.userLoginId }]);
  });
});
