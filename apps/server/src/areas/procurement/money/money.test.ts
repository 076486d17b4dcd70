import { rights } from '@tradewind/contract/access/modules.ts';
import { decideApprovals, editUserAuditSettings, listApprovals } from '@tradewind/contract/approvals.ts';
import type { InputOf } from '@tradewind/contract/call.ts';
import * as calls from '@tradewind/contract/procurement.ts';
import { saveExchangeRate } from '@tradewind/contract/settings.ts';
import { adjustStock } from '@tradewind/contract/stock.ts';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';
import { Decimal, toBase } from '../../../core/money.ts';
import { brokenChecks } from '../../../testing/checks.ts';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { bookStock } from '../../finance/public.ts';
import { type Buying, openBuying } from '../testing/buying.ts';
import { depositOf, sumBill } from './bill-sums.ts';

let server: TestServer;
let b: Buying;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  b = await openBuying(server);
});
afterEach(async () => {
  await b.tx((tx) => bookStock(tx, true));
  expect(await brokenChecks(server.app, b.main.companyId)).toEqual([]);
});

const today = async () =>
  (
    await b.tx((tx) =>
      tx.row<{ day: string }>(
        sql`select (now() at time zone time_zone)::date::text as day from company where id = ${sql.company}`,
      ),
    )
  )?.day ?? '';
const errorOf = ({ status, data }: { status: number; data: unknown }) => {
  const { error, fields } = data as { error?: string; fields?: { path: string }[] };
  return [status, fields?.[0]?.path ?? error];
};
/** An order of the first product at 10.00, received whole. */
async function received(packs: number, more: Partial<InputOf<typeof calls.savePurchase>> = {}) {
  const id = await b.purchase([[0, packs, '10']], more);
  await b.receive(await b.place(id), [[0, packs]]);
  return id;
}
/** Units that leave without an order. */
async function leave(units: number): Promise<void> {
  const bin = await b.tx((tx) =>
    tx.row<{ id: number }>(sql`select location_id as id from bin_stock
      where company_id = ${sql.company} and product_id = ${b.productIds[0] ?? 0} and on_hand > 0`),
  );
  await server.ok(
    adjustStock,
    {
      ...{ warehouseId: b.warehouseId, reason: 'damaged' as const },
      lines: [{ productId: b.productIds[0] ?? 0, locationId: bin?.id ?? 0, delta: -units }],
    },
    b.main,
  );
}
let bills = 0;
async function bill(
  orderId: number,
  quantity: number,
  unitPrice: string,
  more: Partial<InputOf<typeof calls.saveSupplierBill>> = {},
) {
  const lineId = (await b.detail(orderId)).lines[0]?.id ?? 0;
  const lines = [{ lineId, quantity, unitPrice }];
  const head = { orderId, reference: `INV-${++bills}`, billedOn: await today(), currency: 'CNY' };
  return server.call(calls.saveSupplierBill, { ...head, lines, ...more }, b.main);
}
const money = (id: number) => server.ok(calls.purchaseMoney, { id }, b.main);
async function pay(orderId: number, amount: string, billId?: number): Promise<void> {
  const { id } = await server.ok(
    calls.requestSupplierPayment,
    { orderId, amount, ...(billId ? { billId } : {}) },
    b.main,
  );
  await server.ok(calls.paySupplier, { id, paidOn: await today() }, b.main);
}
const balances = async () => {
  const rows = await b.tx((tx) =>
    tx.rows<{ account: string; base: string }>(sql`select account, sum(base_amount)::numeric(18, 2)::text as base
      from ledger_line where company_id = ${sql.company} group by account having sum(base_amount) <> 0 order by account`),
  );
  return Object.fromEntries(rows.map((row) => [row.account, row.base]));
};
const layer = () =>
  b.tx((tx) =>
    tx.row<{ unitCost: string; receivedCost: string | null }>(sql`select trim_scale(unit_cost)::text as unit_cost,
      trim_scale(received_cost)::text as received_cost from cost_layer where company_id = ${sql.company} order by id desc limit 1`),
  );

it('bills and deposits are due as the terms of their order say, unless somebody types a day', async () => {
  const terms = [
    { percent: '30', when: 'order' as const },
    { percent: '70', when: 'monthEnd' as const, days: 30 },
  ];
  const day = await today();
  const id = await received(10, { terms });
  const lineId = (await b.detail(id)).lines[0]?.id ?? 0;
  const lines = [{ lineId, quantity: 5, unitPrice: '10' }];
  const bill = { orderId: id, currency: 'CNY', billedOn: day, lines };
  const endOfMonth = new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0));
  const due = new Date(endOfMonth.getTime() + 30 * 86_400_000).toISOString().slice(0, 10);
  await server.ok(calls.requestSupplierPayment, { orderId: id, amount: '30' }, b.main);
  const first = await server.ok(calls.saveSupplierBill, { ...bill, reference: 'A' }, b.main);
  await server.ok(calls.saveSupplierBill, { ...bill, reference: 'B', dueOn: '2030-01-01' }, b.main);
  await server.ok(calls.saveSupplierBill, { ...bill, reference: 'C', dueOn: null, acceptReason: 'x' }, b.main);
  await server.ok(calls.requestSupplierPayment, { orderId: id, billId: first.id, amount: '20' }, b.main);
  const money = await server.ok(calls.purchaseMoney, { id }, b.main);
  expect(money.bills.map((one) => one.dueOn)).toEqual([null, '2030-01-01', due]);
  expect(money.payments.map((one) => [one.kind, one.dueOn])).toEqual([
    ['bill', due],
    ['deposit', day],
  ]);
  expect(money.instalments.map((one) => [one.amount, one.dueOn, one.planned])).toEqual([
    ['30.00', day, false],
    ['70.00', due, false],
  ]);
});

describe('a bill', () => {
  it('as agreed turns received goods into a debt, and its payment ends it', async () => {
    const id = await received(100);
    const { data } = await bill(id, 100, '10');
    await pay(id, '1000', data.id);
    await b.tx((tx) => bookStock(tx, true));
    expect(await balances()).toEqual({ cash: '-1000.00', stock_value: '1000.00' });
    expect((await money(id)).bills).toMatchObject([{ amount: '1000.0000', paid: '1000.0000', difference: '0.0000' }]);
  });

  it('that costs more raises what is in stock, and books the share of what has left as a difference', async () => {
    const id = await received(200);
    await leave(150);
    // The published example: 300 more on 200 units, of which 150 are sold: 225 difference, 75 on stock.
    const answer = await bill(id, 200, '11.5', { acceptReason: 'Copper went up' });
    expect(answer.status).toBe(200);
    await b.tx((tx) => bookStock(tx, true));
    expect(await balances()).toEqual({
      ...{ purchase_difference: '225.00', stock_difference: '1500.00', stock_value: '575.00' },
      supplier_payable: '-2300.00',
    });
    expect(await layer()).toEqual({ unitCost: '11.5', receivedCost: '10' });
    expect((await money(id)).bills).toMatchObject([
      { difference: '300.0000', inStock: '75.0000', leftStock: '225.0000' },
    ]);
  });

  it('spreads its freight over the goods', async () => {
    const id = await received(10);
    await bill(id, 10, '10', { charges: '25.00', chargeBasis: 'quantity' });
    expect(await layer()).toEqual({ unitCost: '12.5', receivedCost: '10' });
  });

  it('beyond the agreed price, the received units or its own reference is refused without a reason', async () => {
    const id = await received(10);
    expect(errorOf(await bill(id, 10, '10.2'))).toEqual([400, 'lines.0.unitPrice']);
    expect(errorOf(await bill(id, 11, '10'))).toEqual([400, 'lines.0.quantity']);
    expect((await bill(id, 10, '10.1', { reference: 'same' })).status).toBe(200);
    expect(errorOf(await bill(id, 1, '10', { reference: 'SAME', acceptReason: 'x' }))).toEqual([400, 'reference']);
    expect(errorOf(await bill(id, 0, '10'))).toEqual([400, 'lines.0.quantity']);
    expect(errorOf(await bill(id, -11, '10'))).toEqual([400, 'lines.0.quantity']);
  });

  it('is lowered by a debit note', async () => {
    const id = await received(10);
    await bill(id, 10, '10');
    expect((await bill(id, -4, '10')).status).toBe(200);
    await b.tx((tx) => bookStock(tx, true));
    expect(await balances()).toMatchObject({ supplier_payable: '-60.00', stock_received: '-40.00' });
    expect((await money(id)).match[0]).toMatchObject({ received: 10, billed: 6 });
  });

  it('in dollars months later parts price and rate', async () => {
    b = await openBuying(server, 'USD');
    const day = await today();
    const rate = (toBaseRate: string) =>
      server.ok(saveExchangeRate, { currency: 'USD', onDay: day, toBase: toBaseRate, sure: true }, b.main);
    await rate('7');
    const id = await received(100);
    await b.tx((tx) => bookStock(tx, true));
    await rate('7.2');
    const { data } = await bill(id, 100, '10.5', { currency: 'USD', acceptReason: 'Agreed by phone' });
    // 50 dollars more at 7.2 is price; 1,000 dollars at 0.2 is rate.
    expect(await balances()).toEqual({ stock_value: '7360.00', fx_difference: '200.00', supplier_payable: '-7560.00' });
    await rate('7.1');
    await pay(id, '1050', data.id);
    expect(await balances()).toEqual({ stock_value: '7360.00', fx_difference: '95.00', cash: '-7455.00' });
  });
});

describe('a deposit', () => {
  it('is used up by bills in the share that they bill, and the rest by the last one', async () => {
    const id = await received(100);
    await pay(id, '300');
    await bill(id, 50, '10');
    expect(await balances()).toMatchObject({
      cash: '-300.00',
      supplier_prepaid: '150.00',
      supplier_payable: '-350.00',
    });
    await bill(id, 50, '10');
    const after = await balances();
    expect(after).toMatchObject({ cash: '-300.00', supplier_payable: '-700.00' });
    expect(after.supplier_prepaid).toBeUndefined();
    expect(await money(id)).toMatchObject({ depositPaid: '300.00', depositApplied: '300.00', received: '1000.00' });
  });

  it('and payments are never more than is open, however many ask at once', async () => {
    const id = await received(10);
    const ask = (amount: string, billId?: number) =>
      server.call(calls.requestSupplierPayment, { orderId: id, amount, ...(billId ? { billId } : {}) }, b.main);
    expect(errorOf(await ask('100.01'))).toEqual([400, 'amount']);
    const answers = await Promise.all([ask('60'), ask('60'), ask('60')]);
    expect(answers.map((one) => one.status).sort()).toEqual([200, 400, 400]);
    const { data } = await bill(id, 10, '10');
    expect(errorOf(await ask('100.01', data.id))).toEqual([400, 'amount']);
  });
});

describe('payment requests', () => {
  it('follow the workflow of purchase orders beside them', async () => {
    const chief = await server.member(b.main.companyId, [
      rights.approval.view,
      rights.approval.approve,
      rights.approval.reject,
    ]);
    const id = await received(10);
    await server.ok(editUserAuditSettings, { modelId: rights.purchaseOrder.id, Approval: chief.userId }, b.main);
    const requested = await server.ok(calls.requestSupplierPayment, { orderId: id, amount: '30' }, b.main);
    expect(requested.state).toBe('reviewing');
    const early = await server.call(calls.paySupplier, { id: requested.id, paidOn: await today() }, b.main);
    expect(errorOf(early)).toEqual([409, 'procurement.paymentState']);
    const { rows } = await server.ok(listApprovals, { tab: 'todo' }, chief);
    await server.ok(decideApprovals, { ids: rows.map((row) => row.id), aud: 'approved' }, chief);
    await server.ok(calls.paySupplier, { id: requested.id, paidOn: await today(), reference: 'TT-1' }, b.main);
    expect((await money(id)).payments).toMatchObject([{ state: 'paid', reference: 'TT-1', kind: 'deposit' }]);
    const again = await server.call(calls.paySupplier, { id: requested.id, paidOn: await today() }, b.main);
    expect(errorOf(again)).toEqual([409, 'procurement.paymentState']);
  });
});

const cents = (most: number) => fc.integer({ min: 0, max: most }).map((n) => (n / 100).toFixed(2));

describe('the sums of a bill', () => {
  it('make its amount to the cent: received value, price and rate', () => {
    const line = fc.record({
      quantity: fc.integer({ min: -500, max: 5_000 }),
      unitPrice: cents(100_000),
      agreedBase: cents(700_000),
      receivedBase: cents(700_000),
      share: cents(10_000),
    });
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 8 }),
        cents(1_000_000),
        cents(1_500),
        (lines, charges, rate) => {
          const sums = sumBill(lines, charges, rate);
          const sum = (of: (one: (typeof sums)[number]) => string) =>
            sums.reduce((all, one) => all.plus(of(one)), new Decimal(0));
          expect(sum((one) => one.charge).toFixed(2)).toBe(new Decimal(charges).toFixed(2));
          for (const one of sums)
            expect(new Decimal(one.receivedBase).plus(one.priceBase).plus(one.rateBase).toFixed(4)).toBe(
              toBase(new Decimal(one.amount).plus(one.charge), rate),
            );
        },
      ),
    );
  });

  it('never use up more of a deposit than was paid, and all of it once everything is billed', () => {
    fc.assert(
      fc.property(
        cents(1_000_000),
        cents(2_000_000),
        fc.array(cents(500_000), { maxLength: 8 }),
        (paid, ordered, amounts) => {
          let [applied, billed] = [new Decimal(0), new Decimal(0)];
          for (const amount of amounts) {
            const used = depositOf({
              amount,
              ordered: ordered === '0.00' ? '1' : ordered,
              billedBefore: billed.toFixed(2),
              paid,
              applied: applied.toFixed(4),
            });
            expect(new Decimal(used).lte(amount)).toBe(true);
            applied = applied.plus(used);
            billed = billed.plus(amount);
            expect(applied.lte(paid)).toBe(true);
          }
        },
      ),
    );
  });
});
