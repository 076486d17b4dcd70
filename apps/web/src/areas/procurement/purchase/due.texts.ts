import type { TextPairs } from '@tradewind/contract/words.ts';

export const texts = {
  due: {
    windows: {
      overdue: ['已逾期', 'Overdue'],
      week: ['7 天内到期', 'Within 7 days'],
      month: ['30 天内到期', 'Within 30 days'],
    },
    search: ['采购单号或账单号', 'PO or bill number'],
    currency: ['币种', 'Currency'],
    for: ['款项', 'For'],
    bill: ['账单 {{number}}', 'Bill {{number}}'],
    dueOn: ['到期日', 'Due'],
    daysOverdue: ['逾期 {{count}} 天', '{{count}} days overdue', '{{count}} day overdue'],
    planned: ['预计', 'Planned'],
    amount: ['应付金额', 'Amount due'],
    requested: ['申请中', 'Requested'],
    paid: ['已付', 'Paid'],
    left: ['未付', 'Left to pay'],
    total: ['合计', 'Total'],
    request: ['申请付款', 'Request payment'],
    requestMany: ['为这 {{count}} 笔应付款申请付款？', 'Request payment of these {{count}} amounts?', 'Request payment of this amount?'],
    oneSupplier: ['一次只能为同一供应商申请付款', 'Request payments of one supplier at a time'],
    allRequested: ['所选款项已全部申请付款', 'All of them are requested already'],
    none: ['没有应付款', 'Nothing to pay'],
    noneHint: ['已下单的采购订单按付款条件和账单列出未付的款项，最早到期的在前。', 'Unpaid deposits, instalments and bills of placed orders appear here, the earliest first.'],
  },
} satisfies TextPairs;
