import * as contract from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import { exportRoute } from '../../../core/exports.ts';
import { handle, handleApp, type Route } from '../../../core/http/routes.ts';
import { requestLanes } from './calculate-lanes.ts';
import { lanes } from './lanes.ts';
import { tracked, trackingExport } from './list.ts';
import { publicTracking } from './public-tracking.ts';
import { refreshTracking } from './refresh.ts';
import { openSharedTimeline } from './shared-timeline.ts';
import { deleteTrackerAccount, saveTrackerAccount, testTrackerAccount, trackerOf } from './tracker-account.ts';
import { orderParcels, trackingCounts, trackingDetail } from './tracking.queries.ts';

export function trackingRoutes(app: App): Route[] {
  return [
    handle(contract.trackingList, (tx, input) => tracked.page(tx, input)),
    handle(contract.trackingCounts, (tx) => trackingCounts(tx)),
    handle(contract.trackingDetail, (tx, { parcelId }, ctx) => trackingDetail(app, tx, ctx, parcelId)),
    handle(contract.orderParcels, (tx, { orderId }, ctx) => orderParcels(app, tx, ctx, orderId)),
    handleApp(contract.refreshTracking, (ctx, { ids, filter }) => refreshTracking(app, ctx, { ids, filter })),
    handle(contract.getTracker, (tx) => trackerOf(app, tx)),
    handle(contract.saveTracker, (tx, { account }) => saveTrackerAccount(app, tx, account)),
    handle(contract.deleteTracker, (tx) => deleteTrackerAccount(tx)),
    handleApp(contract.testTracker, (ctx) => testTrackerAccount(app, ctx)),
    handle(contract.laneList, (tx, input) => lanes.page(tx, input)),
    handle(contract.calculateLanes, (tx) => requestLanes(tx)),
    exportRoute(contract.exportTracking, trackingExport),
    handleApp(contract.openTracking, (ctx, { key }) => openSharedTimeline(app, ctx, key)),
    handleApp(contract.publicTracking, (ctx, { number }) => publicTracking(app, ctx, number)),
  ];
}
