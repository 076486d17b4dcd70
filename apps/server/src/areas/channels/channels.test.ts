import { rights } from '@tradewind/contract/access/modules.ts';
import { getAlerts } from '@tradewind/contract/access.ts';
import * as calls from '@tradewind/contract/channels.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../core/context.ts';
import type { Person } from '../../testing/harness.ts';
import { withShop } from './public.ts';
import { runStream } from './sync/run-stream.ts';
import { type Outside, openOutside } from './testing/sandbox.ts';

let outside: Outside;
let main: Person & { ctx: Ctx };
let other: Person & { ctx: Ctx };
const AMAZON = { platform: 'amazon' as const, region: 'US' };
const SHOPIFY = { platform: 'shopify' as const, fields: { shopDomain: 'https://tradewind-demo.myshopify.com/admin' } };

beforeAll(async () => {
  outside = await openOutside();
  main = await outside.server.company('Sellers');
  other = await outside.server.company('Others');
});
afterAll(() => outside.close());

describe('connecting an Amazon seller', () => {
  it('goes to the consent and back, keeps the tokens sealed and learns what the shop is', async () => {
    const { shopId, landed } = await outside.connect(main, AMAZON);
    expect(landed).toBe('/#/amazonAccessToken?code=200');
    const shop = await outside.shop(shopId);
    expect(shop).toMatchObject({
      state: 'authorized',
      account: 'A2TRADEWIND01',
      region: 'na',
      module_id: 402,
      currency: 'USD',
      marketplace_ids: ['ATVPDKIKX0DER'],
    });
    const sealed = shop.tokens as Buffer;
    expect(sealed.toString('latin1')).not.toContain('Atzr');
    expect(outside.server.app.vault.open<{ refreshToken: string }>(sealed).refreshToken).toMatch(/^Atzr/);
    const row = (await outside.server.ok(calls.listShops, {}, main)).rows.find((each) => each.id === shopId);
    expect(row).toMatchObject({ state: 'authorized', platformName: '亚马逊', parked: 0, lastErrorText: null });
    expect(Date.parse(row?.consentEndsAt ?? '') - Date.now()).toBeGreaterThan(360 * 86_400_000);
  });

  it('takes a state once, and only from the browser that asked', async () => {
    const first = await outside.connect(main, AMAZON);
    const again = await fetch(first.callback, { redirect: 'manual', headers: { cookie: first.cookie } });
    expect(again.headers.get('location')).toContain('code=400&reason=state');
    const stranger = await outside.connect(main, AMAZON, { cookie: null });
    expect(stranger.landed).toBe('/#/amazonAccessToken?code=400&reason=browser');
    const forged = await outside.connect(main, AMAZON, { cookie: 'tradewind_consent=guessed' });
    expect(forged.landed).toBe('/#/amazonAccessToken?code=400&reason=browser');
    const invented = await fetch(
      `${outside.server.url}/api/callback/amazon?state=x&selling_partner_id=A&spapi_oauth_code=c`,
      {
        redirect: 'manual',
      },
    );
    expect(invented.headers.get('location')).toContain('reason=state');
  });

  it('authorizes the known shop anew instead of adding the same seller twice', async () => {
    await outside.connect(main, AMAZON);
    const { rows } = await outside.server.ok(calls.listShops, { state: 'authorized', platform: 'amazon' }, main);
    expect(rows.map((row) => row.account)).toEqual(['A2TRADEWIND01']);
    const { shopId, landed } = await outside.connect(main, { platform: 'amazon', shopId: rows[0]?.id });
    expect([shopId, landed]).toEqual([rows[0]?.id, '/#/amazonAccessToken?code=200']);
  });

  it('says on the landing page that the code was not taken', async () => {
    const spoilt = await outside.connect(main, AMAZON, {
      change: (callback) => callback.searchParams.set('spapi_oauth_code', 'wrong'),
    });
    expect(spoilt.landed).toBe('/#/amazonAccessToken?code=400&reason=exchange');
    const found = await outside.server.ok(calls.findShop, { id: spoilt.shopId }, main);
    expect([found.state, found.log[0]?.event]).toEqual(['pending', 'authorizationFailed']);
    await outside.server.ok(calls.removeShop, { id: spoilt.shopId }, main);
  });
});

describe('connecting a Shopify shop', () => {
  it('checks the signature of the callback, keeps rotating tokens and subscribes the pushes', async () => {
    const forged = await outside.connect(main, SHOPIFY, {
      change: (callback) => callback.searchParams.set('shop', 'tradewind-demo2.myshopify.com'),
    });
    expect(forged.landed).toBe('/#/publicAccessToken?platform=shopify&code=400&reason=exchange');
    const { shopId, landed } = await outside.connect(main, SHOPIFY);
    expect(landed).toBe('/#/publicAccessToken?platform=shopify&code=200');
    expect(shopId).toBe(forged.shopId);
    const shop = await outside.shop(shopId);
    expect(shop).toMatchObject({
      state: 'authorized',
      account: 'tradewind-demo.myshopify.com',
      module_id: 410,
      currency: 'USD',
    });
    expect(shop.access_expires_at).toBeInstanceOf(Date);
  });

  it('refuses a domain where no shop is, before anything is kept', async () => {
    const before = (await outside.server.ok(calls.listShops, {}, other)).rows;
    const answer = await outside.server.call(
      calls.authorizeShop,
      { platform: 'shopify', fields: { shopDomain: 'tradewind-dmeo' } },
      other,
    );
    expect([answer.status, answer.data]).toMatchObject([400, { fields: [{ path: 'fields.shopDomain' }] }]);
    expect((await outside.server.ok(calls.listShops, {}, other)).rows).toEqual(before);
  });

  it('asks for a domain that can be one', async () => {
    const answer = await outside.server.call(
      calls.authorizeShop,
      { platform: 'shopify', fields: { shopDomain: 'evil.com/x' } },
      main,
    );
    expect(answer.data).toMatchObject({ fields: [{ path: 'fields.shopDomain' }] });
    const none = await outside.server.call(calls.authorizeShop, { platform: 'amazon' }, main);
    expect(none.data).toMatchObject({ fields: [{ path: 'region' }] });
  });
});

describe('connecting by keys of the seller’s own', () => {
  const lowes = { platform: 'lowes' as const, region: 'DSV' };
  const fields = { accountId: '1000054322', clientId: '7ab31c55e0d2', clientSecret: 'lowes-drop-ship-secret' };

  it('asks for the keys of the door that was chosen, and for no other', async () => {
    const vendor = await outside.server.company('Vendors');
    const missing = await outside.server.call(calls.authorizeShop, lowes, vendor);
    expect(missing.data).toMatchObject({ fields: [{ path: 'fields.accountId' }] });
    const seller = await outside.server.call(calls.authorizeShop, { ...lowes, region: 'MKP' }, vendor);
    expect(seller.data).toMatchObject({ fields: [{ path: 'fields.instance' }] });
    const offered = await outside.server.ok(calls.getPlatForm, {}, vendor);
    const requested = offered.list.find((one) => one.platform === 'lowes')?.fields ?? [];
    expect(requested.find((one) => one.name === 'apiKey')?.regions).toEqual(['MKP']);

    const { shopId } = await outside.server.ok(calls.authorizeShop, { ...lowes, fields }, vendor);
    const shop = await outside.shop(shopId);
    expect(shop).toMatchObject({
      state: 'authorized',
      account: '1000054322.1000020001',
      region: 'DSV',
      module_id: 416,
    });
    // Known by then, the shop says itself which door is meant.
    const again = { platform: 'lowes' as const, shopId };
    const wrong = await outside.server.call(
      calls.authorizeShop,
      { ...again, fields: { ...fields, clientSecret: 'x' } },
      vendor,
    );
    expect(wrong.status).toBe(422);
    expect(await outside.server.ok(calls.authorizeShop, { ...again, fields }, vendor)).toEqual({
      shopId,
      consentUrl: null,
      issued: null,
    });
  });
});

describe('who sees a shop', () => {
  it('is the company, and of it whoever has it in scope', async () => {
    const { rows } = await outside.server.ok(calls.listShops, {}, main);
    const [shop] = rows;
    if (!shop) throw new Error('no shop');
    expect((await outside.server.ok(calls.listShops, {}, other)).rows).toEqual([]);
    expect((await outside.server.ok(calls.getUserShop, {}, other)).list).toEqual([]);
    for (const call of [calls.findShop, calls.disableShop, calls.enableShop, calls.removeShop])
      expect((await outside.server.call(call, { id: shop.id }, other)).status).toBe(404);
    expect((await outside.server.call(calls.syncShops, { ids: [shop.id] }, other)).status).toBe(404);
    expect((await outside.server.call(calls.listDeadLetters, { shopId: shop.id }, other)).status).toBe(404);
    const member = await outside.server.member(main.companyId, [
      rights.salesChannel.view,
      rights.salesChannel.authorize,
    ]);
    expect((await outside.server.ok(calls.listShops, {}, member)).rows).toEqual([]);
    const own = await outside.server.ok(calls.authorizeShop, { platform: 'amazon', region: 'JP' }, member);
    const observed = await outside.server.until(async () => {
      const list = await outside.server.ok(calls.listShops, {}, member);
      return list.rows.length > 0 && list.rows;
    });
    expect(observed.map((row) => row.id)).toEqual([own.shopId]);
    await outside.server.ok(calls.removeShop, { id: own.shopId }, main);
  });

  it('is told by the calls of the specification', async () => {
    const { list } = await outside.server.ok(calls.getPlatForm, { isAuth: 'Y' }, main);
    expect(list.map((each) => each.platform)).toEqual(['amazon', 'shopify']);
    expect((await outside.server.ok(calls.getPlatForm, { isAuth: 'Y' }, other)).list).toEqual([]);
    expect(await outside.server.ok(calls.getCustomerShopStatistics, {}, main)).toMatchObject({
      authorized: 2,
      expired: 0,
    });
    expect((await outside.server.ok(calls.getCustomerPlatfrom, {}, main)).list).toHaveLength(2);
  });
});

describe('settings of a shop', () => {
  it('are kept, and a second change on old ground is refused with a name', async () => {
    const { rows } = await outside.server.ok(calls.listShops, { platform: 'shopify', state: 'authorized' }, main);
    const [shop] = rows;
    if (!shop) throw new Error('no shop');
    const edit = { id: shop.id, updatedAt: shop.updatedAt, name: 'Our shop', fulfilment: 'manual' as const };
    await outside.server.ok(calls.editShop, edit, main);
    const second = await outside.server.call(calls.editShop, { ...edit, name: 'x' }, main);
    expect([second.status, second.msg.includes(main.userLoginId)]).toEqual([409, true]);
    const found = await outside.server.ok(calls.findShop, { id: shop.id }, main);
    expect(found).toMatchObject({ name: 'Our shop', fulfilment: 'manual' });
    const foreign = await outside.server.call(
      calls.editShop,
      { id: shop.id, updatedAt: found.updatedAt, departmentId: 99 },
      main,
    );
    expect(foreign.status).toBe(400);
  });
});

describe('tokens', () => {
  const shopifyId = async () =>
    (await outside.server.ok(calls.listShops, { platform: 'shopify', state: 'authorized' }, main)).rows[0]?.id ?? 0;
  const expire = (shopId: number) =>
    outside.server.app.database.owner.query(`update shop set tokens = $2 where id = $1`, [
      shopId,
      outside.server.app.vault.seal({ ...tokensNow, accessExpiresAt: new Date(Date.now() + 60_000).toISOString() }),
    ]);
  let tokensNow: { accessToken: string; refreshToken: string };
  const read = async (shopId: number) => {
    const { tokens } = (await outside.shop(shopId)) as { tokens: Buffer };
    return outside.server.app.vault.open<typeof tokensNow>(tokens);
  };

  it('are renewed before they run out, once for all who ask, and the new ones are kept before use', async () => {
    const shopId = await shopifyId();
    tokensNow = await read(shopId);
    await expire(shopId);
    const used: string[] = [];
    const one = () =>
      withShop(outside.server.app, main.ctx, shopId, async (connector, access) => {
        used.push(access.tokens.accessToken);
        expect((await read(shopId)).accessToken).toBe(access.tokens.accessToken);
        return connector.describeShop(access);
      });
    await Promise.all([one(), one(), one()]);
    expect(new Set(used).size).toBe(1);
    const after = await read(shopId);
    expect(after.refreshToken).not.toBe(tokensNow.refreshToken);
  });

  it('are renewed when the platform refuses them although they should still be good', async () => {
    const shopId = await shopifyId();
    const good = await read(shopId);
    await outside.server.app.database.owner.query(`update shop set tokens = $2 where id = $1`, [
      shopId,
      outside.server.app.vault.seal({ ...good, accessToken: 'shpat_gone' }),
    ]);
    const name = await withShop(outside.server.app, main.ctx, shopId, async (connector, access) =>
      connector.describeShop(access),
    );
    expect(name.currency).toBe('USD');
  });

  it('that the seller took back make the shop expired, ring the bell and stop the sync until it is authorized anew', async () => {
    const shopId = await shopifyId();
    await outside.control('shopify/uninstall', {});
    await runStream(outside.server.app, main.ctx, shopId, 'orders');
    expect(await outside.shop(shopId)).toMatchObject({ state: 'expired', next_run_at: null });
    const alerts = await outside.server.ok(getAlerts, {}, main);
    expect(alerts).toContainEqual(expect.objectContaining({ key: `shop.expired:${shopId}`, level: 'bad' }));
    const sync = await outside.server.ok(calls.syncShops, { ids: [shopId] }, main);
    expect(sync.failed[0]?.error).toBe('channels.notAuthorized');
    const { landed } = await outside.connect(main, { platform: 'shopify', shopId });
    expect(landed).toContain('code=200');
    expect(await outside.shop(shopId)).toMatchObject({ state: 'authorized', last_error_kind: null });
  });
});
