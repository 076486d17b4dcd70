import * as calls from '@tradewind/contract/plans.ts';
import type { App } from '../../../core/app.ts';
import { handle, OK, type Route } from '../../../core/http/routes.ts';
import { billIn, bills, order, payPageOf, told } from './bills.ts';
import { orAway } from './payment.ts';
import { plansOnOffer } from './plans.ts';
import { cancel, lookAfter } from './settle.ts';
import { myPlan } from './usage.ts';

export function planRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.listPlans, async () => plansOnOffer(app)),
    handle(calls.getMyPlan, (ctx) => database.look(ctx, (tx) => myPlan(app, tx, ctx))),
    handle(calls.orderPlan, (ctx, given) => order(app, ctx, given)),
    handle(calls.listBills, (ctx, given) => database.look(ctx, (tx) => bills(tx, given))),
    handle(calls.payBill, async (ctx, { id }) => {
      const bill = await database.look(ctx, (tx) => billIn(tx, id));
      return { payUrl: payPageOf(app, ctx.companyId, bill) };
    }),
    handle(calls.checkBill, async (ctx, { id }) => {
      await orAway(lookAfter(app, ctx, id));
      return told(await database.look(ctx, (tx) => billIn(tx, id)));
    }),
    handle(calls.cancelBill, async (ctx, { id }) => {
      await orAway(cancel(app, ctx, id));
      return OK;
    }),
  ];
}
