import { rights } from '@tradewind/contract/access/modules.ts';
import { type LinkPage, makeLink, openLink, withdrawLink } from '@tradewind/contract/links.ts';
import { buyLabel, openTracking, refreshTracking, setPieces } from '@tradewind/contract/logistics.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shipOutbounds } from '../../warehouse/public.ts';
import { type Box, type LogisticsWorld, openLogistics } from '../testing/world.ts';
import { townIn } from './shared-timeline.ts';

let l: LogisticsWorld;
let box: Box & { trackingNumber: string };
beforeAll(async () => {
  l = await openLogistics();
  const packed = await l.packed('B-1');
  const label = await l.server.ok(buyLabel, { outboundId: packed.outboundId }, l.world.main);
  await l.world.tx((tx) => shipOutbounds(tx, [packed.outboundId]));
  const trackingNumber = label.trackingNumber ?? '';
  const there = l.sandbox.ups.parcels.get(trackingNumber);
  if (!there) throw new Error('no label');
  l.sandbox.ups.advance(there, 'out_for_delivery');
  await l.server.ok(refreshTracking, { ids: [label.id] }, l.world.main);
  box = { ...packed, trackingNumber };
});
afterAll(() => l.close());

async function link(page: LinkPage = 'orderTracking', as = l.world.main, { orderId: docId } = box as Box) {
  const input = { page, docKind: 'sales_order' as const, docId, recipient: 'Buyer', days: 90 };
  const { id, url } = await l.server.ok(makeLink, input, as);
  return { id, url, key: new URL(url.replace('/#', '')).searchParams.get('key') ?? '' };
}

it('shows the buyer stages, the promised day and towns, and nothing of a person', async () => {
  const { companyId } = l.world.main;
  const query = (text: string, values: unknown[]) => l.server.app.database.owner.query(text, values);
  await query(`update parcel set promised_on = '2026-12-24' where company_id = $1 and order_id = $2`, [
    companyId,
    box.orderId,
  ]);
  await query(
    `insert into tracking_event (company_id, parcel_id, at, stage, description, place, raw_code)
     select company_id, id, now(), 'deliveryFailed', 'Left a card for Ann', '12 Elm Street, Austin, US', 'X1'
     from parcel where company_id = $1 and order_id = $2`,
    [companyId, box.orderId],
  );
  const { url, key } = await link();
  expect(url).toContain('/#/trackOrder?key=');
  const shown = await l.server.ok(openTracking, { key });
  expect(shown).toMatchObject({
    number: 'B-1',
    company: 'Test shop',
    parcels: [{ promisedOn: '2026-12-24', stage: 'outForDelivery' }],
  });
  const [one, ...others] = shown.parcels[0]?.boxes ?? [];
  expect([others, one?.trackingNumber, one?.stage]).toEqual([[], box.trackingNumber, 'outForDelivery']);
  const [newest, ...older] = one?.events ?? [];
  expect(newest).toMatchObject({ stage: 'deliveryFailed', town: 'Austin, US' });
  expect(older.map(({ stage }) => stage)).toEqual(['outForDelivery', 'inTransit', 'inTransit', 'pickedUp', 'created']);
  for (const secret of ['Ann', 'Elm', 'Left', 'Buyer']) expect(JSON.stringify(shown)).not.toContain(secret);
});

it('shows where each box of a shipment is, and that it is delivered with the last', async () => {
  const packed = await l.packed('B-2');
  const { id } = await l.parcel(packed.outboundId);
  const second = { weightGrams: 700, lengthMm: null, widthMm: null, heightMm: null };
  await l.server.ok(setPieces, { parcelId: id, pieces: [second] }, l.world.main);
  const { trackingNumber, pieces } = await l.server.ok(buyLabel, { outboundId: packed.outboundId }, l.world.main);
  const numbers = [trackingNumber, pieces[0]?.trackingNumber];
  await l.world.tx((tx) => shipOutbounds(tx, [packed.outboundId]));
  const { key } = await link('orderTracking', l.world.main, packed);
  const follow = async (at: number, to: 'in_transit' | 'delivered') => {
    const there = l.sandbox.ups.parcels.get(numbers[at] ?? '');
    if (!there) throw new Error('no label');
    l.sandbox.ups.advance(there, to);
    await l.server.ok(refreshTracking, { ids: [id] }, l.world.main);
    const [shipment, ...others] = (await l.server.ok(openTracking, { key })).parcels;
    expect([others, shipment?.boxes.map((one) => one.trackingNumber)]).toEqual([[], numbers]);
    const boxes = shipment?.boxes ?? [];
    for (const { stage, events } of boxes) expect(events[0]?.stage).toBe(stage);
    return { stage: shipment?.stage, day: shipment?.deliveredAt !== null, boxes: boxes.map((one) => one.stage) };
  };
  expect(await follow(1, 'in_transit')).toMatchObject({ boxes: ['created', 'inTransit'] });
  expect(await follow(0, 'delivered')).toEqual({
    ...{ stage: 'inTransit', day: false },
    boxes: ['delivered', 'inTransit'],
  });
  expect(await follow(1, 'delivered')).toEqual({ stage: 'delivered', day: true, boxes: ['delivered', 'delivered'] });
});

it('opens by a link to this page alone, until it is withdrawn', async () => {
  const { id, key } = await link();
  expect(await l.server.call(openLink, { key, page: 'orderDetail' })).toMatchObject({ status: 404 });
  expect(await l.server.call(openTracking, { key: (await link('orderDetail')).key })).toMatchObject({ status: 404 });
  await l.server.ok(withdrawLink, { id }, l.world.main);
  expect(await l.server.call(openTracking, { key })).toMatchObject({ status: 404 });
});

it('is made by whoever may share the order', async () => {
  const input = { page: 'orderTracking' as const, docKind: 'sales_order' as const, docId: box.orderId, recipient: 'x' };
  const member = await l.server.member(l.world.main.companyId, [rights.tracking.view]);
  expect(await l.server.call(makeLink, input, member)).toMatchObject({ status: 403 });
  expect(await l.server.call(makeLink, input, await l.server.company())).toMatchObject({ status: 404 });
});

it('leaves out what may be a street or a postcode', () => {
  expect(townIn('212 16 Malmö, SE')).toBe('SE');
  expect(townIn('Alpharetta, GA, US')).toBe('Alpharetta, GA, US');
  expect(townIn('Door 4')).toBe('');
});
