import { rights } from '@tradewind/contract/access/modules.ts';
import { saveCustoms } from '@tradewind/contract/catalog.ts';
import { cancelOrders, listOrders } from '@tradewind/contract/orders.ts';
import {
  cancelWholesale,
  cancelWholesaleShipment,
  deleteWholesale,
  getWholesale,
  listWholesale,
  listWholesaleCustomers,
  noteWholesalePayment,
  packWholesale,
  printWholesale,
  saveWholesale,
  saveWholesaleCustomer,
  saveWholesalePriceList,
  shipWholesale,
  submitWholesale,
  type WholesaleDetail,
  wholesalePrices,
} from '@tradewind/contract/wholesale.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { dayFromNow } from '../../testing/day.ts';
import { type Person, type TestServer, testServer } from '../../testing/harness.ts';
import { readPages } from '../../testing/pdf-text.ts';
import {
  addShop,
  grantShops,
  type OrderWorld,
  openWorld,
  type TestShop,
  walk,
  wrongs,
} from '../orders/orders.testing.ts';
import { followOrders } from './listeners.ts';

const ADDRESS = {
  name: 'Harbor Home Goods',
  line1: '12 Pier St',
  city: 'Boston',
  state: 'MA',
  postalCode: '02110',
  country: 'US',
};
const TODAY = dayFromNow(0);

let server: TestServer;
let world: OrderWorld;
let own: TestShop;
let main: OrderWorld['main'];
let priceListId = 0;
let named = 0;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  world = await openWorld(server, { stock: 500 });
  main = world.main;
  own = await addShop(server, main.companyId, {
    platform: 'other',
    moduleId: rights.otherPlatformOrder.id,
    name: 'Our own shop',
  });
  const [first = 0, second = 0] = world.productIds;
  const list = {
    name: 'Wholesale USD',
    currency: 'USD',
    rows: [
      { productId: first, fromQuantity: 1, unitPrice: '10' },
      { productId: first, fromQuantity: 100, unitPrice: '8.335' },
      { productId: second, fromQuantity: 10, unitPrice: '3.33' },
    ],
  };
  priceListId = (await server.ok(saveWholesalePriceList, list, main)).id;
});

async function customer(more: object = {}): Promise<number> {
  const it = { name: `Harbor Home ${++named}`, currency: 'USD', priceListId, depositPercent: '30', address: ADDRESS };
  return (await server.ok(saveWholesaleCustomer, { ...it, ...more }, main)).id;
}

async function confirmed(more: object = {}, order: object = {}): Promise<WholesaleDetail> {
  const [productId = 0] = world.productIds;
  const customerId = await customer(more);
  const { id } = await server.ok(saveWholesale, { customerId, lines: [{ productId, quantity: 100 }], ...order }, main);
  await server.ok(submitWholesale, { id }, main);
  return server.ok(getWholesale, { id }, main);
}

const pay = (id: number, amount: string, as: Person = main) =>
  server.call(noteWholesalePayment, { id, kind: 'deposit', amount, onDay: TODAY, reference: 'TT-1' }, as);
const ship = (order: WholesaleDetail, quantity: number, more: object = {}, as: Person = main) =>
  server.call(
    shipWholesale,
    { id: order.id, shopId: own.id, lines: [{ lineId: order.lines[0]?.id ?? 0, quantity }], ...more },
    as,
  );
/** What the events of the order's shipment or cancellation do as soon as their jobs run. */
const follow = (orderId: number, to: 'shipped' | 'cancelled') => world.tx((tx) => followOrders(tx, [orderId], to));
const fresh = (order: WholesaleDetail) => server.ok(getWholesale, { id: order.id }, main);

describe('prices', () => {
  it('come from the list by quantity and day, and say from where', async () => {
    const [first = 0, second = 0] = world.productIds;
    const customerId = await customer();
    const requested = { customerId, productIds: [first, first, second], quantities: [99, 100, 9] };
    const { prices } = await server.ok(wholesalePrices, requested, main);
    expect(prices.map((one) => [one.unitPrice, one.fromQuantity])).toEqual([
      ['10', 1],
      ['8.335', 100],
      [null, null],
    ]);
    const missing = await server.call(saveWholesale, { customerId, lines: [{ productId: second, quantity: 9 }] }, main);
    expect(missing.data).toMatchObject({ fields: [{ path: 'lines.0.unitPrice' }] });
  });

  it('an expired list has none', async () => {
    const [productId = 0] = world.productIds;
    const rows = [{ productId, fromQuantity: 1, unitPrice: '5' }];
    const old = { name: 'Last year', currency: 'USD', validTo: '2025-12-31', rows };
    const customerId = await customer({ priceListId: (await server.ok(saveWholesalePriceList, old, main)).id });
    const { prices } = await server.ok(wholesalePrices, { customerId, productIds: [productId], quantities: [1] }, main);
    expect(prices[0]?.unitPrice).toBeNull();
  });

  it('beside the list take the right to edit', async () => {
    const [productId = 0] = world.productIds;
    const customerId = await customer();
    const clerk = await server.member(main.companyId, [rights.wholesaleOrder.view, rights.wholesaleOrder.add]);
    const lines = [{ productId, quantity: 1, unitPrice: '9' }];
    const refused = await server.call(saveWholesale, { customerId, lines }, clerk);
    expect(refused).toMatchObject({ status: 400, data: { fields: [{ path: 'lines.0.unitPrice' }] } });
    await server.ok(saveWholesale, { customerId, lines: [{ productId, quantity: 1 }] }, clerk);
    const { id } = await server.ok(saveWholesale, { customerId, lines }, main);
    const { lines: written } = await server.ok(getWholesale, { id }, main);
    expect(written[0]).toMatchObject({ unitPrice: '9', listedPrice: '10', priceListName: 'Wholesale USD' });
  });
});

describe('a quotation', () => {
  it('shares discount and tax out so that the lines sum exactly', async () => {
    const [first = 0, second = 0] = world.productIds;
    const lines = [
      { productId: first, quantity: 100 },
      { productId: second, quantity: 33 },
      { productId: first, quantity: 1 },
    ];
    const more = { discountAmount: '10.01', shippingAmount: '25.50', taxPercent: '7.25', lines };
    const order = await confirmed({}, more);
    const sum = (of: 'amount' | 'discount' | 'tax') =>
      order.lines.reduce((all, line) => all + Math.round(Number(line[of]) * 100), 0);
    expect(order.lines.map((line) => Number(line.amount))).toEqual([833.5, 109.89, 10]);
    expect(sum('discount')).toBe(1001);
    expect(sum('tax')).toBe(Math.round(Number(order.taxAmount) * 100));
    expect(Number(order.totalAmount)).toBe(1037.28);
    expect(Number(order.depositDue)).toBe(311.18);
  });

  it('is changed and deleted as long as it is one', async () => {
    const [productId = 0] = world.productIds;
    const customerId = await customer();
    const lines = [{ productId, quantity: 5 }];
    const { id } = await server.ok(saveWholesale, { customerId, lines }, main);
    const longer = { id, version: 1, customerId, lines: [{ productId, quantity: 7 }] };
    await server.ok(saveWholesale, longer, main);
    expect((await server.call(saveWholesale, longer, main)).status).toBe(409);
    await server.ok(submitWholesale, { id }, main);
    expect((await server.call(saveWholesale, { ...longer, version: 3 }, main)).status).toBe(409);
    expect(await server.ok(deleteWholesale, { ids: [id] }, main)).toMatchObject({
      done: 0,
      failed: [{ error: 'wholesale.notAQuotation' }],
    });
    await server.ok(cancelWholesale, { id, reason: 'changed their mind' }, main);
    const { history, state } = await server.ok(getWholesale, { id }, main);
    expect(state).toBe('cancelled');
    expect(history.map((row) => row.event)).toEqual(['cancelled', 'submitted', 'edited', 'created']);
  });

  it('over the credit limit is confirmed only with a reason', async () => {
    const [productId = 0] = world.productIds;
    const customerId = await customer({ creditLimit: '1000' });
    const lines = [{ productId, quantity: 100 }];
    const first = await server.ok(saveWholesale, { customerId, lines }, main);
    const second = await server.ok(saveWholesale, { customerId, lines }, main);
    await server.ok(submitWholesale, { id: first.id }, main);
    const refused = await server.call(submitWholesale, { id: second.id }, main);
    expect(refused).toMatchObject({ status: 422, data: { error: 'wholesale.creditExceeded' } });
    await server.ok(submitWholesale, { id: second.id, override: 'insured' }, main);
    const { history } = await server.ok(getWholesale, { id: second.id }, main);
    expect(history[0]?.detail).toMatchObject({ override: 'insured' });
    const { rows } = await server.ok(listWholesaleCustomers, {}, main);
    expect(Number(rows.find((row) => row.id === customerId)?.openAmount)).toBe(1667);
  });
});

describe('payment before goods', () => {
  it('nothing is shipped before the deposit is in, except by somebody who may say so', async () => {
    const order = await confirmed();
    expect(await ship(order, 10)).toMatchObject({ status: 422, data: { error: 'wholesale.depositOpen' } });
    const shipper = await server.member(main.companyId, [rights.wholesaleOrder.view, rights.wholesaleOrder.ship]);
    await grantShops(server, shipper, own.id);
    expect((await ship(order, 10, { override: 'please' }, shipper)).status).toBe(403);
    expect((await ship(order, 10, { override: 'their boss called' })).status).toBe(200);
    const { shipments, history } = await fresh(order);
    expect(shipments[0]?.overrideReason).toBe('their boss called');
    expect(history[0]?.detail).toMatchObject({ override: 'their boss called' });
    await pay(order.id, '250.05');
    expect((await ship(order, 10, {}, shipper)).status).toBe(200);
  });

  it('the balance is in before what it pays for leaves, where the terms say so', async () => {
    const order = await confirmed({ balanceBeforeShipment: true });
    await pay(order.id, '400');
    expect((await ship(order, 40)).status).toBe(200);
    const refused = await ship(order, 60);
    expect(refused).toMatchObject({ status: 422, data: { error: 'wholesale.balanceOpen' } });
    expect(refused.msg).toContain('433.50');
    await pay(order.id, '433.5');
    expect((await ship(order, 60)).status).toBe(200);
  });

  it('never more than is open, and what was noted wrongly is taken back', async () => {
    const order = await confirmed();
    expect((await pay(order.id, '833.51')).status).toBe(400);
    await pay(order.id, '833.5');
    await pay(order.id, '-33.5');
    expect((await pay(order.id, '-801')).status).toBe(400);
    const { payments, paidAmount, openAmount } = await fresh(order);
    expect(payments).toHaveLength(2);
    expect([Number(paidAmount), Number(openAmount)]).toEqual([800, 33.5]);
  });
});

describe('partial shipments', () => {
  it('are orders like any other, on no platform page, and sum to the order exactly', async () => {
    const more = { discountAmount: '0.10', shippingAmount: '10', taxPercent: '7' };
    const order = await confirmed({ depositPercent: '0' }, more);
    for (const quantity of [33, 33, 34]) expect((await ship(order, quantity)).status).toBe(200);
    const { shipments, lines } = await fresh(order);
    const total = shipments.reduce((sum, one) => sum + Math.round(Number(one.totalAmount) * 100), 0);
    expect(total).toBe(Math.round(Number(order.totalAmount) * 100));
    expect(lines[0]).toMatchObject({ planned: 100, shipped: 0 });
    const { rows } = await server.ok(listOrders, { moduleId: rights.order.id }, main);
    expect(rows).toHaveLength(3);
    expect(rows.every((row) => row.status === 'allocate' && row.units >= 33)).toBe(true);
    expect((await server.ok(listOrders, { moduleId: rights.otherPlatformOrder.id }, main)).rows).toEqual([]);
    expect(await wrongs(world)).toEqual([]);
  });

  it('never exceed the order, whoever ships at the same time', async () => {
    const order = await confirmed({ depositPercent: '0' });
    const answers = await Promise.all(Array.from({ length: 6 }, () => ship(order, 40)));
    expect(answers.map((one) => one.status).sort()).toEqual([200, 200, 400, 400, 400, 400]);
    expect((await fresh(order)).lines[0]).toMatchObject({ planned: 80 });
    expect(answers.find((one) => one.status === 400)?.data).toMatchObject({ fields: [{ path: 'lines.0.quantity' }] });
  });

  it('count as shipped when they left, once; given up they are open again', async () => {
    const order = await confirmed({ depositPercent: '0' });
    const first = (await ship(order, 60)).data as { orderId: number };
    const second = (await ship(order, 40)).data as { orderId: number };
    await server.ok(cancelOrders, { ids: [second.orderId] }, main);
    await follow(second.orderId, 'cancelled');
    await follow(second.orderId, 'cancelled');
    expect((await fresh(order)).lines[0]).toMatchObject({ planned: 60, shipped: 0 });
    await walk(world, first.orderId, 'ship');
    await follow(first.orderId, 'shipped');
    await follow(first.orderId, 'shipped');
    expect(await fresh(order)).toMatchObject({ state: 'confirmed', lines: [{ planned: 0, shipped: 60 }] });
    const third = (await ship(order, 40)).data as { orderId: number };
    await walk(world, third.orderId, 'ship');
    await follow(third.orderId, 'shipped');
    expect(await fresh(order)).toMatchObject({ state: 'done', lines: [{ planned: 0, shipped: 100 }] });
    const confirm = await world.one<{ state: string }>(
      sql`select confirm_state as state from sales_order where company_id = ${main.companyId} and id = ${third.orderId}`,
    );
    expect(confirm.state).toBe('notNeeded');
    expect(await wrongs(world)).toEqual([]);
  });

  it('are given up from here as long as they have not left', async () => {
    const order = await confirmed({ depositPercent: '0' });
    const { shipmentId, orderId } = (await ship(order, 60)).data as { shipmentId: number; orderId: number };
    await walk(world, orderId, 'pick');
    await server.ok(cancelWholesaleShipment, { shipmentId }, main);
    expect(await fresh(order)).toMatchObject({ lines: [{ planned: 0 }], shipments: [{ state: 'cancelled' }] });
    expect((await server.call(cancelWholesaleShipment, { shipmentId }, main)).status).toBe(409);
    const next = (await ship(order, 100)).data as { shipmentId: number; orderId: number };
    await walk(world, next.orderId, 'ship');
    expect((await server.call(cancelWholesaleShipment, { shipmentId: next.shipmentId }, main)).status).toBe(409);
    expect(await wrongs(world)).toEqual([]);
  });

  it('the events of orders lead to them', async () => {
    const order = await confirmed({ depositPercent: '0' });
    const { orderId } = (await ship(order, 100)).data as { orderId: number };
    await walk(world, orderId, 'ship');
    const jobs = await server.app.database.owner.query(
      `select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'wholesale<order.shipped' and (j.payload ->> 'companyId')::int = $1`,
      [main.companyId],
    );
    expect(jobs.rowCount).toBe(1);
  });

  it('go out for shops of the own only, and of those that the member sees', async () => {
    const order = await confirmed({ depositPercent: '0' });
    expect((await ship(order, 1, { shopId: world.shop.id })).status).toBe(400);
    const blind = await server.member(main.companyId, [rights.wholesaleOrder.view, rights.wholesaleOrder.ship]);
    expect((await ship(order, 1, {}, blind)).status).toBe(404);
  });

  it('hold the product that was sold, whatever the shop calls by that SKU', async () => {
    const [, other = 0] = world.productIds;
    await server.app.database.owner.query(
      `insert into sku_mapping (company_id, shop_id, seller_sku, product_id, factor, created_by) values ($1, $2, 'SKU-1', $3, 6, 'test')`,
      [main.companyId, own.id, other],
    );
    const order = await confirmed({ depositPercent: '0' });
    const { orderId } = (await ship(order, 2)).data as { orderId: number };
    const line = await world.one<{ productId: number; units: number }>(
      sql`select product_id, stock_quantity as units from order_line where company_id = ${main.companyId} and order_id = ${orderId}`,
    );
    expect(line).toEqual({ productId: world.productIds[0], units: 2 });
  });
});

describe('cartons and papers', () => {
  const box = { lengthCm: '40', widthCm: '30', heightCm: '25', grossKg: '12.5' };

  it('are printed when the cartons hold just what is shipped', async () => {
    const order = await confirmed({ depositPercent: '0' });
    const { shipmentId } = (await ship(order, 30)).data as { shipmentId: number };
    const lineId = order.lines[0]?.id ?? 0;
    const carton = (quantity: number) => ({ ...box, palletNo: 1, contents: [{ lineId, quantity }] });
    const invoice = { id: order.id, shipmentId, paper: 'invoice' as const };
    expect(await server.ok(packWholesale, { shipmentId, cartons: [carton(20)] }, main)).toEqual({ packed: false });
    expect((await server.call(printWholesale, invoice, main)).status).toBe(409);
    const tooMuch = await server.call(packWholesale, { shipmentId, cartons: [carton(20), carton(11)] }, main);
    expect(tooMuch.data).toMatchObject({ fields: [{ path: 'cartons.1.contents.0.quantity' }] });
    expect(await server.ok(packWholesale, { shipmentId, cartons: [carton(20), carton(10)] }, main)).toEqual({
      packed: true,
    });
    for (const paper of ['quotation', 'proforma', 'packingList', 'invoice'] as const) {
      const file = await fetch(
        `${server.url}/api${printWholesale.path}?${new URLSearchParams({ ...strings(invoice), paper })}`,
        { headers: { token: main.token } },
      );
      expect(file.headers.get('content-type')).toBe('application/pdf');
      expect(
        Buffer.from(await file.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-');
    }
  });
});

describe('the terms of payment', () => {
  it('stand whole on the paper, however long they are', async () => {
    const order = await confirmed({ depositPercent: '30', termsDays: 45 });
    expect(await paperOf(order.id, 'proforma')).toContain('30% deposit, balance 45 days after shipment');
  });
});

describe('customs data', () => {
  const box = { lengthCm: '40', widthCm: '30', heightCm: '25', grossKg: '12.5' };

  it('of the archive stands on the packing list and the invoice: net and gross weight, HS code, origin', async () => {
    const { owner } = server.app.database;
    const product =
      'update product set net_weight_kg = $3, hs_code = $4, origin = $5 where company_id = $1 and id = $2';
    const [first = 0, second = 0] = world.productIds;
    await owner.query(product, [main.companyId, first, '0.21', '940521', 'CN']);
    await owner.query(product, [main.companyId, second, '0.0305', '392410', 'VN']);
    const lines = [
      { productId: first, quantity: 30, unitPrice: '8.5' },
      { productId: second, quantity: 20 },
    ];
    const order = await confirmed({ depositPercent: '0' }, { lines });
    const desired = order.lines.map((line) => ({ lineId: line.id, quantity: line.quantity }));
    const { shipmentId } = (await ship(order, 0, { lines: desired })).data as { shipmentId: number };
    const [mugs = { lineId: 0, quantity: 0 }, cups = mugs] = desired;
    const cartons = [
      { ...box, contents: [{ ...mugs, quantity: 20 }] },
      { ...box, grossKg: '7', contents: [{ ...mugs, quantity: 10 }, cups] },
    ];
    await server.ok(packWholesale, { shipmentId, cartons }, main);
    const list = await paperOf(order.id, 'packingList', shipmentId);
    for (const said of ['940521', '392410', 'CN', 'VN', '4.200', '2.100', '0.610', '12.50', '7.00'])
      expect(list).toContain(said);
    // 30 x 0.21 and 20 x 0.0305; two cartons of 0.03 cubic metres.
    const sums = 'Cartons: 2, pallets: 0 · Net kg 6.910 · Gross kg 19.50 · CBM 0.060';
    expect(list.join(' ')).toContain(sums);
    const invoice = await paperOf(order.id, 'invoice', shipmentId);
    for (const said of ['940521', '392410', '6.300', '0.610']) expect(invoice).toContain(said);
    expect(invoice.join(' ')).toContain(sums);
    // A price stands there as money does.
    expect(invoice).toContain('8.50');

    // What the products declare in that country comes first.
    await server.ok(saveCustoms, { productId: second, country: 'US', hsImport: '3924102000', origin: 'MY' }, main);
    for (const paper of ['packingList', 'invoice'] as const) {
      const declared = await paperOf(order.id, paper, shipmentId);
      for (const said of ['940521', '3924102000', 'MY']) expect(declared).toContain(said);
    }

    // What nobody entered is not added up as nothing.
    await owner.query(product, [main.companyId, second, null, '', 'VN']);
    const partly = await paperOf(order.id, 'packingList', shipmentId);
    expect(partly).toContain('4.200');
    expect(partly.join(' ')).toContain('Cartons: 2, pallets: 0 · Gross kg 19.50');
  });
});

describe('who may not see buyers', () => {
  const contacts = [{ name: 'Jo Contact', email: 'jo@harbor.test', phone: '+1 555 0100' }];
  const clerk = async () => {
    const member = await server.member(main.companyId, [
      rights.wholesaleOrder.view,
      rights.wholesaleOrder.add,
      rights.wholesaleOrder.edit,
      rights.wholesaleOrder.print,
    ]);
    await grantShops(server, member, own.id);
    return member;
  };

  it('finds neither contacts nor street, in lists, drawers and on quotations; what travels with goods says where to', async () => {
    const order = await confirmed({ depositPercent: '0', contacts });
    const masked = await clerk();
    const list = await server.ok(listWholesaleCustomers, {}, masked);
    const detail = await server.ok(getWholesale, { id: order.id }, masked);
    expect(JSON.stringify([list, detail])).not.toMatch(/Jo Contact|harbor\.test|555 0100|12 Pier St/);
    expect(list.rows[0]).toMatchObject({ contacts: [{ name: '***', email: '***', phone: '***' }] });
    expect(detail.shipTo).toEqual({ city: 'Boston', state: 'MA', postalCode: '02110', country: 'US' });
    const { shipmentId } = (await ship(order, 30)).data as { shipmentId: number };
    const lineId = order.lines[0]?.id ?? 0;
    const carton = {
      lengthCm: '40',
      widthCm: '30',
      heightCm: '25',
      grossKg: '12',
      contents: [{ lineId, quantity: 30 }],
    };
    await server.ok(packWholesale, { shipmentId, cartons: [carton] }, main);
    const street = async (paper: 'quotation' | 'proforma' | 'packingList' | 'invoice', as: Person) =>
      (await paperOf(order.id, paper, shipmentId, as)).includes('12 Pier St');
    const papers = ['quotation', 'proforma', 'packingList', 'invoice'] as const;
    expect(await Promise.all(papers.map((paper) => street(paper, masked)))).toEqual([false, false, true, true]);
    expect(await Promise.all(papers.map((paper) => street(paper, main)))).toEqual([true, true, true, true]);
  });

  it('changes nothing of it by saving what they see', async () => {
    const customerId = await customer({ contacts });
    const [productId = 0] = world.productIds;
    const { id } = await server.ok(saveWholesale, { customerId, lines: [{ productId, quantity: 5 }] }, main);
    const masked = await clerk();
    const observed = (await server.ok(listWholesaleCustomers, {}, masked)).rows.find((row) => row.id === customerId);
    const { name = '', version = 0 } = observed ?? {};
    const shown = { id: customerId, version, name, currency: 'USD', priceListId, remark: 'big', contacts: [] };
    await server.ok(saveWholesaleCustomer, { ...shown, address: null }, masked);
    await server.ok(saveWholesale, { id, version: 1, customerId, lines: [{ productId, quantity: 7 }] }, masked);
    const kept = (await server.ok(listWholesaleCustomers, {}, main)).rows.find((row) => row.id === customerId);
    expect(kept).toMatchObject({ contacts, address: ADDRESS, remark: 'big' });
    const order = await server.ok(getWholesale, { id }, main);
    expect([order.shipTo, order.lines[0]?.quantity]).toEqual([ADDRESS, 7]);
    // For somebody else it goes to where they are.
    const elsewhere = await customer({ address: { ...ADDRESS, line1: '9 Quay' } });
    const moved = { id, version: 2, customerId: elsewhere, lines: [{ productId, quantity: 7 }] };
    await server.ok(saveWholesale, moved, masked);
    expect((await server.ok(getWholesale, { id }, main)).shipTo).toMatchObject({ line1: '9 Quay' });
  });
});

/** The texts of a paper, line by line. */
async function paperOf(id: number, paper: string, shipmentId?: number, as: Person = main): Promise<string[]> {
  const file = await fetch(
    `${server.url}/api${printWholesale.path}?${new URLSearchParams(strings({ id, paper, ...(shipmentId ? { shipmentId } : {}) }))}`,
    { headers: { token: as.token } },
  );
  expect(file.status).toBe(200);
  return (await readPages(Buffer.from(await file.arrayBuffer()))).flatMap((page) => page.split('\n'));
}

const strings = (input: object) =>
  Object.fromEntries(Object.entries(input).map(([key, value]) => [key, String(value)]));

describe('another company', () => {
  it('finds none of it', async () => {
    const order = await confirmed();
    const stranger = await server.company();
    expect((await server.call(getWholesale, { id: order.id }, stranger)).status).toBe(404);
    expect((await server.ok(listWholesale, {}, stranger)).rows).toEqual([]);
    expect((await server.call(submitWholesale, { id: order.id }, stranger)).status).toBe(404);
  });
});
