import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure, kindOfFailure, scripted } from '../../testing.ts';
import { ACCESS, APP, connect, NOW, no, ok, order, US_APP } from './fixtures.ts';
import { createTiktokConnector } from './index.ts';
import { pushIsSigned, sign, signedText } from './signature.ts';

/** Computed with the algorithm of "Sign your API request" (Partner Center); EcomPHP/tiktokshop-php agrees. */
const SEARCH = {
  path: '/order/202309/orders/search',
  query: {
    app_key: '6abc123',
    page_size: '50',
    shop_cipher: 'ROW_xyz',
    sort_field: 'update_time',
    sort_order: 'ASC',
    timestamp: '1700000000',
  },
  body: '{"update_time_ge":1699900000,"update_time_lt":1700000000}',
};
const PUSH =
  '{"type":1,"tts_notification_id":"7327112393057371910","shop_id":"7494049642642441621","timestamp":1700000000,' +
  '"data":{"order_id":"576486316948490001","order_status":"AWAITING_SHIPMENT","is_on_hold_order":false,"update_time":1700000000}}';
const PUSH_SIGNATURE = '56c2b7d135b7d700c94f1c7b9286545f7f02f07e611116cf58663f7c0fbdf14a';

describe('TikTok signatures', () => {
  it('are the documented ones', () => {
    expect(signedText('tts-secret', SEARCH.path, SEARCH.query, SEARCH.body)).toBe(
      'tts-secret/order/202309/orders/searchapp_key6abc123page_size50shop_cipherROW_xyzsort_fieldupdate_timesort_orderASC' +
        'timestamp1700000000{"update_time_ge":1699900000,"update_time_lt":1700000000}tts-secret',
    );
    expect(sign('tts-secret', SEARCH.path, SEARCH.query, SEARCH.body)).toBe(
      '8fa729db4a1baa377354646aa7a46bebac74a2ad9c83430befb1f4e4b1d65f59',
    );
    const query = { app_key: '6abc123', ids: '576461413038785752', shop_cipher: 'ROW_xyz', timestamp: '1700000000' };
    expect(sign('tts-secret', '/order/202309/orders', query)).toBe(
      'a40178f0b26b99369009d4ac7cb4c6c577fc13d8062c82714834e8b59288ff15',
    );
  });

  it('leave out themselves and the token, and heed nothing but names and values', () => {
    const right = sign('s', '/p', { b: '2', a: '1' });
    expect(sign('s', '/p', { a: '1', sign: 'x', b: '2', access_token: 't' })).toBe(right);
    const pair = fc.tuple(fc.stringMatching(/^[a-z_]{1,8}$/), fc.string());
    fc.assert(
      fc.property(fc.uniqueArray(pair, { selector: ([name]) => name }), fc.string(), (pairs, body) => {
        const there = signedText('s', '/p', Object.fromEntries(pairs), body);
        expect(signedText('s', '/p', Object.fromEntries(pairs.toReversed()), body)).toBe(there);
        // Raw values: nothing is encoded on the way.
        for (const [name, value] of pairs)
          if (name !== 'sign' && name !== 'access_token') expect(there).toContain(`${name}${value}`);
      }),
    );
  });

  it('are over the very bytes that are sent', async () => {
    const { fetch, sent } = scripted(ok({ orders: [] }));
    await connect(fetch).listOrders(ACCESS, { updatedAfter: '2026-11-01T00:00:00Z' });
    const [call] = sent;
    const query = Object.fromEntries(call?.url.searchParams ?? []);
    expect(query.sign).toBe(sign('tts-secret', '/order/202309/orders/search', query, call?.body));
    expect(call?.headers.get('x-tts-access-token')).toBe('TTP_1');
    // Two minutes and a quarter back: the window reaches five minutes into the past and half of one into the future.
    expect(query).toMatchObject({
      app_key: '6abc123',
      shop_cipher: 'ROW_xyz',
      timestamp: String(Math.floor((NOW - 135_000) / 1000)),
    });
  });

  it('send no body rather than an empty one', async () => {
    const { fetch, sent } = scripted(
      ok({ orders: [order({ shipping_type: 'TIKTOK' })] }),
      ok({ can_drop_off: false, can_pickup: false, pickup_slots: [] }),
    );
    const request = {
      platformOrderNo: '576461413038785752',
      packageNo: 1,
      weightGrams: 500,
      lines: [{ platformLineId: '577000000000000001', quantity: 2 }],
    };
    const access = { ...ACCESS, region: 'TH' };
    await connect(fetch).shipping.arrange(access, request);
    const call = sent.find((one) => one.url.pathname.endsWith('/ship'));
    expect(call?.body).toBe('');
    const query = Object.fromEntries(call?.url.searchParams ?? []);
    expect(query.sign).toBe(sign('tts-secret', call?.url.pathname ?? '', query, ''));
  });
});

describe('TikTok’s pushes', () => {
  const headers = { Authorization: PUSH_SIGNATURE };
  const read = (body: string, answered: Record<string, string> = headers) =>
    connect().readPush({ headers: answered, body: Buffer.from(body) });

  it('are read when they are signed', () => {
    expect(read(PUSH)).toEqual({
      deliveryId: '7327112393057371910',
      topic: 'ORDER_STATUS_CHANGE',
      account: '7494049642642441621',
      platformOrderNo: '576486316948490001',
    });
  });

  it('are nothing when one byte of them differs, or the signature', () => {
    const app = { appKey: '6abc123', appSecret: 'tts-secret' };
    fc.assert(
      fc.property(fc.nat(PUSH.length - 1), fc.integer({ min: 1, max: 255 }), (index, by) => {
        const bent = Buffer.from(PUSH);
        bent[index] = ((bent[index] ?? 0) + by) % 256;
        expect(pushIsSigned(app, bent, PUSH_SIGNATURE)).toBe(false);
      }),
    );
    for (const bad of [
      '',
      'x',
      PUSH_SIGNATURE.toUpperCase(),
      PUSH_SIGNATURE.slice(1),
      `${PUSH_SIGNATURE.slice(0, -1)}b`,
    ])
      expect(read(PUSH, { authorization: bad })).toBeNull();
    expect(read(PUSH, {})).toBeNull();
    expect(pushIsSigned({ ...app, appKey: '6abc124' }, Buffer.from(PUSH), PUSH_SIGNATURE)).toBe(false);
  });

  it('may be signed by the app for the United States', () => {
    const both = createTiktokConnector({ app: US_APP, usApp: APP, http: {} });
    expect(both.readPush({ headers, body: Buffer.from(PUSH) })).toMatchObject({ account: '7494049642642441621' });
  });
});

describe('TikTok’s consent and tokens', () => {
  const tokens = ok({
    access_token: 'TTP_a',
    access_token_expire_in: 1762671600,
    refresh_token: 'TTP_b',
    refresh_token_expire_in: 1793602800,
    user_type: 0,
    granted_scopes: ['seller.order.info', 'seller.finance.info'],
  });
  const shop = (id: string, region: string) => ({
    id,
    name: `Shop ${region}`,
    region,
    cipher: `C_${region}`,
    code: 'x',
  });
  const shops = ok({ shops: [shop('1', 'GB'), shop('2', 'US'), shop('3', 'DE')] });
  const exchange = (
    fetch: typeof globalThis.fetch,
    region: string,
    query: Record<string, string> = { code: 'TTP_c' },
  ) => connect(fetch).exchange({ query, redirectUri: 'x', region });

  it('have a door of their own in the United States, and may have an app', () => {
    const url = (region: string, usApp?: typeof US_APP) =>
      createTiktokConnector({ app: APP, ...(usApp ? { usApp } : {}), http: {} }).consentUrl({
        state: 's&1',
        redirectUri: 'https://erp.test/cb',
        region,
      });
    expect(url('GB')).toBe('https://services.tiktokshop.com/open/authorize?service_id=7431458374265161478&state=s%261');
    expect(url('US')).toBe('https://services.tiktokshops.us/open/authorize?service_id=7431458374265161478&state=s%261');
    expect(url('US', US_APP)).toContain('service_id=7369437808455026474');
    expect(url('GB', US_APP)).toContain('service_id=7431458374265161478');
  });

  it('give the shop of the market that was chosen', async () => {
    const { fetch, sent } = scripted(tokens, shops);
    expect(await exchange(fetch, 'US', { code: 'TTP_c', app_key: '6abc123' })).toEqual({
      account: '2',
      tokens: {
        accessToken: 'TTP_a',
        refreshToken: 'TTP_b',
        accessExpiresAt: '2025-11-09T07:00:00.000Z',
        refreshExpiresAt: '2026-11-02T07:00:00.000Z',
        scope: 'seller.order.info,seller.finance.info',
        keys: { shopCipher: 'C_US' },
      },
    });
    expect(sent[0]?.url.toString()).toBe(
      'https://auth.tiktok-shops.com/api/v2/token/get?app_key=6abc123&app_secret=tts-secret&auth_code=TTP_c&grant_type=authorized_code',
    );
    expect(sent[1]?.url.searchParams.has('shop_cipher')).toBe(false);
  });

  it.each([
    ['NO_SHOP', 'VN', { code: 'TTP_c' }],
    ['NO_CODE', 'US', { code: 'null', state: 's' }],
    ['OTHER_APP', 'US', { code: 'TTP_c', app_key: 'strange' }],
  ])('refuse with %s', async (code, region, query) => {
    const error = await failure(exchange(scripted(tokens, shops).fetch, region, query));
    expect([error.kind, error.code]).toEqual(['rejected', code]);
  });

  it('are for sellers', async () => {
    const creator = ok({ access_token: 'a', access_token_expire_in: 1762671600, refresh_token: 'b', user_type: 1 });
    expect((await failure(exchange(scripted(creator).fetch, 'US'))).code).toBe('NO_SELLER');
  });

  it('keep the cipher when they are renewed, and never show the secret', async () => {
    const { fetch } = scripted(tokens);
    expect(await connect(fetch).refresh(ACCESS)).toMatchObject({
      accessToken: 'TTP_a',
      keys: { shopCipher: 'ROW_xyz' },
    });
    const error = await failure(
      connect(scripted(no(36004005, 'can not find related auth record')).fetch).refresh(ACCESS),
    );
    expect([error.kind, error.code]).toEqual(['unauthorized', '36004005']);
    const torn = await failure(
      connect(scripted({ text: '{"code":0,"data":{"access_token":"TTP_secret"' }).fetch).refresh(ACCESS),
    );
    expect([torn.kind, torn.raw, torn.message.includes('TTP_secret')]).toEqual(['malformed', undefined, false]);
    const wrong = await failure(connect(scripted(no(36004003, 'app secret is invalid')).fetch).refresh(ACCESS));
    expect(wrong.kind).toBe('rejected');
  });
});

describe('what TikTok says no with', () => {
  const list = (reply: object) =>
    failure(connect(scripted(reply).fetch).listOrders(ACCESS, { updatedAfter: '2026-11-01T00:00:00Z' }));

  it.each([
    ['expired token', no(105002, 'Expired credentials. The `access_token` has expired.', 401), 'unauthorized'],
    ['bad token', no(36009004, 'Invalid credentials. The `x-tts-access-token` header is invalid.'), 'unauthorized'],
    ['cipher of another shop', no(101000, 'Invalid query or header.'), 'unauthorized'],
    ['missing scope', no(105005, 'Access denied. …', 403), 'rejected'],
    ['bad signature', no(106001, 'Invalid credentials. The `sign` query parameter is invalid.', 401), 'rejected'],
    ['bad timestamp', no(36009004, 'Invalid timestamp. The value of the `timestamp` query parameter …'), 'rejected'],
    ['internal error', no(36009003, 'Internal error. Please try again.'), 'unavailable'],
    ['time-out', no(36009007, 'Request timeout. The request to the endpoint timed out.'), 'unavailable'],
    ['system error', no(21001008, 'System process error, please try again later.'), 'unavailable'],
    ['protection', { status: 503, text: '<html>' }, 'unavailable'],
    ['no JSON', { text: '<html>' }, 'malformed'],
    ['no envelope', { json: { orders: [] } }, 'malformed'],
    ['no orders', ok({ orders: 'many' }), 'malformed'],
  ])('%s', async (_what, reply, kind) => {
    expect((await list(reply)).kind).toBe(kind);
  });

  it('too often, and since when it may be tried again', async () => {
    expect(await list(no(36009002, 'Too many requests.', 429))).toMatchObject({
      kind: 'throttled',
      retryAfterMs: 1000,
    });
    expect(await list({ ...no(36009002, 'Too many', 429), headers: { 'retry-after': '7' } })).toMatchObject({
      retryAfterMs: 7000,
    });
    expect(await list(no(45101004, 'daily quota'))).toMatchObject({ kind: 'throttled', retryAfterMs: 3_600_000 });
  });

  it('a shop without its cipher has to be authorized anew', async () => {
    const bare = { ...ACCESS, tokens: { accessToken: 'TTP_1' } };
    const work = connect(scripted(ok({})).fetch).listOrders(bare, { updatedAfter: '2026-11-01T00:00:00Z' });
    expect(await kindOfFailure(work)).toBe('unauthorized');
  });
});
