import * as calls from '@tradewind/contract/procurement.ts';
import { deleteLegs, moveLeg } from '@tradewind/contract/transit.ts';
import {
  cancelTransfer,
  closeInbounds,
  getInbound,
  receiveInboundCall,
  shipTransfer,
  submitTransfer,
  undoReceiptCall,
} from '@tradewind/contract/warehouse.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { brokenChecks } from '../../testing/checks.ts';
import { type TestServer, testServer } from '../../testing/harness.ts';
import { runs } from '../../testing/property.ts';
import { openSecond } from '../warehouse/warehouse.testing.ts';
import { type Buying, openBuying } from './testing/buying.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

/** Everything of purchases that an undone receipt must leave as it was. */
const stateOf = (b: Buying) =>
  b.tx((tx) =>
    tx.rows(sql`
      select 'o' || id as what, state || '/' || received as value from purchase_order where company_id = ${sql.company}
      union all select 'l' || id, received::text from purchase_line where company_id = ${sql.company}
      union all select 's' || line_id || '/' || requisition_line_id, quantity || '/' || received from purchase_line_source
        where company_id = ${sql.company}
      union all select 'r' || id, ordered || '/' || received || '/' || open from requisition_line where company_id = ${sql.company}
      union all select 'q' || id, state from requisition where company_id = ${sql.company}
      union all select 'a' || s.id, o.state || '/' || s.arrived || '/' || s.on_documents || '/' || s.closed
        from allocation_share s join allocation_order o on o.company_id = ${sql.company} and o.id = s.order_id
        where s.company_id = ${sql.company}
      union all select 'b' || product_id, on_hand || '/' || incoming from stock_balance where company_id = ${sql.company}
      order by 1`),
  );

const pick = <T>(from: readonly T[], at: number): T | undefined => from[at % Math.max(from.length, 1)];

/** A refusal is an answer; a failure of the server is none. */
const attempt: TestServer['call'] = async (call, input, as) => {
  const answer = await server.call(call, input, as);
  expect(answer.status, `${call.path}: ${JSON.stringify(answer.data)}`).toBeLessThan(500);
  return answer;
};

/** Acts of buyers and of the warehouse. Each may be refused; none may leave the documents in disagreement. */
const ACTS: Record<string, (b: Buying, n: number) => Promise<unknown>> = {
  request: (b, n) => b.request([n % 2, 1 + (n % 12)], [2, 1 + (n % 5), n % 3 === 0 ? '2027-01-01' : '2027-02-01']),
  async order(b) {
    const { rows } = await server.ok(calls.listPendingPurchases, { pageSize: 4 }, b.main);
    if (rows.length > 0) await attempt(calls.orderPending, { ids: rows.map((row) => row.id) }, b.main);
  },
  async place(b, n) {
    const order = await some(b, n, 'draft');
    if (!order) return;
    await attempt(calls.submitPurchase, { id: order.id }, b.main);
    await attempt(calls.placePurchase, { id: order.id, asn: n % 3 > 0 }, b.main);
  },
  async edit(b, n) {
    const order = await some(b, n, n % 2 ? 'draft' : 'ordered');
    if (!order) return;
    const { version, supplierId, warehouseId, lines } = await b.detail(order.id);
    const changed = lines.map(({ id, productId, packs }, at) => ({
      ...{ id, productId },
      packs: at === 0 ? Math.max(1, packs + (n % 7) - 3) : packs,
    }));
    await attempt(calls.savePurchase, { id: order.id, version, supplierId, warehouseId, lines: changed }, b.main);
  },
  async asn(b, n) {
    const order = await some(b, n, 'ordered');
    if (order) await attempt(calls.createPurchaseAsn, { id: order.id }, b.main);
  },
  async receive(b, n) {
    const asn = pick(await asns(b, ['notice', 'arrived', 'receiving']), n);
    if (!asn) return;
    const { lines } = await server.ok(getInbound, { id: asn.id }, b.main);
    const goods = [{ lineId: lines[n % asn.lines]?.id ?? 0, quantity: 1 + (n % 9) }];
    await attempt(receiveInboundCall, { id: asn.id, goods }, b.main);
  },
  async undo(b, n) {
    const receipt = pick(await receipts(b), n);
    if (receipt) await attempt(undoReceiptCall, { receiptId: receipt }, b.main);
  },
  async finish(b, n) {
    const asn = pick(await asns(b, ['receiving']), n);
    if (asn) await attempt(closeInbounds, { ids: [asn.id] }, b.main);
  },
  async close(b, n) {
    const order = await some(b, n, n % 2 ? 'received' : 'ordered');
    if (order) await attempt(calls.closePurchase, { id: order.id, reason: 'Enough' }, b.main);
  },
  async reopen(b, n) {
    const order = await some(b, n, 'closed');
    if (order) await attempt(calls.reopenPurchase, { id: order.id }, b.main);
  },
  async cancel(b, n) {
    const order = await some(b, n, n % 2 ? 'ordered' : 'draft');
    if (order) await attempt(calls.cancelPurchase, { id: order.id, reason: 'Changed our mind' }, b.main);
  },
  async giveUp(b, n) {
    const { rows } = await server.ok(calls.listPendingPurchases, {}, b.main);
    const row = pick(rows, n);
    if (row) await attempt(calls.cancelPending, { ids: [row.id], reason: 'Not needed' }, b.main);
  },
};

/** Splits goods of purchase orders, and moves what has come of them. */
const ALLOCATES: typeof ACTS = {
  async split(b, n) {
    const order = await some(b, n, n % 3 === 0 ? 'received' : 'ordered');
    if (!order) return;
    const { rows } = await server.ok(calls.allocationSources, { purchaseId: order.id }, b.main);
    const source = pick(
      rows.filter((row) => row.free > 1),
      n,
    );
    if (!source) return;
    const far = await farOf(b);
    const units = 2 + (n % (source.free - 1));
    const kind = n % 2 ? ('transfer' as const) : ('leg' as const);
    const shares = [
      { kind, toWarehouseId: far, quantity: units - 1, needBy: n % 4 ? '2027-01-01' : null },
      { kind: 'stay' as const, quantity: 1 },
    ];
    const line = { productId: source.productId, purchaseLineId: source.purchaseLineId, quantity: units, shares };
    const answer = await attempt(calls.saveAllocation, { warehouseId: b.warehouseId, lines: [line] }, b.main);
    if (answer.status === 200)
      await attempt(calls.submitAllocation, { id: (answer.data as { id: number }).id }, b.main);
  },
  async send(b, n) {
    const { rows } = await server.ok(calls.listAllocations, { ready: 'true' }, b.main);
    const order = pick(rows, n);
    if (order) await attempt(calls.shipAllocation, { id: order.id }, b.main);
  },
  async advance(b, n) {
    const document = pick(await documents(b), n);
    if (document?.docKind === 'transfer')
      await attempt(n % 2 ? submitTransfer : shipTransfer, { id: document.docId }, b.main);
    if (document?.docKind === 'transit_leg')
      await attempt(moveLeg, { id: document.docId, to: n % 2 ? 'submitted' : 'shipped' }, b.main);
  },
  async takeBack(b, n) {
    const document = pick(await documents(b), n);
    if (document?.docKind === 'transfer') await attempt(cancelTransfer, { id: document.docId }, b.main);
    if (document?.docKind === 'transit_leg' && n % 2) await attempt(deleteLegs, { ids: [document.docId] }, b.main);
    else if (document?.docKind === 'transit_leg')
      await attempt(moveLeg, { id: document.docId, to: 'cancelled' }, b.main);
  },
  async closeShares(b, n) {
    const { rows } = await server.ok(calls.listAllocations, {}, b.main);
    const order = pick(rows, n);
    if (order && n % 3 === 0) await attempt(calls.cancelAllocation, { id: order.id, reason: 'Changed' }, b.main);
    if (order && n % 3 === 1) await attempt(calls.closeAllocation, { id: order.id, reason: 'Enough' }, b.main);
    if (order && n % 3 === 2) await attempt(calls.reopenAllocation, { id: order.id }, b.main);
  },
};

async function farOf(b: Buying): Promise<number> {
  const row = await b.tx((tx) =>
    tx.row<{ id: number }>(sql`select id from warehouse where company_id = ${sql.company} and id <> ${b.warehouseId}`),
  );
  return row?.id ?? 0;
}
const documents = (b: Buying) =>
  b.tx((tx) =>
    tx.rows<{ docKind: string; docId: number }>(sql`select distinct doc_kind, doc_id from allocation_document
      where company_id = ${sql.company} and state = 'open' order by 1, 2`),
  );

async function some(b: Buying, n: number, state: calls.PurchaseState) {
  return pick((await server.ok(calls.listPurchases, { state }, b.main)).rows, n);
}
const asns = (b: Buying, states: string[]) =>
  b.tx((tx) =>
    tx.rows<{ id: number; lines: number }>(sql`select i.id, (select count(*)::int from inbound_line l
        where l.company_id = ${sql.company} and l.inbound_id = i.id) as lines
      from inbound i where i.company_id = ${sql.company} and i.state = any(${states}::text[]) order by i.id`),
  );
async function receipts(b: Buying): Promise<number[]> {
  const rows = await b.tx((tx) =>
    tx.rows<{ id: number }>(sql`select r.id from inbound_receipt r
      join inbound i on i.company_id = ${sql.company} and i.id = r.inbound_id and i.state = 'receiving'
      where r.company_id = ${sql.company} and r.undone_at is null order by r.id`),
  );
  return rows.map((row) => row.id);
}

const act = fc.record({ act: fc.constantFrom(...Object.keys(ACTS)), n: fc.nat(1_000) });

const course = (acts: typeof ACTS) => fc.record({ act: fc.constantFrom(...Object.keys(acts)), n: fc.nat(1_000) });
const ALL = { ...ACTS, ...ALLOCATES };

describe('any history of allocation orders', () => {
  it('puts no more on documents than was shared, and shares no more than was received', async () => {
    // Splitting and sending come more often than buying.
    const acts = fc.oneof(
      { arbitrary: course(ALLOCATES), weight: 3 },
      { arbitrary: course({ receive: ALL.receive, undo: ALL.undo, edit: ALL.edit } as typeof ACTS), weight: 2 },
      { arbitrary: course(ALL), weight: 1 },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { minLength: 20, maxLength: 60 }), async (history) => {
        const b = await openBuying(server);
        await openSecond(b);
        for (let at = 0; at < 3; at++) {
          await b.put(at, at, 40);
          await b.place(await b.purchase([[at, 20 + at]]));
          await ALL.split?.(b, at * 5 + 1);
        }
        for (let at = 0; at < history.length; at += 4)
          await Promise.all(history.slice(at, at + 4).map((one) => ALL[one.act]?.(b, one.n)));
        expect(await brokenChecks(server.app, b.main.companyId)).toEqual([]);
      }),
      { numRuns: runs(4, 60) },
    );
  });
});

describe('any history of purchases', () => {
  it('leaves requests, orders, receipts and stock in agreement, also when several people act at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 20, maxLength: 60 }), async (history) => {
        const b = await openBuying(server);
        for (let at = 0; at < 3; at++) await b.request([at, 5 + at], [2, 4]);
        await ACTS.order?.(b, 0);
        await ACTS.place?.(b, 1);
        for (let at = 0; at < history.length; at += 4)
          await Promise.all(history.slice(at, at + 4).map((one) => ACTS[one.act]?.(b, one.n)));
        expect(await brokenChecks(server.app, b.main.companyId)).toEqual([]);
        const before = await stateOf(b);
        const open = pick(await asns(b, ['receiving']), 0);
        if (!open) return;
        const ids = await b.receive(open.id, [[0, 3]]);
        for (const receiptId of ids.toReversed()) await server.ok(undoReceiptCall, { receiptId }, b.main);
        expect(await stateOf(b)).toEqual(before);
      }),
      { numRuns: runs(4, 60) },
    );
  });
});
