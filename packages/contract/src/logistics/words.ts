import type { TextPair } from '../words.ts';
import type { CARRIERS } from './carriers.ts';
import type { TRACKING_STAGES } from './parcels.ts';

export const TRACKING_STAGE_WORDS = {
  created: ['已制单', 'Label created'],
  pickedUp: ['已揽收', 'Picked up'],
  inTransit: ['运输中', 'In transit'],
  outForDelivery: ['派送中', 'Out for delivery'],
  delivered: ['已签收', 'Delivered'],
  exception: ['异常', 'Exception'],
  returning: ['退回中', 'Returning'],
  cancelled: ['已作废', 'Voided'],
  unknown: ['未知', 'Unknown'],
} satisfies Record<(typeof TRACKING_STAGES)[number], TextPair>;
export const CARRIER_WORDS = {
  ups: ['UPS', 'UPS'],
  yunexpress: ['云途物流', 'YunExpress'],
  platform: ['平台物流', 'Platform logistics'],
  own: ['自送', 'Own delivery'],
} satisfies Record<(typeof CARRIERS)[number], TextPair>;
