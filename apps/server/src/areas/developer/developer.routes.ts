import * as calls from '@tradewind/contract/developer.ts';
import type { App } from '../../core/app.ts';
import { handle, type Route } from '../../core/http/routes.ts';
import { addKey, deleteKey, listKeys, refreshKey } from './keys.ts';

export function developerRoutes(app: App): Route[] {
  return [
    handle(calls.getDeveloper, async (tx) => ({ list: await listKeys(tx) })),
    handle(calls.addDeveloper, (tx, { appName }) => addKey(app, tx, appName)),
    handle(calls.refreshDeveloperKey, (tx, { id }) => refreshKey(app, tx, id)),
    handle(calls.delDeveloper, (tx, { id }) => deleteKey(tx, id)),
  ];
}
