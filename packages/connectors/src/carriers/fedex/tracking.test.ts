import { describe, expect, it } from 'vitest';
import { failure, kindOfFailure, scripted } from '../../testing.ts';
import { ACCESS, connect } from './fixtures.ts';
import { stageOf } from './stages.ts';
import { instantOf, readScans } from './tracking.ts';

/** FedEx's own example of an event. */
const PICKED = {
  date: '2018-02-02T12:01:00-07:00',
  derivedStatus: 'Picked Up',
  scanLocation: {
    ...{ addressClassification: 'BUSINESS', residential: false, streetLines: ['1043 North Easy Street', 'Suite 999'] },
    ...{ city: 'SEATTLE', stateOrProvinceCode: 'WA', postalCode: '98101', countryCode: 'US' },
  },
  ...{ locationId: 'SEA', locationType: 'CUSTOMS_BROKER', exceptionDescription: 'Package available for clearance' },
  ...{ eventDescription: 'Picked Up', eventType: 'PU', derivedStatusCode: 'PU', exceptionCode: 'A25' },
};
const scan = (eventType: string, date: string, more: object = {}) => ({ ...PICKED, eventType, date, ...more });
const result = (more: object) => ({ trackingNumberInfo: { trackingNumber: '128667043726' }, ...more });
const track = (...trackResults: object[]) => {
  const json = { output: { completeTrackResults: [{ trackingNumber: '128667043726', trackResults }] } };
  return connect(scripted({ json }).fetch).track(ACCESS, '128667043726');
};

describe('FedEx stages', () => {
  it.each([
    ['OC', 'created'],
    ['PU', 'pickedUp'],
    ['AP', 'pickedUp'],
    ['IT', 'inTransit'],
    ['DP', 'inTransit'],
    ['DY', 'inTransit'],
    ['Ow', 'inTransit'],
    ['CD', 'customs'],
    ['CP', 'customs'],
    ['CC', 'inTransit'],
    ['OD', 'outForDelivery'],
    ['AD', 'outForDelivery'],
    ['DE', 'deliveryFailed'],
    ['HL', 'availableForPickup'],
    ['HP', 'availableForPickup'],
    ['DL', 'delivered'],
    ['SE', 'exception'],
    ['HA', 'exception'],
    ['RS', 'returning'],
    ['CA', 'cancelled'],
    ['RR', 'inTransit'],
    ['??', 'unknown'],
  ])('reads %s as %s', (code, stage) => {
    expect(stageOf(code, '', 'inTransit')).toBe(stage);
  });

  it.each([
    ['Shipment exception: Package lost', 'lost'],
    ['Shipment exception: We are unable to locate the package', 'lost'],
    ['Clearance delay: Import documents are missing', 'customs'],
    ['Shipment exception: Customer not available or business closed', 'deliveryFailed'],
    ['Shipment exception: Refused by recipient', 'deliveryFailed'],
    ['Shipment exception: Returned to shipper', 'returning'],
    ['Shipment exception: Weather delay', 'exception'],
  ])('reads an exception by its words: %s', (words, stage) => {
    expect(stageOf('SE', words, 'inTransit')).toBe(stage);
  });

  it('takes what goes back for returned, not for delivered', () => {
    expect(stageOf('DP', '', 'returning')).toBe('returning');
    expect(stageOf('DL', '', 'returning')).toBe('returned');
    expect(stageOf('CA', '', 'returning')).toBe('cancelled');
  });
});

describe('FedEx tracking', () => {
  it('reads times with an offset, and without one by the clock of the place', () => {
    const at = (date: string, scanLocation: object = PICKED.scanLocation) =>
      instantOf({ date, scanLocation, eventType: 'PU' } as Parameters<typeof instantOf>[0]);
    expect(at('2018-02-02T12:01:00-07:00')).toBe('2018-02-02T19:01:00.000Z');
    expect(at('2018-02-02T12:01:00Z')).toBe('2018-02-02T12:01:00.000Z');
    expect(at('2026-07-02T12:01:00')).toBe('2026-07-02T19:01:00.000Z');
    expect(at('2026-07-02T12:01:00', { countryCode: 'CN' })).toBe('2026-07-02T04:01:00.000Z');
    expect(at('2026-07-02T12:01:00', {})).toBe('2026-07-02T12:01:00.000Z');
    expect(at('yesterday')).toBeUndefined();
  });

  it("reads FedEx's example, oldest first, and skips what it cannot read", async () => {
    const scans = [scan('DL', '2018-02-03T10:00:00-07:00'), { odd: 1 }, PICKED];
    expect(await track(result({ scanEvents: scans }))).toEqual([
      {
        ...{ stage: 'pickedUp', at: '2018-02-02T19:01:00.000Z', place: 'SEATTLE, WA, US', rawCode: 'PU/PU' },
        description: 'Picked Up: Package available for clearance',
      },
      expect.objectContaining({ stage: 'delivered', at: '2018-02-03T17:00:00.000Z' }),
    ]);
    expect(() => readScans([{ odd: 1 }], () => 'raw')).toThrow(/track/);
  });

  it('reads the derived code where the first is not known', async () => {
    const scans = [scan('ZZ', '2018-02-02T12:01:00-07:00', { eventDescription: 'x', derivedStatusCode: 'OD' })];
    expect(await track(result({ scanEvents: scans }))).toMatchObject([{ stage: 'customs' }]);
    const plain = scans.map((one) => ({ ...one, exceptionDescription: '' }));
    expect(await track(result({ scanEvents: plain }))).toMatchObject([{ stage: 'outForDelivery', rawCode: 'ZZ/OD' }]);
  });

  it('hears of a cancellation that is no event', async () => {
    const scans = [scan('OC', '2018-02-02T12:01:00-07:00')];
    const latestStatusDetail = { code: 'CA', description: 'Shipment cancelled by sender' };
    const events = await track(result({ scanEvents: scans, latestStatusDetail }));
    expect(events.map((one) => [one.stage, one.rawCode])).toEqual([
      ['created', 'OC/PU'],
      ['cancelled', '/CA'],
    ]);
  });

  it('follows the newest of the shipments that had the number over the years', async () => {
    const old = result({ scanEvents: [scan('DL', '2018-02-02T12:00:00-07:00')] });
    const now = result({ scanEvents: [scan('IT', '2026-11-01T12:00:00-07:00')] });
    for (const results of [
      [old, now],
      [now, old],
    ])
      expect((await track(...results)).map((one) => one.stage)).toEqual(['inTransit']);
  });

  it('takes an unknown number for no news, and another error inside an answer for a refusal', async () => {
    const error = (code: string) => result({ error: { code, message: 'words' } });
    expect(await track(error('TRACKING.TRACKINGNUMBER.NOTFOUND'))).toEqual([]);
    expect(await track()).toEqual([]);
    expect(await failure(track(error('TRACKING.TRACKINGNUMBER.EMPTY')))).toMatchObject({
      ...{ kind: 'rejected', code: 'TRACKING.TRACKINGNUMBER.EMPTY' },
    });
    expect(await kindOfFailure(connect(scripted({ text: '<html>' }).fetch).track(ACCESS, '1'))).toBe('malformed');
    expect(connect().trackingUrl('1 2')).toBe('https://www.fedex.com/fedextrack/?trknbr=1%202');
  });
});
