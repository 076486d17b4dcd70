import * as calls from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import { exportRoute } from '../../../core/exports.ts';
import { handle, handleApp, type Route } from '../../../core/http/routes.ts';
import { tabFor } from '../../../core/lists.ts';
import { countLocation } from './count-location.ts';
import { createCount } from './create.ts';
import { countExport, counts } from './list.ts';
import { countSheet } from './print.ts';
import { countDetail, countWork } from './read.ts';
import { countSetting, saveCountSetting } from './setting.ts';
import { countTasks } from './tasks.list.ts';
import { askRecount, cancelCount, startCount, submitCount } from './transitions.ts';
import './approval.ts';
import './daily.ts';

const OPEN = tabFor('state', ['open', 'counting', 'waiting']);

export function countRoutes(app: App): Route[] {
  return [
    handle(calls.listCounts, (tx, input) => counts.page(tx, input)),
    handle(calls.countTabs, async (tx, input) => ({
      counts: await counts.tabs(tx, OPEN, input),
      ...(await countTasks.tabs(tx, { tasks: input })),
    })),
    handle(calls.getCount, (tx, input, ctx) => countDetail(tx, ctx, input.id)),
    handle(calls.addCount, (tx, input) => createCount(tx, input)),
    handle(calls.startCount, (tx, input) => startCount(tx, input.id)),
    handle(calls.countLocationCall, (tx, input) => countLocation(tx, input)),
    handle(calls.recountCall, async (tx, input) => ({ locations: await askRecount(tx, input.id, input.locationIds) })),
    handle(calls.submitCount, (tx, input) => submitCount(tx, input.id, input.anyway)),
    handle(calls.cancelCount, (tx, input) => cancelCount(tx, input.id)),
    exportRoute(calls.exportCounts, countExport, ({ filter }) => filter),
    handleApp(calls.printCount, (ctx, input) => countSheet(app, ctx, input.id)),
    handle(calls.countWork, (tx, input) => countWork(tx, input.id)),
    handle(calls.listCountTasks, (tx, input) => countTasks.page(tx, input)),
    handle(calls.getCountSetting, (tx, input) => countSetting(tx, input.warehouseId)),
    handle(calls.saveCountSetting, (tx, { warehouseId, ...setting }) => saveCountSetting(tx, warehouseId, setting)),
  ];
}
