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
  const read = <I, T>(name: string, work: (tx: Tx, input: I) => Promise<T>) => {
    return (ctx: Ctx, input: I) =>
      remembered(ctx, `${name} ${JSON.stringify(input)}`, () => database.look(ctx, (tx) => work(tx, input)));
  };
  const products = read('products', home.bestSellerRanking);
  return [
    handle(calls.getOmniChannelOrdersAmountChart, read('chart', home.amountChart)),
    handle(calls.getOmniChannelshopOrdersNumRanking, read('shops', home.shopRanking)),
    handle(calls.getOmniChannelProductBestSellerRanking, products),
    handle(calls.getWarehouseWarnData, (ctx) =>
      remembered(ctx, 'warnings', async () => {
        const sellers = home.seesLow(ctx.rights) ? await products(ctx, {}) : undefined;
        return database.look(ctx, (tx) => home.warnings(tx, sellers));
      }),
    ),
    handle(calls.getShopRates, read('rates', shopRates)),
    handle(calls.getUnshippedDataNum, (ctx) => database.look(ctx, home.unshipped)),
  ];
}
