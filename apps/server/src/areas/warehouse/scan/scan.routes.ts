import * as calls from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import { handle, OK, type Route } from '../../../core/http/routes.ts';
import '../scanlog/forget.ts';
import '../scanlog/kinds.ts';
import { bulkAnswer } from '../outcome.ts';
import { takeScans } from '../scanlog/log.ts';
import { refusedScans, settleScans } from '../scanlog/refused.ts';
import { findBox, packItem } from './box.ts';
import { deleteCarton, listCartons, saveCarton, suggestCarton } from './cartons.ts';
import { scanPick, scanShort, scanUndo, whatIs } from './pick-scan.ts';
import { putBack, putBackList } from './put-back.ts';
import { sortItem, undoSort, wallOf } from './sort.ts';
import './sort-kinds.ts';

export function scanRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.sendScans, (ctx, input) => takeScans(app, ctx, input)),
    handle(calls.listRefusedScans, (ctx, input) =>
      database.inCompany(ctx, (tx) => refusedScans(tx, ctx.language, input)),
    ),
    handle(calls.settleScans, async (ctx, input) =>
      bulkAnswer(ctx, await database.inCompany(ctx, (tx) => settleScans(tx, input.ids))),
    ),
    handle(calls.pickScanCall, (ctx, input) => database.inCompany(ctx, (tx) => scanPick(tx, input))),
    handle(calls.undoPickCall, (ctx, input) => database.inCompany(ctx, (tx) => scanUndo(tx, input.pickLineId))),
    handle(calls.shortPickCall, (ctx, input) => database.inCompany(ctx, (tx) => scanShort(tx, input))),
    handle(calls.findBox, (ctx, input) => database.inCompany(ctx, (tx) => findBox(tx, input.code, input.warehouseId))),
    handle(calls.packScanCall, (ctx, input) => database.inCompany(ctx, (tx) => packItem(tx, input))),
    handle(calls.listPutBack, (ctx, input) => database.inCompany(ctx, (tx) => putBackList(tx, input.warehouseId))),
    handle(calls.putBackCall, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => putBack(tx, input));
      return OK;
    }),
    handle(calls.getSortWall, (ctx, input) => database.inCompany(ctx, (tx) => wallOf(tx, input))),
    handle(calls.sortItemCall, (ctx, input) => database.inCompany(ctx, (tx) => sortItem(tx, input))),
    handle(calls.undoSortCall, (ctx, input) => database.inCompany(ctx, (tx) => undoSort(tx, input))),
    handle(calls.listCartonTypes, (ctx) => database.inCompany(ctx, (tx) => listCartons(tx))),
    handle(calls.saveCartonType, (ctx, input) => database.inCompany(ctx, (tx) => saveCarton(tx, input))),
    handle(calls.deleteCartonType, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => deleteCarton(tx, input.id));
      return OK;
    }),
    handle(calls.suggestCarton, (ctx, input) => database.inCompany(ctx, (tx) => suggestCarton(tx, input.outboundId))),
    handle(calls.whatIs, (ctx, input) => database.inCompany(ctx, (tx) => whatIs(tx, input.code))),
  ];
}
