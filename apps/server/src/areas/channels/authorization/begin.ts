import { randomUUID } from 'node:crypto';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { authorizeShop } from '@tradewind/contract/channels.ts';
import { sql } from 'drizzle-orm/sql/sql';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import { hashToken, newToken } from '../../../core/crypto.ts';
import type { Tx } from '../../../core/database/database.ts';
import { writeHistory } from '../../../core/documents.ts';
import { badField, ruleBroken } from '../../../core/errors.ts';
import { connectorFor } from '../connectors.ts';
import { assertRoom } from '../shops/limit.ts';
import { type Shop, shopInScope } from '../shops/shops.ts';
import { grantToActor } from './grant.ts';
import { amazonRegion, homeOf, moduleOf, shopifyDomain } from './places.ts';

const VALID_MINUTES = 15;
export const PURPOSE = 'channels.authorize';

/** What comes back with the browser, kept by its one-time key. */
export interface Consent extends Record<string, unknown> {
  shopId: number;
  platform: string;
  redirectUri: string;
  home: string;
  importDays: number;
  userId: number;
  userName: string;
  /** Hash of the cookie of the browser that asked: a link sent to somebody else opens nothing. */
  browser: string;
}

type Input = ParsedOf<typeof authorizeShop>;

/**
 * Notes a shop as pending and gives the address at which the seller allows our app. `browser` is the value of a cookie
 * that only the asking browser has.
 */
export async function beginAuthorization(
  app: App,
  ctx: Ctx,
  input: Input,
  browser: string,
): Promise<{ shopId: number; consentUrl: string }> {
  const connector = connectorFor(app, input.platform);
  const home = homeOf(app.config.publicUrl, input.origin);
  const redirectUri = `${home}/api/callback/${input.platform}`;
  const state = newToken();
  const shop = await app.database.inCompany(ctx, async (tx) => {
    const found = await shopToAuthorize(tx, ctx, input);
    const consent: Consent = {
      shopId: found.id,
      platform: input.platform,
      redirectUri,
      home,
      importDays: input.importDays,
      userId: ctx.actor.userId,
      userName: ctx.actor.name,
      browser: hashToken(browser).toString('hex'),
    };
    await tx.rows(sql`insert into one_time_key (key_hash, purpose, company_id, payload, expires_at)
      values (${hashToken(state)}, ${PURPOSE}, ${tx.companyId}, ${JSON.stringify(consent)}::jsonb,
              ${new Date(tx.now.getTime() + VALID_MINUTES * 60_000)})`);
    return found;
  });
  const account = input.platform === 'shopify' ? { account: shop.account } : {};
  const region = input.platform === 'amazon' ? { region: input.country ?? shop.region } : {};
  return { shopId: shop.id, consentUrl: connector.consentUrl({ state, redirectUri, ...account, ...region }) };
}

async function shopToAuthorize(tx: Tx, ctx: Ctx, input: Input): Promise<Shop> {
  if (input.shopId !== undefined) {
    const shop = await shopInScope(tx, ctx, input.shopId);
    if (shop.platform !== input.platform) throw ruleBroken('channels.platformDiffers');
    return shop;
  }
  if (input.platform === 'amazon') {
    if (!input.country) throw badField('country', 'channels.countryMissing');
    const region = amazonRegion(input.country);
    const given = await givenUp(tx, region);
    if (given !== undefined) return shopInScope(tx, { rights: { ...ctx.rights, shopIds: null } }, given);
    // Which seller it is we learn when the browser comes back.
    return newShop(tx, ctx, {
      platform: 'amazon',
      account: `pending-${randomUUID()}`,
      name: `Amazon ${input.country}`,
      region,
    });
  }
  const account = shopifyDomain(input.shopDomain ?? '');
  if (!account) throw badField('shopDomain', 'channels.domainBad');
  const known = await tx.row<{ id: number }>(sql`select id from shop
    where company_id = ${tx.companyId} and platform = 'shopify' and account = ${account} and region = ''`);
  if (known) return shopInScope(tx, ctx, known.id);
  return newShop(tx, ctx, { platform: 'shopify', account, name: account.replace('.myshopify.com', ''), region: '' });
}

/** A consent that nobody came back from in time leaves its shop to the next one. */
async function givenUp(tx: Tx, region: string): Promise<number | undefined> {
  const row = await tx.row<{
    id: number;
  }>(sql`update shop set updated_at = ${tx.now} where company_id = ${tx.companyId} and id = (
      select id from shop where company_id = ${tx.companyId} and platform = 'amazon' and region = ${region} and authorized_at is null
        and updated_at < ${new Date(tx.now.getTime() - VALID_MINUTES * 60_000)} order by id limit 1 for update skip locked) returning id`);
  return row?.id;
}

async function newShop(tx: Tx, ctx: Ctx, shop: Pick<Shop, 'platform' | 'account' | 'name' | 'region'>): Promise<Shop> {
  await assertRoom(tx);
  const row = await tx.row<{
    id: number;
  }>(sql`insert into shop (company_id, platform, name, account, region, module_id, created_at, updated_at)
    values (${tx.companyId}, ${shop.platform}, ${shop.name}, ${shop.account}, ${shop.region}, ${moduleOf(shop.platform, shop.region, [])},
            ${tx.now}, ${tx.now}) returning id`);
  const id = row?.id ?? 0;
  await grantToActor(tx, ctx, id);
  writeHistory(tx, [{ docKind: 'shop', docId: id, event: 'added', toState: 'pending' }]);
  // The rights of this request were read before the shop was: it is read as the program sees it.
  return shopInScope(tx, { rights: { ...ctx.rights, shopIds: null } }, id);
}
