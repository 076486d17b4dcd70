import { ADVICE_REASON_WORDS, FORECAST_MODEL_WORDS } from '@tradewind/contract/procurement/advice-words.ts';
import type { TextPairs } from '@tradewind/contract/words.ts';

export const texts = {
  forecast: {
    title: ['销量预测', 'Forecast'],
    models: FORECAST_MODEL_WORDS,
    reasons: ADVICE_REASON_WORDS,
    chart: ['近 180 天销量与未来 60 天预测', 'Sales of 180 days and the next 60'],
    day: ['日期', 'Day'],
    units: ['销量', 'Sold'],
    foreseen: ['预测', 'Foreseen'],
    none: ['没有销量记录', 'Nothing was sold yet'],
    noneHint: ['有发货记录后，系统每天预测销量。', 'Once goods have shipped, the program foresees the demand each day.'],
    warehouse: ['仓库', 'Warehouse'],
    perDay: ['预测日销', 'Per day'],
    next: ['未来 {{days}} 天', '{{days}} days'],
    available: ['可用库存', 'Available'],
    incoming: ['在途', 'On the way'],
    runOutOn: ['断货日期', 'Runs out'],
    advice: ['建议采购量', 'Recommended'],
    model: ['预测方法', 'Model'],
    why: ['在过去 {{count}} 个时点回测，缺货与积压的代价最低（加权日均为 100%）：{{parts}}', 'Replayed at {{count}} days of the past, it costs least in lacking and surplus units (weighted sales are 100%): {{parts}}', 'Replayed at one day of the past: {{parts}}'],
    stays: ['在过去 {{count}} 个时点回测，其他方法没有好出 5% 以上，沿用加权日均（100%）：{{parts}}', 'Replayed at {{count}} days of the past, no other model is 5% better than the weighted sales (100%): {{parts}}', 'Replayed at one day of the past: {{parts}}'],
    tooNew: ['历史太短，无法回测，按加权日均预测', 'There is too little history to compare models: weighted sales are taken'],
    past: ['近期建议与结果', 'Recent recommendations'],
    noPast: ['还没有建议', 'No recommendation yet'],
    decided: ['确认数量', 'Decided'],
    sold: ['实际需求', 'Demand'],
    emptyDays: ['缺货天数', 'Days without stock'],
    spanForeseen: ['保护期预测', 'Foreseen of the span'],
    running: ['保护期未结束', 'Span not over'],
  },
} satisfies TextPairs;
