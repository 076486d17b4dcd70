import * as calls from '@tradewind/contract/reports/requests.ts';
import type { App } from '../../../core/app.ts';
import { deleteExport, rerunExport } from '../../../core/exports.ts';
import { handle, handleApp, OK, type Route } from '../../../core/http/routes.ts';
import { addRequest, centreOf, requests, saveFileDays } from './requests.ts';
import './run.ts';
import { deleteSchedule, pauseSchedule, readersLike, saveSchedule, schedules } from './schedules.ts';
import { fileByLink, openFile } from './share.ts';

export function centreRoutes(app: App): Route[] {
  return [
    handle(calls.listReportRequests, (tx, input) => requests.page(tx, input)),
    handle(calls.getReportFormsRequestPage, async (tx, { pageNum: page, pageSize }) => {
      const { rows: list, total } = await requests.page(tx, { page, pageSize });
      return { list, total };
    }),
    handle(calls.addReportFormsRequest, (tx, input, ctx) => addRequest(tx, ctx, input)),
    handle(calls.rerunReportRequest, (tx, { id }, ctx) => rerunExport(tx, ctx, id)),
    handleApp(calls.deleteReportRequest, async (ctx, { id }) => {
      await deleteExport(app, ctx, id);
      return OK;
    }),
    handle(calls.getReportCentre, (tx, _input, ctx) => centreOf(tx, ctx)),
    handle(calls.saveFileDays, (tx, { days }) => saveFileDays(tx, days)),
    handle(calls.listReportSchedules, (tx, input) => schedules.page(tx, input)),
    handle(calls.saveReportSchedule, (tx, { idempotencyKey: _key, ...input }, ctx) => saveSchedule(tx, ctx, input)),
    handle(calls.pauseReportSchedule, (tx, { id, paused }) => pauseSchedule(tx, id, paused)),
    handle(calls.deleteReportSchedule, (tx, { id }) => deleteSchedule(tx, id)),
    handle(calls.reportReaders, (tx, { text, ids }) => readersLike(tx, text, ids)),
    handleApp(calls.openReportFile, (ctx, { key }) => openFile(app, ctx, key)),
    handleApp(calls.sharedReportFile, (ctx, { key }) => fileByLink(app, ctx, key)),
  ];
}
