import { getAlerts } from '@tradewind/contract/access.ts';
import { buyLabel, quoteParcel, trackingList, voidLabel } from '@tradewind/contract/logistics.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { orderDetail } from '../orders/orders.testing.ts';
import { parcelsOfOutbounds } from './parcel/parcels.ts';
import { type Box, type LogisticsWorld, openLogistics } from './testing/world.ts';

let l: LogisticsWorld;
beforeAll(async () => {
  l = await openLogistics();
});
afterAll(() => l.close());
afterEach(() => l.sandbox.faults.clear());

const buy = (box: Box, more = {}) => l.server.call(buyLabel, { outboundId: box.outboundId, ...more }, l.world.main);
const parcelOf = (box: Box) => l.parcel(box.outboundId);

describe('a rate that changes between its comparison and the purchase', () => {
  /** As if the rates had been compared an hour ago, at so many percent of what they are now. */
  const comparedAt = async (box: Box, percent: number) => {
    await l.server.ok(quoteParcel, { outboundId: box.outboundId }, l.world.main);
    await l.server.app.database.owner.query(
      `update parcel set quotes = (select jsonb_agg(q || jsonb_build_object('at', to_jsonb(now() - interval '1 hour'),
         'amount', round((q ->> 'amount')::numeric * $2 / 100, 2)::text)) from jsonb_array_elements(quotes) q) where outbound_id = $1`,
      [box.outboundId, percent],
    );
  };

  it('is bought where it rose a little', async () => {
    const box = await l.packed('P-1');
    await comparedAt(box, 95);
    expect((await buy(box)).data).toMatchObject({ state: 'labelled' });
  });

  it('is not bought where it rose by more than the channel allows, until a person has compared again', async () => {
    const box = await l.packed('P-2');
    await comparedAt(box, 80);
    for (let time = 0; time < 2; time++) {
      const refused = await buy(box);
      expect(refused).toMatchObject({ status: 422, data: { error: 'logistics.priceRose' } });
      expect(refused.msg).toContain('UPS cheapest');
    }
    expect(l.standing(box.outboundNo)).toEqual([]);
    expect((await parcelOf(box)).lastError).toContain('priceRose');
    const { quotes } = await l.server.ok(quoteParcel, { outboundId: box.outboundId }, l.world.main);
    const bought = await buy(box);
    expect(bought.data).toMatchObject({ state: 'labelled', lastError: null });
    expect(Number(bought.data.labelCost)).toBe(Number(quotes[0]?.amount));
  });
});

describe('a label that costs more than its rate, by more than the channel allows', () => {
  it('stands, says both prices, and is counted until it is voided', async () => {
    const box = await l.packed('D-1');
    const { quotes } = await l.server.ok(quoteParcel, { outboundId: box.outboundId }, l.world.main);
    l.sandbox.faults.set('ups', { dearLabel: 1 });
    const { data } = await buy(box);
    const [quoted, paid] = [Number(quotes[0]?.amount), Number(data.labelCost)];
    expect(paid).toBeCloseTo(quoted * 1.5, 1);
    expect(data).toMatchObject({ state: 'labelled', dearer: true });
    expect(l.standing(box.outboundNo)).toEqual([data.trackingNumber]);
    expect(data.remarks).toEqual([expect.stringContaining(quoted.toFixed(2))]);
    expect(data.remarks[0]).toContain(paid.toFixed(2));
    expect((await l.history(box.orderId)).find(({ event }) => event === 'labelDearer')?.detail).toMatchObject({
      quoted: `${quotes[0]?.amount} USD`,
      cost: expect.stringContaining('USD'),
    });
    const found = () => l.server.ok(trackingList, { dearer: true, page: 1, pageSize: 20 }, l.world.main);
    const alerts = async () => (await l.server.ok(getAlerts, {}, l.world.main)).map(({ key }) => key);
    expect((await found()).rows.map(({ id }) => id)).toEqual([data.id]);
    expect(await alerts()).toContain('labels:dearer');
    await l.server.ok(voidLabel, { parcelId: data.id }, l.world.main);
    expect((await found()).rows).toEqual([]);
    expect(await alerts()).not.toContain('labels:dearer');
  });

  it('is remarked without its prices to those who may not see costs', async () => {
    const box = await l.packed('D-2');
    l.sandbox.faults.set('ups', { dearLabel: 1 });
    await buy(box);
    const { ctx } = l.world.main;
    const packer = { ...ctx, rights: { ...ctx.rights, all: false, base: new Set<string>() } };
    const { app } = l.server;
    const [view] = await app.database.look(packer, (tx) => parcelsOfOutbounds(app, tx, packer, [box.outboundId]));
    expect(view).toMatchObject({ dearer: true, labelCost: null });
    expect(view?.remarks).toEqual([expect.not.stringMatching(/\d/)]);
    const historyFor = async (who: typeof ctx) =>
      (await app.database.look(who, (tx) => orderDetail(tx, box.orderId))).history;
    const clerk = { ...packer, rights: { ...packer.rights, modules: new Set([l.world.shop.moduleId]) } };
    expect(JSON.stringify(await historyFor(ctx))).toMatch(/\d USD/);
    expect(JSON.stringify(await historyFor(clerk))).not.toMatch(/\d USD/);
  });

  it('is one like any other where it rose a little', async () => {
    const box = await l.packed('D-3');
    const { database } = l.server.app;
    await database.owner.query('update shipping_channel set price_rise_percent = 60 where id = $1', [l.channelId]);
    l.sandbox.faults.set('ups', { dearLabel: 1 });
    expect((await buy(box)).data).toMatchObject({ dearer: false, remarks: [] });
    await database.owner.query('update shipping_channel set price_rise_percent = 10 where id = $1', [l.channelId]);
  });
});
