import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bent } from '../../lax.testing.ts';
import { failure, kindOfFailure, scripted } from '../../testing.ts';
import type { CarrierAccess, HttpOptions } from '../../types.ts';
import { seventeenTrack } from './definition.ts';
import { readParcel } from './events.ts';
import { createSeventeenTrack } from './index.ts';
import { stageOf } from './stages.ts';

const ACCESS: CarrierAccess = { keys: { apiKey: 't17-key-demo' }, accountNumber: '' };
const NOW = Date.parse('2026-11-02T12:00:00Z');
const connect = (fetch: HttpOptions['fetch'], more: Partial<HttpOptions> = {}) =>
  createSeventeenTrack({ http: { now: () => NOW, rateFactor: 1000, ...(fetch ? { fetch } : {}), ...more } });
const ok = (accepted: object[], rejected: object[] = []) => ({ json: { code: 0, data: { accepted, rejected } } });
const no = (number: string, code: number, message: string) => ({ number, error: { code, message } });

const event = (time_utc: string, sub_status: string, description: string, more: object = {}) => ({
  ...{ time_iso: '2026-01-06T09:10:00-05:00', time_utc, description, location: 'New York', stage: '', sub_status },
  address: {},
  ...more,
});
const info = (...providers: object[][]) => ({
  latest_status: { status: 'InTransit', sub_status: 'InTransit_CustomsReleased', sub_status_descr: null },
  tracking: {
    providers_hash: 12345,
    providers: providers.map((events, index) => ({
      provider: { key: 190008 + index, name: 'P', country: index === 0 ? 'CN' : 'US' },
      latest_sync_status: 'Success',
      events,
    })),
  },
});
const CLEARED = event('2026-01-06T14:10:00Z', 'InTransit_CustomsReleased', 'Customs cleared');
const ITEM = { number: 'YT2600000000000001', carrier: 190008, param: null, track_info: info([CLEARED]) };

describe('17TRACK registrations', () => {
  const register = async (...replies: Parameters<typeof scripted>) => {
    const { fetch, sent } = scripted(...replies);
    const refused = await connect(fetch).register(ACCESS, [
      { trackingNumber: 'YT2600000000000001', carrierKey: '190008', postalCode: '30005', reference: 'SO-1001' },
      { trackingNumber: 'RR123456785CN', reference: 'SO-1002' },
      { trackingNumber: 'RR123456785CN', reference: 'SO-1002' },
      { trackingNumber: 'a b', reference: 'SO-1003' },
    ]);
    return { refused, sent };
  };

  it('name number, carrier and order, each number once', async () => {
    const { refused, sent } = await register(ok([]));
    expect(sent).toHaveLength(1);
    expect(sent[0]?.url.href).toBe('https://api.17track.net/track/v2.2/register');
    expect(sent[0]?.headers.get('17token')).toBe('t17-key-demo');
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual([
      { number: 'YT2600000000000001', carrier: 190008, order_no: 'SO-1001', param: '30005' },
      { number: 'RR123456785CN', auto_detection: true, order_no: 'SO-1002' },
    ]);
    expect(refused).toEqual([{ trackingNumber: 'a b', detail: 'not 5 to 50 letters and digits' }]);
  });

  it('that stand already are none that is refused; others are, in their words', async () => {
    const { refused } = await register(
      ok(
        [],
        [
          no('YT2600000000000001', -18019901, 'has been registered'),
          no('RR123456785CN', -18019908, 'The tracking quota is used up.'),
        ],
      ),
    );
    expect(refused.slice(1)).toEqual([
      { trackingNumber: 'RR123456785CN', detail: 'The tracking quota is used up. (-18019908)' },
    ]);
  });
});

describe('17TRACK calls', () => {
  const quota = (reply: Parameters<typeof scripted>[0], access = ACCESS) =>
    connect(scripted(reply).fetch).quota(access);

  it('tell what is left of the quota', async () => {
    const data = { quota_total: 100, quota_used: 7, quota_remain: 93, today_used: 1 };
    expect(await quota({ json: { code: 0, data } })).toEqual({ total: 100, used: 7, left: 93 });
  });

  it('carry forty numbers, three go in a second, and the fourth waits', async () => {
    const { fetch, sent } = scripted(ok([]));
    const waits: number[] = [];
    const sleep = async (ms: number) => void waits.push(ms);
    const numbers = Array.from({ length: 150 }, (_, index) => `YT${String(index).padStart(16, '0')}`);
    await connect(fetch, { rateFactor: 1, sleep }).track(ACCESS, numbers);
    expect(sent.map((one) => JSON.parse(one.body).length)).toEqual([40, 40, 40, 30]);
    expect(waits).toEqual([334]);
  });

  it.each([
    [
      'a wrong key',
      { status: 401, json: { code: -18010002, data: { errors: [{ code: -18010002 }] } } },
      'unauthorized',
    ],
    ['a disabled key at status 200', { json: { code: 0, data: { errors: [{ code: -18010004 }] } } }, 'unauthorized'],
    ['a code alone', { json: { code: -18010001, data: null } }, 'unauthorized'],
    ['a request that is wrong', { json: { code: 0, data: { errors: [{ code: -18010013 }] } } }, 'rejected'],
    ['their own failure', { json: { code: -18010003, data: {} } }, 'unavailable'],
    ['an outage', { status: 503 }, 'unavailable'],
    ['no JSON', { text: '<html>' }, 'malformed'],
    ['another shape', { json: { code: 0, data: { quota_total: 'many', accepted: 1 } } }, 'malformed'],
  ])('name %s', async (_what, reply, kind) => {
    expect(await kindOfFailure(connect(scripted(reply).fetch).track(ACCESS, ['YT2600000000000001']))).toBe(kind);
  });

  it('wait where they are too many', async () => {
    const after = { status: 429, json: {}, headers: { 'retry-after': '2' } };
    expect(await failure(quota(after))).toMatchObject({ kind: 'throttled', retryAfterMs: 2000 });
    const inside = { json: { code: 0, data: { errors: [{ code: -18010014, message: 'limit' }] } } };
    expect(await failure(quota(inside))).toMatchObject({ kind: 'throttled', retryAfterMs: 1000, message: 'limit' });
  });
});

describe('17TRACK tracking', () => {
  const track = (...items: object[]) =>
    connect(scripted(ok(items)).fetch).track(ACCESS, ['YT2600000000000001', 'RR123456785CN']);

  it('reads the example of its documents', async () => {
    expect(await track(ITEM)).toEqual([
      {
        trackingNumber: 'YT2600000000000001',
        events: [
          {
            ...{ stage: 'customs', at: '2026-01-06T14:10:00.000Z', description: 'Customs cleared', place: 'New York' },
            rawCode: 'InTransit_CustomsReleased',
          },
        ],
      },
    ]);
  });

  it('leaves out what it knows nothing of', async () => {
    const { fetch } = scripted(
      ok([{ ...ITEM, track_info: null }], [no('RR123456785CN', -18019909, 'No information yet')]),
    );
    expect(await connect(fetch).track(ACCESS, ['YT2600000000000001', 'RR123456785CN'])).toEqual([]);
  });

  it('merges what several carriers tell, in their own words and at their own clocks', async () => {
    const first = [
      event('2026-01-08T15:00:00Z', 'Delivered_Other', 'Delivered'),
      event('2026-01-08T12:00:00Z', 'OutForDelivery_Other', 'Out for delivery'),
      event('2026-01-01T02:00:00Z', 'InfoReceived', 'Order received'),
    ];
    const last = [
      event('2026-01-08T15:00:00Z', 'Delivered_Other', 'DELIVERED, IN/AT MAILBOX'),
      event('2026-01-07T15:00:00Z', 'InTransit_Arrival', 'Arrived'),
    ];
    const [one] = await track(
      { ...ITEM, track_info: info(first, last) },
      // The same number at another carrier.
      { ...ITEM, carrier: 21051, track_info: info([event('2026-01-08T15:00:00Z', 'Delivered_Other', 'delivered!')]) },
    );
    expect(one?.events.map(({ stage, at }) => [stage, at.slice(0, 13)])).toEqual([
      ['created', '2026-01-01T02'],
      ['inTransit', '2026-01-07T15'],
      ['outForDelivery', '2026-01-08T12'],
      ['delivered', '2026-01-08T15'],
    ]);
    // In one's own list two things may happen at once.
    const twice = [
      event('2026-01-08T15:00:00Z', 'InTransit_Other', 'A'),
      event('2026-01-08T15:00:00Z', 'InTransit_Other', 'B'),
    ];
    expect(readParcel([info(twice)])).toHaveLength(2);
    const chinese = twice.map((each, index) => ({ ...each, description: index === 0 ? '已到达' : '已离开' }));
    expect(readParcel([info(chinese)])).toHaveLength(2);
  });

  it.each([
    ['UTC', { time_utc: '2026-01-06T14:10:00Z' }, '2026-01-06T14:10'],
    ['a time with its zone', { time_utc: null, time_iso: '2026-01-06T09:10:00-05:00' }, '2026-01-06T14:10'],
    [
      'the carrier by its clock',
      { time_utc: null, time_iso: null, time_raw: { date: '2026-01-06', time: '09:10:00', timezone: '-05:00' } },
      '2026-01-06T14:10',
    ],
    [
      'a place by its clock',
      { time_utc: null, time_iso: null, time_raw: '2026-01-06 15:10', address: { country: 'DE' } },
      '2026-01-06T14:10',
    ],
    ['nobody where', { time_utc: null, time_iso: '2026-01-06T09:10:00', time_raw: null }, '2026-01-06T01:10'],
  ])('takes the time that is named by %s', (_what, times, at) => {
    expect(readParcel([info([event('', 'Delivered_Other', 'D', times)])])[0]?.at).toBe(`${at}:00.000Z`);
  });

  it('skips an event without a time, and is malformed where none has one', async () => {
    const lost = { ...CLEARED, time_utc: null, time_iso: null };
    expect(readParcel([info([lost, CLEARED])])).toHaveLength(1);
    expect(await kindOfFailure(track({ ...ITEM, track_info: info([lost]) }))).toBe('malformed');
  });

  it('takes the state of the parcel where its newest event says none', () => {
    const bare = { ...CLEARED, sub_status: null, stage: null };
    const state = { ...info([bare]), latest_status: { status: 'AvailableForPickup', sub_status: '' } };
    expect(readParcel([state])[0]?.stage).toBe('availableForPickup');
  });

  it('reads an answer however it is bent', async () => {
    const needed = ['number', 'track_info.tracking.providers.*.events.*'];
    for (const { what, answer } of bent(ITEM, needed)) {
      const read = await track(answer as object).catch((error: Error) => error.message);
      expect([what, typeof read]).toEqual([what, 'object']);
    }
  });

  it.each([
    ['NotFound_Other', 'unknown'],
    ['InfoReceived', 'created'],
    ['InTransit_PickedUp', 'pickedUp'],
    ['InTransit_Other', 'inTransit'],
    ['InTransit_Departure', 'inTransit'],
    ['InTransit_CustomsProcessing', 'customs'],
    ['InTransit_CustomsRequiringInformation', 'customs'],
    ['Expired_Other', 'exception'],
    ['AvailableForPickup_Other', 'availableForPickup'],
    ['OutForDelivery_Other', 'outForDelivery'],
    ['DeliveryFailure_InvalidAddress', 'deliveryFailed'],
    ['Delivered_Other', 'delivered'],
    ['Exception_Returning', 'returning'],
    ['Exception_Returned', 'returned'],
    ['Exception_Lost', 'lost'],
    ['Exception_Cancel', 'cancelled'],
    ['Exception_Damage', 'exception'],
    ['Exception_Destroyed', 'exception'],
    ['PickedUp', 'pickedUp'],
    ['Returned', 'returned'],
  ])('understands %s as %s', (name, stage) => {
    expect(stageOf(name)).toBe(stage);
    expect(stageOf('', name)).toBe(stage);
  });
});

describe('17TRACK pushes', () => {
  const tracker = connect(undefined);
  const signed = (body: Buffer, key = 't17-key-demo') =>
    createHash('sha256')
      .update(`${body.toString('utf8')}/${key}`)
      .digest('hex');
  const read = (body: Buffer, sign: string, access = ACCESS) =>
    tracker.push.read({ body, headers: { sign }, access, secret: '' });
  const kind = (body: Buffer, sign: string, access = ACCESS) => kindOfFailure((async () => read(body, sign, access))());

  it('carry the signature of the published vector', async () => {
    const body = Buffer.from('{"event":"TRACKING_UPDATED","data":{"number":"YT2600000000000001","carrier":190008}}');
    const sign = '9c56df9cdc45e59f150bc07b317a5c1bca8e1ff5a24d875255fb3b1e9a3e7fd8';
    expect(read(body, sign)).toEqual([]);
    expect(await kind(body, sign.replace('9', '8'))).toBe('rejected');
    expect(await kind(body, '')).toBe('rejected');
    expect(await kind(Buffer.from(`${body.toString()} `), sign)).toBe('rejected');
    expect(await kind(body, signed(body, ''), { keys: {}, accountNumber: '' })).toBe('rejected');
  });

  it('tell of the parcel as its tracking does, over the bytes that came', async () => {
    const body = Buffer.from(JSON.stringify({ event: 'TRACKING_STOPPED', data: { ...ITEM, tag: '手' } }, null, 1));
    expect(read(body, signed(body))).toMatchObject([{ trackingNumber: ITEM.number, events: [{ stage: 'customs' }] }]);
    const torn = Buffer.from('{"event":');
    expect(await kind(torn, signed(torn))).toBe('malformed');
    const empty = Buffer.from('{"event":"TRACKING_UPDATED"}');
    expect(await kind(empty, signed(empty))).toBe('malformed');
  });
});

it('its key is secret, and its stand-in knows it', () => {
  expect(seventeenTrack.keys.map(({ name, secret }) => [name, secret])).toEqual([['apiKey', true]]);
  expect(seventeenTrack.sandbox.keys).toEqual(ACCESS.keys);
});
