import * as calls from '@tradewind/contract/orders.ts';
import type { App } from '../../core/app.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { handle, type Route } from '../../core/http/routes.ts';
import { remembered } from './home.memory.ts';
import { shopRates } from './home.rates.ts';
import * as home from './home.ts';

/** Figures of the start page are the same for a minute: many people open it at once in the morning. */
export function homeRoutes({ database }: App): Route[] {
  const read = <I, T>(name: string, work: (tx: Tx, ctx: Ctx, input: I) => Promise<T>) => {
    return (ctx: Ctx, input: I) =>
      remembered(ctx, `${name} ${JSON.stringify(input)}`, () => database.look(ctx, (tx) => work(tx, ctx, input)));
  };
  return [
    handle(
      calls.getOmniChannelOrdersAmountChart,
      read('chart', (tx, _ctx, input: home.RangeInput) => home.amountChart(tx, input)),
    ),
    handle(
      calls.getOmniChannelshopOrdersNumRanking,
      read('shops', (tx, _ctx, input: home.RangeInput) => home.shopRanking(tx, input)),
    ),
    handle(
      calls.getOmniChannelProductBestSellerRanking,
      read('products', (tx, _ctx, input: home.RangeInput) => home.bestSellerRanking(tx, input)),
    ),
    handle(
      calls.getWarehouseWarnData,
      read('warnings', (tx, ctx) => home.warnings(tx, ctx)),
    ),
    handle(
      calls.getShopRates,
      read('rates', (tx) => shopRates(tx)),
    ),
    handle(calls.getUnshippedDataNum, (ctx) => database.look(ctx, home.unshipped)),
  ];
}
