import { rights } from '@tradewind/contract/access/modules.ts';
import * as calls from '@tradewind/contract/procurement.ts';
import { describeReport, getBalanceRecord, getCostStatementYue, runReport } from '@tradewind/contract/reports.ts';
import * as warehouse from '@tradewind/contract/warehouse.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/harness.ts';
import { type Buying, openBuying } from '../procurement/testing/buying.ts';
import { opensIntoLines } from './reports.testing.ts';
import { ask, figuresOf, totalsOf } from './stock.testing.ts';

let server: TestServer;
let b: Buying;
const days = { from: '2026-01-01', to: '2027-12-31' };

/** An order that is received at once: of its first line so many units. */
async function bought(packs: [number, number, string][], more: object, received: number): Promise<number> {
  const id = await b.purchase(packs, more);
  const asn = await b.place(id);
  await b.receive(asn, [[0, received]]);
  await server.ok(warehouse.closeInbounds, { ids: [asn] }, b.main);
  return id;
}

beforeAll(async () => {
  server = await testServer();
  b = await openBuying(server);
  // In time and whole; then late and short; then one that promises nothing.
  const whole = await bought([[0, 10, '10']], { expectedOn: '2099-01-01' }, 10);
  const short = await bought([[1, 8, '4']], { expectedOn: '2099-01-01' }, 5);
  await server.app.database.owner.query(
    `update purchase_order set expected_on = '2020-01-01' where company_id = $1 and id = $2`,
    [b.main.companyId, short],
  );
  await server.app.database.owner.query('update purchase_line set promised_on = null where company_id = $1', [
    b.main.companyId,
  ]);
  await server.ok(calls.closePurchase, { id: short, reason: 'Sold out' }, b.main);
  const { rows } = await server.app.database.owner.query(
    'select l.id, current_date::text as day from purchase_line l where company_id = $1 and order_id = $2',
    [b.main.companyId, whole],
  );
  const head = { orderId: whole, reference: 'INV-R', billedOn: rows[0].day, currency: 'CNY', acceptReason: 'Agreed' };
  await server.ok(
    calls.saveSupplierBill,
    { ...head, lines: [{ lineId: rows[0].id, quantity: 10, unitPrice: '11' }] },
    b.main,
  );
  const { rows: receipts } = await server.app.database.owner.query(
    `select t.id from inbound_receipt t join inbound i on i.company_id = t.company_id and i.id = t.inbound_id where t.company_id = $1 and i.source_id = $2`,
    [b.main.companyId, whole],
  );
  const back = await server.ok(
    calls.saveSupplierReturn,
    {
      ...{ supplierId: b.supplierId, warehouseId: b.warehouseId, remedy: 'debitNote' },
      lines: [
        {
          productId: b.productIds[0] ?? 0,
          condition: 'good',
          quantity: 2,
          reason: 'defective',
          receiptId: receipts[0].id,
        },
      ],
    },
    b.main,
  );
  await server.ok(calls.submitSupplierReturn, { id: back.id }, b.main);
  await server.ok(calls.shipSupplierReturn, { id: back.id }, b.main);
});
afterAll(() => server.close());

it('says what suppliers made of the orders', async () => {
  const found = await ask(server, b.main, 'purchase', {
    ...days,
    dimensions: ['supplier', 'product'],
    sort: 'ordered',
  });
  const [first, second] = figuresOf(found);
  const whole = {
    supplier: String(b.supplierId),
    ordered: 10,
    received: 10,
    inTime: 10,
    inTimeRate: 100,
    short: 0,
    returnedUnits: 2,
    returnRate: 20,
    spent: 110,
  };
  expect(first).toEqual({ ...whole, product: String(b.productIds[0]) });
  expect(second).toMatchObject({
    ordered: 8,
    received: 5,
    inTime: 0,
    inTimeRate: 0,
    short: 3,
    returnedUnits: 0,
    spent: 0,
  });
  expect(totalsOf(found)).toMatchObject({
    ordered: 18,
    received: 15,
    inTime: 10,
    inTimeRate: 66.7,
    short: 3,
    spent: 110,
  });
  expect(found.rows[0]?.labels[0]).toBe('Potter');
  const months = await ask(server, b.main, 'purchase', { ...days, dimensions: ['month'] });
  expect(totalsOf(months)).toEqual(totalsOf(found));
});

it('opens into the lines of purchase orders', () => opensIntoLines(server, b.main, 'purchase', days));

it('shows what was spent only to whoever may see costs', async () => {
  const buyer = await server.member(b.main.companyId, [rights.movementReport.view]);
  const { measures } = await server.ok(describeReport, { report: 'purchase' }, buyer);
  expect(measures.map(({ name }) => name)).not.toContain('spent');
  const requested = { report: 'purchase', ...days, dimensions: [], measures: ['spent'] } as const;
  expect((await server.call(runReport, { ...requested, dimensions: [], measures: ['spent'] }, buyer)).status).toBe(400);
});

it('lists balances and the cost statement under the names of the specification', async () => {
  const { list, total } = await server.ok(getBalanceRecord, {}, b.main);
  expect(list.length).toBe(total);
  const owed = list.find(({ account }) => account === 'supplier_payable');
  expect(owed).toMatchObject({ party: 'supplier', name: 'Potter', currency: 'CNY' });
  expect(Number(owed?.opening) + Number(owed?.increase) + Number(owed?.decrease)).toBe(Number(owed?.closing));
  const page = await server.ok(getBalanceRecord, { pageNum: 2, pageSize: total }, b.main);
  expect(page.list).toEqual([]);
  expect(await server.ok(getCostStatementYue, {}, b.main)).toEqual({ list: [], total: 0 });
  const clerk = await server.member(b.main.companyId, [rights.balance.view, rights.providerReconciliation.view]);
  expect((await server.call(getCostStatementYue, {}, clerk)).status).toBe(403);
  expect((await server.ok(getBalanceRecord, {}, clerk)).list.map(({ account }) => account)).not.toContain(
    'supplier_payable',
  );
});
