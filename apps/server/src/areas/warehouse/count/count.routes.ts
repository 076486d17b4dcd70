import * as calls from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { startExport } from '../../../core/exports.ts';
import { handle, OK, type Route } from '../../../core/http/routes.ts';
import { defineScan } from '../scanlog/registry.ts';
import { countLocation } from './count-location.ts';
import { askRecount, cancelCount, startCount, submitCount } from './course.ts';
import { createCount } from './create.ts';
import { countExport } from './export.ts';
import { countSheet } from './print.ts';
import { countDetail, countPage, countTabs, countWork } from './read.ts';
import { countSetting, saveCountSetting } from './setting.ts';
import { taskPage } from './tasks.ts';
import './approval.ts';
import './daily.ts';

defineScan({
  kind: 'countLocation',
  access: calls.countLocationCall.access as string[],
  input: calls.countLocationCall.input.omit({ idempotencyKey: true }),
  about: (input) => `count ${input.countId} ${input.locationCode.toUpperCase()}`,
  run: (tx, _ctx, input, scanned) => countLocation(tx, input, scanned),
});

export function countRoutes(app: App): Route[] {
  const { database } = app;
  const done = async (ctx: Ctx, work: (tx: Tx) => Promise<void>) => {
    await database.inCompany(ctx, work);
    return OK;
  };
  return [
    handle(calls.listCounts, (ctx, input) => database.inCompany(ctx, (tx) => countPage(tx, input))),
    handle(calls.countTabs, (ctx, input) => database.inCompany(ctx, (tx) => countTabs(tx, input.warehouseId))),
    handle(calls.getCount, (ctx, input) => database.inCompany(ctx, (tx) => countDetail(tx, ctx, input.id))),
    handle(calls.addCount, (ctx, input) => database.inCompany(ctx, (tx) => createCount(tx, input))),
    handle(calls.startCount, (ctx, input) => done(ctx, (tx) => startCount(tx, input.id))),
    handle(calls.countLocationCall, (ctx, input) => database.inCompany(ctx, (tx) => countLocation(tx, input))),
    handle(calls.recountCall, (ctx, input) =>
      database.inCompany(ctx, async (tx) => ({ locations: await askRecount(tx, input.id, input.locationIds) })),
    ),
    handle(calls.submitCount, (ctx, input) => database.inCompany(ctx, (tx) => submitCount(tx, input.id, input.anyway))),
    handle(calls.cancelCount, (ctx, input) => done(ctx, (tx) => cancelCount(tx, input.id))),
    handle(calls.exportCounts, (ctx, input) => startExport(app, ctx, countExport, input.filter)),
    handle(calls.printCount, (ctx, input) => countSheet(app, ctx, input.id)),
    handle(calls.countWork, (ctx, input) => database.inCompany(ctx, (tx) => countWork(tx, input.id))),
    handle(calls.listCountTasks, (ctx, input) => database.inCompany(ctx, (tx) => taskPage(tx, input))),
    handle(calls.getCountSetting, (ctx, input) => database.inCompany(ctx, (tx) => countSetting(tx, input.warehouseId))),
    handle(calls.saveCountSetting, (ctx, { warehouseId, ...setting }) =>
      done(ctx, (tx) => saveCountSetting(tx, warehouseId, setting)),
    ),
  ];
}
