import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '../../core/app.ts';
import { completeAuthorization } from './authorization/complete.ts';
import { receivePush } from './push/push.ts';

/** Of the browser that began an authorization. */
export const CONSENT_COOKIE = 'tradewind_consent';

/** Addresses that platforms call or send browsers to: the callbacks of a consent, and pushes. */
export function channelsRaw(app: App, server: FastifyInstance): void {
  const limit = { config: { rateLimit: { max: 120, timeWindow: '1 minute' } } };
  server.get('/api/callback/amazon', limit, async (request, reply) => {
    const done = await completeAuthorization(app, 'amazon', queryOf(request), request.cookies[CONSENT_COOKIE]);
    return reply.redirect(`${done.home}/#/amazonAccessToken?${answerOf(done)}`, 302);
  });
  server.get('/api/callback/shopify', limit, async (request, reply) => {
    const done = await completeAuthorization(app, 'shopify', queryOf(request), request.cookies[CONSENT_COOKIE]);
    return reply.redirect(`${done.home}/#/publicAccessToken?platform=shopify&${answerOf(done)}`, 302);
  });
  void server.register(async (inner) => {
    // A push is signed over its bytes as they came.
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    inner.post('/api/push/shopify', async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const answer = await receivePush(app, 'shopify', { headers: headersOf(request), body });
      return reply.code(answer === 'accepted' ? 200 : 401).send();
    });
  });
}

const answerOf = (done: { ok: true } | { ok: false; reason: string }): string =>
  done.ok ? 'code=200' : `code=400&reason=${done.reason}`;

/** Each name once, the first time it stands there: a doubled parameter must not mean two things to two readers. */
function queryOf(request: FastifyRequest): Record<string, string> {
  const query: Record<string, string> = {};
  const text = request.url.includes('?') ? request.url.slice(request.url.indexOf('?') + 1) : '';
  for (const [name, value] of new URLSearchParams(text)) query[name] ??= value;
  return query;
}

function headersOf(request: FastifyRequest): Record<string, string | undefined> {
  const entries = Object.entries(request.headers);
  return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
}
