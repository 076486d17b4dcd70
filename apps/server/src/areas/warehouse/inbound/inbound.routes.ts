import * as calls from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import { badField } from '../../../core/errors.ts';
import { startExport } from '../../../core/exports.ts';
import { handle, OK, type Route } from '../../../core/http/routes.ts';
import { commitImport, previewImport, templateFile } from '../../../core/imports.ts';
import { bulkAnswer } from '../outcome.ts';
import { checkReceipt, inboundOfCheck } from './check.ts';
import { removeCarton, saveCarton } from './contents.ts';
import { inboundDetail, seeInbound } from './detail.ts';
import { actOnInbounds, addByHand, editInbound, receiveByHand } from './edit.ts';
import { inboundExport } from './export.ts';
import { chooseInbounds, inboundPage, inboundTabs } from './filter.ts';
import { inboundImport } from './import.ts';
import { inboundLabels } from './labels.ts';
import { inboundPapers } from './papers.ts';
import { putAway, scanPutAway, waitingGoods } from './put-away.ts';
import { findInbound, receiveItem, scanCarton } from './scan.ts';
import { suggestPlaces } from './suggest.ts';
import { inboundOfReceipt, undoReceipt } from './undo.ts';
import './inbound.texts.ts';

export function inboundRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.listInbounds, (ctx, input) => database.inCompany(ctx, (tx) => inboundPage(tx, input))),
    handle(calls.inboundTabs, (ctx, input) => database.inCompany(ctx, (tx) => inboundTabs(tx, input.warehouseId))),
    handle(calls.getInbound, (ctx, input) => database.inCompany(ctx, (tx) => inboundDetail(tx, ctx, input.id))),
    handle(calls.addInbound, (ctx, input) => database.inCompany(ctx, (tx) => addByHand(tx, input))),
    handle(calls.editInbound, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => editInbound(tx, input));
      return OK;
    }),
    handle(calls.saveCarton, (ctx, input) => database.inCompany(ctx, (tx) => saveCarton(tx, input))),
    handle(calls.removeCarton, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => removeCarton(tx, input));
      return OK;
    }),
    handle(calls.cancelInbounds, (ctx, input) =>
      database.inCompany(ctx, async (tx) => {
        const ids = await chooseInbounds(tx, input, ['notice', 'arrived']);
        return bulkAnswer(ctx, await actOnInbounds(tx, ids, 'cancel'));
      }),
    ),
    handle(calls.arriveInbounds, (ctx, input) =>
      database.inCompany(ctx, async (tx) =>
        bulkAnswer(ctx, await actOnInbounds(tx, await chooseInbounds(tx, input, ['notice']), 'arrive')),
      ),
    ),
    handle(calls.closeInbounds, (ctx, input) =>
      database.inCompany(ctx, async (tx) => {
        // Of a filter only what has begun: a notice that is still under way is not given up in passing.
        const ids = await chooseInbounds(tx, input, ['receiving']);
        return bulkAnswer(ctx, await actOnInbounds(tx, ids, 'close'));
      }),
    ),
    handle(calls.receiveInboundCall, (ctx, input) =>
      database.inCompany(ctx, (tx) => receiveByHand(tx, input.id, input.goods, input.unitsReceived)),
    ),
    handle(calls.undoReceiptCall, (ctx, input) =>
      database.inCompany(ctx, async (tx) => {
        await seeInbound(tx, await inboundOfReceipt(tx, input.receiptId));
        return undoReceipt(tx, input.receiptId);
      }),
    ),
    handle(calls.checkReceiptCall, (ctx, input) =>
      database.inCompany(ctx, async (tx) => {
        await seeInbound(tx, await inboundOfCheck(tx, input));
        return checkReceipt(tx, input);
      }),
    ),
    handle(calls.suggestPlaces, (ctx, input) => database.inCompany(ctx, (tx) => suggestPlaces(tx, input))),
    handle(calls.listWaiting, (ctx, input) => database.inCompany(ctx, (tx) => waitingGoods(tx, input))),
    handle(calls.putAwayCall, (ctx, input) => database.inCompany(ctx, (tx) => putAway(tx, input))),
    handle(calls.findInbound, (ctx, input) =>
      database.inCompany(ctx, (tx) => findInbound(tx, input.code, input.warehouseId)),
    ),
    handle(calls.receiveItemCall, (ctx, input) => database.inCompany(ctx, (tx) => receiveItem(tx, input))),
    handle(calls.receiveCartonCall, (ctx, input) => database.inCompany(ctx, (tx) => scanCarton(tx, input))),
    handle(calls.scanPutAwayCall, (ctx, input) => database.inCompany(ctx, (tx) => scanPutAway(tx, input))),
    handle(calls.exportInbounds, (ctx, input) => startExport(app, ctx, inboundExport, input.filter)),
    handle(calls.importInbounds, (ctx) => {
      if (!ctx.file) throw badField('file', 'core.fileMissing');
      return previewImport(app, ctx, inboundImport, ctx.file);
    }),
    handle(calls.commitInboundImport, (ctx, input) => commitImport(app, ctx, inboundImport, input.importId)),
    handle(calls.inboundTemplate, async (ctx) => templateFile(inboundImport, ctx.language)),
    handle(calls.printInbounds, (ctx, input) => inboundPapers(app, ctx, input)),
    handle(calls.printInboundLabels, (ctx, input) => inboundLabels(app, ctx, input)),
  ];
}
