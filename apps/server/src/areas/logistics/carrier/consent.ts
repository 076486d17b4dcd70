import { CARRIERS } from '@tradewind/connectors/carriers/registry.ts';
import { storableText } from '@tradewind/connectors/storable.ts';
import { type CarrierAccess, ConnectorError, type Tokens } from '@tradewind/connectors/types.ts';
import { SESSION_COOKIE } from '@tradewind/contract/call.ts';
import { type AuthorizationRefusal, logisticsResultPath } from '@tradewind/contract/logistics.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { App } from '../../../core/app.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import { type Ctx, systemContext } from '../../../core/context.ts';
import { hashToken, newToken } from '../../../core/crypto.ts';
import { sql } from '../../../core/database/sql.ts';
import { notFound, ruleBroken } from '../../../core/errors.ts';
import type { RequestCtx } from '../../../core/http/routes.ts';
import { CONSENT_COOKIE, CONSENT_COOKIE_SECONDS, homeOf, isSameBrowser } from '../../channels/public.ts';
import { principalOfToken } from '../../identity/public.ts';
import { connectorFor, isByConsent, type Keys, ownKeys } from './connect.ts';

/** Carrier accounts that a user connects on the carrier's page, instead of with keys. */

const PURPOSE = 'logistics.consent';
const VALID_MINUTES = 15;
const authorized = defineAction('logistics.accountAuthorized', ['授权承运商账号', 'Carrier account authorized']);

/** What is saved under the state of a pending authorization. */
interface Pending {
  accountId: number;
  carrier: string;
  accountNumber: string;
  sandbox: boolean;
  redirectUrl: string;
  home: string;
  userId: number;
  userName: string;
  /** Hash of the cookie of the browser that began: a link sent to someone else does nothing. */
  browser: string;
}

/** The carrier's consent page for an account; its address is good once, and in this browser only. */
export async function beginConsent(
  app: App,
  ctx: RequestCtx,
  { id, origin }: { id: number; origin?: string | undefined },
): Promise<{ url: string }> {
  const browser = ctx.cookies[CONSENT_COOKIE] ?? newToken();
  ctx.setCookie(CONSENT_COOKIE, browser, CONSENT_COOKIE_SECONDS);
  const home = homeOf(app.config.publicUrl, origin);
  const state = newToken();
  const { userId, name: userName } = ctx.actor;
  const pending = await app.database.inCompany(ctx, async (tx) => {
    const account = await tx.row<{ carrier: string; accountNumber: string; sandbox: boolean; credentials: Buffer }>(
      sql`select carrier, account_number, sandbox, credentials from carrier_account
        where company_id = ${sql.company} and id = ${id}`,
    );
    if (!account) throw notFound('logistics.accountGone');
    const { credentials, ...facts } = account;
    if (!isByConsent(facts.carrier, app.vault.open<Keys>(credentials))) throw ruleBroken('logistics.accountByKeys');
    const redirectUrl = `${home}/api/callback/${facts.carrier}`;
    const kept: Pending = {
      ...{ ...facts, accountId: id, redirectUrl, home, userId, userName },
      browser: hashToken(browser).toString('hex'),
    };
    await tx.rows(sql`insert into one_time_key (key_hash, purpose, company_id, payload, expires_at)
      values (${hashToken(state)}, ${PURPOSE}, ${sql.company}, ${JSON.stringify(kept)}::jsonb,
        ${new Date(tx.now.getTime() + VALID_MINUTES * 60_000)})`);
    return kept;
  });
  const { consent, access } = sideOf(app, pending);
  return { url: consent.url({ state, redirectUrl: pending.redirectUrl, access }) };
}

/** @throws ruleBroken logistics.consentNotOffered */
function sideOf(app: App, { carrier, sandbox, accountNumber }: Pending) {
  const keys = ownKeys(app, carrier, sandbox);
  const { consent } = connectorFor(app, carrier, sandbox);
  if (!keys || !consent) throw ruleBroken('logistics.consentNotOffered');
  const access: CarrierAccess = { keys, accountNumber };
  return { consent, access };
}

/** A state is good once. */
async function redeem(app: App, carrier: string, state: string): Promise<{ pending: Pending; ctx: Ctx } | undefined> {
  const [row] = await app.database.global<{ companyId: number; pending: Pending }>(sql`
    update one_time_key set used_at = now() where key_hash = ${hashToken(state)} and purpose = ${PURPOSE}
      and used_at is null and expires_at > now() and payload ->> 'carrier' = ${carrier}
    returning company_id, payload as pending`);
  if (!row) return undefined;
  const base = systemContext(row.companyId, row.pending.userName);
  return { pending: row.pending, ctx: { ...base, actor: { ...base.actor, userId: row.pending.userId } } };
}

/** The browser comes back from the carrier. @returns where it goes on */
async function complete(app: App, carrier: string, request: FastifyRequest): Promise<string> {
  const query = queryOf(request);
  const found = await redeem(app, carrier, query.state ?? '');
  if (!found) return logisticsResultPath(carrier, 'state');
  const { pending, ctx } = found;
  const landing = (refusal?: AuthorizationRefusal) => `${pending.home}${logisticsResultPath(carrier, refusal)}`;
  if (!isSameBrowser(pending.browser, request.cookies[CONSENT_COOKIE])) return landing('browser');
  const session = request.cookies[SESSION_COOKIE];
  const principal = session ? await principalOfToken(app, hashToken(session)) : undefined;
  if (principal && (principal.companyId !== ctx.companyId || principal.userId !== pending.userId))
    return landing('user');
  if (query.error) return landing('denied');
  try {
    const { consent, access } = sideOf(app, pending);
    const tokens = await consent.exchange(access, query, pending.redirectUrl);
    return (await keep(app, ctx, pending, tokens)) ? landing() : landing('account');
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    app.log.warn({ error, carrier }, 'the carrier gave no tokens');
    return landing(error.kind === 'unavailable' || error.kind === 'throttled' ? 'unavailable' : 'exchange');
  }
}

/** @returns whether the account is still the one that was to be authorized */
function keep(app: App, ctx: Ctx, pending: Pending, tokens: Tokens): Promise<boolean> {
  const { accountId, carrier, accountNumber, sandbox } = pending;
  return app.database.inCompany(ctx, async (tx) => {
    const known = await tx.row<{ name: string; credentials: Buffer }>(sql`select name, credentials from carrier_account
      where company_id = ${sql.company} and id = ${accountId} and carrier = ${carrier}
        and account_number = ${accountNumber} and sandbox = ${sandbox} for update`);
    if (!known || !isByConsent(carrier, app.vault.open<Keys>(known.credentials))) return false;
    await tx.rows(sql`update carrier_account set tokens = ${app.vault.seal(tokens)}, state = 'authorized', last_error = null
      where company_id = ${sql.company} and id = ${accountId}`);
    writeAudit(tx, [
      { action: authorized, targetKind: 'carrier_account', targetId: accountId, targetName: known.name },
    ]);
    return true;
  });
}

/** Uses the first value of each name: a repeated parameter must not have two meanings. */
function queryOf(request: FastifyRequest): Record<string, string> {
  const text = request.url.includes('?') ? request.url.slice(request.url.indexOf('?') + 1) : '';
  const pairs = [...new URLSearchParams(text)].reverse();
  return Object.fromEntries(pairs.map(([name, value]) => [name, storableText(value)]));
}

/** The return addresses to register with the carriers. */
export function consentRaw(app: App, server: FastifyInstance): void {
  const limit = { config: { rateLimit: { max: 120, timeWindow: '1 minute' } } };
  for (const { carrier, consent } of CARRIERS) {
    if (!consent) continue;
    server.get(`/api/callback/${carrier}`, limit, async (request, reply) =>
      reply.redirect(await complete(app, carrier, request), 302),
    );
  }
}
