import { runStream } from '@tradewind/contract/channels.ts';
import { computeProfit, profitSums } from '@tradewind/contract/finance.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Outside, openOutside } from '../channels/testing/outside.ts';

let outside: Outside;
beforeAll(async () => {
  outside = await openOutside();
  await outside.house.startWorker();
});
afterAll(() => outside.close());

const feeRows = (shopId: number) =>
  outside.house.app.database.owner
    .query(
      `select e.step, e.order_id as "orderId", l.base_amount::float as amount,
         l.amount::float as told from ledger_entry e
       join ledger_line l on l.company_id = e.company_id and l.entry_id = e.id and l.account = 'platform_fee'
       where e.doc_kind = 'shop' and e.doc_id = $1 order by e.id`,
      [shopId],
    )
    .then((found) => found.rows as { step: string; orderId: number | null; amount: number; told: number }[]);

describe('the fees of a connected shop', () => {
  it('are read from its platform in the queue of the shop, once each', async () => {
    const { house } = outside;
    const main = await house.company();
    const { shopId } = await outside.connect(main, {
      platform: 'shopify',
      fields: { shopDomain: 'tradewind-demo.myshopify.com' },
    });
    await house.until(async () => (await outside.orders(shopId)).length > 0);
    expect(await house.ok(computeProfit, {}, main)).toEqual({ shops: 1 });
    const done = () =>
      house.app.database.owner
        .query('select posted_until, page_cursor from fee_sync where shop_id = $1', [shopId])
        .then((found) => found.rows[0]?.posted_until && !found.rows[0].page_cursor);
    await house.until(done, 40);
    const first = await feeRows(shopId);
    expect(first.length).toBeGreaterThan(0);
    expect(new Set(first.map((row) => row.step)).size).toBe(first.length);
    expect(first.every((row) => row.amount > 0)).toBe(true);
    const settled = await house.ok(profitSums, { feeState: 'settled' }, main);
    expect(settled.all.orders).toBe(new Set(first.flatMap((row) => row.orderId ?? [])).size);
    await outside.house.app.database.owner.query('update fee_sync set updated_at = $1', [new Date(0)]);
    await house.ok(computeProfit, {}, main);
    await house.until(async () => {
      const row = await house.app.database.owner.query('select updated_at from fee_sync where shop_id = $1', [shopId]);
      return row.rows[0]?.updated_at.getTime() > 0;
    });
    expect(await feeRows(shopId)).toEqual(first);
  });

  it('come with the settlements of a platform that tells them so, and replace the estimate', async () => {
    const { house, sandbox } = outside;
    const main = await house.company();
    const { shopId } = await outside.connect(main, { platform: 'amazon', region: 'US' });
    await house.until(async () => (await outside.orders(shopId)).length > 0);
    const [order] = [...sandbox.world.amazon.byId.values()].filter((one) => one.status === 'unshipped');
    if (!order) throw new Error('no order');
    const at = Date.now();
    const parcel = { ref: '1', carrier: 'UPS', carrierName: 'UPS', method: 'Ground', numbers: ['1Z'], urls: [] };
    const lines = order.lines.map((line) => ({ lineId: line.id, quantity: line.quantity }));
    sandbox.world.shipped(order, () =>
      order.parcels.push({
        ...parcel,
        ...{ shippedAt: at, createdAt: at, updatedAt: at, cancelled: false, lines, events: [] },
      }),
    );
    await house.ok(runStream, { id: shopId, stream: 'settlements' }, main);
    await house.until(async () => (await feeRows(shopId)).length > 0, 40);
    const booked = await feeRows(shopId);
    const goods = order.lines.reduce((sum, line) => sum + line.priceCents * line.quantity, order.shippingCents);
    const fee = booked.reduce((sum, row) => sum + row.told, 0);
    expect(Math.abs(fee - goods * 0.0015)).toBeLessThan(0.01 * (order.lines.length + 1));
    expect(new Set(booked.map((row) => row.orderId)).size).toBe(1);
    expect((await house.ok(profitSums, { feeState: 'settled' }, main)).all.orders).toBe(1);
    await house.ok(runStream, { id: shopId, stream: 'settlements' }, main);
    expect(await feeRows(shopId)).toEqual(booked);
  });
});
