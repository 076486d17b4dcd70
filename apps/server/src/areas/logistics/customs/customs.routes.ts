import * as contract from '@tradewind/contract/logistics.ts';
import type { App } from '../../../core/app.ts';
import { exportRoute } from '../../../core/exports.ts';
import { handle, handleApp, type Route } from '../../../core/http/routes.ts';
import { importRoutes } from '../../../core/imports.ts';
import { dutyRateImport } from './duty-import.ts';
import { deleteRates, dutyRateExport, dutyRates, saveRate } from './duty-rates.ts';
import { estimateBox } from './estimate.ts';
import { customsNumbers, putCustomsNumber, removeCustomsNumber } from './numbers.ts';

export const customsRoutes = (app: App): Route[] => [
  handle(contract.listCustomsNumbers, async (tx, _, ctx) => ({ list: await customsNumbers(tx, ctx) })),
  handle(contract.saveCustomsNumber, async (tx, input, ctx) => ({ id: await putCustomsNumber(tx, ctx, input) })),
  handle(contract.deleteCustomsNumber, (tx, { id }, ctx) => removeCustomsNumber(tx, ctx, id)),
  handle(contract.listDutyRates, (tx, input) => dutyRates.page(tx, input)),
  handle(contract.saveDutyRate, (tx, input) => saveRate(tx, input)),
  handle(contract.deleteDutyRates, (tx, { ids }) => deleteRates(tx, ids)),
  exportRoute(contract.exportDutyRates, dutyRateExport, ({ filter = {} }) => filter),
  ...importRoutes(
    app,
    {
      template: contract.dutyRateTemplate,
      preview: contract.previewDutyRates,
      errors: contract.dutyRateErrors,
      commit: contract.commitDutyRates,
    },
    dutyRateImport,
  ),
  handleApp(contract.estimateDuty, (ctx, { outboundId }) => estimateBox(app, ctx, outboundId)),
];
