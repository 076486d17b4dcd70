import { rights } from '@tradewind/contract/access/modules.ts';
import { decideApprovals, editUserAuditSettings, listApprovals } from '@tradewind/contract/approvals.ts';
import type { InputOf } from '@tradewind/contract/call.ts';
import * as calls from '@tradewind/contract/procurement.ts';
import { saveExchangeRate } from '@tradewind/contract/settings.ts';
import { adjustStock } from '@tradewind/contract/stock.ts';
import * as warehouse from '@tradewind/contract/warehouse.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';
import { brokenChecks } from '../../../testing/checks.ts';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { bookStock } from '../../finance/public.ts';
import { moveStock } from '../../stock/public.ts';
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
/** An order of the first product, received whole: so many of it damaged. */
async function received(packs: number, price = '10', damaged = 0): Promise<number> {
  const id = await b.purchase([[0, packs, price]]);
  const asn = await b.place(id);
  const { lines } = await server.ok(warehouse.getInbound, { id: asn }, b.main);
  const lineId = lines[0]?.id ?? 0;
  const goods = [
    ...(packs > damaged ? [{ lineId, quantity: packs - damaged }] : []),
    ...(damaged > 0 ? [{ lineId, quantity: damaged, condition: 'damaged' as const }] : []),
  ];
  await server.ok(warehouse.receiveInboundCall, { id: asn, goods }, b.main);
  return id;
}
/** What is left to pay the supplier. */
const left = async () =>
  Number((await server.ok(calls.purchaseDueTotals, {}, b.main)).rows.find((row) => row.currency === 'CNY')?.left ?? 0);
async function leave(units: number): Promise<void> {
  const bin = await b.tx((tx) =>
    tx.row<{ id: number }>(sql`select location_id as id from bin_stock
      where company_id = ${sql.company} and product_id = ${b.productIds[0] ?? 0} and condition = 'good' and on_hand > 0`),
  );
  const lines = [{ productId: b.productIds[0] ?? 0, locationId: bin?.id ?? 0, delta: -units }];
  await server.ok(adjustStock, { warehouseId: b.warehouseId, reason: 'lost', lines }, b.main);
}
let bills = 0;
async function bill(orderId: number, quantity: number, unitPrice: string, currency = 'CNY'): Promise<number> {
  const lineId = (await b.detail(orderId)).lines[0]?.id ?? 0;
  const head = { orderId, reference: `INV-${++bills}`, billedOn: await today(), currency, acceptReason: 'Agreed' };
  const { id } = await server.ok(calls.saveSupplierBill, { ...head, lines: [{ lineId, quantity, unitPrice }] }, b.main);
  return id;
}
type Line = Partial<InputOf<typeof calls.saveSupplierReturn>['lines'][number]>;
const input = (lines: Line[], remedy: calls.ReturnRemedy = 'debitNote') => ({
  ...{ supplierId: b.supplierId, warehouseId: b.warehouseId, remedy },
  lines: lines.map((line) => ({
    ...{ productId: b.productIds[0] ?? 0, condition: 'good' as const, quantity: 1, reason: 'defective' as const },
    ...line,
  })),
});
/** A return that is approved. */
async function drawn(lines: Line[], remedy?: calls.ReturnRemedy): Promise<number> {
  const { id } = await server.ok(calls.saveSupplierReturn, input(lines, remedy), b.main);
  await server.ok(calls.submitSupplierReturn, { id }, b.main);
  return id;
}
async function shipped(lines: Line[], remedy?: calls.ReturnRemedy): Promise<number> {
  const id = await drawn(lines, remedy);
  await server.ok(calls.shipSupplierReturn, { id }, b.main);
  return id;
}
const detail = (id: number) => server.ok(calls.getSupplierReturn, { id }, b.main);
const settle = async (id: number, amount: string, more: Partial<InputOf<typeof calls.settleSupplierReturn>> = {}) =>
  server.call(calls.settleSupplierReturn, { id, amount, onDay: await today(), ...more }, b.main);
const balances = async () => {
  await b.tx((tx) => bookStock(tx, true));
  const rows = await b.tx((tx) =>
    tx.rows<{ account: string; base: string }>(sql`select account, sum(base_amount)::numeric(18, 2)::text as base
      from ledger_line where company_id = ${sql.company} group by account having sum(base_amount) <> 0 order by account`),
  );
  return Object.fromEntries(rows.map((row) => [row.account, row.base]));
};
const layers = async () => {
  const rows = await b.tx((tx) =>
    tx.rows<{ value: string }>(sql`select remaining || ' @ ' || trim_scale(unit_cost) as value from cost_layer
      where company_id = ${sql.company} and product_id = ${b.productIds[0] ?? 0} order by id`),
  );
  return rows.map((row) => row.value);
};

describe('a return', () => {
  it('takes the newest receipts of its supplier, and never more than they have left', async () => {
    await received(4);
    await received(3, '12');
    const id = await drawn([{ quantity: 5 }]);
    const { lines, amount } = await detail(id);
    expect(lines.map((line) => [line.quantity, line.unitCredit])).toEqual([
      [3, '12'],
      [2, '10'],
    ]);
    expect(amount).toBe('56');
    const receiptId = lines[1]?.receiptId;
    const again = await server.call(calls.saveSupplierReturn, input([{ quantity: 3, receiptId }]), b.main);
    expect(errorOf(again)).toEqual([400, 'lines.0.quantity']);
    const unknown = await server.call(calls.saveSupplierReturn, input([{ receiptId: null }]), b.main);
    expect(errorOf(unknown)).toEqual([400, 'lines.0.unitCredit']);
    const { receipts, stock } = await server.ok(
      calls.returnOptions,
      { supplierId: b.supplierId, warehouseId: b.warehouseId, productId: b.productIds[0] ?? 0 },
      b.main,
    );
    expect(receipts.map((row) => row.left)).toEqual([2]);
    expect(stock).toMatchObject([{ condition: 'good', free: 7 }]);
    await server.ok(calls.cancelSupplierReturn, { id, reason: 'Agreed a discount' }, b.main);
    await server.ok(calls.saveSupplierReturn, input([{ quantity: 3, receiptId }]), b.main);
  });

  it('takes the layer of its receipt, the oldest one where that is sold, and its debit note ends a bill', async () => {
    await received(10, '8');
    const id = await received(10, '10');
    const billId = await bill(id, 10, '10');
    await leave(15);
    expect(await layers()).toEqual(['0 @ 8', '5 @ 10']);
    const back = await shipped([{ quantity: 3 }]);
    expect(await layers()).toEqual(['0 @ 8', '2 @ 10']);
    expect(await balances()).toMatchObject({ stock_value: '20.00', supplier_payable: '-70.00' });
    expect((await server.ok(calls.returnBills, { id: back }, b.main)).rows).toMatchObject([{ open: '100.0000' }]);
    expect(errorOf(await settle(back, '30'))).toEqual([400, 'billId']);
    expect((await settle(back, '30', { billId, reference: 'CN-7' })).data).toEqual({ state: 'settled' });
    expect(await balances()).toMatchObject({ supplier_payable: '-70.00', stock_received: '-80.00' });
    const money = await server.ok(calls.purchaseMoney, { id }, b.main);
    expect(money.bills).toMatchObject([{ amount: '100.0000', credited: '30.0000' }]);
    const pay = (amount: string) => server.call(calls.requestSupplierPayment, { orderId: id, billId, amount }, b.main);
    expect(errorOf(await pay('70.01'))).toEqual([400, 'amount']);
    expect((await pay('70')).status).toBe(200);
    expect(errorOf(await settle(back, '1', { billId }))).toEqual([409, 'procurement.returnState.settled']);
  });

  it('books what the supplier credits above or below the cost of the units as a difference', async () => {
    await received(10, '8');
    const id = await received(10, '10');
    const billId = await bill(id, 10, '10');
    await leave(10);
    await received(1, '9');
    const receipt = (await detail(await drawn([{ quantity: 1 }]))).lines[0]?.receiptId;
    expect(receipt).toBeTruthy();
    // Ten of the second receipt are there. Credited with 11 they are worth 1 more than they cost.
    const found = await server.ok(
      calls.returnOptions,
      { warehouseId: b.warehouseId, productId: b.productIds[0] ?? 0 },
      b.main,
    );
    const second = found.receipts.find((row) => row.unitPrice === '10');
    const back = await shipped([{ quantity: 4, receiptId: second?.id ?? 0, unitCredit: '11' }]);
    expect(await balances()).toMatchObject({ purchase_difference: '-4.00', supplier_payable: '-56.00' });
    expect((await settle(back, '20', { billId, last: false })).data).toEqual({ state: 'shipped' });
    expect((await detail(back)).open).toBe('24.00');
    expect((await settle(back, '19.5', { billId })).data).toEqual({ state: 'settled' });
    expect(await balances()).toMatchObject({ purchase_difference: '0.50', supplier_payable: '-60.50' });
  });

  it('lowers the quality of its supplier, and refused units count once', async () => {
    await received(10, '10', 2);
    const quality = async () => (await server.ok(calls.supplierRecord, { id: b.supplierId }, b.main)).quality;
    expect(await quality()).toBe(0.8);
    await shipped([
      { quantity: 2, condition: 'damaged' },
      { quantity: 3, reason: 'wrongGoods' },
      { quantity: 1, reason: 'tooMany' },
    ]);
    expect(await quality()).toBe(0.5);
  });

  it('of units refused on receipt clears what was billed for them', async () => {
    const id = await received(10, '10', 4);
    const billId = await bill(id, 10, '10');
    expect(await balances()).toEqual({ stock_received: '40.00', stock_value: '60.00', supplier_payable: '-100.00' });
    const back = await shipped([{ quantity: 4, condition: 'damaged', reason: 'failedCheck' }]);
    await settle(back, '40', { billId });
    expect(await balances()).toEqual({ stock_value: '60.00', supplier_payable: '-60.00' });
    const bins = await b.tx((tx) =>
      tx.row<{ units: number }>(sql`select coalesce(sum(on_hand), 0)::int as units from bin_stock
        where company_id = ${sql.company} and condition = 'damaged'`),
    );
    expect(bins?.units).toBe(0);
  });

  it('whose money comes back at another rate parts price and rate', async () => {
    b = await openBuying(server, 'USD');
    const day = await today();
    const rate = (toBase: string) =>
      server.ok(saveExchangeRate, { currency: 'USD', onDay: day, toBase, sure: true }, b.main);
    await rate('7');
    await received(10);
    const back = await shipped([{ quantity: 2 }], 'refund');
    expect(await balances()).toMatchObject({ supplier_prepaid: '140.00', stock_value: '560.00' });
    await rate('7.2');
    expect((await settle(back, '20')).data).toEqual({ state: 'settled' });
    expect(await balances()).toEqual({
      ...{ cash: '144.00', fx_difference: '-4.00', stock_received: '-700.00', stock_value: '560.00' },
    });
  });

  it('that is undone leaves stock, layers and books as they were, and can be shipped again', async () => {
    await received(5, '8');
    await received(5, '10');
    const before = [await layers(), await balances()];
    const id = await shipped([{ quantity: 7 }]);
    expect(await layers()).toEqual(['3 @ 8', '0 @ 10']);
    await server.ok(calls.undoSupplierReturn, { id }, b.main);
    expect([await layers(), await balances()]).toEqual(before);
    const { state, history } = await detail(id);
    expect([state, history[0]?.event]).toEqual(['approved', 'undone']);
    const reopened = await server.call(calls.reopenSupplierReturn, { id }, b.main);
    expect(reopened.status).toBe(409);
    await server.ok(calls.shipSupplierReturn, { id }, b.main);
    expect(await layers()).toEqual(['3 @ 8', '0 @ 10']);
    await settle(id, '10', { last: false, billId: await bill(await received(5), 5, '10') });
    const late = await server.call(calls.undoSupplierReturn, { id }, b.main);
    expect(errorOf(late)).toEqual([409, 'procurement.returnSettledPart']);
  });

  it('owes again once its settlement is undone, the newest one first, and books the counterpart', async () => {
    const order = await received(10);
    const billId = await bill(order, 10, '10');
    const id = await shipped([{ quantity: 4 }]);
    const [before, dues] = [await balances(), await left()];
    await settle(id, '15', { last: false, billId });
    await settle(id, '20', { billId });
    expect(await left()).toBe(65);
    const [last, first] = (await detail(id)).settlements;
    expect([last?.mayUndo, first?.mayUndo]).toEqual([true, false]);
    const undo = (settlementId = 0) =>
      server.call(calls.undoSupplierSettlement, { id: settlementId, reason: 'Of another bill' }, b.main);
    expect(errorOf(await undo(first?.id))).toEqual([409, 'procurement.settlementStands']);
    expect((await undo(last?.id)).data).toEqual({ state: 'shipped' });
    expect(errorOf(await undo(last?.id))).toEqual([409, 'procurement.settlementStands']);
    const open = await detail(id);
    expect([open.state, open.open, open.history[0]?.event, open.history[0]?.detail?.reason]).toEqual([
      'shipped',
      '25.00',
      'settlementUndone',
      'Of another bill',
    ]);
    await undo(first?.id);
    expect([await balances(), await left()]).toEqual([before, dues]);
    await settle(id, '40', { billId });
    expect((await detail(id)).state).toBe('settled');
    expect(await left()).toBe(60);
  });

  it('refuses units that are promised, and shows where the others lie', async () => {
    await received(5);
    const id = await drawn([{ quantity: 3 }]);
    const about = { warehouseId: b.warehouseId, productId: b.productIds[0] ?? 0, docKind: 'test', docId: 1 };
    const reserve = (reserved: number, step: string) =>
      b.tx((tx) => moveStock(tx, [{ ...about, reserved, reason: 'reservation', step }]));
    await reserve(3, 'hold');
    const answer = await server.call(calls.shipSupplierReturn, { id }, b.main);
    expect(errorOf(answer)).toEqual([409, 'procurement.returnShort']);
    expect((await detail(id)).lines[0]?.places).toMatchObject([{ quantity: 5 }]);
    await reserve(-3, 'release');
    await server.ok(calls.shipSupplierReturn, { id }, b.main);
  });

  it('keeps its receipt: nobody undoes it meanwhile', async () => {
    const order = await received(5);
    await drawn([{ quantity: 2 }]);
    const [asn] = (await b.detail(order)).asns;
    const { receipts } = await server.ok(warehouse.getInbound, { id: asn?.id ?? 0 }, b.main);
    const undone = await server.call(warehouse.undoReceiptCall, { receiptId: receipts[0]?.id ?? 0 }, b.main);
    expect(errorOf(undone)).toEqual([409, 'procurement.receiptReturned']);
  });
});

describe('a replacement', () => {
  const asnOf = async (id: number) => (await detail(id)).asns[0]?.id ?? 0;

  it('comes at the cost of what went back, without a new debt, and settles the return', async () => {
    const order = await received(10);
    await bill(order, 10, '10');
    const back = await shipped([{ quantity: 3 }], 'replacement');
    expect(await balances()).toEqual({
      ...{ stock_value: '70.00', supplier_payable: '-100.00', supplier_prepaid: '30.00' },
    });
    const asn = await asnOf(back);
    await b.receive(asn, [[0, 1]]);
    expect(await detail(back)).toMatchObject({ state: 'shipped', lines: [{ replaced: 1 }] });
    const [second = 0] = await b.receive(asn, [[0, 2]]);
    expect((await detail(back)).state).toBe('settled');
    expect(await balances()).toEqual({ stock_value: '100.00', supplier_payable: '-100.00' });
    await server.ok(warehouse.undoReceiptCall, { receiptId: second }, b.main);
    expect(await detail(back)).toMatchObject({ state: 'shipped', lines: [{ replaced: 1 }] });
    expect(await balances()).toMatchObject({ stock_value: '80.00', supplier_prepaid: '20.00' });
  });

  it('that was given up is expected again once that is undone; new units are not undone so', async () => {
    await received(5);
    const id = await shipped([{ quantity: 4 }], 'replacement');
    await settle(id, '0');
    const [closed] = (await detail(id)).settlements;
    await server.ok(calls.undoSupplierSettlement, { id: closed?.id ?? 0, reason: 'They come' }, b.main);
    expect((await detail(id)).state).toBe('shipped');
    const asn = await server.ok(calls.createReturnAsn, { id }, b.main);
    await b.receive(asn.id, [[0, 4]]);
    const [came] = (await detail(id)).settlements;
    expect([came?.units, came?.mayUndo]).toEqual([4, false]);
    const undone = await server.call(calls.undoSupplierSettlement, { id: came?.id ?? 0, reason: 'x' }, b.main);
    expect(errorOf(undone)).toEqual([409, 'procurement.settlementStands']);
  });

  it('that stays short is expected again or given up', async () => {
    await received(10);
    const back = await shipped([{ quantity: 3 }], 'replacement');
    const asn = await asnOf(back);
    await b.receive(asn, [[0, 1]]);
    expect(errorOf(await settle(back, '0'))).toEqual([409, 'procurement.asnOpen']);
    expect(errorOf(await server.call(calls.createReturnAsn, { id: back }, b.main))).toEqual([
      409,
      'procurement.asnOpen',
    ]);
    await server.ok(warehouse.closeInbounds, { ids: [asn] }, b.main);
    await server.ok(calls.createReturnAsn, { id: back }, b.main);
    expect((await detail(back)).asns).toMatchObject([{ units: 2 }, { units: 3, received: 1 }]);
    expect(errorOf(await settle(back, '5'))).toEqual([400, 'amount']);
    expect((await settle(back, '0')).data).toEqual({ state: 'settled' });
    expect(await balances()).toEqual({
      ...{ purchase_difference: '20.00', stock_received: '-100.00', stock_value: '80.00' },
    });
  });

  it('that nobody has received yet is undone with its ASN', async () => {
    await received(10);
    const back = await shipped([{ quantity: 3 }], 'replacement');
    await server.ok(calls.undoSupplierReturn, { id: back }, b.main);
    expect(await balances()).toEqual({ stock_received: '-100.00', stock_value: '100.00' });
    expect((await detail(back)).asns[0]?.state).toBe('cancelled');
  });
});

describe('the course of a return', () => {
  it('follows the workflow of purchase orders, and shows no prices to people who may not see costs', async () => {
    await received(5);
    const chief = await server.member(b.main.companyId, [
      rights.approval.view,
      rights.approval.approve,
      rights.approval.reject,
    ]);
    await server.ok(editUserAuditSettings, { modelId: rights.purchaseOrder.id, Approval: chief.userId }, b.main);
    const id = await drawn([{ quantity: 2 }]);
    expect((await detail(id)).state).toBe('reviewing');
    expect(errorOf(await server.call(calls.shipSupplierReturn, { id }, b.main))).toEqual([
      409,
      'procurement.returnState.reviewing',
    ]);
    const { rows } = await server.ok(listApprovals, { tab: 'todo' }, chief);
    await server.ok(decideApprovals, { ids: rows.map((row) => row.id), aud: 'approved' }, chief);
    expect((await detail(id)).state).toBe('approved');
    const clerk = await server.member(b.main.companyId, [rights.purchaseOrder.view, rights.purchaseOrder.return]);
    await server.app.database.owner.query(
      `insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, 'warehouse', $3)`,
      [clerk.companyId, clerk.userId, b.warehouseId],
    );
    const shown = await server.ok(calls.getSupplierReturn, { id }, clerk);
    expect([shown.amount, shown.lines[0]?.unitCredit, shown.open]).toEqual([null, null, null]);
    await server.ok(calls.shipSupplierReturn, { id, carrier: 'SF', trackingNumber: 'sf1' }, clerk);
    expect(await detail(id)).toMatchObject({ state: 'shipped', trackingNumber: 'SF1' });
  });

  it('is edited and deleted as a draft alone', async () => {
    await received(5);
    const { id } = await server.ok(calls.saveSupplierReturn, input([{ quantity: 2 }]), b.main);
    const { version, lines } = await detail(id);
    const receiptId = lines[0]?.receiptId ?? null;
    const edit = { ...input([{ quantity: 5, receiptId, reason: 'wrongGoods' }], 'refund'), id };
    await server.ok(calls.saveSupplierReturn, { ...edit, version }, b.main);
    expect(await detail(id)).toMatchObject({ remedy: 'refund', units: 5, lines: [{ reason: 'wrongGoods' }] });
    const stale = await server.call(calls.saveSupplierReturn, { ...edit, version }, b.main);
    expect(errorOf(stale)).toEqual([409, 'core.stale']);
    await server.ok(calls.submitSupplierReturn, { id }, b.main);
    const kept = await server.ok(calls.deleteSupplierReturns, { ids: [id] }, b.main);
    expect(kept).toMatchObject({ done: 0, failed: [{ error: 'procurement.notDraft' }] });
    await server.ok(calls.reopenSupplierReturn, { id }, b.main);
    expect(await server.ok(calls.deleteSupplierReturns, { ids: [id] }, b.main)).toMatchObject({ done: 1 });
  });

  it('begins with the refused units of a receipt, and prints its note in both languages', async () => {
    const order = await received(6, '10', 2);
    const [asn] = (await b.detail(order)).asns;
    const { receipts } = await server.ok(warehouse.getInbound, { id: asn?.id ?? 0 }, b.main);
    const damaged = receipts.find((row) => row.condition === 'damaged');
    const start = await server.ok(calls.returnStart, { receiptId: damaged?.id ?? 0 }, b.main);
    expect(start).toMatchObject({
      ...{ supplier: { id: b.supplierId }, condition: 'damaged', quantity: 2, reason: 'failedCheck' },
    });
    const product = { productId: b.productIds[0] ?? 0, warehouseId: b.warehouseId };
    expect(await server.ok(calls.returnStart, { ...product, condition: 'good' }, b.main)).toMatchObject({
      quantity: 4,
    });
    const id = await drawn([{ quantity: 2, condition: 'damaged', receiptId: start.receiptId }]);
    for (const language of ['zh', 'en'] as const) {
      const answer = await fetch(
        new URL(`/api${calls.printSupplierReturn.path}?id=${id}&language=${language}`, server.url),
        { headers: { token: b.main.token } },
      );
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    }
  });
});
