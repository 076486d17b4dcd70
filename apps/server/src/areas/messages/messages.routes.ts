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
import { EventStream, handle, handleApp, type Route } from '../../core/http/routes.ts';
import { bulletinsNow } from './bulletins.ts';
import { deleteMessages, endAlerts, markRead, openMessage } from './keep.ts';
import { messagePage, unread } from './list.ts';
import { receiversOf, sendMessage, userIdsOf } from './send.ts';

export function messageRoutes(app: App): Route[] {
  return [
    handle(getMessageList, (tx, input, ctx) => messagePage(tx, input, ctx.language)),
    handle(getNotReadInformation, (tx, _input, ctx) => unread(tx, ctx.language)),
    handle(changeAlert, (tx, { msgIdList }) => endAlerts(tx, msgIdList)),
    handle(readMessage, (tx, { msgIdList }) => markRead(tx, msgIdList)),
    handle(delMessage, (tx, { msgIdList, type }) => deleteMessages(tx, msgIdList, type)),
    handle(showMessageDetailsASD, (tx, { msgId }) => openMessage(tx, msgId)),
    handle(sendNewMessage, async (tx, { receivers, thesis, thesisDetail }) => {
      const to = await userIdsOf(tx, receivers);
      await sendMessage(tx, { to, thesis, content: thesisDetail });
    }),
    handle(getReceivers, async (tx) => ({ mainList: await receiversOf(tx) })),
    // A main account that views as a member sees the member's list, but gets none of their live updates.
    handleApp(listenToHints, async (ctx) => new EventStream(ctx.viewer ? undefined : ctx.actor.userId)),
    handleApp(getnoticeBoard, async (ctx) => ({ list: await bulletinsNow(app, ctx.language, ctx.now()) })),
  ];
}
