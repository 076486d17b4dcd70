import type { TextPair } from '../words.ts';
import type { ADVICE_REASONS, FORECAST_MODELS, REVIEWS } from './advice.ts';

export const ADVICE_REASON_WORDS = {
  order: ['现在下单', 'Order now'],
  ship: ['从国内仓发货', 'Send from home'],
  later: ['暂不需要', 'Not yet'],
  none: ['没有销量', 'No sales'],
  leadTooLong: ['交期长于销量统计周期', 'Lead time exceeds sales period'],
} satisfies Record<(typeof ADVICE_REASONS)[number], TextPair>;

export const REVIEW_WORDS = {
  daily: ['每天检查', 'Checked daily'],
  fixed: ['固定周期下单', 'Ordered at intervals'],
} satisfies Record<(typeof REVIEWS)[number], TextPair>;

export const FORECAST_MODEL_WORDS = {
  windows: ['加权日均销量', 'Weighted daily sales'],
  ses: ['指数平滑', 'Exponential smoothing'],
  seasonal: ['季节与趋势', 'Season and trend'],
  croston: ['间断需求（Croston）', 'Intermittent (Croston)'],
  tsb: ['间断需求（TSB）', 'Intermittent (TSB)'],
  adida: ['间断需求（汇总）', 'Intermittent (aggregated)'],
} satisfies Record<(typeof FORECAST_MODELS)[number], TextPair>;
