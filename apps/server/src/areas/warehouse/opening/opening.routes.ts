import * as calls from '@tradewind/contract/warehouse.ts';
import type { App } from '../../../core/app.ts';
import { handle, type Route } from '../../../core/http/routes.ts';
import { importRoutes } from '../../../core/imports.ts';
import { openingImport } from './import.ts';
import { enterOpening, openingChoices } from './opening.ts';

export function openingRoutes(app: App): Route[] {
  return [
    handle(calls.openingChoices, (tx, input) => openingChoices(tx, input.warehouseId)),
    handle(calls.enterOpeningStock, (tx, input) => enterOpening(tx, input.warehouseId, input.lines)),
    ...importRoutes(
      app,
      {
        template: calls.openingTemplate,
        preview: calls.previewOpening,
        errors: calls.openingErrors,
        commit: calls.commitOpening,
      },
      openingImport,
    ),
  ];
}
