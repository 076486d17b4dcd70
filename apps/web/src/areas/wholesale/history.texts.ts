/** What happened to an order, and what stands behind it. */
export const texts = {
  zh: {
    event: {
      created: '新增报价',
      edited: '修改报价',
      submitted: '确认订单',
      cancelled: '取消订单',
      paid: '登记收款',
      shipmentMade: '生成发货单',
      shipmentLeft: '发货单已发出',
      shipmentGivenUp: '发货单已取消',
      packed: '装箱',
      allShipped: '全部发出',
      other: '变更',
    },
    why: {
      ownPrices: '改价：{{skus}}',
      override: '放行：{{reason}}',
      deposit: '定金 {{amount}} {{currency}}',
      units: '{{count}} 件',
      cartons: '{{count}} 箱',
    },
  },
  en: {
    event: {
      created: 'Quotation written',
      edited: 'Quotation changed',
      submitted: 'Order confirmed',
      cancelled: 'Order cancelled',
      paid: 'Payment noted',
      shipmentMade: 'Shipment made',
      shipmentLeft: 'Shipment left',
      shipmentGivenUp: 'Shipment cancelled',
      packed: 'Packed',
      allShipped: 'All shipped',
      other: 'Changed',
    },
    why: {
      ownPrices: 'own price: {{skus}}',
      override: 'let pass: {{reason}}',
      deposit: 'deposit {{amount}} {{currency}}',
      units: '{{count}} units',
      cartons: '{{count}} cartons',
    },
  },
};
