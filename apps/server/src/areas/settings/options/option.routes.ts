import * as calls from '@tradewind/contract/settings.ts';
import { handle, type Route } from '../../../core/http/routes.ts';
import { deleteOptions, listsAndOptions, optionsOf, saveOptions } from './options.ts';

export function optionRoutes(): Route[] {
  return [
    handle(calls.getSelectZoot, async (tx, { zootId }, ctx) => ({
      list: await optionsOf(tx, ctx.language, zootId),
    })),
    handle(calls.getDropLists, (tx, input, ctx) => listsAndOptions(tx, ctx.language, input)),
    handle(calls.saveOnedropList, async (tx, { option }) => {
      const [id] = await saveOptions(tx, [option], () => 'option');
      return { id: id ?? 0 };
    }),
    handle(calls.saveDropListData, async (tx, { list }) => ({
      ids: await saveOptions(tx, list, (i) => `list.${i}`),
    })),
    handle(calls.delDropListData, (tx, { ids }) => deleteOptions(tx, ids)),
  ];
}
