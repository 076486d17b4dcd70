import * as calls from '@tradewind/contract/orders.ts';
import type { App } from '../../../core/app.ts';
import { handle, type Route } from '../../../core/http/routes.ts';
import { previewUndo, undo } from '../undo/undo.ts';
import '../undo/arranged.ts';
import './arrange.texts.ts';
import * as acts from './acts.ts';
import { suggestMerges } from './merge.ts';
import { prioritise, route } from './route.ts';
import { suggestSplit } from './suggest.ts';

export function arrangeRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.splitOrder, (ctx, input) => acts.split(app, ctx, input)),
    handle(calls.splitSuggestion, (ctx, input) => database.look(ctx, (tx) => suggestSplit(tx, input.id))),
    handle(calls.mergeOrders, (ctx, input) => acts.merge(app, ctx, input.ids)),
    handle(calls.unmergeOrders, (ctx, input) => acts.unmerge(app, ctx, input)),
    handle(calls.mergeSuggestions, (ctx, input) => database.look(ctx, (tx) => suggestMerges(tx, input))),
    handle(calls.sendBackOrders, (ctx, input) => acts.sendBack(app, ctx, input)),
    handle(calls.routeOrders, (ctx, input) => route(app, ctx, input, input)),
    handle(calls.prioritiseOrders, (ctx, input) => prioritise(app, ctx, input, input.priority)),
    handle(calls.changeOrderLines, (ctx, input) => acts.lines(app, ctx, input)),
    handle(calls.previewUndo, (ctx, input) => database.look(ctx, (tx) => previewUndo(tx, ctx, input.undoId))),
    handle(calls.undoOrders, (ctx, input) => undo(app, ctx, input.undoId)),
  ];
}
