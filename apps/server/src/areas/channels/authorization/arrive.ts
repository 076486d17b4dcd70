import type { Arrival } from '@tradewind/connectors/arrivals.ts';
import { findMarketplace } from '@tradewind/connectors/marketplaces/registry.ts';
import { rights } from '@tradewind/contract/access/modules.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import { type Authorization, type bindShop, WAREHOUSE_PLATFORM } from '@tradewind/contract/channels.ts';
import type { App } from '../../../core/app.ts';
import { type Ctx, mayPress } from '../../../core/context.ts';
import { hashToken, newToken } from '../../../core/crypto.ts';
import { sql } from '../../../core/database/sql.ts';
import { forbidden, ruleBroken } from '../../../core/errors.ts';
import { arrivalOf, connectorFor, platformName } from '../connectors.ts';
import { type BeginInput, beginAuthorization, openConsent } from './begin.ts';
import { completeAuthorization, isSameBrowser, type Refusal } from './complete.ts';
import { allowWarehouse } from './warehouse.ts';

/** Sellers who start on the platform, and the calls that complete their authorization. */

const PURPOSE = 'channels.arrival';
/** As long as the platforms' codes are valid: time to sign in or register. */
const VALID_MINUTES = 30;

type Query = Record<string, string>;
interface Kept {
  platform: string;
  /** Data from the platform, encrypted: it may contain a code. */
  sealed: string;
  /** Hash of the browser's cookie. */
  browser: string;
}

/** Saves the data that a platform sent with a browser. @returns its key; undefined when it is not from the platform */
export async function keepArrival(
  app: App,
  platform: string,
  query: Query,
  browser: string,
): Promise<string | undefined> {
  const arrival = arrivalOf(app, platform, query);
  if (!arrival) return undefined;
  const state = newToken();
  const kept: Kept = {
    platform,
    sealed: app.vault.seal({ arrival, query }).toString('base64'),
    browser: hashToken(browser).toString('hex'),
  };
  // No company yet: the user who signs in claims it.
  await app.database.global(sql`insert into one_time_key (key_hash, purpose, company_id, payload, expires_at)
    values (${hashToken(state)}, ${PURPOSE}, 0, ${JSON.stringify(kept)}::jsonb, now() + make_interval(mins => ${VALID_MINUTES}))`);
  return state;
}

interface Found {
  platform: string;
  arrival: Arrival;
  query: Query;
}

async function find(app: App, state: string, browser: string | undefined): Promise<Found | undefined> {
  const [row] = await app.database.global<{ kept: Kept }>(sql`select payload as kept from one_time_key
    where key_hash = ${hashToken(state)} and purpose = ${PURPOSE} and used_at is null and expires_at > now()`);
  if (!row || !isSameBrowser(row.kept.browser, browser)) return undefined;
  const { platform } = row.kept;
  const sealed = Buffer.from(row.kept.sealed, 'base64');
  // It was not sealed anew when the secret changed: half an hour is not worth it.
  if (app.vault.sealerOf(sealed) === 'unknown') return undefined;
  return { platform, ...app.vault.open<Omit<Found, 'platform'>>(sealed) };
}

/** The platform's data, and the fields that are still missing. @throws ruleBroken channels.arrivalGone */
export async function showArrival(app: App, ctx: Ctx, state: string, browser: string | undefined) {
  const found = await find(app, state, browser);
  if (!found) throw ruleBroken('channels.arrivalGone');
  const { platform, arrival } = found;
  const regions = findMarketplace(platform)?.regions ?? [];
  const word = ([zh, en]: readonly [string, string]) => (ctx.language === 'zh' ? zh : en);
  return {
    platform,
    name: platformName(platform, ctx.language),
    account: arrival.account ?? (arrival.step === 'connect' ? (arrival.keys.warehouse ?? null) : null),
    region: regions.find((one) => one.code === arrival.region)?.code ?? null,
    regions: regions.map(({ code, name }) => ({ code, name: word(name) })),
    consented: arrival.step !== 'consent',
  };
}

type BindInput = Omit<ParsedOf<typeof bindShop>, 'importDays'> & { importDays?: number };

/**
 * Links the browser's platform data to the company of the signed-in user: by the code, by keys, or through the
 * platform's consent page. @throws badField for missing fields: the key stays valid for another attempt
 */
export async function bindArrival(
  app: App,
  ctx: Ctx,
  { state, importDays = 30, ...supplied }: BindInput,
  browser: string,
): Promise<Authorization> {
  const found = await find(app, state, browser);
  if (!found) return nothing('state');
  const { platform, arrival, query } = found;
  const definition = findMarketplace(platform);
  const region = definition?.regions.find((one) => one.code === (supplied.region ?? arrival.region))?.code;
  const named = definition?.fields.find((field) => field.account)?.name;
  const keys = arrival.step === 'connect' ? arrival.keys : {};
  const input: BeginInput = {
    platform,
    ...(supplied.origin ? { origin: supplied.origin } : {}),
    ...(supplied.name ? { name: supplied.name } : {}),
    ...(region ? { region } : {}),
    fields: { ...keys, ...(named && arrival.account ? { [named]: arrival.account } : {}) },
    importDays,
  };
  if (platform === WAREHOUSE_PLATFORM && arrival.step === 'connect') {
    const { accessToken = '', warehouse = '', customerCode } = arrival.keys;
    const outcome = await allowWarehouse(app, ctx, { accessToken, warehouse, customerCode });
    await use(app, state);
    return outcome;
  }
  if (arrival.step === 'exchange') {
    const opened = await openConsent(app, ctx, input, browser);
    if (!(await use(app, state))) return nothing('state');
    return ended(await completeAuthorization(app, platform, { ...query, state: opened.state }, browser, ctx.companyId));
  }
  const at = arrival.step === 'consent' ? arrival.continueAt : undefined;
  const begun = await beginAuthorization(app, ctx, input, browser, at);
  await use(app, state);
  return { isOk: true, reason: null, ...begun };
}

/** Valid once, also for concurrent requests. */
async function use(app: App, state: string): Promise<boolean> {
  const rows = await app.database.global(sql`update one_time_key set used_at = now()
    where key_hash = ${hashToken(state)} and purpose = ${PURPOSE} and used_at is null returning 1 as used`);
  return rows.length > 0;
}

const nothing = (reason: Refusal): Authorization => ({ isOk: false, reason, shopId: null, consentUrl: null });
const ended = (outcome: Omit<Authorization, 'consentUrl'>): Authorization => ({ ...outcome, consentUrl: null });

/**
 * Completes an authorization with the platform's response. The state proves the permission; for a seller who came from
 * the platform, checks the permission.
 */
export async function takeToken(
  app: App,
  ctx: Ctx,
  platform: string,
  query: Query & { state: string },
  browser: string | undefined,
  region?: string,
): Promise<Authorization> {
  connectorFor(app, platform);
  if (browser !== undefined && (await find(app, query.state, browser))?.platform === platform) {
    assertMayAuthorize(ctx);
    return bindArrival(app, ctx, { state: query.state, ...(region ? { region } : {}) }, browser);
  }
  return ended(await completeAuthorization(app, platform, query, browser, ctx.companyId));
}

/** The platform's consent page for our app. @throws ruleBroken channels.notConfigured */
export async function consentPage(app: App, ctx: Ctx, platform: string, shopId: number | undefined, browser: string) {
  assertMayAuthorize(ctx);
  connectorFor(app, platform);
  return beginAuthorization(app, ctx, { platform, ...(shopId ? { shopId } : {}), fields: {}, importDays: 30 }, browser);
}

/** Authorizes a warehouse to ship for the seller's shops with the warehouse's token. */
export async function connectWarehouse(
  app: App,
  ctx: Ctx,
  grant: Parameters<typeof allowWarehouse>[2],
): Promise<Authorization> {
  assertMayAuthorize(ctx);
  return allowWarehouse(app, ctx, grant);
}

/** For calls open to every signed-in user, some only with a state. */
function assertMayAuthorize(ctx: Ctx): void {
  if (!mayPress(ctx.rights, rights.salesChannel.authorize)) throw forbidden();
}
