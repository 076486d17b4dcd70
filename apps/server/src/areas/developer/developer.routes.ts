import * as calls from '@tradewind/contract/developer.ts';
import type { App } from '../../core/app.ts';
import { handle, OK, type Route } from '../../core/http/routes.ts';
import { addKey, deleteKey, listKeys, refreshKey } from './keys.ts';

export function developerRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.getDeveloper, (ctx) => database.look(ctx, async (tx) => ({ list: await listKeys(tx) }))),
    handle(calls.addDeveloper, (ctx, { appName }) => database.inCompany(ctx, (tx) => addKey(app, tx, appName))),
    handle(calls.refreshDeveloperKey, (ctx, { id }) => database.inCompany(ctx, (tx) => refreshKey(app, tx, id))),
    handle(calls.delDeveloper, async (ctx, { id }) => {
      await database.inCompany(ctx, (tx) => deleteKey(tx, id));
      return OK;
    }),
  ];
}
