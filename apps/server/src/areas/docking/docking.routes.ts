import * as calls from '@tradewind/contract/docking.ts';
import type { App } from '../../core/app.ts';
import { exportRoute } from '../../core/exports.ts';
import { handle, type Route } from '../../core/http/routes.ts';
import { importRoutes } from '../../core/imports.ts';
import { dockImport } from './import.ts';
import { appointments, dockExport } from './list.ts';
import { orderDock } from './read.ts';
import { deleteAppointment, noteAppointment, requestAppointment, saveAppointment } from './save.ts';

export function dockingRoutes(app: App): Route[] {
  return [
    handle(calls.listDockAppointments, (tx, input) => appointments.page(tx, input)),
    handle(calls.getOrderDock, (tx, { id }) => orderDock(tx, id)),
    handle(calls.saveDockAppointment, (tx, input) => saveAppointment(tx, input)),
    handle(calls.requestDockAppointment, (tx, { id }) => requestAppointment(tx, id)),
    handle(calls.noteDockAppointment, (tx, input) => noteAppointment(tx, input)),
    handle(calls.deleteDockAppointment, (tx, { id }) => deleteAppointment(tx, id)),
    exportRoute(calls.exportDockAppointments, dockExport, ({ filter = {} }) => filter),
    ...importRoutes(
      app,
      {
        template: calls.dockTemplate,
        preview: calls.previewDockImport,
        errors: calls.dockImportErrors,
        commit: calls.commitDockImport,
      },
      dockImport,
    ),
  ];
}
