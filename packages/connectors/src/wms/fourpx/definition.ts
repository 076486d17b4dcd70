import type { WmsDefinition } from '../../wms.ts';
import { createFourpx } from './index.ts';

export const fourpx: WmsDefinition = {
  provider: 'fourpx',
  name: ['递四方 FB4', '4PX FB4'],
  signatures: true,
  keys: [
    { name: 'appKey', label: ['App Key', 'App key'], secret: false },
    { name: 'appSecret', label: ['App Secret', 'App secret'], secret: true },
  ],
  sandbox: {
    keys: { appKey: 'fpx-key-demo', appSecret: 'fpx-secret-demo' },
    baseUrls: { api: '/fourpx/router/api/service' },
  },
  create: createFourpx,
};
