import { timingSafeEqual } from 'node:crypto';
import type { MarketplaceConnector } from '@tradewind/connectors/capabilities/connector.ts';
import { findMarketplace } from '@tradewind/connectors/marketplaces/registry.ts';
import { ConnectorError, type Tokens } from '@tradewind/connectors/types.ts';
import { rights } from '@tradewind/contract/access/modules.ts';
import type { App } from '../../../core/app.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import { type Ctx, systemContext } from '../../../core/context.ts';
import { hashToken } from '../../../core/crypto.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { addJob, emit } from '../../../core/jobs/jobs.ts';
import { connectorFor } from '../connectors.ts';
import { shopAuthorized } from '../events.ts';
import { enqueueStream, enqueueSync, SET_UP_JOB, shopQueue } from '../queue.ts';
import { forgetTroubles } from '../shops/change.ts';
import type { Shop } from '../shops/shops.ts';
import { accessOf, consentEnds } from '../shops/tokens.ts';

const authorized = defineAction('channels.authorized', ['授权店铺', 'Shop authorized']);

export const PURPOSE = 'channels.authorize';

/** The data of a pending authorization, saved by its one-time key. */
export interface Consent {
  shopId: number;
  platform: string;
  redirectUri: string;
  home: string;
  /** The shop name that the seller entered; null: the platform's name. */
  name: string | null;
  importDays: number;
  userId: number;
  userName: string;
  /** Hash of the requesting browser's cookie: a link sent to someone else does nothing. */
  browser: string;
}

/** Why an authorization failed; the landing page has the texts. */
export type Refusal = 'state' | 'browser' | 'company' | 'denied' | 'exchange' | 'unavailable' | 'otherAccount';
export type Outcome = { isOk: boolean; reason: Refusal | null; home: string; shopId: number | null };

interface Described {
  name: string;
  currency: string;
  marketplaceIds: string[];
}

/**
 * The browser returns from the platform: exchanges the code for tokens, authorizes the shop and starts its sync.
 * `companyId`: the company signed in there now, if any.
 */
export async function completeAuthorization(
  app: App,
  platform: string,
  query: Record<string, string>,
  browser: string | undefined,
  companyId?: number,
): Promise<Outcome> {
  const found = await redeem(app, platform, query.state ?? '');
  if (!found) return { isOk: false, reason: 'state', home: app.config.publicUrl, shopId: null };
  const { consent, ctx } = found;
  const { shopId, home } = consent;
  const refuse = async (reason: Refusal, detail: string): Promise<Outcome> => {
    await noteRefusal(app, ctx, shopId, reason, detail);
    return { isOk: false, reason, home, shopId: null };
  };
  if (!isSameBrowser(consent.browser, browser)) return refuse('browser', 'the consent came back in another browser');
  if (companyId !== undefined && companyId !== ctx.companyId)
    return refuse('company', 'by then somebody of another company was signed in');
  if (query.error) return refuse('denied', query.error);
  const connector = connectorFor(app, platform);
  try {
    if (!connector.exchange) return refuse('exchange', 'the platform is connected by keys');
    const region = await regionOf(app, ctx, shopId);
    const { redirectUri } = consent;
    const { tokens, account } = await connector.exchange({ query, redirectUri, ...(region ? { region } : {}) });
    const connected = await connect(app, ctx, connector, consent, tokens, account);
    if (connected === null) return refuse('otherAccount', `the seller signed in as ${account}`);
    return { isOk: true, reason: null, home, shopId: connected };
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const away = error.kind === 'unavailable' || error.kind === 'throttled';
    return refuse(away ? 'unavailable' : 'exchange', error.message);
  }
}

/** A state is valid once. */
async function redeem(app: App, platform: string, state: string): Promise<{ consent: Consent; ctx: Ctx } | undefined> {
  const [row] = await app.database.global<{ companyId: number; consent: Consent }>(sql`
    update one_time_key set used_at = now()
    where key_hash = ${hashToken(state)} and purpose = ${PURPOSE} and used_at is null and expires_at > now()
      and payload ->> 'platform' = ${platform} returning company_id, payload as consent`);
  if (!row) return undefined;
  const { userId, userName } = row.consent;
  const ctx = systemContext(row.companyId, userName);
  return { consent: row.consent, ctx: { ...ctx, actor: { ...ctx.actor, userId } } };
}

/** `hash`: the saved hash of the browser's cookie. */
export function isSameBrowser(hash: string, browser: string | undefined): boolean {
  return browser !== undefined && timingSafeEqual(hashToken(browser), Buffer.from(hash, 'hex'));
}

async function noteRefusal(app: App, ctx: Ctx, shopId: number, reason: Refusal, detail: string): Promise<void> {
  await app.database.inCompany(ctx, (tx) =>
    writeHistory(tx, [
      {
        docKind: 'shop',
        docId: shopId,
        event: 'authorizationFailed',
        detail: { reason, detail: detail.slice(0, 500) },
      },
    ]),
  );
}

async function regionOf(app: App, ctx: Ctx, shopId: number): Promise<string> {
  const shop = await app.database.inCompany(ctx, (tx) =>
    tx.row<{ region: string }>(sql`select region from shop where company_id = ${sql.company} and id = ${shopId}`),
  );
  return shop?.region ?? '';
}

/** @returns the shop; null when the tokens belong to another account */
export async function connect(
  app: App,
  ctx: Ctx,
  connector: MarketplaceConnector,
  consent: Consent,
  tokens: Tokens,
  account: string,
): Promise<number | null> {
  const pending = await app.database.inCompany(ctx, (tx) =>
    tx.row<Pick<Shop, 'region' | 'account' | 'state'> & Record<string, unknown>>(
      sql`select region, account, state from shop where company_id = ${sql.company} and id = ${consent.shopId}`,
    ),
  );
  if (!pending) return null;
  if (pending.account !== account && !pending.account.startsWith('pending-')) return null;
  const access = accessOf({ account, region: pending.region, marketplaceIds: [] }, tokens);
  // Saves the tokens even if the shop's name cannot be loaded now: the setup job tries again.
  const described = await connector.describeShop(access).catch(() => undefined);
  return app.database.inCompany(ctx, async (tx) => {
    const shopId = await shopOfAccount(tx, consent, account, pending.region);
    await store(app, tx, shopId, { consent, tokens, account, region: pending.region, described });
    // The page after the consent offers to make products of the listings.
    if (connector.listListings) await enqueueStream(tx, shopId, 'listings');
    return shopId;
  });
}

/** If the seller's shop exists, authorizes that one again and deletes the pending one. */
async function shopOfAccount(tx: Tx, consent: Consent, account: string, region: string): Promise<number> {
  const known = await tx.row<{ id: number }>(sql`select id from shop where company_id = ${sql.company}
    and platform = ${consent.platform} and account = ${account} and region = ${region} and id <> ${consent.shopId} for update`);
  if (!known) return consent.shopId;
  await tx.rows(
    sql`delete from shop where company_id = ${sql.company} and id = ${consent.shopId} and authorized_at is null`,
  );
  return known.id;
}

async function store(
  app: App,
  tx: Tx,
  shopId: number,
  got: { consent: Consent; tokens: Tokens; account: string; region: string; described: Described | undefined },
): Promise<void> {
  const { consent, tokens, account, described } = got;
  const from = new Date(tx.now.getTime() - consent.importDays * 86_400_000);
  const moduleId =
    rights[
      findMarketplace(consent.platform)?.orderMenu(got.region, described?.marketplaceIds ?? []) ?? 'otherPlatformOrder'
    ].id;
  const known = await tx.row(sql`select 1 as known from shop
    where company_id = ${sql.company} and id = ${shopId} and authorized_at is not null`);
  const name = known ? null : (consent.name ?? described?.name ?? null);
  await tx.rows(sql`update shop set account = ${account}, tokens = ${app.vault.seal(tokens)}, access_expires_at = ${tokens.accessExpiresAt ?? null},
      consent_ends_at = ${consentEnds(consent.platform, tokens, tx.now)},
      authorized_at = ${tx.now}, state = 'authorized', module_id = case when authorized_at is null then ${moduleId} else module_id end,
      name = coalesce(${name || null}, name),
      currency = coalesce(${described?.currency || null}, currency), marketplace_ids = coalesce(${described?.marketplaceIds ?? null}::text[], marketplace_ids),
      orders_from = case when authorized_at is null then ${from} else orders_from end, updated_at = ${tx.now}
    where company_id = ${sql.company} and id = ${shopId}`);
  await tx.rows(sql`insert into shop_stream (company_id, shop_id, kind, until) values (${sql.company}, ${shopId}, 'orders', ${from})
    on conflict (company_id, shop_id, kind) do update set until = coalesce(shop_stream.until, excluded.until)`);
  await forgetTroubles(tx, shopId);
  await tx.rows(sql`insert into platform_shop (platform, account, company_id, shop_id)
    values (${consent.platform}, ${account}, ${sql.company}, ${shopId}) on conflict do nothing`);
  writeHistory(tx, [
    { docKind: 'shop', docId: shopId, event: 'authorized', toState: 'authorized', detail: { account } },
  ]);
  const targetName = described?.name || account;
  writeAudit(tx, [
    { action: authorized, targetKind: 'shop', targetId: shopId, targetName, detail: { platform: consent.platform } },
  ]);
  await emit(tx, shopAuthorized, { shopId });
  const queue = { queue: shopQueue(shopId), key: `setUp:${shopId}`, maxAttempts: 12 };
  const setUp = { shopId, describe: described === undefined, rename: !known && consent.name === null };
  await addJob(tx, SET_UP_JOB, setUp, queue);
  await enqueueSync(tx, shopId);
}
