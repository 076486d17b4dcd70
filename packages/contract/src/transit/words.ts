import type { TextPair } from '../words.ts';
import type { FBA_STATES } from './fba.ts';
import type { LEG_MODES, LEG_STATES } from './legs.ts';

export const FBA_STATE_WORDS = {
  draft: ['草稿', 'Draft'],
  planned: ['已建计划', 'Planned'],
  packed: ['已装箱', 'Packed'],
  placed: ['已分仓', 'Placed'],
  transport: ['待发货', 'Ready to ship'],
  shipped: ['已发货', 'Shipped'],
  receiving: ['接收中', 'Receiving'],
  closed: ['已完成', 'Completed'],
  cancelled: ['已取消', 'Cancelled'],
} satisfies Record<(typeof FBA_STATES)[number], TextPair>;
export const LEG_STATE_WORDS = {
  draft: ['草稿', 'Draft'],
  submitted: ['待发货', 'Ready to ship'],
  shipped: ['在途', 'In transit'],
  arrived: ['已到仓', 'Arrived'],
  received: ['已收货', 'Received'],
  cancelled: ['已取消', 'Cancelled'],
} satisfies Record<(typeof LEG_STATES)[number], TextPair>;
export const TRANSPORT_WORDS = {
  sea: ['海运', 'Sea'],
  air: ['空运', 'Air'],
  rail: ['铁路', 'Rail'],
  truck: ['卡车', 'Truck'],
  express: ['快递', 'Express'],
} satisfies Record<(typeof LEG_MODES)[number], TextPair>;
