import type { ShopCall } from '@tradewind/connectors/capabilities/own-shop.ts';
import { findMarketplace } from '@tradewind/connectors/marketplaces/registry.ts';
import { storableText } from '@tradewind/connectors/storable.ts';
import { SESSION_COOKIE } from '@tradewind/contract/call.ts';
import { landingPath, platformSignInPath, WAREHOUSE_PLATFORM } from '@tradewind/contract/channels.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../core/app.ts';
import { hashToken, newToken } from '../../core/crypto.ts';
import { keepCookie } from '../../core/http/cookies.ts';
import { principalOfToken } from '../identity/public.ts';
import { keepArrival } from './authorization/arrive.ts';
import { completeAuthorization } from './authorization/complete.ts';
import { answerOwnShop } from './own-shop/calls.ts';
import { answerChallenge, receivePush } from './push/push.ts';

/** Cookie of the browser that started an authorization. */
export const CONSENT_COOKIE = 'tradewind_consent';
export const CONSENT_COOKIE_SECONDS = 3600;

/** Addresses for platforms and their browsers: authorization callbacks, app store visitors, pushes. */
export function channelsRaw(app: App, server: FastifyInstance): void {
  const limit = { config: { rateLimit: { max: 120, timeWindow: '1 minute' } } };
  server.get('/api/callback/:platform', limit, async (request, reply) => {
    const platform = platformOf(request);
    const query = queryOf(request);
    if (!findMarketplace(platform)) return reply.code(404).send();
    // An authorization that started on the platform has no state of ours.
    if (query.state === undefined) return arrive(app, request, reply);
    const companyId = await companyOf(app, request);
    const done = await completeAuthorization(app, platform, query, request.cookies[CONSENT_COOKIE], companyId);
    return reply.redirect(`${done.home}/#${landingPath(platform, done)}`, 302);
  });
  server.get('/api/arrive/:platform', limit, (request, reply) => arrive(app, request, reply));
  void server.register(async (inner) => {
    // The signature covers the original bytes.
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    inner.post('/api/push/:platform', async (request, reply) => {
      const platform = platformOf(request);
      if (!findMarketplace(platform)) return reply.code(404).send();
      const own = await answerOwnShop(app, platform, callOf(request));
      if (own) return reply.code(own.status).send(own.body);
      const body = bodyOf(request);
      const input = { headers: headersOf(request), body, query: queryOf(request), url: urlOf(app, request) };
      const answer = await receivePush(app, platform, input);
      if (answer.outcome === 'unsigned') {
        app.log.warn({ platform, address: request.ip }, 'unsigned push');
        return reply.code(401).send();
      }
      return answer.reply ? reply.type(answer.reply.contentType).send(answer.reply.body) : reply.send();
    });
    // Calls of an own shop's software.
    inner.get('/api/push/:platform/:what', async (request, reply) => {
      const own = await answerOwnShop(app, platformOf(request), callOf(request));
      return own ? reply.code(own.status).send(own.body) : reply.code(404).send();
    });
    // Some platforms first verify that the address is ours.
    inner.get('/api/push/:platform', async (request, reply) => {
      const platform = platformOf(request);
      const input = { query: queryOf(request), url: urlOf(app, request) };
      const answer = findMarketplace(platform) ? answerChallenge(app, platform, input) : null;
      return answer === null ? reply.code(404).send() : reply.type('application/json').send(answer);
    });
  });
}

const bodyOf = (request: FastifyRequest): Buffer => (Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));

const callOf = (request: FastifyRequest): ShopCall => ({
  method: request.method,
  target: request.url,
  headers: headersOf(request),
  body: bodyOf(request),
});

const platformOf = (request: FastifyRequest): string => String((request.params as { platform?: string }).platform);

/** The address as registered with the platform: the signature may include it. */
const urlOf = (app: App, request: FastifyRequest): string => `${app.config.publicUrl}${request.url.split('?')[0]}`;

/** A seller whom the platform sent: they sign in and continue with the platform's data. */
async function arrive(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const platform = platformOf(request);
  if (!findMarketplace(platform) && platform !== WAREHOUSE_PLATFORM) return reply.code(404).send();
  const browser = request.cookies[CONSENT_COOKIE] ?? newToken();
  const state = await keepArrival(app, platform, queryOf(request), browser);
  if (!state) return reply.redirect(`/#${landingPath(platform, { isOk: false, reason: 'state' })}`, 302);
  keepCookie(app.config, reply, CONSENT_COOKIE, browser, CONSENT_COOKIE_SECONDS);
  return reply.redirect(`/#${platformSignInPath(platform, state)}`, 302);
}

/** The signed-in user of this browser. */
async function companyOf(app: App, request: FastifyRequest): Promise<number | undefined> {
  const token = request.cookies[SESSION_COOKIE];
  return token ? (await principalOfToken(app, hashToken(token)))?.companyId : undefined;
}

/** Uses the first value of each name: a repeated parameter must not have two meanings. */
function queryOf(request: FastifyRequest): Record<string, string> {
  const query: Record<string, string> = {};
  const text = request.url.includes('?') ? request.url.slice(request.url.indexOf('?') + 1) : '';
  for (const [name, value] of new URLSearchParams(text)) query[name] ??= storableText(value);
  return query;
}

function headersOf(request: FastifyRequest): Record<string, string | undefined> {
  const entries = Object.entries(request.headers);
  return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
}
