import * as calls from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import { handle, handleApp, type Route } from '../../../core/http/routes.ts';
import { closeManifest, handOver, reopenManifest } from './close.ts';
import { discard, fillManifest, openManifestFor, putOrders, scanOnto, scanOntoToday, takeOff } from './compose.ts';
import { MANIFEST_TABS, manifests } from './list.ts';
import './attachable.ts';
import './badge.ts';
import './manifest.texts.ts';
import { manifestPaper } from './paper.ts';
import * as pickup from './pickups.ts';
import { manifestDetail, waitingGroups } from './read.ts';

const OK = { ok: true } as const;

export function manifestRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.listManifests, (tx, input) => manifests.page(tx, input)),
    handle(calls.manifestTabs, (tx) => manifests.tabs(tx, MANIFEST_TABS)),
    handle(calls.waitingForManifest, (tx) => waitingGroups(tx)),
    handle(calls.getManifest, (tx, { id }, ctx) => manifestDetail(app, tx, ctx, id)),
    handle(calls.openManifest, (tx, input) => openManifestFor(tx, input)),
    handle(calls.fillManifest, (tx, { id }) => fillManifest(tx, id)),
    handle(calls.scanOntoManifest, (tx, { id, code }) => scanOnto(tx, id, code)),
    handle(calls.scanOntoToday, (tx, input) => scanOntoToday(tx, input.warehouseId, input.code)),
    handle(calls.takeOffManifest, (tx, { id, parcelIds }) => takeOff(tx, id, parcelIds)),
    handle(calls.closeManifest, (tx, { id }, ctx) => closeManifest(tx, ctx, id)),
    handleApp(calls.reopenManifest, (ctx, { id }) =>
      database.inCompany(ctx, (tx) => reopenManifest(tx, id)).then(() => OK),
    ),
    handleApp(calls.discardManifest, (ctx, { id }) => database.inCompany(ctx, (tx) => discard(tx, id)).then(() => OK)),
    handle(calls.handOverManifest, (tx, { id }, ctx) => handOver(tx, ctx, id)),
    handleApp(calls.printManifest, (ctx, input) => manifestPaper(app, ctx, input)),
    handle(calls.listPickups, async (tx, input, ctx) => {
      const { rows, ...page } = await pickup.pickups.page(tx, input);
      return { ...page, rows: rows.map((row) => pickup.shown(ctx, row)) } as never;
    }),
    handle(calls.pickupOffers, (tx) => pickup.offers(app, tx)),
    handleApp(calls.orderPickup, (ctx, input) => pickup.order(app, ctx, input)),
    handleApp(calls.cancelPickup, (ctx, { id }) => pickup.cancel(app, ctx, id).then(() => OK)),
    handleApp(calls.settlePickup, (ctx, input) => pickup.settle(app, ctx, input)),
    handleApp(calls.manifestOrders, (ctx, input) => putOrders(app, ctx, input)),
  ];
}
