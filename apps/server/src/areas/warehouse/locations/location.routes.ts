import * as calls from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import { badField } from '../../../core/errors.ts';
import { handle, OK, type Route } from '../../../core/http/routes.ts';
import { commitImport, previewImport, templateFile } from '../../../core/imports.ts';
import { bulkAnswer } from '../outcome.ts';
import { generateLocations } from './generate.ts';
import { locationImport } from './import.ts';
import { locationLabels } from './labels.ts';
import * as service from './locations.ts';

export function locationRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.getCreditFrame, (ctx, input) => database.inCompany(ctx, (tx) => service.locationPage(tx, input))),
    handle(calls.findCreditFrame, (ctx, input) =>
      database.inCompany(ctx, (tx) => service.locationDetail(tx, input.id)),
    ),
    handle(calls.addCreditFrame, (ctx, { frame }) =>
      database.inCompany(ctx, (tx) => service.addLocation(tx, frame.houseId, frame)),
    ),
    handle(calls.editCreditFrame, async (ctx, { frame }) => {
      await database.inCompany(ctx, (tx) => service.editLocation(tx, frame.id, frame));
      return OK;
    }),
    handle(calls.delCreditFrame, (ctx, input) =>
      database.inCompany(ctx, async (tx) => bulkAnswer(ctx, await service.deleteLocations(tx, input.ids))),
    ),
    handle(calls.generateFrames, (ctx, input) => database.inCompany(ctx, (tx) => generateLocations(tx, input))),
    handle(calls.importCreditFrame, (ctx) => {
      if (!ctx.file) throw badField('file', 'core.fileMissing');
      return previewImport(app, ctx, locationImport, ctx.file);
    }),
    handle(calls.commitCreditFrameImport, (ctx, input) => commitImport(app, ctx, locationImport, input.importId)),
    handle(calls.downloadTemplate, async (ctx) => templateFile(locationImport, ctx.language)),
    handle(calls.printFrames, (ctx, input) => locationLabels(app, ctx, input)),
  ];
}
