import { describe, expect, it } from 'vitest';
import { signOf } from '../../fourpx/gateway.ts';
import { failure, kindOfFailure, scripted, serving } from '../../testing.ts';
import { ACCESS, COSTS, connect, LABEL, no, ORDER, ok, orders, PARCEL, PDF, type Reply } from './fixtures.ts';
import { createDirectConnector } from './index.ts';

describe('4PX signatures', () => {
  it('are small letters of md5 over parameters, body and secret', () => {
    const call = { method: 'ds.xms.order.get', v: '1.0.0', timestamp: '1767225600000' };
    expect(
      signOf({ appKey: 'fpx-key-demo', appSecret: 'fpx-secret-demo' }, { ...call, body: '{"request_no":"SO-1001"}' }),
    ).toBe('028b5888e8d9fb1c356ebde532437bb6');
  });

  it('are over the very text that is sent, and the version of the call', async () => {
    const { fetch, sent } = scripted(COSTS, ok(ORDER), LABEL, PDF);
    await connect(fetch).buyLabel(ACCESS, PARCEL, 'PX');
    const { appKey = '', appSecret = '' } = ACCESS.keys;
    for (const { url, body } of sent.slice(0, 3)) {
      const query = Object.fromEntries(url.searchParams);
      const { method = '', v = '', timestamp = '' } = query;
      expect(query).toMatchObject({ app_key: appKey, format: 'json', language: 'cn' });
      expect(query.sign).toBe(signOf({ appKey, appSecret }, { method, v, timestamp, body }));
      expect(`${url.origin}${url.pathname}`).toBe('https://open.4px.com/router/api/service');
    }
    expect(sent.slice(0, 3).map(({ url }) => `${url.searchParams.get('method')} ${url.searchParams.get('v')}`)).toEqual(
      ['ds.xms.estimated_cost.get 1.0.0', 'ds.xms.order.create 1.1.0', 'ds.xms.label.get 1.1.0'],
    );
    expect(sent[3]?.url.href).toBe('https://bss-fss.4px.com/label.pdf');
  });
});

describe('4PX keys', () => {
  it('are tried by a read, and leave no token', async () => {
    const { fetch, sent } = scripted(ok([{ logistics_product_code: 'PX' }]));
    expect(await connect(fetch).authenticate(ACCESS)).toEqual({ accessToken: '' });
    expect(sent).toHaveLength(1);
    const refused = connect(scripted(no('000012', '签名错误')).fetch);
    expect(await kindOfFailure(refused.authenticate(ACCESS))).toBe('unauthorized');
  });
});

describe('4PX refusals', () => {
  const ask = (reply: Reply) => failure(connect(scripted(reply).fetch).track(ACCESS, '4PX1'));
  const buy = (reply: Reply) => failure(connect(scripted(COSTS, reply).fetch).buyLabel(ACCESS, PARCEL, 'PX'));

  it('are told by status and by words', async () => {
    expect(await ask({ status: 429, json: {}, headers: { 'retry-after': '2' } })).toMatchObject({
      kind: 'throttled',
      retryAfterMs: 2000,
    });
    expect((await ask(no('1', '请求过于频繁'))).kind).toBe('throttled');
    expect((await ask(no('1', 'app_key 无效'))).kind).toBe('unauthorized');
    expect(await ask(no('DS000110', '参数错误'))).toMatchObject({ kind: 'rejected' });
    expect((await ask(no('1', '系统繁忙，请稍后再试'))).kind).toBe('unavailable');
    // A method they do not know.
    expect((await ask({ status: 500, text: 'ApiException: API接口不存在' })).kind).toBe('unavailable');
    expect((await ask({ text: '<html>' })).kind).toBe('malformed');
    expect((await ask({ json: { result: '1', data: '{"trackingList":[' } })).kind).toBe('malformed');
  });

  it('leave open what became of an order where the answer does', async () => {
    expect((await buy(no('1', '系统异常'))).kind).toBe('uncertain');
    expect((await buy(no('1', '接口处理超时'))).kind).toBe('uncertain');
    expect((await buy({ status: 500, json: {} })).kind).toBe('uncertain');
    expect((await buy({ text: '{"result":' })).kind).toBe('uncertain');
    expect((await buy(ok({ ...ORDER, '4px_tracking_no': '' }))).kind).toBe('uncertain');
    expect((await buy({ status: 503, json: {} })).kind).toBe('unavailable');
    expect(await buy(no('DS000110', '物流产品无效'))).toMatchObject({ kind: 'rejected', message: '物流产品无效' });
    const server = await serving((request, response) => {
      const isOrder = request.url?.includes('order.create');
      if (isOrder) request.on('data', () => request.socket.destroy());
      else response.end(JSON.stringify(COSTS.json));
    });
    const direct = createDirectConnector({ http: { baseUrls: { api: server.url } } });
    expect(await kindOfFailure(direct.buyLabel(ACCESS, PARCEL, 'PX'))).toBe('uncertain');
    await server.close();
  });
});

describe('4PX rates', () => {
  it('are the estimates in yuan, by the names of the products', async () => {
    const cost = { logistics_product_code: 'A1', lump_sum_fee: 210, charge_weight: '', estimated_time: '' };
    const { fetch, sent } = scripted(
      ok([...(COSTS.json.data as object[]), cost, { logistics_product_code: 'QC', lump_sum_fee: null }]),
      ok([{ logistics_product_code: 'PX', logistics_product_name_cn: '联邮通优先', logistics_product_name_en: 'P' }]),
    );
    const common = { currency: 'CNY', surcharges: [] };
    expect(await connect(fetch).rates(ACCESS, PARCEL)).toEqual([
      {
        ...{ ...common, serviceCode: 'PX', serviceName: '联邮通优先', amount: '52.44', listAmount: '52.44' },
        ...{ billingWeightGrams: 420, transitDays: 12 },
      },
      { ...common, serviceCode: 'A1', serviceName: 'A1', amount: '210', listAmount: '210' },
    ]);
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
      ...{ country_code: 'US', weight: '420', cargocode: 'P' },
      ...{ length: 20.4, width: 15, height: 8 },
    });
  });

  it('there are none where no line goes, and a refusal is one', async () => {
    expect(await connect(scripted(ok([])).fetch).rates(ACCESS, PARCEL)).toEqual([]);
    expect(await connect(scripted(ok(null)).fetch).rates(ACCESS, PARCEL)).toEqual([]);
    expect(await kindOfFailure(connect(scripted(no('1', '国家无效')).fetch).rates(ACCESS, PARCEL))).toBe('rejected');
  });

  it('do not stop a purchase where the calculator has none, but while it does not answer', async () => {
    for (const reply of [no('1', '测试环境不支持'), ok([])]) {
      const bought = await connect(scripted(reply, ok(ORDER), LABEL, PDF).fetch).buyLabel(ACCESS, PARCEL, 'PX');
      expect(bought).toMatchObject({ amount: '0', currency: '' });
    }
    const { fetch, sent } = scripted({ status: 503 });
    expect(await kindOfFailure(connect(fetch).buyLabel(ACCESS, PARCEL, 'PX'))).toBe('unavailable');
    expect(sent).toHaveLength(1);
  });
});

it('a read order is one, also as the text of its JSON', async () => {
  const { json } = orders({});
  const asText = { json: { ...json, data: JSON.stringify(json.data) } };
  const found = await connect(scripted(asText, LABEL, PDF).fetch).findPurchase(ACCESS, PARCEL.reference);
  expect(found?.shipmentId).toBe('4PX3000000000001CN');
});
