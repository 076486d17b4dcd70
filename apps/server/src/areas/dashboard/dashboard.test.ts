import { rights } from '@tradewind/contract/access/modules.ts';
import { getAlerts, getNum, search } from '@tradewind/contract/access.ts';
import { listUnmapped } from '@tradewind/contract/catalog.ts';
import {
  getOmniChannelOrdersAmountChart,
  getOmniChannelProductBestSellerRanking,
  getOmniChannelshopOrdersNumRanking,
  getShopRates,
  getUnshippedDataNum,
  getWarehouseWarnData,
} from '@tradewind/contract/dashboard.ts';
import { cancelOrders } from '@tradewind/contract/orders.ts';
import { saveStockLimits } from '@tradewind/contract/stock-views.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { dayFromNow } from '../../testing/day.ts';
import { type TestServer, testServer } from '../../testing/harness.ts';
import {
  addShop,
  grantShops,
  makeLine,
  makeOrder,
  type OrderWorld,
  openWorld,
  type TestShop,
  walk,
} from '../orders/orders.testing.ts';
import { reserveOrders } from '../orders/public.ts';

let server: TestServer;
let world: OrderWorld;
let amazon: TestShop;
const DAY = 86_400_000;
const now = Date.now();
const ago = (days: number) => new Date(now - days * DAY).toISOString();
const dayAgo = (days: number) => dayFromNow(-days);

beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server, { stock: 5 });
  amazon = await addShop(server, world.main.companyId, {
    platform: 'amazon',
    moduleId: rights.amazonNorthAmericaOrder.id,
    name: 'Amazon US',
  });
  await world.take([
    makeOrder('H-1', { orderedAt: ago(1), totalAmount: '10.00', lines: [makeLine('1', 'SKU-1', 2)] }),
    makeOrder('H-2', { orderedAt: ago(1), totalAmount: '5.50' }),
    makeOrder('H-3', { orderedAt: ago(3), totalAmount: '100', currency: 'CNY', lines: [makeLine('1', 'SKU-2', 3)] }),
    makeOrder('H-4', { orderedAt: ago(2), totalAmount: '7', currency: 'XAF' }),
    makeOrder('H-BEFORE', { orderedAt: ago(40), totalAmount: '20' }),
    makeOrder('H-UNPAID', { orderedAt: ago(1), totalAmount: '999', status: 'unpaid' }),
    makeOrder('H-GONE', { orderedAt: ago(1), totalAmount: '999', status: 'cancelled' }),
  ]);
  await world.take(
    [makeOrder('H-A', { orderedAt: ago(2), totalAmount: '1', lines: [makeLine('1', 'NEW', 9)] })],
    amazon,
  );
});
afterAll(() => server.close());

describe('the start page', () => {
  it('shows sales by day in the base currency, and what has no rate apart', async () => {
    const chart = await server.ok(getOmniChannelOrdersAmountChart, {}, world.main);
    expect(chart.currency).toBe('CNY');
    expect(chart.days).toHaveLength(30);
    expect(chart.days.at(-1)?.day).toBe(dayAgo(0));
    const of = (days: number) => chart.days.find((day) => day.day === dayAgo(days));
    // 15.50 USD at 7.12, each order rounded with its group.
    expect(of(1)).toMatchObject({ orders: 2, units: 3, amount: '110.36' });
    expect(of(3)).toMatchObject({ orders: 1, units: 3, amount: '100.00' });
    expect(of(4)).toMatchObject({ orders: 0, units: 0, amount: '0.00' });
    expect(chart.total).toEqual({ orders: 5, units: 16, amount: '217.48' });
    expect(chart.before).toEqual({ orders: 1, units: 1, amount: '142.40' });
    expect(chart.unconverted).toEqual([{ currency: 'XAF', amount: '7.00' }]);
  });

  it('takes a range and a shop, and refuses what is too long or turned round', async () => {
    const one = { startDate: dayAgo(3), endDate: dayAgo(3), shopId: world.shop.id };
    const chart = await server.ok(getOmniChannelOrdersAmountChart, one, world.main);
    expect(chart.days).toEqual([{ day: dayAgo(3), orders: 1, units: 3, amount: '100.00' }]);
    const turned = await server.call(
      getOmniChannelOrdersAmountChart,
      { startDate: dayAgo(1), endDate: dayAgo(2) },
      world.main,
    );
    expect(turned.data).toMatchObject({ error: 'core.badInput', fields: [{ path: 'startDate' }] });
    const long = await server.call(getOmniChannelOrdersAmountChart, { startDate: dayAgo(100) }, world.main);
    expect(long.status).toBe(400);
  });

  it('ranks shops by orders and products by units, with what is left of them', async () => {
    const { shops } = await server.ok(getOmniChannelshopOrdersNumRanking, {}, world.main);
    expect(shops.map((shop) => [shop.name, shop.orders])).toEqual([
      ['Test shop', 4],
      ['Amazon US', 1],
    ]);
    const range = { startDate: dayAgo(29) };
    const { products } = await server.ok(getOmniChannelProductBestSellerRanking, range, world.main);
    expect(products.map((p) => [p.sku, p.units, p.available])).toEqual([
      ['NEW', 9, null],
      ['SKU-1', 4, 5],
      ['SKU-2', 3, 5],
    ]);
    expect(products[1]).toMatchObject({ nameEn: 'Product 1', orders: 3 });
  });

  it('tells what is not sent yet', async () => {
    const answered = await server.ok(getUnshippedDataNum, {}, world.main);
    expect(answered).toMatchObject({
      total: 7,
      counts: { unpaid: 1, allocate: 5, exception: 1 },
      queues: { unmapped: 1 },
    });
  });

  it('warns of shops that fail, of what orders wait for, of what will not last and of what is wrong with stock', async () => {
    await world.take([makeOrder('H-MANY', { orderedAt: ago(0), lines: [makeLine('1', 'SKU-3', 50)] })]);
    const id = await world.idOf('H-MANY');
    await world.tx((tx) => reserveOrders(tx, [id]));
    await server.app.database.owner.query(
      `insert into shop_stream (company_id, shop_id, kind, failures, last_error) values ($1, $2, 'orders', 3, 'token refused')`,
      [world.main.companyId, amazon.id],
    );
    const limit = {
      productIds: world.productIds.slice(1, 3),
      warehouseId: world.warehouseId,
      safety: 9,
      maxAgeDays: null,
    };
    await server.ok(saveStockLimits, limit, world.main);
    const warned = await server.ok(getWarehouseWarnData, {}, world.main);
    expect(warned.shops).toMatchObject([{ name: 'Amazon US', error: 'token refused' }]);
    expect(warned.short).toMatchObject([{ sku: 'SKU-3', waitingOrders: 1, needed: 50, available: 5 }]);
    expect(warned.low).toMatchObject([{ sku: 'SKU-3', available: 5, perDay: '1.7', days: 3 }]);
    expect(warned.stock).toEqual({ belowSafety: 2 });
  });

  it('is made of what the reader may see', async () => {
    const member = await server.member(world.main.companyId, [rights.amazonNorthAmericaOrder.view]);
    await grantShops(server, member, amazon.id, world.shop.id);
    expect((await server.ok(getOmniChannelOrdersAmountChart, {}, member)).total).toMatchObject({
      orders: 1,
      amount: '7.12',
    });
    expect((await server.ok(getUnshippedDataNum, {}, member)).counts).toEqual({ exception: 1 });
    const nobody = await server.member(world.main.companyId, []);
    expect((await server.ok(getOmniChannelshopOrdersNumRanking, {}, nobody)).shops).toEqual([]);
    const warnings = {
      shops: [],
      short: [],
      low: [],
      papers: [],
      stock: {},
      runOut: 0,
      payments: { overdue: 0, week: 0 },
    };
    expect(await server.ok(getWarehouseWarnData, {}, nobody)).toEqual(warnings);
    expect(await server.ok(getWarehouseWarnData, {}, member)).toMatchObject({ shops: [] });
    const channels = await server.member(world.main.companyId, [rights.salesChannel.view]);
    await grantShops(server, channels, amazon.id);
    expect(await server.ok(getWarehouseWarnData, {}, channels)).toMatchObject({
      ...warnings,
      shops: [{ name: 'Amazon US' }],
    });
    const stock = async (...warehouseIds: number[]) => {
      const stocker = await server.member(world.main.companyId, [rights.stock.view]);
      await server.app.database.owner.query(
        `insert into user_scope (company_id, user_id, kind, target_id) select $1, $2, 'warehouse', unnest($3::bigint[])`,
        [world.main.companyId, stocker.userId, warehouseIds],
      );
      return (await server.ok(getWarehouseWarnData, {}, stocker)).stock;
    };
    expect([await stock(), await stock(world.warehouseId)]).toEqual([{}, { belowSafety: 2 }]);
    const stranger = await server.company('Other');
    expect((await server.ok(getOmniChannelOrdersAmountChart, {}, stranger)).total.orders).toBe(0);
  });
});

describe('what orders tell the shell', () => {
  it('badges: what is exceptional or held, by module', async () => {
    const badges = await server.ok(getNum, {}, world.main);
    expect(badges).toContainEqual({ modelId: rights.amazonNorthAmericaOrder.id, num: 1 });
    expect(badges).toContainEqual({ modelId: rights.order.id, num: 1 });
    expect(badges.find((badge) => badge.modelId === rights.shopifyOrder.id)).toBeUndefined();
  });

  it('alerts: who wants to cancel what is packed, what the platform refused, what is late', async () => {
    const late = new Date(now - 3_600_000).toISOString();
    await world.take([makeOrder('AL-1', { orderedAt: ago(5), shipBy: late })]);
    const id = await world.idOf('AL-1');
    await walk(world, id, 'pack');
    await world.take([
      makeOrder('AL-1', {
        orderedAt: ago(5),
        shipBy: late,
        updatedAt: new Date(now).toISOString(),
        cancelRequested: true,
      }),
    ]);
    await server.app.database.owner.query(
      `update sales_order set confirm_state = 'failed', shipped_at = now() where company_id = $1 and platform_order_no = 'H-BEFORE'`,
      [world.main.companyId],
    );
    const alerts = await server.ok(getAlerts, {}, world.main);
    const found = alerts.filter((alert) => alert.path.startsWith('/order/all?queue='));
    expect(found.map((alert) => [alert.path, alert.level]).sort()).toEqual([
      ['/order/all?queue=cancelRequested', 'bad'],
      ['/order/all?queue=confirmFailed', 'bad'],
      ['/order/all?queue=overdue', 'warn'],
    ]);
    expect(found.some((alert) => alert.text.startsWith('1 '))).toBe(true);
    const member = await server.member(world.main.companyId, [rights.amazonNorthAmericaOrder.view]);
    await grantShops(server, member, amazon.id);
    expect((await server.ok(getAlerts, {}, member)).filter((alert) => alert.path.includes('queue='))).toEqual([]);
  });

  it('search: an order by the beginning of its number, within what one may see', async () => {
    const hits = await server.ok(search, { text: 'h-b' }, world.main);
    expect(hits.filter((hit) => hit.kind === 'order')).toMatchObject([
      { title: 'H-BEFORE', path: `/order/all?open=${await world.idOf('H-BEFORE')}` },
    ]);
    const member = await server.member(world.main.companyId, [rights.amazonNorthAmericaOrder.view]);
    await grantShops(server, member, amazon.id);
    expect((await server.ok(search, { text: 'H-B' }, member)).filter((hit) => hit.kind === 'order')).toEqual([]);
    expect((await server.ok(search, { text: 'H-A' }, member)).filter((hit) => hit.kind === 'order')).toMatchObject([
      { title: 'H-A', path: `/Amazon?open=${await world.idOf('H-A')}` },
    ]);
  });

  it('SKUs that orders wait for, most waited-for first', async () => {
    await world.take([
      makeOrder('N-1', { lines: [makeLine('1', 'WANTED')] }),
      makeOrder('N-2', { lines: [makeLine('1', 'WANTED'), makeLine('2', 'WANTED')] }),
    ]);
    const page = await server.ok(listUnmapped, {}, world.main);
    expect(page.rows.map((row) => [row.sellerSku, row.waitingOrders])).toEqual([
      ['WANTED', 2],
      ['NEW', 1],
    ]);
    const none = await world.one<{ n: number }>(
      sql`select count(*)::int as n from sku_mapping where company_id = ${world.main.companyId} and seller_sku = 'WANTED'`,
    );
    expect(none.n).toBe(0);
  });
});

describe('how shops fare with their platforms', () => {
  it('shows what left late and what the seller cancelled, each out of what counts for it', async () => {
    const fresh = await openWorld(server, { stock: 50 });
    const shop = await addShop(server, fresh.main.companyId, {
      platform: 'amazon',
      moduleId: rights.amazonNorthAmericaOrder.id,
      name: 'Amazon',
    });
    await server.app.database.owner.query(
      `insert into sku_mapping (company_id, shop_id, seller_sku, product_id, created_by)
       select company_id, $2, seller_sku, product_id, 'test' from sku_mapping where company_id = $1 and shop_id = $3`,
      [fresh.main.companyId, shop.id, fresh.shop.id],
    );
    const order = (no: string, shipBy: string, more = {}) =>
      makeOrder(no, { orderedAt: ago(5), updatedAt: ago(5), shipBy, ...more });
    await fresh.take(
      [
        order('IN-TIME', new Date(now + DAY).toISOString()),
        order('LATE-OPEN', ago(1)),
        order('LATE-GONE', ago(1)),
        order('OURS', ago(1)),
        order('BUYERS', ago(1)),
        order('THEIRS', ago(1), { status: 'cancelled' }),
        order('TOO-OLD', ago(50), { orderedAt: ago(60) }),
      ],
      shop,
    );
    await walk(fresh, await fresh.idOf('LATE-GONE'), 'ship');
    await server.ok(cancelOrders, { ids: [await fresh.idOf('OURS')], reason: 'outOfStock' }, fresh.main);
    await server.ok(cancelOrders, { ids: [await fresh.idOf('BUYERS')], reason: 'buyer' }, fresh.main);
    const { shops } = await server.ok(getShopRates, {}, fresh.main);
    expect(shops).toEqual([
      {
        ...{ shopId: shop.id, name: 'Amazon', platform: 'amazon' },
        ...{ ordered: 6, due: 2, late: 2, cancelled: 1, lateLimit: 4, cancelLimit: 2.5 },
      },
    ]);
    const member = await server.member(fresh.main.companyId, [rights.amazonNorthAmericaOrder.view]);
    await grantShops(server, member, fresh.shop.id);
    expect((await server.ok(getShopRates, {}, member)).shops).toEqual([]);
  });
});
