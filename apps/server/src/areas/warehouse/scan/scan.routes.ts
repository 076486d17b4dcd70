import * as calls from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import { handle, handleApp, OK, type Route } from '../../../core/http/routes.ts';
import '../scanlog/forget.ts';
import { bulkAnswer } from '../../../core/outcome.ts';
import { takeScans } from '../scanlog/log.ts';
import { refusedScans, settleOwnScan, settleScans } from '../scanlog/refused.ts';
import { findBox, packItem } from './box.ts';
import { deleteCarton, listCartons, saveCarton, suggestCarton } from './cartons.ts';
import { scanPick, scanShort, scanUndo, whatIs } from './pick-scan.ts';
import { putBack, putBackList } from './put-back.ts';
import { sortItem, undoSort, wallOf } from './sort.ts';

export function scanRoutes(app: App): Route[] {
  return [
    handleApp(calls.sendScans, (ctx, input) => takeScans(app, ctx, input)),
    handle(calls.listRefusedScans, (tx, input, ctx) => refusedScans(tx, ctx.language, input)),
    handle(calls.settleScans, async (tx, input, ctx) => bulkAnswer(ctx, await settleScans(tx, input.ids))),
    handle(calls.settleOwnScan, async (tx, input) => {
      await settleOwnScan(tx, input);
      return OK;
    }),
    handle(calls.pickScanCall, (tx, input) => scanPick(tx, input)),
    handle(calls.undoPickCall, (tx, input) => scanUndo(tx, input.pickLineId)),
    handle(calls.shortPickCall, (tx, input) => scanShort(tx, input)),
    handle(calls.findBox, (tx, input) => findBox(tx, input.code, input.warehouseId)),
    handle(calls.packScanCall, (tx, input) => packItem(tx, input)),
    handle(calls.listPutBack, (tx, input) => putBackList(tx, input.warehouseId)),
    handle(calls.putBackCall, (tx, input) => putBack(tx, input)),
    handle(calls.getSortWall, (tx, input) => wallOf(tx, input)),
    handle(calls.sortItemCall, (tx, input) => sortItem(tx, input)),
    handle(calls.undoSortCall, (tx, input) => undoSort(tx, input)),
    handle(calls.listCartonTypes, (tx) => listCartons(tx)),
    handle(calls.saveCartonType, (tx, input) => saveCarton(tx, input)),
    handle(calls.deleteCartonType, (tx, input) => deleteCarton(tx, input.id)),
    handle(calls.suggestCarton, (tx, input) => suggestCarton(tx, input.outboundId)),
    handle(calls.whatIs, (tx, input) => whatIs(tx, input.code)),
  ];
}
