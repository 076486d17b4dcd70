import type { Context } from '../http/app.ts';
import type { Shop, ShopSettings } from '../world/shop.ts';

/** A supplier's account of the network: its credentials, and the retailer it sells through. */
export interface DscoAccount {
  platform: string;
  /** Below which address all of it lies. */
  base: string;
  /** The supplier's number, which is also the world's name of the shop. */
  id: string;
  clientId: string;
  clientSecret: string;
  retailer: { accountId: string; tradingPartnerId: string; tradingPartnerName: string };
}

/** Another customer of the same supplier, whose orders come in the same lists. */
export const OTHER_RETAILER = {
  accountId: '1000099999',
  tradingPartnerId: 'greenfield',
  tradingPartnerName: 'Greenfield Stores',
};

export const dscoShop = (account: Pick<DscoAccount, 'id'>, name: string): Omit<ShopSettings, 'platform'> => ({
  id: account.id,
  name,
  currency: 'USD',
  abroadShare: 0,
  orderId: (_random, seq) => String(1_090_001_110 + seq),
});

/** Once the permission was taken back, support has handed out another secret. */
export function secretOf(ctx: Context, { platform, id, clientSecret }: DscoAccount): string {
  return ctx.world.revoked.has(`${platform}/${id}`) ? `${clientSecret}-new` : clientSecret;
}

/** Nothing waits for money here: the consumer has paid the retailer before the supplier hears of it. */
export function shopOf(ctx: Context, account: DscoAccount): Shop {
  const shop = ctx.world.shop(account.id);
  if (shop.counts.pending > 0)
    for (const order of [...shop.byId.values()]) if (order.status === 'pending') ctx.world.pay(shop.id, order.id);
  return shop;
}
