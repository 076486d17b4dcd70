import { sendNewMessage } from '@tradewind/contract/messages.ts';
import { expect } from 'vitest';
import { describeCalls, OK, type World } from '../../testing/calls.ts';
import type { Person } from '../../testing/harness.ts';
import { writeBulletin } from './public.ts';

const WHEN = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
let anna: Person;
let msgId: number;

async function prepare({ server, main, owner }: World): Promise<void> {
  anna = await server.member(main.companyId);
  const hello = {
    msgType: 'notice' as const,
    receivers: [anna.userLoginId],
    thesis: 'Hello',
    thesisDetail: '<p>Hi</p>',
  };
  await server.ok(sendNewMessage, hello, main);
  msgId = Number((await owner('select id from message where company_id = $1', [main.companyId]))[0]?.id);
  await writeBulletin(server.app, {
    id: 'now',
    titleZh: '维护',
    titleEn: 'Maintenance',
    contentZh: '<p>今晚</p>',
    contentEn: '<p>Tonight</p>',
    fromAt: new Date(Date.now() - 3_600_000),
  });
}

const row = (world: World) => ({
  msg_ID: msgId,
  msg_TYPE: 'notice',
  thesis: 'Hello',
  send: world.main.userLoginId,
  is_READ: 'N',
  is_ALERT: 'Y',
  send_TIME: WHEN,
});
const chosen = () => ({ msgIdList: [msgId] });
const asAnna = () => anna;
const option = (person: Person) => ({ userLoginId: person.userLoginId, userName: person.userLoginId });
const none = { msgIdList: { msgIdList: [] } };

describeCalls(
  ['messages'],
  {
    'GET /seller/information/getMessageList?type,itemOption,startDate,endDate,msgKeyWord,receiver,pageNum,pageSize': {
      access: 'user',
      as: asAnna,
      input: () => ({
        type: 'receive',
        itemOption: 'N',
        startDate: '2026-01-01',
        endDate: '2100-01-01',
        msgKeyWord: 'Hel',
        receiver: anna.userLoginId,
        pageNum: 1,
        pageSize: 30,
      }),
      gives: (world: World) => ({ records: [row(world)], total: 1, totalExact: true }),
      refuses: {
        type: { type: 'all' },
        itemOption: { itemOption: 'maybe' },
        startDate: { startDate: '01/02/2026' },
        endDate: { startDate: '2026-01-02', endDate: '2026-01-01' },
        pageNum: { pageNum: 0 },
        pageSize: { pageSize: 201 },
      },
    },
    'GET /seller/information/getNotReadInformation': {
      access: 'user',
      as: asAnna,
      gives: (world: World) => ({ num: 1, alerts: [row(world)] }),
    },
    'POST /seller/information/changeAlert {msgIdList}': {
      access: 'user',
      as: asAnna,
      input: chosen,
      gives: OK,
      refuses: none,
    },
    'POST /seller/information/readMessage {msgIdList}': {
      access: 'user',
      as: asAnna,
      input: chosen,
      gives: OK,
      refuses: none,
    },
    'GET /seller/information/showMessageDetailsASD?msgId': {
      access: 'user',
      as: asAnna,
      input: () => ({ msgId }),
      gives: { thesis: 'Hello', content: '<p>Hi</p>', about: null },
      refuses: { msgId: {} },
    },
    'POST /seller/information/delMessage {msgIdList}': {
      access: 'user',
      as: asAnna,
      input: chosen,
      gives: OK,
      refuses: none,
    },
    'POST /seller/information/sendNewMessage {msgType,receivers,thesis,thesisDetail}': {
      access: 'user',
      input: () => ({ msgType: 'notice', receivers: [anna.userLoginId], thesis: 'Subject', thesisDetail: '' }),
      gives: OK,
      refuses: {
        msgType: { receivers: ['a'], thesis: 'S' },
        receivers: { msgType: 'notice', thesis: 'S' },
        thesis: { msgType: 'notice', receivers: ['a'] },
      },
    },
    'GET /seller/information/getReceivers': {
      access: 'user',
      gives: ({ main, without }: World) => ({
        mainList: expect.arrayContaining([option(main), option(without), option(anna)]),
      }),
    },
    'GET /seller/information/events': { access: 'user', gives: 'text/event-stream' },
    'GET /seller/information/getnoticeBoard': {
      access: 'user',
      gives: { list: [{ id: 'now', title: '维护', content: '<p>今晚</p>', time: WHEN }] },
    },
  },
  { prepare },
);
