import { describe, expect, it } from 'vitest';
import type { ShipmentConfirmation } from '../../capabilities/shipments.ts';
import { failure, kindOfFailure, scripted } from '../../testing.ts';
import { ACCESS, APP, connect, NOW, order } from './fixtures.ts';
import { createAmazonConnector } from './index.ts';

const callback = 'https://erp.example.test/oauth/amazon/callback';
const errors = (code: string, message = '', details = '') => ({ errors: [{ code, message, details }] });

describe('Amazon consent and tokens', () => {
  it('builds the documented consent address', () => {
    const draft = createAmazonConnector({ app: { ...APP, draft: true }, http: {} });
    expect(draft.consentUrl({ state: 'st-7f3a', redirectUri: callback, region: 'na' })).toBe(
      'https://sellercentral.amazon.com/apps/authorize/consent?application_id=amzn1.sp.solution.demo-0001&state=st-7f3a&version=beta&redirect_uri=https%3A%2F%2Ferp.example.test%2Foauth%2Famazon%2Fcallback',
    );
    const host = (region: string) =>
      new URL(connect(undefined).consentUrl({ state: 's', redirectUri: callback, region })).host;
    expect(host('eu')).toBe('sellercentral-europe.amazon.com');
    expect(host('fe')).toBe('sellercentral.amazon.co.jp');
    expect(host('MX')).toBe('sellercentral.amazon.com.mx');
    expect(() => host('mars')).toThrow(/region/);
  });

  it('sends the documented refresh body, byte for byte', async () => {
    const { fetch, sent } = scripted({ json: { access_token: 'Atza|new', token_type: 'bearer', expires_in: 3600 } });
    const tokens = await connect(fetch).refresh(ACCESS);
    expect(sent[0]?.url.href).toBe('https://api.amazon.com/auth/o2/token');
    expect(sent[0]?.body).toBe(
      'grant_type=refresh_token&refresh_token=Atzr%7CIQEBLjAsAh&client_id=amzn1.application-oa2-client.demo&client_secret=amzn1.oa2-cs.v1.demo',
    );
    expect(sent[0]?.body).toHaveLength(135);
    expect(tokens).toEqual({
      accessToken: 'Atza|new',
      refreshToken: 'Atzr|IQEBLjAsAh',
      accessExpiresAt: new Date(NOW + 3_600_000).toISOString(),
    });
  });

  it('tells a withdrawn permission from wrong credentials of ours, and keeps no secret in the error', async () => {
    const refuse = (status: number, json: unknown) =>
      failure(connect(scripted({ status, json }).fetch).refresh(ACCESS));
    expect((await refuse(400, { error: 'invalid_grant', error_description: 'revoked' })).kind).toBe('unauthorized');
    expect((await refuse(401, { error: 'invalid_client' })).kind).toBe('rejected');
    expect((await refuse(503, {})).kind).toBe('unavailable');
    const torn = await failure(connect(scripted({ text: '{"access_token":"Atza|secret"' }).fetch).refresh(ACCESS));
    expect(torn.kind).toBe('malformed');
    expect(JSON.stringify({ ...torn, message: torn.message })).not.toContain('secret');
  });

  it('exchanges the callback', async () => {
    const { fetch, sent } = scripted({
      json: { access_token: 'Atza|1', refresh_token: 'Atzr|1', token_type: 'bearer', expires_in: 3600 },
    });
    const query = { state: 's', selling_partner_id: 'A2SELLER', spapi_oauth_code: 'ANcode' };
    const result = await connect(fetch).exchange({ query, redirectUri: callback });
    expect(result.account).toBe('A2SELLER');
    expect(new URLSearchParams(sent[0]?.body).get('grant_type')).toBe('authorization_code');
    expect(await kindOfFailure(connect(fetch).exchange({ query: { state: 's' }, redirectUri: callback }))).toBe(
      'rejected',
    );
  });
});

describe('Amazon refusals', () => {
  const ask = (status: number, json: unknown, headers = {}) =>
    failure(
      connect(scripted({ status, json, headers }).fetch).listOrders(ACCESS, { updatedAfter: '2026-11-01T00:00:00Z' }),
    );

  it('waits by the told rate, or by the documented one of the operation', async () => {
    const answered = await ask(429, errors('QuotaExceeded'), { 'x-amzn-RateLimit-Limit': '0.0167' });
    expect([answered.kind, answered.retryAfterMs]).toEqual(['throttled', 59_881]);
    expect((await ask(429, errors('QuotaExceeded'))).retryAfterMs).toBe(178_572);
    const order = failure(
      connect(scripted({ status: 429, json: errors('QuotaExceeded') }).fetch).getOrder(ACCESS, 'x'),
    );
    expect((await order).retryAfterMs).toBe(2000);
  });

  it('knows an old token from a missing role', async () => {
    const expired = await ask(
      403,
      errors('Unauthorized', 'Access to requested resource is denied.', 'The access token you provided has expired.'),
    );
    expect(expired.kind).toBe('unauthorized');
    expect((await ask(403, errors('Unauthorized', 'Access to requested resource is denied.'))).kind).toBe('rejected');
    expect((await ask(401, errors('Unauthorized'))).kind).toBe('unauthorized');
  });

  it('tells the rest apart', async () => {
    const bad = await ask(400, errors('InvalidInput', 'no'), { 'x-amzn-RequestId': 'r-1' });
    expect([bad.kind, bad.code, bad.status]).toEqual(['rejected', 'InvalidInput', 400]);
    expect(bad.message).toContain('r-1');
    expect((await ask(500, errors('InternalFailure'))).kind).toBe('unavailable');
    expect((await ask(503, 'html')).kind).toBe('unavailable');
    expect((await ask(200, { orders: 'none' })).kind).toBe('malformed');
    expect((await ask(302, {})).kind).toBe('malformed');
    const html = failure(connect(scripted({ text: '<html>' }).fetch).getOrder(ACCESS, 'x'));
    expect(await html).toMatchObject({ kind: 'malformed', raw: '<html>' });
  });
});

describe('Amazon shipment confirmation', () => {
  const notice: ShipmentConfirmation = {
    platformOrderNo: '113-5550001-1234567',
    packageNo: 1,
    carrierCode: 'UPS',
    carrierName: 'UPS',
    serviceName: 'Ground',
    trackingNumber: '1Z999AA10123456784',
    shippedAt: '2026-11-02T01:00:00Z',
    lines: [{ platformLineId: '90001234567', quantity: 1 }],
  };

  it('sends the documented body', async () => {
    const { fetch, sent } = scripted({ status: 204 });
    expect(await connect(fetch).confirmShipment(ACCESS, notice)).toEqual({ outcome: 'confirmed' });
    expect(sent[0]?.url.pathname).toBe('/orders/v0/orders/113-5550001-1234567/shipmentConfirmation');
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
      marketplaceId: 'ATVPDKIKX0DER',
      packageDetail: {
        packageReferenceId: '1',
        carrierCode: 'UPS',
        carrierName: 'UPS',
        shippingMethod: 'Ground',
        trackingNumber: '1Z999AA10123456784',
        shipDate: '2026-11-02T01:00:00.000Z',
        orderItems: [{ orderItemId: '90001234567', quantity: 1 }],
      },
    });
  });

  it('takes a fulfilled order as told only when it carries our tracking number', async () => {
    const refusal = { status: 400, json: errors('InvalidInput', 'PackageToUpdateNotFound for order') };
    const shipped = (trackingNumber: string) => ({
      json: { order: { ...order(), packages: [{ packageReferenceId: '9', trackingNumber }] } },
    });
    const ours = scripted(refusal, shipped('1z999aa1 0123456784'));
    expect(await connect(ours.fetch).confirmShipment(ACCESS, notice)).toMatchObject({ outcome: 'alreadyConfirmed' });
    expect(ours.sent[1]?.url.searchParams.get('includedData')).toContain('PACKAGES');
    expect(await kindOfFailure(connect(scripted(refusal, shipped('1Z0')).fetch).confirmShipment(ACCESS, notice))).toBe(
      'rejected',
    );
  });

  it('asks for a person where it cannot be right', async () => {
    const { fetch, sent } = scripted({ status: 204 });
    expect(await kindOfFailure(connect(fetch).confirmShipment(ACCESS, { ...notice, packageNo: 0 }))).toBe('rejected');
    const nowhere = { ...ACCESS, marketplaceIds: [] };
    expect(await kindOfFailure(connect(fetch).confirmShipment(nowhere, notice))).toBe('rejected');
    expect(sent).toHaveLength(0);
  });
});

describe('Amazon shops', () => {
  it('describes the shop by the marketplaces it sells in', async () => {
    const place = (id: string, currency: string, isParticipating: boolean) => ({
      storeName: 'Lamps',
      marketplace: { id, name: id, defaultCurrencyCode: currency },
      participation: { isParticipating, hasSuspendedListings: false },
    });
    const payload = [
      place('A2EUQ1WTGCTBG2', 'CAD', true),
      place('ATVPDKIKX0DER', 'USD', true),
      place('A1AM78C64UM0Y8', 'MXN', false),
      place('ANON', 'USD', true),
    ];
    expect(await connect(scripted({ json: { payload } }).fetch).describeShop(ACCESS)).toEqual({
      name: 'Lamps',
      currency: 'USD',
      marketplaceIds: ['ATVPDKIKX0DER', 'A2EUQ1WTGCTBG2'],
    });
  });
});
