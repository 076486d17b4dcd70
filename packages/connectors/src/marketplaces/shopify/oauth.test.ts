import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure, kindOfFailure, scripted } from '../../testing.ts';
import { ACCESS, APP, connect } from './fixtures.ts';
import { createShopifyConnector } from './index.ts';
import { bodyIsSigned, queryIsSigned } from './signature.ts';

const SIGNED_AT = 1337178173_000;
const vector = {
  code: '0907a61c0c8d55e99db179b68161bc00',
  hmac: '5df4d33106936a57d65dce779657b29cd72ec693618cd4ccdd662fc3043cfda8',
  host: 'c29tZS1zaG9wLm15c2hvcGlmeS5jb20vYWRtaW4',
  shop: 'some-shop.myshopify.com',
  state: '0.6784241404160823',
  timestamp: '1337178173',
};
const body = Buffer.from('{"id":5550001112223,"name":"#1001","updated_at":"2026-11-01T08:31:00-04:00"}');
const bodySignature = 'Yd7SDMsKdPfUu5e6Q437HFyLW6Zt5PJrpEVpvq4ZVwc=';
const byteOff = (text: string, index: number, by: number): string => {
  const at = index % text.length;
  return text.slice(0, at) + String.fromCharCode((text.charCodeAt(at) + by) % 128) + text.slice(at + 1);
};

describe('Shopify signatures', () => {
  it('accepts the documented query and no query that differs in one character', () => {
    expect(queryIsSigned(vector, 'hush')).toBe(true);
    expect(queryIsSigned({ ...vector, signature: 'x' }, 'hush')).toBe(true);
    expect(queryIsSigned(vector, 'hushh')).toBe(false);
    const names = Object.keys(vector) as (keyof typeof vector)[];
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.nat(200), fc.integer({ min: 1, max: 127 }), (name, index, by) => {
        expect(queryIsSigned({ ...vector, [name]: byteOff(vector[name], index, by) }, 'hush')).toBe(false);
      }),
    );
    expect(queryIsSigned({ ...vector, extra: '1' }, 'hush')).toBe(false);
  });

  it('accepts the documented push and no push that differs in one byte', () => {
    expect(body).toHaveLength(76);
    expect(bodyIsSigned(body, bodySignature, ['hush'])).toBe(true);
    fc.assert(
      fc.property(fc.nat(75), fc.integer({ min: 1, max: 255 }), (index, by) => {
        const bent = Buffer.from(body);
        bent[index] = ((bent[index] ?? 0) + by) % 256;
        expect(bodyIsSigned(bent, bodySignature, ['hush'])).toBe(false);
      }),
    );
    fc.assert(
      fc.property(fc.nat(43), fc.integer({ min: 1, max: 127 }), (index, by) => {
        expect(bodyIsSigned(body, byteOff(bodySignature, index, by), ['hush'])).toBe(false);
      }),
    );
    for (const bad of [undefined, '', 'x', bodySignature.slice(0, -1)])
      expect(bodyIsSigned(body, bad, ['hush'])).toBe(false);
  });

  it('signs queries with blanks, plus signs and other alphabets like the platform', () => {
    const query = { shop: 'a.myshopify.com', state: 'a b+c&d=é/测' };
    const text = 'shop=a.myshopify.com&state=a%20b%2Bc%26d%3D%C3%A9%2F%E6%B5%8B';
    const hmac = createHmac('sha256', 'hush').update(text).digest('hex');
    expect(queryIsSigned({ ...query, hmac }, 'hush')).toBe(true);
    const plus = createHmac('sha256', 'hush').update(text.replaceAll('%20', '+')).digest('hex');
    expect(queryIsSigned({ ...query, hmac: plus }, 'hush')).toBe(true);
    expect(queryIsSigned({ ...query, state: query.state.replace(' ', '+'), hmac }, 'hush')).toBe(false);
  });
});

describe('Shopify consent and tokens', () => {
  const fresh = {
    access_token: 'shpat_2',
    scope: 'read_orders',
    expires_in: 3600,
    refresh_token: 'shprt_2',
    refresh_token_expires_in: 7_776_000,
  };

  it('sends the browser only to shops of Shopify', () => {
    const connector = createShopifyConnector({ app: APP, http: {}, scopes: ['read_orders', 'write_fulfillments'] });
    const url = (account: string) => connector.consentUrl({ state: 'n', redirectUri: 'https://erp.test/cb', account });
    expect(url('demo-shop.myshopify.com')).toBe(
      'https://demo-shop.myshopify.com/admin/oauth/authorize?client_id=app-1&scope=read_orders%2Cwrite_fulfillments&redirect_uri=https%3A%2F%2Ferp.test%2Fcb&state=n',
    );
    for (const bad of [
      'evil.test',
      'x.myshopify.com.evil.test',
      'x.myshopify.com/',
      '-x.myshopify.com',
      'a@x.myshopify.com',
      '',
    ]) {
      expect(() => url(bad)).toThrow(/myshopify/);
    }
  });

  it('exchanges a signed, fresh callback for an expiring token', async () => {
    const { fetch, sent } = scripted({ json: fresh });
    const result = await connect(fetch, SIGNED_AT + 80_000).exchange({ query: vector, redirectUri: 'x' });
    expect(sent[0]?.url.href).toBe('https://some-shop.myshopify.com/admin/oauth/access_token');
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
      client_id: 'app-1',
      client_secret: 'hush',
      code: vector.code,
      expiring: '1',
    });
    expect(result.account).toBe('some-shop.myshopify.com');
    expect(result.tokens).toEqual({
      accessToken: 'shpat_2',
      refreshToken: 'shprt_2',
      accessExpiresAt: new Date(SIGNED_AT + 80_000 + 3_600_000).toISOString(),
      refreshExpiresAt: new Date(SIGNED_AT + 80_000 + 7_776_000_000).toISOString(),
      scope: 'read_orders',
    });
  });

  it('refuses a callback that is forged, stale, from the future or from elsewhere, without a call', async () => {
    const { fetch, sent } = scripted({ json: fresh });
    const sign = (query: Record<string, string>) => {
      const text = new URLSearchParams(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1))).toString();
      return { ...query, hmac: createHmac('sha256', 'hush').update(text).digest('hex') };
    };
    const code = async (query: Record<string, string>, now = SIGNED_AT) =>
      (await failure(connect(fetch, now).exchange({ query, redirectUri: 'x' }))).code;
    expect(await code({ ...vector, code: 'other' })).toBe('BAD_HMAC');
    expect(await code(vector, SIGNED_AT + 91_000)).toBe('STALE');
    expect(await code(vector, SIGNED_AT - 91_000)).toBe('STALE');
    expect(await code(sign({ code: 'c', shop: 'evil.test', timestamp: '1337178173' }))).toBe('BAD_SHOP');
    expect(await code(sign({ shop: 'a.myshopify.com', timestamp: '1337178173' }))).toBe('NO_CODE');
    expect(await code(sign({ code: 'c', shop: 'a.myshopify.com' }))).toBe('STALE');
    expect(sent).toHaveLength(0);
  });

  it('rotates the refresh token and insists on a new one', async () => {
    const { fetch, sent } = scripted({ json: fresh });
    expect((await connect(fetch).refresh(ACCESS)).refreshToken).toBe('shprt_2');
    expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ grant_type: 'refresh_token', refresh_token: 'shprt_1' });
    const lacking = scripted({ json: { access_token: 'shpat_2' } });
    expect(await kindOfFailure(connect(lacking.fetch).refresh(ACCESS))).toBe('malformed');
    const dead = scripted({ status: 400, json: { error: 'invalid_grant' } });
    expect(await kindOfFailure(connect(dead.fetch).refresh(ACCESS))).toBe('unauthorized');
    const ours = scripted({ status: 400, json: { error: 'invalid_client' } });
    expect(await kindOfFailure(connect(ours.fetch).refresh(ACCESS))).toBe('rejected');
  });
});

describe('Shopify pushes', () => {
  const headers = {
    'X-Shopify-Topic': 'orders/updated',
    'X-Shopify-Hmac-Sha256': bodySignature,
    'X-Shopify-Shop-Domain': 'demo-shop.myshopify.com',
    'X-Shopify-Webhook-Id': 'w-1',
  };
  const signed = (text: string, more: Record<string, string> = {}) => ({
    headers: {
      ...headers,
      'X-Shopify-Hmac-Sha256': createHmac('sha256', 'hush').update(text).digest('base64'),
      ...more,
    },
    body: Buffer.from(text),
  });

  it('reads a push and refuses a wrong signature', () => {
    expect(connect().readPush({ headers, body })).toEqual({
      deliveryId: 'w-1',
      topic: 'orders/updated',
      account: 'demo-shop.myshopify.com',
      platformOrderNo: '5550001112223',
    });
    expect(connect().readPush({ headers, body: Buffer.from(`${body.toString()} `) })).toBeNull();
    expect(connect().readPush({ headers: {}, body })).toBeNull();
  });

  it('carries ids beyond 2^53 digit by digit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 19n }), (id) => {
        expect(connect().readPush(signed(`{"id": ${id}, "x": 1}`))?.platformOrderNo).toBe(String(id));
      }),
    );
  });

  it('reads an uninstallation, and says when a signed push makes no sense', () => {
    expect(connect().readPush(signed('{"id":1}', { 'X-Shopify-Topic': 'app/uninstalled' }))).not.toHaveProperty(
      'platformOrderNo',
    );
    const redact = (body: string, topic: string) =>
      connect().readPush(signed(body, { 'X-Shopify-Topic': topic }))?.forget;
    expect(redact('{"orders_to_redact":[299938,9007199254740993]}', 'customers/redact')).toEqual({
      platformOrderNos: ['299938', '9007199254740993'],
    });
    expect(redact('{"customer":{"id":1}}', 'customers/redact')).toEqual({ platformOrderNos: [] });
    expect(redact('{"shop_id":1}', 'shop/redact')).toEqual({ shop: true });
    expect(redact('{"orders_requested":[1]}', 'customers/data_request')).toBeUndefined();
    expect(() => redact('{"orders_to_redact":"all"}', 'customers/redact')).toThrow(/names its orders/);
    expect(() => connect().readPush(signed('{"id":"x"}'))).toThrow(/names no order/);
    expect(() => connect().readPush(signed('nonsense'))).toThrow(/JSON/);
    expect(() => connect().readPush(signed('{"id":1}', { 'X-Shopify-Shop-Domain': 'evil.test' }))).toThrow(/shop/);
  });

  it('still takes the secret of before while it is being changed', () => {
    const changed = createShopifyConnector({
      app: { ...APP, clientSecret: 'new', previousClientSecret: 'hush' },
      http: {},
    });
    expect(changed.readPush({ headers, body })?.deliveryId).toBe('w-1');
  });
});
