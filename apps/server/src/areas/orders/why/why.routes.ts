import * as calls from '@tradewind/contract/orders.ts';
import { settingOf } from '../../../core/company-settings.ts';
import { handle, type Route } from '../../../core/http/routes.ts';
import { SERVED_FIRST } from '../reserve/queue.ts';
import { saveServedFirst } from './served-first.ts';
import { whyWaiting } from './why.ts';

export function whyRoutes(): Route[] {
  return [
    handle(calls.whyOrderWaits, (tx, input) => whyWaiting(tx, input.id)),
    handle(calls.servedFirst, async (tx) => ({
      platforms: await settingOf(tx, SERVED_FIRST),
    })),
    handle(calls.saveServedFirst, async (tx, input) => saveServedFirst(tx, input.platforms)),
  ];
}
