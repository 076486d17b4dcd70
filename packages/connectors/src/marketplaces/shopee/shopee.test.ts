import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure, kindOfFailure, scripted } from '../../testing.ts';
import { ACCESS, APP, connect, details, listed, NOW, ok, order, refused } from './fixtures.ts';
import { createShopeeConnector } from './index.ts';
import { pushIsSigned, signCall } from './signature.ts';

/**
 * Base strings put together as "Authorization and authentication" and "Push mechanism" of Shopee's Open Platform
 * describe them, hashed with `openssl dgst -sha256 -hmac`.
 */
const ORDER_LIST = 'bdfa3141a7827dba5d2309e59fb4c33dcbb540aa043d86147dd52443eb73611c';
const TOKEN_GET = '19a756bd86bddca31f6a776876b92efff1c61a2f127e24456bf29aef5ac433fb';
const PUSH = 'b4bbed9629832f8b572c52c5cfa17fdf218a032f36f34308418d8cb067c4d0c7';
const HOOK = 'https://erp.example.com/hooks/shopee';
const body = Buffer.from(
  '{"code":3,"shop_id":600000,"timestamp":1700000000,"data":{"ordersn":"231115ABCDEFGH","status":"READY_TO_SHIP","update_time":1700000000}}',
);
const pushed = (answered: Buffer, authorization: string | undefined, url = HOOK) => ({
  headers: authorization === undefined ? {} : { Authorization: authorization },
  body: answered,
  query: {},
  url,
});
const signed = (text: string) => {
  const bytes = Buffer.from(text);
  const sign = createHmac('sha256', APP.partnerKey).update(`${HOOK}|`).update(bytes).digest('hex');
  return connect().readPush(pushed(bytes, sign));
};
const since = { updatedAfter: new Date(NOW - 3_600_000).toISOString() };
const tokens = { access_token: 'a-2', refresh_token: 'r-2', expire_in: 14_400, error: '', message: '' };

describe('Shopee signatures', () => {
  it('are of a shop’s call and of an app’s call', () => {
    const shop = { accessToken: ACCESS.tokens.accessToken, shopId: ACCESS.account };
    expect(signCall(APP, '/api/v2/order/get_order_list', 1_700_000_000, shop)).toBe(ORDER_LIST);
    expect(signCall(APP, '/api/v2/auth/token/get', 1_700_000_000)).toBe(TOKEN_GET);
  });

  it('travel in the query, also of a POST, and cover neither parameters nor body', async () => {
    const { fetch, sent } = scripted(listed([]));
    await connect(fetch).listOrders(ACCESS, since);
    const { searchParams, pathname, host } = sent[0]!.url;
    expect(`${host}${pathname}`).toBe('partner.shopeemobile.com/api/v2/order/get_order_list');
    expect(searchParams.get('sign')).toBe(ORDER_LIST);
    expect(searchParams.get('shop_id')).toBe('600000');
    const exchange = scripted({ json: tokens });
    await connect(exchange.fetch).exchange({ query: { code: 'c', shop_id: '600000' } });
    expect(exchange.sent[0]?.url.searchParams.get('sign')).toBe(TOKEN_GET);
    expect(JSON.parse(exchange.sent[0]?.body ?? '')).toEqual({ partner_id: 2001887, code: 'c', shop_id: 600000 });
  });

  it('differ when anything signed differs', () => {
    const base = { path: '/api/v2/x', time: 1, token: 't', shop: '1' };
    const sign = (of: typeof base) => signCall(APP, of.path, of.time, { accessToken: of.token, shopId: of.shop });
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.integer({ min: 2 }), (text, time) => {
        const others = [
          { ...base, path: `/api/v2/x${text}` },
          { ...base, token: `t${text}x` },
          { ...base, time },
        ];
        for (const other of others) expect(sign(other)).not.toBe(sign(base));
      }),
    );
  });

  it('of pushes are over the address and every byte', () => {
    expect(pushIsSigned(APP.partnerKey, HOOK, body, PUSH)).toBe(true);
    expect(connect().readPush(pushed(body, PUSH))).toMatchObject({
      account: '600000',
      topic: '3',
      platformOrderNo: '231115ABCDEFGH',
    });
    fc.assert(
      fc.property(fc.nat(body.length - 1), fc.integer({ min: 1, max: 255 }), (index, by) => {
        const bent = Buffer.from(body);
        bent[index] = ((bent[index] ?? 0) + by) % 256;
        expect(connect().readPush(pushed(bent, PUSH))).toBeNull();
      }),
    );
    const wrong = [undefined, '', PUSH.toUpperCase(), `SHA256 ${PUSH}`, PUSH.slice(1), `${PUSH}0`];
    for (const answered of wrong) expect(connect().readPush(pushed(body, answered))).toBeNull();
    expect(connect().readPush(pushed(body, PUSH, 'http://erp.example.com/hooks/shopee'))).toBeNull();
    const onlyBody = createHmac('sha256', APP.partnerKey).update(body).digest('hex');
    expect(connect().readPush(pushed(body, onlyBody))).toBeNull();
  });
});

describe('Shopee pushes', () => {
  it('tell of orders, parcels and labels by the order’s number', () => {
    expect(signed('{"code":4,"shop_id":7,"data":{"ordersn":"X1","tracking_no":"SPX1"}}')).toMatchObject({
      topic: '4',
      account: '7',
      platformOrderNo: 'X1',
    });
    expect(signed('{"code":15,"shop_id":7,"data":{"order_sn":"X2","status":"READY"}}')?.platformOrderNo).toBe('X2');
  });

  it('tell when a permission was taken back, and try out the address', () => {
    const gone = signed('{"code":2,"data":{"shop_id_list":[600000]}}');
    expect(gone).toMatchObject({ account: '600000', revoked: true });
    expect(signed('{"code":0,"shop_id":0,"data":{"verify_info":"x"}}')).toMatchObject({ account: '', topic: '0' });
    expect(signed('{"code":5,"data":[{"title":"news"}]}')?.platformOrderNo).toBeUndefined();
  });

  it('are the same delivery when they come again, by their id or by what they say', () => {
    const [a, b] = [signed('{"code":3,"shop_id":1,"msg_id":"m1"}'), signed('{"code":3,"shop_id":1,"msg_id":"m2"}')];
    expect([a?.deliveryId, b?.deliveryId]).toEqual(['m1', 'm2']);
    const [c, d, e] = ['1', '1', '2'].map((shop) => signed(`{"code":3,"shop_id":${shop}}`)?.deliveryId);
    expect(c).toBe(d);
    expect(c).not.toBe(e);
  });

  it('are malformed when they are signed and yet not what a push is', () => {
    expect(() => signed('{"code":')).toThrow(/not JSON/);
    expect(() => signed('{"data":{}}')).toThrow(/the push/);
  });

  it('are subscribed once for the app', async () => {
    const fresh = scripted(ok({ callback_url: '', push_config_on_list: [] }), ok({ result: 'success' }));
    await connect(fresh.fetch).subscribe(ACCESS, HOOK);
    expect(JSON.parse(fresh.sent[1]?.body ?? '')).toEqual({
      callback_url: HOOK,
      set_push_config_on: [1, 2, 3, 4, 12, 15],
    });
    expect(fresh.sent[1]?.url.searchParams.has('access_token')).toBe(false);
    const done = scripted(ok({ callback_url: HOOK, push_config_on_list: [15, 12, 4, 3, 2, 1, 5] }));
    await connect(done.fetch).subscribe(ACCESS, HOOK);
    expect(done.sent).toHaveLength(1);
  });
});

describe('Shopee tokens', () => {
  it('are asked for by a link that brings our state back', () => {
    const link = new URL(connect().consentUrl({ state: 's+1 &', redirectUri: 'https://erp.example.com/cb?a=b' }));
    expect(link.pathname).toBe('/api/v2/shop/auth_partner');
    expect(link.searchParams.get('sign')).toBe(signCall(APP, '/api/v2/shop/auth_partner', NOW / 1000));
    const back = new URL(link.searchParams.get('redirect') ?? '');
    expect(Object.fromEntries(back.searchParams)).toEqual({ a: 'b', state: 's+1 &' });
  });

  it('live as long as told, also when the length of time is told as a point in time', async () => {
    const expiry = async (expire_in: number) => {
      const { fetch } = scripted({ json: { ...tokens, expire_in } });
      return (await connect(fetch).refresh(ACCESS)).accessExpiresAt;
    };
    expect(await expiry(14_400)).toBe(new Date(NOW + 14_400_000).toISOString());
    expect(await expiry(1_700_014_400)).toBe(new Date(NOW + 14_400_000).toISOString());
  });

  it('of a main account are taken when it has one shop', async () => {
    const of = (...shops: number[]) =>
      connect(scripted({ json: { ...tokens, shop_id_list: shops } }).fetch).exchange({
        query: { code: 'c', main_account_id: '77' },
      });
    expect((await of(600_001)).account).toBe('600001');
    expect((await failure(of(600_001, 600_002))).code).toBe('MANY_SHOPS');
    expect((await failure(of())).kind).toBe('rejected');
    const bad: Record<string, string>[] = [{ shop_id: '1' }, { code: 'c' }, { code: 'c', shop_id: '1 or 2' }];
    for (const query of bad) expect(await kindOfFailure(connect().exchange({ query }))).toBe('rejected');
  });

  it('never stand in an error', async () => {
    const { fetch } = scripted({ json: { ...tokens, refresh_token: undefined } });
    const error = await failure(connect(fetch).refresh(ACCESS));
    expect(error.kind).toBe('malformed');
    expect(JSON.stringify({ ...error, message: error.message })).not.toContain('a-2');
  });

  it('are not asked for without a refresh token', async () => {
    const bare = { ...ACCESS, tokens: { accessToken: 'x' } };
    expect(await kindOfFailure(connect().refresh(bare))).toBe('unauthorized');
  });
});

describe('Shopee errors', () => {
  const kindOf = (...reply: Parameters<typeof refused>) =>
    kindOfFailure(connect(scripted(refused(...reply)).fetch).listOrders(ACCESS, since));

  it.each([
    ['invalid_acceess_token', 'Invalid access_token, please have a check.', 403, 'unauthorized'],
    ['common.error_auth', 'Invalid access_token.', 200, 'unauthorized'],
    ['error_auth', 'Invalid partner_id or shopid.', 200, 'unauthorized'],
    ['error_auth', 'No permission to current api.', 200, 'rejected'],
    ['error_auth', 'System error, please try again later.', 200, 'unavailable'],
    ['shop_no_linked', 'Partner and shop has no linked.', 200, 'unauthorized'],
    ['refresh_token_expired', 'Your refresh_token expired.', 200, 'unauthorized'],
    ['error_partner_key_expired', 'Your API partner key has expired', 403, 'rejected'],
    ['error_sign', 'Wrong sign.', 403, 'rejected'],
    ['error_param', 'Timestamp is expired.', 200, 'rejected'],
    ['error_rate_limit', 'Too many requests.', 429, 'throttled'],
    ['error_rate_limit', 'Too many requests.', 200, 'throttled'],
    ['error_server', 'Something wrong. Please try later.', 200, 'unavailable'],
    ['order.error_limit', 'Can not cancel this order', 200, 'rejected'],
    ['something_new', 'who knows', 500, 'unavailable'],
    ['something_new', 'who knows', 200, 'rejected'],
  ] as const)('%s "%s" (%i) is %s', async (code, message, status, kind) => {
    expect(await kindOf(code, message, status)).toBe(kind);
  });

  it('of the daily quota say to wait until midnight in UTC+8', async () => {
    // 2023-11-14T22:13:20Z is 06:13:20 of the next day there.
    const { fetch } = scripted(refused('error_limit', 'The total API call number ...'));
    const error = await failure(connect(fetch).listOrders(ACCESS, since));
    expect(error.retryAfterMs).toBe(((17 * 60 + 46) * 60 + 40) * 1000);
  });

  it('of a batch are those of its only member', async () => {
    const { fetch } = scripted({
      json: {
        error: 'common.batch_api_all_failed',
        message: 'Failed, please check result_list for more details.',
        response: { result_list: [{ order_sn: 'X', fail_error: 'logistics.x', fail_message: 'not now' }] },
      },
    });
    const error = await failure(connect(fetch).describeShop(ACCESS));
    expect([error.code, error.message]).toEqual(['logistics.x', 'shop/get_shop_info: logistics.x not now']);
  });

  it('are malformed where no JSON comes, and keep the names of the shop', async () => {
    const html = connect(scripted({ text: '<html>' }).fetch);
    expect(await kindOfFailure(html.listOrders(ACCESS, since))).toBe('malformed');
    const stranger = { ...ACCESS, account: 'demo' };
    expect((await failure(html.listOrders(stranger, since))).code).toBe('BAD_SHOP');
  });
});

describe('a Shopee shop', () => {
  it('is told with its market and that market’s money', async () => {
    const answered = (region: string) => connect(scripted({ json: { shop_name: 'Demo', region, error: '' } }).fetch);
    expect(await answered('VN').describeShop(ACCESS)).toEqual({
      name: 'Demo',
      currency: 'VND',
      marketplaceIds: ['VN'],
    });
    expect(await kindOfFailure(answered('XX').describeShop(ACCESS))).toBe('malformed');
  });

  it('may be of an app with another host, below a path that is not signed', async () => {
    const { fetch, sent } = scripted(details(order()));
    const connector = createShopeeConnector({
      app: APP,
      http: { fetch, now: () => NOW, baseUrls: { api: 'http://127.0.0.1:9/shopee' } },
    });
    await connector.getOrder(ACCESS, order().order_sn);
    const { origin, pathname, searchParams } = sent[0]!.url;
    expect(`${origin}${pathname}`).toBe('http://127.0.0.1:9/shopee/api/v2/order/get_order_detail');
    const shop = { accessToken: ACCESS.tokens.accessToken, shopId: ACCESS.account };
    expect(searchParams.get('sign')).toBe(signCall(APP, '/api/v2/order/get_order_detail', NOW / 1000, shop));
  });
});
