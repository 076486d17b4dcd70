import { type Trade, totalOf } from './trades.ts';

const plain = (said: string) => said.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Where a buyer pays, and where the stand-in's seller works. */
export function cashier(trades: readonly Trade[]): string {
  const rows = trades.map((trade) => {
    const button = (act: string, words: string) =>
      `<form method="post" action="/1688/cashier/${trade.id}/${act}"><button>${words}</button></form>`;
    const acts = [
      trade.status === 'waitbuyerpay' ? button('pay', '确认付款 · Pay') : '',
      trade.status === 'waitsellersend' ? button('send', '卖家发货 · Seller dispatches') : '',
      trade.status === 'waitbuyerreceive' ? button('confirm', '确认收货 · Confirm receipt') : '',
    ];
    return `<p>${plain(trade.seller)} · ${plain(trade.id)} · ${trade.status}</p><p class="sum">¥ ${(totalOf(trade) / 100).toFixed(2)}</p>${acts.join('')}`;
  });
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>1688（沙箱） · 1688 (sandbox)</title>
<style>body{font:16px/1.6 system-ui;max-width:420px;margin:8vh auto;padding:0 16px;color:#222}h1{font-size:18px;color:#ff4000}
.sum{font-size:34px;font-weight:600}button{font:inherit;width:100%;padding:10px;margin-top:10px;border-radius:6px;border:1px solid #ff4000;background:#fff;color:#ff4000}</style></head><body>
<h1>1688 收银台（沙箱） · 1688 cashier (sandbox)</h1>${rows.join('') || '<p>no such order</p>'}</body></html>`;
}
