import * as calls from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import { badField } from '../../../core/errors.ts';
import { handle, type Route } from '../../../core/http/routes.ts';
import { commitImport, previewImport, templateFile } from '../../../core/imports.ts';
import { bulkAnswer } from '../outcome.ts';
import { emptyLocation, strandedPage } from './empty.ts';
import { floorPlan, layOutFloor, placeBays } from './floor.ts';
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
    handle(calls.editCreditFrame, (ctx, { frame }) =>
      database.inCompany(ctx, (tx) => service.editLocation(tx, frame.id, frame)),
    ),
    handle(calls.delCreditFrame, (ctx, { ids, filter }) =>
      database.inCompany(ctx, async (tx) => {
        const chosen = ids ?? (filter ? await service.locationsMatching(tx, filter) : []);
        return bulkAnswer(ctx, await service.deleteLocations(tx, chosen));
      }),
    ),
    handle(calls.generateFrames, (ctx, input) => database.inCompany(ctx, (tx) => generateLocations(tx, input))),
    handle(calls.importCreditFrame, (ctx) => {
      if (!ctx.file) throw badField('file', 'core.fileMissing');
      return previewImport(app, ctx, locationImport, ctx.file);
    }),
    handle(calls.commitCreditFrameImport, (ctx, input) => commitImport(app, ctx, locationImport, input.importId)),
    handle(calls.downloadTemplate, async (ctx) => templateFile(locationImport, ctx.language)),
    handle(calls.getFloorPlan, (ctx, input) => database.inCompany(ctx, (tx) => floorPlan(tx, input.houseId))),
    handle(calls.placeFrames, (ctx, input) =>
      database.inCompany(ctx, (tx) => placeBays(tx, input.houseId, input.bays)),
    ),
    handle(calls.layOutFrames, (ctx, input) => database.inCompany(ctx, (tx) => layOutFloor(tx, input))),
    handle(calls.listStranded, (ctx, input) => database.inCompany(ctx, (tx) => strandedPage(tx, input))),
    handle(calls.emptyLocation, (ctx, input) => database.inCompany(ctx, (tx) => emptyLocation(tx, input))),
    handle(calls.printFrames, (ctx, input) => locationLabels(app, ctx, input)),
  ];
}
