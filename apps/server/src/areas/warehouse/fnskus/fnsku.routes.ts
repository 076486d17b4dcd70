import * as calls from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import { handle, type Route } from '../../../core/http/routes.ts';
import { importRoutes } from '../../../core/imports.ts';
import * as service from './fnskus.ts';
import { fnskuImport } from './import.ts';

export function fnskuRoutes(app: App): Route[] {
  return [
    handle(calls.listWarehouseFnSku, (tx, input) => service.fnskuPage(tx, input)),
    handle(calls.saveWarehouseFnSku, (tx, input) => service.saveFnsku(tx, input)),
    handle(calls.deleteWarehouseFnSku, (tx, input) => service.deleteFnskus(tx, input)),
    handle(calls.warehouseFnSkuCopy, (tx, input) => service.copyFnskus(tx, input)),
    ...importRoutes(
      app,
      {
        template: calls.warehouseFnSkuTemplate,
        preview: calls.importWarehouseFnSku,
        commit: calls.commitWarehouseFnSkuImport,
      },
      fnskuImport,
    ),
  ];
}
