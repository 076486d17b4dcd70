import { rights } from '@tradewind/contract/access/modules.ts';
import { explainProfit, orderProfit } from '@tradewind/contract/finance.ts';
import { addReturn, getReturn, refundReturn } from '@tradewind/contract/returns.ts';
import { prepayWarehouse } from '@tradewind/contract/warehouse.ts';
import {
  getWholesale,
  noteWholesalePayment,
  saveWholesale,
  saveWholesaleCustomer,
  shipWholesale,
  submitWholesale,
} from '@tradewind/contract/wholesale.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayFromNow } from '../../testing/day.ts';
import { type TestServer, testServer } from '../../testing/harness.ts';
import { runs } from '../../testing/property.ts';
import { addShop, makeOrder, type OrderWorld, openWorld, type TestShop, walk } from '../orders/orders.testing.ts';
import { bookLeftovers, bookPayments, bookReturnRefunds, bookSales, bookWarehouseFees } from './public.ts';
import { stateOf, wrongsOf } from './testing/ledger.ts';

let server: TestServer;
let world: OrderWorld;
let own: TestShop;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  world = await openWorld(server, { stock: 5000 });
  own = await addShop(server, c(), { platform: 'other', moduleId: rights.otherPlatformOrder.id, name: 'Our own shop' });
});
const c = () => world.main.companyId;
const owner = async <T>(text: string, ...values: unknown[]) =>
  (await server.app.database.owner.query(text, [c(), ...values])).rows as T[];
/** What an account has, in its own currency. */
const balance = async (account: string, partyKind = '', partyId = 0) =>
  Number(
    (
      await owner<{ sum: string | null }>(
        'select sum(amount) as sum from ledger_balance where company_id = $1 and account = $2 and party_kind = $3 and party_id = $4',
        account,
        partyKind,
        partyId,
      )
    )[0]?.sum ?? 0,
  );
const TODAY = dayFromNow(0);
const ADDRESS = { name: 'H', line1: '12 Pier St', city: 'Boston', postalCode: '02110', country: 'US' };

let named = 0;
/** A confirmed 2B order of 100 units at 9.99. */
async function confirmed(): Promise<{ id: number; customerId: number; lineId: number }> {
  const [productId = 0] = world.productIds;
  const customer = { name: `Harbor ${++named}`, currency: 'USD', address: ADDRESS };
  const { id: customerId } = await server.ok(saveWholesaleCustomer, customer, world.main);
  const lines = [{ productId, quantity: 100, unitPrice: '9.99' }];
  const { id } = await server.ok(
    saveWholesale,
    { customerId, lines, taxPercent: '7', shippingAmount: '12.34' },
    world.main,
  );
  await server.ok(submitWholesale, { id }, world.main);
  const order = await server.ok(getWholesale, { id }, world.main);
  return { id, customerId, lineId: order.lines[0]?.id ?? 0 };
}
const pay = (id: number, amount: string, kind: 'deposit' | 'balance' = 'deposit') =>
  server.call(noteWholesalePayment, { id, kind, amount, onDay: TODAY, reference: 'TT' }, world.main);
async function ship(order: { id: number; lineId: number }, quantity: number): Promise<number | undefined> {
  const input = { id: order.id, shopId: own.id, lines: [{ lineId: order.lineId, quantity }] };
  const answer = await server.call(shipWholesale, input, world.main);
  if (answer.status !== 200) return undefined;
  await walk(world, answer.data.orderId, 'ship');
  return answer.data.orderId;
}
const payments = async () =>
  (await owner<{ id: number }>('select id from wholesale_payment where company_id = $1 order by id')).map(
    (row) => row.id,
  );
const bookPaid = (ids: readonly number[]) => world.tx((tx) => bookPayments(tx, ids));

describe('what a 2B customer pays', () => {
  it('ahead of the goods is owed to them until these leave; then only the rest is open', async () => {
    const order = await confirmed();
    await pay(order.id, '300');
    expect(await bookPaid(await payments())).toBe(1);
    expect(await balance('cash')).toBe(300);
    expect(await balance('receivable', 'wholesale_customer', order.customerId)).toBe(-300);

    const orderId = (await ship(order, 100)) ?? 0;
    await bookSales(server.app, world.main.ctx, [orderId]);
    // 999.00 of goods, 69.93 tax, 12.34 shipping and its tax where it is taxed, less what was paid.
    const { totalAmount } = await server.ok(getWholesale, { id: order.id }, world.main);
    expect(await balance('receivable', 'wholesale_customer', order.customerId)).toBe(
      Math.round(Number(totalAmount) * 100 - 30_000) / 100,
    );
    expect(await balance('platform_unsettled', 'shop', own.id)).toBe(0);
    await pay(order.id, String(Number(totalAmount) - 300), 'balance');
    await bookPaid(await payments());
    expect(await balance('receivable', 'wholesale_customer', order.customerId)).toBe(0);
    const { lines } = await server.ok(orderProfit, { orderId }, world.main);
    expect(lines.find((line) => line.account === 'receivable')?.party).toMatch(/^Harbor/);
    expect(await wrongsOf(server, c())).toEqual([]);
  });

  it('is booked by the event, or where that was lost with what is left over, once', async () => {
    const order = await confirmed();
    await pay(order.id, '100');
    await pay(order.id, '-40');
    const jobs = await owner<{ n: number }>(
      `select count(*)::int as n from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'finance<wholesale.paid' and (j.payload ->> 'companyId')::bigint = $1`,
    );
    expect(jobs[0]?.n).toBe(2);
    await bookLeftovers(server.app, world.main.ctx, 2);
    const once = await stateOf(server, c());
    expect(await balance('cash')).toBe(60);
    await bookPaid(await payments());
    await bookLeftovers(server.app, world.main.ctx, 2);
    expect(await stateOf(server, c())).toEqual(once);
  });

  it('and what they are sent sums up to what is open, in whichever order it happens and is booked', async () => {
    const step = fc.oneof(
      fc.record({ pay: fc.integer({ min: -30_000, max: 60_000 }) }),
      fc.record({ ship: fc.integer({ min: 1, max: 60 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), fc.boolean(), async (steps, salesFirst) => {
        const order = await confirmed();
        const [cashBefore, known] = [await balance('cash'), await payments()];
        const sent: number[] = [];
        for (const each of steps) {
          if ('pay' in each) await pay(order.id, (each.pay / 100).toFixed(2));
          else sent.push(...[(await ship(order, each.ship)) ?? []].flat());
        }
        const paid = (await payments()).filter((id) => !known.includes(id)).reverse();
        const sales = () => bookSales(server.app, world.main.ctx, sent);
        if (salesFirst) await sales();
        await Promise.all([bookPaid(paid), bookPaid(paid.toReversed())]);
        await sales();
        const [documents] = await owner<{ paid: string; shipped: string }>(
          `select w.paid_amount as paid, coalesce((select sum(o.total_amount) from wholesale_shipment h
             join sales_order o on o.company_id = $1 and o.id = h.sales_order_id and o.status = 'shipped'
             where h.company_id = $1 and h.order_id = w.id), 0) as shipped from wholesale_order w where w.company_id = $1 and w.id = $2`,
          order.id,
        );
        const { paid: paidAmount = '0', shipped = '0' } = documents ?? {};
        const cents = (amount: number | string) => Math.round(Number(amount) * 100);
        expect(cents(await balance('cash'))).toBe(cents(cashBefore) + cents(paidAmount));
        expect(cents(await balance('receivable', 'wholesale_customer', order.customerId))).toBe(
          cents(shipped) - cents(paidAmount),
        );
        expect(await wrongsOf(server, c())).toEqual([]);
      }),
      { numRuns: runs(4, 80) },
    );
  });

  it('back for returned goods lowers what they owe, not what the shop does', async () => {
    const order = await confirmed();
    const orderId = (await ship(order, 10)) ?? 0;
    await bookSales(server.app, world.main.ctx, [orderId]);
    const before = await balance('receivable', 'wholesale_customer', order.customerId);
    const [line] = await owner<{ id: number }>(
      'select id from order_line where company_id = $1 and order_id = $2',
      orderId,
    );
    const back = { kind: 'refundOnly', wanted: 'refund', reason: 'damaged' } as const;
    const lines = [{ orderLineId: line?.id ?? 0, quantity: 2 }];
    const { id } = await server.ok(addReturn, { orderId, ...back, lines }, world.main);
    const { version, lines: returned } = await server.ok(getReturn, { id }, world.main);
    const lineId = returned[0]?.id ?? 0;
    const made = await server.ok(refundReturn, { id, version, lines: [{ lineId, amount: '20' }] }, world.main);
    await world.tx((tx) => bookReturnRefunds(tx, [made.id]));
    expect(await balance('receivable', 'wholesale_customer', order.customerId)).toBe(before - 20);
    expect(await balance('platform_unsettled', 'shop', own.id)).toBe(0);
    expect(await wrongsOf(server, c())).toEqual([]);
  });
});

describe('money laid down with a warehouse', () => {
  it('goes down by each fee, which its order costs; the books say what the warehouse says', async () => {
    const warehouseId = world.warehouseId;
    await owner(`update warehouse set kind = 'overseas' where company_id = $1 and id = $2`, warehouseId);
    await server.ok(prepayWarehouse, { houseId: warehouseId, amount: '100', orderFee: '2.125' }, world.main);
    await server.ok(prepayWarehouse, { houseId: warehouseId, amount: '-30', orderFee: '2.125' }, world.main);
    await server.ok(prepayWarehouse, { houseId: warehouseId, amount: '0', orderFee: '2.125' }, world.main);
    await world.take([makeOrder('P-1'), makeOrder('P-2')]);
    const ids = [await world.idOf('P-1'), await world.idOf('P-2')];
    for (const id of ids) await walk(world, id, 'ship');
    const outbounds = (await owner<{ id: number }>('select id from outbound where company_id = $1 order by id')).map(
      (row) => row.id,
    );
    await world.tx((tx) => bookWarehouseFees(tx, outbounds.slice(0, 1)));
    await Promise.all([1, 2].map(() => bookLeftovers(server.app, world.main.ctx, 2)));
    await world.tx((tx) => bookWarehouseFees(tx, outbounds));
    const [said] = await owner<{ left: string }>('select prepaid_balance as left from warehouse where company_id = $1');
    expect(Number(said?.left)).toBe(65.75);
    expect(await balance('warehouse_prepaid', 'warehouse', warehouseId)).toBe(65.75);
    expect(await balance('warehouse_fee')).toBe(4.25);
    expect(await balance('cash')).toBe(-70);
    for (const orderId of ids) {
      const opened = await server.ok(explainProfit, { figure: 'labelCost', orderId }, world.main);
      expect(opened.rows.map((row) => row.accountName)).toEqual(['仓库费用']);
    }
    const clerk = await server.member(c(), [rights.order.view, rights.shopifyOrder.view]);
    await owner('insert into user_scope values ($1, $3, $4, $2)', world.shop.id, clerk.userId, 'shop');
    const observed = await server.ok(orderProfit, { orderId: ids[0] ?? 0 }, clerk);
    expect(observed.lines.filter((line) => line.account.startsWith('warehouse_'))).toEqual([]);
    expect(await wrongsOf(server, c())).toEqual([]);
  });
});
