import { z } from 'zod';
import { day, defineCall, id, integer, list, ok, saying, text } from './call.ts';

/** A hint to ask for news: a message, a bulletin, pending work in a module, other orders. */
/** `work`: documents have moved, so numbers of the menu may have changed. `rights`: those of the user, or their places. `files`: their exports. */
export const HINTS = ['message', 'bulletin', 'badge', 'orders', 'work', 'rights', 'files'] as const;
export type Hint = (typeof HINTS)[number];
export const MESSAGE_TYPES = ['notice'] as const;
/** Received lists count up to this number. */
export const MESSAGES_COUNTED = 10_000;
const yesNo = z.enum(['Y', 'N']);
const chosen = list(id(), 1000, saying('messages.tickOne')).refine((ids) => ids.length > 0, saying('messages.tickOne'));

const row = z.object({
  msg_ID: z.number(),
  msg_TYPE: z.enum(MESSAGE_TYPES),
  thesis: z.string(),
  /** The author's display name. */
  send: z.string(),
  /** Of a sent message: Y once all receivers have read it. */
  is_READ: yesNo,
  is_ALERT: yesNo,
  send_TIME: z.string(),
});

export const getMessageList = defineCall({
  method: 'GET',
  path: '/seller/information/getMessageList',
  access: 'user',
  summary: 'Lists messages that the user received or sent, newest first.',
  input: z
    .strictObject({
      type: z.enum(['receive', 'send']).default('receive'),
      /** Y: read, N: unread. */
      itemOption: yesNo.optional(),
      startDate: day().optional(),
      endDate: day().optional(),
      msgKeyWord: text(100).optional(),
      /** Of sent messages: the username of one of their receivers. Of received ones it can only be the user's own. */
      receiver: text(60).optional(),
      pageNum: integer(1, 1_000_000).default(1),
      pageSize: integer(1, 200).default(30),
    })
    .refine((input) => !input.startDate || !input.endDate || input.startDate <= input.endDate, {
      path: ['endDate'],
      message: saying('messages.endBeforeStart'),
    }),
  result: z.object({ records: z.array(row), total: z.number().int(), totalExact: z.boolean() }),
});
export const getNotReadInformation = defineCall({
  method: 'GET',
  path: '/seller/information/getNotReadInformation',
  access: 'user',
  summary: 'Returns the number of unread messages (up to 1000) and the messages whose notification is still open.',
  input: z.strictObject({}),
  result: z.object({ num: z.number().int(), alerts: z.array(row) }),
});
export const changeAlert = defineCall({
  method: 'POST',
  path: '/seller/information/changeAlert',
  access: 'user',
  summary: 'Marks the open notifications of messages as clicked.',
  input: z.strictObject({ msgIdList: chosen }),
  result: ok,
});
export const readMessage = defineCall({
  method: 'POST',
  path: '/seller/information/readMessage',
  access: 'user',
  summary: 'Marks received messages as read.',
  input: z.strictObject({ msgIdList: chosen }),
  result: ok,
});
export const delMessage = defineCall({
  method: 'POST',
  path: '/seller/information/delMessage',
  access: 'user',
  summary: 'Deletes received messages, or sent ones with `type` send, for this user only.',
  input: z.strictObject({ msgIdList: chosen, type: z.enum(['receive', 'send']).default('receive') }),
  result: ok,
});
export const showMessageDetailsASD = defineCall({
  method: 'GET',
  mode: 'write',
  path: '/seller/information/showMessageDetailsASD',
  access: 'user',
  summary: 'Returns a message that the user received or sent. Its content is sanitized HTML.',
  input: z.strictObject({ msgId: id() }),
  result: z.object({ thesis: z.string(), content: z.string(), about: z.string().nullable() }),
});
export const sendNewMessage = defineCall({
  method: 'POST',
  path: '/seller/information/sendNewMessage',
  access: 'user',
  summary: 'Sends a message to colleagues. HTML is sanitized before it is saved.',
  input: z.strictObject({
    msgType: z.enum(MESSAGE_TYPES, saying('messages.typeMissing')),
    receivers: list(text(60), 1000, saying('messages.receiverMissing')).refine(
      (ids) => ids.length > 0,
      saying('messages.receiverMissing'),
    ),
    thesis: z.string(saying('messages.subjectMissing')).trim().min(1, saying('messages.subjectMissing')).max(200),
    thesisDetail: z.string().max(500_000).default(''),
  }),
  result: ok,
});
export const getReceivers = defineCall({
  method: 'GET',
  path: '/seller/information/getReceivers',
  access: 'user',
  summary: 'Lists possible receivers: the enabled users of the company.',
  input: z.strictObject({}),
  result: z.object({ mainList: z.array(z.object({ userLoginId: z.string(), userName: z.string() })) }),
});
export const getnoticeBoard = defineCall({
  method: 'GET',
  path: '/seller/information/getnoticeBoard',
  access: 'user',
  summary: 'Lists the provider’s current bulletins in the user’s language, newest first.',
  input: z.strictObject({}),
  result: z.object({
    list: z.array(z.object({ id: z.string(), title: z.string(), content: z.string(), time: z.string() })),
  }),
});
export const listenToHints = defineCall({
  method: 'GET',
  path: '/seller/information/events',
  access: 'user',
  summary: 'Streams live updates when something new arrives for the user, without its content. Ends with the session.',
  input: z.strictObject({}),
  result: z.enum(HINTS),
  stream: true,
});
