import { describe, expect, it } from 'vitest';
import { scripted } from '../../testing.ts';
import { ACCESS, connect, no, ok } from './fixtures.ts';
import { eventShape } from './shapes.ts';
import { stageOf } from './stages.ts';
import { instantOf, readEvents } from './tracking.ts';

describe('YunExpress tracking', () => {
  it.each([
    ['ORDER_CREATION', '', 'created'],
    ['FIRST_MILE_ARRIVE', '', 'pickedUp'],
    ['main_line_depart', '', 'inTransit'],
    ['DELIVERY_ATTEMPT', '', 'outForDelivery'],
    ['DELIVERED', '', 'delivered'],
    ['MD/TT', '', 'delivered'],
    ['DELIVERY_FAILURE', '', 'deliveryFailed'],
    ['CUSTOMS_INSPCTION', '', 'customs'],
    ['CUSTOMS_HOLD', '', 'exception'],
    ['CUSTOMS_RELEASE', '', 'inTransit'],
    ['PACKAGE_LOST', '', 'lost'],
    ['DELIVERY_SECOND_FAILED', '', 'deliveryFailed'],
    ['RETURNED_TO_SENDER', '', 'returning'],
    ['RETURNED_BACK', '', 'returned'],
    ['', 'Customs clearance in progress', 'customs'],
    ['', 'Customs clearance completed', 'inTransit'],
    ['', 'Delivery attempt unsuccessful', 'deliveryFailed'],
    ['', 'Available for pickup at the post office', 'availableForPickup'],
    ['', '包裹丢失', 'lost'],
    ['', '退件已签收', 'returned'],
    ['PRE_INFO', 'delivered to nobody', 'inTransit'],
    ['WAREHOUSE_HOLD', '', 'exception'],
    ['ORDER_CANCEL', '', 'cancelled'],
    ['', 'Parcel has been delivered', 'delivered'],
    ['', 'Delivery failed, returned to sender', 'returning'],
    ['', '快件已签收', 'delivered'],
    ['NEW_NODE', 'News', 'unknown'],
  ])('reads %s "%s" as %s', (node, words, stage) => {
    expect(stageOf(node, words, 'inTransit')).toBe(stage);
  });

  it('reads every way of writing a time', () => {
    const at = (more: object) => instantOf(eventShape.parse(more));
    expect(at({ process_utc_time: '2026-05-30T08:00:00', process_time: '2026-05-30T16:00:00' })).toBe(
      '2026-05-30T08:00:00.000Z',
    );
    expect(at({ process_utc_time: '2026-05-30T08:00:00.562Z' })).toBe('2026-05-30T08:00:00.000Z');
    expect(at({ process_time: '2026-05-30T16:00:00Z', process_country: 'DE' })).toBe('2026-05-30T14:00:00.000Z');
    expect(at({ process_time: '2026-05-30T16:00:00' })).toBe('2026-05-30T08:00:00.000Z');
    expect(at({ event_date: '2023-03-10 14:30:00', time_zone: '+8' })).toBe('2023-03-10T06:30:00.000Z');
    expect(at({ event_date: '2023-03-10 14:30', time_zone: 'UTC-05:00' })).toBe('2023-03-10T19:30:00.000Z');
    expect(at({ event_date: '2023-03-10 14:30:00', time_zone: 8 })).toBe('2023-03-10T06:30:00.000Z');
    expect(at({ event_date: 'yesterday' })).toBeUndefined();
    expect(at({})).toBeUndefined();
  });

  const node = (track_node_code: string, hour: string, more: object = {}) => ({
    track_node_code,
    process_utc_time: `2026-06-01T${hour}:00:00`,
    process_content: track_node_code.toLowerCase(),
    process_city: '深圳',
    process_country: 'CN',
    ...more,
  });
  const track = (result: unknown) => connect(scripted(ok(result)).fetch).track(ACCESS, 'YT1');
  const stages = async (result: unknown) => (await track(result)).map((one) => one.stage);

  it('reads what public clients read of the carrier, oldest first', async () => {
    const track_events = [
      node('DELIVERED', '12'),
      node('ORDER_CREATION', '08', { process_content: null }),
      { odd: 1 },
      null,
    ];
    expect(await track([{ order_number: 'YT1', package_status: 'D', track_Info: { track_events } }])).toEqual([
      {
        stage: 'created',
        at: '2026-06-01T08:00:00.000Z',
        description: '',
        place: '深圳, CN',
        rawCode: 'ORDER_CREATION',
      },
      {
        stage: 'delivered',
        at: '2026-06-01T12:00:00.000Z',
        description: 'delivered',
        place: '深圳, CN',
        rawCode: 'DELIVERED',
      },
    ]);
  });

  it('reads what the published description has', async () => {
    const event = {
      time_zone: '+8',
      description: 'Parcel has been delivered',
      event_date: '2023-03-10 14:30:00',
      location: 'New York',
    };
    expect(await track({ waybill_number: 'YT1', track_info: [{ track_events: [event] }] })).toEqual([
      {
        stage: 'delivered',
        at: '2023-03-10T06:30:00.000Z',
        description: 'Parcel has been delivered',
        place: 'New York',
        rawCode: '',
      },
    ]);
  });

  it('lets the state of the parcel speak where its newest event does not', async () => {
    const info = (package_status: string, code: string) => [
      { package_status, track_Info: { track_events: [node('ORDER_CREATION', '08'), node(code, '09')] } },
    ];
    expect(await stages(info('R', 'NEW_NODE'))).toEqual(['created', 'returning']);
    expect(await stages(info('E', 'IN_TRANSIT'))).toEqual(['created', 'inTransit']);
    expect(await stages(info('C', 'EDD'))).toEqual(['created', 'created', 'cancelled']);
  });

  it('has no news of a number that nobody knows, and does not take what it cannot read for none', async () => {
    expect(await track([])).toEqual([]);
    expect(await track(null)).toEqual([]);
    expect(await track([{ package_status: 'N', track_Info: null }])).toEqual([]);
    expect(await connect(scripted(no('02030013', '运单不存在')).fetch).track(ACCESS, 'YT1')).toEqual([]);
    expect(() => readEvents([{ odd: 1 }], '', () => 'raw')).toThrow(/track/);
  });

  it('links to the page of the number', () => {
    expect(connect(undefined).trackingUrl('YT 1')).toBe('https://www.yuntrack.com/parcelTracking?id=YT%201');
  });
});
