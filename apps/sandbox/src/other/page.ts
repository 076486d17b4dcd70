import { escapeHtml } from '../http/pages.ts';
import type { Shop } from '../world/shop.ts';
import type { Keys } from './software.ts';

const STYLE =
  'body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:52rem;color:#1b2733}input{width:100%;font:inherit;padding:.3rem}' +
  'button{font:inherit;padding:.4rem 1rem;margin:.5rem .5rem .5rem 0}table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid #d9dfe5;text-align:left;padding:.25rem .5rem}';

/** The back office of the shop: where its keys are typed, and what Tradewind said of its orders. */
export function shopPage(shop: Shop, keys: Keys | undefined): string {
  const field = (name: string, label: string, value: string, type = 'text') =>
    `<p><label>${label}<br><input name="${name}" type="${type}" value="${escapeHtml(value)}" required></label></p>`;
  const button = (path: string, label: string) =>
    `<form method="post" action="/other/${path}" style="display:inline"><button>${label}</button></form>`;
  const rows = [...shop.byUpdate.before({ t: Number.MAX_SAFE_INTEGER, n: 0 })]
    .slice(0, 50)
    .map(
      (order) =>
        `<tr><td>${escapeHtml(order.name)}</td><td>${order.id}</td><td>${order.status}</td><td>${escapeHtml(order.parcels.flatMap((one) => one.numbers).join(', '))}</td></tr>`,
    )
    .join('');
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(shop.name)} (sandbox)</title><style>${STYLE}</style></head><body>` +
    `<h1>${escapeHtml(shop.name)}</h1><form method="post" action="/other/connect">` +
    field('url', 'Tradewind', keys?.url ?? 'http://127.0.0.1:8080') +
    field('key', 'Key 密钥编号', keys?.key ?? '') +
    field('secret', 'Secret 密钥', keys?.secret ?? '', 'password') +
    `<button>Connect and push all orders 连接并推送全部订单</button></form>` +
    (keys
      ? button('push', 'Push again 再次推送') +
        button('shipments', 'Fetch shipments 获取发货信息') +
        button('cancellations', 'Fetch cancellations 获取取消')
      : '') +
    `<table><tr><th>Order</th><th>Number</th><th>State</th><th>Tracking</th></tr>${rows}</table></body></html>`
  );
}
