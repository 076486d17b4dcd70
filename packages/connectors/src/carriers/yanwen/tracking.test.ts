import { describe, expect, it } from 'vitest';
import { kindOfFailure, scripted } from '../../testing.ts';
import { ACCESS, connect, type Reply } from './fixtures.ts';
import { stageOf } from './stages.ts';
import { readEvents } from './tracking.ts';

const answer = (...rows: object[]): Reply => ({ json: { code: 0, message: 'success', result: rows } });
const scan = (tracking_status: string, hour: string, more: object = {}) => ({
  time_stamp: `2026-06-01T${hour}:00:00`,
  time_zone: '+8',
  tracking_status,
  message: `scan ${tracking_status}`,
  location: '',
  ...more,
});
const track = (reply: Reply) => connect(scripted(reply).fetch).track(ACCESS, 'YW1');

describe('Yanwen tracking', () => {
  it.each([
    ['OR10', 'created'],
    ['OR30', 'cancelled'],
    ['PU10', 'pickedUp'],
    ['PU30', 'exception'],
    ['SC20', 'inTransit'],
    ['SC36', 'returning'],
    ['LH20', 'inTransit'],
    ['LH35', 'exception'],
    ['IC60', 'inTransit'],
    ['IC70', 'exception'],
    ['LM10', 'inTransit'],
    ['lm25', 'outForDelivery'],
    ['LM30', 'inTransit'],
    ['LM40', 'delivered'],
    ['IC50', 'customs'],
    ['LM50', 'deliveryFailed'],
    ['LM85', 'exception'],
    ['LM90', 'returning'],
    ['SC45', 'pickedUp'],
    ['OTHER', 'pickedUp'],
    ['ZZ10', 'unknown'],
  ])('reads %s as %s', (status, stage) => {
    expect(stageOf(status, 'pickedUp')).toBe(stage);
  });

  it('asks in the name of the account, and reads what a public client has of the carrier', async () => {
    // The example of karrio's tests.
    const checkpoints = [
      {
        time_stamp: '2019-08-15T18:52:19',
        time_zone: '+8',
        tracking_status: 'PU10',
        message: 'Yanwen Acceptance',
        location: '',
      },
    ];
    const { fetch, sent } = scripted(
      answer({
        tracking_number: '00340434281410767138',
        tracking_status: 'SC20',
        last_mile_tracking_expected: false,
        checkpoints,
      }),
    );
    expect(await connect(fetch).track(ACCESS, '6A1&2')).toEqual([
      { stage: 'pickedUp', at: '2019-08-15T10:52:19.000Z', description: 'Yanwen Acceptance', rawCode: 'PU10' },
    ]);
    expect(sent[0]?.url.href).toBe('http://api.track.yw56.com.cn/api/tracking?nums=6A1%262');
    expect(sent[0]?.headers.get('authorization')).toBe('100000');
  });

  it('tells the news oldest first, by the clock of each place', async () => {
    const checkpoints = [
      scan('LM40', '03', { time_zone: '-05', location: 'Alpharetta' }),
      scan('SC45', '10'),
      scan('OR10', '09', { time_zone: null }),
      { odd: 1 },
      null,
    ];
    expect(await track(answer({ tracking_status: 'LM40', checkpoints }))).toMatchObject([
      { stage: 'created', at: '2026-06-01T01:00:00.000Z' },
      { stage: 'created', at: '2026-06-01T02:00:00.000Z' },
      { stage: 'delivered', at: '2026-06-01T08:00:00.000Z', place: 'Alpharetta' },
    ]);
  });

  it('keeps the order of what happened in the same second, whichever way the news run', () => {
    const rows = [scan('OR10', '08'), scan('PU10', '09'), scan('SC20', '09')];
    const expected = ['created', 'pickedUp', 'inTransit'];
    for (const some of [rows, rows.toReversed()])
      expect(readEvents(some, '').map((one) => one.stage)).toEqual(expected);
  });

  it('lets the state of the parcel speak where its newest event does not', () => {
    const stages = (status: string) => readEvents([scan('OR10', '08'), scan('ZZ1', '09')], status).at(-1)?.stage;
    expect(stages('LM25')).toBe('outForDelivery');
    expect(stages('ZZ1')).toBe('unknown');
  });

  it('has no news of a number that nobody knows, and does not take what it cannot read for none', async () => {
    expect(await track(answer({ tracking_status: 'NOTFOUND', checkpoints: [] }))).toEqual([]);
    expect(await track(answer({ tracking_status: 'NOTFOUND', checkpoints: null }))).toEqual([]);
    expect(await track(answer())).toEqual([]);
    expect(await track({ json: { code: 1, message: '单号不存在', result: null } })).toEqual([]);
    expect(await kindOfFailure(track({ json: { code: 1, message: '单号格式错误' } }))).toBe('rejected');
    expect(await kindOfFailure(track({ status: 401, json: { code: 401 } }))).toBe('unauthorized');
    expect(await kindOfFailure(track({ json: { code: 0, result: 'odd' } }))).toBe('malformed');
    expect(() => readEvents([{ odd: 1 }], '')).toThrow(/track/);
  });

  it('links to the page of the number', () => {
    expect(connect(undefined).trackingUrl('YW 1')).toBe('https://track.yw56.com.cn/cn/querydel?nums=YW%201');
  });
});
