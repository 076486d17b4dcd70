import {
  changeAlert,
  delMessage,
  getMessageList,
  getNotReadInformation,
  getnoticeBoard,
  getReceivers,
  listenToHints,
  readMessage,
  sendNewMessage,
  showMessageDetailsASD,
} from '@tradewind/contract/messages.ts';
import type { App } from '../../core/app.ts';
import { EventStream, handle, OK, type Route } from '../../core/http/routes.ts';
import { bulletinsNow } from './bulletins.ts';
import { deleteMessages, endAlerts, markRead, openMessage } from './keep.ts';
import { messagePage, unread } from './list.ts';
import { receiversOf, sendMessage, userIdsOf } from './send.ts';

export function messageRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(getMessageList, (ctx, input) => database.look(ctx, (tx) => messagePage(tx, input, ctx.language))),
    handle(getNotReadInformation, (ctx) => database.look(ctx, (tx) => unread(tx, ctx.language))),
    handle(changeAlert, async (ctx, { msgIdList }) => {
      await database.inCompany(ctx, (tx) => endAlerts(tx, msgIdList));
      return OK;
    }),
    handle(readMessage, async (ctx, { msgIdList }) => {
      await database.inCompany(ctx, (tx) => markRead(tx, msgIdList));
      return OK;
    }),
    handle(delMessage, async (ctx, { msgIdList, type }) => {
      await database.inCompany(ctx, (tx) => deleteMessages(tx, msgIdList, type));
      return OK;
    }),
    handle(showMessageDetailsASD, (ctx, { msgId }) => database.inCompany(ctx, (tx) => openMessage(tx, msgId))),
    handle(sendNewMessage, async (ctx, { receivers, thesis, thesisDetail }) => {
      await database.inCompany(ctx, async (tx) => {
        const to = await userIdsOf(tx, receivers);
        await sendMessage(tx, { to, thesis, content: thesisDetail });
      });
      return OK;
    }),
    handle(getReceivers, (ctx) => database.look(ctx, async (tx) => ({ mainList: await receiversOf(tx) }))),
    // Whoever looks as a member sees what the member sees, but their post does not knock at another door.
    handle(listenToHints, async (ctx) => new EventStream(ctx.viewer ? undefined : ctx.actor.userId)),
    handle(getnoticeBoard, async (ctx) => ({ list: await bulletinsNow(app, ctx.language, ctx.now()) })),
  ];
}
