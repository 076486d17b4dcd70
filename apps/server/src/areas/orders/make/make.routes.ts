import * as calls from '@tradewind/contract/orders.ts';
import type { App } from '../../../core/app.ts';
import { handle, OK, type Route } from '../../../core/http/routes.ts';
import { editByHand, makeByHand, sendOnceMore } from './by-hand.ts';
import './make.texts.ts';
import { relativesOf } from './relatives.ts';

export function makeRoutes({ database }: App): Route[] {
  return [
    handle(calls.makeOrder, (ctx, input) => database.inCompany(ctx, (tx) => makeByHand(tx, ctx, input))),
    handle(calls.editMadeOrder, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => editByHand(tx, input));
      return OK;
    }),
    handle(calls.sendAgain, (ctx, input) => database.inCompany(ctx, (tx) => sendOnceMore(tx, ctx, input))),
    handle(calls.orderRelatives, (ctx, input) => database.look(ctx, (tx) => relativesOf(tx, input.id))),
  ];
}
