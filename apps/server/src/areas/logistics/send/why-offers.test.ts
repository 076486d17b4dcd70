import { saveChannel } from '@tradewind/contract/logistics.ts';
import { estimateFreight, type FreightOffer } from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeLine, makeOrder } from '../../orders/orders.testing.ts';
import { type LogisticsWorld, openLogistics } from '../testing/world.ts';
import { withReasons } from './why-offers.ts';

let l: LogisticsWorld;
beforeAll(async () => {
  l = await openLogistics();
});
afterAll(() => l.close());

it('each offer says why it is chosen or is not, and services that the carrier does not offer are named', async () => {
  const channel = { name: 'Fast', carrier: 'ups' as const, carrierAccountId: l.accountId, platformCarrierCode: 'UPS' };
  const fast = { ...channel, chooseBy: 'promise' as const, allowedServices: ['01', '07'] };
  const { id: fastId } = await l.server.ok(saveChannel, { channel: fast }, l.world.main);
  await l.world.take([makeOrder('WHY-1', { lines: [makeLine('1', 'SKU-1')] })]);
  const { offers, notOffered } = await l.server.ok(estimateFreight, { id: await l.world.idOf('WHY-1') }, l.world.main);
  expect(offers.every(({ why }) => why.length > 0)).toBe(true);
  const [cheapest] = offers;
  expect(cheapest?.why).toEqual(expect.arrayContaining(['cheapest', 'ofChannel']));
  expect(offers.filter(({ why }) => why.includes('automatic'))).toHaveLength(1);
  const air = offers.find(({ channelId }) => channelId === fastId);
  expect(air).toMatchObject({ serviceCode: '01', why: expect.arrayContaining(['fastest', 'ofChannel', 'dearer']) });
  // Abroad alone.
  expect(notOffered).toEqual([
    { channelId: fastId, channelName: 'Fast', services: [expect.stringContaining('Worldwide')] },
  ]);
});

it('by own parcels a channel is faster than its carrier promises, or slower', () => {
  const offer = (channelId: number, amount: string | null, more: Partial<FreightOffer>): FreightOffer => ({
    ...{ channelId, channelName: '', carrier: '', serviceCode: '', serviceName: '', amount, currency: 'USD' },
    ...{ transitDays: null, arrivesOnDay: null, lane: null, inTime: null, duty: null, total: null, why: [], ...more },
  });
  const found = withReasons(
    [
      offer(1, '5', { inTime: false, arrivesOnDay: '2026-11-30' }),
      offer(2, '6', { arrivesOnDay: '2026-11-26', lane: { p50: 3, p90: 9, parcels: 30 } }),
      offer(3, null, {}),
    ],
    { today: '2026-11-25', ofChannel: new Set(['2/']) },
  );
  expect(found.map(({ why }) => why)).toEqual([
    ['cheapest', 'fastest', 'late'],
    ['automatic', 'ofChannel', 'dearer'],
    ['unpriced'],
  ]);
});
