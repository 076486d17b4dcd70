import * as calls from '@tradewind/contract/orders.ts';
import type { App } from '../../../core/app.ts';
import { handle, OK, type Route } from '../../../core/http/routes.ts';
import { deleteTag, listTags, saveTag, tagSelected } from './tags.service.ts';
import './tags.texts.ts';

export function tagRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.listOrderTags, async (ctx) => ({ list: await database.look(ctx, listTags) })),
    handle(calls.saveOrderTag, (ctx, input) => database.inCompany(ctx, (tx) => saveTag(tx, input))),
    handle(calls.deleteOrderTag, async (ctx, { id }) => {
      await database.inCompany(ctx, (tx) => deleteTag(tx, id));
      return OK;
    }),
    handle(calls.tagOrders, (ctx, input) => tagSelected(app, ctx, input, input)),
  ];
}
