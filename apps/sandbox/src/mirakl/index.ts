import type { FastifyInstance } from 'fastify';
import type { Context } from '../http/app.ts';
import type { ShopSettings } from '../world/shop.ts';
import { type MiraklAccount, registerMirakl } from './api.ts';
import { moneyAndReturns } from './money.ts';
import { offerOperations } from './offers.ts';
import { orders } from './orders.ts';
import { shipments } from './shipments.ts';

export const miraklShop = (account: Pick<MiraklAccount, 'shopId'>, name: string): Omit<ShopSettings, 'platform'> => ({
  id: account.shopId,
  name,
  currency: 'USD',
  abroadShare: 0,
  orderId: (_random, seq) => `OR-${10_000 + seq}-A`,
  buyerEmail: (_random, seq) => `notif+${seq}@notification.mirakl.test`,
});

/** One operator's instance of Mirakl's marketplace platform, for one of its sellers. */
export function serveMirakl(app: FastifyInstance, ctx: Context, account: MiraklAccount): void {
  registerMirakl(app, ctx, account, [...orders, ...shipments, ...offerOperations(), ...moneyAndReturns]);
}
