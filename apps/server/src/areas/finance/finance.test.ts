import type { PlatformFee } from '@tradewind/connectors/capabilities/settlements.ts';
import { rights } from '@tradewind/contract/access/modules.ts';
import { computeProfit, explainProfit, orderProfit, profitList, profitSums } from '@tradewind/contract/finance.ts';
import { mergeOrders, sendAgain } from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { ownServer, type TestServer } from '../../testing/harness.ts';
import { createParcels, savePurchase } from '../logistics/public.ts';
import { grantShops, makeLine, makeOrder, type OrderWorld, openWorld, walk } from '../orders/orders.testing.ts';
import { ESTIMATE } from './ledger/book.ts';
import {
  bookFees,
  bookLabels,
  bookLeftovers,
  bookRefunds,
  bookSales,
  bookStock,
  bookVoid,
  compactBalances,
} from './public.ts';
import { stateOf, wrongsOf } from './testing/ledger.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await ownServer();
  world = await openWorld(server, { stock: 1000 });
  await server.startWorker();
});
afterAll(() => server.close());
const c = () => world.main.companyId;

const ORDER = {
  goodsAmount: '39.98',
  shippingAmount: '5.00',
  taxAmount: '3.00',
  discountAmount: '2.00',
  totalAmount: '45.98',
};
const lines = [makeLine('1', 'SKU-1', 2)];

async function shipped(no: string, more = {}): Promise<number> {
  await world.take([makeOrder(no, { ...ORDER, lines, ...more })]);
  const id = await world.idOf(no);
  await walk(world, id, 'ship');
  return id;
}
const bookedSteps = (orderId: number) =>
  world.tx((tx) =>
    tx.rows<{ step: string }>(
      sql`select step from ledger_entry where company_id = ${c()} and order_id = ${orderId} order by id`,
    ),
  );
const until = (orderId: number, ...steps: string[]) =>
  server.until(async () => {
    const found = (await bookedSteps(orderId)).map((row) => row.step);
    return steps.every((step) => found.includes(step)) && found;
  });
const moneyOf = (orderId: number) => server.ok(orderProfit, { orderId }, world.main);
const fee = (no: string, more: Partial<PlatformFee> = {}): PlatformFee => ({
  platformOrderNo: no,
  kind: 'payment',
  description: 'fee',
  amount: '1.11',
  currency: 'USD',
  postedAt: '2026-11-20T10:00:00Z',
  reference: `${no}/1`,
  ...more,
});
/** Of the books, once nothing is on its way into them. */
const state = async () => {
  await server.until(async () => {
    const due = `select 1 from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts limit 1`;
    return (await server.app.database.owner.query(due)).rowCount === 0;
  });
  return stateOf(server, c());
};
const wrongs = () => wrongsOf(server, c());

describe('orders that shared a box', () => {
  it('are booked each with their own goods, to the cent of what the box cost', async () => {
    const nos = ['BOX-1', 'BOX-2'];
    await world.take(nos.map((no, n) => makeOrder(no, { ...ORDER, lines: [makeLine('1', 'SKU-1', n + 1)] })));
    const ids = await Promise.all(nos.map((no) => world.idOf(no)));
    await server.ok(mergeOrders, { ids }, world.main);
    await walk(world, ids[0] ?? 0, 'ship');
    for (const [at, id] of ids.entries()) {
      const steps = await until(id, 'sale', ESTIMATE, at === 0 ? 'cost' : `cost:${id}`);
      expect(new Set(steps).size).toBe(steps.length);
      expect((await moneyOf(id)).figures).toMatchObject({ goodsCost: ((at + 1) * 12.5).toFixed(2) });
    }
    expect(await wrongs()).toEqual([]);
  });
});

describe('an order that left', () => {
  it('is booked: sale, estimated fee and cost, in base currency at the rate of its day', async () => {
    const id = await shipped('F-1');
    await until(id, 'sale', ESTIMATE, 'cost');
    const { figures, feeState, currency, lines: booked } = await moneyOf(id);
    // 7.12 CNY for a dollar; two units at 12.50 each.
    expect(currency).toBe('CNY');
    expect(feeState).toBe('estimated');
    expect(figures).toMatchObject({
      goods: '284.66',
      shipping: '35.60',
      discount: '14.24',
      goodsCost: '25.00',
      refund: '0.00',
    });
    // 2.9 % of 45.98 and 0.30 is 1.63.
    expect(figures).toMatchObject({ platformFee: '11.61', feeEstimate: '11.61' });
    expect(figures?.profit).toBe((284.66 + 35.6 - 14.24 - 11.61 - 25).toFixed(2));
    expect(booked.map((line) => line.account)).toContain('tax_payable');
    expect(await wrongs()).toEqual([]);
  });

  it('is booked once, however often the job runs', async () => {
    const id = await shipped('F-2');
    await until(id, 'sale', ESTIMATE, 'cost');
    const before = await state();
    await Promise.all([1, 2, 3].map(() => bookSales(server.app, world.main.ctx, [id])));
    await bookLeftovers(server.app, world.main.ctx, 30);
    expect(await state()).toEqual(expect.arrayContaining(before.filter((row) => row.what === 'p')));
    expect(await wrongs()).toEqual([]);
  });

  it('waits for a rate that is not there; others are booked; it is booked once there is one', async () => {
    const known = await shipped('F-3');
    await world.take([makeOrder('F-4', { ...ORDER, currency: 'XAU', lines })]);
    const unknown = await world.idOf('F-4');
    await expect(bookSales(server.app, world.main.ctx, [known, unknown])).rejects.toMatchObject({
      code: 'settings.noRate',
    });
    expect((await bookedSteps(known)).map((row) => row.step)).toContain('sale');
    expect(await bookedSteps(unknown)).toEqual([]);
    await walk(world, unknown, 'ship');
    await server.app.database.owner.query(`insert into exchange_rate values ($1, 'XAU', '2020-01-01', 2, 'manual')`, [
      c(),
    ]);
    await server.ok(computeProfit, {}, world.main);
    await until(unknown, 'sale', 'cost');
    expect((await moneyOf(unknown)).figures).toMatchObject({ goods: '79.96' });
  });

  it('is taken back as soon as the platform tells of the refund', async () => {
    const id = await shipped('R-1');
    await until(id, 'sale', ESTIMATE, 'cost');
    await world.take([makeOrder('R-1', { ...ORDER, lines, status: 'refunded', updatedAt: '2026-11-02T08:00:00Z' })]);
    await until(id, 'refund');
    expect((await moneyOf(id)).figures).toMatchObject({ refund: '306.02' });
    expect(await wrongs()).toEqual([]);
  });

  it('is taken back, too, when the refund was told before the sale was booked', async () => {
    const id = await shipped('R-2');
    await world.take([makeOrder('R-2', { ...ORDER, lines, status: 'refunded', updatedAt: '2026-11-02T08:00:00Z' })]);
    await until(id, 'sale', 'refund');
    expect(await wrongs()).toEqual([]);
  });

  it('is taken back when the buyer got the money again', async () => {
    const id = await shipped('F-5');
    await until(id, 'sale', ESTIMATE, 'cost');
    await world.tx((tx) => bookRefunds(tx, [id]));
    await world.tx((tx) => bookRefunds(tx, [id]));
    const { figures } = await moneyOf(id);
    expect(figures).toMatchObject({ refund: '306.02', goods: '284.66' });
    expect(await wrongs()).toEqual([]);
  });
});

describe('an order that no platform knows', () => {
  it('costs no fee; what is sent again for nothing stands with the order that it belongs to, for who may see costs', async () => {
    const source = await shipped('AGAIN-1');
    await until(source, 'sale', ESTIMATE, 'cost');
    expect((await moneyOf(source)).again).toEqual({ orders: 0, goodsCost: '0.00', labelCost: '0.00' });
    const made = await server.ok(sendAgain, { id: source, kind: 'resend', reason: 'lost' }, world.main);
    await walk(world, made.id, 'ship');
    await until(made.id, 'cost');
    const [first, again] = [await moneyOf(source), await moneyOf(made.id)];
    expect(again.figures).toMatchObject({ goods: '0.00', platformFee: '0.00', goodsCost: '25.00' });
    expect(first.again).toEqual({ orders: 1, goodsCost: '25.00', labelCost: '0.00' });
    expect(first.figures?.goodsCost).toBe('25.00');
    const member = await server.member(c(), [rights.order.view]);
    await grantShops(server, member, world.shop.id);
    expect((await server.ok(orderProfit, { orderId: source }, member)).again).toBeNull();
    expect(await wrongs()).toEqual([]);
  });
});

describe('fees that the platform tells', () => {
  it('replace the estimate once, whatever comes first and however often', async () => {
    const id = await shipped('F-6');
    await until(id, 'sale', ESTIMATE, 'cost');
    const answered = [fee('F-6'), fee('F-6', { kind: 'other', amount: '0.50', reference: 'F-6/2' })];
    await world.tx((tx) => bookFees(tx, world.shop, answered));
    const once = await state();
    await world.tx((tx) => bookFees(tx, world.shop, answered));
    expect(await state()).toEqual(once);
    const { figures, feeState } = await moneyOf(id);
    expect(feeState).toBe('settled');
    // 1.11 and 0.50 dollars at 7.12: 7.90 and 3.56.
    expect(figures).toMatchObject({ platformFee: '11.46', feeEstimate: '11.61' });
    expect(await wrongs()).toEqual([]);
  });

  it('before the sale is booked: then no estimate is', async () => {
    await world.take([makeOrder('F-7', { ...ORDER, lines })]);
    const id = await world.idOf('F-7');
    await world.tx((tx) => bookFees(tx, world.shop, [fee('F-7')]));
    await walk(world, id, 'ship');
    const steps = await until(id, 'sale', 'cost');
    expect(steps).not.toContain(ESTIMATE);
    expect((await moneyOf(id)).figures).toMatchObject({ platformFee: '7.90', feeEstimate: '0.00' });
  });

  it('a small one alone leaves the estimate; one of an unknown order stands with the shop', async () => {
    const id = await shipped('F-8');
    await until(id, 'sale', ESTIMATE);
    await world.tx((tx) =>
      bookFees(tx, world.shop, [fee('F-8', { kind: 'other', amount: '0.10' }), fee('NOBODY', { amount: '5.00' })]),
    );
    expect(await moneyOf(id)).toMatchObject({ feeState: 'estimated', figures: { platformFee: '12.32' } });
    const alone = await world.one<{ n: number }>(sql`select count(*)::int as n from ledger_entry
      where company_id = ${c()} and step = 'fee:NOBODY/1' and order_id is null`);
    expect(alone.n).toBe(1);
    expect(await wrongs()).toEqual([]);
  });
});

describe('labels', () => {
  it('cost from the day they were bought, and nothing once they were given back', async () => {
    await world.take([makeOrder('F-9', { ...ORDER, lines })]);
    const orderId = await world.idOf('F-9');
    await walk(world, orderId, 'pack');
    const box = await world.one<{ id: number; outboundId: number }>(sql`update parcel set state = 'buying', attempts = 1
      where company_id = ${c()} and order_id = ${orderId} returning id, outbound_id`);
    await world.tx((tx) =>
      savePurchase(tx, {
        parcelId: box.id,
        attempt: 1,
        orderId,
        outboundId: box.outboundId,
        carrier: 'ups',
        accountId: 7,
        channelName: 'UPS',
        platformCarrierCode: 'UPS',
        serviceName: 'Ground',
        shipmentId: 'S',
        trackingNumber: '1ZF9',
        trackingUrl: null,
        amount: '8.41',
        currency: 'USD',
        rawFile: null,
        labelFile: null,
        customsFile: null,
        decision: {},
        event: 'labelBought',
      }),
    );
    await until(orderId, 'label');
    expect((await moneyOf(orderId)).figures).toMatchObject({ labelCost: '59.88', goods: '0.00', profit: '-59.88' });
    const before = await state();
    await world.tx((tx) => bookLabels(tx, [box.id]));
    expect(await state()).toEqual(before);
    await world.tx((tx) => bookVoid(tx, box.id));
    await world.tx((tx) => bookVoid(tx, box.id));
    expect((await moneyOf(orderId)).figures).toMatchObject({ labelCost: '0.00', profit: '0.00' });
    expect((await state()).some((row) => row.about.startsWith('carrier_payable'))).toBe(false);
  });

  it('given back before their purchase was booked: both are booked', async () => {
    const id = await shipped('F-10');
    await world.tx(async (tx) => createParcels(tx, []));
    const box = await world.one<{
      id: number;
    }>(sql`update parcel set label_cost = 3, label_currency = 'USD', bought_at = now()
      where company_id = ${c()} and order_id = ${id} returning id`);
    await world.tx((tx) => bookVoid(tx, box.id));
    const steps = (await bookedSteps(id)).map((row) => row.step);
    expect(steps).toEqual(expect.arrayContaining(['label', 'label:reversed']));
    expect(await wrongs()).toEqual([]);
  });
});

describe('stock', () => {
  it('the account follows the value of the layers', async () => {
    await world.stock(world.productIds[1] ?? 0, 7);
    await server.until(async () => {
      await world.tx((tx) => bookStock(tx, true));
      const row = await world.one<{ account: string; layers: string }>(sql`select
        (select coalesce(sum(base_amount), 0) from ledger_balance where company_id = ${c()} and account = 'stock_value') as account,
        (select coalesce(sum(remaining * unit_cost), 0) from cost_layer where company_id = ${c()}) as layers`);
      return Number(row.account) > 0 && Number(row.account) === Number(row.layers);
    });
  });

  it('balances put together say the same', async () => {
    const before = await state();
    await world.tx((tx) => compactBalances(tx));
    expect(await state()).toEqual(before);
    expect(await wrongs()).toEqual([]);
  });
});

describe('the profit page', () => {
  it('lists, sums apart what is estimated, and opens each figure into its lines', async () => {
    const list = await server.ok(profitList, { pageSize: 100 }, world.main);
    const sums = await server.ok(profitSums, {}, world.main);
    expect(sums.all.orders).toBe(list.total);
    expect(sums.settled.orders + sums.estimated.orders).toBe(sums.all.orders);
    const total = (name: 'goods' | 'profit' | 'goodsCost') =>
      list.rows.reduce((all, row) => all + Math.round(Number(row[name]) * 100), 0) / 100;
    for (const figure of ['goods', 'goodsCost', 'profit'] as const) {
      expect(Number(sums.all[figure])).toBeCloseTo(total(figure), 2);
      const opened = await server.ok(explainProfit, { figure }, world.main);
      expect(opened.sum).toBe(sums.all[figure]);
    }
    const orderId = await world.idOf('F-6');
    const opened = await server.ok(explainProfit, { figure: 'platformFee', orderId }, world.main);
    expect(opened.sum).toBe('11.46');
    expect(opened.rows.map((row) => row.step)).toEqual(
      expect.arrayContaining([ESTIMATE, `${ESTIMATE}:reversed`, 'fee:F-6/1', 'fee:F-6/2']),
    );
    const found = await server.ok(profitList, { text: 'f-6' }, world.main);
    expect(found.rows.map((row) => row.orderNo)).toEqual(['F-6']);
  });

  it('hides costs from whoever may not see them, and other shops altogether', async () => {
    const stranger = await server.member(c(), [rights.orderProfit.view, rights.shopifyOrder.view]);
    const orderId = await world.idOf('F-2');
    expect((await server.ok(profitList, {}, stranger)).total).toBe(0);
    expect(await server.call(orderProfit, { orderId }, stranger)).toMatchObject({ status: 404 });
    const member = await server.member(c(), [rights.orderProfit.view, rights.shopifyOrder.view]);
    await server.app.database.owner.query(`insert into user_scope values ($1, $2, 'shop', $3)`, [
      c(),
      member.userId,
      world.shop.id,
    ]);
    const { rows } = await server.ok(profitList, { sort: 'profit' }, member);
    expect(rows.length).toBeGreaterThan(5);
    for (const row of rows) expect(row).toMatchObject({ goodsCost: null, labelCost: null, profit: null, margin: null });
    expect((await server.ok(profitSums, {}, member)).all).toMatchObject({ profit: null, goodsCost: null });
    for (const figure of ['goodsCost', 'profit'] as const)
      expect(await server.call(explainProfit, { figure }, member)).toMatchObject({ status: 403 });
    expect((await server.ok(explainProfit, { figure: 'goods', orderId }, member)).rows.length).toBe(1);
    const observed = await server.ok(orderProfit, { orderId }, member);
    const accounts = observed.lines.map((line) => line.account);
    expect(accounts).toContain('sales');
    for (const hidden of ['goods_cost', 'stock_value']) expect(accounts).not.toContain(hidden);
  });
});
