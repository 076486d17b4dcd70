import { type DscoAccount, dscoShop } from '../dsco/account.ts';
import { dscoErrors } from '../dsco/errors.ts';
import { serveDsco } from '../dsco/index.ts';
import type { SandboxPlatform } from '../kit/platform.ts';

const ACCOUNT: DscoAccount = {
  platform: 'homedepot',
  base: '/homedepot/api/v3',
  id: '1000054321',
  clientId: '9f1c2d3e4a5b',
  clientSecret: 's3cr+t/=&x',
  retailer: { accountId: '1000012345', tradingPartnerId: 'homedepot', tradingPartnerName: 'The Home Depot' },
};

/** The Home Depot as its drop shippers meet it: an account of Rithum's network. */
export const homedepotPlatform: SandboxPlatform = {
  name: 'homedepot',
  shops: [dscoShop(ACCOUNT, 'Tradewind Home Supply')],
  errors: dscoErrors,
  register: (app, ctx) => {
    serveDsco(app, ctx, ACCOUNT);
    return {};
  },
};
