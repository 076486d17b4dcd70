import * as calls from '@tradewind/contract/docking.ts';
import type { App } from '../../core/app.ts';
import { Fail } from '../../core/errors.ts';
import { startExport } from '../../core/exports.ts';
import { handle, OK, type Route } from '../../core/http/routes.ts';
import { commitImport, importErrors, previewImport, templateFile } from '../../core/imports.ts';
import { dockExport } from './docking.exports.ts';
import { dockImport } from './import.ts';
import { appointmentPage, orderDock } from './read.ts';
import { deleteAppointment, noteAppointment, requestAppointment, saveAppointment } from './save.ts';

export function dockingRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.listDockAppointments, (ctx, input) => database.look(ctx, (tx) => appointmentPage(tx, input))),
    handle(calls.getOrderDock, (ctx, { id }) => database.look(ctx, (tx) => orderDock(tx, id))),
    handle(calls.saveDockAppointment, (ctx, input) => database.inCompany(ctx, (tx) => saveAppointment(tx, input))),
    handle(calls.requestDockAppointment, async (ctx, { id }) => {
      await database.inCompany(ctx, (tx) => requestAppointment(tx, id));
      return OK;
    }),
    handle(calls.noteDockAppointment, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => noteAppointment(tx, input));
      return OK;
    }),
    handle(calls.deleteDockAppointment, async (ctx, { id }) => {
      await database.inCompany(ctx, (tx) => deleteAppointment(tx, id));
      return OK;
    }),
    handle(calls.exportDockAppointments, (ctx, input) => startExport(app, ctx, dockExport, input)),
    handle(calls.dockTemplate, async (ctx) => templateFile(dockImport, ctx.language)),
    handle(calls.previewDockImport, (ctx) => {
      if (!ctx.file) throw new Fail('core.fileMissing', 400);
      return previewImport(app, ctx, dockImport, ctx.file);
    }),
    handle(calls.dockImportErrors, (ctx, input) => importErrors(app, ctx, dockImport, input.importId)),
    handle(calls.commitDockImport, (ctx, input) => commitImport(app, ctx, dockImport, input.importId)),
  ];
}
