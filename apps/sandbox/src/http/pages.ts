import type { FastifyReply } from 'fastify';

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;background:#f4f6f8;color:#1b2733;display:grid;place-items:center;min-height:100vh;margin:0}' +
  'main{background:#fff;border:1px solid #d9dfe5;border-radius:10px;padding:28px 32px;max-width:26rem}' +
  'h1{font-size:1.15rem;margin:0 0 .5rem}ul{padding-left:1.2rem}button{font:inherit;padding:.5rem 1.4rem;border:0;border-radius:6px;background:#0b6bcb;color:#fff;cursor:pointer}' +
  'small{color:#66727f}';

export interface Consent {
  brand: string;
  app: string;
  who: string;
  asks: string[];
  fields: Record<string, string>;
}

/** The stand-in of a platform's "do you allow this application" page. */
export function consentPage(reply: FastifyReply, consent: Consent): FastifyReply {
  const hidden = Object.entries(consent.fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');
  const asks = consent.asks.map((ask) => `<li>${escapeHtml(ask)}</li>`).join('');
  return reply
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(consent.brand)} (sandbox)</title><style>${STYLE}</style></head>` +
        `<body><main><small>${escapeHtml(consent.brand)} · sandbox</small><h1>${escapeHtml(consent.app)} asks for access to ${escapeHtml(consent.who)}</h1>` +
        `<ul>${asks}</ul><form method="get">${hidden}<button type="submit">Allow 同意授权</button></form></main></body></html>`,
    );
}

export function errorPage(reply: FastifyReply, code: string, message: string, status = 400): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(code)}</title><style>${STYLE}</style></head>` +
        `<body><main><h1>${escapeHtml(code)}</h1><p>${escapeHtml(message)}</p></main></body></html>`,
    );
}
