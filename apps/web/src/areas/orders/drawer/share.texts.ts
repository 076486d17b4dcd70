import type { TextPairs } from '@tradewind/contract/words.ts';

export const texts = {
  share: {
    verb: ['分享', 'Share'],
    title: ['分享订单 {{number}}', 'Share order {{number}}'],
    intro: ['生成的链接无需登录即可打开，只显示所选页面，不含价格和成本。链接到期自动失效，也可随时撤销。', 'A link opens without signing in and shows only the chosen page, without prices or costs. It expires automatically and can be revoked at any time.'],
    page: ['页面', 'Page'],
    pages: {
      orderDetail: ['订单详情', 'Order details'],
      deliveryOrder: ['发货单（可打印）', 'Delivery order (printable)'],
      deliveryNote: ['发货通知（可打印）', 'Delivery notice (printable)'],
      confirmShipment: ['对方确认发货', 'Confirm shipment'],
      orderTracking: ['物流进度（买家）', 'Tracking (for the buyer)'],
    },
    recipient: ['接收方', 'Recipient'],
    recipientHint: ['例如：宁波工厂', 'For example: Ningbo factory'],
    needRecipient: ['请填写接收方', 'Enter a recipient'],
    days: ['有效天数', 'Valid for (days)'],
    needDays: ['请填写天数', 'Enter the number of days'],
    make: ['生成链接', 'Create link'],
    links: ['已生成的链接', 'Existing links'],
  },
} satisfies TextPairs;
