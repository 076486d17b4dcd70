import type { TrackerDefinition } from '../definition.ts';
import { createSeventeenTrack } from './index.ts';
import { TRACKER } from './refusals.ts';

export const seventeenTrack: TrackerDefinition = {
  tracker: TRACKER,
  name: '17TRACK',
  keys: [{ name: 'apiKey', label: ['API 密钥', 'API key'], secret: true }],
  keysHelp: [
    '在 17TRACK 的 API 后台“设置 > 安全”中查看；更换后最多五分钟生效',
    'In the API console of 17TRACK under Settings > Security. A new key works after five minutes at most',
  ],
  sandbox: { keys: { apiKey: 't17-key-demo' }, baseUrls: { api: '/seventeenTrack' } },
  create: createSeventeenTrack,
};
