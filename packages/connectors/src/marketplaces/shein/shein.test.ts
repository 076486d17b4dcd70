import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure, kindOfFailure, scripted } from '../../testing.ts';
import { ACCESS, APP, connect, NOW, no, ok } from './fixtures.ts';
import { decrypt, isSigned, sign } from './signature.ts';

const TIME = '1740709414000';
/** Made with the algorithm of sheinsight/open-sdk-js, SHEIN's own; the first is an official example. */
const CALLS = [
  [
    ['OPENKEY', TIME, '/open-api/order/purchase-order-info', 'SECRET', 'test1'],
    'test1M2QxNDU4ZDcyMjcxOGFiMWU4Y2ExMDlmZGY5MDBmMTM3ZGE2Y2Y4YmU3OTA1YTZmYmE2NjM2MzRjNjQ5ZDAwZQ==',
  ],
  [
    ['OPENKEY', TIME, '/open-api/order/order-list', 'SECRET', 'abc12'],
    'abc12NTkyNWJkODc4YmY2YTQ0Yzk4NTRlOWQ5NzA4ZjE5MTRkNDVhMjFmODk3ZTk5NDg3NTY5ZjJhYTFlNDQ0NmFiMg==',
  ],
  [
    ['APPID123', TIME, '/open-api/auth/get-by-token', 'app-secret-key-1234567890', 'abc12'],
    'abc12YTZiNTNkYmFkM2I0MDNmOTU4MTZiZTQxYmQwZWQ3MmQ0ZTBhZjAxZTBmNjczY2M3ODVjNzg3ZmU1NGRjNTFlMg==',
  ],
] as const;
const SECRET = 'JgauqBYhApRFEB0olR/ATRwmdl3zwdgp0RzgI8p1AVk=';
const EVENT = 'Qhx5zW6PCuidy49PMoX4SQ/r8Q+KqYmnga3YKfmizntftlgVnzTVg00A2B2fgL4g';
const EVENT_SIGNATURE = 'rnd01ZWM0ODYxNGJlMDNjYmI1NzZlNWFmY2RhNDkzYjA5YjlkYTczNDczZDQ4ZjRiM2Y1ZWI5ZWM1YjBmODE0YjQ4MA==';

describe('SHEIN signatures', () => {
  it('are the documented ones', () => {
    for (const [input, expected] of CALLS)
      expect(sign(input[0], input[1], input[2], input[3], input[4])).toBe(expected);
  });

  it('hold for what they were made of, and for nothing else', () => {
    const text = fc.string({ minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, text, text, text, (id, path, secret, other) => {
        const answered = sign(id, TIME, path, secret, 'abcde');
        expect(isSigned(answered, { id, timestamp: TIME, path, secret })).toBe(true);
        expect(isSigned(answered, { id, timestamp: TIME, path: `${path}${other}`, secret })).toBe(false);
        expect(isSigned(`x${answered}`, { id, timestamp: TIME, path, secret })).toBe(false);
      }),
    );
    expect(isSigned(undefined, { id: 'a', timestamp: TIME, path: '/', secret: 's' })).toBe(false);
  });

  it('stand on a call with its five signs in front; neither query nor body is signed', async () => {
    const { fetch, sent } = scripted(ok({ count: 0, orderList: [] }));
    await connect(fetch).listOrders(ACCESS, { updatedAfter: '2026-11-01T12:00:00Z' });
    const [call] = sent;
    const answered = call?.headers.get('x-lt-signature') ?? '';
    expect(answered).toBe(sign('OPENKEY', String(NOW), '/open-api/order/order-list', 'SECRET', answered.slice(0, 5)));
    expect(call?.headers.get('x-lt-appid')).toBe('APPID123');
    expect(call?.headers.get('content-type')).toBe('application/json;charset=UTF-8');
    expect(JSON.parse(call?.body ?? '')).toEqual({
      queryType: 2,
      queryOrderType: 4,
      startTime: '2026-11-01 20:00:00',
      endTime: '2026-11-02 20:00:00',
      page: 1,
      pageSize: 30,
    });
  });
});

describe('the seller’s consent', () => {
  it('is asked for with our address behind the #', () => {
    const url = connect().consentUrl({ state: 'st 1', redirectUri: 'https://tw.example/api/callback/shein' });
    expect(url).toContain('https://openapi-sem.sheincorp.com/#/empower?appid=APPID123&redirectUrl=');
    const requested = new URLSearchParams(url.split('?')[1]);
    expect(requested.get('state')).toBe('st 1');
    expect(Buffer.from(requested.get('redirectUrl') ?? '', 'base64').toString()).toBe(
      'https://tw.example/api/callback/shein',
    );
  });

  it('brings a secret that only our app can read', async () => {
    expect(decrypt(APP.appSecret, SECRET)).toBe('plain-store-secret');
    const info = { secretKey: SECRET, openKeyId: 'F3B2', supplierId: 123456, supplierBusinessMode: 'POP-US' };
    const { fetch, sent } = scripted(ok(info));
    const got = await connect(fetch).exchange({ query: { tempToken: 't-1', appid: 'APPID123' }, redirectUri: '' });
    expect(got).toEqual({
      tokens: { accessToken: 'plain-store-secret', keys: { supplierId: '123456', businessMode: 'POP-US' } },
      account: 'F3B2',
    });
    const [call] = sent;
    const answered = call?.headers.get('x-lt-signature') ?? '';
    expect(answered).toBe(
      sign('APPID123', String(NOW), '/open-api/auth/get-by-token', APP.appSecret, answered.slice(0, 5)),
    );
    expect(call?.headers.get('x-lt-openkeyid')).toBeNull();
  });

  it('is refused without a token, for another app, or with a secret of somebody else’s', async () => {
    const exchange = (query: Record<string, string>, info: unknown = {}) =>
      failure(connect(scripted(ok(info)).fetch).exchange({ query, redirectUri: '' }));
    expect((await exchange({})).code).toBe('NO_CODE');
    expect((await exchange({ tempToken: 't', appid: 'OTHER' })).code).toBe('OTHER_APP');
    const spoilt = { secretKey: Buffer.alloc(32).toString('base64'), openKeyId: 'F', supplierId: 1 };
    expect((await exchange({ tempToken: 't' }, spoilt)).kind).toBe('malformed');
  });

  it('does not end, so nothing is renewed', async () => {
    expect(await connect().refresh(ACCESS)).toEqual(ACCESS.tokens);
  });
});

describe('refusals', () => {
  const list = (reply: object) =>
    connect(scripted(reply).fetch).listOrders(ACCESS, { updatedAfter: '2026-11-02T00:00:00Z' });

  it('are told apart by code and words', async () => {
    expect(await kindOfFailure(list(no('openapi00001', 'Signature verification failed')))).toBe('unauthorized');
    expect(await kindOfFailure(list(no('9', 'Requests are too frequent')))).toBe('throttled');
    expect(await kindOfFailure(list(no('9', '请求频繁')))).toBe('throttled');
    expect(await kindOfFailure(list({ status: 429, text: '' }))).toBe('throttled');
    expect(await kindOfFailure(list(no('9', 'System exception')))).toBe('unavailable');
    expect(await kindOfFailure(list(no('500', 'x', 500)))).toBe('unavailable');
    expect(await kindOfFailure(list(no('9999004', 'The time range cannot exceed 48 hours')))).toBe('rejected');
    expect(await kindOfFailure(list({ text: '<html>' }))).toBe('malformed');
    const error = await failure(list(no('9999004', 'no')));
    expect([error.code, error.message]).toEqual(['9999004', 'order/order-list: 9999004 no (trace t-2)']);
  });
});

describe('pushes', () => {
  const boundary = '----FormBoundaryabc';
  const push = (more: { body?: string; headers?: Record<string, string>; url?: string } = {}) => {
    const content = more.body ?? EVENT;
    const text = `--${boundary}\r\nContent-Disposition: form-data; name="eventData"\r\n\r\n${content}\r\n--${boundary}--\r\n`;
    return connect().readPush({
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'x-lt-openKeyId': 'OPENKEY',
        'x-lt-appid': 'APPID123',
        'x-lt-eventCode': '/order_push_notice',
        'x-lt-timestamp': TIME,
        'x-lt-signature': EVENT_SIGNATURE,
        ...more.headers,
      },
      query: {},
      url: more.url ?? 'https://tw.example/hooks/shein',
      body: Buffer.from(text),
    });
  };

  it('are opened when SHEIN signed and wrote them', async () => {
    const read = await push();
    expect(read).toMatchObject({ topic: '/order_push_notice', account: 'OPENKEY', platformOrderNo: 'GSU100000000001' });
    expect(read?.deliveryId).toMatch(/^[0-9a-f]{64}$/);
    expect((await push())?.deliveryId).toBe(read?.deliveryId);
  });

  it('are nothing when the signature, the address or the content is another', async () => {
    expect(await push({ headers: { 'x-lt-signature': EVENT_SIGNATURE.replace('ZWM0', 'ZWM1') } })).toBeNull();
    expect(await push({ url: 'https://tw.example/hooks/other' })).toBeNull();
    expect(await push({ headers: { 'x-lt-timestamp': '1740709414001' } })).toBeNull();
    expect(await push({ body: `R${EVENT.slice(1)}` })).toBeNull();
    expect(await push({ body: '' })).toBeNull();
    expect(await push({ headers: { 'content-type': 'text/plain' } })).toBeNull();
  });

  it('say when the seller has changed the permission', async () => {
    const read = await push({ headers: { 'x-lt-eventCode': '/authorization_change_notice' } });
    expect(read?.revoked).toBe(true);
  });
});
