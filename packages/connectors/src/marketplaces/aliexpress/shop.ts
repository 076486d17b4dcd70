import { z } from 'zod';
import { currencyCode, optionalText } from '../../read.ts';
import type { ShopAccess } from '../../types.ts';
import type { Call } from './client.ts';
import { productPage } from './productPage.ts';

const shape = z.object({ shop_name: optionalText, merchant_login_id: optionalText });
const priced = z.object({ currency_code: currencyCode });
/** What AliExpress counts in where nothing else is said. */
const USUAL = 'USD';

export function createShopFacts(call: Call) {
  /** AliExpress tells no currency of a shop: its first listing's is taken. */
  return async function describeShop(access: ShopAccess) {
    const answered = await call(access, { api: 'aliexpress.solution.merchant.profile.get', shape });
    const { rows } = await productPage(call, access, 'onSelling', 1, 1);
    const first = priced.safeParse(rows[0]);
    return {
      name: answered.shop_name ?? answered.merchant_login_id ?? access.account,
      currency: first.success ? first.data.currency_code : USUAL,
      marketplaceIds: [],
    };
  };
}
