import * as calls from '@tradewind/contract/orders.ts';
import type { App } from '../../../core/app.ts';
import { handle, handleApp, type Route } from '../../../core/http/routes.ts';
import { shipByHand } from './by-hand.ts';
import { chooseFreight } from './choose.ts';
import { shownEstimate } from './freight.ts';
import { packOrders } from './pack.ts';
import { checkPapers, printPapers } from './papers.ts';
import { labelPrices, runProgress, sendOrders } from './run.ts';
import './send.texts.ts';
import { shipOrders } from './ship.ts';

export function sendRoutes(app: App): Route[] {
  return [
    handleApp(calls.estimateFreight, (ctx, { id }) => shownEstimate(app, ctx, id)),
    handleApp(calls.chooseFreight, (ctx, input) => chooseFreight(app, ctx, input, input)),
    handleApp(calls.cheapestFreight, (ctx, input) => sendOrders(app, ctx, 'freight', input)),
    handleApp(calls.labelOrders, (ctx, input) => sendOrders(app, ctx, 'label', input)),
    handleApp(calls.priceLabels, (ctx, input) => sendOrders(app, ctx, 'price', input)),
    handle(calls.labelPrices, (tx, { id }, ctx) => labelPrices(tx, ctx, id)),
    handleApp(calls.sendWhole, (ctx, input) => sendOrders(app, ctx, 'send', input)),
    handle(calls.sendRun, (tx, { id }, ctx) => runProgress(tx, ctx, id)),
    handleApp(calls.checkPapers, (ctx, input) => checkPapers(app, ctx, input)),
    handleApp(calls.printPapers, (ctx, input) => printPapers(app, ctx, input)),
    handleApp(calls.packOrders, (ctx, input) => packOrders(app, ctx, input)),
    handleApp(calls.shipOrders, (ctx, input) => shipOrders(app, ctx, input)),
    handleApp(calls.shipByHand, (ctx, input) => shipByHand(app, ctx, input)),
  ];
}
