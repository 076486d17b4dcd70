import * as calls from '@tradewind/contract/orders.ts';
import type { App } from '../../../core/app.ts';
import { handle, handleApp, type Route } from '../../../core/http/routes.ts';
import { previewUndo, undo, undosOf } from '../undo/undo.ts';
import '../undo/arranged.ts';
import './arrange.texts.ts';
import * as acts from './acts.ts';
import { suggestMerges } from './merge.ts';
import { prioritise, route } from './route.ts';
import { suggestSplit } from './suggest.ts';

export function arrangeRoutes(app: App): Route[] {
  return [
    handleApp(calls.splitOrder, (ctx, input) => acts.split(app, ctx, input)),
    handle(calls.splitSuggestion, (tx, input) => suggestSplit(tx, input.id)),
    handleApp(calls.mergeOrders, (ctx, input) => acts.merge(app, ctx, input.ids)),
    handleApp(calls.unmergeOrders, (ctx, input) => acts.unmerge(app, ctx, input)),
    handle(calls.mergeSuggestions, (tx, input) => suggestMerges(tx, input)),
    handleApp(calls.sendBackOrders, (ctx, input) => acts.sendBack(app, ctx, input)),
    handleApp(calls.routeOrders, (ctx, input) => route(app, ctx, input, input)),
    handleApp(calls.prioritiseOrders, (ctx, input) => prioritise(app, ctx, input, input.priority)),
    handleApp(calls.changeOrderLines, (ctx, input) => acts.lines(app, ctx, input)),
    handle(calls.orderUndos, (tx, { id }, ctx) => undosOf(tx, ctx, id)),
    handle(calls.previewUndo, (tx, input, ctx) => previewUndo(tx, ctx, input.undoId)),
    handleApp(calls.undoOrders, (ctx, input) => undo(app, ctx, input.undoId)),
  ];
}
