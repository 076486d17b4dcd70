import { rights } from '@tradewind/contract/access/modules.ts';
import * as calls from '@tradewind/contract/returns.ts';
import { recallBatchCall } from '@tradewind/contract/stock-batches.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { brokenChecks } from '../../testing/checks.ts';
import { ownServer, type TestServer } from '../../testing/harness.ts';
import { runs } from '../../testing/property.ts';
import {
  addBundle,
  grantShops,
  makeLine,
  makeOrder,
  type OrderWorld,
  openWorld,
  walk,
} from '../orders/orders.testing.ts';
import { batchesOf, moveStock, receiveLayers } from '../stock/public.ts';
import {
  addShelves,
  availableOf,
  detailOf,
  requested,
  type Shelves,
  shippedOrder,
  thisWeek,
} from './returns.testing.ts';

let server: TestServer;
let world: OrderWorld;
let shelves: Shelves;
let serial = 0;

beforeAll(async () => {
  server = await ownServer();
  world = await openWorld(server, { products: 2, stock: 500 });
  shelves = await addShelves(world);
});
afterAll(async () => {
  expect(await brokenChecks(server.app, world.main.companyId)).toEqual([]);
  await server.close();
});

const shipped = (quantity = 3) => shippedOrder(world, `R-${++serial}`, quantity);
const add = (order: { id: number; lineId: number }, quantity: number, more: object = {}) =>
  server.ok(calls.addReturn, { ...requested(order.id, order.lineId, quantity), ...more }, world.main);
const codeOf = (answer: { data: unknown }) => (answer.data as { error: string }).error;
const fieldsOf = (answer: { data: unknown }) =>
  (answer.data as { fields?: { path: string }[] }).fields?.map((field) => field.path);
const receive = (id: number, quantity: number, more: object = {}) =>
  server.ok(
    calls.receiveReturn,
    { id, warehouseId: world.warehouseId, lines: [{ productId: world.productIds[0] ?? 0, quantity }], ...more },
    world.main,
  );
const row = (item: number, quantity: number, decision: 'restock' | 'scrap' | 'supplier' | 'aside') => ({
  itemId: item,
  quantity,
  condition: 'opened' as const,
  decision,
  ...(decision === 'restock' ? { locationId: shelves.shelf } : {}),
});
const bins = (condition: string) =>
  world.tx((tx) =>
    tx.rows<{ locationId: number; n: number }>(sql`select location_id, on_hand as n from bin_stock
      where company_id = ${sql.company} and product_id = ${world.productIds[0] ?? 0} and condition = ${condition} and on_hand <> 0 order by 1`),
  );
const returnedBins = async () => (await bins('returned')).reduce((sum, bin) => sum + bin.n, 0);

describe('a return by hand', () => {
  it('is of what was shipped, and knows what may still come back', async () => {
    const order = await shipped(3);
    const before = await server.ok(calls.returnableLines, { orderId: order.id }, world.main);
    expect(before.lines).toMatchObject([{ orderLineId: order.lineId, shipped: 3, left: 3 }]);
    const made = await add(order, 2);
    expect(made.number).toMatch(/^RMA-\d{8}-\d{4}$/);
    const after = await server.ok(calls.returnableLines, { orderNo: before.orderNo.toLowerCase() }, world.main);
    expect(after.lines[0]?.left).toBe(1);
    const tooMany = await server.call(calls.addReturn, requested(order.id, order.lineId, 2), world.main);
    expect([tooMany.status, fieldsOf(tooMany)]).toEqual([400, ['lines.0.quantity']]);
    await server.ok(calls.cancelReturn, { id: made.id }, world.main);
    expect((await server.ok(calls.returnableLines, { orderId: order.id }, world.main)).lines[0]?.left).toBe(3);
    expect((await detailOf(world, made.id)).state).toBe('cancelled');
  });

  it('is refused for an order that has not left, a reason nobody knows, a line of another order', async () => {
    const order = await shipped();
    const other = await shipped();
    const strange = await server.call(calls.addReturn, requested(order.id, other.lineId, 1), world.main);
    expect(fieldsOf(strange)).toEqual(['lines.0.orderLineId']);
    const reason = await server.call(
      calls.addReturn,
      { ...requested(order.id, order.lineId, 1), reason: 'x' },
      world.main,
    );
    expect(fieldsOf(reason)).toEqual(['reason']);
    await server.app.database.owner.query(`update sales_order set status = 'ready' where id = $1`, [other.id]);
    const early = await server.call(calls.addReturn, requested(other.id, other.lineId, 1), world.main);
    expect(codeOf(early)).toBe('returns.notShipped');
    await server.app.database.owner.query(`update sales_order set status = 'shipped' where id = $1`, [other.id]);
  });

  it('is written down once for each idempotency key', async () => {
    const order = await shipped();
    const input = { ...requested(order.id, order.lineId, 1), idempotencyKey: `key-${order.id}-once` };
    const [first, second] = [
      await server.ok(calls.addReturn, input, world.main),
      await server.ok(calls.addReturn, input, world.main),
    ];
    expect(second).toEqual(first);
  });

  it('never adds up to more than was shipped, however many ask at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 8 }),
        async (units, wishes) => {
          const order = await shipped(units);
          const answers = await Promise.all(
            wishes.map((n) => server.call(calls.addReturn, requested(order.id, order.lineId, n), world.main)),
          );
          const made = wishes.filter((_n, i) => answers[i]?.code === 200).reduce((sum, n) => sum + n, 0);
          expect(made).toBeLessThanOrEqual(units);
          expect(answers.filter((one) => one.code !== 200).every((one) => one.status === 400)).toBe(true);
          const left = (await server.ok(calls.returnableLines, { orderId: order.id }, world.main)).lines[0]?.left;
          expect(left).toBe(units - made);
        },
      ),
      { numRuns: runs(3, 64) },
    );
  });

  it('cannot be written past the limit, by the database itself', async () => {
    const order = await shipped(2);
    await add(order, 2);
    const past = server.app.database.owner.query('update returned_line set returned = 3 where order_line_id = $1', [
      order.lineId,
    ]);
    await expect(past).rejects.toMatchObject({ constraint: 'returned_line_at_most_shipped' });
  });
});

describe('what comes back', () => {
  it('lies in the returns area and cannot be promised; restocked it can, exactly once, at what it had cost', async () => {
    const order = await shipped(3);
    const { id, number } = await add(order, 3);
    const found = await server.ok(calls.findReturns, { code: number.toLowerCase() }, world.main);
    expect(found.map((one) => one.id)).toEqual([id]);
    const available = await availableOf(world);
    const lay = await returnedBins();
    await receive(id, 3);
    expect([await availableOf(world), await returnedBins()]).toEqual([available, lay + 3]);
    const item = (await detailOf(world, id)).items[0]?.id ?? 0;
    const tooMany = await server.call(calls.inspectReturn, { id, items: [row(item, 4, 'scrap')] }, world.main);
    expect(fieldsOf(tooMany)).toEqual(['items.0.quantity']);
    const nowhere = await server.call(
      calls.inspectReturn,
      { id, items: [{ itemId: item, quantity: 1, condition: 'new', decision: 'restock' }] },
      world.main,
    );
    expect(fieldsOf(nowhere)).toEqual(['items.0.locationId']);

    const input = { id, items: [row(item, 2, 'restock')] };
    const both = await Promise.all([0, 1].map(() => server.call(calls.inspectReturn, input, world.main)));
    expect(both.map((one) => one.status).sort()).toEqual([200, 400]);
    expect([await availableOf(world), await returnedBins()]).toEqual([available + 2, lay + 1]);
    const layers = await world.tx((tx) =>
      tx.rows<{ remaining: number; cost: string }>(sql`select remaining, unit_cost::text as cost from cost_layer
        where company_id = ${sql.company} and doc_kind = 'sales_return' and doc_id = ${id}`),
    );
    expect(layers).toEqual([{ remaining: 2, cost: '12.500000' }]);
    expect((await detailOf(world, id)).state).toBe('received');
    await server.ok(calls.inspectReturn, { id, items: [row(item, 1, 'scrap')] }, world.main);
    expect(await returnedBins()).toBe(lay);
    expect(await detailOf(world, id)).toMatchObject({ state: 'inspected', items: [{ remaining: 0 }] });
  });

  it('is of the batch that left; of a recalled one it is kept back when it is restocked', async () => {
    const [productId = 0] = world.productIds;
    const batchId = await world.tx(async (tx) => {
      const [made = 0] = await batchesOf(tx, [{ productId, code: 'BAD', expiresOn: '2098-01-01' }]);
      const of = { warehouseId: world.warehouseId, productId, docKind: 'opening', docId: made };
      const lies = { locationId: shelves.shelf, batchId: made, onHand: 2, reason: 'opening', step: 'receive' };
      await moveStock(tx, [{ ...of, ...lies }]);
      await receiveLayers(tx, [{ ...of, quantity: 2, unitCost: '4' }]);
      return made;
    });
    const order = await shipped(2);
    await server.ok(recallBatchCall, { id: batchId, remark: 'Cracked' }, world.main);
    const { id } = await add(order, 2);
    await receive(id, 2);
    const available = await availableOf(world);
    const item = (await detailOf(world, id)).items[0]?.id ?? 0;
    await server.ok(calls.inspectReturn, { id, items: [row(item, 2, 'restock')] }, world.main);
    expect(await availableOf(world)).toBe(available);
    expect(
      await world.tx((tx) =>
        tx.rows(sql`select condition, on_hand as n from bin_stock
          where company_id = ${sql.company} and batch_id = ${batchId} and on_hand > 0`),
      ),
    ).toEqual([{ condition: 'held', n: 2 }]);
  });

  it('may be more, less or something else; what is kept aside stays where it lies', async () => {
    const order = await shipped(2);
    const { id } = await add(order, 2);
    const lines = [
      { productId: world.productIds[0] ?? 0, quantity: 3 },
      { code: 'sku-2', quantity: 1 },
    ];
    const unknown = await server.call(
      calls.receiveReturn,
      { id, warehouseId: world.warehouseId, lines: [{ code: 'nope', quantity: 1 }] },
      world.main,
    );
    expect(fieldsOf(unknown)).toEqual(['lines.0.code']);
    await receive(id, 0, { lines });
    const detail = await detailOf(world, id);
    expect(detail.lines).toMatchObject([{ expected: 2, received: 3 }]);
    expect(detail.items.map((item) => [item.sku, item.quantity, item.lineId === null])).toEqual([
      ['SKU-1', 3, false],
      ['SKU-2', 1, true],
    ]);
    const lay = await returnedBins();
    const [first, second] = detail.items.map((item) => item.id);
    const items = [row(first ?? 0, 3, 'supplier'), row(second ?? 0, 1, 'aside')];
    expect(await server.ok(calls.inspectReturn, { id, items }, world.main)).toEqual({ state: 'inspected' });
    expect(await returnedBins()).toBe(lay);
    const again = await server.call(calls.receiveReturn, { id, warehouseId: world.warehouseId, lines }, world.main);
    expect(codeOf(again)).toBe('returns.notNow');
  });

  it('takes the parts of a bundle back under its line, and receives no bundle', async () => {
    const set = await addBundle(world, 'RET-SET', { 1: 2, 2: 1 });
    await world.stock(world.productIds[0] ?? 0, 4);
    await world.stock(world.productIds[1] ?? 0, 2);
    await world.take([makeOrder('RET-SET-1', { lines: [makeLine('1', 'RET-SET', 2)] })]);
    const orderId = await world.idOf('RET-SET-1');
    await walk(world, orderId, 'ship');
    const line = await world.one<{ id: number }>(
      sql`select id from order_line where company_id = ${world.main.companyId} and order_id = ${orderId}`,
    );
    const { id } = await server.ok(calls.addReturn, requested(orderId, line.id, 1), world.main);
    const whole = { id, warehouseId: world.warehouseId, lines: [{ productId: set, quantity: 1 }] };
    expect(fieldsOf(await server.call(calls.receiveReturn, whole, world.main))).toEqual(['lines.0.productId']);
    const lines = world.productIds.slice(0, 2).map((productId, at) => ({ productId, quantity: 2 - at }));
    await server.ok(calls.receiveReturn, { ...whole, lines }, world.main);
    const detail = await detailOf(world, id);
    expect(detail.lines).toMatchObject([{ sku: 'RET-SET', expected: 3, received: 3 }]);
    expect(detail.items.map((item) => [item.sku, item.quantity])).toEqual([
      ['SKU-1', 2],
      ['SKU-2', 1],
    ]);
  });

  it('keeps every balance equal to its ledger', async () => {
    const { rows } = await server.app.database.owner.query(
      `select b.product_id from stock_balance b join (select product_id, warehouse_id, sum(on_hand) filter (where condition = 'good') as n
         from stock_movement where company_id = $1 group by 1, 2) m using (product_id, warehouse_id)
       join (select product_id, warehouse_id, sum(remaining) as n from cost_layer where company_id = $1 group by 1, 2) c using (product_id, warehouse_id)
       where b.company_id = $1 and (b.on_hand <> m.n or b.on_hand <> c.n)`,
      [world.main.companyId],
    );
    expect(rows).toEqual([]);
  });
});

describe('money', () => {
  const refund = async (id: number, lineId: number, amount: string, more: object = {}) => {
    const { version } = await detailOf(world, id);
    return server.call(calls.refundReturn, { id, version, lines: [{ lineId, amount }], ...more }, world.main);
  };

  it('goes back up to what was paid, over all returns of the order, also when two ask at once', async () => {
    const order = await shipped(2);
    const [one, other] = [await add(order, 1), await add(order, 1)];
    const lineOf = async (id: number) => (await detailOf(world, id)).lines[0]?.id ?? 0;
    expect(await detailOf(world, one.id)).toMatchObject({ paid: '44.98', refundable: '44.98', refundsThere: false });
    const wrongLine = await refund(one.id, await lineOf(other.id), '1');
    expect(fieldsOf(wrongLine)).toEqual(['lines.0.lineId']);
    const answers = await Promise.all([
      refund(one.id, await lineOf(one.id), '30'),
      refund(other.id, await lineOf(other.id), '30'),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
    const refused = answers.find((answer) => answer.status === 400);
    expect(refused && fieldsOf(refused)).toEqual(['amount']);
    const rest = await refund(one.id, await lineOf(one.id), '9.98', { shipping: '5' });
    expect(rest.data).toMatchObject({ state: 'byHand' });
    expect((await detailOf(world, one.id)).refundable).toBe('0.00');
    const past = server.app.database.owner.query('update order_refunded set refunded = paid + 1 where order_id = $1', [
      order.id,
    ]);
    await expect(past).rejects.toMatchObject({ constraint: 'order_refunded_at_most_paid' });
  });

  it('goes back once when two people refund at once; the second learns of the first', async () => {
    const order = await shipped(2);
    const { id } = await add(order, 2);
    const { version, lines } = await detailOf(world, id);
    const input = { id, version, lines: [{ lineId: lines[0]?.id ?? 0, amount: '10' }] };
    const answers = await Promise.all([0, 1, 2].map(() => server.call(calls.refundReturn, input, world.main)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409]);
    expect(answers.flatMap((answer) => (answer.status === 409 ? [codeOf(answer)] : []))).toEqual([
      'returns.changed',
      'returns.changed',
    ]);
    expect(await detailOf(world, id)).toMatchObject({ refunded: '10.00', refunds: [{ amount: '10.00' }] });
  });

  it('closes a case without goods; a return with goods only when they are inspected, too', async () => {
    const order = await shipped(2);
    const only = await add(order, 1, { kind: 'refundOnly' });
    const full = await add(order, 1);
    for (const { id } of [only, full])
      expect((await refund(id, (await detailOf(world, id)).lines[0]?.id ?? 0, '5')).status).toBe(200);
    expect((await detailOf(world, only.id)).state).toBe('closed');
    await receive(full.id, 1);
    const item = (await detailOf(world, full.id)).items[0]?.id ?? 0;
    expect(await server.ok(calls.inspectReturn, { id: full.id, items: [row(item, 1, 'scrap')] }, world.main)).toEqual({
      state: 'closed',
    });
  });

  it('is booked: the refund lowers the order’s profit, restocked goods lower its cost', async () => {
    await server.startWorker();
    const order = await shipped(2);
    const { id } = await add(order, 1);
    const lineId = (await detailOf(world, id)).lines[0]?.id ?? 0;
    await refund(id, lineId, '19.99');
    await receive(id, 1);
    const item = (await detailOf(world, id)).items[0]?.id ?? 0;
    await server.ok(calls.inspectReturn, { id, items: [row(item, 1, 'restock')] }, world.main);
    const profit = () =>
      world.tx((tx) =>
        tx.row<{
          refund: string;
          cost: string;
          rate: string;
        }>(sql`select p.refund::text as refund, p.goods_cost::text as cost,
            (select l.rate from ledger_entry e join ledger_line l on l.company_id = e.company_id and l.entry_id = e.id
              where e.company_id = p.company_id and e.doc_kind = 'return_refund' and e.order_id = p.order_id and l.account = 'refund') as rate
          from order_profit p where p.company_id = ${sql.company} and p.order_id = ${order.id}`),
      );
    const booked = await server.until(async () => {
      const now = await profit();
      return now && Number(now.refund) > 0 && Number(now.cost) === 12.5 ? now : undefined;
    }, 60);
    expect(Number(booked.refund)).toBeCloseTo(19.99 * Number(booked.rate), 1);
  });
});

describe('a replacement', () => {
  it('is an order of its own, made once, and linked', async () => {
    const order = await shipped(1);
    const { id } = await add(order, 1, { wanted: 'replacement' });
    const first = await server.ok(calls.replaceReturn, { id }, world.main);
    expect((await server.ok(calls.replaceReturn, { id }, world.main)).orderId).toBe(first.orderId);
    const { rows } = await server.app.database.owner.query(
      `select origin, source_order_id::int as source, units, total_amount::float as total from sales_order where id = $1`,
      [first.orderId],
    );
    expect(rows).toEqual([{ origin: 'replacement', source: order.id, units: 1, total: 0 }]);
    expect((await detailOf(world, id)).replacement?.id).toBe(first.orderId);
  });
});

describe('the list', () => {
  it('finds by the beginning of any number, counts by state, shows only the actor’s shops', async () => {
    const order = await shipped(1);
    const { id, number } = await add(order, 1, { trackingNumber: 'TRACK-77-A' });
    for (const text of [number, 'TRACK-77', `r-${serial}`]) {
      const { rows } = await server.ok(calls.listReturns, { text }, world.main);
      expect(rows.map((one) => one.id)).toContain(id);
    }
    const tabs = await server.ok(calls.returnTabs, {}, world.main);
    const transit = await server.ok(calls.listReturns, { state: 'transit' }, world.main);
    expect(tabs.transit).toBe(transit.total);
    const member = await server.member(world.main.companyId, [rights.salesReturn.add]);
    await grantShops(server, member, world.shop.id + 1000);
    expect((await server.ok(calls.listReturns, {}, member)).rows).toEqual([]);
    expect((await server.call(calls.getReturn, { id }, member)).status).toBe(404);
    expect((await server.call(calls.cancelReturn, { id }, member)).status).toBe(404);
    expect((await server.call(calls.returnableLines, { orderId: order.id }, member)).status).toBe(404);
  });

  it('tells why products came back, beside what was shipped', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const input = thisWeek();
    const old = await server.ok(calls.returnAnalysis, input, world.main);
    const order = await shipped(4);
    await add(order, 3, { reason: 'unwanted' });
    const now = await server.ok(calls.returnAnalysis, input, world.main);
    expect(now.units - old.units).toBe(3);
    const why = now.rows.find((one) => one.reason === 'unwanted');
    expect(why).toMatchObject({ sku: 'SKU-1', returns: 1, units: 3 });
    expect(why?.rate).toBeCloseTo(3 / (why?.shipped ?? 0), 6);
    expect(now.rows.reduce((sum, one) => sum + one.share, 0)).toBeCloseTo(1, 6);
    const long = await server.call(calls.returnAnalysis, { from: '2020-01-01', to: today }, world.main);
    expect(fieldsOf(long)).toEqual(['to']);
  });
});
