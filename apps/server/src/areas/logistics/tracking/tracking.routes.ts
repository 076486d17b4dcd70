import * as contract from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import { startExport } from '../../../core/exports.ts';
import { handle, type Route } from '../../../core/http/routes.ts';
import { publicTracking } from './public-tracking.ts';
import { refreshTracking } from './refresh.ts';
import { trackingExport } from './tracking.export.ts';
import { orderParcels, trackingCounts, trackingDetail, trackingList } from './tracking.queries.ts';

export function trackingRoutes(app: App): Route[] {
  return [
    handle(contract.trackingList, (ctx, input) => app.database.inCompany(ctx, (tx) => trackingList(tx, ctx, input))),
    handle(contract.trackingCounts, (ctx, { silentDays }) =>
      app.database.inCompany(ctx, (tx) => trackingCounts(tx, ctx, silentDays)),
    ),
    handle(contract.trackingDetail, (ctx, { parcelId }) =>
      app.database.inCompany(ctx, (tx) => trackingDetail(app, tx, ctx, parcelId)),
    ),
    handle(contract.orderParcels, (ctx, { orderId }) =>
      app.database.inCompany(ctx, (tx) => orderParcels(app, tx, ctx, orderId)),
    ),
    handle(contract.refreshTracking, (ctx, { ids, filter }) => refreshTracking(app, ctx, { ids, filter })),
    handle(contract.exportTracking, (ctx, { idempotencyKey: _key, ...filter }) =>
      startExport(app, ctx, trackingExport, filter),
    ),
    handle(contract.publicTracking, (ctx, { number }) => publicTracking(app, ctx, number)),
  ];
}
