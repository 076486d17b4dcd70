export const texts = {
  zh: {
    features: {
      title: '列表组件',
      answer: '列表内容',
      rows: '数据',
      nothing: '无数据',
      failed: '加载失败',
      chart: '图表',
      orders: '订单数',
      sum: '本页合计',
      keys: '↑ ↓ 选择一行 · 空格 勾选 · Enter 打开 · / 搜索',
      empty: '没有订单',
      emptyHint: '列表为空时，这里说明下一步做什么。',
    },
  },
  en: {
    features: {
      title: 'List features',
      answer: 'What the list shows',
      rows: 'Rows',
      nothing: 'Empty',
      failed: 'Failed',
      chart: 'Chart',
      orders: 'Orders',
      sum: 'This page',
      keys: '↑ ↓ choose a row · Space tick it · Enter open it · / search',
      empty: 'No orders',
      emptyHint: 'An empty list says here what to do next.',
    },
  },
};
