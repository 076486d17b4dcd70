import { rights } from '@tradewind/contract/access/modules.ts';
import { getOmniChannelOrdersAmountChart } from '@tradewind/contract/dashboard.ts';
import {
  describeReport,
  exportOrderStatisticsExcel,
  getOrderStatistics,
  runReport,
} from '@tradewind/contract/reports.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { type TestServer, testServer } from '../../testing/harness.ts';
import { bookSales } from '../finance/public.ts';
import { addShop, grantShops, makeLine, makeOrder, type OrderWorld, openWorld } from '../orders/orders.testing.ts';
import { addsUp, shown } from './reports.testing.ts';

let server: TestServer;
let world: OrderWorld;
const october = { from: '2026-10-01', to: '2026-10-31' };
/** 16:30 there is half past midnight of the next day in the company's time. */
const at = (day: number, time = '08:00') => `2026-10-${String(day).padStart(2, '0')}T${time}:00Z`;

beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server);
  const other = await addShop(server, world.main.companyId, {
    platform: 'amazon',
    name: 'Amazon US',
    moduleId: rights.amazonNorthAmericaOrder.id,
  });
  const canada = { name: 'Bo', line1: '2 Elm St', city: 'Toronto', state: 'ON', postalCode: 'M4B 1B3', country: 'CA' };
  await world.take([
    makeOrder('S-1', { orderedAt: at(1), totalAmount: '10.01', lines: [makeLine('1', 'SKU-1', 2)] }),
    makeOrder('S-2', { orderedAt: at(1, '16:30'), totalAmount: '5.55', shipTo: canada }),
    makeOrder('S-3', { orderedAt: at(3), totalAmount: '100', currency: 'CNY', lines: [makeLine('1', 'SKU-2', 3)] }),
    makeOrder('S-NO-RATE', { orderedAt: at(3), totalAmount: '7', currency: 'XAF' }),
    makeOrder('S-GONE', { orderedAt: at(3), totalAmount: '999', status: 'cancelled' }),
    makeOrder('S-UNPAID', { orderedAt: at(3), totalAmount: '999', status: 'unpaid' }),
    makeOrder('S-BEFORE', { orderedAt: '2026-09-30T15:59:59Z', totalAmount: '999' }),
    makeOrder('S-AFTER', { orderedAt: at(31, '16:00'), totalAmount: '999' }),
  ]);
  await world.take(
    [
      makeOrder('S-A', { orderedAt: at(5), totalAmount: '1.23' }),
      makeOrder('S-BACK', { orderedAt: at(6), totalAmount: '999' }),
    ],
    other,
  );
  const back = await world.idOf('S-BACK');
  await server.app.database.owner.query(`update sales_order set status = 'refunded' where id = $1`, [back]);
  const ids = await Promise.all(['S-1', 'S-2', 'S-A'].map((no) => world.idOf(no)));
  await bookSales(server.app, world.main.ctx, ids);
  await server.app.database.owner.query(`update order_profit set fee_state = 'settled' where order_id = $1`, [ids[0]]);
});
afterAll(() => server.close());

describe('the report of orders', () => {
  it('counts sales, what was cancelled and refunded, and leaves out what has no rate', async () => {
    const { figure, rows } = await shown(server, world.main, 'order', { ...october, dimensions: ['day'] });
    expect(rows.map(({ keys }) => keys[0])).toEqual([
      '2026-10-06',
      '2026-10-05',
      '2026-10-03',
      '2026-10-02',
      '2026-10-01',
    ]);
    // 10.01 + 5.55 + 1.23 USD at 7.12, and 100 CNY.
    expect(['orders', 'orderUnits', 'orderValue', 'unpriced'].map((name) => figure(name))).toEqual([
      '5',
      '8',
      '219.5448',
      '1',
    ]);
    expect(['cancelledOrders', 'refundedOrders', 'cancelRate'].map((name) => figure(name))).toEqual(['1', '1', '14.3']);
    expect(figure('orderValue', '2026-10-02')).toBe('39.516');
  });

  it('shows the profits of the ledger, estimated and settled apart', async () => {
    const { figure } = await shown(server, world.main, 'order', october);
    const booked = await world.one<{ estimated: string; settled: string }>(sql`select
        sum(p.profit) filter (where p.fee_state = 'estimated') as estimated, sum(p.profit) filter (where p.fee_state = 'settled') as settled
      from order_profit p where p.company_id = ${world.main.companyId}`);
    expect(Number(booked.settled)).not.toBe(0);
    expect(Number(figure('estimatedProfit'))).toBe(Number(booked.estimated));
    expect(Number(figure('settledProfit'))).toBe(Number(booked.settled));
  });

  it('says of each day what the start page says', async () => {
    const { figure } = await shown(server, world.main, 'order', { ...october, dimensions: ['day'] });
    const chart = await server.ok(
      getOmniChannelOrdersAmountChart,
      { startDate: october.from, endDate: october.to },
      world.main,
    );
    for (const { day, orders, units, amount } of [...chart.days, { day: undefined, ...chart.total }]) {
      expect(figure('orders', day) ?? '0').toBe(String(orders));
      expect(figure('orderUnits', day) ?? '0').toBe(String(units));
      expect(Number(figure('orderValue', day) ?? 0).toFixed(2)).toBe(amount);
    }
    expect(chart.unconverted).toEqual([{ currency: 'XAF', amount: '7.00' }]);
  });

  it('has the same totals however it is grouped', () =>
    addsUp(server, world.main, 'order', {
      ...october,
      additive: [
        'orders',
        'orderUnits',
        'orderValue',
        'unpriced',
        'cancelledOrders',
        'refundedOrders',
        'estimatedProfit',
        'settledProfit',
      ],
    }));

  it('names statuses and countries, and filters by them', async () => {
    const { rows } = await shown(server, world.main, 'order', {
      ...october,
      dimensions: ['status', 'country'],
      filters: { status: ['cancelled'] },
    });
    expect(rows.map(({ labels }) => labels)).toEqual([['已取消', '美国']]);
  });

  it('is the sum of a member’s shops, without profits for whoever may not see costs', async () => {
    const member = await server.member(world.main.companyId, [rights.orderReport.view, rights.orderReport.export]);
    await grantShops(server, member, world.shop.id);
    const all = await shown(server, world.main, 'order', {
      ...october,
      filters: { shop: [String(world.shop.id)] },
      measures: ['orders', 'orderValue', 'cancelledOrders'],
    });
    const own = await shown(server, member, 'order', {
      ...october,
      measures: ['orders', 'orderValue', 'cancelledOrders'],
    });
    expect(own.totals).toEqual(all.totals);
    const { measures, usual } = await server.ok(describeReport, { report: 'order' }, member);
    for (const names of [
      measures.map(({ name }) => name),
      usual.measures,
      (await shown(server, member, 'order', october)).measures,
    ]) {
      expect(names).toContain('orderValue');
      expect(names).not.toContain('settledProfit');
      expect(names).not.toContain('estimatedProfit');
    }
    const query = { report: 'order', ...october, dimensions: [], measures: ['settledProfit'] } as const;
    const refused = await server.call(runReport, { ...query, dimensions: [], measures: [...query.measures] }, member);
    expect(refused.data).toMatchObject({ fields: [{ path: 'measures.0' }] });
  });

  it('is what the specification’s calls list and write', async () => {
    const days = { startDate: october.from, endDate: october.to };
    const { list, total } = await server.ok(getOrderStatistics, { ...days, shopId: world.shop.id }, world.main);
    expect(total).toBe(1);
    expect(list[0]).toMatchObject({
      shop: 'Test shop',
      shopId: String(world.shop.id),
      orders: '4',
      cancelledOrders: '1',
    });
    const file = await server.call(exportOrderStatisticsExcel, { filters: days }, world.main);
    expect(file.status).toBe(200);
  });
});
