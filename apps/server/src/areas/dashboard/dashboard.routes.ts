import * as calls from '@tradewind/contract/dashboard.ts';
import type { App } from '../../core/app.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { handle, handleApp, type Route } from '../../core/http/routes.ts';
import * as figures from './figures.ts';
import { remembered } from './remembered.ts';
import { setup } from './setup.ts';
import { shopRates } from './shop-rates.ts';

/** Figures of the start page are the same for a minute: many people open it at once in the morning. */
export function dashboardRoutes({ database }: App): Route[] {
  const read = <I, T>(name: string, work: (tx: Tx, input: I) => Promise<T>) => {
    return (ctx: Ctx, input: I) =>
      remembered(ctx, `${name} ${JSON.stringify(input)}`, () => database.look(ctx, (tx) => work(tx, input)));
  };
  const products = read('products', figures.bestSellerRanking);
  return [
    handleApp(calls.getOmniChannelOrdersAmountChart, read('chart', figures.amountChart)),
    handleApp(calls.getOmniChannelshopOrdersNumRanking, read('shops', figures.shopRanking)),
    handleApp(calls.getOmniChannelProductBestSellerRanking, products),
    handleApp(calls.getWarehouseWarnData, (ctx) =>
      remembered(ctx, 'warnings', async () => {
        const sellers = figures.seesLow(ctx.rights) ? await products(ctx, {}) : undefined;
        return database.look(ctx, (tx) => figures.warnings(tx, sellers));
      }),
    ),
    handleApp(calls.getShopRates, read('rates', shopRates)),
    handle(calls.getUnshippedDataNum, (tx) => figures.unshipped(tx)),
    handle(calls.getSetup, (tx) => setup(tx)),
  ];
}
