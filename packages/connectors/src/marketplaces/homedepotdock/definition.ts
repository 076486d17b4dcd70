import type { MarketplaceDefinition } from '../../capabilities/definition.ts';
import { createDockConnector } from './index.ts';

export const homedepotdock: MarketplaceDefinition = {
  platform: 'homedepotdock',
  name: ['Home Depot 入仓', 'Home Depot store docking'],
  connect: 'keys',
  regions: [],
  fields: [
    {
      name: 'isaId',
      label: ['我方ISA ID', 'Your ISA ID'],
      hint: ['EDI信封中代表贵公司的编号，限定符ZZ', 'Identifies your company in EDI envelopes (qualifier ZZ)'],
      account: {
        normalize: (text) => {
          const id = text.trim().toUpperCase();
          return /^[A-Z0-9 ]{2,15}$/.test(id) ? id : undefined;
        },
      },
    },
    { name: 'partner', label: ['Home Depot的ISA ID', 'Home Depot ISA ID'] },
    { name: 'user', label: ['EDI信箱账号', 'EDI mailbox user'] },
    { name: 'password', label: ['EDI信箱密码', 'EDI mailbox password'], secret: true },
  ],
  orderMenu: () => 'dockOrder',
  // Which network carries the files is the installation's own arrangement.
  credentials: { required: { mailbox: 'HOMEDEPOT_DOCK_MAILBOX_URL' } },
  addresses: {},
  sandbox: {
    app: { mailbox: '' },
    baseUrls: { mailbox: '/homedepotdock/mailbox' },
    keys: { isaId: 'TRADEWINDHOME', partner: 'HOMEDEPOT', user: 'tradewind', password: 'edi-s3cr+t/=&x' },
  },
  create: ({ app, http }) => createDockConnector({ http, address: (app.mailbox ?? '').replace(/\/$/, '') }),
};
