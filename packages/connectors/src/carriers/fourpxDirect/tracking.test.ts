import { describe, expect, it } from 'vitest';
import { scripted } from '../../testing.ts';
import { ACCESS, connect, no, ok } from './fixtures.ts';
import { eventShape } from './shapes.ts';
import { stageOf } from './stages.ts';
import { instantOf, readEvents } from './tracking.ts';

describe('4PX tracking', () => {
  // Codes as three public clients map them.
  it.each([
    ['FPX_L_RPIF', '', 'created'],
    ['FPX_C_SPLS', '', 'pickedUp'],
    ['fpx_c_aaf', '', 'pickedUp'],
    ['FPX_C_ADFF', '', 'inTransit'],
    ['FPX_M_ATA', '', 'inTransit'],
    ['FPX_I_RCUK', '', 'inTransit'],
    ['FPX_D_STPP', '', 'inTransit'],
    ['FPX_D_SD', '', 'outForDelivery'],
    ['FPX_S_OK', 'Paketet har levererats hem till dig', 'delivered'],
    ['FPX_S_OKGP', '', 'delivered'],
    ['FPX_D_FD', '', 'deliveryFailed'],
    ['FPX_D_FDNR', '', 'deliveryFailed'],
    ['FPX_D_ADWP', '', 'availableForPickup'],
    ['FPX_D_SASPS', '', 'availableForPickup'],
    ['FPX_I_IP', 'Customs inspection in progress', 'customs'],
    ['FPX_I_IC', 'Customs clearance completed', 'inTransit'],
    ['FPX_O_IR', '包裹丢失', 'lost'],
    ['FPX_O_IR', '退件已签收', 'returned'],
    ['FPX_I_HC', '', 'exception'],
    ['FPX_M_TDWF', '', 'exception'],
    ['FPX_C_DT', 'Operation completed', 'exception'],
    ['FPX_D_RR', '', 'returning'],
    ['FPX_O_IR', 'Order data transmitted', 'created'],
    ['FPX_O_IR', 'SMS', 'inTransit'],
    ['FPX_D_LM', 'Item delivered', 'delivered'],
    ['FPX_D_LM', 'Not delivered', 'deliveryFailed'],
    ['FPX_O_CANCEL', '订单已取消', 'cancelled'],
    ['', '已签收', 'delivered'],
    ['FPX_X_NEW', 'News', 'unknown'],
  ])('reads %s "%s" as %s', (code, words, stage) => {
    expect(stageOf(code, words, 'inTransit')).toBe(stage);
  });

  it('reads a time by its offset, and without one by the clock of Beijing', () => {
    const at = (occurDatetime: string, timeZone?: string) => instantOf(eventShape.parse({ occurDatetime, timeZone }));
    expect(at('2026-08-27 13:20:12', 'UTC+02:00')).toBe('2026-08-27T11:20:12.000Z');
    expect(at('2026-08-18 19:56', 'UTC-10:00')).toBe('2026-08-19T05:56:00.000Z');
    expect(at('2026-08-27 13:20:12', 'GMT+8')).toBe('2026-08-27T05:20:12.000Z');
    expect(at('2026-08-27 13:20:12')).toBe('2026-08-27T05:20:12.000Z');
    expect(at('yesterday')).toBeUndefined();
  });

  const track = (data: unknown) => connect(scripted(ok(data)).fetch).track(ACCESS, '4PX1');

  /** As a public client's test has them. */
  const received = {
    businessLinkCode: 'FPX_L_RPIF',
    occurDatetime: '2026-08-20 08:45:13',
    timeZone: 'UTC+08:00',
    occurLocation: 'Nancheng',
    country: 'CN',
    trackingContent: 'Parcel information received',
  };
  const delivered = {
    businessLinkCode: 'FPX_S_OK',
    occurDatetime: '2026-08-27 13:20:12',
    timeZone: 'UTC+02:00',
    occurLocation: '212 16 Malmö',
    country: 'SE',
    trackingContent: 'Paketet har levererats hem till dig',
  };

  it('reads what public clients read, oldest first, as an object or as its text', async () => {
    const expected = [
      {
        ...{ stage: 'created', at: '2026-08-20T00:45:13.000Z', description: 'Parcel information received' },
        ...{ place: 'Nancheng, CN', rawCode: 'FPX_L_RPIF' },
      },
      {
        ...{ stage: 'delivered', at: '2026-08-27T11:20:12.000Z', description: 'Paketet har levererats hem till dig' },
        ...{ place: '212 16 Malmö, SE', rawCode: 'FPX_S_OK' },
      },
    ];
    for (const trackingList of [
      [delivered, received],
      [received, delivered],
      [null, { odd: 1 }, delivered, received],
    ]) {
      expect(await track({ deliveryOrderNo: '4PX1', trackingList })).toEqual(expected);
      expect(await track(JSON.stringify({ trackingList }))).toEqual(expected);
    }
  });

  it('of the same second the newest is listed first', () => {
    const rows = [{ ...received, businessLinkCode: 'FPX_C_AAF' }, received];
    expect(readEvents(rows, () => '').map((one) => one.rawCode)).toEqual(['FPX_L_RPIF', 'FPX_C_AAF']);
  });

  it('has no news of a number that nobody knows, and does not take what it cannot read for none', async () => {
    expect(await track({ trackingList: [] })).toEqual([]);
    expect(await track(null)).toEqual([]);
    expect(await connect(scripted(no('1', '查询不到轨迹')).fetch).track(ACCESS, '4PX1')).toEqual([]);
    expect(() => readEvents([{ odd: 1 }], () => 'raw')).toThrow(/track/);
  });

  it('links to the page of the number', () => {
    expect(connect(undefined).trackingUrl('4PX 1')).toBe('https://track.4px.com/#/result/0/4PX%201');
  });
});
