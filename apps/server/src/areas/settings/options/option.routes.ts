import * as calls from '@tradewind/contract/settings.ts';
import type { App } from '../../../core/app.ts';
import { handle, type Route } from '../../../core/http/routes.ts';
import { deleteOptions, listsAndOptions, optionsOf, saveOptions } from './options.ts';

export function optionRoutes({ database }: App): Route[] {
  return [
    handle(calls.getSelectZoot, async (ctx, { zootId }) => ({
      list: await database.look(ctx, (tx) => optionsOf(tx, ctx.language, zootId)),
    })),
    handle(calls.getDropLists, (ctx, input) => database.look(ctx, (tx) => listsAndOptions(tx, ctx.language, input))),
    handle(calls.saveOnedropList, async (ctx, { option }) => {
      const [id] = await database.inCompany(ctx, (tx) => saveOptions(tx, [option], () => 'option'));
      return { id: id ?? 0 };
    }),
    handle(calls.saveDropListData, async (ctx, { list }) => ({
      ids: await database.inCompany(ctx, (tx) => saveOptions(tx, list, (i) => `list.${i}`)),
    })),
    handle(calls.delDropListData, (ctx, { ids }) => database.inCompany(ctx, (tx) => deleteOptions(tx, ids))),
  ];
}
