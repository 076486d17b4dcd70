import { type DscoAccount, dscoShop } from '../dsco/account.ts';
import { dscoErrors } from '../dsco/errors.ts';
import { serveDsco } from '../dsco/index.ts';
import type { SandboxPlatform } from '../kit/platform.ts';
import type { MiraklAccount } from '../mirakl/api.ts';
import { miraklErrors } from '../mirakl/errors.ts';
import { miraklShop, serveMirakl } from '../mirakl/index.ts';

const SELLER: MiraklAccount = {
  platform: 'lowes',
  base: '/lowes/mmp',
  shopId: '2041',
  apiKey: '11111111-2222-3333-4444-555555555555',
  // Its marketplace takes these three and no other.
  carriers: [
    { code: 'FEDEX', label: 'FedEx', standard_code: 'fedex', tracking_url: 'https://www.fedex.com/?n={trackingId}' },
    { code: 'UPS', label: 'UPS', standard_code: 'ups', tracking_url: 'https://www.ups.com/track?n={trackingId}' },
    { code: 'USPS', label: 'USPS', standard_code: 'usps', tracking_url: 'https://tools.usps.com/?n={trackingId}' },
  ],
};

const VENDOR: DscoAccount = {
  platform: 'lowes',
  base: '/lowes/dsco/api/v3',
  id: '1000054322',
  clientId: '7ab31c55e0d2',
  clientSecret: 'lowes-drop-ship-secret',
  retailer: { accountId: '1000020001', tradingPartnerId: 'lowes', tradingPartnerName: "Lowe's" },
};

/** Lowe's by its two doors: the marketplace, and the network of its drop ship vendors. */
export const lowesPlatform: SandboxPlatform = {
  name: 'lowes',
  shops: [miraklShop(SELLER, 'Tradewind Home Store'), dscoShop(VENDOR, 'Tradewind Home Supply')],
  errors: {
    throttled: (reply, request) => formsOf(request.url).throttled(reply, request),
    broken: (reply, request) => formsOf(request.url).broken(reply, request),
  },
  register: (app, ctx) => {
    serveMirakl(app, ctx, SELLER);
    serveDsco(app, ctx, VENDOR);
    return {};
  },
};

const formsOf = (url: string) => (url.startsWith(VENDOR.base) ? dscoErrors : miraklErrors);
