import * as calls from '@tradewind/contract/transit.ts';
import type { App } from '../../core/app.ts';
import { type Ctx, mayPress } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { readHistory } from '../../core/documents.ts';
import { Fail, forbidden } from '../../core/errors.ts';
import { startExport } from '../../core/exports.ts';
import { handle, OK, type Route } from '../../core/http/routes.ts';
import { commitImport, importErrors, previewImport, templateFile } from '../../core/imports.ts';
import { say } from '../../core/text/texts.ts';
import { fbaDocument, holdFba, legDocument } from './documents.ts';
import { retryStep, reviseStep } from './fba/advance.ts';
import { boxImport } from './fba/import.ts';
import { boxLabels, unitLabels } from './fba/labels.ts';
import { packShipment } from './fba/pack.ts';
import * as read from './fba/read.ts';
import { askReceived } from './fba/receive.ts';
import * as save from './fba/save.ts';
import { shipShipment, trackShipment } from './fba/ship.ts';
import { addLate } from './leg/costs.ts';
import { deleteDrafts, moveTransit, saveDraft } from './leg/legs.ts';
import * as legs from './leg/read.ts';
import { saveTravel } from './leg/travel.ts';
import { fbaExport, legExport } from './transit.exports.ts';

const FBA_MODULE = 451;
const LEG_MODULE = 452;
/** Which right each move of a leg takes. */
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
  return [...fbaRoutes(app), ...boxRoutes(app), ...legRoutes(app)];
}

function fbaRoutes(app: App): Route[] {
  const { database } = app;
  const acting = async (ctx: Ctx, work: (tx: Tx) => Promise<unknown>) => {
    await database.inCompany(ctx, work);
    return OK;
  };
  return [
    handle(calls.listFba, (ctx, input) => database.look(ctx, (tx) => read.fbaPage(tx, ctx, input))),
    handle(calls.fbaTabs, (ctx) => database.look(ctx, read.tabs)),
    handle(calls.getFba, (ctx, { id }) => database.look(ctx, (tx) => read.fbaDetail(tx, ctx, id))),
    handle(calls.fbaHistory, (ctx, { id }) =>
      database.look(ctx, async (tx) => {
        await read.fbaDetail(tx, ctx, id);
        return history(tx, ctx, fbaDocument.kind, id);
      }),
    ),
    handle(calls.fbaShops, (ctx) => database.look(ctx, (tx) => read.fbaShops(tx, ctx))),
    handle(calls.fbaListings, (ctx, input) => database.look(ctx, (tx) => read.fbaListings(tx, input))),
    handle(calls.saveFba, (ctx, input) => {
      if (!mayPress(ctx.rights, FBA_MODULE, input.id ? 'edit' : 'add')) throw forbidden();
      return database.inCompany(ctx, (tx) => save.saveShipment(tx, ctx, input));
    }),
    handle(calls.deleteFba, async (ctx, { ids }) =>
      deleted(ctx, await database.inCompany(ctx, (tx) => save.deleteShipments(tx, ids))),
    ),
    handle(calls.planFba, (ctx, { id }) => acting(ctx, (tx) => save.planShipment(tx, id))),
    handle(calls.packFba, (ctx, { id, boxes }) => acting(ctx, (tx) => packShipment(tx, id, boxes))),
    handle(calls.placeFba, (ctx, input) => acting(ctx, (tx) => save.placeShipment(tx, input))),
    handle(calls.transportFba, (ctx, input) => acting(ctx, (tx) => save.chooseTransport(tx, input))),
    handle(calls.retryFba, (ctx, { id }) => acting(ctx, (tx) => retryStep(tx, id))),
    handle(calls.reviseFba, (ctx, { id }) => acting(ctx, (tx) => reviseStep(tx, id))),
    handle(calls.costFba, (ctx, input) => acting(ctx, (tx) => save.saveCosts(tx, input))),
    handle(calls.shipFba, (ctx, input) => acting(ctx, (tx) => shipShipment(tx, input))),
    handle(calls.trackFba, (ctx, input) => acting(ctx, (tx) => trackShipment(tx, input))),
    handle(calls.refreshFba, (ctx, { id }) =>
      acting(ctx, async (tx) => askReceived(tx, (await holdFba(tx, id)).shopId)),
    ),
    handle(calls.cancelFba, (ctx, { id, reason }) => acting(ctx, (tx) => save.cancelShipment(tx, id, reason))),
    handle(calls.listFbaCases, (ctx, input) => database.look(ctx, (tx) => read.casePage(tx, input))),
    handle(calls.saveFbaCase, (ctx, input) => acting(ctx, (tx) => save.saveCase(tx, input))),
    handle(calls.exportFba, (ctx, input) => startExport(app, ctx, fbaExport, input)),
  ];
}

function boxRoutes(app: App): Route[] {
  return [
    handle(calls.fbaBoxLabels, (ctx, { id, partId }) => boxLabels(app, ctx, id, partId)),
    handle(calls.fbaUnitLabels, (ctx, input) => unitLabels(app, ctx, input)),
    handle(calls.fbaBoxTemplate, async (ctx) => templateFile(boxImport, ctx.language)),
    handle(calls.previewFbaBoxes, (ctx) => {
      if (!ctx.file) throw new Fail('core.fileMissing', 400);
      return previewImport(app, ctx, boxImport, ctx.file);
    }),
    handle(calls.fbaBoxErrors, (ctx, input) => importErrors(app, ctx, boxImport, input.importId)),
    handle(calls.commitFbaBoxes, (ctx, input) => commitImport(app, ctx, boxImport, input.importId)),
  ];
}

function legRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.listLegs, (ctx, input) => database.look(ctx, (tx) => legs.legPage(tx, input))),
    handle(calls.legTabs, (ctx) => database.look(ctx, legs.legTabs)),
    handle(calls.getLeg, (ctx, { id }) => database.look(ctx, (tx) => legs.legDetail(tx, ctx, id))),
    handle(calls.legHistory, (ctx, { id }) =>
      database.look(ctx, async (tx) => {
        await legs.legDetail(tx, ctx, id);
        return history(tx, ctx, legDocument.kind, id);
      }),
    ),
    handle(calls.saveLeg, (ctx, input) => {
      if (!mayPress(ctx.rights, LEG_MODULE, input.id ? 'edit' : 'add')) throw forbidden();
      return database.inCompany(ctx, (tx) => saveDraft(tx, input));
    }),
    handle(calls.costLeg, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => addLate(tx, input));
      return OK;
    }),
    handle(calls.travelLeg, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => saveTravel(tx, input));
      return OK;
    }),
    handle(calls.moveLeg, async (ctx, input) => {
      if (!mayPress(ctx.rights, LEG_MODULE, LEG_RIGHTS[input.to])) throw forbidden();
      await database.inCompany(ctx, (tx) => moveTransit(tx, input));
      return OK;
    }),
    handle(calls.deleteLegs, async (ctx, { ids }) =>
      deleted(ctx, await database.inCompany(ctx, (tx) => deleteDrafts(tx, ids))),
    ),
    handle(calls.exportLegs, (ctx, input) => startExport(app, ctx, legExport, input)),
  ];
}
