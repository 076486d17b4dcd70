import {
  buyLabel,
  labelPdf,
  orderParcels,
  parcelsOf,
  publicTracking,
  quoteParcel,
  refreshTracking,
  setPieces,
  trackingDetail,
  voidLabel,
} from '@tradewind/contract/logistics.ts';
import { findBox, listOutbounds } from '@tradewind/contract/warehouse.ts';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { brokenChecks } from '../../testing/checks.ts';
import { readPages } from '../../testing/pdf-text.ts';
import { takeStep } from '../orders/orders.testing.ts';
import { cancelOrders } from '../orders/public.ts';
import { type Box, type LogisticsWorld, openLogistics } from './testing/world.ts';

let l: LogisticsWorld;
beforeAll(async () => {
  l = await openLogistics();
  await l.server.startWorker();
});
afterAll(() => l.close());
afterEach(async () => {
  l.sandbox.faults.clear();
  expect(await brokenChecks(l.server.app, l.world.main.companyId)).toEqual([]);
});

const buy = (box: Box) => l.server.call(buyLabel, { outboundId: box.outboundId }, l.world.main);
const view = async (box: Box) =>
  (await l.server.ok(parcelsOf, { outboundIds: [box.outboundId] }, l.world.main)).list.find(
    (one) => one.state !== 'voided',
  );

async function packedInThree(no: string): Promise<Box> {
  const box = await l.packed(no);
  const { id } = await l.parcel(box.outboundId);
  const pieces = [
    { weightGrams: 1_500, lengthMm: 300, widthMm: 200, heightMm: 100 },
    { weightGrams: 700, lengthMm: null, widthMm: null, heightMm: null },
  ];
  await l.server.ok(setPieces, { parcelId: id, pieces }, l.world.main);
  return box;
}

it('each box of a shipment has a label and a number of its own, and its price is that of all', async () => {
  const single = await l.server.ok(quoteParcel, { outboundId: (await l.packed('P-0')).outboundId }, l.world.main);
  const box = await packedInThree('P-1');
  const { quotes, chosen } = await l.server.ok(quoteParcel, { outboundId: box.outboundId }, l.world.main);
  const price = Number(quotes.find((one) => one.serviceCode === chosen)?.amount);
  expect(price).toBeGreaterThan(Number(single.quotes[0]?.amount) * 2);
  const bought = await buy(box);
  expect(bought.data).toMatchObject({ state: 'labelled', labelCost: expect.any(String), hasLabel: true });
  expect(Number(bought.data.labelCost)).toBe(price);
  const numbers = [bought.data.trackingNumber, ...bought.data.pieces.map((piece) => piece.trackingNumber)];
  expect(new Set(numbers).size).toBe(3);
  expect(l.standing(box.outboundNo).toSorted()).toEqual(numbers.toSorted());
  const url = `${l.server.url}/api${labelPdf.path}?parcelId=${bought.data.id}`;
  const file = await fetch(url, { headers: { token: l.world.main.token } });
  expect(await readPages(Buffer.from(await file.arrayBuffer()))).toHaveLength(3);
  // Whichever label is scanned, it is this box.
  for (const code of numbers) {
    const found = await l.server.ok(findBox, { code: code ?? '' }, l.world.main);
    expect(found.outboundId).toBe(box.outboundId);
    const listed = await l.server.ok(listOutbounds, { text: code ?? '' }, l.world.main);
    expect(listed.rows.map((row) => row.id)).toEqual([box.outboundId]);
  }
  const { id } = await l.parcel(box.outboundId);
  const late = await l.server.call(setPieces, { parcelId: id, pieces: [] }, l.world.main);
  expect(late).toMatchObject({ status: 409, data: { error: 'logistics.boxesFixed' } });
});

it.each([
  ['the first', 0],
  ['the second', 1],
])('boxes whose purchase lost the answer at %s are found, and none is bought twice', async (_, passed) => {
  const box = await packedInThree(`P-3${passed}`);
  await l.server.ok(quoteParcel, { outboundId: box.outboundId }, l.world.main);
  l.sandbox.faults.set('ups', { failAfter: passed, match: '/ship' });
  await buy(box);
  l.sandbox.faults.clear();
  const bought = await buy(box);
  expect(bought.data).toMatchObject({ state: 'labelled' });
  expect(l.standing(box.outboundNo)).toHaveLength(3);
});

it('a void takes all boxes back, and the next purchase has them again', async () => {
  const box = await packedInThree('P-4');
  const first = await buy(box);
  expect((await l.server.call(voidLabel, { parcelId: first.data.id }, l.world.main)).code).toBe(200);
  expect(l.standing(box.outboundNo)).toEqual([]);
  const next = await view(box);
  expect(next).toMatchObject({ state: 'packed', pieces: [{ weightGrams: 1_500 }, { weightGrams: 700 }] });
  expect((await buy(box)).data.pieces).toHaveLength(2);
  expect(l.standing(box.outboundNo)).toHaveLength(3);
});

it('a cancelled order gives all its labels back', async () => {
  const box = await packedInThree('P-5');
  await buy(box);
  await l.world.tx((tx) => cancelOrders(tx, [box.orderId], { by: 'user' }));
  await expect.poll(() => l.standing(box.outboundNo)).toEqual([]);
});

it('each box is followed by its own number, and the order is delivered with the last one', async () => {
  const box = await packedInThree('P-6');
  const { id, trackingNumber, pieces } = (await buy(box)).data;
  const numbers = [trackingNumber ?? '', ...pieces.map((piece) => piece.trackingNumber ?? '')];
  await takeStep(l.world, box.orderId, 'ship');
  const follow = async (at: number, to: 'in_transit' | 'exception' | 'delivered') => {
    const there = l.sandbox.ups.parcels.get(numbers[at] ?? '');
    if (!there) throw new Error('no such label');
    l.sandbox.ups.advance(there, to);
    await l.server.ok(refreshTracking, { ids: [id] }, l.world.main);
    const { parcel, boxes } = await l.server.ok(trackingDetail, { parcelId: id }, l.world.main);
    return { state: parcel.state, stage: parcel.stage, boxes: boxes.map((one) => one.stage) };
  };
  const shown = (stage: string, boxes: string[]) => ({ state: 'shipped', stage, boxes });
  expect(await follow(0, 'delivered')).toEqual(shown('created', ['delivered', 'created', 'created']));
  expect(await follow(1, 'in_transit')).toEqual(shown('inTransit', ['delivered', 'inTransit', 'created']));
  expect(await follow(2, 'delivered')).toEqual(shown('inTransit', ['delivered', 'inTransit', 'delivered']));
  expect(await l.world.statusOf('P-6')).toBe('shipped');
  const last = await follow(1, 'delivered');
  expect(last).toEqual({ state: 'delivered', stage: 'delivered', boxes: ['delivered', 'delivered', 'delivered'] });
  expect(await l.world.statusOf('P-6')).toBe('delivered');

  const { list } = await l.server.ok(orderParcels, { orderId: box.orderId }, l.world.main);
  expect(list[0]?.boxes.map((one) => one.trackingNumber)).toEqual(numbers);
  expect(new Set(list[0]?.events.map((event) => event.boxNo))).toEqual(new Set([1, 2, 3]));
  const opened = await l.server.ok(publicTracking, { number: numbers[1] ?? '' });
  expect(opened).toMatchObject({ trackingNumber: numbers[1], stage: 'delivered' });
  expect(new Set(opened.events.map((event) => event.boxNo))).toEqual(new Set([2]));
});

it('trouble of one box is shown, whatever the others do', async () => {
  const box = await packedInThree('P-7');
  const { id, trackingNumber, pieces } = (await buy(box)).data;
  await takeStep(l.world, box.orderId, 'ship');
  const [first, second] = [trackingNumber, pieces[0]?.trackingNumber].map((one) =>
    l.sandbox.ups.parcels.get(one ?? ''),
  );
  if (!first || !second) throw new Error('no such label');
  l.sandbox.ups.advance(first, 'in_transit');
  l.sandbox.ups.advance(first, 'exception');
  l.sandbox.world.clock.advance(60_000);
  l.sandbox.ups.advance(second, 'in_transit');
  await l.server.ok(refreshTracking, { ids: [id] }, l.world.main);
  const { parcel, boxes } = await l.server.ok(trackingDetail, { parcelId: id }, l.world.main);
  expect([parcel.stage, ...boxes.map((one) => one.stage)]).toEqual(['exception', 'exception', 'inTransit', 'created']);
});
