import { rights } from '@tradewind/contract/access/modules.ts';
import { ApprovalPurReq, editUserAuditSettings } from '@tradewind/contract/approvals.ts';
import type { InputOf } from '@tradewind/contract/call.ts';
import * as calls from '@tradewind/contract/procurement.ts';
import { deleteFba, deleteLegs, getFba, getLeg, moveLeg, saveLeg } from '@tradewind/contract/transit.ts';
import {
  cancelTransfer,
  closeInbounds,
  finishTransfer,
  getTransfer,
  saveTransfer,
  shipTransfer,
  submitTransfer,
  undoReceiptCall,
} from '@tradewind/contract/warehouse.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemContext } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { brokenChecks } from '../../../testing/checks.ts';
import { type Person, type TestServer, testServer } from '../../../testing/harness.ts';
import { readPages } from '../../../testing/pdf-text.ts';
import { upload, xls } from '../../catalog/testing/files.ts';
import { openSecond } from '../../warehouse/warehouse.testing.ts';
import { type Buying, openBuying } from '../testing/buying.ts';
import { allocationExport } from './allocations.list.ts';
import { allocationImport } from './import.ts';

let server: TestServer;
let b: Buying;
let farId: number;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  b = await openBuying(server);
  farId = (await openSecond(b)).warehouseId;
});
afterEach(async () => expect(await brokenChecks(server.app, b.main.companyId)).toEqual([]));

type Share = InputOf<typeof calls.saveAllocation>['lines'][number]['shares'][number];
const to = (quantity: number, more: Partial<Share> = {}): Share => ({
  ...{ kind: 'transfer', toWarehouseId: farId, quantity },
  ...more,
});
const stay = (quantity: number): Share => ({ kind: 'stay', quantity });
const errorOf = ({ status, data }: { status: number; data: unknown }) => {
  const { error, fields } = data as { error?: string; fields?: { path: string }[] };
  return [status, fields?.[0]?.path ?? error];
};
const detail = (id: number, as: Person = b.main) => server.ok(calls.getAllocation, { id }, as);
const events = (one: calls.AllocationDetail) => one.history.map((entry) => entry.event).reverse();
const shares = async (id: number) =>
  (await detail(id)).lines.flatMap((line) => line.shares.map((one) => [one.step, one.arrived, one.onDocuments]));

/** An ordered purchase of one product, with its ASN. Received goods wait for put-away: older ones ship. */
async function ordered(quantity: number, lying = 0): Promise<{ purchaseId: number; asn: number; lineId: number }> {
  if (lying > 0) await b.put(0, 0, lying);
  const purchaseId = await b.purchase([[0, quantity]]);
  const asn = await b.place(purchaseId);
  return { purchaseId, asn, lineId: (await b.detail(purchaseId)).lines[0]?.id ?? 0 };
}
const lineOf = (lineId: number | null, quantity: number, ...own: Share[]) => ({
  ...{ productId: b.productIds[0] ?? 0, purchaseLineId: lineId, quantity, shares: own },
});
async function draft(...lines: ReturnType<typeof lineOf>[]): Promise<number> {
  return (await server.ok(calls.saveAllocation, { warehouseId: b.warehouseId, lines }, b.main)).id;
}
async function submitted(...lines: ReturnType<typeof lineOf>[]): Promise<number> {
  const id = await draft(...lines);
  await server.ok(calls.submitAllocation, { id }, b.main);
  return id;
}
const ship = async (id: number) => (await server.ok(calls.shipAllocation, { id }, b.main)).documents;
const received = (asn: number, quantity: number) => b.receive(asn, [[0, quantity]]);

describe('an allocation order of a purchase order', () => {
  it('waits for the goods, serves its shares by need and becomes transfers', async () => {
    const { asn, lineId } = await ordered(100, 100);
    const id = await submitted(
      lineOf(lineId, 100, to(50, { needBy: '2027-03-01' }), to(20, { needBy: '2027-01-01' }), stay(30)),
    );
    expect(await detail(id)).toMatchObject({ state: 'submitted', units: 100, arrived: 0, needBy: '2027-01-01' });
    expect(errorOf(await server.call(calls.shipAllocation, { id }, b.main))).toEqual([422, 'procurement.nothingReady']);
    await received(asn, 40);
    expect(await shares(id)).toEqual([
      ['ready', 20, 0],
      ['ready', 20, 0],
      ['waiting', 0, 0],
    ]);
    const [one] = await ship(id);
    expect(one?.docKind).toBe('transfer');
    const transfer = await server.ok(getTransfer, { id: one?.docId ?? 0 }, b.main);
    expect(transfer).toMatchObject({ state: 'draft', units: 40, allocationId: id, toId: farId });
    expect(await detail(id)).toMatchObject({ state: 'shipping', arrived: 40, moved: 40, ready: 0 });
    await received(asn, 60);
    const [two] = await ship(id);
    for (const document of [one, two]) {
      await server.ok(submitTransfer, { id: document?.docId ?? 0 }, b.main);
      await server.ok(shipTransfer, { id: document?.docId ?? 0 }, b.main);
    }
    const after = await detail(id);
    expect(after).toMatchObject({ state: 'done', moved: 100, units: 100 });
    expect(after.lines[0]?.shares.map((share) => share.step)).toEqual(['done', 'done', 'done']);
    expect(events(after)).toEqual(
      expect.arrayContaining([
        'created',
        'submitted',
        'approved',
        'arrived',
        'documentCreated',
        'documentShipped',
        'done',
      ]),
    );
  });

  it('never splits more than is ordered, also when two people do it at once', async () => {
    const { lineId, purchaseId, asn } = await ordered(100);
    const input = { warehouseId: b.warehouseId, lines: [lineOf(lineId, 60, to(60))] };
    const both = await Promise.all([1, 2].map(() => server.call(calls.saveAllocation, input, b.main)));
    expect(both.map((one) => one.status).sort()).toEqual([200, 400]);
    expect(errorOf(both.find((one) => one.status === 400) ?? { status: 0, data: {} })).toEqual([
      400,
      'lines.0.quantity',
    ]);
    const tooMuch = { ...input, lines: [lineOf(lineId, 30, to(20), to(11))] };
    expect(errorOf(await server.call(calls.saveAllocation, tooMuch, b.main))).toEqual([400, 'lines.0.quantity']);
    const { rows } = await server.ok(calls.allocationSources, { purchaseId }, b.main);
    expect(rows).toMatchObject([{ purchaseLineId: lineId, free: 40 }]);
    // Nor does the purchase order shrink below it, or lose the line.
    const { version, supplierId, warehouseId } = await b.detail(purchaseId);
    const order = { id: purchaseId, version, supplierId, warehouseId };
    await server.ok(closeInbounds, { ids: [asn] }, b.main);
    const fewer = { ...order, lines: [{ id: lineId, productId: b.productIds[0] ?? 0, packs: 50 }] };
    expect(errorOf(await server.call(calls.savePurchase, fewer, b.main))).toEqual([400, 'lines.0.packs']);
  });

  it('gives its units back when the receipt is undone or the document cancelled', async () => {
    const { asn, lineId } = await ordered(50, 50);
    const id = await submitted(lineOf(lineId, 50, to(50)));
    const [receipt] = await received(asn, 50);
    const [first] = await ship(id);
    await server.ok(cancelTransfer, { id: first?.docId ?? 0 }, b.main);
    expect(await detail(id)).toMatchObject({ state: 'submitted', ready: 50, moved: 0 });
    const [second] = await ship(id);
    await server.ok(undoReceiptCall, { receiptId: receipt ?? 0 }, b.main);
    expect(await server.ok(getTransfer, { id: second?.docId ?? 0 }, b.main)).toMatchObject({ state: 'cancelled' });
    expect(await detail(id)).toMatchObject({ state: 'submitted', arrived: 0, ready: 0 });
    // Units that a submitted transfer holds are not undone.
    const [again] = await received(asn, 50);
    const [third] = await ship(id);
    await server.ok(submitTransfer, { id: third?.docId ?? 0 }, b.main);
    expect(errorOf(await server.call(undoReceiptCall, { receiptId: again ?? 0 }, b.main))).toEqual([
      409,
      'procurement.allocatedAway',
    ]);
  });

  it('closes what is short with a reason, and opens it again', async () => {
    const { asn, lineId, purchaseId } = await ordered(50, 50);
    const id = await submitted(lineOf(lineId, 50, to(30), stay(20)));
    await received(asn, 35);
    const [document] = await ship(id);
    await server.ok(closeInbounds, { ids: [asn] }, b.main);
    await server.ok(calls.closePurchase, { id: purchaseId, reason: 'Sold out' }, b.main);
    await server.ok(calls.closeAllocation, { id, reason: 'Supplier sold out' }, b.main);
    const after = await detail(id);
    expect(after.lines[0]?.shares).toMatchObject([
      { quantity: 30, arrived: 30, closed: 0 },
      { quantity: 20, arrived: 5, closed: 15, closeReason: 'Supplier sold out' },
    ]);
    expect(events(after)).toEqual(expect.arrayContaining(['sourceEnded', 'closed']));
    expect(errorOf(await server.call(calls.reopenAllocation, { id }, b.main))).toEqual([422, 'procurement.noRoom']);
    await server.ok(calls.reopenPurchase, { id: purchaseId }, b.main);
    await server.ok(calls.reopenAllocation, { id }, b.main);
    expect(await detail(id)).toMatchObject({ state: 'shipping', units: 50 });
    await server.ok(calls.closeAllocation, { id, reason: 'No more' }, b.main);
    await server.ok(submitTransfer, { id: document?.docId ?? 0 }, b.main);
    await server.ok(shipTransfer, { id: document?.docId ?? 0 }, b.main);
    expect(await detail(id)).toMatchObject({ state: 'done', units: 35, moved: 35 });
  });

  it('keeps its documents as it made them, and takes back what they do not ship', async () => {
    const { asn, lineId } = await ordered(20, 20);
    const id = await submitted(lineOf(lineId, 20, to(20)));
    await received(asn, 20);
    const [document] = await ship(id);
    const { version, fromId, toId } = await server.ok(getTransfer, { id: document?.docId ?? 0 }, b.main);
    const head = { id: document?.docId ?? 0, version, fromId, toId };
    const productId = b.productIds[0] ?? 0;
    const more = { ...head, lines: [{ productId, quantity: 21 }] };
    expect(errorOf(await server.call(saveTransfer, more, b.main))).toEqual([409, 'warehouse.transferAllocated']);
    await server.ok(saveTransfer, { ...head, remark: 'By truck', lines: [{ productId, quantity: 20 }] }, b.main);
    await server.ok(submitTransfer, { id: head.id }, b.main);
    const { lines } = await server.ok(getTransfer, { id: head.id }, b.main);
    await server.ok(shipTransfer, { id: head.id, lines: [{ lineId: lines[0]?.id ?? 0, quantity: 12 }] }, b.main);
    await server.ok(finishTransfer, { id: head.id }, b.main);
    expect(await detail(id)).toMatchObject({ state: 'shipping', moved: 12, ready: 8 });
  });

  it('is cancelled while nothing of it is on a document', async () => {
    const { asn, lineId, purchaseId } = await ordered(20);
    const id = await submitted(lineOf(lineId, 20, to(20)));
    await received(asn, 20);
    await ship(id);
    const refused = await server.call(calls.cancelAllocation, { id, reason: 'Changed' }, b.main);
    expect(errorOf(refused)).toEqual([409, 'procurement.allocationState.shipping']);
    const { lines } = await detail(id);
    await server.ok(cancelTransfer, { id: lines[0]?.shares[0]?.documents[0]?.docId ?? 0 }, b.main);
    await server.ok(calls.cancelAllocation, { id, reason: 'Changed' }, b.main);
    expect(await detail(id)).toMatchObject({ state: 'cancelled', reason: 'Changed', arrived: 0 });
    const { rows } = await server.ok(calls.allocationSources, { purchaseId }, b.main);
    expect(rows[0]?.free).toBe(20);
  });

  it('is approved by the second person where the module has a workflow', async () => {
    const boss = await server.member(b.main.companyId, [
      rights.approval.view,
      rights.approval.approve,
      rights.allocation.view,
    ]);
    await server.ok(editUserAuditSettings, { modelId: rights.allocation.id, Approval: boss.userId }, b.main);
    const { lineId } = await ordered(10);
    const id = await draft(lineOf(lineId, 10, to(10)));
    await server.ok(calls.submitAllocation, { id }, b.main);
    expect(await detail(id)).toMatchObject({ state: 'reviewing' });
    const decision = { modelId: rights.allocation.id, orderId: id };
    await server.ok(ApprovalPurReq, { ...decision, aud: 'rejected', remark: 'Not yet' }, boss);
    expect(await detail(id)).toMatchObject({ state: 'draft' });
    await server.ok(calls.submitAllocation, { id }, b.main);
    await server.ok(ApprovalPurReq, { ...decision, aud: 'approved' }, boss);
    expect(await detail(id)).toMatchObject({ state: 'submitted' });
  });
});

describe('an allocation order of stock', () => {
  it('serves its shares at once, never more than is free', async () => {
    await b.put(0, 0, 30);
    const id = await submitted(lineOf(null, 25, to(25)));
    expect(await detail(id)).toMatchObject({ ready: 25, arrived: 25 });
    const more = { warehouseId: b.warehouseId, lines: [lineOf(null, 6, to(6))] };
    expect(errorOf(await server.call(calls.saveAllocation, more, b.main))).toEqual([400, 'lines.0.quantity']);
    // A destination that is the warehouse itself stays.
    await server.ok(
      calls.saveAllocation,
      { warehouseId: b.warehouseId, lines: [lineOf(null, 5, to(5, { toWarehouseId: b.warehouseId }))] },
      b.main,
    );
    const [draftRow] = (await server.ok(calls.listAllocations, { state: 'draft' }, b.main)).rows;
    await server.ok(calls.submitAllocation, { id: draftRow?.id ?? 0 }, b.main);
    expect(await detail(draftRow?.id ?? 0)).toMatchObject({ state: 'done', moved: 5 });
  });

  it('becomes first legs, which keep its goods', async () => {
    await b.put(0, 0, 30);
    const id = await submitted(
      lineOf(null, 30, to(18, { kind: 'leg' }), to(12, { kind: 'leg', needBy: '2027-01-01' })),
    );
    const [document] = await ship(id);
    const leg = await server.ok(getLeg, { id: document?.docId ?? 0 }, b.main);
    expect(leg).toMatchObject({ state: 'draft', units: 30, allocation: { id }, fromWarehouseId: b.warehouseId });
    const line = { productId: b.productIds[0] ?? 0, quantity: 29 };
    const fewer = {
      ...{ id: leg.id, version: leg.version, fromWarehouseId: b.warehouseId, warehouseId: farId },
      ...{ mode: 'air' as const, lines: [line] },
    };
    expect(errorOf(await server.call(saveLeg, fewer, b.main))).toEqual([409, 'procurement.allocatedGoods']);
    await server.ok(saveLeg, { ...fewer, lines: [{ ...line, quantity: 30 }] }, b.main);
    await server.ok(deleteLegs, { ids: [leg.id] }, b.main);
    expect(await detail(id)).toMatchObject({ state: 'submitted', ready: 30 });
    const [again] = await ship(id);
    for (const state of ['submitted', 'shipped'] as const)
      await server.ok(moveLeg, { id: again?.docId ?? 0, to: state }, b.main);
    expect(await detail(id)).toMatchObject({ state: 'done' });
  });

  it('becomes FBA shipments in whole units of the listing', async () => {
    await b.put(0, 0, 30);
    const shop = await server.app.database.owner.query(
      `insert into shop (company_id, platform, region, name, account, module_id, state, marketplace_ids)
       values ($1, 'amazon', 'US', 'North', $2, 402, 'authorized', '{ATVPDKIKX0DER}') returning id`,
      [b.main.companyId, `acc-${b.main.companyId}`],
    );
    const shopId = Number(shop.rows[0].id);
    await b.tx((tx) =>
      tx.rows(sql`insert into sku_mapping (company_id, shop_id, seller_sku, product_id, factor, created_by)
        values (${sql.company}, ${shopId}, 'TWO', ${b.productIds[0] ?? 0}, 2, 'test')`),
    );
    const fba = (quantity: number): Share => ({ kind: 'fba', shopId, quantity });
    const odd = { warehouseId: b.warehouseId, lines: [lineOf(null, 7, fba(7))] };
    expect(errorOf(await server.call(calls.saveAllocation, odd, b.main))).toEqual([400, 'lines.0.shares.0.quantity']);
    const id = await submitted(lineOf(null, 20, fba(20)));
    const [document] = await ship(id);
    const shipment = await server.ok(getFba, { id: document?.docId ?? 0 }, b.main);
    expect(shipment).toMatchObject({ state: 'draft', allocation: { id }, lines: [{ sellerSku: 'TWO', quantity: 10 }] });
    expect(await server.ok(deleteFba, { ids: [shipment.id] }, b.main)).toMatchObject({ done: 1 });
    expect(await detail(id)).toMatchObject({ state: 'submitted', ready: 20 });
  });
});

describe('allocation orders', () => {
  it('are read by the calls of the specification, printed and exported', async () => {
    const { lineId } = await ordered(10);
    const id = await submitted(lineOf(lineId, 10, to(6), stay(4)));
    const page = await server.ok(calls.disDetailedPage, { disId: id }, b.main);
    expect(page).toMatchObject({ id, lines: [{ purchaseLineId: lineId, shared: 10 }] });
    const { rows } = await server.ok(calls.quanDisDetailJson, { disId: id }, b.main);
    expect(rows.map((row) => [row.kind, row.quantity, row.toName])).toEqual([
      ['transfer', 6, 'Second'],
      ['stay', 4, null],
    ]);
    for (const [language, word] of [
      ['zh', '分配单'],
      ['en', 'Allocation order'],
    ] as const) {
      const paper = new URL(`/api${calls.printAllocation.path}?id=${id}&language=${language}`, server.url);
      const answer = await fetch(paper, { headers: { token: b.main.token } });
      const [text = ''] = await readPages(Buffer.from(await answer.arrayBuffer()));
      for (const one of [word, page.number, 'Second', 'P-1']) expect(text).toContain(one);
    }
    const file = await b.tx((tx) => allocationExport.page(tx, systemContext(tx.companyId, 'test'), {}, null, 10));
    expect(file.rows).toMatchObject([
      { number: page.number, destination: 'Second', quantity: 6, step: 'waiting' },
      { kind: 'stay', destination: null, quantity: 4 },
    ]);
    const tabs = await server.ok(calls.allocationTabs, {}, b.main);
    expect(tabs.counts).toMatchObject({ submitted: 1, ready: 0 });
  });

  it('come out of a sheet as drafts, a warehouse each, without rows that do not fit', async () => {
    const { purchaseId } = await ordered(10);
    const { number } = await b.detail(purchaseId);
    await b.put(0, 1, 8);
    const codes = await b.tx((tx) =>
      tx.rows<{ id: number; code: string }>(
        sql`select id, code from warehouse where company_id = ${sql.company} and id = any(${[b.warehouseId, farId]}::bigint[])`,
      ),
    );
    const codeOf = (id: number) => codes.find((one) => one.id === id)?.code ?? '';
    const sheet = xls(
      [
        allocationImport.columns.map((column) => column.title[0]),
        [number, '', 'p-1', '调拨', codeOf(farId), '6', '2027-01-01'],
        [number, '', 'P-1', 'stay', '', '4', ''],
        ['', codeOf(b.warehouseId), 'P-2', '头程', codeOf(farId), '8', ''],
        [number, '', 'P-1', '调拨', codeOf(farId), '1', ''],
        [number, '', 'P-3', '调拨', codeOf(farId), '1', ''],
        ['', codeOf(b.warehouseId), 'P-2', 'boat', codeOf(farId), '1', ''],
      ],
      'xlsx',
    );
    const { data } = await upload(server, calls.previewAllocationImport, sheet, 'a.xlsx', b.main);
    const preview = data as { importId: number; good: number; bad: number };
    expect([preview.good, preview.bad]).toEqual([3, 3]);
    await server.ok(calls.commitAllocationImport, { importId: preview.importId }, b.main);
    const [row] = (await server.ok(calls.listAllocations, { state: 'draft' }, b.main)).rows;
    expect(row).toMatchObject({ units: 18, lineCount: 2 });
    const { done } = await server.ok(calls.deleteAllocations, { ids: [row?.id ?? 0] }, b.main);
    expect(done).toBe(1);
  });

  it('are out of sight for people of other warehouses', async () => {
    await b.put(0, 0, 30);
    const id = await submitted(lineOf(null, 25, to(25)));
    const clerk = await server.member(b.main.companyId, [rights.allocation.view]);
    await server.app.database.owner.query(
      `insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, 'warehouse', $3)`,
      [clerk.companyId, clerk.userId, farId],
    );
    expect((await server.call(calls.getAllocation, { id }, clerk)).status).toBe(404);
  });
});
