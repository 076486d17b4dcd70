import { rights } from '@tradewind/contract/access/modules.ts';
import {
  ApprovalPurReq,
  decideApproval,
  editUserAuditSettings,
  getApprovalDetail,
  listApprovals,
} from '@tradewind/contract/approvals.ts';
import * as calls from '@tradewind/contract/procurement.ts';
import { saveExchangeRate } from '@tradewind/contract/settings.ts';
import { closeInbounds, getInbound, receiveInboundCall, undoReceiptCall } from '@tradewind/contract/warehouse.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { brokenChecks } from '../../testing/checks.ts';
import { type Person, type TestServer, testServer } from '../../testing/harness.ts';
import { readPages } from '../../testing/pdf-text.ts';
import { upload, xls } from '../catalog/testing/files.ts';
import { incomingGoods } from '../stock/public.ts';
import { positionsOf } from './advice/position.ts';
import { requisitionImport } from './requisitions/import.ts';
import { type Buying, openBuying } from './testing/buying.ts';

let server: TestServer;
let b: Buying;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  b = await openBuying(server);
});
afterEach(async () => expect(await brokenChecks(server.app, b.main.companyId)).toEqual([]));

const steps = (one: calls.RequisitionDetail) => one.lines.map((line) => line.step);
const errorOf = ({ status, data }: { status: number; data: unknown }) => {
  const { error, fields } = data as { error?: string; fields?: { path: string }[] };
  return [status, fields?.[0]?.path ?? error];
};
const incoming = async (at = 0) =>
  (
    await b.tx((tx) =>
      tx.row<{ n: number }>(sql`select incoming as n from stock_balance
        where company_id = ${sql.company} and product_id = ${b.productIds[at] ?? 0}`),
    )
  )?.n ?? 0;
const events = (one: { history: { event: string }[] }) => one.history.map((entry) => entry.event).reverse();

describe('a requisition', () => {
  it('is approved at once without a workflow, and its lines wait to be ordered', async () => {
    const one = await b.request([0, 30, '2027-03-01'], [1, 5]);
    expect(one).toMatchObject({ state: 'approved', units: 35, needBy: '2027-03-01', lineCount: 2 });
    expect(steps(one)).toEqual(['pending', 'pending']);
    const { rows } = await server.ok(calls.listPendingPurchases, {}, b.main);
    expect(rows.map((row) => [row.sku, row.open, row.unitPrice, row.currency])).toEqual([
      ['P-1', 30, '10', 'CNY'],
      ['P-2', 5, '4', 'CNY'],
    ]);
    expect((await server.ok(calls.requisitionPage, { reqId: one.id }, b.main)).number).toBe(one.number);
  });

  it('is edited as a draft alone, also by the calls of the specification', async () => {
    const line = { productId: b.productIds[0] ?? 0, quantity: 3, warehouseId: b.warehouseId };
    const { id } = await server.ok(calls.saveRequisition, { lines: [line] }, b.main);
    await server.ok(calls.modifyPurchaseProJson, { requisition: { id, version: 1, remark: 'Spring' } }, b.main);
    await server.ok(
      calls.modifyPurDetailJson,
      { reqId: id, version: 2, lines: [line, { ...line, quantity: 4 }] },
      b.main,
    );
    expect(await b.requisition(id)).toMatchObject({ remark: 'Spring', units: 7, state: 'draft' });
    const stale = await server.call(calls.saveRequisition, { id, version: 2, lines: [line] }, b.main);
    expect(errorOf(stale)).toEqual([409, 'core.stale']);
    const unknown = { ...line, productId: 999_999_999 };
    expect(errorOf(await server.call(calls.saveRequisition, { lines: [line, unknown] }, b.main))).toEqual([
      400,
      'lines.1.productId',
    ]);
    await server.ok(calls.submitRequisition, { id }, b.main);
    expect(errorOf(await server.call(calls.saveRequisition, { id, version: 5, lines: [line] }, b.main))).toEqual([
      409,
      'procurement.requisitionState.approved',
    ]);
    const { done, failed } = await server.ok(calls.deleteRequisitions, { ids: [id] }, b.main);
    expect([done, failed[0]?.error]).toEqual([0, 'procurement.notDraft']);
  });

  it('comes out of a sheet as one draft, without the rows that nobody understands', async () => {
    const { code } = (await b.tx((tx) =>
      tx.row<{ code: string }>(
        sql`select code from warehouse where company_id = ${sql.company} and id = ${b.warehouseId}`,
      ),
    )) ?? { code: '' };
    const sheet = xls(
      [
        requisitionImport.columns.map((column) => column.title[0]),
        ['p-1', '1,200', code, '2027-03-01', '', 'Fair'],
        ['P-2', '5', code, '', '', ''],
        ['P-9', '5', code, '', '', ''],
        ['P-1', '5', 'NOWHERE', '', '', ''],
      ],
      'xlsx',
    );
    const { data } = await upload(server, calls.previewRequisitionImport, sheet, 'r.xlsx', b.main);
    const preview = data as { importId: number; good: number; bad: number };
    expect([preview.good, preview.bad]).toEqual([2, 2]);
    await server.ok(calls.commitRequisitionImport, { importId: preview.importId }, b.main);
    const [draft] = (await server.ok(calls.listRequisitions, { state: 'draft' }, b.main)).rows;
    expect(draft).toMatchObject({ units: 1205, lineCount: 2, needBy: '2027-03-01' });
  });

  it('is cancelled whole, or what is not ordered of it', async () => {
    const whole = await b.request([0, 30]);
    await server.ok(calls.cancelRequisition, { id: whole.id, reason: 'Too late' }, b.main);
    expect(await b.requisition(whole.id)).toMatchObject({ state: 'cancelled' });
    const part = await b.request([0, 30], [1, 5]);
    await server.ok(calls.orderPending, { ids: [part.lines[0]?.id ?? 0] }, b.main);
    await server.ok(calls.cancelRequisition, { id: part.id, reason: 'Not needed' }, b.main);
    const after = await b.requisition(part.id);
    expect([after.state, ...steps(after)]).toEqual(['approved', 'ordered', 'closed']);
    expect(errorOf(await server.call(calls.cancelRequisition, { id: part.id, reason: 'Again' }, b.main))).toEqual([
      409,
      'procurement.allOrdered',
    ]);
  });
});

describe('pending purchases', () => {
  it('become an order for each supplier, a line for each product, as the supplier sells it', async () => {
    const other = (await server.ok(calls.saveSupplier, { nameEn: 'Weaver', currency: 'USD' }, b.main)).id;
    await server.ok(
      calls.saveSupplierPrice,
      {
        ...{ supplierId: other, productId: b.productIds[2] ?? 0, validFrom: '2026-01-01', moq: 50, orderMultiple: 24 },
        ...{
          supplierSku: 'W-3',
          breaks: [
            { fromQuantity: 1, unitPrice: '1.2' },
            { fromQuantity: 72, unitPrice: '1.1' },
          ],
        },
      },
      b.main,
    );
    const one = await b.request([0, 30, '2027-03-01'], [2, 20]);
    const two = await b.request([0, 80, '2027-01-01']);
    const lines = [...one.lines, ...two.lines].map((line) => line.id);
    await server.ok(calls.assignPendingSupplier, { ids: [lines[1] ?? 0], supplierId: other }, b.main);
    const { orders } = await server.ok(calls.orderPending, { ids: lines }, b.main);
    const made = await Promise.all(orders.map((order) => b.detail(order.id)));
    const own = made.find((order) => order.supplierId === b.supplierId);
    expect(own?.lines).toMatchObject([{ quantity: 110, unitPrice: '9', amount: '990.00' }]);
    expect(own?.lines[0]?.sources.map((source) => [source.number, source.quantity])).toEqual([
      [two.number, 80],
      [one.number, 30],
    ]);
    expect(own).toMatchObject({ state: 'draft', currency: 'CNY', expectedOn: '2027-01-01', amount: '990' });
    const theirs = made.find((order) => order.supplierId === other);
    expect(theirs).toMatchObject({ currency: 'USD', lines: [{ quantity: 72, unitPrice: '1.1', supplierSku: 'W-3' }] });
    expect((await server.ok(calls.listPendingPurchases, {}, b.main)).rows).toEqual([]);
  });

  it('stay apart where a requisition asks for days, at the price of all, and come on ASNs of their own', async () => {
    const parts = await b.request([0, 48, '2027-01-01'], [0, 72, '2027-02-01']);
    const other = await b.request([0, 5, '2027-01-01']);
    const ids = [...parts.lines, ...other.lines].map((line) => line.id);
    const { orders } = await server.ok(calls.orderPending, { ids }, b.main);
    const id = orders[0]?.id ?? 0;
    const made = await b.detail(id);
    // Alone, each would cost 10.
    expect(made.lines.map((line) => [line.quantity, line.promisedOn, line.unitPrice])).toEqual([
      [53, '2027-01-01', '9'],
      [72, '2027-02-01', '9'],
    ]);
    expect(made.lines.map((line) => line.sources.map((source) => source.quantity))).toEqual([[48, 5], [72]]);
    await b.place(id);
    const coming = await b.tx((tx) => incomingGoods(tx, [b.productIds[0] ?? 0]));
    expect(coming.map((one) => [one.quantity, one.expectedOn])).toEqual([
      [53, '2027-01-01'],
      [72, '2027-02-01'],
    ]);
    expect(new Set(coming.map((one) => one.number)).size).toBe(2);
    // The supplier's minimum and multiple are of all together: what they add comes last.
    await server.ok(
      calls.saveSupplierPrice,
      {
        ...{
          supplierId: b.supplierId,
          productId: b.productIds[1] ?? 0,
          validFrom: '2026-02-01',
          moq: 60,
          orderMultiple: 50,
        },
        breaks: [{ fromQuantity: 1, unitPrice: '4' }],
      },
      b.main,
    );
    const [raised] = await b.orderAll(await b.request([1, 30, '2027-01-01'], [1, 25, '2027-02-01']));
    expect((await b.detail(raised ?? 0)).lines.map((line) => line.quantity)).toEqual([30, 70]);
  });

  it('without a supplier or a price say so, and take a typed price', async () => {
    const { lines } = await b.request([3, 6]);
    const ids = lines.map((line) => line.id);
    expect(errorOf(await server.call(calls.orderPending, { ids }, b.main))).toEqual([422, 'procurement.noPriceFor']);
    const prices = [{ lineId: ids[0] ?? 0, unitPrice: '7.25' }];
    const { orders } = await server.ok(calls.orderPending, { ids, prices }, b.main);
    expect((await b.detail(orders[0]?.id ?? 0)).lines[0]?.unitPrice).toBe('7.25');
    await b.place(orders[0]?.id ?? 0);
    // The next time the last price holds.
    const again = await b.orderAll(await b.request([3, 2]));
    expect((await b.detail(again[0] ?? 0)).lines[0]?.unitPrice).toBe('7.25');
    expect(errorOf(await server.call(calls.orderPending, { ids }, b.main))).toEqual([
      409,
      'procurement.nothingPending',
    ]);
  });
});

describe('a purchase order', () => {
  it('is approved, placed, received in parts and done, and its requests with it', async () => {
    const request = await b.request([0, 10], [1, 4]);
    const [id = 0] = await b.orderAll(request);
    const asn = await b.place(id);
    expect(await incoming()).toBe(10);
    expect(await b.detail(id)).toMatchObject({ state: 'ordered', lines: [{ expected: 10, outstanding: 0 }, {}] });
    await b.receive(asn, [[0, 6]]);
    expect(await b.detail(id)).toMatchObject({
      state: 'ordered',
      received: 6,
      lines: [{ received: 6, expected: 4 }, {}],
    });
    const receipts = await b.receive(asn, [
      [0, 4],
      [1, 4],
    ]);
    expect(await b.detail(id)).toMatchObject({ state: 'received', received: 14 });
    expect(await b.requisition(request.id)).toMatchObject({ state: 'done', received: 14 });
    await server.ok(undoReceiptCall, { receiptId: receipts[0] ?? 0 }, b.main);
    expect(await b.detail(id)).toMatchObject({ state: 'ordered', received: 10 });
    const open = await b.requisition(request.id);
    expect([open.state, ...steps(open)]).toEqual(['approved', 'ordered', 'received']);
    expect(events(await b.detail(id))).toEqual([
      ...['created', 'submitted', 'approved', 'ordered', 'asnCreated', 'received', 'received', 'allReceived'],
      ...['receiptUndone', 'openAgain'],
    ]);
  });

  it('closed short needs a reason, and what is missing waits to be ordered again', async () => {
    const request = await b.request([0, 10]);
    const [id = 0] = await b.orderAll(request);
    const asn = await b.place(id);
    await b.receive(asn, [[0, 7]]);
    expect(errorOf(await server.call(calls.closePurchase, { id, reason: 'x' }, b.main))).toEqual([
      409,
      'procurement.asnOpen',
    ]);
    await server.ok(closeInbounds, { ids: [asn] }, b.main);
    expect(await b.detail(id)).toMatchObject({ lines: [{ received: 7, outstanding: 3 }] });
    expect(errorOf(await server.call(calls.closePurchase, { id }, b.main))).toEqual([400, 'reason']);
    await server.ok(calls.closePurchase, { id, reason: 'Broken mould' }, b.main);
    expect(await b.detail(id)).toMatchObject({ state: 'closed', closeReason: 'Broken mould' });
    const { rows } = await server.ok(calls.listPendingPurchases, {}, b.main);
    expect(rows.map((row) => row.open)).toEqual([3]);
    // Another supplier brings the rest.
    const [rest = 0] = await b.orderAll(await b.requisition(request.id));
    await b.receive(await b.place(rest), [[0, 3]]);
    expect(await b.requisition(request.id)).toMatchObject({ state: 'done', received: 10 });
  });

  it('is known as goods that come, on the day of its ASN or the one that was promised', async () => {
    const id = await b.purchase([[0, 12]], { expectedOn: '2027-05-20' });
    await server.ok(calls.submitPurchase, { id }, b.main);
    await server.ok(calls.placePurchase, { id, asn: false }, b.main);
    const [line] = (await b.detail(id)).lines;
    await server.ok(
      calls.createPurchaseAsn,
      { id, expectedOn: '2027-05-10', lines: [{ lineId: line?.id ?? 0, quantity: 5 }] },
      b.main,
    );
    const coming = await b.tx((tx) => incomingGoods(tx, [b.productIds[0] ?? 0]));
    expect(coming.map((one) => [one.quantity, one.expectedOn, one.number?.slice(0, 2)])).toEqual([
      [5, '2027-05-10', 'IN'],
      [7, '2027-05-20', 'PO'],
    ]);
  });

  it('counts for the advice as requested until the supplier has it, and as coming from then on', async () => {
    const product = b.productIds[0] ?? 0;
    const position = async () => {
      const { requested, supplies } = (await b.tx((tx) => positionsOf(tx, [product]))).of(product, b.warehouseId);
      return [requested, supplies.reduce((sum, one) => sum + one.quantity, 0)];
    };
    const request = await b.request([0, 30]);
    expect(await position()).toEqual([30, 0]);
    const [id = 0] = await b.orderAll(request);
    expect(await position()).toEqual([30, 0]);
    const asn = await b.place(id);
    expect(await position()).toEqual([0, 30]);
    await b.receive(asn, [[0, 12]]);
    expect(await position()).toEqual([0, 18]);
  });

  it('asks for what is outstanding by another ASN, never for more', async () => {
    const id = await b.purchase([[0, 12]]);
    const asn = await b.place(id);
    await b.receive(asn, [[0, 5]]);
    await server.ok(closeInbounds, { ids: [asn] }, b.main);
    const [line] = (await b.detail(id)).lines;
    const more = (quantity: number) =>
      server.call(calls.createPurchaseAsn, { id, lines: [{ lineId: line?.id ?? 0, quantity }] }, b.main);
    expect(errorOf(await more(8))).toEqual([400, 'lines.0.quantity']);
    expect((await more(4)).status).toBe(200);
    expect(errorOf(await more(4))).toEqual([400, 'lines.0.quantity']);
    await server.ok(calls.createPurchaseAsn, { id }, b.main);
    const { asns, lines } = await b.detail(id);
    expect(asns.map((one) => one.units)).toEqual([3, 4, 12]);
    expect(lines[0]?.outstanding).toBe(0);
    expect(errorOf(await server.call(calls.createPurchaseAsn, { id }, b.main))).toEqual([
      409,
      'procurement.nothingOutstanding',
    ]);
  });

  it('delivered with more than ordered gives the surplus to its own request, and no other', async () => {
    const [first, second] = [await b.request([0, 10]), await b.request([0, 10])];
    const [id = 0] = await b.orderAll(first);
    const { version, supplierId, warehouseId, lines } = await b.detail(id);
    const [line] = lines;
    const less = { id: line?.id ?? 0, productId: line?.productId ?? 0, packs: 8 };
    await server.ok(calls.savePurchase, { id, version, supplierId, warehouseId, lines: [less] }, b.main);
    expect((await b.requisition(first.id)).lines[0]).toMatchObject({ ordered: 8, step: 'pending' });
    await b.receive(await b.place(id), [[0, 13]]);
    expect((await b.requisition(first.id)).lines[0]).toMatchObject({ received: 10, step: 'received' });
    expect((await b.requisition(second.id)).lines[0]).toMatchObject({ received: 0, step: 'pending' });
    expect(await b.detail(id)).toMatchObject({ state: 'received', lines: [{ received: 13 }] });
  });

  it('values its goods at the rate of the day of their receipt, and a pack by its units', async () => {
    const dollars = await openBuying(server, 'USD');
    const day = (
      await dollars.tx((tx) =>
        tx.row<{ day: string }>(sql`select (now() at time zone time_zone)::date::text as day
      from company where id = ${sql.company}`),
      )
    )?.day;
    const rate = (toBase: string) =>
      server.ok(saveExchangeRate, { currency: 'USD', onDay: day ?? '', toBase, sure: true }, dollars.main);
    await rate('7');
    const { id } = await server.ok(
      calls.savePurchase,
      {
        ...{ supplierId: dollars.supplierId, warehouseId: dollars.warehouseId },
        lines: [{ productId: dollars.productIds[0] ?? 0, packSize: 12, packs: 2, unitPrice: '30' }],
      },
      dollars.main,
    );
    const asn = await dollars.place(id);
    expect((await server.ok(getInbound, { id: asn }, dollars.main)).lines[0]).toMatchObject({ expected: 24 });
    await rate('7.2');
    await dollars.receive(asn, [[0, 24]]);
    const layer = await dollars.tx((tx) =>
      tx.row<{ cost: string; value: string }>(sql`select unit_cost::text as cost, (quantity * unit_cost)::text as value
        from cost_layer where company_id = ${sql.company}`),
    );
    expect(layer).toEqual({ cost: '18.000000', value: '432.000000' });
    expect(await brokenChecks(server.app, dollars.main.companyId)).toEqual([]);
  });

  it('is cancelled with its ASN while nothing came, and its requests wait again', async () => {
    const request = await b.request([0, 10]);
    const [id = 0] = await b.orderAll(request);
    await b.place(id);
    await server.ok(calls.cancelPurchase, { id, reason: 'Wrong colour' }, b.main);
    expect(await incoming()).toBe(0);
    expect((await b.requisition(request.id)).lines[0]).toMatchObject({ ordered: 0, step: 'pending' });
    const [next = 0] = await b.orderAll(await b.requisition(request.id));
    await b.receive(await b.place(next), [[0, 1]]);
    expect(errorOf(await server.call(calls.cancelPurchase, { id: next, reason: 'x' }, b.main))).toEqual([
      409,
      'procurement.received',
    ]);
  });

  it('keeps what was received or is expected when it is edited', async () => {
    const id = await b.purchase([
      [0, 10],
      [1, 5],
    ]);
    const asn = await b.place(id);
    await b.receive(asn, [[0, 4]]);
    const { version, supplierId, warehouseId, lines } = await b.detail(id);
    const edit = (packs: number, at = 0) =>
      server.call(
        calls.savePurchase,
        {
          ...{ id, version, supplierId, warehouseId },
          lines: lines.flatMap((line, n) =>
            n === at && packs === 0
              ? []
              : [{ id: line.id, productId: line.productId, packs: n === at ? packs : line.packs }],
          ),
        },
        b.main,
      );
    expect(errorOf(await edit(9))).toEqual([400, 'lines.0.packs']);
    expect(errorOf(await edit(0, 1))).toEqual([400, 'lines']);
    await server.ok(closeInbounds, { ids: [asn] }, b.main);
    expect(errorOf(await edit(3))).toEqual([400, 'lines.0.packs']);
    expect((await edit(4)).data).toMatchObject({ state: 'ordered' });
  });

  it('shows no prices to people who may not see costs, and prints for those who may', async () => {
    const id = await b.purchase([[0, 10]]);
    await b.place(id);
    const clerk = await server.member(b.main.companyId, [rights.purchaseOrder.view, rights.purchaseOrder.print]);
    await server.app.database.owner.query(
      `insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, 'warehouse', $3)`,
      [clerk.companyId, clerk.userId, b.warehouseId],
    );
    const blind = await b.detail(id, clerk);
    expect([blind.amount, blind.lines[0]?.unitPrice, blind.lines[0]?.amount]).toEqual([null, null, null]);
    const print = (who: Person, language: 'zh' | 'en') =>
      fetch(new URL(`/api${calls.printPurchase.path}?id=${id}&language=${language}`, server.url), {
        headers: { token: who.token },
      });
    expect((await print(clerk, 'en')).status).toBe(403);
    for (const language of ['zh', 'en'] as const) {
      const answer = await print(b.main, language);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      const [page = ''] = await readPages(Buffer.from(await answer.arrayBuffer()));
      for (const text of ['P-1', '10.00', '100.00', 'Potter']) expect(page).toContain(text);
    }
  });

  it('does not take a blocked supplier, and a copy is a draft of its own', async () => {
    const id = await b.purchase([[0, 10]]);
    await server.ok(calls.submitPurchase, { id }, b.main);
    const copy = await server.ok(calls.copyPurchase, { id }, b.main);
    expect(await b.detail(copy.id)).toMatchObject({ state: 'draft', units: 10, amount: '100' });
    await server.ok(calls.blockSupplier, { id: b.supplierId, reason: 'Cheats' }, b.main);
    expect(errorOf(await server.call(calls.placePurchase, { id }, b.main))).toEqual([400, 'supplierId']);
    const { failed } = await server.ok(calls.deleteSuppliers, { ids: [b.supplierId] }, b.main);
    expect(failed[0]?.error).toBe('procurement.supplierInUse');
  });

  it('fixes the currency of its supplier', async () => {
    const change = { id: b.supplierId, version: 1, nameEn: 'Potter', currency: 'USD' };
    expect(errorOf(await server.call(calls.saveSupplier, change, b.main))).toEqual([400, 'currency']);
  });
});

describe('the record of a supplier', () => {
  it('counts late, short and failed deliveries, and makes a score of them', async () => {
    const before = await server.ok(calls.supplierRecord, { id: b.supplierId }, b.main);
    expect(before).toMatchObject({ orders: 0, score: null, lead: null });
    const today = await b.tx((tx) =>
      tx.row<{ past: string; future: string }>(sql`select (now() at time zone time_zone)::date - 3 || '' as past,
        (now() at time zone time_zone)::date + 3 || '' as future from company where id = ${sql.company}`),
    );
    for (const [expectedOn, came] of [
      [today?.past, 10],
      [today?.future, 8],
    ] as const) {
      const id = await b.purchase([[0, 10]], { expectedOn: expectedOn ?? null });
      const asn = await b.place(id);
      await b.receive(asn, [[0, came - 1]]);
      const { lines } = await server.ok(getInbound, { id: asn }, b.main);
      const damaged = { lineId: lines[0]?.id ?? 0, quantity: 1, condition: 'damaged' as const };
      await server.ok(receiveInboundCall, { id: asn, goods: [damaged] }, b.main);
      await server.ok(closeInbounds, { ids: [asn] }, b.main);
      await server.ok(calls.closePurchase, { id, reason: 'Enough' }, b.main);
    }
    const record = await server.ok(calls.supplierRecord, { id: b.supplierId }, b.main);
    expect(record).toMatchObject({ orders: 2, onTime: 0.5, complete: 0.9, lead: { median: 0, p90: 0 } });
    expect(record.quality).toBeCloseTo(16 / 18);
    expect(record.score).toBe(Math.round(50 * 0.5 + 30 * 0.9 + (20 * 16) / 18));
    expect(record.rows.map((row) => [row.lateDays, row.received, row.failed])).toEqual([
      [-3, 8, 1],
      [3, 10, 1],
    ]);
  });
});

describe('with an approval workflow', () => {
  let chief: Person;
  beforeEach(async () => {
    const decides = [rights.approval.view, rights.approval.approve, rights.approval.reject, rights.purchaseOrder.view];
    chief = await server.member(b.main.companyId, decides);
    await server.ok(editUserAuditSettings, { modelId: rights.purchaseOrder.id, Approval: chief.userId }, b.main);
  });
  const decide = (orderId: number, aud: 'approved' | 'rejected', remark = 'no') =>
    server.ok(ApprovalPurReq, { modelId: rights.purchaseOrder.id, orderId, aud, remark }, chief);
  const edit = async (id: number, change: { packs?: number; unitPrice?: string }) => {
    const { version, supplierId, warehouseId, lines } = await b.detail(id);
    const kept = lines.map(({ id: lineId, productId, packs }) => ({ id: lineId, productId, packs, ...change }));
    return server.ok(calls.savePurchase, { id, version, supplierId, warehouseId, lines: kept }, b.main);
  };

  it('approves a part of a requisition, which is what waits to be ordered', async () => {
    const decides = [rights.approval.view, rights.approval.approve, rights.requisition.view];
    const boss = await server.member(b.main.companyId, decides);
    await server.ok(editUserAuditSettings, { modelId: rights.requisition.id, Approval: boss.userId }, b.main);
    const one = await b.request([0, 30], [1, 5], [2, 8]);
    expect([one.state, ...steps(one)]).toEqual(['reviewing', 'requested', 'requested', 'requested']);
    const { rows } = await server.ok(listApprovals, { tab: 'todo' }, boss);
    const { lines } = await server.ok(getApprovalDetail, { id: rows[0]?.id ?? 0 }, boss);
    const parts = lines.map((line) => line.part?.lineId ?? 0);
    const verdict = (first: number) => ({
      ...{ id: rows[0]?.id ?? 0, aud: 'approved' as const },
      quantities: [
        { lineId: parts[0] ?? 0, quantity: first },
        { lineId: parts[1] ?? 0, quantity: 0 },
      ],
    });
    expect(errorOf(await server.call(decideApproval, verdict(31), boss))).toEqual([400, 'quantities.0.quantity']);
    await server.ok(decideApproval, verdict(12), boss);
    const after = await b.requisition(one.id);
    expect(after.lines.map((line) => [line.approved, line.step])).toEqual([
      [12, 'pending'],
      [0, 'closed'],
      [8, 'pending'],
    ]);
    const { rows: waits } = await server.ok(calls.listPendingPurchases, {}, b.main);
    expect(waits.map((row) => row.open)).toEqual([12, 8]);
  });

  it('shows the approver stock, price and the supplier’s record', async () => {
    const earlier = await b.purchase([[0, 10, '8']]);
    await server.ok(calls.submitPurchase, { id: earlier }, b.main);
    await decide(earlier, 'approved');
    await server.ok(calls.placePurchase, { id: earlier }, b.main);
    const id = await b.purchase([[0, 10, '10']]);
    await server.ok(calls.submitPurchase, { id }, b.main);
    const { rows } = await server.ok(listApprovals, { tab: 'todo' }, chief);
    const { lines } = await server.ok(getApprovalDetail, { id: rows[0]?.id ?? 0 }, chief);
    expect(lines[0]?.detail).toContain('+25.0%');
    expect(lines[0]?.detail).toContain('10');
  });

  it('reviews a placed order again when it asks for more, not for less, and puts it back when refused', async () => {
    const id = await b.purchase([[0, 10]]);
    await server.ok(calls.submitPurchase, { id }, b.main);
    expect(errorOf(await server.call(calls.placePurchase, { id }, b.main))).toEqual([
      409,
      'procurement.purchaseState.reviewing',
    ]);
    await decide(id, 'approved');
    await server.ok(calls.placePurchase, { id, asn: false }, b.main);
    expect((await edit(id, { packs: 8 })).state).toBe('ordered');
    expect((await edit(id, { packs: 8, unitPrice: '9.5' })).state).toBe('ordered');
    expect((await edit(id, { packs: 8, unitPrice: '10' })).state).toBe('reviewing');
    await decide(id, 'rejected');
    expect(await b.detail(id)).toMatchObject({ state: 'ordered', lines: [{ packs: 8, unitPrice: '9.5' }] });
    expect((await edit(id, { packs: 20 })).state).toBe('reviewing');
    await decide(id, 'approved');
    expect(await b.detail(id)).toMatchObject({ state: 'ordered', revision: 2, lines: [{ packs: 20 }] });
  });

  it('takes receipts while a change is reviewed', async () => {
    const id = await b.purchase([[0, 10]]);
    await server.ok(calls.submitPurchase, { id }, b.main);
    await decide(id, 'approved');
    const { inboundId } = await server.ok(calls.placePurchase, { id }, b.main);
    await edit(id, { packs: 12 });
    await b.receive(inboundId ?? 0, [[0, 10]]);
    expect(await b.detail(id)).toMatchObject({ state: 'reviewing', received: 10 });
    await decide(id, 'rejected');
    expect(await b.detail(id)).toMatchObject({ state: 'received', units: 10 });
  });

  it('is decided once when two approve at the same moment', async () => {
    const id = await b.purchase([[0, 10]]);
    await server.ok(calls.submitPurchase, { id }, b.main);
    await Promise.all([decide(id, 'approved'), decide(id, 'approved')]);
    expect(events(await b.detail(id)).filter((event) => event === 'approved')).toHaveLength(1);
  });
});
