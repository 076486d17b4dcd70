import { z } from 'zod';
import { currencyCode, optionalText } from '../../read.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM, type SheinClient } from './client.ts';

const storeShape = z.object({ storeName: optionalText, supplierId: z.coerce.string().optional() });
const sitesShape = z.object({
  data: z.array(
    z.object({ sub_site_list: z.array(z.object({ site_abbr: z.string().min(1), currency: currencyCode })).nullish() }),
  ),
});

export function createShop({ call }: SheinClient) {
  return async function describeShop(access: ShopAccess) {
    const store = await call(access, {
      path: 'openapi-business-backend/query-store-info',
      effect: 'read',
      shape: storeShape,
    });
    const { data } = await call(access, { path: 'goods/query-site-list', effect: 'read', shape: sitesShape });
    const sites = data.flatMap((one) => one.sub_site_list ?? []);
    const [first] = sites;
    if (!first) throw new ConnectorError(PLATFORM, 'malformed', 'the shop sells on no site');
    return {
      name: store.storeName ?? `SHEIN ${store.supplierId ?? access.tokens.keys?.supplierId ?? access.account}`,
      currency: first.currency,
      marketplaceIds: sites.map((one) => one.site_abbr),
    };
  };
}
