import { rights } from '@tradewind/contract/access/modules.ts';
import * as calls from '@tradewind/contract/transit.ts';
import type { App } from '../../core/app.ts';
import { type Ctx, mayPress } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { readHistory } from '../../core/documents.ts';
import { forbidden } from '../../core/errors.ts';
import { exportRoute } from '../../core/exports.ts';
import { handle, handleApp, type Route } from '../../core/http/routes.ts';
import { importRoutes } from '../../core/imports.ts';
import { tabFor } from '../../core/lists.ts';
import { say } from '../../core/text/texts.ts';
import { fbaDocument, holdFba, legDocument } from './documents.ts';
import { retryStep, reviseStep } from './fba/advance.ts';
import { boxImport } from './fba/import.ts';
import { boxLabels, unitLabels } from './fba/labels.ts';
import { cases, fbaExport, shipments } from './fba/list.ts';
import { packShipment } from './fba/pack.ts';
import * as read from './fba/read.ts';
import { askReceived } from './fba/receive.ts';
import * as save from './fba/save.ts';
import { shipShipment, trackShipment } from './fba/ship.ts';
import { addFbaCosts, addLegCosts } from './late-costs.ts';
import { deleteDrafts, moveTransit, saveDraft } from './leg/legs.ts';
import { legExport, legs } from './leg/list.ts';
import { legDetail } from './leg/read.ts';
import { saveTravel } from './leg/travel.ts';

/** The permission that each status change of a first leg requires. */
const LEG_RIGHTS = { submitted: 'submit', cancelled: 'submit', shipped: 'ship', arrived: 'receive' } as const;

const history = async (tx: Tx, ctx: Ctx, kind: string, id: number) =>
  (await readHistory(tx, kind, id)).map(({ detail, at, ...row }) => ({
    ...row,
    at: at.toISOString(),
    detail: typeof detail?.why === 'string' ? { ...detail, why: read.said(ctx, detail.why) } : detail,
  }));

function deleted(ctx: Ctx, { done, kept }: { done: number; kept: { id: number; number: string }[] }) {
  const reason = say(ctx.language, 'transit.notDraft');
  return { done, failed: kept.map(({ id, number }) => ({ id, label: number, error: 'transit.notDraft', reason })) };
}

export function transitRoutes(app: App): Route[] {
  return [...fbaRoutes(), ...boxRoutes(app), ...legRoutes()];
}

function fbaRoutes(): Route[] {
  return [
    handle(calls.listFba, (tx, input, ctx) => read.fbaPage(tx, ctx, input)),
    handle(calls.fbaTabs, (tx) => read.fbaTabs(tx)),
    handle(calls.getFba, (tx, { id }, ctx) => read.fbaDetail(tx, ctx, id)),
    handle(calls.fbaHistory, async (tx, { id }, ctx) => {
      await shipments.one(tx, id);
      return history(tx, ctx, fbaDocument.kind, id);
    }),
    handle(calls.fbaShops, (tx, _input, ctx) => read.fbaShops(tx, ctx)),
    handle(calls.fbaListings, (tx, input) => read.fbaListings(tx, input)),
    handle(calls.saveFba, (tx, input, ctx) => {
      if (!mayPress(ctx.rights, input.id ? rights.fbaShipment.edit : rights.fbaShipment.add)) throw forbidden();
      return save.saveShipment(tx, ctx, input);
    }),
    handle(calls.deleteFba, async (tx, { ids }, ctx) => deleted(ctx, await save.deleteShipments(tx, ids))),
    handle(calls.planFba, (tx, { id }) => save.planShipment(tx, id)),
    handle(calls.packFba, (tx, { id, boxes }) => packShipment(tx, id, boxes)),
    handle(calls.placeFba, (tx, input) => save.placeShipment(tx, input)),
    handle(calls.transportFba, (tx, input) => save.chooseTransport(tx, input)),
    handle(calls.retryFba, (tx, { id }) => retryStep(tx, id)),
    handle(calls.reviseFba, (tx, { id }) => reviseStep(tx, id)),
    handle(calls.costFba, (tx, input) => save.saveCosts(tx, input)),
    handle(calls.lateFba, (tx, input) => addFbaCosts(tx, input)),
    handle(calls.shipFba, (tx, input) => shipShipment(tx, input)),
    handle(calls.trackFba, (tx, input) => trackShipment(tx, input)),
    handle(calls.refreshFba, async (tx, { id }) => askReceived(tx, (await holdFba(tx, id)).shopId)),
    handle(calls.cancelFba, (tx, { id, reason }) => save.cancelShipment(tx, id, reason)),
    handle(calls.listFbaCases, (tx, input) => cases.page(tx, input)),
    handle(calls.saveFbaCase, (tx, input) => save.saveCase(tx, input)),
    exportRoute(calls.exportFba, fbaExport, ({ filter = {} }) => filter),
  ];
}

function boxRoutes(app: App): Route[] {
  return [
    handleApp(calls.fbaBoxLabels, (ctx, { id, partId }) => boxLabels(app, ctx, id, partId)),
    handleApp(calls.fbaUnitLabels, (ctx, input) => unitLabels(app, ctx, input)),
    ...importRoutes(
      app,
      {
        template: calls.fbaBoxTemplate,
        preview: calls.previewFbaBoxes,
        errors: calls.fbaBoxErrors,
        commit: calls.commitFbaBoxes,
      },
      boxImport,
    ),
  ];
}

function legRoutes(): Route[] {
  return [
    handle(calls.listLegs, (tx, input) => legs.page(tx, input)),
    handle(calls.legTabs, async (tx) => ({ states: await legs.tabs(tx, tabFor('state', calls.LEG_STATES)) })),
    handle(calls.getLeg, (tx, { id }) => legDetail(tx, id)),
    handle(calls.legHistory, async (tx, { id }, ctx) => {
      await legs.one(tx, id);
      return history(tx, ctx, legDocument.kind, id);
    }),
    handle(calls.saveLeg, (tx, input, ctx) => {
      if (!mayPress(ctx.rights, input.id ? rights.transitLeg.edit : rights.transitLeg.add)) throw forbidden();
      return saveDraft(tx, input);
    }),
    handle(calls.costLeg, (tx, input) => addLegCosts(tx, input)),
    handle(calls.travelLeg, (tx, input) => saveTravel(tx, input)),
    handle(calls.moveLeg, async (tx, input, ctx) => {
      if (!mayPress(ctx.rights, rights.transitLeg[LEG_RIGHTS[input.to]])) throw forbidden();
      await moveTransit(tx, input);
    }),
    handle(calls.deleteLegs, async (tx, { ids }, ctx) => deleted(ctx, await deleteDrafts(tx, ids))),
    exportRoute(calls.exportLegs, legExport, ({ filter = {} }) => filter),
  ];
}
