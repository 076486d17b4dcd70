import type { WmsDefinition } from '../../wms.ts';
import { createGenericWms } from './index.ts';

type Adapted = Pick<WmsDefinition, 'provider' | 'name'> & {
  /** Where the provider's interface begins below the host that the seller types. */
  prefix: string;
  /** The same below the sandbox's address. */
  sandbox: string;
};

/** A provider that speaks the neutral interface: who it is and where, nothing more. */
export function neutralProvider({ provider, name, prefix, sandbox }: Adapted): WmsDefinition {
  return {
    provider,
    name,
    keys: [
      { name: 'accessId', label: ['Access ID', 'Access ID'], secret: false },
      { name: 'secret', label: ['密钥', 'Secret'], secret: true },
      {
        name: 'pushSecret',
        label: ['推送签名密钥（选填）', 'Push signing secret (optional)'],
        secret: true,
        optional: true,
      },
    ],
    hosted: true,
    signatures: true,
    sandbox: {
      keys: { accessId: `${provider}-demo`, secret: `${provider}-secret`, pushSecret: `whsec-${provider}` },
      baseUrls: { api: sandbox },
    },
    create: ({ http }) => createGenericWms({ provider, prefix, http }),
  };
}

export const generic = neutralProvider({
  provider: 'genericwms',
  name: ['通用仓储接口', 'Generic warehouse API'],
  prefix: '',
  sandbox: '/genericwms',
});
