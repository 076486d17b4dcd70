import { z } from 'zod';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM, type ShopeeClient } from './client.ts';
import { currencyOf } from './regions.ts';

const shopShape = z.object({
  shop_name: z.string().min(1),
  region: z.string().length(2),
  is_cb: z.boolean().nullish(),
});

export interface ShopFacts {
  name: string;
  region: string;
  currency: string;
  /** Sold from another country: Shopee pays such sellers by other ways than its wallet. */
  crossBorder: boolean;
}

export async function readShop({ call }: ShopeeClient, access: ShopAccess): Promise<ShopFacts> {
  const answered = await call(access, { method: 'GET', path: 'shop/get_shop_info', shape: shopShape });
  const currency = currencyOf(answered.region);
  if (!currency)
    throw new ConnectorError(PLATFORM, 'malformed', `shop/get_shop_info: the market "${answered.region}" is unknown`);
  return { name: answered.shop_name, region: answered.region, currency, crossBorder: answered.is_cb === true };
}
