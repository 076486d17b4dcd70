import * as calls from '@tradewind/contract/returns.ts';
import type { App } from '../../core/app.ts';
import { startExport } from '../../core/exports.ts';
import { handle, OK, type Route } from '../../core/http/routes.ts';
import { returnAnalysis } from './analysis.ts';
import { createReturn, returnable } from './create.ts';
import { cancel, close, decide, replace, sent } from './decide.ts';
import { returnDetail } from './detail.ts';
import { edit, setReason } from './edit.ts';
import { analysisExport, returnExport } from './exports.ts';
import { inspect, reinspect } from './inspect.ts';
import { returnPage, returnRows, returnTabs } from './list.ts';
import { idsOfCode, placesFor, receive } from './receive.ts';
import { refund, refundAgain } from './refund.ts';

export function returnsRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.listReturns, (ctx, input) => database.look(ctx, (tx) => returnPage(tx, input))),
    handle(calls.returnTabs, (ctx) => database.look(ctx, returnTabs)),
    handle(calls.exportReturns, (ctx, input) => startExport(app, ctx, returnExport, input.filter)),
    handle(calls.getReturn, (ctx, input) => database.look(ctx, (tx) => returnDetail(app, tx, input.id)) as never),
    handle(calls.returnableLines, (ctx, input) => database.look(ctx, (tx) => returnable(tx, input))),
    handle(calls.addReturn, (ctx, input) => database.inCompany(ctx, (tx) => createReturn(tx, input))),
    handle(calls.editReturn, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => edit(tx, input));
      return OK;
    }),
    handle(calls.setReturnReason, (ctx, input) => setReason(app, ctx, input)),
    handle(calls.decideReturn, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => decide(app, tx, input));
      return OK;
    }),
    handle(calls.sendReturn, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => sent(tx, input));
      return OK;
    }),
    handle(calls.cancelReturn, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => cancel(tx, input));
      return OK;
    }),
    handle(calls.closeReturn, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => close(tx, input.id));
      return OK;
    }),
    handle(calls.replaceReturn, (ctx, input) => database.inCompany(ctx, (tx) => replace(tx, input.id))),
    handle(calls.findReturns, (ctx, input) =>
      database.look(ctx, async (tx) => returnRows(tx, await idsOfCode(tx, input.code))),
    ),
    handle(calls.returnPlaces, (ctx, input) => database.look(ctx, (tx) => placesFor(tx, input))),
    handle(calls.receiveReturn, (ctx, input) => database.inCompany(ctx, (tx) => receive(tx, input))),
    handle(calls.inspectReturn, (ctx, input) => database.inCompany(ctx, (tx) => inspect(tx, input))),
    handle(calls.reinspectReturn, (ctx, input) => database.inCompany(ctx, (tx) => reinspect(tx, input))),
    handle(calls.refundReturn, (ctx, input) => database.inCompany(ctx, (tx) => refund(app, tx, input))),
    handle(calls.refundAgain, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => refundAgain(tx, input.refundId));
      return OK;
    }),
    handle(calls.returnAnalysis, (ctx, input) => database.look(ctx, (tx) => returnAnalysis(tx, input))),
    handle(calls.exportReturnAnalysis, (ctx, input) => startExport(app, ctx, analysisExport, input.filter)),
  ];
}
