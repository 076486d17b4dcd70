import * as calls from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { handle, OK, type Route } from '../../../core/http/routes.ts';
import { COUNTRIES } from './countries.ts';
import { prepay } from './prepayment.ts';
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
      database.inCompany(ctx, (tx) => service.warehouseById(tx, input.id)),
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
    handle(calls.prepayWarehouse, (ctx, input) => database.inCompany(ctx, (tx) => prepay(tx, input))),
    handle(calls.editWarehouseIsCount, (ctx, input) =>
      done(ctx, (tx) => service.setCounting(tx, input.houseId, input.isCount)),
    ),
  ];
}
