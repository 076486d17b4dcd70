import * as calls from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { exportRoute } from '../../../core/exports.ts';
import { handle, handleApp, type Route } from '../../../core/http/routes.ts';
import { importRoutes } from '../../../core/imports.ts';
import { tabFor } from '../../../core/lists.ts';
import { bulkAnswer } from '../../../core/outcome.ts';
import { checkReceipt, inboundOfCheck } from './check.ts';
import { removeCarton, saveCarton } from './contents.ts';
import { inboundDetail } from './detail.ts';
import { actOnInbounds, addByHand, editInbound, receiveByHand } from './edit.ts';
import { inboundImport } from './import.ts';
import { inboundLabels } from './labels.ts';
import { inboundExport, inbounds } from './list.ts';
import { inboundPapers } from './papers.ts';
import { putAway, scanPutAway, waitingGoods } from './put-away.ts';
import { findInbound, receiveItem, scanCarton } from './scan.ts';
import { suggestPlaces } from './suggest.ts';
import { inboundOfReceipt, undoReceipt } from './undo.ts';
import './inbound.texts.ts';

const BULK_LIMIT = 5_000;
const TABS = {
  ...tabFor('state', ['notice', 'arrived', 'receiving', 'received']),
  toPutAway: { toPutAway: 'true' },
} as const;

/** A filter covers only documents in one of `states`. */
function choose(tx: Tx, choice: Parameters<typeof inbounds.choose>[1], states: readonly calls.InboundState[]) {
  return inbounds.choose(tx, choice, BULK_LIMIT, sql`i.state = any(${states}::text[])`);
}

export function inboundRoutes(app: App): Route[] {
  return [
    handle(calls.listInbounds, (tx, input) => inbounds.page(tx, input)),
    handle(calls.inboundTabs, async (tx, input) => {
      const { toPutAway, ...counts } = await inbounds.tabs(tx, TABS, input);
      return { counts, toPutAway };
    }),
    handle(calls.getInbound, (tx, input, ctx) => inboundDetail(tx, ctx, input.id)),
    handle(calls.addInbound, (tx, input) => addByHand(tx, input)),
    handle(calls.editInbound, (tx, input) => editInbound(tx, input)),
    handle(calls.saveCarton, (tx, input) => saveCarton(tx, input)),
    handle(calls.removeCarton, (tx, input) => removeCarton(tx, input)),
    handle(calls.cancelInbounds, async (tx, input, ctx) => {
      const ids = await choose(tx, input, ['notice', 'arrived']);
      return bulkAnswer(ctx, await actOnInbounds(tx, ids, 'cancel'));
    }),
    handle(calls.arriveInbounds, async (tx, input, ctx) =>
      bulkAnswer(ctx, await actOnInbounds(tx, await choose(tx, input, ['notice']), 'arrive')),
    ),
    handle(calls.closeInbounds, async (tx, input, ctx) => {
      // A filter covers only started ones, so that no expected ASN is closed by accident.
      const ids = await choose(tx, input, ['receiving']);
      return bulkAnswer(ctx, await actOnInbounds(tx, ids, 'close'));
    }),
    handle(calls.receiveInboundCall, (tx, input) => receiveByHand(tx, input.id, input.goods, input.unitsReceived)),
    handle(calls.undoReceiptCall, async (tx, input) => {
      await inbounds.one(tx, await inboundOfReceipt(tx, input.receiptId));
      return undoReceipt(tx, input.receiptId);
    }),
    handle(calls.checkReceiptCall, async (tx, input) => {
      await inbounds.one(tx, await inboundOfCheck(tx, input));
      return checkReceipt(tx, input);
    }),
    handle(calls.suggestPlaces, (tx, input) => suggestPlaces(tx, input)),
    handle(calls.listWaiting, (tx, input) => waitingGoods(tx, input)),
    handle(calls.putAwayCall, (tx, input) => putAway(tx, input)),
    handle(calls.findInbound, (tx, input) => findInbound(tx, input.code, input.warehouseId)),
    handle(calls.receiveItemCall, (tx, input) => receiveItem(tx, input)),
    handle(calls.receiveCartonCall, (tx, input) => scanCarton(tx, input)),
    handle(calls.scanPutAwayCall, (tx, input) => scanPutAway(tx, input)),
    exportRoute(calls.exportInbounds, inboundExport, ({ filter }) => filter),
    ...importRoutes(
      app,
      { template: calls.inboundTemplate, preview: calls.importInbounds, commit: calls.commitInboundImport },
      inboundImport,
    ),
    handleApp(calls.printInbounds, (ctx, input) => inboundPapers(app, ctx, input)),
    handleApp(calls.printInboundLabels, (ctx, input) => inboundLabels(app, ctx, input)),
  ];
}
