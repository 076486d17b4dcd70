import { listAgeing, listBalances, listPayableBills } from '@tradewind/contract/finance.ts';
import * as calls from '@tradewind/contract/procurement.ts';
import { saveExchangeRate } from '@tradewind/contract/settings.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemContext } from '../../../core/context.ts';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { type Buying, openBuying } from '../../procurement/testing/buying.ts';
import { bookStock } from '../public.ts';
import { wrongsOf } from '../testing/ledger.ts';
import { ageingPage, payableBills } from './ageing.queries.ts';

let server: TestServer;
let b: Buying;
beforeAll(async () => {
  server = await testServer();
  b = await openBuying(server);
});
afterAll(() => server.close());

/** The moment at which people look: ages do not depend on when the test runs. */
const NOW = new Date('2026-11-20T10:00:00Z');
const ago = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString().slice(0, 10);
const ctx = () => ({ ...systemContext(b.main.companyId, 'test'), now: () => NOW });
const look = () => {
  const input = listAgeing.input.parse({ party: 'supplier' });
  return server.app.database.inCompany(ctx(), (tx) => ageingPage(tx, ctx(), input));
};
let references = 0;

/** An order of a hundred units at 10, received whole, and its only line. */
async function received(): Promise<{ orderId: number; lineId: number }> {
  const orderId = await b.purchase([[0, 100, '10']]);
  await b.receive(await b.place(orderId), [[0, 100]]);
  return { orderId, lineId: (await b.detail(orderId)).lines[0]?.id ?? 0 };
}
type Order = Awaited<ReturnType<typeof received>>;
/** A bill of so many units at 10, or a debit note; due so many days ago. */
async function bill({ orderId, lineId }: Order, quantity: number, dueAgo: number, currency = 'CNY'): Promise<number> {
  const lines = [{ lineId, quantity, unitPrice: '10' }];
  const days = { billedOn: ago(150), dueOn: ago(dueAgo) };
  const about = { orderId, reference: `R-${++references}`, currency, acceptReason: 'as agreed', ...days };
  return (await server.ok(calls.saveSupplierBill, { ...about, lines }, b.main)).id;
}
async function pay({ orderId }: Order, amount: string, billId?: number): Promise<void> {
  const request = { orderId, amount, ...(billId === undefined ? {} : { billId }) };
  const { id } = await server.ok(calls.requestSupplierPayment, request, b.main);
  await server.ok(calls.paySupplier, { id, paidOn: ago(1) }, b.main);
}
const ages = async () =>
  (await look()).rows.map((row) => [
    row.currency,
    ...[row.notDue, row.upTo30, row.upTo60, row.upTo90, row.older, row.total, row.against],
  ]);
/** By currency: what is open less what stands against it, and what the ledger says. */
async function bothSides() {
  const { rows } = await look();
  const { rows: balances } = await server.ok(listBalances, { party: 'supplier' }, b.main);
  const currencies = [...new Set(balances.map((row) => row.currency))].sort();
  return currencies.map((currency) => {
    const aged = rows.filter((row) => row.currency === currency);
    for (const row of aged) {
      const buckets = [row.notDue, row.upTo30, row.upTo60, row.upTo90, row.older].map(Number);
      expect(buckets.reduce((sum, one) => sum + one, 0)).toBeCloseTo(Number(row.total), 2);
    }
    const open = aged.reduce((sum, row) => sum + Number(row.total) - Number(row.against), 0);
    const owed = balances.filter((row) => row.currency === currency).reduce((sum, row) => sum - Number(row.closing), 0);
    return [currency, open.toFixed(2), owed.toFixed(2)];
  });
}

it('puts each bill of a supplier into the age of its own day, less payments and debit notes, and is the balance', async () => {
  await server.ok(saveExchangeRate, { currency: 'USD', onDay: '2020-01-01', toBase: '7', sure: true }, b.main);
  const order = await received();
  const dues = [-5, 0, 1, 30, 31, 60, 61, 90, 91, 120] as const;
  const ids: number[] = [];
  for (const [at, days] of dues.entries()) ids.push(await bill(order, at + 1, days));
  // Due today is not due yet; 30 days are the last of the first age.
  expect(await ages()).toEqual([['CNY', '30.00', '70.00', '110.00', '150.00', '190.00', '550.00', '0.00']]);
  await pay(order, '15', ids[1]);
  await pay(order, '40', ids[3]);
  await pay(order, '0.01', ids[9]);
  const paid = ['CNY', '15.00', '30.00', '110.00', '150.00', '189.99', '494.99', '0.00'];
  expect(await ages()).toEqual([paid]);
  expect(await bothSides()).toEqual([['CNY', '494.99', '494.99']]);
  // 20 off the oldest bills: the first of 10, the 5 left of the second, and 5 of the third.
  await bill(order, -2, 0);
  await b.tx((tx) => bookStock(tx, true));
  expect(await ages()).toEqual([['CNY', '0.00', '25.00', '110.00', '150.00', '189.99', '474.99', '0.00']]);
  expect(await bothSides()).toEqual([['CNY', '474.99', '474.99']]);
});

it('keeps currencies apart, and shows deposits and more than bills against them', async () => {
  const abroad = await received();
  await bill(abroad, 20, 45, 'USD');
  const credited = await received();
  await bill(credited, 3, 10);
  await bill(credited, -3, 10);
  const ahead = await received();
  await pay(ahead, '100');
  expect(await ages()).toEqual([
    ['CNY', '0.00', '25.00', '110.00', '150.00', '189.99', '474.99', '100.00'],
    ['USD', '0.00', '0.00', '200.00', '0.00', '0.00', '200.00', '0.00'],
  ]);
  // A note beyond all bills of its order: the supplier owes it.
  const note = await received();
  await bill(note, 5, 10);
  await pay(note, '50', (await server.ok(calls.purchaseMoney, { id: note.orderId }, b.main)).bills[0]?.id);
  await bill(note, -5, 10);
  expect((await ages())[0]).toEqual(['CNY', '0.00', '25.00', '110.00', '150.00', '189.99', '474.99', '150.00']);
  expect(await bothSides()).toEqual([
    ['CNY', '324.99', '324.99'],
    ['USD', '200.00', '200.00'],
  ]);
  const which = listPayableBills.input.parse({ supplierId: b.supplierId, currency: 'USD' });
  const bills = await server.app.database.inCompany(ctx(), (tx) => payableBills(tx, which));
  expect(bills.rows.map((row) => [row.left, row.dueOn, row.daysOverdue])).toEqual([['200.00', ago(45), 45]]);
  await b.tx((tx) => bookStock(tx, true));
  expect(await wrongsOf(server, b.main.companyId)).toEqual([]);
});
