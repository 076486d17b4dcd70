import type { Trade } from './trades.ts';

const plain = (said: string) => said.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const SAID: Record<Trade['status'], string> = {
  WAIT_BUYER_PAY: '等待付款 · Waiting for payment',
  TRADE_SUCCESS: '已付款 · Paid',
  TRADE_CLOSED: '已关闭 · Closed',
};

/** Where the payer decides. */
export function cashier(trade: Trade): string {
  const act = `/alipay/cashier/${encodeURIComponent(trade.outTradeNo)}`;
  const open = trade.status === 'WAIT_BUYER_PAY';
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>支付宝（沙箱） · Alipay (sandbox)</title>
<style>body{font:16px/1.6 system-ui;max-width:420px;margin:8vh auto;padding:0 16px;color:#222}h1{font-size:18px;color:#1677ff}
.sum{font-size:34px;font-weight:600}button{font:inherit;width:100%;padding:10px;margin-top:10px;border-radius:6px;border:1px solid #1677ff;background:#fff;color:#1677ff}
.go{background:#1677ff;color:#fff}small{color:#667}</style></head><body>
<h1>支付宝（沙箱） · Alipay (sandbox)</h1><p>${plain(trade.subject)}</p><p class="sum">¥ ${plain(trade.amount)}</p>
<p><small>${plain(trade.outTradeNo)} · ${SAID[trade.status]}</small></p>
${open ? `<form method="post" action="${act}/pay"><button class="go">确认付款 · Pay</button></form>` : ''}
${open ? `<form method="post" action="${act}/pay?notify=off"><button>付款但不通知商家 · Pay, and lose the notification</button></form>` : ''}
<form method="post" action="${act}/back"><button>返回商家 · Back to the shop</button></form></body></html>`;
}
