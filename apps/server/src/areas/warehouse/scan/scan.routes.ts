import * as calls from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import { handle, OK, type Route } from '../../../core/http/routes.ts';
import { findBox, packItem } from './box.ts';
import { scanPick, scanShort, scanUndo, whatIs } from './pick-scan.ts';
import { putBack, putBackList } from './put-back.ts';

export function scanRoutes({ database }: App): Route[] {
  return [
    handle(calls.pickScanCall, (ctx, input) => database.inCompany(ctx, (tx) => scanPick(tx, input))),
    handle(calls.undoPickCall, (ctx, input) => database.inCompany(ctx, (tx) => scanUndo(tx, input.pickLineId))),
    handle(calls.shortPickCall, (ctx, input) =>
      database.inCompany(ctx, (tx) => scanShort(tx, input.pickLineId, input.reason)),
    ),
    handle(calls.findBox, (ctx, input) => database.inCompany(ctx, (tx) => findBox(tx, input.code, input.warehouseId))),
    handle(calls.packScanCall, (ctx, input) => database.inCompany(ctx, (tx) => packItem(tx, input))),
    handle(calls.listPutBack, (ctx, input) => database.inCompany(ctx, (tx) => putBackList(tx, input.warehouseId))),
    handle(calls.putBackCall, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => putBack(tx, input));
      return OK;
    }),
    handle(calls.whatIs, (ctx, input) => database.inCompany(ctx, (tx) => whatIs(tx, input.code))),
  ];
}
