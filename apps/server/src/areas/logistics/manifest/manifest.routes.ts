import * as calls from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import { handle, type Route } from '../../../core/http/routes.ts';
import { closeManifest, handOver, reopenManifest } from './close.ts';
import { discard, fillManifest, openManifestFor, putOrders, scanOnto, scanOntoToday, takeOff } from './compose.ts';
import { manifestDetail, manifestPage, manifestTabs, waitingGroups } from './list.ts';
import './attachable.ts';
import './badge.ts';
import './manifest.texts.ts';
import { manifestPaper } from './paper.ts';

const OK = { ok: true } as const;

export function manifestRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.listManifests, (ctx, input) => database.inCompany(ctx, (tx) => manifestPage(tx, input))),
    handle(calls.manifestTabs, (ctx) => database.inCompany(ctx, manifestTabs)),
    handle(calls.waitingForManifest, (ctx) => database.inCompany(ctx, waitingGroups)),
    handle(calls.getManifest, (ctx, { id }) => database.inCompany(ctx, (tx) => manifestDetail(app, tx, ctx, id))),
    handle(calls.openManifest, (ctx, input) => database.inCompany(ctx, (tx) => openManifestFor(tx, input))),
    handle(calls.fillManifest, (ctx, { id }) => database.inCompany(ctx, (tx) => fillManifest(tx, id))),
    handle(calls.scanOntoManifest, (ctx, { id, code }) => database.inCompany(ctx, (tx) => scanOnto(tx, id, code))),
    handle(calls.scanOntoToday, (ctx, input) =>
      database.inCompany(ctx, (tx) => scanOntoToday(tx, input.warehouseId, input.code)),
    ),
    handle(calls.takeOffManifest, (ctx, { id, parcelIds }) =>
      database.inCompany(ctx, (tx) => takeOff(tx, id, parcelIds)),
    ),
    handle(calls.closeManifest, (ctx, { id }) => database.inCompany(ctx, (tx) => closeManifest(tx, ctx, id))),
    handle(calls.reopenManifest, (ctx, { id }) =>
      database.inCompany(ctx, (tx) => reopenManifest(tx, id)).then(() => OK),
    ),
    handle(calls.discardManifest, (ctx, { id }) => database.inCompany(ctx, (tx) => discard(tx, id)).then(() => OK)),
    handle(calls.handOverManifest, (ctx, { id }) => database.inCompany(ctx, (tx) => handOver(tx, ctx, id))),
    handle(calls.printManifest, (ctx, input) => manifestPaper(app, ctx, input)),
    handle(calls.manifestOrders, (ctx, input) => putOrders(app, ctx, input)),
  ];
}
