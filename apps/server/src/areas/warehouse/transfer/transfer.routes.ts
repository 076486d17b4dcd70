import { rights } from '@tradewind/contract/access/modules.ts';
import * as calls from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import { mayPress } from '../../../core/context.ts';
import { forbidden } from '../../../core/errors.ts';
import { exportRoute } from '../../../core/exports.ts';
import { handle, handleApp, type Route } from '../../../core/http/routes.ts';
import { tabFor } from '../../../core/lists.ts';
import { cancelTransfer, finishTransfer, submitTransfer } from './hold.ts';
import { transferExport, transfers } from './list.ts';
import { goodsAt, moveGoods } from './move.ts';
import { transferNote } from './print.ts';
import { allocationOrder, shownLines, transferDetail } from './read.ts';
import { saveTransfer } from './save.ts';
import { shipTransfer } from './ship.ts';
import { transit } from './transit.list.ts';

const OPEN = tabFor('state', ['draft', 'submitted', 'shipping', 'shipped']);

export function transferRoutes(app: App): Route[] {
  return [
    handle(calls.listTransfers, (tx, input) => transfers.page(tx, input)),
    handle(calls.transferTabs, async (tx) => ({ counts: await transfers.tabs(tx, OPEN) })),
    handle(calls.getTransfer, (tx, input) => transferDetail(tx, input.id)),
    handle(calls.saveTransfer, (tx, input, ctx) => {
      if (!mayPress(ctx.rights, input.id ? rights.transfer.edit : rights.transfer.add)) throw forbidden();
      return saveTransfer(tx, input);
    }),
    handle(calls.submitTransfer, (tx, input) => submitTransfer(tx, input.id)),
    handle(calls.cancelTransfer, (tx, input) => cancelTransfer(tx, input.id)),
    handle(calls.shipTransfer, (tx, input) => shipTransfer(tx, input)),
    handle(calls.finishTransfer, (tx, input) => finishTransfer(tx, input.id)),
    handle(calls.listTransit, (tx, input) => transit.page(tx, input)),
    exportRoute(calls.exportTransfers, transferExport, ({ filter }) => filter),
    handleApp(calls.printTransfer, (ctx, input) => transferNote(app, ctx, input.id, input.part)),
    handle(calls.waDisInfo, (tx, input) => allocationOrder(tx, input.disId)),
    handle(calls.warehouseDisDetailJson2, async (tx, input) => {
      await transfers.one(tx, input.disId);
      return { rows: await shownLines(tx, input.disId) };
    }),
    handle(calls.moveGoods, (tx, input) => moveGoods(tx, input)),
    handle(calls.goodsAt, (tx, input) => goodsAt(tx, input.warehouseId, input.locationCode)),
  ];
}
