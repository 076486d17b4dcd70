import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { signCall } from '../../iop/signature.ts';
import { failure, kindOfFailure, scripted } from '../../testing.ts';
import { ACCESS, APP, business, connect, listed, NOW, ok, refused } from './fixtures.ts';

const since = { updatedAfter: new Date(NOW - 3_600_000).toISOString() };
const tokens = (more: object = {}) => ({
  json: {
    access_token: 'a-2',
    refresh_token: 'r-2',
    expires_in: '2592000',
    refresh_expires_in: '5184000',
    expire_time: 1_702_592_000_000,
    refresh_token_valid_time: 1_705_184_000_000,
    user_id: '2671514005',
    seller_id: '2671514005',
    code: '0',
    ...more,
  },
});

describe('connecting', () => {
  it('sends the seller to AliExpress', () => {
    const redirectUri = 'https://erp.example.com/api/callback/aliexpress';
    const url = new URL(connect().consentUrl({ state: 's&1', redirectUri }));
    expect(`${url.host}${url.pathname}`).toBe('api-sg.aliexpress.com/oauth/authorize');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      force_auth: 'true',
      redirect_uri: redirectUri,
      client_id: '33505222',
      state: 's&1',
    });
  });

  it('turns a code into tokens that end when AliExpress says, signed with the path in front', async () => {
    const { fetch, sent } = scripted(tokens());
    const got = await connect(fetch).exchange({ query: { code: '3_500102_abc' } });
    expect(got).toEqual({
      account: '2671514005',
      tokens: {
        accessToken: 'a-2',
        accessExpiresAt: '2023-12-14T22:13:20.000Z',
        refreshToken: 'r-2',
        refreshExpiresAt: '2024-01-13T22:13:20.000Z',
      },
    });
    expect(sent[0]?.url.toString()).toBe('https://api-sg.aliexpress.com/rest/auth/token/create');
    const body = Object.fromEntries(new URLSearchParams(sent[0]?.body));
    expect(body.sign).toBe('12069A9026961BC62ABCA19F8BFDFDEC0D4AA7A5ACD3A797F8E07398E94B2792');
    expect(body.session).toBeUndefined();
  });

  it('needs to know whose tokens they are', async () => {
    const nobody = scripted(tokens({ seller_id: '', user_id: null }));
    expect(await kindOfFailure(connect(nobody.fetch).exchange({ query: { code: 'c' } }))).toBe('malformed');
    expect(await kindOfFailure(connect().exchange({ query: { error: 'access_denied' } }))).toBe('rejected');
  });

  it('renews, or asks for a new consent when there is nothing to renew with', async () => {
    const { fetch, sent } = scripted(tokens());
    expect((await connect(fetch).refresh(ACCESS)).refreshToken).toBe('r-2');
    expect(new URLSearchParams(sent[0]?.body).get('refresh_token')).toBe('50001abc');
    const dead = scripted(refused('IllegalRefreshToken'));
    expect(await kindOfFailure(connect(dead.fetch).refresh(ACCESS))).toBe('unauthorized');
    expect(await kindOfFailure(connect().refresh({ ...ACCESS, tokens: { accessToken: 'a' } }))).toBe('unauthorized');
  });

  it('tells name and currency, the latter by the first listing', async () => {
    const page = ok({
      result: { aeop_a_e_product_display_d_t_o_list: { item_display_dto: [{ currency_code: 'CNY' }] } },
    });
    const { fetch } = scripted(ok({ shop_name: 'Tradewind' }), page);
    expect(await connect(fetch).describeShop(ACCESS)).toEqual({
      name: 'Tradewind',
      currency: 'CNY',
      marketplaceIds: [],
    });
    const empty = scripted(ok({ merchant_login_id: 'cn1' }), ok({ result: {} }));
    expect(await connect(empty.fetch).describeShop(ACCESS)).toMatchObject({ name: 'cn1', currency: 'USD' });
  });
});

describe('a call', () => {
  it('is signed over all that is sent, without a path', async () => {
    const { fetch, sent } = scripted(listed([]));
    await connect(fetch).listOrders(ACCESS, since);
    const params = Object.fromEntries(new URLSearchParams(sent[0]?.body));
    expect(params.sign).toBe(signCall(APP.appSecret, '', params));
    expect(sent[0]?.url.search).toBe('');
  });

  it('fails as what it is, at the gateway, in the older wording, or below it', async () => {
    const cases = [
      [refused('ApiCallLimit', 'This ban will last 2 more seconds'), 'throttled', 2000],
      [refused('AccessTokenExpired'), 'unauthorized', undefined],
      [refused('InsufficientPermission'), 'rejected', undefined],
      [refused('ServiceUnavailable'), 'unavailable', undefined],
      [business('isv.invalid-parameter'), 'rejected', undefined],
      [business('isp.top-remote-connection-timeout'), 'unavailable', undefined],
      [ok({ result: { success: false, error_code: 'isv.x', error_message: 'no' } }), 'rejected', undefined],
      [ok({ result_success: false, error_desc: 'no' }), 'rejected', undefined],
      [{ json: { other_response: {} } }, 'malformed', undefined],
      [{ text: '<html>' }, 'malformed', undefined],
      [{ status: 504, text: '' }, 'unavailable', undefined],
    ] as const;
    for (const [answer, kind, wait] of cases) {
      const error = await failure(connect(scripted(answer).fetch).listOrders(ACCESS, since));
      expect([error.kind, error.retryAfterMs]).toEqual([kind, wait]);
    }
  });
});

describe('pushes', () => {
  const body = Buffer.from(
    '{"message_type":0,"site":"aliexpress","seller_id":"2671514005","timestamp":1700000000,"data":{"order_status":"WAIT_SELLER_SEND_GOODS","trade_order_id":"8180000000000001"}}',
  );
  const read = (bytes: Buffer, authorization?: string) =>
    connect().readPush({
      headers: authorization ? { authorization } : {},
      body: bytes,
      query: {},
      url: 'https://x.test',
    });

  it('name seller and order', () => {
    const answered = read(body, '655710a6dc421b721a2c653a4faa7f63d25d5ccd31b5bc7c72ba995fc7bbacf8');
    expect(answered).toMatchObject({ topic: '0', account: ACCESS.account, platformOrderNo: '8180000000000001' });
  });

  it('are none of AliExpress’s when anything about them was changed', () => {
    const sign = createHmac('sha256', APP.appSecret).update(APP.appKey).update(body).digest('hex');
    expect(read(body, sign)).not.toBeNull();
    expect(read(Buffer.from(body.toString().replace('0001', '0002')), sign)).toBeNull();
    expect(read(body)).toBeNull();
  });
});
