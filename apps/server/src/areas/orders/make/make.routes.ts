import * as calls from '@tradewind/contract/orders.ts';
import { handle, type Route } from '../../../core/http/routes.ts';
import { editByHand, makeByHand, sendOnceMore } from './by-hand.ts';
import './make.texts.ts';
import { relativesOf } from './relatives.ts';

export function makeRoutes(): Route[] {
  return [
    handle(calls.makeOrder, (tx, input, ctx) => makeByHand(tx, ctx, input)),
    handle(calls.editMadeOrder, (tx, input) => editByHand(tx, input)),
    handle(calls.sendAgain, (tx, input, ctx) => sendOnceMore(tx, ctx, input)),
    handle(calls.orderRelatives, (tx, input) => relativesOf(tx, input.id)),
  ];
}
