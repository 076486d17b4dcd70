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
import { addsUp, opensIntoLines, shown } from './reports.testing.ts';

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

  it('opens into the orders of each row', () => opensIntoLines(server, world.main, 'order', october));

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

describe('the report of what returns cost', () => {
  let id = 0;
  beforeAll(async () => {
    const { owner } = server.app.database;
    const { companyId } = world.main;
    const orderId = await world.idOf('S-1');
    const made = await owner.query(
      `with l as (insert into order_line (company_id, order_id, platform_line_id, seller_sku, title, quantity, unit_price, discount, tax, product_id)
         values ($1, $2, 'more', 'SKU-2', 'T', 5, 1, 0, 0, $4) returning id),
       r as (insert into sales_return (company_id, number, shop_id, order_id, platform, kind, state, wanted, reason, currency, units, requested_at, created_by)
         values ($1, 'R-1', $3, $2, 'shopify', 'return', 'closed', 'refund', 'damaged', 'USD', 3, '2026-10-10T16:30:00Z', 'a') returning id),
       no as (insert into sales_return (company_id, number, shop_id, order_id, platform, kind, state, wanted, currency, units, requested_at, created_by)
         values ($1, 'R-2', $3, $2, 'shopify', 'return', 'rejected', 'refund', 'USD', 9, '2026-10-10T16:30:00Z', 'a')),
       one as (insert into sales_return_line (company_id, return_id, order_line_id, quantity, product_id, factor, reason)
         select $1, r.id, o.id, 1, $5, 2, '' from r, order_line o where o.order_id = $2 and o.platform_line_id = '1' returning id),
       two as (insert into sales_return_line (company_id, return_id, order_line_id, quantity, product_id, factor, reason)
         select $1, r.id, l.id, 1, $4, 1, 'unwanted' from r, l returning id)
       select r.id, one.id as one, two.id as two from r, one, two`,
      [companyId, orderId, world.shop.id, world.productIds[1], world.productIds[0]],
    );
    const { one, two } = made.rows[0];
    id = Number(made.rows[0].id);
    await owner.query(
      `insert into return_refund (company_id, return_id, order_id, shop_id, amount, currency, lines, state, due_at, at, actor)
       values ($1, $2, $3, $4, 10, 'USD', $5, 'done', now(), '2026-10-12', 'a'), ($1, $2, $3, $4, 99, 'USD', '[]', 'failed', now(), '2026-10-12', 'a')`,
      [
        companyId,
        id,
        orderId,
        world.shop.id,
        JSON.stringify([
          { lineId: Number(one), amount: '6' },
          { lineId: Number(two), amount: '3' },
        ]),
      ],
    );
    await owner.query(
      `with i as (insert into return_item (company_id, return_id, line_id, product_id, warehouse_id, location_id, quantity, remaining, at, actor)
         select $1, $2, $3, $4, $5, min(l.id), 2, 0, now(), 'a' from location l where l.warehouse_id = $5 returning id)
       insert into return_inspection (company_id, return_id, item_id, condition, decision, quantity, cost, at, actor, location_id)
       select $1, $2, i.id, 'damaged', d.decision, 1, d.cost, now(), 'a', d.place from i, (values ('scrap', 4.5, null::bigint), ('restock', 4.5, 1)) d(decision, cost, place)`,
      [companyId, id, one, world.productIds[0], world.warehouseId],
    );
    await owner.query(
      `insert into parcel (company_id, reference, return_id, order_id, warehouse_id, shop_id, order_no, state, weight_grams, label_cost, label_currency, bought_at)
       values ($1, 'back', $2, $3, $4, $5, '', 'labelled', 1, 2, 'USD', '2026-10-11')`,
      [companyId, id, orderId, world.warehouseId, world.shop.id],
    );
  });

  it('says by product and reason what came back, was refunded and lost, and the freight of the return', async () => {
    const { rows, figure } = await shown(server, world.main, 'returnsCost', {
      ...october,
      dimensions: ['product', 'reason'],
    });
    const found = Object.fromEntries(
      rows.map(({ labels, figures }) => [`${labels[0]?.split(' ')[0]} ${labels[1]}`, figures.slice(0, 6)]),
    );
    expect(found).toEqual({
      '（无） 商品破损': ['1', '0', '7.12', '0', '14.24', '21.36'],
      'SKU-1 商品破损': ['1', '2', '42.72', '4.5', '0', '47.22'],
      'SKU-2 买家不想要': ['1', '1', '21.36', '0', '0', '21.36'],
    });
    // 10 USD refunded, 4.50 lost, 2 USD of freight: one return.
    expect(['returns', 'returnsCost', 'unpricedReturns'].map((name) => figure(name))).toEqual(['1', '89.94', '0']);
  });

  it('has the same totals however it is grouped', () =>
    addsUp(server, world.main, 'returnsCost', {
      ...october,
      additive: ['returnedUnits', 'returnRefunds', 'goodsLost', 'returnFreight', 'returnsCost'],
    }));

  it('opens into the returns of each row', () => opensIntoLines(server, world.main, 'returnsCost', october));

  it('counts a return on the company’s day, and shows no costs to whoever may not see them', async () => {
    const member = await server.member(world.main.companyId, [rights.salesReturn.view]);
    await grantShops(server, member, world.shop.id);
    const { measures, rows } = await shown(server, member, 'returnsCost', { ...october, dimensions: ['day'] });
    expect(rows.map(({ keys }) => keys[0])).toEqual(['2026-10-11']);
    expect(measures).toEqual(['returns', 'returnedUnits', 'returnRefunds', 'unpricedReturns']);
  });
});
