import type { ReceivingDefinition } from '../definition.ts';
import { createLianlian } from './index.ts';
import { SANDBOX_PRIVATE_KEY, SANDBOX_PUBLIC_KEY } from './sandboxKeys.ts';

export const lianlian: ReceivingDefinition = {
  provider: 'lianlian',
  name: ['连连国际', 'LianLian Global'],
  connect: 'keys',
  keys: [
    { name: 'developerId', label: ['开发者 ID', 'Developer ID'], secret: false },
    { name: 'masterToken', label: ['Master Token', 'Master token'], secret: true },
    { name: 'privateKey', label: ['RSA 私钥', 'RSA private key'], secret: true },
    { name: 'lianlianPublicKey', label: ['连连公钥', 'Public key of LianLian'], secret: false },
  ],
  keysHelp: [
    '在连连国际商户后台“开发者中心”申请开发者 ID 和 Master Token，上传你的 RSA 公钥，并复制连连公钥',
    'In the developer centre of LianLian, get a developer ID and a master token, upload your RSA public key and copy the public key of LianLian',
  ],
  credentials: { required: {} },
  addresses: { api: 'LIANLIAN_API_URL' },
  judge: 'a signature vector; paths and signing of its SDK for Python',
  sandbox: {
    app: {},
    keys: {
      developerId: 'LLDEV80001',
      masterToken: 'll-master-token-demo',
      privateKey: SANDBOX_PRIVATE_KEY,
      lianlianPublicKey: SANDBOX_PUBLIC_KEY,
    },
    baseUrls: { api: '/lianlian' },
  },
  create: createLianlian,
};
