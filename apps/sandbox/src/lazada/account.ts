import type { IopDesk } from '../iop/desk.ts';
import { COUNTRY, type LazadaApi } from './api.ts';

/** Tokens and whose shop it is. Source: "Seller authorization introduction", GetSeller */
export function registerAccount(api: LazadaApi, desk: IopDesk): void {
  const { tokens } = desk;
  const seller = (id: string) => ({ country: COUNTRY, user_id: id, seller_id: id, short_code: `SG${id}` });
  const issue = (shop: string) => ({
    access_token: tokens.access(shop),
    refresh_token: tokens.refresh(shop),
    expires_in: tokens.accessSeconds,
    refresh_expires_in: tokens.refreshSeconds,
    country: COUNTRY,
    account: 'seller@example.test',
    account_platform: 'seller_center',
  });
  api.addPublic({ method: 'ANY', path: '/auth/token/create', params: ['code', 'uuid'] }, ({ code }) => {
    const shop = desk.redeem(code);
    return { ...issue(shop), country_user_info: [seller(shop)] };
  });
  api.addPublic({ method: 'ANY', path: '/auth/token/refresh', params: ['refresh_token'] }, (params) => {
    const shop = desk.renew(params.refresh_token);
    return { ...issue(shop), country_user_info_list: [seller(shop)] };
  });
  api.add({ method: 'GET', path: '/seller/get' }, ({ shop }) => ({
    data: {
      name: shop.name,
      name_company: 'Tradewind Demo Pte. Ltd.',
      seller_id: Number(shop.id),
      short_code: `SG${shop.id}`,
      email: 'seller@example.test',
      logo_url: '',
      location: 'Singapore',
      status: 'ACTIVE',
      cb: false,
      verified: true,
    },
  }));
}
