import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rights } from '@tradewind/contract/access/modules.ts';
import {
  disableUser,
  editPasswordWithOriginal,
  editUserPassword,
  enableUser,
  endAbsence,
  getInfo,
  getOneUser,
  getOneUserForUpdate,
  getUserInfoMain,
  listMembers,
  login,
  mailPasswordKey,
  saveAbsence,
  saveOrUpdateUser,
  updatePassword,
  userAccountDel,
  userList,
} from '@tradewind/contract/identity.ts';
import { listExchangeRates } from '@tradewind/contract/settings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownServer, type Person, type TestServer } from '../../testing/harness.ts';
import { delegateOf, isAwayAt } from './public.ts';

const PASSWORD = 'Tradewind2026';
const HOUR_MS = 3600 * 1000;
let server: TestServer;
let main: Person;
let people = 0;

beforeAll(async () => {
  server = await ownServer();
  main = await server.company();
  await server.startWorker();
});
afterAll(() => server.close());

const owner = async (text: string, values: unknown[] = []) =>
  (await server.app.database.owner.query(text, values)).rows as Record<string, unknown>[];
const fresh = () => {
  const userLoginId = `new${++people}.${Date.now()}`;
  return { userLoginId, name: `New ${people}`, email: `${userLoginId}@test.invalid` };
};
/** Log entries about an account, without its own sign-ins. */
const audited = (userId: number) =>
  owner(
    `select action, detail from audit_entry where target_kind = 'user' and target_id = $1
       and action not in ('identity.signedIn', 'identity.signInFailed', 'identity.signedOut') order by id`,
    [String(userId)],
  );
async function keyMailedTo(address: string, before = ''): Promise<string> {
  const folder = join(server.app.config.dataDir, 'outbox');
  return server.until(async () => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.includes(address)).sort();
    const last = names.at(-1);
    const key = last && /[?&]key=([\w-]+)/.exec(await readFile(join(folder, last), 'utf8'))?.[1];
    return key && key !== before ? key : undefined;
  });
}

describe('saveOrUpdateUser', () => {
  it('adds an account and mails a key that sets its password: once, and not when it is late', async () => {
    const supplied = fresh();
    const saved = await server.ok(saveOrUpdateUser, { user: supplied }, main);
    expect((await server.call(login, { userLoginId: supplied.userLoginId, password: PASSWORD })).status).toBe(422);
    const key = await keyMailedTo(supplied.email);
    await owner('update one_time_key set expires_at = now() where used_at is null and company_id = $1', [
      main.companyId,
    ]);
    const late = await server.call(updatePassword, { key, password: PASSWORD });
    expect(late).toMatchObject({ status: 422, data: { error: 'identity.keyOver' } });
    await server.ok(mailPasswordKey, { userLoginId: supplied.userLoginId }, main);
    const second = await keyMailedTo(supplied.email, key);
    await server.ok(updatePassword, { key: second, password: PASSWORD });
    expect((await server.call(updatePassword, { key: second, password: 'Tradewind2027' })).status).toBe(422);
    const { token } = await server.ok(login, { userLoginId: supplied.userLoginId, password: PASSWORD });
    const self = { ...main, userId: saved.id, userLoginId: supplied.userLoginId, token };
    expect(await server.ok(getOneUser, {}, self)).toMatchObject({
      ...supplied,
      emailVerified: true,
      mainAccount: false,
    });
    expect((await audited(saved.id)).map((row) => row.action)).toContain('identity.userAdded');
  });

  it('adds one with an initial password, which is good for nothing but setting another', async () => {
    const supplied = fresh();
    await server.ok(saveOrUpdateUser, { user: { ...supplied, password: PASSWORD } }, main);
    const { token } = await server.ok(login, { userLoginId: supplied.userLoginId, password: PASSWORD });
    const self = { ...main, userLoginId: supplied.userLoginId, token };
    expect((await server.call(listExchangeRates, {}, self)).data).toMatchObject({ error: 'identity.passwordExpired' });
    const change = { userLoginId: supplied.userLoginId, originalPassword: PASSWORD };
    expect((await server.call(editPasswordWithOriginal, { ...change, password: PASSWORD }, self)).status).toBe(400);
    await server.ok(editPasswordWithOriginal, { ...change, password: 'Tradewind2027' }, self);
    expect((await server.ok(getUserInfoMain, {}, self)).passwordDaysLeft).toBe(89);
  });

  it('tells the second of two who edit one member who was first, and keeps what the first wrote', async () => {
    const person = await server.member(main.companyId);
    const editor = await server.member(main.companyId, [rights.account.edit]);
    const { id, version } = await server.ok(getOneUserForUpdate, { userLoginId: person.userLoginId }, main);
    const user = { id, version, name: 'First', email: 'first@test.invalid' };
    await server.ok(saveOrUpdateUser, { user: { ...user, phone: '123' } }, editor);
    const late = await server.call(saveOrUpdateUser, { user: { ...user, name: 'Second' } }, main);
    expect(late).toMatchObject({ status: 409, data: { error: 'core.stale' } });
    expect(late.msg).toContain(editor.userLoginId);
    expect(await server.ok(getOneUserForUpdate, { userLoginId: person.userLoginId }, main)).toMatchObject({
      name: 'First',
      email: 'first@test.invalid',
      phone: '123',
      emailVerified: false,
      version: version + 1,
    });
    const [entry] = (await audited(id)).slice(-1);
    expect(entry).toMatchObject({
      action: 'identity.userEdited',
      detail: { changes: { name: [person.userLoginId, 'First'] } },
    });
  });

  it('refuses a taken login id, places that do not exist, circles of supervisors, and the wrong right', async () => {
    const supplied = fresh();
    const fields = async (user: object) =>
      (await server.call(saveOrUpdateUser, { user: { ...supplied, ...user } as never }, main)).data as unknown as {
        fields: { path: string }[];
      };
    expect((await fields({ userLoginId: main.userLoginId })).fields[0]?.path).toBe('user.userLoginId');
    expect((await fields({ departmentId: 999_999 })).fields[0]?.path).toBe('user.departmentId');
    expect((await fields({ positionId: 999_999 })).fields[0]?.path).toBe('user.positionId');
    expect((await fields({ supervisorId: 999_999 })).fields[0]?.path).toBe('user.supervisorId');
    const a = await server.ok(saveOrUpdateUser, { user: fresh() }, main);
    const b = await server.ok(saveOrUpdateUser, { user: { ...fresh(), supervisorId: a.id } }, main);
    for (const supervisorId of [a.id, b.id])
      expect(
        await server.call(
          saveOrUpdateUser,
          { user: { id: a.id, version: 1, name: 'A', email: 'a@test.invalid', supervisorId } },
          main,
        ),
      ).toMatchObject({ status: 400, data: { fields: [{ path: 'user.supervisorId' }] } });
    const adder = await server.member(main.companyId, [rights.account.add]);
    const change = { id: a.id, version: 1, name: 'A', email: 'a@test.invalid' };
    expect((await server.call(saveOrUpdateUser, { user: change }, adder)).status).toBe(403);
    const editor = await server.member(main.companyId, [rights.account.edit]);
    expect((await server.call(saveOrUpdateUser, { user: fresh() }, editor)).status).toBe(403);
    const foreign = await server.company('Elsewhere');
    expect((await server.call(saveOrUpdateUser, { user: change }, foreign)).status).toBe(404);
  });

  it('leaves main accounts to main accounts, and one of them always stays', async () => {
    const { add, edit, enable, disable, delete: remove, password, swap } = rights.account;
    const all = [add, edit, enable, disable, remove, password, swap];
    const deputy = await server.member(main.companyId, all);
    const { userLoginId } = main;
    const mine = { id: main.userId, version: 1, name: 'X', email: 'thief@test.invalid' };
    const refused = { status: 403, data: { error: 'identity.mainOnly' } };
    expect(await server.call(saveOrUpdateUser, { user: mine }, deputy)).toMatchObject(refused);
    expect(await server.call(saveOrUpdateUser, { user: { ...fresh(), mainAccount: true } }, deputy)).toMatchObject(
      refused,
    );
    expect(await server.call(editUserPassword, { userLoginId, password: 'Tradewind2027' }, deputy)).toMatchObject(
      refused,
    );
    expect(await server.call(mailPasswordKey, { userLoginId }, deputy)).toMatchObject(refused);
    expect(await server.call(disableUser, { userLoginId }, deputy)).toMatchObject(refused);
    expect((await server.ok(userAccountDel, { userLoginIds: [userLoginId] }, deputy)).failed).toMatchObject([
      { error: 'identity.mainOnly' },
    ]);
    expect((await server.call(disableUser, { userLoginId }, main)).data).toMatchObject({
      error: 'identity.notYourselfOut',
    });
    expect(await server.call(saveOrUpdateUser, { user: { ...mine, mainAccount: false } }, main)).toMatchObject({
      status: 409,
    });
    expect((await server.ok(userAccountDel, { userLoginIds: [userLoginId] }, main)).failed).toHaveLength(1);
  });

  it('of two main accounts that put each other out at once, one stays', async () => {
    const first = await server.company('Two mains');
    for (let round = 0; round < 5; round++) {
      const supplied = fresh();
      await server.ok(saveOrUpdateUser, { user: { ...supplied, mainAccount: true, password: PASSWORD } }, first);
      await owner('update user_account set password_changed_at = now() where user_login_id = $1', [
        supplied.userLoginId,
      ]);
      const { token } = await server.ok(login, { userLoginId: supplied.userLoginId, password: PASSWORD });
      await owner('update user_account set enabled = true where user_login_id = $1', [first.userLoginId]);
      const second = { ...first, userLoginId: supplied.userLoginId, token };
      await Promise.all([
        server.call(disableUser, { userLoginId: supplied.userLoginId }, first),
        server.call(disableUser, { userLoginId: first.userLoginId }, second),
      ]);
      const left = await owner('select 1 from user_account where company_id = $1 and main_account and enabled', [
        first.companyId,
      ]);
      expect(left.length).toBeGreaterThan(0);
      if ((await server.call(getUserInfoMain, {}, first)).status === 401) return;
    }
  });
});

describe('accounts', () => {
  it('are listed by page, found by name and state, with those of departments beneath', async () => {
    const here = await server.company('Lists');
    const department = await owner(`insert into department (company_id, name) values ($1, 'D') returning id`, [
      here.companyId,
    ]);
    const below = await owner(
      `insert into department (company_id, name, parent_id) values ($1, 'E', $2) returning id`,
      [here.companyId, department[0]?.id],
    );
    const departmentId = Number(below[0]?.id);
    const added = await server.ok(saveOrUpdateUser, { user: { ...fresh(), name: '张三丰', departmentId } }, here);
    await server.ok(disableUser, { userLoginId: added.userLoginId }, here);
    const found = async (input: object) =>
      (await server.ok(listMembers, input, here)).rows.map((row) => row.userLoginId);
    expect(await found({})).toEqual([here.userLoginId, added.userLoginId]);
    expect(await found({ page: 2, pageSize: 1 })).toEqual([added.userLoginId]);
    expect(await found({ text: '三' })).toEqual([added.userLoginId]);
    expect(await found({ state: 'disabled' })).toEqual([added.userLoginId]);
    expect(await found({ state: 'enabled' })).toEqual([here.userLoginId]);
    expect(await found({ departmentId: Number(department[0]?.id) })).toEqual([added.userLoginId]);
    expect((await server.ok(userList, {}, here)).list).toHaveLength(2);
    expect((await server.ok(getInfo, { userLoginId: added.userLoginId }, here)).departmentName).toBe('E');
    expect((await server.call(getInfo, { userLoginId: added.userLoginId }, main)).status).toBe(404);
  });

  it('that are disabled are out at once', async () => {
    const person = await server.member(main.companyId);
    await server.ok(getUserInfoMain, {}, person);
    await server.ok(disableUser, { userLoginId: person.userLoginId }, main);
    expect((await server.call(getUserInfoMain, {}, person)).code).toBe(10086);
    await server.ok(enableUser, { userLoginId: person.userLoginId }, main);
    expect((await server.call(login, { userLoginId: person.userLoginId, password: PASSWORD })).status).toBe(200);
    expect((await audited(person.userId)).map((row) => row.action)).toEqual([
      'identity.userDisabled',
      'identity.userEnabled',
    ]);
  });

  it('get a new password of an administrator, who does not keep knowing it', async () => {
    const person = await server.member(main.companyId);
    const { userLoginId } = person;
    expect((await server.call(editUserPassword, { userLoginId, password: 'short' }, main)).status).toBe(400);
    await server.ok(editUserPassword, { userLoginId, password: 'Tradewind2027' }, main);
    expect((await server.call(getUserInfoMain, {}, person)).code).toBe(10086);
    const { token } = await server.ok(login, { userLoginId, password: 'Tradewind2027' });
    expect((await server.call(listExchangeRates, {}, { ...person, token })).data).toMatchObject({
      error: 'identity.passwordExpired',
    });
    const [entry] = (await audited(person.userId)).slice(-1);
    expect(entry?.action).toBe('identity.passwordReset');
    expect(JSON.stringify(entry)).not.toContain('Tradewind2027');
    const foreign = await server.company('Elsewhere');
    expect((await server.call(editUserPassword, { userLoginId, password: 'Tradewind2028' }, foreign)).status).toBe(404);
  });

  it('are deleted one by one: what is refused says why, and nothing of the deleted stays but their history', async () => {
    const person = await server.member(main.companyId, [rights.product.view, rights.product.edit]);
    const report = await server.ok(saveOrUpdateUser, { user: { ...fresh(), supervisorId: person.userId } }, main);
    const answer = await server.ok(
      userAccountDel,
      { userLoginIds: [person.userLoginId, main.userLoginId, 'nobody.here'] },
      main,
    );
    expect(answer.done).toBe(1);
    expect(answer.failed.map((f) => [f.label, f.error])).toEqual([
      [main.userLoginId, 'identity.notYourselfAway'],
      ['nobody.here', 'identity.noUser'],
    ]);
    expect((await server.call(getUserInfoMain, {}, person)).code).toBe(10086);
    expect((await server.call(login, { userLoginId: person.userLoginId, password: PASSWORD })).status).toBe(422);
    for (const table of ['user_module', 'user_button', 'user_preference', 'user_scope', 'login', 'session'])
      expect(await owner(`select 1 from ${table} where user_id = $1`, [person.userId])).toEqual([]);
    expect(
      (await owner('select supervisor_id from user_account where id = $1', [report.id]))[0]?.supervisor_id,
    ).toBeNull();
  });
});

describe('absence', () => {
  it('is set by oneself, or for another by who may edit accounts, with somebody else who is there', async () => {
    const [person, delegate] = [await server.member(main.companyId), await server.member(main.companyId)];
    const span = {
      fromAt: new Date(Date.now() - HOUR_MS).toISOString(),
      untilAt: new Date(Date.now() + HOUR_MS).toISOString(),
    };
    await server.ok(saveAbsence, { ...span, delegateId: delegate.userId }, person);
    expect((await server.ok(getOneUser, {}, person)).absence).toMatchObject({ delegateId: delegate.userId, now: true });
    const bad = async (input: object) =>
      (await server.call(saveAbsence, { ...span, delegateId: delegate.userId, ...input }, person)).status;
    expect(await bad({ delegateId: person.userId })).toBe(400);
    expect(await bad({ delegateId: 999_999 })).toBe(400);
    expect(await bad({ untilAt: span.fromAt })).toBe(400);
    expect(await bad({ userLoginId: delegate.userLoginId })).toBe(403);
    const other = { userLoginId: delegate.userLoginId, ...span, delegateId: person.userId };
    await server.ok(saveAbsence, other, main);
    await server.ok(endAbsence, { userLoginId: delegate.userLoginId }, main);
    await server.ok(endAbsence, {}, person);
    expect((await server.ok(getOneUser, {}, person)).absence).toBeNull();
  });

  it('leads to the delegate, on to theirs where they are away too, and to nobody in a circle', async () => {
    const here = await server.company('Away');
    const [a, b, c] = [here, await server.member(here.companyId), await server.member(here.companyId)];
    const away = (userId: number, delegateId: number) =>
      owner(
        `insert into user_absence (company_id, user_id, delegate_id, from_at, until_at)
         values ($1, $2, $3, now() - interval '1 hour', now() + interval '1 hour')
         on conflict (company_id, user_id) do update set delegate_id = excluded.delegate_id`,
        [here.companyId, userId, delegateId],
      );
    const now = new Date();
    const look = () =>
      server.app.database.look(here.ctx, async (tx) => [
        await isAwayAt(tx, a.userId, now),
        await delegateOf(tx, a.userId, now),
        await delegateOf(tx, a.userId, new Date(now.getTime() + 3 * HOUR_MS)),
      ]);
    expect(await look()).toEqual([false, undefined, undefined]);
    await away(a.userId, b.userId);
    expect(await look()).toEqual([true, b.userId, undefined]);
    await away(b.userId, c.userId);
    expect(await look()).toEqual([true, c.userId, undefined]);
    await away(c.userId, a.userId);
    expect(await look()).toEqual([true, undefined, undefined]);
    await owner('delete from user_absence where user_id = $1', [c.userId]);
    await owner('update user_account set enabled = false where id = $1', [c.userId]);
    expect(await look()).toEqual([true, undefined, undefined]);
  });
});
