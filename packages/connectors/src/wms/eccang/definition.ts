import type { WmsDefinition } from '../../wms.ts';
import { createEccang } from './index.ts';

export const eccang: WmsDefinition = {
  provider: 'eccang',
  name: ['易仓系统海外仓', 'ECCANG warehouse'],
  signatures: true,
  keys: [
    { name: 'appKey', label: ['App Key', 'App key'], secret: false },
    { name: 'appToken', label: ['App Token', 'App token'], secret: true },
  ],
  hosted: true,
  sandbox: {
    keys: { appKey: 'eccang-demo-key', appToken: 'eccang-demo-token' },
    baseUrls: { api: '/eccang/default/svc/web-service' },
  },
  create: createEccang,
};
