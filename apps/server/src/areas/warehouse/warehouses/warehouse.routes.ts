import * as calls from '@tradewind/contract/warehouse.ts';
import { handle, handleApp, type Route } from '../../../core/http/routes.ts';
import { assertNoFullCount } from '../count/transitions.ts';
import { COUNTRIES } from './countries.ts';
import { pageOf, warehouses } from './list.ts';
import { prepay } from './prepayment.ts';
import { prepayments } from './prepayments.list.ts';
import { addWms, wmsList } from './systems.ts';
import * as service from './warehouses.ts';

export function warehouseRoutes(): Route[] {
  return [
    handle(calls.getWarehouse, (tx, input) => warehouses.page(tx, { ...input, ...pageOf(input) })),
    handle(calls.selectWarehouse, (tx) => service.warehouseOptions(tx)),
    handle(calls.getWarehouseIsOthers, async (tx) =>
      (await service.warehouseOptions(tx)).filter((row) => row.kind !== 'selfBuilt'),
    ),
    handle(calls.findWarehouseDetail, (tx, input) => service.warehouseDetail(tx, input.id)),
    handleApp(calls.getCountry, async () => COUNTRIES),
    handle(calls.addWarehouse, (tx, input) => service.addWarehouse(tx, input.warehouse)),
    handle(calls.updateWarehouse, (tx, input) => service.updateWarehouse(tx, input.warehouse)),
    handle(calls.deleteWarehouse, (tx, input) => service.deleteWarehouse(tx, input.id)),
    handle(calls.setDefaultWarehouse, (tx, input) => service.setDefaultWarehouse(tx, input.id)),
    handle(calls.stopUseWarehouse, (tx, input) => service.enableWarehouse(tx, input.id, false)),
    handle(calls.isUseWarehouse, (tx, input) => service.enableWarehouse(tx, input.id, true)),
    handle(calls.refreshWarehouse, (tx, input) => service.askRefresh(tx, input.id, 'warehouse')),
    handle(calls.refreshWarehouseInventory, (tx, input) => service.askRefresh(tx, input.id, 'inventory')),
    handle(calls.getWarehouseWms, (tx) => wmsList(tx)),
    handle(calls.addWarehouseWms, (tx, input) => addWms(tx, input.wms)),
    handle(calls.prepayWarehouse, (tx, input) => prepay(tx, input)),
    handle(calls.warehousePrepayments, async (tx, input) => {
      await warehouses.one(tx, input.houseId);
      return prepayments.page(tx, input);
    }),
    handle(calls.editWarehouseIsCount, async (tx, input) => {
      await warehouses.one(tx, input.houseId);
      if (!input.isCount) await assertNoFullCount(tx, input.houseId);
      await service.setCounting(tx, input.houseId, input.isCount);
    }),
  ];
}
