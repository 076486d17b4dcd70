import * as calls from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import { badField } from '../../../core/errors.ts';
import { handle, OK, type Route } from '../../../core/http/routes.ts';
import { commitImport, previewImport, templateFile } from '../../../core/imports.ts';
import * as service from './fnskus.ts';
import { fnskuImport } from './import.ts';

export function fnskuRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.listWarehouseFnSku, (ctx, input) => database.inCompany(ctx, (tx) => service.fnskuPage(tx, input))),
    handle(calls.saveWarehouseFnSku, (ctx, input) => database.inCompany(ctx, (tx) => service.saveFnsku(tx, input))),
    handle(calls.deleteWarehouseFnSku, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => service.deleteFnskus(tx, input));
      return OK;
    }),
    handle(calls.warehouseFnSkuCopy, (ctx, input) => database.inCompany(ctx, (tx) => service.copyFnskus(tx, input))),
    handle(calls.importWarehouseFnSku, (ctx) => {
      if (!ctx.file) throw badField('file', 'core.fileMissing');
      return previewImport(app, ctx, fnskuImport, ctx.file);
    }),
    handle(calls.commitWarehouseFnSkuImport, (ctx, input) => commitImport(app, ctx, fnskuImport, input.importId)),
    handle(calls.warehouseFnSkuTemplate, async (ctx) => templateFile(fnskuImport, ctx.language)),
  ];
}
