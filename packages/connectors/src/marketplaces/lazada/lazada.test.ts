import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signCall } from '../../iop/signature.ts';
import { failure, kindOfFailure, scripted } from '../../testing.ts';
import { ACCESS, APP, connect, listed, NOW, ok, refused } from './fixtures.ts';
import { createLazadaConnector } from './index.ts';

const since = { updatedAfter: new Date(NOW - 3_600_000).toISOString() };
const tokens = (more: object) => ({
  json: {
    access_token: 'a-2',
    refresh_token: 'r-2',
    expires_in: 2_592_000,
    refresh_expires_in: 15_552_000,
    account_platform: 'seller_center',
    code: '0',
    ...more,
  },
});
const seller = (country: string, seller_id: string) => ({ country, seller_id, user_id: '1', short_code: 'X' });

describe('connecting', () => {
  it('sends the seller to Lazada, with the address exactly as it is registered', () => {
    const url = new URL(
      connect().consentUrl({ state: 's&1', redirectUri: 'https://erp.example.com/api/callback/lazada' }),
    );
    expect(`${url.host}${url.pathname}`).toBe('auth.lazada.com/oauth/authorize');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      force_auth: 'true',
      client_id: '123456',
      redirect_uri: 'https://erp.example.com/api/callback/lazada',
      state: 's&1',
    });
  });

  it('takes the shop of the country chosen, also of a seller across borders', async () => {
    const { fetch, sent } = scripted(
      tokens({ country: 'cb', country_user_info: [seller('sg', '7'), seller('vn', '9')] }),
    );
    const got = await connect(fetch).exchange({ query: { code: '0_c' }, region: 'VN' });
    expect(got.account).toBe('vn-9');
    expect(got.tokens).toMatchObject({
      accessToken: 'a-2',
      accessExpiresAt: '2023-12-14T22:13:20.000Z',
      refreshExpiresAt: '2024-05-12T22:13:20.000Z',
    });
    const { host, pathname } = sent[0]!.url;
    expect(`${host}${pathname}`).toBe('auth.lazada.com/rest/auth/token/create');
    const body = Object.fromEntries(new URLSearchParams(sent[0]?.body));
    expect(body).toMatchObject({ code: '0_c', app_key: '123456', timestamp: String(NOW), sign_method: 'sha256' });
    expect(body.sign).toBe(signCall(APP.appSecret, '/auth/token/create', body));
    expect(body.access_token).toBeUndefined();
  });

  it('refuses a login of another country, and a callback without a code', async () => {
    const { fetch } = scripted(tokens({ country_user_info: [seller('sg', '7')] }));
    const error = await failure(connect(fetch).exchange({ query: { code: 'c' }, region: 'VN' }));
    expect([error.kind, error.code]).toEqual(['rejected', 'OTHER_COUNTRY']);
    expect(await kindOfFailure(connect(fetch).exchange({ query: { error: 'access_denied' }, region: 'VN' }))).toBe(
      'rejected',
    );
  });

  it('asks for a new consent when there is nothing left to renew with', async () => {
    const { fetch } = scripted(tokens({ country_user_info_list: [seller('vn', '9')], refresh_expires_in: 0 }));
    const renewed = await connect(fetch).refresh(ACCESS);
    expect(renewed.refreshToken).toBeUndefined();
    expect(await kindOfFailure(connect(fetch).refresh({ ...ACCESS, tokens: renewed }))).toBe('unauthorized');
    const dead = scripted(refused('IllegalRefreshToken', 'The specified refresh token is invalid or expired'));
    expect(await kindOfFailure(connect(dead.fetch).refresh(ACCESS))).toBe('unauthorized');
  });

  it('never keeps tokens in an error', async () => {
    const { fetch } = scripted({ json: { code: '0', access_token: 'secret-token' } });
    const error = await failure(connect(fetch).refresh(ACCESS));
    expect(JSON.stringify([error.message, error.raw, String(error.cause)])).not.toContain('secret-token');
  });

  it('goes to other addresses where it is told to, each country to its own', async () => {
    const { fetch, sent } = scripted(listed());
    const baseUrls = { api: 'https://api-{country}.lazada-seller.cn/rest' };
    const connector = createLazadaConnector({ app: APP, http: { fetch, now: () => NOW, baseUrls } });
    await connector.listOrders(ACCESS, since);
    expect(sent[0]?.url.host).toBe('api-vn.lazada-seller.cn');
  });
});

describe('a call', () => {
  it('is signed over all that is sent', async () => {
    const { fetch, sent } = scripted(listed());
    await connect(fetch).listOrders(ACCESS, since);
    const params = Object.fromEntries(sent[0]?.url.searchParams ?? []);
    expect(params.sign).toBe(signCall(APP.appSecret, '/orders/get', params));
  });

  it('fails as what it is', async () => {
    const cases = [
      [refused('ApiCallLimit', 'This ban will last 3 more seconds'), 'throttled', 3000],
      [refused('IllegalAccessToken'), 'unauthorized', undefined],
      [refused('InsufficientPermission'), 'rejected', undefined],
      [refused('6', 'E006: Unexpected internal error'), 'unavailable', undefined],
      [{ status: 502, text: '<html>' }, 'unavailable', undefined],
      [{ text: '<html>' }, 'malformed', undefined],
      [ok({ orders: 'none' }), 'malformed', undefined],
    ] as const;
    for (const [answer, kind, wait] of cases) {
      const error = await failure(connect(scripted(answer).fetch).listOrders(ACCESS, since));
      expect([error.kind, error.retryAfterMs]).toEqual([kind, wait]);
    }
  });
});

describe('pushes', () => {
  const push = (said: object, sign = true) => {
    const body = Buffer.from(JSON.stringify(said));
    const authorization = createHmac('sha256', APP.appSecret).update(APP.appKey).update(body).digest('hex');
    const headers: Record<string, string> = sign ? { Authorization: authorization } : {};
    return connect().readPush({ headers, body, query: {}, url: 'https://erp.example.com/api/push/lazada' });
  };
  const order = {
    seller_id: '1001',
    message_type: 0,
    data: { order_status: 'pending', trade_order_id: '260422900198363', status_update_time: 1_700_000_000 },
    timestamp: 1_700_000_001,
    site: 'lazada_vn',
  };

  it('name the shop by country and seller, and the order', () => {
    const read = push(order);
    expect(read).toEqual({
      deliveryId: read?.deliveryId,
      topic: '0',
      account: ACCESS.account,
      platformOrderNo: '260422900198363',
    });
    expect(read?.deliveryId).toMatch(/^[0-9a-f]{64}$/);
    expect(push(order)?.deliveryId).toBe(read?.deliveryId);
    expect(push({ ...order, timestamp: 2 })?.deliveryId).not.toBe(read?.deliveryId);
  });

  it('say their seller in the data where they are about no order', () => {
    const alert = { seller_id: 'null', message_type: 8, data: { seller_id: '1001' }, timestamp: 1, site: 'lazada_vn' };
    expect(push(alert)).toMatchObject({ topic: '8', account: ACCESS.account });
    expect(push(alert)?.platformOrderNo).toBeUndefined();
    expect(push({ ...order, site: 'elsewhere' })?.account).toBe('');
  });

  it('are none of Lazada’s without its signature, and malformed when signed nonsense', () => {
    expect(push(order, false)).toBeNull();
    expect(() => push({ message_type: 'zero' })).toThrowError(/message_type/);
  });
});
