import * as calls from '@tradewind/contract/stock-batches.ts';
import type { App } from '../../../core/app.ts';
import { startExport } from '../../../core/exports.ts';
import { handle, OK, type Route } from '../../../core/http/routes.ts';
import './batches.texts.ts';
import { editBatch } from './expired.ts';
import { batchExport } from './export.ts';
import { assertSeesAll, batchDetail, batchPage, batchTabs, shippedWith } from './list.ts';
import { recallBatch, releaseBatch } from './recall.ts';
import { unitsSentOn } from './sent.ts';
import { shippedExport } from './shipped.ts';

export function batchRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.listBatches, (ctx, input) => database.inCompany(ctx, (tx) => batchPage(tx, input))),
    handle(calls.exportBatches, (ctx, input) => startExport(app, ctx, batchExport, input.filter)),
    handle(calls.batchTabs, (ctx, input) => database.inCompany(ctx, (tx) => batchTabs(tx, input.expiresWithin))),
    handle(calls.batchDetail, (ctx, input) => database.inCompany(ctx, (tx) => batchDetail(tx, input.id))),
    handle(calls.exportBatchShipped, (ctx, input) => startExport(app, ctx, shippedExport, input)),
    handle(calls.recallBatchCall, (ctx, input) =>
      database.inCompany(ctx, async (tx) => {
        await assertSeesAll(tx, input.id);
        const recalled = await recallBatch(tx, input.id, input.remark);
        return { ...recalled, ...(await shippedWith(tx, input.id)), sentOn: await unitsSentOn(tx, input.id) };
      }),
    ),
    handle(calls.releaseBatchCall, (ctx, input) =>
      database.inCompany(ctx, async (tx) => {
        await assertSeesAll(tx, input.id);
        return releaseBatch(tx, input.id, input.remark);
      }),
    ),
    handle(calls.editBatch, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => editBatch(tx, input));
      return OK;
    }),
  ];
}
