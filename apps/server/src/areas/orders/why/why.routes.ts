import * as calls from '@tradewind/contract/orders.ts';
import type { App } from '../../../core/app.ts';
import { settingOf } from '../../../core/company-settings.ts';
import { handle, OK, type Route } from '../../../core/http/routes.ts';
import { SERVED_FIRST } from '../reserve.queue.ts';
import { saveServedFirst } from './served-first.ts';
import { whyWaiting } from './why.ts';

export function whyRoutes({ database }: App): Route[] {
  return [
    handle(calls.whyOrderWaits, (ctx, input) => database.look(ctx, (tx) => whyWaiting(tx, input.id))),
    handle(calls.servedFirst, async (ctx) => ({
      platforms: await database.look(ctx, (tx) => settingOf(tx, SERVED_FIRST)),
    })),
    handle(calls.saveServedFirst, async (ctx, input) => {
      await database.inCompany(ctx, async (tx) => saveServedFirst(tx, input.platforms));
      return OK;
    }),
  ];
}
