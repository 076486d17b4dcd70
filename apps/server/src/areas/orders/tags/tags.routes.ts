import * as calls from '@tradewind/contract/orders.ts';
import type { App } from '../../../core/app.ts';
import { handle, handleApp, type Route } from '../../../core/http/routes.ts';
import { deleteTag, listTags, saveTag, tagSelected } from './tags.service.ts';
import './tags.texts.ts';

export function tagRoutes(app: App): Route[] {
  return [
    handle(calls.listOrderTags, async (tx) => ({ list: await listTags(tx) })),
    handle(calls.saveOrderTag, (tx, input) => saveTag(tx, input)),
    handle(calls.deleteOrderTag, (tx, { id }) => deleteTag(tx, id)),
    handleApp(calls.tagOrders, (ctx, input) => tagSelected(app, ctx, input, input)),
  ];
}
