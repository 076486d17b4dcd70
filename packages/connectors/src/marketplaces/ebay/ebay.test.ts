import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure, kindOfFailure, scripted } from '../../testing.ts';
import { queryString } from './client.ts';
import { ACCESS, APP, connect, NOW, order, page } from './fixtures.ts';
import { createEbayConnector } from './index.ts';
import { isSigned, readPushKey, readSignature } from './push.ts';
import { readSigningKey, signatureBase, signatureHeaders } from './signature.ts';

const tokenJson = {
  access_token: 'v^1.1#new',
  expires_in: 7200,
  refresh_token: 'v^1.1#first',
  refresh_token_expires_in: 47_304_000,
  token_type: 'User Access Token',
};
const refusal = (errorId: number, message = 'said') => ({
  errors: [{ errorId, domain: 'X', category: 'REQUEST', message }],
});

describe('consent and tokens', () => {
  it('asks for consent by the RuName, not by an address', () => {
    const url = new URL(connect().consentUrl({ state: 'st-1', redirectUri: 'https://erp.example.test/cb' }));
    expect(url.origin + url.pathname).toBe('https://auth.ebay.com/oauth2/authorize');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: APP.appId,
      redirect_uri: APP.ruName,
      response_type: 'code',
      state: 'st-1',
    });
    expect(url.href).not.toContain('erp.example.test');
    const scopes = url.searchParams.get('scope')?.split(' ') ?? [];
    expect(scopes).toContain('https://api.ebay.com/oauth/api_scope/sell.finances');
    expect(scopes).not.toContain('https://api.ebay.com/oauth/scope/sell.edelivery');
    const withEdis = new URL(connect(undefined, { edis: true }).consentUrl({ state: 's', redirectUri: 'r' }));
    expect(withEdis.searchParams.get('scope')).toContain('https://api.ebay.com/oauth/scope/sell.edelivery');
  });

  it('turns the code into tokens and asks whose they are', async () => {
    const { fetch, sent } = scripted({ json: tokenJson }, { json: { userId: 'uid-1', username: 'demo' } });
    const got = await connect(fetch).exchange({ query: { code: 'v^1.1#i^1#code', state: 's' } });
    expect(sent[0]?.url.href).toBe('https://api.ebay.com/identity/v1/oauth2/token');
    // RFC 7617; the pair is ours.
    expect(sent[0]?.headers.get('authorization')).toBe('Basic RGVtb0FwcC1QUkQtMTpQUkQtY2VydC0x');
    expect(Object.fromEntries(new URLSearchParams(sent[0]?.body))).toEqual({
      grant_type: 'authorization_code',
      code: 'v^1.1#i^1#code',
      redirect_uri: APP.ruName,
    });
    expect(sent[1]?.url.href).toBe('https://apiz.ebay.com/commerce/identity/v1/user/');
    expect(got).toEqual({
      account: 'uid-1',
      tokens: {
        accessToken: 'v^1.1#new',
        accessExpiresAt: new Date(NOW + 7_200_000).toISOString(),
        refreshToken: 'v^1.1#first',
        refreshExpiresAt: new Date(NOW + 47_304_000_000).toISOString(),
      },
    });
    expect(await kindOfFailure(connect(fetch).exchange({ query: { error: 'access_denied' } }))).toBe('rejected');
  });

  it('keeps the refresh token, which eBay never replaces, and names no scope', async () => {
    const { fetch, sent } = scripted({ json: { access_token: 'v^1.1#2', expires_in: 7200 } });
    const refreshExpiresAt = '2028-01-01T00:00:00.000Z';
    const tokens = await connect(fetch).refresh({ ...ACCESS, tokens: { ...ACCESS.tokens, refreshExpiresAt } });
    expect(tokens).toMatchObject({ accessToken: 'v^1.1#2', refreshToken: 'v^1.1#refresh', refreshExpiresAt });
    expect(Object.fromEntries(new URLSearchParams(sent[0]?.body))).toEqual({
      grant_type: 'refresh_token',
      refresh_token: 'v^1.1#refresh',
    });
  });

  it('tells a permission that ended from wrong credentials of ours, and keeps no secret in the error', async () => {
    const refuse = (status: number, json: unknown) =>
      failure(connect(scripted({ status, json }).fetch).refresh(ACCESS));
    expect((await refuse(400, { error: 'invalid_grant', error_description: 'revoked' })).kind).toBe('unauthorized');
    expect((await refuse(401, { error: 'invalid_client' })).kind).toBe('rejected');
    expect((await refuse(503, {})).kind).toBe('unavailable');
    const torn = await failure(connect(scripted({ text: '{"access_token":"v^1.1#hush"' }).fetch).refresh(ACCESS));
    expect(torn.kind).toBe('malformed');
    expect(JSON.stringify({ ...torn, message: torn.message })).not.toContain('hush');
  });

  it('knows the shop by its user id, and its currency by its site or by its money', async () => {
    const described = await connect(
      scripted({ json: { userId: 'u', username: 'demo_shop', registrationMarketplaceId: 'EBAY_DE' } }).fetch,
    ).describeShop(ACCESS);
    expect(described).toEqual({ name: 'demo_shop', currency: 'EUR', marketplaceIds: ['EBAY_DE'] });
    const { fetch, sent } = scripted(
      { json: { userId: 'u', username: 'shenzhen', registrationMarketplaceId: 'EBAY_CN' } },
      { json: { totalFunds: { value: '1.0', currency: 'USD' } } },
    );
    expect(await connect(fetch).describeShop(ACCESS)).toMatchObject({ currency: 'USD', marketplaceIds: ['EBAY_CN'] });
    expect(sent[1]?.headers.get('signature')).toBeTruthy();
    const empty = scripted({ json: { userId: 'u', registrationMarketplaceId: 'EBAY_CN' } }, { status: 204 });
    expect((await failure(connect(empty.fetch).describeShop(ACCESS))).code).toBe('NO_CURRENCY');
  });
});

describe('a call', () => {
  it('names site and token, and encodes filters as eBay writes them', async () => {
    const { fetch, sent } = scripted(page([]));
    await connect(fetch).listOrders(ACCESS, { updatedAfter: '2026-11-01T00:00:00Z' });
    expect(sent[0]?.url.search).toBe(
      '?filter=lastmodifieddate:%5B2026-11-01T00:00:00.000Z..%5D&fieldGroups=TAX_BREAKDOWN&limit=100&offset=0',
    );
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer v^1.1#access');
    expect(sent[0]?.headers.get('x-ebay-c-marketplace-id')).toBe('EBAY_GB');
    expect(sent[0]?.headers.get('signature')).toBeNull();
    expect(queryString({ filter: 'a:{B|C}', none: undefined })).toBe('?filter=a:%7BB%7CC%7D');
    expect(queryString()).toBe('');
  });

  it.each([
    ['unauthorized', 401, refusal(1001)],
    ['unauthorized', 403, refusal(1100)],
    ['rejected', 403, refusal(2003)],
    ['rejected', 400, refusal(30800)],
    ['rejected', 404, undefined],
    ['unavailable', 500, refusal(30500)],
    ['unavailable', 503, undefined],
    ['malformed', 302, undefined],
    ['malformed', 200, { orders: 'none' }],
  ])('that fails is %s on %i', async (kind, status, json) => {
    const { fetch } = scripted({ status, ...(json ? { json } : { text: '<html>' }) });
    expect(await kindOfFailure(connect(fetch).listOrders(ACCESS, { updatedAfter: '2026-11-01T00:00:00Z' }))).toBe(kind);
  });

  it('too many says when to come back, and in whose words it was refused', async () => {
    const { fetch } = scripted({ status: 429, json: refusal(2001, 'Too many requests.') });
    const error = await failure(connect(fetch).listOrders(ACCESS, { updatedAfter: '2026-11-01T00:00:00Z' }));
    expect(error).toMatchObject({ kind: 'throttled', code: '2001', retryAfterMs: 300_000 });
    expect(error.message).toContain('Too many requests.');
    const answered = scripted({ status: 429, json: refusal(2001), headers: { 'retry-after': '7' } });
    const other = await failure(connect(answered.fetch).getOrder(ACCESS, '1'));
    expect(other.retryAfterMs).toBe(7000);
  });

  it('keeps the daily quota itself: the tenth of a day at once, then waits', async () => {
    const { fetch } = scripted({ status: 204 });
    const connector = connect(fetch);
    const call = () => connector.listSettlements(ACCESS, { postedAfter: '2026-11-01T00:00:00Z' });
    for (let i = 0; i < 1500; i++) await call();
    const error = await failure(call());
    expect(error).toMatchObject({ kind: 'throttled', code: 'PACED' });
    expect(error.retryAfterMs).toBeGreaterThan(5000);
  });

  it('reads the errors of Post-Order too', async () => {
    const json = { error: [{ errorId: 1615, message: { value: 'Invalid date range' } }] };
    const error = await failure(
      connect(scripted({ status: 400, json }).fetch).listReturns(ACCESS, { updatedAfter: '2026-11-01T00:00:00Z' }),
    );
    expect(error).toMatchObject({ kind: 'rejected', code: '1615' });
    expect(error.message).toContain('Invalid date range');
  });
});

describe('digital signatures', () => {
  // The Ed25519 key is of RFC 9421, B.1.4, the body and its digest of RFC 9530; the signatures are what eBay's own
  // digital-signature-nodejs-sdk makes of them.
  const key = readSigningKey(APP.signingKey ?? '', 'demo.jwe.value');
  const created = 1_658_440_308_999;

  it('signs a body, as eBay’s own kit does', () => {
    const url = 'https://api.ebay.com/sell/fulfillment/v1/order/01-00001-00001/issue_refund';
    expect(signatureHeaders({ method: 'POST', url, body: '{"hello": "world"}' }, key, created)).toEqual({
      'content-digest': 'sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:',
      'x-ebay-signature-key': 'demo.jwe.value',
      'signature-input':
        'sig1=("content-digest" "x-ebay-signature-key" "@method" "@path" "@authority");created=1658440308',
      signature: 'sig1=:JnnF+CCm9TJAXHc/c1UkwmEKi24KBf2hJsNQ0B2Sj5RIoIjDx9SiJjyK/5UhlPKi+Qrq+wfZhnrDeRcPPhvODg==:',
    });
  });

  it('signs a call without body, and leaves the query out', () => {
    const url = 'https://apiz.ebay.com/sell/finances/v1/transaction?limit=1';
    const headers = signatureHeaders({ method: 'GET', url }, key, created);
    expect(headers['content-digest']).toBeUndefined();
    expect(headers.signature).toBe(
      'sig1=:IggMhwdJsrCrKgN9biAWrpTTOZVvvKWnwgV7ZMZzi8HEvpZIkGLpByBs42/4FLu51fpwfoQiR0O6F6HqwQKaBQ==:',
    );
  });

  it('holds for any call and body, and for no other', () => {
    const publicKey = createPublicKey(key.key);
    fc.assert(
      fc.property(
        fc.constantFrom('POST', 'PUT'),
        fc.webUrl({ withQueryParameters: true }),
        fc.string({ unit: 'grapheme' }),
        (method, url, body) => {
          const headers = signatureHeaders({ method, url, body }, key, created);
          const { base } = signatureBase({ method, url, body }, 'demo.jwe.value', 1_658_440_308);
          const signature = Buffer.from(headers.signature?.slice(6, -1) ?? '', 'base64');
          expect(verify(null, Buffer.from(base), publicKey, signature)).toBe(true);
          expect(base.split('\n')).toHaveLength(6);
          const other = signatureBase({ method, url, body: `${body} ` }, 'demo.jwe.value', 1_658_440_308).base;
          expect(verify(null, Buffer.from(other), publicKey, signature)).toBe(false);
        },
      ),
    );
  });

  it('takes keys with the frame of a PEM file, and only Ed25519 ones', async () => {
    const framed = `-----BEGIN PRIVATE KEY-----\n${APP.signingKey}\n-----END PRIVATE KEY-----\n`;
    expect(readSigningKey(framed, 'j').key.equals(key.key)).toBe(true);
    const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
    const pem = rsa.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(() => readSigningKey(pem, 'j')).toThrow(/Ed25519/);
    const { fetch, sent } = scripted({ status: 204 });
    const work = connect(fetch, { signingKey: pem }).listSettlements(ACCESS, { postedAfter: '2026-11-01T00:00:00Z' });
    expect((await failure(work)).code).toBe('BAD_SIGNING_KEY');
    expect(sent).toHaveLength(0);
  });

  it('goes with the calls that move money, and not without a key', async () => {
    const { fetch, sent } = scripted({ status: 204 });
    await connect(fetch).listSettlements(ACCESS, { postedAfter: '2026-11-01T00:00:00Z' });
    expect(sent[0]?.headers.get('signature-input')).toContain(`created=${Math.floor(NOW / 1000)}`);
    await connect(fetch, { signingKey: undefined }).listSettlements(ACCESS, { postedAfter: '2026-11-01T00:00:00Z' });
    expect(sent[1]?.headers.get('signature-input')).toBeNull();
  });
});

describe('notifications', () => {
  // Header, body and key as eBay's event-notification-nodejs-sdk makes and takes them (key and text are examples).
  const body = Buffer.from(
    '{"metadata":{"topic":"MARKETPLACE_ACCOUNT_DELETION","schemaVersion":"1.0","deprecated":false},"notification":{"notificationId":"n-1","eventDate":"2026-11-01T10:00:00.000Z","publishDate":"2026-11-01T10:00:01.000Z","publishAttemptCount":1,"data":{"username":"u1","userId":"uid1","eiasToken":"t1"}}}',
  );
  const header =
    'eyJhbGciOiJlY2RzYSIsImtpZCI6ImtpZC0xIiwic2lnbmF0dXJlIjoiTUVVQ0lDbi9KUFFydHk2SnRCRktTM0pib0Nlb0k1Z05vQmI5SnZUOW1jcDhKc2tNQWlFQWxCNi9VTHo0ckltZXdWUms0dFFWMlR6dlFVV3lkcnZjUWtwRWEzdFdzRjg9IiwiZGlnZXN0IjoiU0hBMSJ9';
  const spki =
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEZl1ZjOB+I5mvEigIhkyZRcpkBMrsC2tRt3OscmgerW6PpHlHxNzQqSLOHERP15pLeb89QgmMLgy6r/PVR+SBeA==';
  const publicKey = { json: { key: `-----BEGIN PUBLIC KEY-----${spki}-----END PUBLIC KEY-----`, digest: 'SHA1' } };
  const appToken = { json: { access_token: 'v^1.1#app', expires_in: 7200 } };
  const input = {
    headers: { 'X-EBAY-SIGNATURE': header },
    body,
    query: {},
    url: 'https://erp.example.test/hooks/ebay',
  };

  it('are eBay’s when its key says so', async () => {
    const { fetch, sent } = scripted(appToken, publicKey);
    const { readPush } = connect(fetch);
    expect(await readPush(input)).toEqual({
      deliveryId: 'n-1',
      topic: 'MARKETPLACE_ACCOUNT_DELETION',
      account: 'uid1',
      revoked: true,
      forget: { buyers: ['uid1', 'u1'] },
    });
    expect(sent[1]?.url.pathname).toBe('/commerce/notification/v1/public_key/kid-1');
    expect(sent[1]?.headers.get('authorization')).toBe('Bearer v^1.1#app');
    // Key and token are asked for once.
    await readPush(input);
    expect(sent).toHaveLength(2);
  });

  it('are not, when a byte, the key or the header differs', async () => {
    const { readPush } = connect(scripted(appToken, publicKey).fetch);
    const flipped = Buffer.from(body);
    flipped[200] = (flipped[200] ?? 0) ^ 1;
    expect(await readPush({ ...input, body: flipped })).toBeNull();
    for (const answered of [undefined, '', 'e30=', 'no base64 of JSON', header.slice(0, 60)])
      expect(await readPush({ ...input, headers: { 'x-ebay-signature': answered } })).toBeNull();
    const other = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const forged = { kid: 'kid-1', signature: sign('sha1', body, other.privateKey).toString('base64') };
    const answered = Buffer.from(JSON.stringify(forged)).toString('base64');
    expect(await readPush({ ...input, headers: { 'x-ebay-signature': answered } })).toBeNull();
  });

  it('by a key that eBay does not know cost one call, however many come', async () => {
    const { fetch, sent } = scripted(appToken, { status: 404, json: refusal(195001) });
    const { readPush } = connect(fetch);
    expect(await readPush(input)).toBeNull();
    expect(await readPush(input)).toBeNull();
    expect(sent).toHaveLength(2);
    const evil = Buffer.from(JSON.stringify({ kid: '../../x', signature: 'AAAA' })).toString('base64');
    expect(await readPush({ ...input, headers: { 'x-ebay-signature': evil } })).toBeNull();
    expect(sent).toHaveLength(2);
    const away = connect(scripted(appToken, { status: 503, text: '' }).fetch).readPush(input);
    expect(await kindOfFailure(away)).toBe('unavailable');
  });

  it('name the seller and the order', async () => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const key = pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
    const push = async (data: unknown, topic = 'ORDER_CONFIRMATION') => {
      const sent = Buffer.from(JSON.stringify({ metadata: { topic }, notification: { notificationId: 'n', data } }));
      const answered = { kid: 'k', signature: sign('sha256', sent, pair.privateKey).toString('base64') };
      const headers = { 'x-ebay-signature': Buffer.from(JSON.stringify(answered)).toString('base64') };
      const { fetch } = scripted(appToken, { json: { key, digest: 'SHA256' } });
      return connect(fetch).readPush({ headers, body: sent, query: {}, url: '' });
    };
    const user = { userId: 'uid-2', username: 'demo' };
    expect(await push({ user, order: { orderId: '01-2-3', orderLineItems: [] } })).toEqual({
      deliveryId: 'n',
      topic: 'ORDER_CONFIRMATION',
      account: 'uid-2',
      platformOrderNo: '01-2-3',
    });
    expect((await failure(push({ order: { orderId: '1' } }) as Promise<unknown>)).kind).toBe('malformed');
    expect(await push({ user }, 'AUTHORIZATION_REVOCATION')).toMatchObject({ revoked: true });
  });

  it('reads signature and key as they are written', () => {
    const answered = readSignature(header);
    expect(answered?.kid).toBe('kid-1');
    expect(isSigned(body, answered?.signature ?? Buffer.alloc(0), readPushKey(spki, null))).toBe(true);
    expect(isSigned(body, answered?.signature ?? Buffer.alloc(0), readPushKey(spki, 'SHA256'))).toBe(false);
  });

  it('begin with a riddle', () => {
    const url = 'https://erp.example.test/hooks/ebay';
    // Code and token are those of eBay's event-notification-nodejs-sdk.
    const verificationToken = '71745723-d031-455c-bfa5-f90d11b4f20a';
    const query = { challenge_code: 'a8628072-3d33-45ee-9004-bee86830a22d' };
    expect(connect(undefined, { verificationToken }).answerChallenge({ query, url })).toBe(
      '{"challengeResponse":"e253814af8c65a7ddb1ca13731f04f5fa340f7ecf8d1c50d4db2d3420a42d33f"}',
    );
    expect(connect().answerChallenge({ query: {}, url })).toBeNull();
    // Without a token of the operator's there is one that only our certificate makes.
    const other = createEbayConnector({ app: { ...APP, certId: 'PRD-cert-2' }, http: {} });
    expect(connect().answerChallenge({ query, url })).not.toBe(other.answerChallenge({ query, url }));
  });

  it('are not set up without an address for alerts', async () => {
    const { fetch } = scripted(appToken, { status: 404, json: refusal(195026) });
    expect((await failure(connect(fetch).subscribe(ACCESS, 'https://x.test'))).code).toBe('NO_ALERT_EMAIL');
  });

  it('use what is set up already', async () => {
    const destination = (status: string) => ({
      json: { destinations: [{ destinationId: 'd-1', status, deliveryConfig: { endpoint: 'https://x.test' } }] },
    });
    const topics = (...ids: string[]) => ({
      json: {
        subscriptions: ids.map((id) => ({ subscriptionId: id, topicId: id, status: 'ENABLED', destinationId: 'd-1' })),
      },
    });
    const ours = topics('AUTHORIZATION_REVOCATION', 'MARKETPLACE_ACCOUNT_DELETION');
    const config = { json: { alertEmail: 'a@b.test' } };
    const known = scripted(appToken, config, destination('ENABLED'), topics('ORDER_CONFIRMATION'), ours);
    await connect(known.fetch).subscribe(ACCESS, 'https://x.test');
    expect(known.sent.filter((one) => one.method !== 'GET').map((one) => one.url.pathname)).toEqual([
      '/identity/v1/oauth2/token',
    ]);
    const down = scripted(
      appToken,
      config,
      destination('MARKED_DOWN'),
      { status: 204 },
      topics('ORDER_CONFIRMATION'),
      ours,
    );
    await connect(down.fetch).subscribe(ACCESS, 'https://x.test');
    expect(down.sent.find((one) => one.method === 'PUT')?.url.pathname).toBe(
      '/commerce/notification/v1/destination/d-1',
    );
  });
});

describe('an order that cannot be read', () => {
  it('is handed on with what eBay said', async () => {
    const bad = { ...order(), creationDate: null };
    const { records } = await connect(scripted(page([bad, order()])).fetch).listOrders(ACCESS, {
      updatedAfter: '2026-11-01T00:00:00Z',
    });
    expect(records.map((one) => one.ok)).toEqual([false, true]);
    expect(records[0]).toMatchObject({ platformOrderNo: '01-12345-67890', raw: { orderPaymentStatus: 'PAID' } });
    expect(records[0]?.ok === false && records[0].reason).toContain('creationDate');
  });
});
