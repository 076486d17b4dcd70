import * as calls from '@tradewind/contract/stock-batches.ts';
import type { Tx } from '../../../core/database/tx.ts';
import { exportRoute } from '../../../core/exports.ts';
import { handle, type Route } from '../../../core/http/routes.ts';
import './batches.texts.ts';
import { assertSeesAll, batchDetail, shippedWith } from './detail.ts';
import { editBatch } from './expired.ts';
import { batchExport, batches } from './list.ts';
import { recallBatch, releaseBatch } from './recall.ts';
import { unitsSentOn } from './sent.ts';
import { shippedExport } from './shipped.ts';

/** Counts only batches in stock. */
const tabs = (tx: Tx, expiresWithin: number) =>
  batches.tabs(
    tx,
    { expiring: { expiresWithin, unexpired: true }, expired: { expiresWithin: 0 }, recalled: { state: 'recalled' } },
    { inStock: 'true' },
  );

export function batchRoutes(): Route[] {
  return [
    handle(calls.listBatches, (tx, input) => batches.page(tx, input)),
    exportRoute(calls.exportBatches, batchExport, ({ filter }) => filter),
    handle(calls.batchTabs, (tx, input) => tabs(tx, input.expiresWithin)),
    handle(calls.batchDetail, (tx, input) => batchDetail(tx, input.id)),
    exportRoute(calls.exportBatchShipped, shippedExport),
    handle(calls.recallBatchCall, async (tx, input) => {
      await assertSeesAll(tx, input.id);
      const recalled = await recallBatch(tx, input.id, input.remark);
      return { ...recalled, ...(await shippedWith(tx, input.id)), sentOn: await unitsSentOn(tx, input.id) };
    }),
    handle(calls.releaseBatchCall, async (tx, input) => {
      await assertSeesAll(tx, input.id);
      return releaseBatch(tx, input.id, input.remark);
    }),
    handle(calls.editBatch, (tx, input) => editBatch(tx, input)),
  ];
}
