import * as calls from '@tradewind/contract/orders.ts';
import type { App } from '../../../core/app.ts';
import { handle, type Route } from '../../../core/http/routes.ts';
import { shipByHand } from './by-hand.ts';
import { chooseFreight } from './choose.ts';
import { shownEstimate } from './freight.ts';
import { packOrders } from './pack.ts';
import { checkPapers, printPapers } from './papers.ts';
import { runProgress, sendOrders } from './run.ts';
import './send.texts.ts';
import { shipOrders } from './ship.ts';

export function sendRoutes(app: App): Route[] {
  return [
    handle(calls.estimateFreight, (ctx, { id }) => shownEstimate(app, ctx, id)),
    handle(calls.chooseFreight, (ctx, input) => chooseFreight(app, ctx, input, input)),
    handle(calls.cheapestFreight, (ctx, input) => sendOrders(app, ctx, 'freight', input)),
    handle(calls.labelOrders, (ctx, input) => sendOrders(app, ctx, 'label', input)),
    handle(calls.sendRun, (ctx, { id }) => app.database.look(ctx, (tx) => runProgress(tx, ctx, id))),
    handle(calls.checkPapers, (ctx, input) => checkPapers(app, ctx, input)),
    handle(calls.printPapers, (ctx, input) => printPapers(app, ctx, input)),
    handle(calls.packOrders, (ctx, input) => packOrders(app, ctx, input)),
    handle(calls.shipOrders, (ctx, input) => shipOrders(app, ctx, input)),
    handle(calls.shipByHand, (ctx, input) => shipByHand(app, ctx, input)),
  ];
}
