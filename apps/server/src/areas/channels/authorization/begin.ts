import { randomUUID } from 'node:crypto';
import type { MarketplaceConnector } from '@tradewind/connectors/capabilities/connector.ts';
import type { MarketplaceDefinition } from '@tradewind/connectors/capabilities/definition.ts';
import { findMarketplace } from '@tradewind/connectors/marketplaces/registry.ts';
import { ConnectorError } from '@tradewind/connectors/types.ts';
import { rights } from '@tradewind/contract/access/modules.ts';
import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { authorizeShop } from '@tradewind/contract/channels.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import { hashToken, newToken } from '../../../core/crypto.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { badField, ruleBroken } from '../../../core/errors.ts';
import { grantToActor } from '../../access/public.ts';
import { connectorFor } from '../connectors.ts';
import { assertRoom } from '../shops/limit.ts';
import { type Shop, shopInScope } from '../shops/shops.ts';
import { type Consent, connect, PURPOSE } from './complete.ts';
import { homeOf } from './places.ts';

const VALID_MINUTES = 15;
/** Temporary account of a shop until the platform returns the real one. */
const PENDING = 'pending-';

export type BeginInput = Omit<ParsedOf<typeof authorizeShop>, 'origin'> & { origin?: string | undefined };
type Begun = ResultOf<typeof authorizeShop>;

/**
 * Creates a pending shop and returns the address of the platform's consent page. `browser` is a cookie that only this
 * browser has. On platforms connected by keys, verifies the keys and authorizes the shop at once, without an address.
 */
export async function beginAuthorization(
  app: App,
  ctx: Ctx,
  input: BeginInput,
  browser: string,
  continueAt?: string,
): Promise<Begun> {
  if (connectorOf(app, input.platform).connect) return byKeys(app, ctx, input, browser);
  const { shop, state, redirectUri } = await openConsent(app, ctx, input, browser);
  if (continueAt) {
    const url = new URL(continueAt);
    url.searchParams.set('state', state);
    url.searchParams.set('redirect_uri', redirectUri);
    return { shopId: shop.id, consentUrl: url.toString(), issued: null };
  }
  const account = shop.account.startsWith(PENDING) ? {} : { account: shop.account };
  const region = input.region ?? shop.region;
  const consentUrl = connectorOf(app, input.platform).consentUrl?.({
    state,
    redirectUri,
    ...account,
    ...(region ? { region } : {}),
  });
  if (!consentUrl) throw new Error(`${input.platform} can be connected neither by consent nor by keys`);
  return { shopId: shop.id, consentUrl, issued: null };
}

/** The pending shop, and the state for its authorization. */
export async function openConsent(
  app: App,
  ctx: Ctx,
  input: BeginInput,
  browser: string,
): Promise<{ shop: Shop; state: string; redirectUri: string }> {
  const definition = definitionOf(input.platform);
  connectorOf(app, input.platform);
  const desired = await desiredOf(app, ctx, definition, input);
  if (input.shopId === undefined) await assertKnown(app, ctx, definition, desired.account);
  const consent = consentOf(app, ctx, input, browser);
  const redirectUri = `${consent.home}/api/callback/${input.platform}`;
  const state = newToken();
  const shop = await app.database.inCompany(ctx, async (tx) => {
    const found = await shopToAuthorize(tx, ctx, definition, input, desired);
    await tx.rows(sql`insert into one_time_key (key_hash, purpose, company_id, payload, expires_at)
      values (${hashToken(state)}, ${PURPOSE}, ${sql.company}, ${JSON.stringify({ ...consent, shopId: found.id, redirectUri })}::jsonb,
              ${new Date(tx.now.getTime() + VALID_MINUTES * 60_000)})`);
    return found;
  });
  return { shop, state, redirectUri };
}

/**
 * Before anything is kept: a mistyped address would leave a shop behind that nobody can authorize. A platform that does
 * not answer is given the benefit of the doubt, because its consent page comes next. @throws badField at the address
 */
async function assertKnown(
  app: App,
  ctx: Ctx,
  definition: MarketplaceDefinition,
  account: string | undefined,
): Promise<void> {
  const field = definition.fields.find((one) => one.account);
  const connector = connectorOf(app, definition.platform);
  if (!account || !field || !connector.knowsAccount) return;
  const known = await connector.knowsAccount(account).catch((error: unknown) => {
    if (error instanceof ConnectorError) return true;
    throw error;
  });
  if (known) return;
  // A full plan is the first thing to say.
  await app.database.inCompany(ctx, assertRoom);
  const name = definition.name[ctx.language === 'zh' ? 0 : 1];
  throw badField(`fields.${field.name}`, 'channels.noSuchShop', { name, account });
}

const consentOf = (app: App, ctx: Ctx, input: BeginInput, browser: string): Omit<Consent, 'shopId'> => ({
  platform: input.platform,
  redirectUri: '',
  home: homeOf(app.config.publicUrl, input.origin),
  name: input.name || null,
  importDays: input.importDays,
  userId: ctx.actor.userId,
  userName: ctx.actor.name,
  browser: hashToken(browser).toString('hex'),
});

function connectorOf(app: App, platform: string): MarketplaceConnector {
  definitionOf(platform);
  return connectorFor(app, platform);
}

interface Desired {
  /** The group of the chosen region. */
  region: string;
  regionName: string;
  /** Known before the authorization (Shopify's domain). */
  account: string | undefined;
  keys: Record<string, string>;
}

async function desiredOf(app: App, ctx: Ctx, definition: MarketplaceDefinition, input: BeginInput): Promise<Desired> {
  const { shopId } = input;
  const known =
    shopId === undefined ? undefined : await app.database.inCompany(ctx, (tx) => shopInScope(tx, ctx, shopId));
  return read(ctx, definition, input, known?.region);
}

/** `door`: the region of a shop that is authorized again. @throws badField for missing choices or fields */
function read(ctx: Ctx, definition: MarketplaceDefinition, input: BeginInput, door: string | undefined): Desired {
  const again = input.shopId !== undefined;
  const region = definition.regions.find((one) =>
    again ? (one.group ?? one.code) === door : one.code === input.region,
  );
  if (definition.regions.length > 0 && !region && !again) throw badField('region', 'channels.countryMissing');
  const keys: Record<string, string> = {};
  let account: string | undefined;
  for (const field of definition.fields) {
    if (field.regions && !(region && field.regions.includes(region.code))) continue;
    const typed = input.fields[field.name]?.trim() ?? '';
    if (field.account) {
      account = field.account.normalize(typed);
      if (!account && !again)
        throw badField(`fields.${field.name}`, 'channels.fieldBad', {
          name: field.label[ctx.language === 'zh' ? 0 : 1],
        });
    } else if (typed === '' && !field.optional) {
      throw badField(`fields.${field.name}`, 'channels.fieldMissing', {
        name: field.label[ctx.language === 'zh' ? 0 : 1],
      });
    }
    if (typed !== '') keys[field.name] = typed;
  }
  return { region: region?.group ?? region?.code ?? '', regionName: region?.code ?? '', account, keys };
}

async function byKeys(app: App, ctx: Ctx, input: BeginInput, browser: string): Promise<Begun> {
  const definition = definitionOf(input.platform);
  const connector = connectorOf(app, input.platform);
  const desired = await desiredOf(app, ctx, definition, input);
  const region = desired.region ? { region: desired.region } : {};
  const known = input.shopId === undefined ? {} : await knownAccount(app, ctx, input.shopId);
  try {
    const got = (await connector.connect?.({ keys: desired.keys, ...region, ...known })) ?? raise('no connect');
    const { tokens, account } = got;
    const shop = await app.database.inCompany(ctx, (tx) =>
      shopToAuthorize(tx, ctx, definition, input, { ...desired, account }),
    );
    const consent = { ...consentOf(app, ctx, input, browser), shopId: shop.id };
    const shopId = await connect(app, ctx, connector, consent, tokens, account);
    if (shopId === null) throw ruleBroken('channels.otherAccount', { account });
    return { shopId, consentUrl: null, issued: got.issued ?? null };
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const away = error.kind === 'unavailable' || error.kind === 'throttled';
    throw ruleBroken(away ? 'channels.platformAway' : 'channels.keysRefused', { detail: error.message });
  }
}

/** Of a shop that is authorized again; none the first time. */
async function knownAccount(app: App, ctx: Ctx, shopId: number): Promise<{ account?: string }> {
  const { account } = await app.database.inCompany(ctx, (tx) => shopInScope(tx, ctx, shopId));
  return account.startsWith(PENDING) ? {} : { account };
}

const raise = (message: string): never => {
  throw new Error(message);
};

function definitionOf(platform: string): MarketplaceDefinition {
  const definition = findMarketplace(platform);
  if (!definition) throw badField('platform', 'channels.platformUnknown');
  return definition;
}

async function shopToAuthorize(
  tx: Tx,
  ctx: Ctx,
  definition: MarketplaceDefinition,
  input: BeginInput,
  { region, regionName, account }: Desired,
): Promise<Shop> {
  const { platform } = definition;
  if (input.shopId !== undefined) {
    const shop = await shopInScope(tx, ctx, input.shopId);
    if (shop.platform !== platform) throw ruleBroken('channels.platformDiffers');
    return shop;
  }
  const name = input.name || [definition.name[1], regionName].filter(Boolean).join(' ');
  const moduleId = rights[definition.orderMenu(region, [])].id;
  if (account) {
    const known = await tx.row<{ id: number }>(sql`select id from shop
      where company_id = ${sql.company} and platform = ${platform} and account = ${account} and region = ${region}`);
    if (known) return shopInScope(tx, ctx, known.id);
    return newShop(tx, ctx, {
      platform,
      account,
      name: input.name || (account.split('.')[0] ?? account),
      region,
      moduleId,
    });
  }
  const supplied = await abandoned(tx, platform, region);
  if (supplied !== undefined) return shopInScope(tx, { rights: { ...ctx.rights, shopIds: null } }, supplied);
  // The seller is known only when the browser returns.
  return newShop(tx, ctx, { platform, account: `${PENDING}${randomUUID()}`, name, region, moduleId });
}

/** An authorization that expired leaves its pending shop to the next one. */
async function abandoned(tx: Tx, platform: string, region: string): Promise<number | undefined> {
  const row = await tx.row<{
    id: number;
  }>(sql`update shop set updated_at = ${tx.now} where company_id = ${sql.company} and id = (
      select id from shop where company_id = ${sql.company} and platform = ${platform} and region = ${region} and authorized_at is null
        and account like ${`${PENDING}%`}
        and updated_at < ${new Date(tx.now.getTime() - VALID_MINUTES * 60_000)} order by id limit 1 for update skip locked) returning id`);
  return row?.id;
}

type NewShop = Pick<Shop, 'platform' | 'account' | 'name' | 'region' | 'moduleId'>;

async function newShop(tx: Tx, ctx: Ctx, shop: NewShop): Promise<Shop> {
  await assertRoom(tx);
  const row = await tx.row<{
    id: number;
  }>(sql`insert into shop (company_id, platform, name, account, region, module_id, created_at, updated_at)
    values (${sql.company}, ${shop.platform}, ${shop.name}, ${shop.account}, ${shop.region}, ${shop.moduleId}, ${tx.now}, ${tx.now})
    returning id`);
  const id = row?.id ?? 0;
  await grantToActor(tx, 'shop', id);
  writeHistory(tx, [{ docKind: 'shop', docId: id, event: 'added', toState: 'pending' }]);
  // The rights of this request were read before the shop was: it is read as the program sees it.
  return shopInScope(tx, { rights: { ...ctx.rights, shopIds: null } }, id);
}
