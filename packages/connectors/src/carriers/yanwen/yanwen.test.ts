import { describe, expect, it } from 'vitest';
import { failure, kindOfFailure, scripted, serving } from '../../testing.ts';
import { signOf } from './client.ts';
import { yanwen } from './definition.ts';
import { ACCESS, connect, LABEL, NONE, NOW, no, ORDER, ok, PARCEL, type Reply } from './fixtures.ts';
import { createYanwenConnector } from './index.ts';

describe('Yanwen signatures', () => {
  it('are those of the vector', () => {
    const body = '{"waybillNumber":"YW000000001CN"}';
    const call = { user: '100000', method: 'express.order.label.get', timestamp: '1767225600000', body };
    expect(signOf({ ...call, token: 'yw-token-demo' })).toBe('dcddfb0cf539658b0c5ac49e804be3f3');
  });

  it('are over the very text that is sent', async () => {
    const { fetch, sent } = scripted(NONE, ok(ORDER), LABEL);
    await connect(fetch).buyLabel(ACCESS, PARCEL, '481');
    for (const { url, body } of sent) {
      const method = url.searchParams.get('method') ?? '';
      const timestamp = url.searchParams.get('timestamp') ?? '';
      expect(Object.fromEntries(url.searchParams)).toEqual({
        user_id: '100000',
        method,
        format: 'json',
        timestamp: String(NOW),
        version: 'V1.0',
        sign: signOf({ token: 'yw-token-demo', user: '100000', method, timestamp, body }),
      });
    }
    expect(sent.map(({ url }) => [url.origin + url.pathname, url.searchParams.get('method')])).toEqual(
      ['express.order.getlist', 'express.order.create', 'express.order.label.get'].map((method) => [
        'https://open.yw56.com.cn/api/order',
        method,
      ]),
    );
    expect(sent[1]?.body).toContain('手机壳');
  });
});

describe('Yanwen accounts', () => {
  it.each(['100000', '30114979'])('take the number %s', (number) => {
    expect(number).toMatch(yanwen.accountNumber.pattern);
  });

  it('are tried by a read: there are no tokens', async () => {
    const { fetch, sent } = scripted(ok([]));
    expect(await connect(fetch).authenticate(ACCESS)).toEqual({ accessToken: '' });
    expect(sent[0]?.body).toBe('{}');
    for (const words of ['签名错误', '秘钥不正确', '客户号 1 不存在', '时间戳已过期'])
      expect(await kindOfFailure(connect(scripted(no(words)).fetch).authenticate(ACCESS))).toBe('unauthorized');
  });

  it('name their channels, which have no price', async () => {
    const list = [{ id: 481, nameCh: '专线', nameEn: 'Line' }, { id: '484', name: '快递' }, { id: '155' }, {}, null];
    const expected = [
      { code: '481', name: '专线' },
      { code: '484', name: '快递' },
      { code: '155', name: '155' },
    ];
    expect(await connect(scripted(ok(list)).fetch).services?.(ACCESS)).toEqual(expected);
    expect(await connect(scripted(ok(list)).fetch).rates(ACCESS, PARCEL)).toEqual(
      expected.map(({ code, name }) => ({
        serviceCode: code,
        serviceName: name,
        amount: '0',
        listAmount: '0',
        currency: '',
        surcharges: [],
      })),
    );
  });
});

describe('Yanwen refusals', () => {
  const ask = (reply: Reply) => failure(connect(scripted(reply).fetch).findPurchase(ACCESS, 'OUT-1'));
  const buy = (reply: Reply) => failure(connect(scripted(NONE, reply).fetch).buyLabel(ACCESS, PARCEL, '481'));

  it('are told by status and by words', async () => {
    expect((await ask({ status: 401, json: {} })).kind).toBe('unauthorized');
    expect((await ask(no('签名验证失败'))).kind).toBe('unauthorized');
    expect(await ask({ status: 429, json: {}, headers: { 'retry-after': '2' } })).toMatchObject({
      kind: 'throttled',
      retryAfterMs: 2000,
    });
    expect(await ask(no('请求过于频繁'))).toMatchObject({ kind: 'throttled', retryAfterMs: 5000 });
    expect(await ask(no('目的国不在派送范围', '2007'))).toMatchObject({
      kind: 'rejected',
      code: '2007',
      message: '目的国不在派送范围',
    });
    expect((await ask(no('系统繁忙，请稍后再试'))).kind).toBe('unavailable');
    expect((await ask({ status: 503, json: {} })).kind).toBe('unavailable');
    expect((await ask({ json: {} })).kind).toBe('malformed');
    expect((await ask({ json: { code: '7', message: '目的国无效' } })).kind).toBe('rejected');
    expect((await ask({ text: '<html>' })).kind).toBe('malformed');
    expect((await ask({ status: 302, text: '' })).kind).toBe('malformed');
  });

  it('leave open what became of an order where the answer does', async () => {
    for (const words of ['服务超时', '订单处理中', '系统异常']) expect((await buy(no(words))).kind).toBe('uncertain');
    expect((await buy({ status: 500, json: {} })).kind).toBe('uncertain');
    expect((await buy({ text: '{"success":' })).kind).toBe('uncertain');
    expect((await buy(ok({ ...ORDER, waybillNumber: '' }))).kind).toBe('uncertain');
    expect((await buy(ok(null))).kind).toBe('uncertain');
    expect((await buy({ status: 503, json: {} })).kind).toBe('unavailable');
    expect((await buy(no('账号余额不足'))).kind).toBe('rejected');
  });

  it('leave it open, too, where the connection is lost after the order was sent', async () => {
    const server = await serving((request, response) => {
      if (request.url?.includes('order.create')) request.on('data', () => request.socket.destroy());
      else response.end(JSON.stringify(NONE.json));
    });
    const carrier = createYanwenConnector({ http: { baseUrls: { api: server.url } } });
    expect(await kindOfFailure(carrier.buyLabel(ACCESS, PARCEL, '481'))).toBe('uncertain');
    await server.close();
  });
});
