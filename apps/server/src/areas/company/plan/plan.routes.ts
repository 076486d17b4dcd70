import * as calls from '@tradewind/contract/plans.ts';
import type { App } from '../../../core/app.ts';
import { handle, handleApp, OK, type Route } from '../../../core/http/routes.ts';
import { billIn, bills, order, payPageOf } from './bills.ts';
import { orAway } from './payment.ts';
import { plansOnOffer } from './plans.ts';
import { cancel, lookAfter } from './settle.ts';
import { myPlan } from './usage.ts';

export function planRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handleApp(calls.listPlans, async () => plansOnOffer(app)),
    handle(calls.getMyPlan, (tx, _input, ctx) => myPlan(app, tx, ctx)),
    handleApp(calls.orderPlan, (ctx, input) => order(app, ctx, input)),
    handle(calls.listBills, (tx, input) => bills.page(tx, input)),
    handleApp(calls.payBill, async (ctx, { id }) => {
      const bill = await database.look(ctx, (tx) => billIn(tx, id));
      return { payUrl: payPageOf(app, ctx.companyId, bill) };
    }),
    handleApp(calls.checkBill, async (ctx, { id }) => {
      await orAway(lookAfter(app, ctx, id));
      return database.look(ctx, (tx) => bills.one(tx, id));
    }),
    handleApp(calls.cancelBill, async (ctx, { id }) => {
      await orAway(cancel(app, ctx, id));
      return OK;
    }),
  ];
}
