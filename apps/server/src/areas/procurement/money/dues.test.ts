import { rights } from '@tradewind/contract/access/modules.ts';
import type { InputOf } from '@tradewind/contract/call.ts';
import { getWarehouseWarnData } from '@tradewind/contract/dashboard.ts';
import * as calls from '@tradewind/contract/procurement.ts';
import { closeInbounds } from '@tradewind/contract/warehouse.ts';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { Decimal } from '../../../core/money.ts';
import { brokenChecks } from '../../../testing/checks.ts';
import { type Person, type TestServer, testServer } from '../../../testing/harness.ts';
import { runs } from '../../../testing/property.ts';
import { bookStock } from '../../finance/public.ts';
import { type Buying, openBuying } from '../testing/buying.ts';

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

/** A day of the company, so many after today. Tests leave room for a day that ends meanwhile. */
const inDays = async (days: number) =>
  (
    await b.tx((tx) =>
      tx.row<{ day: string }>(sql`select (${dayOf(sql`${tx.now}`)} + ${sql.literal(days)})::text as day`),
    )
  )?.day ?? '';
const dues = async (filter: InputOf<typeof calls.listPurchaseDues> = {}, as: Person = b.main) =>
  (await server.ok(calls.listPurchaseDues, filter, as)).rows;
const parts = async (filter: InputOf<typeof calls.listPurchaseDues> = {}) =>
  (await dues(filter)).map((row) => [
    row.billReference ?? row.instalment?.when,
    row.amount,
    row.requested,
    row.paid,
    row.left,
  ]);
const THIRTY = [
  { percent: '30', when: 'order' as const },
  { percent: '70', when: 'receipt' as const, days: 30 },
];
async function ordered(packs = 10, more: Partial<InputOf<typeof calls.savePurchase>> = {}) {
  const id = await b.purchase([[0, packs, '10']], { terms: THIRTY, ...more });
  return { id, asn: await b.place(id) };
}
let bills = 0;
async function bill(orderId: number, quantity: number, more: Partial<InputOf<typeof calls.saveSupplierBill>> = {}) {
  const lineId = (await b.detail(orderId)).lines[0]?.id ?? 0;
  const lines = [{ lineId, quantity, unitPrice: '10' }];
  const head = { orderId, reference: `INV-${++bills}`, billedOn: await inDays(0), currency: 'CNY', acceptReason: 'x' };
  return server.ok(calls.saveSupplierBill, { ...head, lines, ...more }, b.main);
}
async function pay(orderId: number, amount: string, billId?: number) {
  const input = { orderId, amount, ...(billId ? { billId } : {}) };
  const { id } = await server.ok(calls.requestSupplierPayment, input, b.main);
  await server.ok(calls.paySupplier, { id, paidOn: await inDays(0) }, b.main);
}
const errorOf = ({ status, data }: { status: number; data: unknown }) => [status, (data as { error?: string }).error];

describe('what is due of an order', () => {
  it('are its instalments once it is placed, then bills, then nothing', async () => {
    const { id, asn } = await ordered();
    expect(await parts()).toEqual([
      ['order', '30.00', '0.00', '0.00', '30.00'],
      ['receipt', '70.00', '0.00', '0.00', '70.00'],
    ]);
    await server.ok(calls.requestSupplierPayment, { orderId: id, amount: '20' }, b.main);
    expect((await parts())[0]).toEqual(['order', '30.00', '20.00', '0.00', '30.00']);
    await pay(id, '10');
    expect((await parts())[0]).toEqual(['order', '30.00', '20.00', '10.00', '20.00']);
    const [requested] = (await server.ok(calls.purchaseMoney, { id }, b.main)).payments.slice(-1);
    await server.ok(calls.cancelSupplierPayment, { id: requested?.id ?? 0 }, b.main);
    await pay(id, '20');
    expect(await parts()).toEqual([['receipt', '70.00', '0.00', '0.00', '70.00']]);
    await b.receive(asn, [[0, 10]]);
    // Half of the goods: half of the deposit is used up, and the other half of the price has no bill yet.
    const first = await bill(id, 5, { reference: 'HALF', dueOn: '2020-01-01' });
    expect(await parts()).toEqual([
      ['HALF', '35.00', '0.00', '0.00', '35.00'],
      ['receipt', '35.00', '0.00', '0.00', '35.00'],
    ]);
    await pay(id, '35', first.id);
    const rest = await bill(id, 5, { reference: 'REST' });
    expect(await parts()).toEqual([['REST', '35.00', '0.00', '0.00', '35.00']]);
    await pay(id, '35', rest.id);
    expect(await parts()).toEqual([]);
  });

  it('is what came of an order that is closed short, and nothing of a cancelled one', async () => {
    const { id, asn } = await ordered();
    await b.receive(asn, [[0, 4]]);
    await server.ok(closeInbounds, { ids: [asn] }, b.main);
    await server.ok(calls.closePurchase, { id, reason: 'Sold out' }, b.main);
    expect(await parts()).toEqual([
      ['order', '12.00', '0.00', '0.00', '12.00'],
      ['receipt', '28.00', '0.00', '0.00', '28.00'],
    ]);
    const gone = await ordered();
    await server.ok(calls.cancelPurchase, { id: gone.id, reason: 'Too dear' }, b.main);
    expect((await dues()).map((row) => row.orderId)).not.toContain(gone.id);
  });

  it('is lowered by a debit note, the oldest bill first', async () => {
    const { id, asn } = await ordered(10, { terms: [] });
    await b.receive(asn, [[0, 10]]);
    await bill(id, 4, { reference: 'OLD' });
    await bill(id, 6, { reference: 'NEW' });
    await bill(id, -5, { reference: 'NOTE' });
    expect(await parts()).toEqual([['NEW', '50.00', '0.00', '0.00', '50.00']]);
  });

  it('makes its price less what was paid, whatever comes first', async () => {
    const act = fc.record({
      kind: fc.constantFrom('deposit', 'bill', 'payBill'),
      part: fc.integer({ min: 1, max: 100 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 8 }), async (acts) => {
        const { id, asn } = await ordered(20, {
          terms: [
            { percent: '33.3', when: 'order' },
            { percent: '33.3', when: 'dispatch' },
            { percent: '33.4', when: 'monthEnd', days: 10 },
          ],
        });
        await b.receive(asn, [[0, 20]]);
        for (const { kind, part } of acts) {
          const { match, bills: own } = await server.ok(calls.purchaseMoney, { id }, b.main);
          if (kind === 'deposit') {
            const open = (await dues()).filter((row) => row.orderId === id && row.instalment);
            const left = open.reduce((sum, row) => sum.plus(row.unrequested), new Decimal(0));
            const amount = left.times(part).div(100).toFixed(2);
            if (Number(amount) > 0) await pay(id, amount);
          } else if (kind === 'bill') {
            const units = Math.ceil(((20 - (match[0]?.billed ?? 0)) * part) / 100);
            if (units > 0) await bill(id, units);
          } else {
            const open = (await dues()).find((row) => row.orderId === id && own.some((one) => one.id === row.billId));
            const amount = new Decimal(open?.unrequested ?? 0).times(part).div(100).toFixed(2);
            if (open?.billId && Number(amount) > 0) await pay(id, amount, open.billId);
          }
          const rows = (await dues({ pageSize: 200 })).filter((row) => row.orderId === id);
          const left = rows.reduce((sum, row) => sum.plus(row.left), new Decimal(0));
          const { paid } = await server.ok(calls.purchaseMoney, { id }, b.main);
          expect(left.toFixed(2)).toBe(new Decimal(200).minus(paid).toFixed(2));
        }
      }),
      { numRuns: runs(4, 60) },
    );
  });
});

describe('the list of payments due', () => {
  /** Bills of ten each by when they are due. */
  async function billed() {
    const { id, asn } = await ordered(40, { terms: [] });
    await b.receive(asn, [[0, 40]]);
    for (const [reference, days] of [
      ['LATE', -10],
      ['SOON', 3],
      ['MONTH', 20],
      ['FAR', 60],
    ] as const)
      await bill(id, 1, { reference, dueOn: await inDays(days) });
    await bill(id, 1, { reference: 'NEVER', dueOn: null });
    return id;
  }

  it('is sorted by day, and has windows, totals and choices', async () => {
    const id = await billed();
    const dollars = await server.ok(calls.saveSupplier, { nameEn: 'Glass Works', currency: 'USD' }, b.main);
    await b.place(
      await b.purchase([[0, 5, '2']], { supplierId: dollars.id, terms: [{ percent: '100', when: 'order' }] }),
    );
    const references = async (filter: InputOf<typeof calls.listPurchaseDues>) =>
      (await dues(filter)).map((row) => row.billReference ?? row.currency);
    expect(await references({})).toEqual(['LATE', 'USD', 'SOON', 'MONTH', 'FAR', 'NEVER']);
    expect(await references({ due: 'overdue', supplierId: b.supplierId })).toEqual(['LATE']);
    expect(await references({ due: 'week', supplierId: b.supplierId })).toEqual(['SOON']);
    expect(await references({ due: 'month', supplierId: b.supplierId })).toEqual(['SOON', 'MONTH']);
    expect(await references({ currency: 'USD' })).toEqual(['USD']);
    expect(await references({ text: 'mon' })).toEqual(['MONTH']);
    const { number } = await b.detail(id);
    expect(await references({ text: number.toLowerCase() })).toHaveLength(5);
    expect([10, 11]).toContain((await dues({ due: 'overdue', supplierId: b.supplierId }))[0]?.daysOverdue);
    const tabs = await server.ok(calls.purchaseDueTabs, {}, b.main);
    expect(tabs.counts.all).toBe(6);
    expect(tabs.suppliers.map((one) => one.nameEn)).toEqual(['Glass Works', 'Potter']);
    expect(tabs.currencies).toEqual(['CNY', 'USD']);
    const totals = await server.ok(calls.purchaseDueTotals, { due: 'month', supplierId: b.supplierId }, b.main);
    expect(totals.rows).toEqual([{ currency: 'CNY', amount: '20.00', requested: '0.00', paid: '0.00', left: '20.00' }]);
  });

  it('leaves late goods out of what is overdue: their day is only planned', async () => {
    await ordered(10, { expectedOn: await inDays(-90), terms: [{ percent: '100', when: 'receipt', days: 30 }] });
    expect(await dues({ due: 'overdue' })).toEqual([]);
    expect(await dues()).toMatchObject([{ planned: true, daysOverdue: 0 }]);
  });

  it('requests what is ticked of one supplier at one press, once', async () => {
    const id = await billed();
    const [late, soon] = await dues();
    await server.ok(calls.requestSupplierPayment, { orderId: id, billId: late?.billId ?? 0, amount: '4' }, b.main);
    const ids = [late?.id ?? 0, soon?.id ?? 0];
    const press = { ids, idempotencyKey: 'one-press-of-a-button' };
    expect(await server.ok(calls.requestDuePayments, press, b.main)).toEqual({ done: 2, failed: [] });
    expect(await server.ok(calls.requestDuePayments, press, b.main)).toEqual({ done: 2, failed: [] });
    const { payments } = await server.ok(calls.purchaseMoney, { id }, b.main);
    expect(payments.map((one) => [one.billNumber === null, one.amount, one.dueOn])).toEqual([
      [false, '10.0000', soon?.dueOn],
      [false, '6.0000', late?.dueOn],
      [false, '4.0000', late?.dueOn],
    ]);
    // Nothing is left to request, and the money is still due.
    const again = await server.ok(calls.requestDuePayments, { ids }, b.main);
    expect([again.done, again.failed.map((one) => one.error)]).toEqual([
      0,
      ['procurement.dueRequested', 'procurement.dueRequested'],
    ]);
    expect((await parts()).slice(0, 2)).toEqual([
      ['LATE', '10.00', '10.00', '0.00', '10.00'],
      ['SOON', '10.00', '10.00', '0.00', '10.00'],
    ]);
  });

  it('requests nothing of two suppliers at once', async () => {
    await ordered();
    const other = await server.ok(calls.saveSupplier, { nameEn: 'Glass Works', currency: 'CNY' }, b.main);
    await b.place(await b.purchase([[0, 5, '2']], { supplierId: other.id, terms: THIRTY }));
    const answer = await server.call(calls.requestDuePayments, { filter: {} }, b.main);
    expect(errorOf(answer)).toEqual([409, 'procurement.dueSuppliers']);
  });

  it('and its numbers are for those who see costs, in their warehouses', async () => {
    await ordered();
    await bill((await ordered()).id, 1, { dueOn: await inDays(-10) });
    const view = [rights.purchaseOrder.view];
    const blind = await server.member(b.main.companyId, view);
    expect(await dues({}, blind)).toEqual([]);
    expect((await server.ok(calls.purchaseDueTotals, {}, blind)).rows).toEqual([]);
    expect((await server.ok(getWarehouseWarnData, {}, blind)).payments).toEqual({ overdue: 0, week: 0 });
    const seeing = async (...warehouseIds: number[]) => {
      const member = await server.member(b.main.companyId, view);
      const own = [b.main.companyId, member.userId];
      const { owner } = server.app.database;
      await owner.query(`insert into user_base_permission values ($1, $2, 'seeCost')`, own);
      const scope = `insert into user_scope (company_id, user_id, kind, target_id) select $1, $2, 'warehouse', unnest($3::bigint[])`;
      await owner.query(scope, [...own, warehouseIds]);
      return member;
    };
    expect(await dues({}, await seeing())).toEqual([]);
    const buyer = await seeing(b.warehouseId);
    expect((await dues({}, buyer)).length).toBeGreaterThan(0);
    expect((await server.ok(getWarehouseWarnData, {}, buyer)).payments.overdue).toBeGreaterThan(0);
  });
});
