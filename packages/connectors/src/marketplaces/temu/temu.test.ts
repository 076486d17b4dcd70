import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exact } from '../../json.ts';
import { failure, kindOfFailure, scripted } from '../../testing.ts';
import { ACCESS, APPS, connect, NOW, no, ok } from './fixtures.ts';
import { decrypt, sign } from './signature.ts';

/** Made as "Signature rules" of the Partner Platform says; the same in XIE7654/temu_api and in Go and Node clients. */
const LIST = {
  access_token: 'tok',
  app_key: 'k',
  data_type: 'JSON',
  pageNumber: 1,
  pageSize: 100,
  parentOrderStatus: 2,
  timestamp: '1700000000',
  type: 'bg.order.list.v2.get',
  updateAtEnd: 1_700_000_000,
  updateAtStart: 1_699_990_000,
};
const CONFIRM = {
  version: 'V1',
  type: 'bg.logistics.shipment.v2.confirm',
  timestamp: '1700000000',
  sendType: 0,
  sendRequestList: [
    {
      carrierId: 960_246_690,
      trackingNumber: '1Z999AA10123456784',
      orderSendInfoList: [{ parentOrderSn: 'PO-211-1', orderSn: '211-1', goodsId: 601, skuId: 175, quantity: 1 }],
    },
  ],
  data_type: 'JSON',
  app_key: 'kapp',
  access_token: 'tok',
};
const LABEL = {
  'toa-access-token': 'tok',
  'toa-app-key': 'kapp',
  'toa-random': '12345678901234567890123456789012',
  'toa-timestamp': '1700000000',
};
const EVENT =
  '{"mallId":634418210000001,"parentOrderSn":"PO-211-1","orderSn":"211-1","orderStatus":2,"updateTime":1700000000000}';
const EVENT_DATA =
  'p72YWpRhTSUnzdkSOnA+TjqYGbc63BtOVF6VgALmDwJELrH+V1lHIhpKkm6cQV8eNE/UTmGR75CeM5LBG9aGFNe/wt4mUobEao8W4YNgWCjCtkUdcBVJ' +
  '+DSfvxhFIGSKbwZf2e5W4Jl4DOwkwRn5YYPy59w+LQUUiegNIg4SDsc=';
const EVENT_HEADERS = {
  'x-tm-app-key': 'kapp',
  'x-tm-event-code': 'bg_order_status_change_event',
  'x-tm-mall-id': '634418210000001',
  'x-tm-timestamp': '1700000000',
  'X-TM-Signature': '160906afe90984d2f1c848efc93870fab360693311098f61c67d7c2893d4950c',
};

describe('Temu signatures', () => {
  it('are the documented ones', () => {
    expect(sign('temu-secret', LIST)).toBe('9C51A8E2A98679418209881097FF1A6B');
    expect(sign('temu-secret', CONFIRM)).toBe('2510ADC698D196B6D8A8DC7129F53FB9');
    expect(sign('temu-secret', LABEL)).toBe('4F7848583BF7A85C788A58BB70ACE6BD');
  });

  it('heed names and values, not the order they stand in', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string()));
    const pair = fc.tuple(fc.stringMatching(/^[A-Za-z_]{1,10}$/), value);
    fc.assert(
      fc.property(fc.uniqueArray(pair, { selector: ([name]) => name, minLength: 1 }), (pairs) => {
        const there = sign('s', Object.fromEntries(pairs));
        expect(sign('s', Object.fromEntries(pairs.toReversed()))).toBe(there);
        expect(there).toMatch(/^[0-9A-F]{32}$/);
        const [[name = '', old]] = pairs as [[string, unknown]];
        expect(sign('s', { ...Object.fromEntries(pairs), [name]: `${String(old)}x` })).not.toBe(there);
      }),
    );
  });

  it('are over the very text that is sent, long numbers and all', async () => {
    const { fetch, sent } = scripted(ok({ operateResult: true, skuStockEditStatusInfoList: [] }));
    const item = { itemId: '6010995123456789012', variantId: '17592186044416999001', sellerSku: 'A', quantity: 3 };
    await connect(fetch).pushStock(ACCESS, [item]);
    const body = sent[0]?.body ?? '';
    expect(body).toContain('"goodsId":6010995123456789012,');
    expect(body).toContain('[{"skuId":17592186044416999001,"stockTarget":3}]');
    const { sign: answered, requestUniqueKey } = JSON.parse(body);
    const params = {
      type: 'bg.local.goods.stock.edit',
      app_key: 'kapp',
      access_token: 'tok',
      timestamp: String(Math.floor(NOW / 1000)),
      data_type: 'JSON',
      version: 'V1',
      goodsId: exact('6010995123456789012'),
      skuStockTargetList: [{ skuId: exact('17592186044416999001'), stockTarget: 3 }],
      requestUniqueKey,
    };
    expect(answered).toBe(sign('temu-secret', params));
    expect(sent[0]?.url.href).toBe('https://openapi-b-us.temu.com/openapi/router');
  });
});

describe('a token', () => {
  const info = {
    mallId: 634_418_210_000_001,
    regionId: 211,
    mallType: 1,
    expiredTime: 1_760_000_000,
    apiScopeList: ['a', 'b'],
  };

  it('is proved by asking whose it is, and tells when it ends', async () => {
    const { fetch, sent } = scripted(ok(info));
    const got = await connect(fetch).connect({ keys: { accessToken: ' tok ' }, region: 'EU' });
    expect(got).toEqual({
      tokens: {
        accessToken: 'tok',
        accessExpiresAt: '2025-10-09T08:53:20.000Z',
        scope: 'a,b',
        keys: { regionId: '211', mallType: '1' },
      },
      account: '634418210000001',
    });
    expect(sent[0]?.url.href).toBe('https://openapi-b-eu.temu.com/openapi/router');
    expect(JSON.parse(sent[0]?.body ?? '').app_key).toBe('kapp-eu');
  });

  it('cannot be renewed, only asked about', async () => {
    const { fetch } = scripted(ok({ ...info, expiredTime: 1_770_000_000 }));
    expect((await connect(fetch).refresh(ACCESS)).accessExpiresAt).toBe('2026-02-02T02:40:00.000Z');
    expect(await kindOfFailure(connect(scripted(no(3_000_034, 'expired')).fetch).refresh(ACCESS))).toBe('unauthorized');
  });

  it('stays in its region', async () => {
    const rest = { ...ACCESS, region: 'GLOBAL' };
    expect((await failure(connect().describeShop(rest))).code).toBe('NO_APP');
    expect((await failure(connect().describeShop({ ...ACCESS, region: 'MARS' }))).code).toBe('NO_SUCH_REGION');
  });

  it('says the currency by an article, or by the country where none may be seen', async () => {
    const shop = (...replies: object[]) => connect(scripted(ok(info), ...replies).fetch).describeShop(ACCESS);
    expect(await shop(ok({ skuList: [{ currency: 'CAD' }] }))).toEqual({
      name: 'Temu 634418210000001',
      currency: 'CAD',
      marketplaceIds: ['211'],
    });
    expect((await shop(no(3_000_032, 'no permission'))).currency).toBe('USD');
    const other = connect(scripted(ok({ ...info, regionId: 999 }), ok({ skuList: [] })).fetch);
    expect((await failure(other.describeShop(ACCESS))).kind).toBe('malformed');
  });
});

describe('refusals', () => {
  it.each([
    [4_000_004, 'too frequent', 'throttled'],
    [4_000_000, 'SYSTEM_EXCEPTION', 'unavailable'],
    [7_000_000, 'platform', 'unavailable'],
    [110_020_001, 'System error, please try again.', 'unavailable'],
    [3_000_030, 'access_token is invalid', 'unauthorized'],
    [3_000_031, 'access_token', 'unauthorized'],
    [3_000_033, 'access_token', 'unauthorized'],
    [3_000_034, 'access_token is expired', 'unauthorized'],
    [5_000_000, 'not authorized', 'unauthorized'],
    [3_000_032, 'sensitive', 'rejected'],
    [3_000_021, 'no permission', 'rejected'],
    [3_000_001, 'sign is invalid', 'rejected'],
    [5_000_003, 'ip not in the white list', 'rejected'],
  ])('%i (%s) is %s', async (code, words, kind) => {
    const list = connect(scripted(no(code, words)).fetch).listReturns(ACCESS, { updatedAfter: '2023-11-14T00:00:00Z' });
    const error = await failure(list);
    expect([error.kind, error.code, error.retryAfterMs]).toEqual([
      kind,
      String(code),
      kind === 'throttled' ? 1000 : undefined,
    ]);
  });

  it('by status alone, and what is no answer at all', async () => {
    const list = (reply: object) =>
      kindOfFailure(connect(scripted(reply).fetch).listReturns(ACCESS, { updatedAfter: '2023-11-14T00:00:00Z' }));
    expect(await list({ status: 502, text: 'bad gateway' })).toBe('unavailable');
    expect(await list({ text: '<html>' })).toBe('malformed');
    expect(await list({ json: { hello: 1 } })).toBe('malformed');
  });
});

describe('pushes', () => {
  const push = (headers: Record<string, string> = EVENT_HEADERS, body = JSON.stringify({ eventData: EVENT_DATA })) =>
    connect().readPush({ headers, query: {}, url: 'https://tw.example/x', body: Buffer.from(body) });

  it('are opened and read when Temu signed them, whichever app they are for', () => {
    expect(decrypt(APPS.EU.appSecret, EVENT_DATA)).toBe(EVENT);
    expect(push()).toMatchObject({
      topic: 'bg_order_status_change_event',
      account: '634418210000001',
      platformOrderNo: 'PO-211-1',
    });
    expect(push()?.deliveryId).toBe(push()?.deliveryId);
  });

  it('are nothing when a header, the signature or the content is another', () => {
    expect(push({ ...EVENT_HEADERS, 'x-tm-timestamp': '1700000001' })).toBeNull();
    expect(push({ ...EVENT_HEADERS, 'x-tm-ext-param': 'more' })).toBeNull();
    expect(push({ ...EVENT_HEADERS, 'X-TM-Signature': 'f'.repeat(64) })).toBeNull();
    expect(push({})).toBeNull();
    expect(push(EVENT_HEADERS, JSON.stringify({ eventData: `q${EVENT_DATA.slice(1)}` }))).toBeNull();
    expect(push(EVENT_HEADERS, '{}')).toBeNull();
    expect(push(EVENT_HEADERS, 'x')).toBeNull();
  });
});

describe('warehouses that ship for sellers', () => {
  it('are told with what the seller has allowed', async () => {
    const list = [
      { warehouseProviderCode: 'WINIT', permitsStatus: 1 },
      { warehouseProviderCode: 'OTHER', permitsStatus: 0 },
    ];
    const { warehouses } = connect(scripted(ok({ warehouseProviderList: list })).fetch);
    expect(await warehouses.providers(ACCESS)).toEqual([
      { code: 'WINIT', authorized: true },
      { code: 'OTHER', authorized: false },
    ]);
  });

  it('are allowed by what the warehouse gave the seller, or refused in Temu’s words', async () => {
    const grant = { provider: 'WINIT', customerCode: 'C-1', accessToken: 'cw-1' };
    const { fetch, sent } = scripted(ok({ authorizationSuccess: true }));
    await connect(fetch).warehouses.authorize(ACCESS, grant);
    const body = JSON.parse(sent[0]?.body ?? '');
    expect(body).toMatchObject({ warehouseProviderCode: 'WINIT', cwCustomerCode: 'C-1', cwAccessToken: 'cw-1' });
    expect(body).not.toHaveProperty('cwAppKey');
    const bad = scripted(ok({ authorizationSuccess: false, authorizationFailReason: 'token is wrong' }));
    const error = await failure(connect(bad.fetch).warehouses.authorize(ACCESS, grant));
    expect([error.kind, error.message]).toEqual(['rejected', 'token is wrong']);
    const unknown = scripted(no(170_020_001, 'This ERP provider is not supported.'));
    expect(await kindOfFailure(connect(unknown.fetch).warehouses.authorize(ACCESS, grant))).toBe('rejected');
  });
});
