import {
  changeAlert,
  delMessage,
  getMessageList,
  getNotReadInformation,
  getnoticeBoard,
  getReceivers,
  readMessage,
  sendNewMessage,
  showMessageDetailsASD,
} from '@tradewind/contract/messages.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemContext } from '../../core/context.ts';
import { ownServer, type Person, type TestServer } from '../../testing/harness.ts';
import { userRemoving, userSwapping } from '../identity/public.ts';
import { cleanHtml } from './clean.ts';
import { removeBulletin, sendMessage, writeBulletin } from './public.ts';

let server: TestServer;
let main: Person;
let anna: Person;
let boris: Person;
beforeAll(async () => {
  server = await ownServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  main = await server.company();
  anna = await server.member(main.companyId);
  boris = await server.member(main.companyId);
});

const send = (thesis: string, to: Person[] = [anna], thesisDetail = '', as = main) =>
  server.ok(sendNewMessage, { msgType: 'notice', receivers: to.map((p) => p.userLoginId), thesis, thesisDetail }, as);
const received = async (as = anna, more: object = {}) => (await server.ok(getMessageList, more, as)).records;
const sent = async (as = main, more: object = {}) =>
  (await server.ok(getMessageList, { type: 'send', ...more }, as)).records;
const newest = async (as = anna) => (await received(as))[0]?.msg_ID ?? 0;

describe('§3 Message list row and query', () => {
  it('has msg_ID, msg_TYPE, thesis, send, is_READ, is_ALERT, send_TIME', async () => {
    await send('Hello');
    expect(await received()).toEqual([
      {
        msg_ID: expect.any(Number),
        msg_TYPE: 'notice',
        thesis: 'Hello',
        send: main.userLoginId,
        is_READ: 'N',
        is_ALERT: 'Y',
        send_TIME: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
    ]);
    expect(await sent()).toMatchObject([{ thesis: 'Hello', is_READ: 'N' }]);
  });

  it('§9 a page holds 30; pageNum and pageSize turn it, newest first', async () => {
    for (let n = 1; n <= 32; n++) await send(`M${n}`);
    const first = await server.ok(getMessageList, {}, anna);
    expect([first.total, first.records.length, first.records[0]?.thesis]).toEqual([32, 30, 'M32']);
    expect((await received(anna, { pageNum: 2 })).map((row) => row.thesis)).toEqual(['M2', 'M1']);
    expect(await received(anna, { pageSize: 50 })).toHaveLength(32);
  });

  it('itemOption, msgKeyWord and the days of the company filter', async () => {
    await send('100% cotton');
    await send('100 mugs');
    await server.ok(readMessage, { msgIdList: [await newest()] }, anna);
    expect((await received(anna, { itemOption: 'Y' })).map((row) => row.thesis)).toEqual(['100 mugs']);
    expect((await received(anna, { itemOption: 'N' })).map((row) => row.thesis)).toEqual(['100% cotton']);
    expect((await received(anna, { msgKeyWord: '100%' })).map((row) => row.thesis)).toEqual(['100% cotton']);
    await server.app.database.owner.query(`update company set time_zone = 'Asia/Shanghai' where id = $1`, [
      main.companyId,
    ]);
    await server.app.database.owner.query(
      `with moved as (update message set sent_at = '2026-03-01T16:00:00Z' where company_id = $1 and thesis = '100 mugs' returning *)
       update message_copy c set sent_at = moved.sent_at from moved where c.company_id = $1 and c.message_id = moved.id`,
      [main.companyId],
    );
    const on = (startDate: string, endDate: string) => received(anna, { startDate, endDate });
    expect(await on('2026-03-02', '2026-03-02')).toHaveLength(1);
    expect(await on('2026-03-01', '2026-03-01')).toHaveLength(0);
    const refused = await server.call(getMessageList, { startDate: '2026-03-02', endDate: '2026-03-01' }, anna);
    expect(refused).toMatchObject({
      status: 400,
      data: { fields: [{ path: 'endDate', message: '结束日期不能早于开始日期' }] },
    });
  });

  it('a receiver narrows sent messages; received ones of others are refused', async () => {
    await send('to Anna');
    await send('to Boris', [boris]);
    expect((await sent(main, { receiver: boris.userLoginId })).map((row) => row.thesis)).toEqual(['to Boris']);
    expect(await received(anna, { receiver: anna.userLoginId })).toHaveLength(1);
    const peek = await server.call(getMessageList, { receiver: boris.userLoginId }, anna);
    expect(peek).toMatchObject({ status: 400, data: { fields: [{ path: 'receiver' }] } });
  });
});

describe('§4 Message read state', () => {
  it('Mark read makes N into Y for that receiver alone, and for the sender when all have read', async () => {
    await send('Both', [anna, boris]);
    await server.ok(readMessage, { msgIdList: [await newest()] }, anna);
    expect(await received()).toMatchObject([{ is_READ: 'Y', is_ALERT: 'N' }]);
    expect(await received(boris)).toMatchObject([{ is_READ: 'N' }]);
    expect(await sent()).toMatchObject([{ is_READ: 'N' }]);
    await server.ok(readMessage, { msgIdList: [await newest(boris)] }, boris);
    expect(await sent(main, { itemOption: 'Y' })).toMatchObject([{ is_READ: 'Y' }]);
  });

  it('what is opened is read; a stranger cannot open it', async () => {
    await send('Subject', [anna], '<p>Body</p>');
    const msgId = await newest();
    expect(await server.call(showMessageDetailsASD, { msgId }, boris)).toMatchObject({ status: 404 });
    const other = await server.company();
    expect(await server.call(showMessageDetailsASD, { msgId }, other)).toMatchObject({ status: 404 });
    expect(await server.ok(showMessageDetailsASD, { msgId }, main)).toMatchObject({
      thesis: 'Subject',
      content: '<p>Body</p>',
    });
    expect(await received()).toMatchObject([{ is_READ: 'N' }]);
    await server.ok(showMessageDetailsASD, { msgId }, anna);
    expect(await received()).toMatchObject([{ is_READ: 'Y' }]);
  });

  it('messages are deleted in batch, for who deletes alone', async () => {
    await send('One', [anna, boris]);
    await send('Two', [anna, boris]);
    const ids = (await received()).map((row) => row.msg_ID);
    await server.ok(delMessage, { msgIdList: ids }, anna);
    expect([await received(), (await received(boris)).length, (await sent()).length]).toEqual([[], 2, 2]);
    await server.ok(delMessage, { msgIdList: ids, type: 'send' }, anna);
    expect(await sent()).toHaveLength(2);
    await server.ok(delMessage, { msgIdList: ids, type: 'send' }, main);
    expect([(await sent()).length, (await received(boris)).length]).toEqual([0, 2]);
    await server.ok(delMessage, { msgIdList: ids }, boris);
    const left = await server.app.database.owner.query('select 1 from message where company_id = $1', [main.companyId]);
    expect(left.rowCount).toBe(0);
  });

  it('getNotReadInformation counts, changeAlert ends the standing notification and leaves it unread', async () => {
    await send('Look');
    const before = await server.ok(getNotReadInformation, {}, anna);
    expect(before).toMatchObject({ num: 1, alerts: [{ thesis: 'Look' }] });
    await server.ok(changeAlert, { msgIdList: before.alerts.map((row) => row.msg_ID) }, boris);
    expect((await server.ok(getNotReadInformation, {}, anna)).alerts).toHaveLength(1);
    await server.ok(changeAlert, { msgIdList: before.alerts.map((row) => row.msg_ID) }, anna);
    expect(await server.ok(getNotReadInformation, {}, anna)).toEqual({ num: 1, alerts: [] });
  });
});

describe('§5 Send message', () => {
  const good = () => ({ msgType: 'notice' as const, receivers: [anna.userLoginId], thesis: 'S' });
  it.each([
    ['recipient', 'receivers', []],
    ['subject', 'thesis', ''],
    ['message type', 'msgType', ''],
  ])('%s is required', async (_name, path, value) => {
    const refused = await server.call(sendNewMessage, { ...good(), [path]: value } as never, main);
    expect(refused).toMatchObject({ status: 400, data: { fields: [{ path }] } });
    expect(await sent()).toHaveLength(0);
  });
  it('content is optional', async () => {
    await server.ok(sendNewMessage, good(), main);
    expect(await received()).toHaveLength(1);
  });
  it('the only message type is notice', async () => {
    const refused = await server.call(sendNewMessage, { ...good(), msgType: 'alarm' } as never, main);
    expect(refused).toMatchObject({ status: 400, data: { fields: [{ path: 'msgType', message: '请选择消息类型' }] } });
  });
  it('a recipient who is unknown, disabled or of another company is refused by name, and nobody gets it', async () => {
    const other = await server.company();
    await server.app.database.owner.query('update user_account set enabled = false where id = $1', [boris.userId]);
    for (const stranger of [other.userLoginId, boris.userLoginId, 'nobody']) {
      const refused = await server.call(sendNewMessage, { ...good(), receivers: [anna.userLoginId, stranger] }, main);
      expect(refused).toMatchObject({
        status: 400,
        data: { fields: [{ path: 'receivers', message: `用户不存在或已停用：${stranger}` }] },
      });
    }
    expect(await received()).toHaveLength(0);
    const { mainList } = await server.ok(getReceivers, {}, main);
    expect(mainList.map((user) => user.userLoginId).sort()).toEqual([main.userLoginId, anna.userLoginId].sort());
  });
  it.each([
    ['Delete', delMessage],
    ['Mark read', readMessage],
    ['changeAlert', changeAlert],
  ])('%s needs at least one ticked row', async (_name, call) => {
    const refused = await server.call(call, { msgIdList: [] }, anna);
    expect(refused).toMatchObject({
      status: 400,
      data: { fields: [{ path: 'msgIdList', message: '请勾选一条记录' }] },
    });
  });
});

describe('HTML of messages', () => {
  it.each([
    ['<script>alert(1)</script>Hi', 'Hi'],
    ['<p onclick="x()">Hi</p>', '<p>Hi</p>'],
    ['<a href="javascript:x()">Hi</a>', '<a target="_blank" rel="noopener noreferrer nofollow">Hi</a>'],
    [
      '<a href="https://a.test/">Hi</a>',
      '<a href="https://a.test/" target="_blank" rel="noopener noreferrer nofollow">Hi</a>',
    ],
    ['<img src="https://a.test/seen.png">Hi', 'Hi'],
    ['<img src="data:image/svg+xml;base64,AAAA">Hi', 'Hi'],
    ['<img src="data:image/png;base64,AAAA" onerror="x()" />', '<img src="data:image/png;base64,AAAA" />'],
    ['<iframe src="https://a.test"></iframe><style>*{}</style><svg onload="x()"></svg>Hi', 'Hi'],
    ['one\ntwo < three', 'one<br />two &lt; three'],
  ])('%s becomes %s', (input, clean) => {
    expect(cleanHtml(input)).toBe(clean);
  });
  it('is cleaned on the way in and again on the way out', async () => {
    await send('S', [anna], '<b>Hi</b><script>x()</script>');
    const stored = () =>
      server.app.database.owner.query('select content from message where company_id = $1', [main.companyId]);
    expect((await stored()).rows).toEqual([{ content: '<b>Hi</b>' }]);
    await server.app.database.owner.query(
      `update message set content = '<i onload="x()">Hi</i>' where company_id = $1`,
      [main.companyId],
    );
    expect((await server.ok(showMessageDetailsASD, { msgId: await newest() }, anna)).content).toBe('<i>Hi</i>');
  });
});

it('the program writes in its own name, in the language of who reads', async () => {
  await server.app.database.inCompany(systemContext(main.companyId, 'job'), (tx) =>
    sendMessage(tx, { to: [anna.userId, anna.userId], thesis: 'T', content: 'C', about: 'approval_request/12' }),
  );
  expect(await received()).toMatchObject([{ send: '系统' }]);
  expect(await server.ok(showMessageDetailsASD, { msgId: await newest() }, anna)).toMatchObject({
    about: 'approval_request/12',
  });
});

it('who takes over from a user takes the messages too', async () => {
  await send('Both', [anna, boris]);
  await send('Anna', [anna]);
  await send('From Anna', [main], '', anna);
  const moved = new Map<string, number>();
  await server.app.database.inCompany(systemContext(main.companyId, 'swap'), (tx) =>
    userSwapping.call(tx, { oldUserId: anna.userId, newUserId: boris.userId, deleteOld: false, moved }),
  );
  expect([(await received()).length, (await received(boris)).length, moved.get('messages')]).toEqual([0, 2, 1]);
  expect(await sent(boris)).toMatchObject([{ thesis: 'From Anna' }]);
});

it('a user who is removed leaves no copies; what they sent stays with who received it', async () => {
  await send('To Anna', [anna, boris]);
  await send('From Anna', [boris], '', anna);
  await server.app.database.inCompany(systemContext(main.companyId, 'remove'), (tx) =>
    userRemoving.call(tx, { userId: anna.userId, userLoginId: anna.userLoginId }),
  );
  expect(await received()).toEqual([]);
  expect((await received(boris)).map((row) => row.thesis).sort()).toEqual(['From Anna', 'To Anna']);
});

it('§7 bulletins: those of now, newest first, in the language asked', async () => {
  const bulletin = {
    titleZh: '维护',
    titleEn: 'Maintenance',
    contentZh: '<p>今晚</p><script>x</script>',
    contentEn: '<p>Tonight</p>',
  };
  const hour = (n: number) => new Date(Date.now() + n * 3_600_000);
  await writeBulletin(server.app, { ...bulletin, id: 'now', fromAt: hour(-1) });
  await writeBulletin(server.app, { ...bulletin, id: 'past', fromAt: hour(-3), untilAt: hour(-2) });
  await writeBulletin(server.app, { ...bulletin, id: 'later', fromAt: hour(1) });
  const list = async () => (await server.ok(getnoticeBoard, {}, anna)).list;
  expect(await list()).toMatchObject([{ id: 'now', title: '维护', content: '<p>今晚</p>' }]);
  await writeBulletin(server.app, { ...bulletin, id: 'now', titleZh: '改期', fromAt: hour(-1) });
  expect(await list()).toMatchObject([{ title: '改期' }]);
  await removeBulletin(server.app, 'now');
  expect(await list()).toEqual([]);
});
