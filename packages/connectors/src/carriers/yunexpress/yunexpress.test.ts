import { describe, expect, it } from 'vitest';
import { failure, kindOfFailure, scripted, serving } from '../../testing.ts';
import { signOf } from './client.ts';
import { yunexpress } from './definition.ts';
import { ACCESS, connect, fees, LABEL, NOW, no, ORDER, ok, PARCEL, PRICES, type Reply } from './fixtures.ts';
import { createYunexpressConnector } from './index.ts';

describe('YunExpress signatures', () => {
  const call = { date: '1767225600000', body: '' };
  it.each([
    [
      'a body',
      {
        ...call,
        method: 'POST',
        path: '/v1/order/package/create',
        body: '{"product_code":"TESTPROD","customer_order_number":"SO-1001"}',
      },
      'uBrN8WUA/ahSLzOntlLkr/L9B8kcohTD7pjl/VFB8go=',
    ],
    ['no body', { ...call, method: 'GET', path: '/v1/order/info/get' }, 'VxtdFvDpCMjnENlSR8eHhdW8R80koiIOsdf0ziWbJF0='],
  ])('signs a request with %s', (_what, request, signature) => {
    expect(signOf('yun-secret-demo', request)).toBe(signature);
  });

  it('signs the very text that it sends, and the path without its query', async () => {
    const { fetch, sent } = scripted(PRICES, ok(ORDER), LABEL);
    const yun = createYunexpressConnector({ http: { fetch, baseUrls: { api: 'http://x.test/yunexpress' } } });
    await yun.buyLabel(ACCESS, PARCEL, 'TWSTD');
    for (const { method, url, headers, body } of sent) {
      const path = url.pathname.replace('/yunexpress', '');
      const date = headers.get('date') ?? '';
      expect(headers.get('sign')).toBe(signOf('yun-secret-demo', { method, path, date, body }));
      expect(headers.get('token')).toBe('eyJ');
      expect(headers.get('sourcekey')).toBe('yun-source-demo');
    }
    expect(sent.map(({ url }) => url.search)).toEqual([
      expect.stringContaining('country_code=US'),
      '',
      expect.anything(),
    ]);
  });
});

describe('YunExpress tokens', () => {
  const authenticate = (reply: Reply, keys = ACCESS.keys) => {
    const { fetch, sent } = scripted(reply);
    return { done: connect(fetch).authenticate({ ...ACCESS, keys }), sent };
  };
  it('keeps a token for as long as it is told, or for two hours', async () => {
    const { done, sent } = authenticate({ json: { accessToken: 'a', expiresIn: '3600' } });
    expect(await done).toEqual({ accessToken: 'a', accessExpiresAt: new Date(NOW + 3_600_000).toISOString() });
    expect(sent[0]?.url.href).toBe('https://openapi.yunexpress.cn/openapi/oauth2/token');
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
      ...yunexpress.sandbox.keys,
      grantType: 'client_credentials',
    });
    expect(await authenticate({ json: { success: true, result: { accessToken: 'a' } } }).done).toMatchObject({
      accessExpiresAt: new Date(NOW + 7_200_000).toISOString(),
    });
  });

  it('leaves out a source key that nobody typed', async () => {
    const { appId = '', appSecret = '' } = ACCESS.keys;
    const { done, sent } = authenticate({ json: { accessToken: 'a' } }, { appId, appSecret, sourceKey: '' });
    await done;
    expect(sent[0]?.body).not.toContain('sourceKey');
  });

  it.each<[string, Reply, string]>([
    [
      'refused keys',
      { status: 401, json: { success: false, code: '0200401001', msg: '应用密钥错误' } },
      'unauthorized',
    ],
    ['refused keys at status 200', no('0200400', '应用密钥错误'), 'unauthorized'],
    ['an outage', { status: 503 }, 'unavailable'],
  ])('names %s', async (_what, reply, kind) => {
    expect(await kindOfFailure(authenticate(reply).done)).toBe(kind);
  });
});

describe('YunExpress refusals', () => {
  const ask = (reply: Reply) => failure(connect(scripted(reply).fetch).track(ACCESS, 'YT1'));
  const buy = (reply: Reply) => failure(connect(scripted(PRICES, reply).fetch).buyLabel(ACCESS, PARCEL, 'TWSTD'));

  it('calls nothing without a token', async () => {
    const { tokens: _, ...bare } = ACCESS;
    const { fetch, sent } = scripted({});
    expect(await kindOfFailure(connect(fetch).track(bare, 'YT1'))).toBe('unauthorized');
    expect(sent).toHaveLength(0);
  });

  it('are told by status, by code and by words', async () => {
    expect((await ask({ status: 401, json: {} })).kind).toBe('unauthorized');
    expect((await ask(no('0200401101', '签名'))).kind).toBe('unauthorized');
    expect(await ask({ status: 429, json: {}, headers: { 'retry-after': '2' } })).toMatchObject({
      kind: 'throttled',
      retryAfterMs: 2000,
    });
    expect(await ask(no('1', '请求过于频繁'))).toMatchObject({ kind: 'throttled' });
    expect(await ask(no('02039083', '不在派送范围'))).toMatchObject({
      kind: 'rejected',
      code: '02039083',
      message: '不在派送范围',
    });
    expect((await ask(no('02030012', '服务执行超时'))).kind).toBe('unavailable');
    expect((await ask({ text: '<html>' })).kind).toBe('malformed');
    expect((await ask({ status: 302, text: '' })).kind).toBe('malformed');
  });

  it('leave open what became of an order where the answer does', async () => {
    expect((await buy(no('02030012', '服务执行超时'))).kind).toBe('uncertain');
    expect((await buy(no('02039015', '订单处理中'))).kind).toBe('uncertain');
    expect((await buy({ status: 500, json: {} })).kind).toBe('uncertain');
    expect((await buy({ text: '{"success":' })).kind).toBe('uncertain');
    expect((await buy(ok({ ...ORDER, waybill_number: '' }))).kind).toBe('uncertain');
    expect((await buy({ status: 503, json: {} })).kind).toBe('unavailable');
    expect((await buy(no('02039311', '余额不足'))).kind).toBe('rejected');
    const server = await serving((request, response) => {
      if (request.method === 'POST') request.on('data', () => request.socket.destroy());
      else response.end(JSON.stringify(PRICES.json));
    });
    const yun = createYunexpressConnector({ http: { baseUrls: { api: server.url } } });
    expect(await kindOfFailure(yun.buyLabel(ACCESS, PARCEL, 'TWSTD'))).toBe('uncertain');
    await server.close();
  });
});

describe('YunExpress rates', () => {
  const rates = (reply: Reply) => connect(scripted(reply).fetch).rates(ACCESS, PARCEL);

  it('adds up the fees of a product in the currency that the account is billed in', async () => {
    const { fetch, sent } = scripted(
      fees(
        {
          product_name: '标准',
          fee_name: 'E1',
          calculate_amount: 34.44,
          convert_amount: '34.44',
          convert_currency: 'rmb',
        },
        { fee_name: 'E2', calculate_amount: 18, convert_amount: null, convert_currency: null },
        { product_code: 'TWECO', fee_name: 'E1', calculate_amount: '27.5', currency: 'USD', interval_day: null },
      ),
    );
    expect(await connect(fetch).rates(ACCESS, PARCEL)).toEqual([
      {
        serviceCode: 'TWSTD',
        serviceName: '标准',
        amount: '52.44',
        listAmount: '52.44',
        currency: 'CNY',
        transitDays: 12,
        surcharges: [{ code: 'E2', amount: '18' }],
      },
      {
        serviceCode: 'TWECO',
        serviceName: 'TWECO',
        amount: '27.5',
        listAmount: '27.5',
        currency: 'USD',
        surcharges: [],
      },
    ]);
    expect(Object.fromEntries(sent[0]?.url.searchParams ?? [])).toEqual({
      country_code: 'US',
      weight: '0.420',
      weight_unit: 'KG',
      pieces: '1',
      postal_code: '30005-1234',
      length: '20.4',
      width: '15.0',
      height: '8.0',
      size_unit: 'CM',
    });
  });

  it('loses no product to another, and makes up no sum', async () => {
    const half = [{ calculate_amount: 5 }, { calculate_amount: null }];
    const other = { product_code: 'TWECO', calculate_amount: 9 };
    expect((await rates(fees(...half, other))).map((one) => one.serviceCode)).toEqual(['TWECO']);
    const mixed = [{ calculate_amount: 5 }, { calculate_amount: 5, currency: 'USD' }];
    expect((await rates(fees(...mixed, other))).map((one) => one.serviceCode)).toEqual(['TWECO']);
    expect(await kindOfFailure(rates(fees(...half)))).toBe('malformed');
    expect(await rates(ok(null))).toEqual([]);
    expect(await rates(no('02030008', '没有可用的物流产品'))).toEqual([]);
    expect(await kindOfFailure(rates(no('02039020', '国家简码无效')))).toBe('rejected');
  });

  it('reads the products of an account wherever they stand', async () => {
    const list = [
      { product_code: 'TWSTD', product_name: '标准' },
      { product_code: 'TWECO', product_name: null },
      {},
      null,
    ];
    const expected = [
      { code: 'TWSTD', name: '标准' },
      { code: 'TWECO', name: 'TWECO' },
    ];
    for (const json of [{ detail: list }, { result: { list } }, { result: list }]) {
      const yun = connect(scripted({ json: { success: 'true', ...json } }).fetch);
      expect(await yun.services?.(ACCESS)).toEqual(expected);
    }
  });
});

describe('YunExpress accounts', () => {
  it.each(['C00001', 'CNHC318962'])('take the customer code %s', (code) => {
    expect(code).toMatch(yunexpress.accountNumber.pattern);
  });
});
