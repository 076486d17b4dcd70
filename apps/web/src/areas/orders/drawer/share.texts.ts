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
    },
    recipient: ['接收方', 'Recipient'],
    recipientHint: ['例如：宁波工厂', 'For example: Ningbo factory'],
    needRecipient: ['请填写接收方', 'Enter a recipient'],
    days: ['有效天数', 'Valid for (days)'],
    needDays: ['请填写天数', 'Enter the number of days'],
    make: ['生成链接', 'Create link'],
    once: ['链接已生成，只显示这一次，请立即复制', 'The link is shown only once. Copy it now'],
    copy: ['复制链接', 'Copy link'],
    copied: ['链接已复制', 'Link copied'],
    links: ['已生成的链接', 'Existing links'],
    until: ['有效期至', 'valid until'],
    opened: ['打开 {{count}} 次', 'opened {{count}} times', 'opened once'],
    state: {
      open: ['有效', 'Active'],
      expired: ['已过期', 'Expired'],
      withdrawn: ['已撤销', 'Revoked'],
    },
    withdraw: ['撤销', 'Revoke'],
    withdrawn: ['链接已撤销', 'Link revoked'],
    withdrawTitle: ['撤销给“{{name}}”的链接？', 'Revoke the link for “{{name}}”?'],
    withdrawText: ['对方将无法再打开此链接，需要时可以重新生成。', 'The recipient can no longer open it. You can create a new one.'],
  },
} satisfies TextPairs;
