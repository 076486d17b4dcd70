import { rights } from '@tradewind/contract/access/modules.ts';
import {
  disableUser,
  getNewUserId,
  getPreferences,
  getUserInfoMain,
  savePreference,
  saveUserSwap,
} from '@tradewind/contract/identity.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, type TestServer, testServer } from '../../testing/harness.ts';
import { userSwapping } from './public.ts';

let server: TestServer;
let main: Person;
let broken = false;

beforeAll(async () => {
  server = await testServer();
  main = await server.company();
  return userSwapping.listen(() => {
    if (broken) throw new Error('A listener fails');
  });
});
afterAll(() => server.close());

const owner = async (text: string, values: unknown[] = []) =>
  (await server.app.database.owner.query(text, values)).rows as Record<string, unknown>[];

/** A user with work: a report, a department, a delegation, an open wave and a finished one, saved filters. */
async function busy(): Promise<{ old: Person; heir: Person; report: Person }> {
  const [old, heir, report] = [
    await server.member(main.companyId),
    await server.member(main.companyId),
    await server.member(main.companyId),
  ];
  const company = main.companyId;
  await owner('update user_account set supervisor_id = $1 where id = any($2)', [
    old.userId,
    [report.userId, heir.userId],
  ]);
  await owner('update user_account set supervisor_id = $1 where id = $2', [main.userId, old.userId]);
  await owner('insert into department (company_id, name, supervisor_id) values ($1, $2, $3)', [
    company,
    old.userLoginId,
    old.userId,
  ]);
  await owner(
    `insert into user_absence (company_id, user_id, delegate_id, from_at, until_at)
     select $1, u, $2, now(), now() + interval '1 day' from unnest($3::bigint[]) u`,
    [company, old.userId, [report.userId, heir.userId]],
  );
  await owner(
    `insert into wave (company_id, number, warehouse_id, state, orders, units, assignee_id, created_by)
     select $1, $2::text || s, 1, s, 1, 1, $3, $2 from unnest(array['picking', 'done']) s`,
    [company, old.userLoginId, old.userId],
  );
  await server.ok(savePreference, { key: 'filters:order.all', value: [{ name: 'theirs' }] }, old);
  await server.ok(savePreference, { key: 'columns:order.all', value: ['a'] }, old);
  await server.ok(savePreference, { key: 'filters:order.all', value: [{ name: 'mine' }] }, heir);
  return { old, heir, report };
}

const waves = (old: Person) =>
  owner('select state, assignee_id::int as who, created_by from wave where created_by = $1 order by state', [
    old.userLoginId,
  ]);

describe('saveUserSwap', () => {
  it('hands over what is under way and leaves what is done with who did it', async () => {
    const { old, heir, report } = await busy();
    const answer = await server.ok(saveUserSwap, { oldUser: old.userId, newUser: heir.userId, delOldCheck: 'N' }, main);
    expect(Object.fromEntries(answer.moved.map((m) => [m.what, m.count]))).toMatchObject({
      reports: 1,
      departments: 1,
      delegations: 1,
      filters: 1,
      waves: 1,
    });
    expect(answer.moved.map((m) => m.title)).toContain('保存的筛选');
    expect(await waves(old)).toEqual([
      { state: 'done', who: old.userId, created_by: old.userLoginId },
      { state: 'picking', who: heir.userId, created_by: old.userLoginId },
    ]);
    const above = await owner(
      'select id::int, supervisor_id::int as s from user_account where id = any($1) order by id',
      [[heir.userId, report.userId]],
    );
    expect(above).toEqual([
      { id: heir.userId, s: main.userId },
      { id: report.userId, s: heir.userId },
    ]);
    expect(
      await owner('select user_id::int as u, delegate_id::int as d from user_absence where company_id = $1', [
        main.companyId,
      ]),
    ).toEqual([{ u: report.userId, d: heir.userId }]);
    expect(await server.ok(getPreferences, {}, heir)).toEqual({
      'filters:order.all': [{ name: 'mine' }, { name: 'theirs' }],
    });
    await server.ok(getUserInfoMain, {}, old);
    await owner('delete from user_absence');
  });

  it('hands over approvals that wait, and lets nobody decide on what they asked for themselves', async () => {
    const [old, heir] = [await server.member(main.companyId), await server.member(main.companyId)];
    const request = async (docId: number, authorId: number, state: string) => {
      const [row] = await owner(
        `insert into approval_request (company_id, doc_kind, doc_id, module_id, title, author_id, author)
         values ($1, 'test', $2, 301, 't', $3, 'a') returning id`,
        [main.companyId, docId, authorId],
      );
      await owner(
        `insert into approval_step (company_id, request_id, level, role, user_id, state) values ($1, $2, 1, 'approver', $3, $4)`,
        [main.companyId, row?.id, old.userId, state],
      );
      return Number(row?.id);
    };
    const others = await request(1, main.userId, 'open');
    const heirs = await request(2, heir.userId, 'open');
    const decided = await request(3, main.userId, 'approved');
    await server.ok(saveUserSwap, { oldUser: old.userId, newUser: heir.userId }, main);
    const steps = await owner(
      'select request_id::int as r, user_id::int as u from approval_step where request_id = any($1) order by 1',
      [[others, heirs, decided]],
    );
    expect(steps).toEqual([
      { r: others, u: heir.userId },
      { r: heirs, u: main.userId },
      { r: decided, u: old.userId },
    ]);
  });

  it('deletes the old account in the same transaction where asked, which needs that right too', async () => {
    const { old, heir } = await busy();
    const swapper = await server.member(main.companyId, [rights.account.swap]);
    const input = { oldUser: old.userId, newUser: heir.userId, delOldCheck: 'Y' as const };
    expect((await server.call(saveUserSwap, input, swapper)).status).toBe(403);
    await server.ok(saveUserSwap, input, main);
    expect((await server.call(getUserInfoMain, {}, old)).code).toBe(10086);
    expect(await owner('select 1 from user_account where id = $1', [old.userId])).toEqual([]);
    expect((await waves(old)).map((wave) => wave.who)).toEqual([old.userId, heir.userId]);
    const log = await owner(
      `select action from audit_entry where company_id = $1 and target_kind = 'user' and target_id = $2 order by id`,
      [main.companyId, String(old.userId)],
    );
    expect(log.map((row) => row.action)).toEqual(['identity.userSwapped', 'identity.userDeleted']);
    await owner('delete from user_absence');
  });

  it('moves nothing at all when one part of it fails', async () => {
    const { old, heir, report } = await busy();
    broken = true;
    const answer = await server.call(
      saveUserSwap,
      { oldUser: old.userId, newUser: heir.userId, delOldCheck: true },
      main,
    );
    broken = false;
    expect(answer.status).toBe(500);
    expect((await waves(old)).map((wave) => wave.who)).toEqual([old.userId, old.userId]);
    expect((await owner('select supervisor_id::int as s from user_account where id = $1', [report.userId]))[0]?.s).toBe(
      old.userId,
    );
    expect(await server.ok(getPreferences, {}, heir)).toEqual({ 'filters:order.all': [{ name: 'mine' }] });
    await owner('delete from user_absence');
  });

  it('offers and takes only enabled accounts of the company, other than itself', async () => {
    const [old, gone] = [await server.member(main.companyId), await server.member(main.companyId)];
    await server.ok(disableUser, { userLoginId: gone.userLoginId }, main);
    const ids = (await server.ok(getNewUserId, { oldUserId: old.userId }, main)).list.map((user) => user.id);
    expect(ids).toContain(main.userId);
    expect(ids).not.toContain(old.userId);
    expect(ids).not.toContain(gone.userId);
    const foreign = await server.company('Elsewhere');
    const swap = async (newUser: number) =>
      (await server.call(saveUserSwap, { oldUser: old.userId, newUser }, main)).status;
    expect(await swap(old.userId)).toBe(400);
    expect(await swap(gone.userId)).toBe(400);
    expect(await swap(foreign.userId)).toBe(404);
    expect((await server.ok(getNewUserId, { oldUserId: old.userId }, foreign)).list).toEqual([]);
  });
});
