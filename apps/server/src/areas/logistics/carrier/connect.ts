import type { CarrierConnector } from '@tradewind/connectors/carriers/connector.ts';
import { findCarrier } from '@tradewind/connectors/carriers/registry.ts';
import { type CarrierAccess, ConnectorError, type Tokens } from '@tradewind/connectors/types.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { ruleBroken } from '../../../core/errors.ts';

/** Shorter than the minute after which a purchase in progress counts as lost. */
const TIMEOUT_MS = 30_000;
const RENEW_BEFORE_MS = 120_000;

export type Keys = Record<string, string>;

interface Account {
  carrier: string;
  accountNumber: string;
  sandbox: boolean;
  keys: Keys;
  tokens: Tokens | undefined;
}

const connectors = new Map<string, CarrierConnector>();

function connectorFor(app: App, carrier: string, sandbox: boolean): CarrierConnector {
  const host = sandbox || app.config.roles.includes('sandbox') ? app.config.sandboxUrl : '';
  const known = connectors.get(`${carrier} ${host}`);
  if (known) return known;
  const definition = findCarrier(carrier);
  if (!definition) throw ruleBroken('logistics.carrierUnknown');
  const baseUrls = Object.fromEntries(
    Object.entries(definition.sandbox.baseUrls).map(([name, path]) => [name, `${host}${path}`]),
  );
  const connector = definition.create({ http: { timeoutMs: TIMEOUT_MS, ...(host ? { baseUrls } : {}) } });
  connectors.set(`${carrier} ${host}`, connector);
  return connector;
}

/** The public tracking page; null where no carrier has one. */
export function trackingUrl(app: App, carrier: string, trackingNumber: string | null): string | null {
  return trackingNumber && findCarrier(carrier) ? connectorFor(app, carrier, false).trackingUrl(trackingNumber) : null;
}

/** Boxes that one shipment of the carrier may have. */
export function boxesAtMost(app: App, carrier: string): number {
  return connectorFor(app, carrier, false).boxes ?? 1;
}

async function readAccount(app: App, ctx: Ctx, accountId: number): Promise<Account> {
  const row = await app.database.inCompany(ctx, (tx) =>
    tx.row<{
      carrier: string;
      accountNumber: string;
      sandbox: boolean;
      credentials: Buffer;
      tokens: Buffer | null;
    }>(sql`select carrier, account_number, sandbox, credentials, tokens
      from carrier_account where company_id = ${tx.companyId} and id = ${accountId}`),
  );
  if (!row) throw ruleBroken('logistics.accountGone');
  return {
    ...row,
    keys: app.vault.open<Keys>(row.credentials),
    tokens: row.tokens ? app.vault.open<Tokens>(row.tokens) : undefined,
  };
}

/** One token request per account at a time in this process: UPS treats a token per call as abuse. */
const asking = new Map<string, Promise<Tokens>>();

async function newTokens(app: App, ctx: Ctx, accountId: number, account: Account): Promise<Tokens> {
  const key = `${ctx.companyId}/${accountId}`;
  const running = asking.get(key);
  if (running) return running;
  const requested = askTokens(app, ctx, accountId, account).finally(() => asking.delete(key));
  asking.set(key, requested);
  return requested;
}

async function askTokens(app: App, ctx: Ctx, accountId: number, account: Account): Promise<Tokens> {
  try {
    const tokens = await connectorFor(app, account.carrier, account.sandbox).authenticate(accessOf(account));
    await app.database.inCompany(ctx, (tx) =>
      tx.rows(sql`update carrier_account set tokens = ${app.vault.seal(tokens)}, state = 'authorized', last_error = null
        where company_id = ${tx.companyId} and id = ${accountId}`),
    );
    return tokens;
  } catch (error) {
    const refused = error instanceof ConnectorError && (error.kind === 'unauthorized' || error.kind === 'rejected');
    await app.database.inCompany(ctx, (tx) =>
      tx.rows(sql`update carrier_account set last_error = ${(error as Error).message.slice(0, 500)},
          state = case when ${refused} then 'failed' else state end, tokens = case when ${refused} then null else tokens end
        where company_id = ${tx.companyId} and id = ${accountId}`),
    );
    throw error;
  }
}

function accessOf(account: Account, tokens?: Tokens): CarrierAccess {
  return { keys: account.keys, accountNumber: account.accountNumber, ...(tokens ? { tokens } : {}) };
}

/** Requests new tokens and ignores saved ones. @throws ConnectorError */
export async function authorize(app: App, ctx: Ctx, accountId: number): Promise<void> {
  await newTokens(app, ctx, accountId, await readAccount(app, ctx, accountId));
}

/**
 * Calls the carrier with a valid token: reuses saved tokens until shortly before they expire, and renews a rejected one
 * once (a rejected call did nothing). Never inside a transaction.
 */
export async function withCarrier<T>(
  app: App,
  ctx: Ctx,
  accountId: number,
  work: (connector: CarrierConnector, access: CarrierAccess) => Promise<T>,
): Promise<T> {
  const account = await readAccount(app, ctx, accountId);
  const connector = connectorFor(app, account.carrier, account.sandbox);
  const ends = account.tokens?.accessExpiresAt;
  const good = account.tokens && (!ends || Date.parse(ends) - RENEW_BEFORE_MS > Date.now());
  const tokens = good && account.tokens ? account.tokens : await newTokens(app, ctx, accountId, account);
  try {
    return await work(connector, accessOf(account, tokens));
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.kind !== 'unauthorized') throw error;
    return work(connector, accessOf(account, await newTokens(app, ctx, accountId, account)));
  }
}
