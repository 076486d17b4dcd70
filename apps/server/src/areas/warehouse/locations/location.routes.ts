import * as calls from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import { handle, handleApp, type Route } from '../../../core/http/routes.ts';
import { importRoutes } from '../../../core/imports.ts';
import { bulkAnswer } from '../../../core/outcome.ts';
import { pageOf } from '../warehouses/list.ts';
import { emptyLocation, strandedPage } from './empty.ts';
import { arrangeFloor, floorPlan, placeBays } from './floor.ts';
import { generateLocations } from './generate.ts';
import { locationImport } from './import.ts';
import { locationLabels } from './labels.ts';
import { locations } from './list.ts';
import * as service from './locations.ts';

const MOST_DELETED = 5000;

export function locationRoutes(app: App): Route[] {
  return [
    handle(calls.listLocations, async (tx, input) => ({
      ...(await locations.page(tx, { ...input, ...pageOf(input) })),
      areas: await service.areasOf(tx, input.houseId),
    })),
    handle(calls.findLocation, (tx, input) => service.locationDetail(tx, input.id)),
    handle(calls.createLocation, (tx, { frame: location }) => service.addLocation(tx, location.houseId, location)),
    handle(calls.updateLocation, (tx, { frame: location }) => service.editLocation(tx, location.id, location)),
    handle(calls.deleteLocations, async (tx, input, ctx) =>
      bulkAnswer(ctx, await service.deleteLocations(tx, await locations.choose(tx, input, MOST_DELETED))),
    ),
    handle(calls.generateLocationCodes, (tx, input) => generateLocations(tx, input)),
    ...importRoutes(
      app,
      { template: calls.downloadTemplate, preview: calls.previewLocationImport, commit: calls.commitLocationImport },
      locationImport,
    ),
    handle(calls.getFloorPlan, (tx, input) => floorPlan(tx, input.houseId)),
    handle(calls.placeLocations, (tx, input) => placeBays(tx, input.houseId, input.bays)),
    handle(calls.arrangeLocations, (tx, input) => arrangeFloor(tx, input)),
    handle(calls.listStranded, (tx, input) => strandedPage(tx, input)),
    handle(calls.emptyLocation, (tx, input) => emptyLocation(tx, input)),
    handleApp(calls.printLocationLabels, (ctx, input) => locationLabels(app, ctx, input)),
  ];
}
