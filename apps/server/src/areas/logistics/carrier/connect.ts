import type { CarrierConnector, CarrierExtras } from '@tradewind/connectors/carriers/connector.ts';
import { CARRIERS, findCarrier } from '@tradewind/connectors/carriers/registry.ts';
import { type CarrierAccess, ConnectorError, type Tokens } from '@tradewind/connectors/types.ts';
import type { App } from '../../../core/app.ts';
import { ConfigError } from '../../../core/config.ts';
import type { Ctx } from '../../../core/context.ts';
import { isSameSealed } from '../../../core/crypto.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { ruleBroken } from '../../../core/errors.ts';
import { inFlight } from '../../../core/in-flight.ts';
import { isStill } from '../../../core/sealed.ts';

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
  /** `tokens` as stored. */
  sealed: Buffer | null;
  byConsent: boolean;
  pushKey: string;
}

const connectors = new Map<string, CarrierConnector>();

/** Empty: the real carrier. */
const standInHost = (app: App, sandbox: boolean): string =>
  sandbox || app.config.sandbox ? app.config.sandboxUrl : '';

export function connectorFor(app: App, carrier: string, sandbox: boolean): CarrierConnector {
  const host = standInHost(app, sandbox);
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

/** Whether a carrier with accounts has this capability. */
export function can(app: App, carrier: string, capability: keyof CarrierExtras): boolean {
  return Boolean(findCarrier(carrier) && connectorFor(app, carrier, false)[capability]);
}

/** Carriers that check addresses of a country, those first that know its streets. */
export function addressCarriers(app: App, country: string): string[] {
  const able = CARRIERS.map((one) => connectorFor(app, one.carrier, false)).filter((one) => one.validateAddress);
  const [streets, any] = [able.filter((one) => one.addressCountries), able.filter((one) => !one.addressCountries)];
  return [...streets.filter((one) => one.addressCountries?.includes(country)), ...any].map(({ carrier }) => carrier);
}

/** Boxes that one shipment of the carrier may have. */
export function boxesAtMost(app: App, carrier: string): number {
  return connectorFor(app, carrier, false).boxes ?? 1;
}

const readAccount = (app: App, ctx: Ctx, accountId: number): Promise<Account> =>
  app.database.inCompany(ctx, (tx) => accountIn(app, tx, accountId));

async function accountIn(app: App, tx: Tx, accountId: number): Promise<Account> {
  const row = await tx.row<{
    carrier: string;
    accountNumber: string;
    sandbox: boolean;
    credentials: Buffer;
    sealed: Buffer | null;
    pushKey: string;
  }>(sql`select carrier, account_number, sandbox, credentials, tokens as sealed, push_key
    from carrier_account where company_id = ${sql.company} and id = ${accountId}`);
  if (!row) throw ruleBroken('logistics.accountGone');
  const { credentials, ...account } = row;
  const keys = app.vault.open<Keys>(credentials);
  return {
    ...{ ...account, keys, byConsent: isByConsent(row.carrier, keys) },
    tokens: row.sealed ? app.vault.open<Tokens>(row.sealed) : undefined,
  };
}

/** Of one process: its callers share one place in the queue before the lock, and one connection. */
const asking = new WeakMap<App, ReturnType<typeof inFlight<Tokens>>>();

/** @param stale the stored tokens that are to be replaced: who finds others there takes those */
async function newTokens(app: App, ctx: Ctx, accountId: number, { sealed: stale }: Account): Promise<Tokens> {
  const shared = asking.get(app) ?? inFlight<Tokens>();
  asking.set(app, shared);
  return shared(`${ctx.companyId}/${accountId}`, async () => {
    const { tokens, error } = await app.database.inCompany(ctx, (tx) => renew(app, tx, accountId, stale));
    if (!tokens) throw error;
    return tokens;
  });
}

interface Renewed {
  tokens?: Tokens;
  error?: unknown;
}

/**
 * One token request per account at a time, over all processes: UPS treats a token per call as abuse, and a refresh token
 * is good once. The lock lasts while the carrier answers; its row is free meanwhile. A failure is returned, because it is
 * saved with the account.
 */
async function renew(app: App, tx: Tx, accountId: number, stale: Buffer | null): Promise<Renewed> {
  const key = `carrier_token:${tx.companyId}/${accountId}`;
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  const account = await accountIn(app, tx, accountId);
  const { byConsent, sealed } = account;
  // Of several calls that one token died under, the first has renewed it.
  if (account.tokens && !isSameSealed(sealed, stale)) return { tokens: account.tokens };
  const answer = await request(app, account).then(
    (tokens) => ({ tokens }),
    (error: unknown) => ({ error }),
  );
  if ('error' in answer) return refusedTokens(app, tx, accountId, account, answer.error);
  const { tokens } = answer;
  const kept = await tx.row(sql`update carrier_account
    set tokens = ${app.vault.seal(tokens)}, state = 'authorized', last_error = null
    where company_id = ${sql.company} and id = ${accountId} and (not ${byConsent} or ${isStill(sql`tokens`, sealed)}) returning id`);
  return { tokens: kept ? tokens : ((await accountIn(app, tx, accountId)).tokens ?? tokens) };
}

async function refusedTokens(
  app: App,
  tx: Tx,
  accountId: number,
  { byConsent, sealed }: Account,
  error: unknown,
): Promise<Renewed> {
  const refused = error instanceof ConnectorError && (error.kind === 'unauthorized' || error.kind === 'rejected');
  if (refused && byConsent) {
    // The seller may have agreed once more meanwhile, and those tokens are just as good.
    const now = await accountIn(app, tx, accountId);
    if (now.tokens && sealed && !isSameSealed(now.sealed, sealed)) return { tokens: now.tokens };
  }
  await tx.rows(sql`update carrier_account set last_error = ${(error as Error).message.slice(0, 500)},
      state = case when ${refused} then 'failed' else state end, tokens = case when ${refused} then null else tokens end
    where company_id = ${sql.company} and id = ${accountId} and (not ${byConsent} or ${isStill(sql`tokens`, sealed)})`);
  return { error };
}

async function request(app: App, account: Account): Promise<Tokens> {
  const { carrier, sandbox, byConsent, tokens } = account;
  if (byConsent && !tokens?.refreshToken)
    throw new ConnectorError(carrier, 'unauthorized', 'The account is not connected: nobody has authorized it yet');
  return connectorFor(app, carrier, sandbox).authenticate(accessOf(app, account, byConsent ? tokens : undefined));
}

function accessOf(app: App, account: Account, tokens?: Tokens): CarrierAccess {
  const keys = account.byConsent ? ownKeys(app, account.carrier, account.sandbox) : account.keys;
  if (!keys) throw ruleBroken('logistics.consentNotOffered');
  return { keys, accountNumber: account.accountNumber, ...(tokens ? { tokens } : {}) };
}

/** Whether an account is connected by consent: no key of its own was typed. */
export function isByConsent(carrier: string, keys: Keys): boolean {
  const definition = findCarrier(carrier);
  return definition?.consent !== undefined && definition.keys.every(({ name, optional }) => optional || !keys[name]);
}

/** The program's own keys at a carrier; undefined where the carrier has no consent or the installation no keys. */
export function ownKeys(app: App, carrier: string, sandbox: boolean): Keys | undefined {
  const consent = findCarrier(carrier)?.consent;
  if (!consent) return undefined;
  if (standInHost(app, sandbox)) return { ...consent.sandbox };
  const entries = Object.entries(consent.credentials).map(([name, variable]) => [name, process.env[variable]] as const);
  return entries.every(([, value]) => value) ? Object.fromEntries(entries as [string, string][]) : undefined;
}

/** At the start, so that a mistake stops it. @throws ConfigError when only some of a carrier's keys are set */
export function checkOwnKeys(env: Readonly<Record<string, string | undefined>>): void {
  for (const { consent } of CARRIERS) {
    const names = Object.values(consent?.credentials ?? {});
    const missing = names.filter((name) => !env[name]);
    if (missing.length > 0 && missing.length < names.length)
      throw new ConfigError(`${missing.join(', ')} is not set: it should be set together with ${names.join(', ')}.`);
  }
}

/** The connector and keys of an account, to read what its carrier sends. */
export async function carrierAccess(app: App, ctx: Ctx, accountId: number) {
  const account = await readAccount(app, ctx, accountId);
  return { connector: connectorFor(app, account.carrier, account.sandbox), access: accessOf(app, account) };
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
  work: (connector: CarrierConnector, access: CarrierAccess, pushKey: string) => Promise<T>,
): Promise<T> {
  const account = await readAccount(app, ctx, accountId);
  const connector = connectorFor(app, account.carrier, account.sandbox);
  const ends = account.tokens?.accessExpiresAt;
  const good = account.tokens && (!ends || Date.parse(ends) - RENEW_BEFORE_MS > Date.now());
  const tokens = good && account.tokens ? account.tokens : await newTokens(app, ctx, accountId, account);
  try {
    return await work(connector, accessOf(app, account, tokens), account.pushKey);
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.kind !== 'unauthorized') throw error;
    const renewed = await newTokens(app, ctx, accountId, account);
    return work(connector, accessOf(app, account, renewed), account.pushKey);
  }
}
