import * as calls from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { handle, OK, type Route } from '../../../core/http/routes.ts';
import { assertNoFullCount } from '../count/course.ts';
import { COUNTRIES } from './countries.ts';
import { prepay, prepaymentPage } from './prepayment.ts';
import { addWms, wmsList } from './systems.ts';
import * as service from './warehouses.ts';

export function warehouseRoutes({ database }: App): Route[] {
  const done = async (ctx: Ctx, work: (tx: Tx) => Promise<void>) => {
    await database.inCompany(ctx, work);
    return OK;
  };
  return [
    handle(calls.getWarehouse, (ctx, input) => database.inCompany(ctx, (tx) => service.warehousePage(tx, input))),
    handle(calls.selectWarehouse, (ctx) => database.inCompany(ctx, service.warehouseOptions)),
    handle(calls.getWarehouseIsOthers, async (ctx) =>
      (await database.inCompany(ctx, service.warehouseOptions)).filter((row) => row.kind !== 'selfBuilt'),
    ),
    handle(calls.findWarehouseDetail, (ctx, input) =>
      database.inCompany(ctx, (tx) => service.warehouseDetail(tx, input.id)),
    ),
    handle(calls.getCountry, async () => COUNTRIES),
    handle(calls.addWarehouse, (ctx, input) =>
      database.inCompany(ctx, (tx) => service.addWarehouse(tx, input.warehouse)),
    ),
    handle(calls.updateWarehouse, (ctx, input) => done(ctx, (tx) => service.updateWarehouse(tx, input.warehouse))),
    handle(calls.deleteWarehouse, (ctx, input) => done(ctx, (tx) => service.deleteWarehouse(tx, input.id))),
    handle(calls.setDefaultWarehouse, (ctx, input) => done(ctx, (tx) => service.setDefaultWarehouse(tx, input.id))),
    handle(calls.stopUseWarehouse, (ctx, input) => done(ctx, (tx) => service.enableWarehouse(tx, input.id, false))),
    handle(calls.isUseWarehouse, (ctx, input) => done(ctx, (tx) => service.enableWarehouse(tx, input.id, true))),
    handle(calls.refreshWarehouse, (ctx, input) => done(ctx, (tx) => service.askRefresh(tx, input.id, 'warehouse'))),
    handle(calls.refreshWarehouseInventory, (ctx, input) =>
      done(ctx, (tx) => service.askRefresh(tx, input.id, 'inventory')),
    ),
    handle(calls.getWarehouseWms, (ctx) => database.inCompany(ctx, wmsList)),
    handle(calls.addWarehouseWms, (ctx, input) => done(ctx, (tx) => addWms(tx, input.wms))),
    handle(calls.prepayWarehouse, (ctx, input) => database.inCompany(ctx, (tx) => prepay(tx, input))),
    handle(calls.warehousePrepayments, (ctx, input) => database.inCompany(ctx, (tx) => prepaymentPage(tx, input))),
    handle(calls.editWarehouseIsCount, (ctx, input) =>
      done(ctx, async (tx) => {
        await service.warehouseById(tx, input.houseId);
        if (!input.isCount) await assertNoFullCount(tx, input.houseId);
        await service.setCounting(tx, input.houseId, input.isCount);
      }),
    ),
  ];
}
