import type { DOCK_STATES } from '../docking.ts';
import type { TextPair } from '../words.ts';

export const DOCK_STATE_WORDS = {
  draft: ['草稿', 'Draft'],
  requested: ['已申请', 'Requested'],
  confirmed: ['已确认', 'Confirmed'],
  arrived: ['已到场', 'Arrived'],
  received: ['已收货', 'Received'],
  refused: ['被拒绝', 'Refused'],
  no_show: ['未到场', 'No show'],
} satisfies Record<(typeof DOCK_STATES)[number], TextPair>;
