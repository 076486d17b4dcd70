import { runStream } from '@tradewind/contract/channels.ts';
import { profitSums } from '@tradewind/contract/finance.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Outside, openOutside } from '../channels/testing/sandbox.ts';

let outside: Outside;
beforeAll(async () => {
  outside = await openOutside();
  await outside.server.startWorker();
});
afterAll(() => outside.close());

const feeRows = (shopId: number) =>
  outside.server.app.database.owner
    .query(
      `select s.reference, e.order_id as "orderId", l.base_amount::float as amount,
         l.amount::float as told from settlement_line s
       join ledger_entry e on e.company_id = s.company_id and e.doc_kind = 'settlement_line' and e.doc_id = s.id
       join ledger_line l on l.company_id = e.company_id and l.entry_id = e.id and l.account = 'platform_fee'
       where s.shop_id = $1 order by e.id`,
      [shopId],
    )
    .then((found) => found.rows as { reference: string; orderId: number | null; amount: number; told: number }[]);

describe('the fees of a connected shop', () => {
  it('are booked from the lines of its settlements, once each', async () => {
    const { server } = outside;
    const main = await server.company();
    const { shopId } = await outside.connect(main, {
      platform: 'shopify',
      fields: { shopDomain: 'tradewind-demo.myshopify.com' },
    });
    const { owner } = server.app.database;
    const answered = () =>
      owner
        .query(
          `select reference, -amount::float as amount from settlement_line where shop_id = $1 and kind = 'payment'`,
          [shopId],
        )
        .then((found) => found.rows as { reference: string; amount: number }[]);
    await server.until(async () => (await outside.orders(shopId)).length > 0);
    await server.ok(runStream, { id: shopId, stream: 'settlements' }, main);
    await server.until(async () => (await answered()).length > 0, 40);
    const booked = await server.until(async () => {
      const rows = await feeRows(shopId);
      return rows.length === (await answered()).length && rows;
    }, 40);
    expect(booked.map((row) => row.reference).toSorted()).toEqual(
      (await answered()).map((line) => line.reference).toSorted(),
    );
    expect(booked.every((row) => row.amount > 0)).toBe(true);
    const settled = await server.ok(profitSums, { feeState: 'settled' }, main);
    expect(settled.all.orders).toBe(new Set(booked.flatMap((row) => row.orderId ?? [])).size);
    expect(settled.all.orders).toBeGreaterThan(0);

    // Everything of the last days is listed once more, and nothing is booked twice.
    const ran = () =>
      owner
        .query(`select last_run_at as at from shop_stream where shop_id = $1 and kind = 'settlements'`, [shopId])
        .then((found) => (found.rows[0]?.at as Date | undefined)?.getTime() ?? 0);
    const before = await ran();
    await server.ok(
      runStream,
      { id: shopId, stream: 'settlements', from: new Date(Date.now() - 20 * 86_400_000).toISOString() },
      main,
    );
    await server.until(async () => (await ran()) > before, 40);
    expect((await feeRows(shopId)).toSorted((a, b) => (a.reference < b.reference ? -1 : 1))).toEqual(
      booked.toSorted((a, b) => (a.reference < b.reference ? -1 : 1)),
    );
  });

  it('come with the settlements of a platform that tells them so, and replace the estimate', async () => {
    const { server, sandbox } = outside;
    const main = await server.company();
    const { shopId } = await outside.connect(main, { platform: 'amazon', region: 'US' });
    await server.until(async () => (await outside.orders(shopId)).length > 0);
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
    await server.ok(runStream, { id: shopId, stream: 'settlements' }, main);
    await server.until(async () => (await feeRows(shopId)).length > 0, 40);
    const booked = await feeRows(shopId);
    const goods = order.lines.reduce((sum, line) => sum + line.priceCents * line.quantity, order.shippingCents);
    const fee = booked.reduce((sum, row) => sum + row.told, 0);
    expect(Math.abs(fee - goods * 0.0015)).toBeLessThan(0.01 * (order.lines.length + 1));
    expect(new Set(booked.map((row) => row.orderId)).size).toBe(1);
    expect((await server.ok(profitSums, { feeState: 'settled' }, main)).all.orders).toBe(1);
    await server.ok(runStream, { id: shopId, stream: 'settlements' }, main);
    expect(await feeRows(shopId)).toEqual(booked);
  });

  it('are not due while the platform keeps the money; it stands as held back until it is let go', async () => {
    const { server, sandbox } = outside;
    const main = await server.company();
    const { shopId } = await outside.connect(main, { platform: 'amazon', region: 'US' });
    await server.until(async () => (await outside.orders(shopId)).length > 0);
    const order = [...sandbox.world.amazon.byId.values()].find((one) => one.status === 'unshipped');
    if (!order) throw new Error('no order');
    sandbox.world.amazon.deferred.add(order.id);
    const at = Date.now();
    const parcel = { ref: '1', carrier: 'UPS', carrierName: 'UPS', method: 'Ground', numbers: ['1Z'], urls: [] };
    const lines = order.lines.map((line) => ({ lineId: line.id, quantity: line.quantity }));
    sandbox.world.shipped(order, () =>
      order.parcels.push({
        ...parcel,
        ...{ shippedAt: at, createdAt: at, updatedAt: at, cancelled: false, lines, events: [] },
      }),
    );
    const stages = async () => {
      const found = await server.app.database.owner.query(
        `select l.account, sum(l.amount)::float as amount from sales_order o
         join ledger_entry e on e.company_id = o.company_id and e.order_id = o.id
         join ledger_line l on l.company_id = e.company_id and l.entry_id = e.id and l.party_kind = 'shop'
         where o.shop_id = $1 and o.platform_order_no = $2 group by 1`,
        [shopId, order.id],
      );
      return Object.fromEntries(
        (found.rows as { account: string; amount: number }[]).map((row) => [row.account, row.amount]),
      );
    };
    const goods = order.lines.reduce((sum, line) => sum + line.priceCents * line.quantity, order.shippingCents);
    await server.ok(runStream, { id: shopId, stream: 'settlements' }, main);
    const held = await server.until(async () => {
      const now = await stages();
      return (now.platform_deferred ?? 0) > 0 && now;
    }, 40);
    expect(Math.abs((held.platform_deferred ?? 0) - goods * 0.0085)).toBeLessThan(0.01 * (order.lines.length + 1));
    expect(held.platform_settled).toBeUndefined();
    sandbox.world.amazon.deferred.delete(order.id);
    await server.ok(runStream, { id: shopId, stream: 'settlements' }, main);
    await server.until(async () => {
      const now = await stages();
      return now.platform_deferred === 0 && now.platform_settled === held.platform_deferred;
    }, 40);
  });
});
