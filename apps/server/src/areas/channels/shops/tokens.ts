import type { MarketplaceConnector } from '@tradewind/connectors/capabilities/connector.ts';
import { findMarketplace } from '@tradewind/connectors/marketplaces/registry.ts';
import { ConnectorError, type ShopAccess, type Tokens } from '@tradewind/connectors/types.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import { isSameSealed } from '../../../core/crypto.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { conflict, notFound } from '../../../core/errors.ts';
import { inFlight } from '../../../core/in-flight.ts';
import { isStill } from '../../../core/sealed.ts';
import { connectorFor } from '../connectors.ts';
import type { Shop } from './shops.ts';

/** Renews tokens this long before they expire, so that none expires during a page of calls. */
const RENEW_BEFORE_MS = 5 * 60_000;

interface Opened {
  shop: Shop;
  access: ShopAccess;
  /** The stored tokens, which a renewal replaces. */
  sealed: Buffer;
}

/**
 * Runs `work` with a shop's connector and valid tokens: renews them before they expire, and once more when the platform
 * rejects them. Call it only from jobs in the shop's own queue (shopQueue), so that only one job renews. @throws
 * conflict channels.notAuthorized; ConnectorError `unauthorized` once the shop is `expired`
 */
export async function withShop<T>(
  app: App,
  ctx: Ctx,
  shopId: number,
  work: (connector: MarketplaceConnector, access: ShopAccess, shop: Shop) => Promise<T>,
): Promise<T> {
  let opened = await open(app, ctx, shopId);
  const connector = connectorFor(app, opened.shop.platform);
  if (runsOut(opened.access.tokens, ctx.now())) opened = await renew(app, ctx, connector, opened);
  try {
    return await work(connector, opened.access, opened.shop);
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
  }
  opened = await renew(app, ctx, connector, opened);
  try {
    return await work(connector, opened.access, opened.shop);
  } catch (error) {
    if (isUnauthorized(error)) await expire(app, ctx, opened, error);
    throw error;
  }
}

export const isUnauthorized = (error: unknown): error is ConnectorError =>
  error instanceof ConnectorError && error.kind === 'unauthorized';

function runsOut(tokens: Tokens, now: Date): boolean {
  return tokens.accessExpiresAt !== undefined && Date.parse(tokens.accessExpiresAt) - now.getTime() < RENEW_BEFORE_MS;
}

async function open(app: App, ctx: Ctx, shopId: number): Promise<Opened> {
  const row = await app.database.inCompany(ctx, (tx) =>
    tx.row<Shop & { sealed: Buffer | null } & Record<string, unknown>>(sql`
      select id, platform, name, account, region, module_id, marketplace_ids, currency,
        department_id, operator_id, state, fulfilment, tokens as sealed
      from shop where company_id = ${sql.company} and id = ${shopId}`),
  );
  if (!row) throw notFound('channels.shopNotFound');
  const { sealed, ...shop } = row;
  if (shop.state !== 'authorized' || !sealed) throw conflict('channels.notAuthorized', { name: shop.name });
  return { shop, sealed, access: accessOf(shop, app.vault.open<Tokens>(sealed)) };
}

export function accessOf(shop: Pick<Shop, 'account' | 'region' | 'marketplaceIds'>, tokens: Tokens): ShopAccess {
  return {
    tokens,
    account: shop.account,
    marketplaceIds: shop.marketplaceIds,
    ...(shop.region ? { region: shop.region } : {}),
  };
}

/** A long-lived access token without renewal is the authorization itself. */
const LONG_LIVED_MS = 14 * 86_400_000;

/**
 * When the seller must authorize again: a fixed time after the authorization (`now`, unless tokens are only `renewed`)
 * where the platform defines one, else the tokens' expiry. Null where neither is known or new.
 */
export function consentEnds(platform: string, tokens: Tokens, now: Date, renewed = false): Date | null {
  const days = findMarketplace(platform)?.consentDays;
  if (days) return renewed ? null : new Date(now.getTime() + days * 86_400_000);
  const { refreshToken, refreshExpiresAt, accessExpiresAt } = tokens;
  if (refreshExpiresAt) return new Date(refreshExpiresAt);
  if (refreshToken || !accessExpiresAt) return null;
  const ends = new Date(accessExpiresAt);
  return ends.getTime() - now.getTime() > LONG_LIVED_MS ? ends : null;
}

const renewing = inFlight<Opened>();

/** Renews once for concurrent requests of this process. */
function renew(app: App, ctx: Ctx, connector: MarketplaceConnector, opened: Opened): Promise<Opened> {
  const key = `${app.config.secret.slice(0, 8)}/${ctx.companyId}/${opened.shop.id}`;
  return renewing(key, () => renewNow(app, ctx, connector, opened));
}

async function renewNow(app: App, ctx: Ctx, connector: MarketplaceConnector, opened: Opened): Promise<Opened> {
  const { shop } = opened;
  let tokens: Tokens;
  try {
    tokens = await connector.refresh(opened.access);
  } catch (error) {
    if (!isUnauthorized(error)) throw error;
    // Someone else may have renewed meanwhile: their tokens are just as good.
    const now = await open(app, ctx, shop.id);
    if (!isSameSealed(now.sealed, opened.sealed)) return now;
    await expire(app, ctx, opened, error);
    throw error;
  }
  const sealed = app.vault.seal(tokens);
  // Saved before use: losing a rotating refresh token ends the authorization.
  const kept = await app.database.inCompany(ctx, (tx) =>
    tx.row(sql`update shop set tokens = ${sealed}, access_expires_at = ${tokens.accessExpiresAt ?? null},
        consent_ends_at = coalesce(${consentEnds(shop.platform, tokens, ctx.now(), true)}, consent_ends_at)
      where company_id = ${sql.company} and id = ${shop.id} and ${isStill(sql`tokens`, opened.sealed)} returning id`),
  );
  if (!kept) return open(app, ctx, shop.id);
  return { shop, sealed, access: accessOf(shop, tokens) };
}

/** The platform rejects our tokens: stops the sync and alerts until the seller authorizes again. */
async function expire(app: App, ctx: Ctx, opened: Opened, error: ConnectorError): Promise<void> {
  await app.database.inCompany(ctx, (tx) => markExpired(tx, opened.shop.id, error.message, opened.sealed));
}

/** `sealed`: only if these are still the shop's tokens. */
export async function markExpired(tx: Tx, shopId: number, detail: string, sealed?: Buffer): Promise<void> {
  const changed = await tx.row(sql`update shop set state = 'expired', updated_at = ${tx.now}
    where company_id = ${sql.company} and id = ${shopId} and state = 'authorized'
      and ${sealed ? isStill(sql`tokens`, sealed) : sql`true`} returning id`);
  if (!changed) return;
  await tx.rows(sql`insert into shop_stream (company_id, shop_id, kind, last_error, last_error_kind)
    values (${sql.company}, ${shopId}, 'orders', ${detail.slice(0, 1000)}, 'unauthorized')
    on conflict (company_id, shop_id, kind) do update set last_error = excluded.last_error,
      last_error_kind = excluded.last_error_kind, next_run_at = null`);
  writeHistory(tx, [
    {
      docKind: 'shop',
      docId: shopId,
      event: 'expired',
      fromState: 'authorized',
      toState: 'expired',
      detail: { detail },
    },
  ]);
}
