import type { LISTING_STATES } from '../listings.ts';
import type { TextPair } from '../words.ts';

export const LISTING_STATE_WORDS = {
  active: ['在售', 'Active'],
  inactive: ['未上架', 'Inactive'],
  blocked: ['平台限制', 'Blocked'],
  ended: ['已结束', 'Ended'],
} satisfies Record<(typeof LISTING_STATES)[number], TextPair>;
