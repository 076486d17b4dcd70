import * as calls from '@tradewind/contract/returns.ts';
import type { App } from '../../core/app.ts';
import { exportRoute } from '../../core/exports.ts';
import { handle, handleApp, type Route } from '../../core/http/routes.ts';
import { returnAnalysis } from './analysis.ts';
import { createReturn, returnable } from './create.ts';
import { cancel, close, decide, replace, sent } from './decide.ts';
import { returnDetail } from './detail.ts';
import { edit, setReason } from './edit.ts';
import { analysisExport, returnExport } from './exports.ts';
import { inspect, reinspect } from './inspect.ts';
import * as label from './label.ts';
import { RETURN_TABS, returns } from './list.ts';
import { choicesFor, idsOfCode, receive } from './receive.ts';
import { refund, refundAgain } from './refund.ts';
import { labelByLink, openForBuyer } from './shared-label.ts';

export function returnsRoutes(app: App): Route[] {
  return [
    handle(calls.listReturns, (tx, input) => returns.page(tx, input)),
    handle(calls.returnTabs, (tx) => returns.tabs(tx, RETURN_TABS)),
    exportRoute(calls.exportReturns, returnExport, ({ filter }) => filter),
    handle(calls.getReturn, async (tx, input, ctx) => (await returnDetail(app, tx, ctx, input.id)) as never),
    handle(calls.returnableLines, (tx, input) => returnable(tx, input)),
    handle(calls.addReturn, (tx, input) => createReturn(tx, input)),
    handle(calls.editReturn, (tx, input) => edit(tx, input)),
    handleApp(calls.setReturnReason, (ctx, input) => setReason(app, ctx, input)),
    handle(calls.decideReturn, (tx, input) => decide(app, tx, input)),
    handle(calls.sendReturn, (tx, input) => sent(tx, input)),
    handle(calls.returnLabelOffers, (tx, input) => label.offers(app, tx, input.id)),
    handleApp(calls.quoteReturnLabel, (ctx, input) => label.quote(app, ctx, input)),
    handleApp(calls.buyReturnLabel, (ctx, input) => label.buy(app, ctx, input)),
    handleApp(calls.voidReturnLabel, (ctx, input) => label.voidIt(app, ctx, input.id)),
    handleApp(calls.returnLabelPdf, (ctx, input) => label.print(app, ctx, input.id)),
    handleApp(calls.openReturnLabel, (ctx, { key }) => openForBuyer(app, ctx, key)),
    handleApp(calls.sharedReturnLabel, (ctx, { key }) => labelByLink(app, ctx, key)),
    handle(calls.cancelReturn, (tx, input) => cancel(tx, input)),
    handle(calls.closeReturn, (tx, input) => close(tx, input.id)),
    handle(calls.replaceReturn, (tx, input) => replace(tx, input.id)),
    handle(calls.findReturns, async (tx, input) => returns.byIds(tx, await idsOfCode(tx, input.code))),
    handle(calls.returnPlaces, (tx, input) => choicesFor(tx, input)),
    handle(calls.receiveReturn, (tx, input) => receive(tx, input)),
    handle(calls.inspectReturn, (tx, input) => inspect(tx, input)),
    handle(calls.reinspectReturn, (tx, input) => reinspect(tx, input)),
    handle(calls.refundReturn, (tx, input) => refund(app, tx, input)),
    handle(calls.refundAgain, (tx, input) => refundAgain(tx, input.refundId)),
    handle(calls.returnAnalysis, (tx, input) => returnAnalysis(tx, input)),
    exportRoute(calls.exportReturnAnalysis, analysisExport, ({ filter }) => filter),
  ];
}
