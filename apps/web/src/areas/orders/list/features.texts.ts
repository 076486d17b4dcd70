import type { TextPairs } from '@tradewind/contract/words.ts';

export const texts = {
  features: {
    answer: ['列表内容', 'List contents'],
    rows: ['数据', 'Rows'],
    nothing: ['无数据', 'Empty'],
    failed: ['加载失败', 'Failed'],
    chart: ['图表', 'Chart'],
    orders: ['订单数', 'Orders'],
    sum: ['本页合计', 'Page total'],
    keys: ['↑ ↓ 选择行 · 空格 勾选 · Enter 打开 · / 搜索', '↑ ↓ move · Space select · Enter open · / search'],
    empty: ['没有订单', 'No orders'],
    emptyHint: ['列表为空时，这里说明下一步做什么。', 'An empty list shows the next step here.'],
  },
} satisfies TextPairs;
