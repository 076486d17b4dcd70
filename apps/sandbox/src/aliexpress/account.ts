import type { AeApi } from './api.ts';

/** Whose shop it is. Source: aliexpress.solution.merchant.profile.get */
export function registerAccount(api: AeApi): void {
  api.add('aliexpress.solution.merchant.profile.get', [], ({ shop }) => ({
    country_code: 'CN',
    merchant_login_id: 'cn1417tradewind',
    product_posting_forbidden: false,
    shop_id: 910_417_001,
    shop_name: shop.name,
    shop_type: 'official',
    shop_url: 'https://www.aliexpress.com/store/910417001',
  }));
}
