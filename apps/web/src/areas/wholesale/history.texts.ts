import type { TextPairs } from '@tradewind/contract/words.ts';

/** What happened to an order, and what stands behind it. */
export const texts = {
  event: {
    created: ['新增报价', 'Quotation added'],
    edited: ['编辑报价', 'Quotation edited'],
    submitted: ['确认订单', 'Order confirmed'],
    cancelled: ['取消订单', 'Order cancelled'],
    paid: ['登记付款', 'Payment recorded'],
    shipmentMade: ['生成发货单', 'Shipment created'],
    shipmentLeft: ['发货单已发货', 'Shipment shipped'],
    shipmentGivenUp: ['发货单已取消', 'Shipment cancelled'],
    packed: ['装箱', 'Packed'],
    allShipped: ['全部发出', 'All shipped'],
    other: ['变更', 'Changed'],
  },
  why: {
    ownPrices: ['改价：{{skus}}', 'manual price: {{skus}}'],
    override: ['放行：{{reason}}', 'override: {{reason}}'],
    deposit: ['定金 {{amount}} {{currency}}', 'deposit {{amount}} {{currency}}'],
    units: ['{{count}} 件', '{{count}} units', '{{count}} unit'],
    cartons: ['{{count}} 箱', '{{count}} cartons', '{{count}} carton'],
  },
} satisfies TextPairs;
