import { describe, expect, it } from 'vitest';
import { failure, kindOfFailure, scripted } from '../../testing.ts';
import type { Parcel } from '../../types.ts';
import { edis } from './definition.ts';
import { ACCESS, CONSIGNS, connect, NOW, no, PARCEL, PDF, type Reply, SETUP } from './fixtures.ts';
import { stageOf } from './stages.ts';
import { readEvents } from './tracking.ts';

describe('eDIS consent and tokens', () => {
  const TOKEN = { access_token: 'a', expires_in: 7200, token_type: 'User Access Token' };
  const { tokens: _, ...KEYS } = ACCESS;

  it('asks for the one scope, under the keys of the program', () => {
    const url = new URL(connect(undefined).consent?.url({ state: 's', redirectUrl: 'http://x', access: KEYS }) ?? '');
    expect(url.origin + url.pathname).toBe('https://auth.ebay.com/oauth2/authorize');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ client_id: ACCESS.keys.appId, redirect_uri: ACCESS.keys.ruName, response_type: 'code', state: 's' },
      scope: 'https://api.ebay.com/oauth/scope/sell.edelivery',
    });
  });

  it('takes what came back, once it holds a code', async () => {
    const { fetch, sent } = scripted({ json: { ...TOKEN, refresh_token: 'r', refresh_token_expires_in: 60 } });
    const { consent } = connect(fetch);
    expect(await consent?.exchange(KEYS, { code: 'c' }, 'http://x')).toEqual({
      ...{ accessToken: 'a', accessExpiresAt: new Date(NOW + 7_200_000).toISOString() },
      ...{ refreshToken: 'r', refreshExpiresAt: new Date(NOW + 60_000).toISOString() },
    });
    expect(sent[0]?.headers.get('authorization')).toMatch(/^Basic /);
    expect(await kindOfFailure(consent?.exchange(KEYS, {}, 'http://x') ?? Promise.resolve())).toBe('rejected');
  });

  it('renews by the token of the consent, else by the one that the seller typed', async () => {
    const ask = async (access: Parameters<ReturnType<typeof connect>['authenticate']>[0]) => {
      const { fetch, sent } = scripted({ json: TOKEN });
      const tokens = await connect(fetch).authenticate(access);
      return [new URLSearchParams(sent[0]?.body).get('refresh_token'), tokens.refreshToken];
    };
    expect(await ask(ACCESS)).toEqual(['r', 'r']);
    expect(await ask(KEYS)).toEqual(['edis-refresh-demo', 'edis-refresh-demo']);
    const never = { ...KEYS, keys: { ...KEYS.keys, refreshToken: '' } };
    expect(await failure(connect(undefined).authenticate(never))).toMatchObject({ kind: 'unauthorized' });
    const taken = { status: 400, json: { error: 'invalid_grant' } };
    expect(await kindOfFailure(connect(scripted(taken).fetch).authenticate(ACCESS))).toBe('unauthorized');
  });

  it('calls nothing without a token', async () => {
    const { fetch, sent } = scripted({});
    expect(await kindOfFailure(connect(fetch).track(KEYS, 'ES1'))).toBe('unauthorized');
    expect(sent).toEqual([]);
  });

  it.each(['tradewind_home', 'a.b-c*', 'seller_hk1'])('takes the user name %s', (name) => {
    expect(name).toMatch(edis.accountNumber.pattern);
  });
});

describe('eDIS offers', () => {
  const codes = async (more: Partial<Parcel> = {}) => {
    const quotes = await connect(scripted(...SETUP).fetch).rates(ACCESS, { ...PARCEL, ...more });
    return quotes.map((one) => one.serviceCode);
  };

  it('are the services that take the parcel; their price is not known before', async () => {
    expect(await connect(scripted(...SETUP).fetch).rates(ACCESS, PARCEL)).toEqual([
      { serviceCode: '101', serviceName: 'SpeedPAK', amount: '0', listAmount: '0', currency: '', surcharges: [] },
      { serviceCode: '103', serviceName: 'SpeedPAK', amount: '0', listAmount: '0', currency: '', surcharges: [] },
    ]);
    expect(await codes({ weightGrams: 90 })).toEqual(['101', '103', '105']);
    expect(await codes({ weightGrams: 2001 })).toEqual([]);
    expect(await codes({ lengthMm: 601 })).toEqual([]);
    expect(await codes({ customs: { terms: 'DDP' } })).toEqual(['103']);
    expect(await codes({ customs: { terms: 'DAP' } })).toEqual(['101']);
  });

  it('come page by page', async () => {
    const rows = (count: number, from: number) =>
      Array.from({ length: count }, (_, index) => ({ shippingServiceId: String(from + index) }));
    const page = (count: number, from: number): Reply => ({
      json: { serviceList: { total: 130, services: rows(count, from) } },
    });
    const { fetch, sent } = scripted(page(100, 1), page(30, 101));
    expect(await connect(fetch).services?.(ACCESS)).toHaveLength(130);
    expect(sent.map((one) => one.url.searchParams.get('offset'))).toEqual(['0', '100']);
  });

  it('need an address and a way to hand over, set up in eDIS', async () => {
    const none: Reply = { json: { addressPreferenceList: { addresses: [] } } };
    expect(await failure(connect(scripted(none, CONSIGNS).fetch).rates(ACCESS, PARCEL))).toMatchObject({
      ...{ kind: 'rejected', code: 'NOT_SET_UP' },
    });
    const gone = { ...ACCESS, keys: { ...ACCESS.keys, consignPreferenceId: 'C9' } };
    expect(await failure(connect(scripted(...SETUP).fetch).rates(gone, PARCEL))).toMatchObject({ code: 'NOT_SET_UP' });
  });
});

describe('eDIS charges', () => {
  const row = (costType: string, value: string, more: object = {}) => ({
    ...{ trackingNumber: 'ES1', resultCode: '200', costType, chargeWeight: 460, amount: { value, currency: 'CNY' } },
    ...{ billingTime: '2026-11-03T08:00:00.000Z', ...more },
  });
  const charge = (...actualCosts: object[]) =>
    connect(scripted({ json: { actualCosts } }).fetch).charge?.(ACCESS, {
      ...{ shipmentId: 'P1', trackingNumber: 'ES1', reference: PARCEL.reference },
    });

  it('are the sum of what was billed, by kind', async () => {
    expect(
      await charge(row('01', '35.20'), row('06', '5.5', { billingTime: '2026-11-05T08:00:00' }), row('99', '1')),
    ).toEqual({
      ...{ amount: '41.70', currency: 'CNY', billedWeightGrams: 460, at: '2026-11-05T08:00:00.000Z' },
      parts: [
        { code: 'shipping', amount: '35.20' },
        { code: 'weightGap', amount: '5.5' },
        { code: '99', amount: '1' },
      ],
    });
  });

  it('are not known before, and no sum of two currencies', async () => {
    expect(await charge()).toBeNull();
    expect(await charge({ trackingNumber: 'ES1', resultCode: '404', message: 'none' })).toBeNull();
    expect(await charge(row('01', '9', { trackingNumber: 'ES2' }))).toBeNull();
    const mixed = charge(row('01', '9'), row('02', '1', { amount: { value: '1', currency: 'HKD' } }));
    expect(await kindOfFailure(mixed ?? Promise.resolve())).toBe('malformed');
  });
});

describe('eDIS bundles', () => {
  const BUNDLE: Reply = { status: 201, json: { bundle: { bundleId: 'B1' } } };
  const sheet: Reply = { json: { label: { base64Str: Buffer.from(PDF).toString('base64') } } };
  const bundle = (...replies: Reply[]) => {
    const { fetch, sent } = scripted(SETUP[0], SETUP[1], ...replies);
    const labels = [{ shipmentId: 'P1', trackingNumber: 'ES1' }];
    return { done: connect(fetch).manifest?.(ACCESS, { from: PARCEL.from, day: '2026-11-02', labels }), sent };
  };

  it('hold the parcels that are handed over together', async () => {
    const { done, sent } = bundle(BUNDLE, sheet);
    expect(await done).toEqual({ id: 'B1', document: { format: 'pdf', data: Buffer.from(PDF) } });
    expect(JSON.parse(sent[2]?.body ?? '')).toEqual({
      bundle: { consignPreferenceId: 'C1', trackingNumbers: ['ES1'] },
    });
  });

  it('keep their number whatever becomes of their label', async () => {
    expect(await bundle(BUNDLE, { status: 503 }).done).toEqual({ id: 'B1' });
    expect(await bundle(BUNDLE, { json: { label: { base64Str: 'JVBERg==' } } }).done).toEqual({ id: 'B1' });
    expect(await kindOfFailure(bundle({ status: 201, json: {} }).done ?? Promise.resolve())).toBe('uncertain');
    expect(await kindOfFailure(bundle(no(355081, 'too heavy')).done ?? Promise.resolve())).toBe('rejected');
  });
});

describe('eDIS tracking', () => {
  const row = (eventTime: string, status: string, more: object = {}) => ({
    ...{ eventTime, status, descriptionEn: `About ${status}`, descriptionZh: '', country: 'CN', city: 'Shenzhen' },
    ...{ province: '', ...more },
  });
  const track = (reply: Reply) => connect(scripted(reply).fetch).track(ACCESS, 'ES1');

  it('comes oldest first, also where a place tells its own time', async () => {
    const trackingDetails = [
      row('2026-11-03 02:00:00', 'DELIVERED', { country: 'US', city: '', descriptionEn: '', descriptionZh: '已妥投' }),
      row('2026-11-03T05:00:00+08:00', 'DEPARTED'),
      row('', 'NONE'),
    ];
    expect(await track({ json: { trackingDetails } })).toEqual([
      {
        ...{ stage: 'inTransit', at: '2026-11-02T21:00:00.000Z', description: 'About DEPARTED' },
        ...{ place: 'Shenzhen, CN', rawCode: 'DEPARTED' },
      },
      {
        ...{ stage: 'delivered', at: '2026-11-03T07:00:00.000Z', description: '已妥投', place: 'US' },
        rawCode: 'DELIVERED',
      },
    ]);
  });

  it('keeps the order of what happened at one moment, whichever end of the list is the newest', () => {
    const those = ['DELIVERED', 'OUT_FOR_DELIVERY', 'TRANSIT'].map((status) => row('2026-11-03T05:00:00Z', status));
    const read = (...rows: ReturnType<typeof row>[]) => readEvents(rows).map((one) => one.stage);
    expect(read(...those)).toEqual(['inTransit', 'outForDelivery', 'delivered']);
    const created = row('2026-11-01T05:00:00Z', 'CREATED');
    expect(read(created, ...those.toReversed())).toEqual(['created', 'inTransit', 'outForDelivery', 'delivered']);
  });

  it('of a strange number is nothing, and events without times are malformed', async () => {
    expect(await track(no(355004, 'not recognized'))).toEqual([]);
    expect(await track({ status: 404, json: {} })).toEqual([]);
    expect(await track({ json: { trackingDetails: [] } })).toEqual([]);
    expect(await kindOfFailure(track({ json: { trackingDetails: [row('', 'X')] } }))).toBe('malformed');
    expect(await kindOfFailure(track({ status: 503 }))).toBe('unavailable');
    expect(readEvents([])).toEqual([]);
  });

  it.each([
    ['Shipment information received', 'created'],
    ['已揽收', 'pickedUp'],
    ['Arrived at sort hub', 'inTransit'],
    ['航班已起飞', 'inTransit'],
    ['Import customs clearance completed', 'customs'],
    ['Available for pickup at the post office', 'availableForPickup'],
    ['Out for delivery', 'outForDelivery'],
    ['Delivery attempted, nobody at home', 'deliveryFailed'],
    ['投递失败', 'deliveryFailed'],
    ['Delivered, in or at mailbox', 'delivered'],
    ['Delivery delayed', 'exception'],
    ['The parcel is on its return', 'returning'],
    ['Returned to sender', 'returned'],
    ['Parcel lost', 'lost'],
    ['Shipment cancelled', 'cancelled'],
    ['???', 'unknown'],
  ])('understands "%s" as %s', (words, stage) => {
    expect(stageOf('', words)).toBe(stage);
    expect(stageOf(words.toUpperCase().replaceAll(' ', '_'), 'Delivered')).toBe(
      stage === 'unknown' ? 'delivered' : stage,
    );
  });
});
