import { rights } from '@tradewind/contract/access/modules.ts';
import { getAlerts, getNum } from '@tradewind/contract/access.ts';
import {
  ApprovalPurReq,
  decideApprovals,
  delUserAuditSettings,
  editUserAuditSettings,
  findOne,
  getApproval,
  getApprovalDetail,
  getAuditSettings,
  getUserAuditSettings,
  listApprovals,
  withdrawApproval,
} from '@tradewind/contract/approvals.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemContext } from '../../core/context.ts';
import { type Person, type TestServer, testServer } from '../../testing/harness.ts';
import { away, impossible, MODULE, received, registerTestDocument, submit } from './approvals.testing.ts';
import { remindOfWaiting } from './daily-reminder.ts';

const DECIDER = [rights.approval.view, rights.approval.approve, rights.approval.reject];
let server: TestServer;
let main: Person;
let buyer: Person;
let chief: Person;
let checker: Person;
let docId = 100;

beforeAll(async () => {
  registerTestDocument();
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  main = await server.company();
  [buyer, chief, checker] = [
    await server.member(main.companyId, [rights.approval.view]),
    await server.member(main.companyId, DECIDER),
    await server.member(main.companyId, DECIDER),
  ];
  received.length = 0;
  docId++;
});

const level = (input: { Approval: number; ToExamine?: number; level?: number; amountFrom?: string }) =>
  server.ok(editUserAuditSettings, { modelId: MODULE, ...input }, main);
const decide = (
  who: Person,
  aud: 'approved' | 'rejected' = 'approved',
  more: { remark?: string; version?: number } = {},
) => server.call(ApprovalPurReq, { modelId: MODULE, orderId: docId, aud, ...more }, who);
const waiting = async (who: Person) => (await server.ok(getApproval, { current: 1, size: 30 }, who)).total;
const mine = async (who: Person) => (await server.ok(listApprovals, { tab: 'mine' }, who)).rows[0];

describe('§4 Approval: unaudited, reviewing, audited', () => {
  it('audits at once where no level is set', async () => {
    expect(await submit(server, buyer, docId)).toBe('audited');
    expect(received).toEqual([`audited ${docId}`]);
  });

  it('goes through reviewer and approver of each level the amount reaches', async () => {
    await level({ Approval: chief.userId, ToExamine: checker.userId });
    await level({ Approval: main.userId, level: 2, amountFrom: '1000' });
    expect(await submit(server, buyer, docId, '999.99')).toBe('unaudited');
    expect((await mine(buyer))?.state).toBe('unaudited');
    expect([await waiting(checker), await waiting(chief), await waiting(buyer)]).toEqual([1, 0, 0]);
    expect((await decide(chief)).status).toBe(403);
    expect((await decide(checker)).data).toEqual({ state: 'reviewing', level: 1 });
    expect([await waiting(checker), await waiting(chief)]).toEqual([0, 1]);
    expect((await decide(chief)).data).toEqual({ state: 'audited', level: 1 });
    expect(received).toEqual([`audited ${docId}`]);
    docId++;
    await submit(server, buyer, docId, '1000');
    await decide(checker);
    expect((await decide(chief)).data).toEqual({ state: 'reviewing', level: 2 });
    expect((await decide(main)).data).toEqual({ state: 'audited', level: 2 });
  });

  it('tells whoever’s turn it is by a message in their language, and whoever stands in for them', async () => {
    const receivedBy = async (who: Person) =>
      (
        await server.app.database.owner.query(
          `select m.thesis, m.content, m.about from message m join message_copy c on c.company_id = m.company_id and c.message_id = m.id
           where c.company_id = $1 and c.receiver_id = $2 and not c.read order by m.id`,
          [who.companyId, who.userId],
        )
      ).rows as { thesis: string; content: string; about: string }[];
    await level({ Approval: chief.userId, ToExamine: checker.userId });
    await server.app.database.owner.query(`update user_account set language = 'en' where company_id = $1 and id = $2`, [
      chief.companyId,
      chief.userId,
    ]);
    await away(server, checker, main);
    await submit(server, buyer, docId);
    const [answered] = await receivedBy(checker);
    expect(answered?.thesis).toBe(`待您审批：T-${docId}`);
    expect(answered?.content).toContain(buyer.userLoginId);
    expect(answered?.about).toMatch(/^approval_request\/\d+$/);
    expect(await receivedBy(main)).toEqual([answered]);
    expect(await receivedBy(chief)).toEqual([]);
    await decide(checker);
    expect((await receivedBy(chief)).map((message) => message.thesis)).toEqual([`Awaiting your approval: T-${docId}`]);
    expect(await receivedBy(buyer)).toEqual([]);
  });

  it('sends a document without an amount through all levels', async () => {
    await level({ Approval: chief.userId, amountFrom: '5000' });
    expect(await submit(server, buyer, docId, null)).toBe('unaudited');
  });

  it('rejects with a remark, and may be submitted again', async () => {
    await level({ Approval: chief.userId });
    await submit(server, buyer, docId);
    expect((await decide(chief, 'rejected', { remark: '数量不对' })).data.state).toBe('rejected');
    expect(received).toEqual([`rejected ${docId} 数量不对`]);
    const row = await mine(buyer);
    const detail = await server.ok(getApprovalDetail, { id: row?.id ?? 0 }, buyer);
    expect(detail).toMatchObject({ state: 'rejected', facts: [{ label: '单号', value: `T-${docId}` }] });
    expect(detail.steps).toMatchObject([{ state: 'rejected', remark: '数量不对', decider: chief.userLoginId }]);
    expect(await submit(server, buyer, docId)).toBe('unaudited');
  });

  it('is withdrawn by its author as long as it is not decided', async () => {
    await level({ Approval: chief.userId });
    await submit(server, buyer, docId);
    const id = (await mine(buyer))?.id ?? 0;
    expect((await server.call(withdrawApproval, { id }, checker)).status).toBe(404);
    expect((await server.ok(withdrawApproval, { id }, buyer)).state).toBe('withdrawn');
    expect((await server.ok(withdrawApproval, { id }, buyer)).state).toBe('withdrawn');
    expect(received).toEqual([`withdrawn ${docId}`]);
    expect(await decide(chief)).toMatchObject({ status: 409, data: { error: 'approvals.ended' } });
  });

  it('keeps one open request a document', async () => {
    await level({ Approval: chief.userId });
    await submit(server, buyer, docId);
    await expect(submit(server, buyer, docId)).rejects.toMatchObject({ code: 'approvals.alreadyOpen' });
  });
});

describe('Who decides', () => {
  it('approving twice changes nothing', async () => {
    await level({ Approval: chief.userId });
    await level({ Approval: main.userId, level: 2 });
    await submit(server, buyer, docId);
    expect((await decide(chief)).data).toEqual({ state: 'reviewing', level: 2 });
    expect(await decide(chief)).toMatchObject({ status: 200, data: { state: 'reviewing', level: 2 } });
    expect(await decide(chief, 'rejected')).toMatchObject({ status: 403, data: { error: 'approvals.notYourTurn' } });
    await decide(main);
    expect((await decide(main)).status).toBe(200);
    expect(received).toEqual([`audited ${docId}`]);
  });

  it('asks one person once for levels that follow each other', async () => {
    await level({ Approval: chief.userId });
    await level({ Approval: chief.userId, level: 2 });
    await submit(server, buyer, docId);
    expect((await decide(chief)).data).toEqual({ state: 'audited', level: 2 });
  });

  it('nobody approves their own document: it goes to another', async () => {
    await level({ Approval: chief.userId });
    await submit(server, chief, docId);
    expect([await waiting(chief), await waiting(main)]).toEqual([0, 1]);
    expect((await decide(chief)).status).toBe(404);
    expect((await decide(main)).data.state).toBe('audited');
  });

  it('the only main account decides about its own', async () => {
    await level({ Approval: main.userId });
    await submit(server, main, docId);
    expect(await waiting(main)).toBe(1);
    expect((await decide(main)).data.state).toBe('audited');
  });

  it('a delegate decides while somebody is away, but not about what they submitted', async () => {
    await level({ Approval: chief.userId });
    await away(server, chief, checker);
    await submit(server, buyer, docId);
    expect((await decide(checker)).data.state).toBe('audited');
    const detail = await server.ok(listApprovals, { tab: 'done' }, checker);
    expect(detail.rows).toHaveLength(1);
    docId++;
    await submit(server, checker, docId);
    expect(await decide(checker)).toMatchObject({ status: 403, data: { error: 'approvals.ownDocument' } });
  });

  it('a main account decides for somebody who is disabled', async () => {
    await level({ Approval: chief.userId });
    await submit(server, buyer, docId);
    expect((await decide(main)).status).toBe(404);
    await server.app.database.owner.query('update user_account set enabled = false where company_id = $1 and id = $2', [
      main.companyId,
      chief.userId,
    ]);
    expect((await decide(main)).data.state).toBe('audited');
  });

  it('whose turn it is needs no other right; the buttons are for many at once', async () => {
    const plain = await server.member(main.companyId);
    await level({ Approval: plain.userId });
    await submit(server, buyer, docId);
    const many = (who: Person, aud: 'approved' | 'rejected') =>
      server.call(decideApprovals, { filter: { tab: 'todo' }, aud }, who);
    expect((await many(plain, 'rejected')).status).toBe(403);
    expect((await decide(plain, 'rejected')).data.state).toBe('rejected');
    const half = await server.member(main.companyId, [rights.approval.view, rights.approval.approve]);
    await level({ Approval: half.userId });
    docId++;
    await submit(server, buyer, docId);
    expect((await many(half, 'rejected')).status).toBe(403);
    expect((await many(half, 'approved')).data).toEqual({ done: 1, failed: [] });
  });

  it('what cannot be carried out stays open', async () => {
    await level({ Approval: chief.userId });
    await submit(server, buyer, docId);
    impossible.add(docId);
    expect((await decide(chief)).status).toBe(422);
    expect([await waiting(chief), (await mine(buyer))?.state]).toEqual([1, 'unaudited']);
    impossible.delete(docId);
    expect((await decide(chief)).data.state).toBe('audited');
  });

  it('refuses a decision about what has moved on', async () => {
    await level({ Approval: chief.userId });
    await submit(server, buyer, docId);
    expect(await decide(chief, 'approved', { version: 9 })).toMatchObject({
      status: 409,
      data: { error: 'approvals.moved' },
    });
  });

  it('is nobody else’s business', async () => {
    await level({ Approval: chief.userId });
    await submit(server, buyer, docId);
    const id = (await mine(buyer))?.id ?? 0;
    expect((await server.call(getApprovalDetail, { id }, checker)).status).toBe(404);
    expect((await decide(checker)).status).toBe(404);
    const stranger = await server.company('Other');
    expect((await server.call(getApprovalDetail, { id }, stranger)).status).toBe(404);
  });
});

describe('The approval center', () => {
  it('decides several, each with its own result, and counts what waits', async () => {
    await level({ Approval: chief.userId });
    const first = docId;
    for (let i = 0; i < 3; i++) await submit(server, buyer, docId++);
    expect(await server.ok(getNum, {}, chief)).toContainEqual({ modelId: rights.approval.id, num: 3 });
    expect((await server.ok(getAlerts, {}, chief)).map((alert) => alert.path)).toContain('/approval/center');
    impossible.add(first + 1);
    const { rows } = await server.ok(listApprovals, {}, chief);
    expect(rows.map((row) => row.orderId)).toEqual([first, first + 1, first + 2]);
    const result = await server.ok(decideApprovals, { filter: { tab: 'todo' }, aud: 'approved' }, chief);
    expect(result).toMatchObject({ done: 2, failed: [{ label: `T-${first + 1}` }] });
    impossible.delete(first + 1);
    expect(await waiting(chief)).toBe(1);
  });
});

describe('The daily reminder', () => {
  const receivedBy = async (who: Person) =>
    (
      await server.app.database.owner.query(
        `select m.thesis, m.content from message m join message_copy c on c.company_id = m.company_id and c.message_id = m.id
         where c.company_id = $1 and c.receiver_id = $2 and m.about = 'approval_request' order by m.id`,
        [who.companyId, who.userId],
      )
    ).rows as { thesis: string; content: string }[];
  const HOUR = 3_600_000;
  const remindAfter = (hours: number) =>
    server.app.database.inCompany(
      { ...systemContext(main.companyId, 'test'), now: () => new Date(Date.now() + hours * HOUR) },
      remindOfWaiting,
    );
  const english = (who: Person) =>
    server.app.database.owner.query(`update user_account set language = 'en' where company_id = $1 and id = $2`, [
      who.companyId,
      who.userId,
    ]);

  it('sums up what waits for a person for more than a day, once a day', async () => {
    await level({ Approval: chief.userId });
    await english(chief);
    await submit(server, buyer, docId);
    await submit(server, buyer, ++docId);
    await remindAfter(23);
    expect(await receivedBy(chief)).toEqual([]);
    await Promise.all([remindAfter(25), remindAfter(25), remindAfter(25)]);
    const [answered, ...more] = await receivedBy(chief);
    expect(more).toEqual([]);
    expect(answered?.thesis).toBe('Approvals waiting for you for more than a day: 2');
    expect(answered?.content).toContain(`T-${docId - 1} (by ${buyer.userLoginId}, waiting since `);
    expect(answered?.content).toContain(`T-${docId} (`);
    expect(await receivedBy(buyer)).toEqual([]);
    await decide(chief);
    await remindAfter(49.5);
    expect((await receivedBy(chief)).map((message) => message.thesis).slice(1)).toEqual([
      'Approvals waiting for you for more than a day: 1',
    ]);
  });

  it('begins anew when the turn moves on', async () => {
    await level({ Approval: chief.userId, ToExamine: checker.userId });
    await submit(server, buyer, docId);
    await remindAfter(25);
    expect(await receivedBy(checker)).toHaveLength(1);
    await decide(checker);
    await server.app.database.owner.query(
      `update approval_step set decided_at = now() + interval '26 hours' where company_id = $1 and state = 'approved'`,
      [main.companyId],
    );
    await remindAfter(48);
    expect(await receivedBy(chief)).toEqual([]);
    await remindAfter(51);
    expect(await receivedBy(chief)).toHaveLength(1);
  });

  it('goes to the delegate as well, and to the main account for whoever is disabled', async () => {
    await level({ Approval: chief.userId });
    await submit(server, buyer, docId);
    await server.app.database.owner.query(
      `insert into user_absence (company_id, user_id, delegate_id, from_at, until_at)
       values ($1, $2, $3, now(), now() + interval '2 days')`,
      [main.companyId, chief.userId, checker.userId],
    );
    await remindAfter(25);
    expect([(await receivedBy(chief)).length, (await receivedBy(checker)).length]).toEqual([1, 1]);
    await server.app.database.owner.query('update user_account set enabled = false where company_id = $1 and id = $2', [
      main.companyId,
      chief.userId,
    ]);
    await remindAfter(50);
    expect((await receivedBy(main)).map((message) => message.thesis)).toEqual(['1 个审批已等待您超过一天']);
    expect((await receivedBy(chief)).length).toBe(1);
  });
});

describe('The settings', () => {
  it('getUserAuditSettings, getAuditSettings, findOne, editUserAuditSettings, delUserAuditSettings', async () => {
    const { id } = await level({ Approval: chief.userId, ToExamine: checker.userId, amountFrom: '10' });
    const { rows } = await server.ok(getUserAuditSettings, {}, main);
    expect(rows).toEqual([
      {
        id,
        modelId: MODULE,
        modelName: '测试单据',
        level: 1,
        Approval: chief.userId,
        approvalName: chief.userLoginId,
        approvalFit: true,
        ToExamine: checker.userId,
        toExamineName: checker.userLoginId,
        amountFrom: '10.00',
        version: 1,
      },
    ]);
    expect(await server.ok(findOne, { id }, main)).toEqual(rows[0]);
    const outsider = await server.member(main.companyId);
    const choices = await server.ok(getAuditSettings, {}, main);
    expect(choices.models).toContainEqual({ modelId: MODULE, name: '测试单据', levels: 1 });
    expect(choices.users.find((user) => user.userId === outsider.userId)?.mayDecide).toBe(false);
    await server.ok(delUserAuditSettings, { ids: [id] }, main);
    expect((await server.call(findOne, { id }, main)).status).toBe(404);
    expect((await server.call(delUserAuditSettings, { ids: [id] }, main)).status).toBe(404);
  });

  it('tells the second of two who edit one level, and names the first', async () => {
    const { id, version } = await level({ Approval: chief.userId });
    const edit = { modelId: MODULE, id, version, Approval: checker.userId };
    await server.ok(editUserAuditSettings, edit, main);
    const second = await server.call(editUserAuditSettings, { ...edit, Approval: buyer.userId }, main);
    expect(second).toMatchObject({ status: 409, data: { error: 'core.stale' } });
    expect(second.msg).toContain(main.userLoginId);
  });

  it('refuses unknown modules and people, one person twice and a level that is taken', async () => {
    const bad = async (input: object) =>
      (await server.call(editUserAuditSettings, { modelId: MODULE, Approval: chief.userId, ...input }, main)).data;
    expect(await bad({ modelId: rights.reportCentre.id })).toMatchObject({ fields: [{ path: 'modelId' }] });
    expect(await bad({ Approval: 999_999 })).toMatchObject({ fields: [{ path: 'Approval' }] });
    expect(await bad({ ToExamine: chief.userId })).toMatchObject({ fields: [{ path: 'ToExamine' }] });
    await level({ Approval: chief.userId });
    const { id } = await level({ Approval: chief.userId, level: 2 });
    expect(await bad({ id, level: 1 })).toMatchObject({ fields: [{ path: 'level' }] });
    const reader = await server.member(main.companyId, [rights.approvalWorkflow.view]);
    const refused = await server.call(editUserAuditSettings, { modelId: MODULE, Approval: chief.userId }, reader);
    expect(refused.status).toBe(403);
  });

  it('requests under way keep the steps they were given', async () => {
    const { id } = await level({ Approval: chief.userId });
    await submit(server, buyer, docId);
    await server.ok(delUserAuditSettings, { ids: [id] }, main);
    expect(await waiting(chief)).toBe(1);
    expect((await decide(chief)).data.state).toBe('audited');
  });
});
