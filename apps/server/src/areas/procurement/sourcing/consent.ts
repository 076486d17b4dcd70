import { ConnectorError } from '@tradewind/connectors/types.ts';
import { pagePaths } from '@tradewind/contract/access/paths.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '../../../core/app.ts';
import { type Ctx, systemContext } from '../../../core/context.ts';
import { hashToken, newToken } from '../../../core/crypto.ts';
import { sql } from '../../../core/database/sql.ts';
import type { RequestCtx } from '../../../core/http/routes.ts';
import { CONSENT_COOKIE, CONSENT_COOKIE_SECONDS, homeOf, isSameBrowser } from '../../channels/public.ts';
import { keepAccount } from './account.ts';
import { sourcingOf } from './setup.ts';

const PURPOSE = 'procurement.1688';
const VALID_MINUTES = 15;

interface Consent {
  redirectUri: string;
  home: string;
  userId: number;
  userName: string;
  /** Hash of the cookie of the browser that began: a link sent to someone else does nothing. */
  browser: string;
}

/** The address of 1688's consent page, which is good once and in this browser only. */
export async function beginConsent(
  app: App,
  ctx: RequestCtx,
  origin: string | undefined,
): Promise<{ consentUrl: string }> {
  const platform = sourcingOf(app);
  const browser = ctx.cookies[CONSENT_COOKIE] ?? newToken();
  ctx.setCookie(CONSENT_COOKIE, browser, CONSENT_COOKIE_SECONDS);
  const home = homeOf(app.config.publicUrl, origin);
  const redirectUri = `${home}/api/callback/1688`;
  const state = newToken();
  const { userId, name: userName } = ctx.actor;
  const consent: Consent = { redirectUri, home, userId, userName, browser: hashToken(browser).toString('hex') };
  await app.database.inCompany(ctx, (tx) =>
    tx.rows(sql`insert into one_time_key (key_hash, purpose, company_id, payload, expires_at)
      values (${hashToken(state)}, ${PURPOSE}, ${sql.company}, ${JSON.stringify(consent)}::jsonb,
        ${new Date(tx.now.getTime() + VALID_MINUTES * 60_000)})`),
  );
  return { consentUrl: platform.consentUrl({ state, redirectUri }) };
}

type Refusal = 'state' | 'browser' | 'denied' | 'exchange';

/** The browser comes back from 1688. @returns where it goes on */
async function complete(app: App, query: Record<string, string>, browser: string | undefined): Promise<string> {
  const [row] = await app.database.global<{ companyId: number; consent: Consent }>(sql`
    update one_time_key set used_at = now() where key_hash = ${hashToken(query.state ?? '')} and purpose = ${PURPOSE}
      and used_at is null and expires_at > now() returning company_id, payload as consent`);
  const landing = (home: string, answer: 'ok' | Refusal) => `${home}/#${pagePaths.supplier}?connected1688=${answer}`;
  if (!row) return landing('', 'state');
  const { home, userId, userName, redirectUri, browser: hash } = row.consent;
  if (!isSameBrowser(hash, browser)) return landing(home, 'browser');
  if (query.error) return landing(home, 'denied');
  const base = systemContext(row.companyId, userName);
  const ctx: Ctx = { ...base, actor: { ...base.actor, userId } };
  try {
    const found = await sourcingOf(app).exchange({ query, redirectUri });
    await app.database.inCompany(ctx, (tx) => keepAccount(app, tx, found));
    return landing(home, 'ok');
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    app.log.warn({ error }, '1688 gave no tokens');
    return landing(home, 'exchange');
  }
}

/** The return address to register with 1688. */
export function sourcingRaw(app: App, server: FastifyInstance): void {
  const limit = { config: { rateLimit: { max: 120, timeWindow: '1 minute' } } };
  server.get('/api/callback/1688', limit, async (request: FastifyRequest, reply) => {
    const text = request.url.includes('?') ? request.url.slice(request.url.indexOf('?') + 1) : '';
    const query = Object.fromEntries([...new URLSearchParams(text)].reverse());
    return reply.redirect(await complete(app, query, request.cookies[CONSENT_COOKIE]), 302);
  });
}
