import { buyLabel, quoteParcel } from '@tradewind/contract/logistics.ts';
import {
  cheapestFreight,
  estimateFreight,
  getOrder,
  mergeOrders,
  signOrders,
  splitOrder,
  unmergeOrders,
} from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeLine, makeOrder, walk } from '../orders/orders.testing.ts';
import { channelById } from './channel/channels.ts';
import { boxOfOutbound, carrierParcel } from './parcel/facts.ts';
import { type Box, type LogisticsWorld, openLogistics } from './testing/world.ts';

let l: LogisticsWorld;
beforeAll(async () => {
  l = await openLogistics();
});
afterAll(() => l.close());
const ok: LogisticsWorld['server']['ok'] = (call, input, as = l.world.main) => l.server.ok(call, input, as);
const sign = (id: number, signature = true) => ok(signOrders, { ids: [id], signature });
const order = async (no: string, more: Parameters<typeof makeOrder>[1] = {}) => {
  await l.world.take([makeOrder(no, more)]);
  return l.world.idOf(no);
};
/** A channel of a carrier that sells no signature. */
async function plain(name: string): Promise<number> {
  const { rows } = await l.server.app.database.owner.query(
    `insert into shipping_channel (company_id, name, carrier, carrier_account_id, platform_carrier_code)
     values ($1, $2, 'yanwen', $3, 'Y') returning id`,
    [l.world.main.companyId, name, l.accountId],
  );
  return Number(rows[0].id);
}

/** What the carrier is asked for. */
const parcelOf = ({ outboundId }: Box) =>
  l.world.tx(async (tx) => {
    const channel = await channelById(tx, l.channelId);
    if (!channel) throw new Error('no channel');
    return carrierParcel(tx, await boxOfOutbound(tx, l.world.main.ctx, outboundId), channel);
  });

it('travels from the order to the rates and the label, until the label is bought', async () => {
  const box = await l.packed('SG-1');
  expect((await parcelOf(box)).signature).toBeUndefined();
  const before = await ok(quoteParcel, { outboundId: box.outboundId });
  expect(before.signature).toBe(false);
  expect(await sign(box.orderId)).toMatchObject({ done: 1, failed: [] });
  expect(await sign(box.orderId)).toMatchObject({ done: 1 });
  expect(await parcelOf(box)).toMatchObject({ signature: true });
  expect(await ok(quoteParcel, { outboundId: box.outboundId })).toMatchObject({ signature: true });
  await ok(buyLabel, { outboundId: box.outboundId });
  expect(await sign(box.orderId, false)).toMatchObject({ done: 0, failed: [{ id: box.orderId }] });
  const { history } = await ok(getOrder, { id: box.orderId });
  expect(history.filter(({ event }) => event.startsWith('signature'))).toHaveLength(1);
});

it('keeps a channel away that sells none: it says why, and nothing is bought with it', async () => {
  const channelId = await plain('Post');
  const box = await l.packed('SG-2');
  await sign(box.orderId);
  const names = 'Post';
  const refused = await l.server.call(quoteParcel, { outboundId: box.outboundId, channelId }, l.world.main);
  expect(refused).toMatchObject({ status: 422, data: { error: 'logistics.channelNoSignature' } });
  expect(refused.msg).toContain(names);
  const bought = await l.server.call(buyLabel, { outboundId: box.outboundId, channelId }, l.world.main);
  expect(bought.data).toMatchObject({ error: 'logistics.channelNoSignature' });
  expect(l.standing(box.outboundNo)).toEqual([]);

  const id = await order('SG-3');
  await sign(id);
  const { offers, silent } = await ok(estimateFreight, { id });
  expect(new Set(offers.map((offer) => offer.channelId))).toEqual(new Set([l.channelId]));
  expect(silent).toMatchObject([{ channelId, reason: expect.stringContaining(names) }]);
  expect(await ok(cheapestFreight, { ids: [id] })).toMatchObject({ done: 1 });
  expect(await ok(getOrder, { id })).toMatchObject({ channelId: l.channelId, signature: true });
});

it('is copied to a part of a split order, and one order of a box is enough', async () => {
  const whole = await order('SG-4', { lines: [makeLine('1', 'SKU-1', 2)] });
  await sign(whole);
  const { lines } = await ok(getOrder, { id: whole });
  const part = { lines: [{ lineId: lines[0]?.id ?? 0, quantity: 1 }] };
  const { ids } = await ok(splitOrder, { id: whole, parts: [part] });
  expect(await ok(getOrder, { id: ids[0] ?? 0 })).toMatchObject({ signature: true, boxSigned: true });

  const [first, second] = [await order('SG-5'), await order('SG-6')];
  await sign(second);
  expect(await ok(mergeOrders, { ids: [first, second] })).toMatchObject({ done: 2 });
  expect(await ok(getOrder, { id: first })).toMatchObject({ signature: false, boxSigned: true });
  await walk(l.world, first, 'pack');
  const outbound = await ok(getOrder, { id: first });
  const outboundId = outbound.outbounds[0]?.id ?? 0;
  expect(await parcelOf({ orderId: first, outboundId, outboundNo: '' })).toMatchObject({ signature: true });

  const [third, fourth] = [await order('SG-7'), await order('SG-8')];
  await sign(fourth);
  await ok(mergeOrders, { ids: [third, fourth] });
  await ok(unmergeOrders, { ids: [fourth] });
  expect(await ok(getOrder, { id: third })).toMatchObject({ signature: false, boxSigned: false });
});
