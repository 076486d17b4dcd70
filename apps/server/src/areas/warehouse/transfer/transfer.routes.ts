import * as calls from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import { type Ctx, mayPress } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { forbidden } from '../../../core/errors.ts';
import { startExport } from '../../../core/exports.ts';
import { handle, OK, type Route } from '../../../core/http/routes.ts';
import { defineScan } from '../scanlog/registry.ts';
import { transferExport } from './export.ts';
import { cancelTransfer, finishTransfer, submitTransfer } from './hold.ts';
import { goodsAt, moveGoods } from './move.ts';
import { transferNote } from './print.ts';
import {
  allocationOrder,
  shownLines,
  transferById,
  transferDetail,
  transferPage,
  transferTabs,
  transitPage,
} from './read.ts';
import { saveTransfer } from './save.ts';
import { shipTransfer } from './ship.ts';

defineScan({
  kind: 'moveItem',
  access: calls.moveGoods.access as string[],
  input: calls.moveGoods.input.omit({ idempotencyKey: true }),
  run: (tx, _ctx, input) => moveGoods(tx, input),
});

const MODULE = 505;

export function transferRoutes(app: App): Route[] {
  const { database } = app;
  const done = async (ctx: Ctx, work: (tx: Tx) => Promise<void>) => {
    await database.inCompany(ctx, work);
    return OK;
  };
  return [
    handle(calls.listTransfers, (ctx, input) => database.inCompany(ctx, (tx) => transferPage(tx, input))),
    handle(calls.transferTabs, (ctx) => database.inCompany(ctx, transferTabs)),
    handle(calls.getTransfer, (ctx, input) => database.inCompany(ctx, (tx) => transferDetail(tx, input.id))),
    handle(calls.saveTransfer, (ctx, input) => {
      if (!mayPress(ctx.rights, MODULE, input.id ? 'edit' : 'add')) throw forbidden();
      return database.inCompany(ctx, (tx) => saveTransfer(tx, input));
    }),
    handle(calls.submitTransfer, (ctx, input) => done(ctx, (tx) => submitTransfer(tx, input.id))),
    handle(calls.cancelTransfer, (ctx, input) => done(ctx, (tx) => cancelTransfer(tx, input.id))),
    handle(calls.shipTransfer, (ctx, input) => database.inCompany(ctx, (tx) => shipTransfer(tx, input))),
    handle(calls.finishTransfer, (ctx, input) => done(ctx, (tx) => finishTransfer(tx, input.id))),
    handle(calls.listTransit, (ctx, input) => database.inCompany(ctx, (tx) => transitPage(tx, input))),
    handle(calls.exportTransfers, (ctx, input) => startExport(app, ctx, transferExport, input.filter)),
    handle(calls.printTransfer, (ctx, input) => transferNote(app, ctx, input.id, input.part)),
    handle(calls.waDisInfo, (ctx, input) => database.inCompany(ctx, (tx) => allocationOrder(tx, input.disId))),
    handle(calls.warehouseDisDetailJson2, (ctx, input) =>
      database.inCompany(ctx, async (tx) => {
        await transferById(tx, input.disId);
        return { rows: await shownLines(tx, input.disId) };
      }),
    ),
    handle(calls.moveGoods, (ctx, input) => database.inCompany(ctx, (tx) => moveGoods(tx, input))),
    handle(calls.goodsAt, (ctx, input) =>
      database.inCompany(ctx, (tx) => goodsAt(tx, input.warehouseId, input.locationCode)),
    ),
  ];
}
