import { createHmac } from 'node:crypto';
import { findMarketplace } from '@tradewind/connectors/marketplaces/registry.ts';
import { rights } from '@tradewind/contract/access/modules.ts';
import { getAlerts } from '@tradewind/contract/access.ts';
import type { Call, InputOf, ResultOf } from '@tradewind/contract/call.ts';
import * as calls from '@tradewind/contract/channels.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../core/context.ts';
import type { Person } from '../../testing/harness.ts';
import { withShop } from './public.ts';
import { consentEnds } from './shops/tokens.ts';
import { runStream } from './sync/run-stream.ts';
import { type Outside, openOutside } from './testing/sandbox.ts';

type Main = Person & { ctx: Ctx };
let outside: Outside;
let main: Main;

beforeAll(async () => {
  outside = await openOutside();
  main = await outside.server.company('Sellers');
});
afterAll(() => outside.close());

const SHOP = 'tradewind-demo.myshopify.com';
const AMAZON_APP = 'amzn1.sp.solution.demo-0001';

interface Reply<T> {
  status: number;
  msg: string;
  data: T;
}

/** A browser as far as it matters here: it keeps the cookie, and says where it is sent. */
function browser() {
  let cookie = '';
  const headers = (as?: Person): Record<string, string> => ({
    ...(cookie ? { cookie } : {}),
    ...(as ? { token: as.token } : {}),
  });
  const keep = (response: Response) => {
    cookie = response.headers.get('set-cookie')?.split(';')[0] || cookie;
    return response;
  };
  return {
    async go(url: string, session?: Person): Promise<string> {
      const more = session ? { cookie: `${cookie}; token1=${session.token}` } : {};
      const answer = keep(await fetch(url, { redirect: 'manual', headers: { ...headers(), ...more } }));
      return (answer.headers.get('location') ?? String(answer.status)).replace(outside.server.url, '');
    },
    async call<C extends Call>(call: C, input: InputOf<C>, as: Person): Promise<Reply<ResultOf<C>>> {
      const target = new URL(`/api${call.path}`, outside.server.url);
      const init: RequestInit = { method: call.method, headers: headers(as) };
      if (call.method === 'POST') {
        init.body = JSON.stringify(input);
        init.headers = { ...headers(as), 'content-type': 'application/json' };
      } else for (const [name, value] of Object.entries(input as object)) target.searchParams.set(name, String(value));
      const answer = keep(await fetch(target, init));
      return { ...((await answer.json()) as Reply<ResultOf<C>>), status: answer.status };
    },
  };
}
type Browser = ReturnType<typeof browser>;

const stateIn = (path: string): string => new URLSearchParams(path.split('?')[1]).get('state') ?? '';
const at = (path: string, query: Record<string, string>) =>
  `${outside.server.url}/api/${path}?${new URLSearchParams(query)}`;

/** "Install app", as Shopify signs it. */
function install(change: Record<string, string> = {}, secondsAgo = 0): string {
  const said = { host: 'YWRtaW4', shop: SHOP, timestamp: String(Math.floor(Date.now() / 1000) - secondsAgo) };
  const hmac = createHmac('sha256', 'hush').update(new URLSearchParams(said).toString()).digest('hex');
  return at('arrive/shopify', { ...said, hmac, ...change });
}
/** TikTok's own consent page, without a state of ours: where the browser comes back to. */
async function tiktokAppStore(): Promise<string> {
  const callback = `${outside.server.url}/api/callback/tiktok`;
  const requested = new URLSearchParams({ service_id: '7431458374265161478', redirect_uri: callback, auto: '1' });
  const agreed = await fetch(`${outside.sandbox.url}/tiktok/services/open/authorize?${requested}`, {
    redirect: 'manual',
  });
  return agreed.headers.get('location') ?? '';
}
const appstore = (callback: string) =>
  at('arrive/amazon', { amazon_callback_uri: callback, amazon_state: 'theirs', selling_partner_id: 'A2TRADEWIND01' });
const sellerCentral = () =>
  `${outside.sandbox.url}/amazon/sellercentral/apps/authorize/consent?application_id=${AMAZON_APP}`;

async function consentAndBack(seller: Browser, consentUrl: string | null, session?: Person): Promise<string> {
  const agreed = await fetch(`${consentUrl}&auto=1`, { redirect: 'manual' });
  return seller.go(agreed.headers.get('location') ?? '', session);
}

describe('a seller who installs the app in Shopify', () => {
  it('signs in, confirms, allows it on Shopify and lands', async () => {
    const seller = browser();
    const login = await seller.go(install());
    expect(login).toMatch(/^\/#\/shopifyLogin\?state=[\w-]{43}$/);
    const state = stateIn(login);
    const shown = await seller.call(calls.findArrival, { state }, main);
    expect(shown.data).toEqual({
      platform: 'shopify',
      name: 'Shopify',
      account: SHOP,
      region: null,
      regions: [],
      consented: false,
    });
    const bound = await seller.call(calls.bindShop, { state, name: '我的小店', importDays: 0 }, main);
    expect(bound.data).toMatchObject({ isOk: true, reason: null });
    expect(bound.data.consentUrl).toContain(`/shopify/${SHOP}/admin/oauth/authorize`);
    expect(await consentAndBack(seller, bound.data.consentUrl)).toBe('/#/publicAccessToken?platform=shopify&code=200');
    expect(await outside.shop(bound.data.shopId ?? 0)).toMatchObject({ state: 'authorized', name: '我的小店' });
  });

  it('is believed only by the signature of a moment ago', async () => {
    const failed = '/#/publicAccessToken?platform=shopify&code=400&reason=state';
    expect(await browser().go(install({ shop: 'tradewind-demo2.myshopify.com' }))).toBe(failed);
    expect(await browser().go(install({ hmac: '0'.repeat(64) }))).toBe(failed);
    expect(await browser().go(install({}, 120))).toBe(failed);
    expect(await browser().go(at('arrive/shopify', { shop: SHOP }))).toBe(failed);
    expect(await browser().go(at('arrive/nowhere', { shop: SHOP }))).toBe('404');
  });

  it('is the browser that came, and nobody whom its address was sent to', async () => {
    const seller = browser();
    const state = stateIn(await seller.go(install()));
    const stranger = browser();
    await stranger.go(install());
    expect(await stranger.call(calls.findArrival, { state }, main)).toMatchObject({ status: 422 });
    expect((await stranger.call(calls.bindShop, { state }, main)).data).toMatchObject({ isOk: false, reason: 'state' });
    expect((await browser().call(calls.bindShop, { state }, main)).data).toMatchObject({ isOk: false });
    expect((await seller.call(calls.findArrival, { state }, main)).status).toBe(200);
  });

  it('needs the right to authorize shops', async () => {
    const seller = browser();
    const state = stateIn(await seller.go(install()));
    const member = await outside.server.member(main.companyId, [rights.salesChannel.view]);
    expect((await seller.call(calls.findArrival, { state }, member)).status).toBe(403);
    expect((await seller.call(calls.bindShop, { state }, member)).status).toBe(403);
  });

  it('binds once', async () => {
    const seller = browser();
    const state = stateIn(await seller.go(install()));
    expect((await seller.call(calls.bindShop, { state }, main)).data.isOk).toBe(true);
    expect((await seller.call(calls.bindShop, { state }, main)).data).toMatchObject({ isOk: false, reason: 'state' });
  });
});

describe('a consent', () => {
  it('is refused when somebody of another company has signed in meanwhile', async () => {
    const other = await outside.server.company('Others');
    const seller = browser();
    const state = stateIn(await seller.go(install()));
    const { data } = await seller.call(calls.bindShop, { state }, main);
    expect(await consentAndBack(seller, data.consentUrl, other)).toContain('code=400&reason=company');
    const again = await seller.call(calls.bindShop, { state: stateIn(await seller.go(install())) }, main);
    expect(await consentAndBack(seller, again.data.consentUrl, main)).toContain('code=200');
  });
});

describe('a seller who comes from the Amazon Appstore', () => {
  it('goes on where Amazon says, and lands', async () => {
    const seller = browser();
    const login = await seller.go(appstore(sellerCentral()));
    expect(login).toMatch(/^\/#\/shopLogin\?platform=amazon&state=/);
    const state = stateIn(login);
    const missing = await seller.call(calls.bindShop, { state }, main);
    expect(missing).toMatchObject({ status: 400, data: { fields: [{ path: 'region' }] } });
    const { data } = await seller.call(calls.bindShop, { state, region: 'US' }, main);
    const consent = new URL(data.consentUrl ?? '');
    expect(consent.searchParams.get('amazon_state')).toBe('theirs');
    expect(consent.searchParams.get('redirect_uri')).toBe(`${outside.server.url}/api/callback/amazon`);
    expect(await consentAndBack(seller, data.consentUrl)).toBe('/#/amazonAccessToken?code=200');
  });

  it('is never sent to an address that is not Amazon’s', async () => {
    for (const callback of [
      'https://evil.example/apps/authorize/confirm/x',
      `${outside.sandbox.url}/amazon/sellercentral.evil`,
      'javascript:alert(1)',
      '',
    ])
      expect(await browser().go(appstore(callback))).toBe('/#/amazonAccessToken?code=400&reason=state');
  });
});

describe('a seller who allowed the app in TikTok’s Seller App Store', () => {
  it('comes with a code, signs in, and the shop is bound at once', async () => {
    const seller = browser();
    const login = await seller.go(await tiktokAppStore());
    expect(login).toMatch(/^\/#\/shopLogin\?platform=tiktok&state=/);
    const state = stateIn(login);
    const shown = await seller.call(calls.findArrival, { state }, main);
    expect(shown.data).toMatchObject({ consented: true, region: 'GB' });
    const { data } = await seller.call(calls.bindShop, { state }, main);
    expect(data).toMatchObject({ isOk: true, consentUrl: null });
    expect(await outside.shop(data.shopId ?? 0)).toMatchObject({ state: 'authorized', platform: 'tiktok' });
  });

  it('ends by the call of the platform as well', async () => {
    const seller = browser();
    const callback = await tiktokAppStore();
    const code = new URL(callback).searchParams.get('code') ?? '';
    const state = stateIn(await seller.go(callback));
    const member = await outside.server.member(main.companyId);
    expect((await seller.call(calls.tiktokUserAccessToken, { code, state }, member)).status).toBe(403);
    const { data } = await seller.call(calls.tiktokUserAccessToken, { code, state }, main);
    expect(data).toMatchObject({ isOk: true, reason: null, shopId: expect.any(Number) });
  });

  it('is told when the platform does not take the code', async () => {
    const seller = browser();
    const state = stateIn(await seller.go(at('callback/tiktok', { code: 'TTP_old', shop_region: 'GB' })));
    const { data } = await seller.call(calls.bindShop, { state }, main);
    expect(data).toMatchObject({ isOk: false, reason: 'exchange', shopId: null });
    expect(await browser().go(at('callback/tiktok', { code: 'null', error: 'auth_denied' }))).toContain('code=400');
    expect(await browser().go(at('callback/tiktok', { code: 'c', app_key: 'another' }))).toContain('reason=state');
  });
});

describe('an authorization that began here and is ended by a call', () => {
  const begin = async (seller: Browser) => {
    const { data } = await seller.call(calls.authorizeShop, { platform: 'tiktok', region: 'GB' }, main);
    const agreed = await fetch(`${data.consentUrl}&auto=1`, { redirect: 'manual' });
    const { searchParams } = new URL(agreed.headers.get('location') ?? '');
    return { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '' };
  };

  it('becomes a shop, once', async () => {
    const seller = browser();
    const came = await begin(seller);
    expect((await seller.call(calls.tiktokUserAccessToken, came, main)).data).toMatchObject({ isOk: true });
    const again = await seller.call(calls.tiktokUserAccessToken, came, main);
    expect(again.data).toMatchObject({ isOk: false, reason: 'state' });
  });

  it('is refused to another company, and in another browser', async () => {
    const other = await outside.server.company('Thieves');
    const seller = browser();
    const refused = await seller.call(calls.tiktokUserAccessToken, await begin(seller), other);
    expect(refused.data).toMatchObject({ isOk: false, reason: 'company' });
    const elsewhere = await browser().call(calls.tiktokUserAccessToken, await begin(browser()), main);
    expect(elsewhere.data).toMatchObject({ isOk: false, reason: 'browser' });
  });
});

const NOW = new Date('2026-11-01T00:00:00Z');
const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000).toISOString();

describe('the end of a permission', () => {
  const alertsOf = async (shopId: number) =>
    (await outside.server.ok(getAlerts, {}, main)).filter((alert) => alert.key === `shop.consent:${shopId}`);
  const endsIn = (shopId: number, days: number) =>
    outside.server.app.database.owner.query(
      `update shop set consent_ends_at = now() + make_interval(days => $2) where id = $1`,
      [shopId, days],
    );

  it.each([
    ['amazon', { region: 'US' }, 364],
    ['ebay', {}, 540],
    ['shopee', {}, 364],
    ['tiktok', { region: 'GB' }, 364],
  ])('is known of %s, told two weeks before, and put off by authorizing again', async (platform, where, days) => {
    const seller = await outside.server.company(`Of ${platform}`);
    const { shopId } = await outside.connect(seller, { platform, ...where });
    const ends = async () => Date.parse(String((await outside.shop(shopId)).consent_ends_at));
    expect(await ends()).toBeGreaterThan(Date.now() + days * 86_400_000);
    const answered = async () =>
      (await outside.server.ok(getAlerts, {}, seller)).filter((alert) => alert.key === `shop.consent:${shopId}`);
    expect(await answered()).toEqual([]);
    await endsIn(shopId, 13);
    expect(await answered()).toMatchObject([{ level: 'warn', path: `/system/channel?open=${shopId}` }]);
    const again = await outside.connect(seller, { platform, shopId });
    expect(again.landed).toContain('code=200');
    expect(await answered()).toEqual([]);
  });

  it.each([
    ['a year that the platform states', 'amazon', {}, 365],
    ['the refresh token', 'ebay', { refreshToken: 'r', refreshExpiresAt: days(540) }, 540],
    ['a token of months that nothing renews', 'ebay', { accessExpiresAt: days(90) }, 90],
    ['nothing, where tokens of an hour are asked for by keys', 'ebay', { accessExpiresAt: days(0.04) }, null],
    ['nothing, where a refresh token has no end', 'ebay', { refreshToken: 'r', accessExpiresAt: days(30) }, null],
  ])('is told by %s', (_by, platform, tokens, ends) => {
    const answered = consentEnds(platform, { accessToken: 'a', ...tokens }, NOW);
    expect(answered?.toISOString() ?? null).toBe(ends === null ? null : days(ends));
  });

  it('and a new permission, from whichever side, keep the shop with its orders, its place and its log', async () => {
    const owner = await outside.server.company('Keepers');
    const { shopId } = await outside.connect(owner, { platform: 'shopify', fields: { shopDomain: SHOP } });
    await runStream(outside.server.app, owner.ctx, shopId, 'orders');
    const orders = await outside.orders(shopId);
    const { until, name } = await outside.shop(shopId);
    expect(orders.length).toBeGreaterThan(0);
    await outside.control('shopify/uninstall', {});
    await runStream(outside.server.app, owner.ctx, shopId, 'orders');
    expect(await outside.shop(shopId)).toMatchObject({ state: 'expired' });
    const seller = browser();
    const state = stateIn(await seller.go(install()));
    const { data } = await seller.call(calls.bindShop, { state, name: 'Another name' }, owner);
    expect(await consentAndBack(seller, data.consentUrl)).toContain('code=200');
    expect(data.shopId).toBe(shopId);
    expect(await outside.shop(shopId)).toMatchObject({ state: 'authorized', until, name });
    expect(await outside.orders(shopId)).toEqual(orders);
    const { log } = await outside.server.ok(calls.findShop, { id: shopId }, owner);
    const events = log.map(({ event }) => event);
    expect(events.filter((event) => event === 'authorized')).toHaveLength(2);
    expect(events).toEqual(expect.arrayContaining(['added', 'expired']));
  });

  it('is moved on where the platform renews it with the tokens', async () => {
    const { shopId } = await outside.connect(main, { platform: 'shopify', fields: { shopDomain: SHOP } });
    await endsIn(shopId, 3);
    expect(await alertsOf(shopId)).toHaveLength(1);
    const { rows } = await outside.server.app.database.owner.query('select tokens from shop where id = $1', [shopId]);
    const { vault } = outside.server.app;
    const tokens = { ...vault.open<object>(rows[0].tokens), accessExpiresAt: new Date().toISOString() };
    await outside.server.app.database.owner.query('update shop set tokens = $2 where id = $1', [
      shopId,
      vault.seal(tokens),
    ]);
    await withShop(outside.server.app, main.ctx, shopId, (connector, access) => connector.describeShop(access));
    expect(await alertsOf(shopId)).toEqual([]);
  });
});

describe('a seller who comes from a warehouse of Temu', () => {
  it('signs in, and the warehouse may ship for the shops of the company', async () => {
    const owner = await outside.server.company('Warehouse');
    const seller = browser();
    const landed = await seller.go(
      at('arrive/temufc', { accessToken: 'cw-2', warehouse: 'GOODCANG', customerCode: 'C7' }),
    );
    expect(landed).toContain('/shopWarehouseLogin?');
    const state = stateIn(landed);
    expect(await seller.call(calls.findArrival, { state }, owner)).toMatchObject({
      code: 200,
      data: { platform: 'temufc', account: 'GOODCANG', consented: true },
    });
    const early = await seller.call(calls.bindShop, { state }, owner);
    expect([early.status, early.data]).toEqual([422, expect.objectContaining({ error: 'channels.noWarehouseShop' })]);
    const temu = findMarketplace('temu');
    const input = { platform: 'temu', region: temu?.regions[0]?.code ?? '', fields: { ...temu?.sandbox.keys } };
    const { shopId } = await outside.server.ok(calls.authorizeShop, input, owner);
    expect((await seller.call(calls.bindShop, { state }, owner)).data).toMatchObject({ isOk: true, shopId });
  });
});
