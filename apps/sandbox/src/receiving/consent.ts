import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLoopbackUrl, query } from '../http/app.ts';
import { errorPage, escapeHtml } from '../http/pages.ts';

/** What the person at the page does: a test adds `auto=allow`, `deny` or `wrongState` (`1` is allow). */
const ACTS = [
  ['allow', 'Allow 同意授权'],
  ['deny', 'Deny 拒绝'],
  ['wrongState', 'Allow, and come back with another state'],
] as const;
type Act = (typeof ACTS)[number][0];

/**
 * A provider's page on which a seller lets our program read. The browser goes back with what `allow` gives and the state,
 * under the name that the provider has for it.
 */
export function consentOf(
  request: FastifyRequest,
  reply: FastifyReply,
  page: {
    brand: string;
    redirect: string;
    state: { name: string; value: string };
    /** What goes back with an agreement. */
    allow(): Record<string, string>;
    deny?(): void;
  },
): FastifyReply {
  request.note = 'consent';
  if (!isLoopbackUrl(page.redirect))
    return errorPage(reply, 'redirect', 'The redirect address is not registered (this sandbox takes loopback ones).');
  const { auto = '', act = auto === '1' ? 'allow' : auto, ...fields } = query(request);
  const known = ACTS.find(([name]) => name === act)?.[0];
  if (!known) return choice(reply, page.brand, fields);
  const target = new URL(page.redirect);
  if (known === 'deny') page.deny?.();
  for (const [name, value] of Object.entries(known === 'deny' ? { error: 'access_denied' } : page.allow()))
    target.searchParams.set(name, value);
  target.searchParams.set(page.state.name, stateOf(known, page.state.value));
  return reply.redirect(target.toString(), 302);
}

const stateOf = (act: Act, state: string) => (act === 'wrongState' ? `${state}-of-another` : state);

function choice(reply: FastifyReply, brand: string, fields: Record<string, string>): FastifyReply {
  const hidden = Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');
  const buttons = ACTS.map(([act, words]) => `<p><button name="act" value="${act}">${words}</button></p>`).join('');
  return reply
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(brand)} (sandbox)</title></head><body><main>` +
        `<h1>${escapeHtml(brand)} (sandbox)</h1><p>Tradewind asks to read balances, receiving accounts and statements of Shenzhen Tradewind Trading Co., Ltd.</p>` +
        `<form method="get">${hidden}${buttons}</form></main></body></html>`,
    );
}
