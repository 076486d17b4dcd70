import { rights } from '@tradewind/contract/access/modules.ts';
import {
  decideApproval,
  editUserAuditSettings,
  getApprovalDetail,
  listApprovals,
} from '@tradewind/contract/approvals.ts';
import * as calls from '@tradewind/contract/procurement.ts';
import { closeInbounds, getInbound } from '@tradewind/contract/warehouse.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { brokenChecks } from '../../testing/checks.ts';
import { type TestServer, testServer } from '../../testing/harness.ts';
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

const errorOf = ({ status, data }: { status: number; data: unknown }) => {
  const { error, fields } = data as { error?: string; fields?: { path: string }[] };
  return [status, fields?.[0]?.path ?? error];
};
/** The company's day, of the moment at which the server is asked. */
const today = async () =>
  (
    await b.tx((tx) =>
      tx.row<{ day: string }>(
        sql`select (now() at time zone time_zone)::date::text as day from company where id = ${sql.company}`,
      ),
    )
  )?.day ?? '';

describe('goods that are delivered twice', () => {
  /** Ten are ordered. Four seem lost and come by another ASN, then the first delivery is found and comes whole. */
  async function twice(): Promise<{ id: number; lineId: number; asns: [first: number, second: number] }> {
    const id = await b.purchase([[0, 10]]);
    const first = await b.place(id);
    await b.receive(first, [[0, 6]]);
    await server.ok(closeInbounds, { ids: [first] }, b.main);
    const { id: second } = await server.ok(calls.createPurchaseAsn, { id }, b.main);
    await b.receive(second, [[0, 4]]);
    await b.receive(first, [[0, 4]]);
    return { id, lineId: (await b.detail(id)).lines[0]?.id ?? 0, asns: [first, second] };
  }
  async function bill(orderId: number, lineId: number, quantity: number, reference: string, acceptReason = '') {
    const head = { orderId, reference, billedOn: await today(), currency: 'CNY', acceptReason };
    return server.call(calls.saveSupplierBill, { ...head, lines: [{ lineId, quantity, unitPrice: '10' }] }, b.main);
  }

  it('are named as over-received, and no third ASN asks for them', async () => {
    const { id, asns } = await twice();
    const order = await b.detail(id);
    expect(order).toMatchObject({
      state: 'received',
      units: 10,
      received: 14,
      lines: [{ received: 14, outstanding: 0 }],
    });
    expect(order.history.filter((entry) => entry.event === 'overReceived')).toMatchObject([{ detail: { units: 4 } }]);
    const received = await Promise.all(asns.map((asn) => server.ok(getInbound, { id: asn }, b.main)));
    expect(received.map((asn) => asn.lines[0]?.received)).toEqual([10, 4]);
    expect(errorOf(await server.call(calls.createPurchaseAsn, { id }, b.main))).toEqual([
      409,
      'procurement.purchaseState.received',
    ]);
  });

  it('are billed and paid once: the bill of the second delivery stops at what was ordered', async () => {
    const { id, lineId } = await twice();
    const first = await bill(id, lineId, 10, 'INV-1');
    expect(first.status).toBe(200);
    expect(errorOf(await bill(id, lineId, 4, 'INV-2'))).toEqual([400, 'lines.0.quantity']);
    expect(errorOf(await bill(id, lineId, 10, 'INV-1', 'Sent twice'))).toEqual([400, 'reference']);
    const { match } = await server.ok(calls.purchaseMoney, { id }, b.main);
    expect(match).toMatchObject([{ ordered: 10, received: 14, billed: 10 }]);
    const billId = (first.data as { id: number }).id;
    const pay = (amount: string) => server.call(calls.requestSupplierPayment, { orderId: id, billId, amount }, b.main);
    const both = await Promise.all([pay('100'), pay('100')]);
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 400]);
    expect(errorOf(await pay('40'))).toEqual([400, 'amount']);
    // Somebody may keep them knowingly.
    expect((await bill(id, lineId, 4, 'INV-2', 'We keep the four')).status).toBe(200);
  });

  it('go back to the supplier as too many, and are no longer owed', async () => {
    const { id, lineId } = await twice();
    expect((await bill(id, lineId, 10, 'INV-1')).status).toBe(200);
    const line = {
      productId: b.productIds[0] ?? 0,
      condition: 'good' as const,
      quantity: 4,
      reason: 'tooMany' as const,
    };
    const head = { supplierId: b.supplierId, warehouseId: b.warehouseId, remedy: 'debitNote' as const };
    const back = await server.ok(calls.saveSupplierReturn, { ...head, lines: [line] }, b.main);
    await server.ok(calls.submitSupplierReturn, { id: back.id }, b.main);
    await server.ok(calls.shipSupplierReturn, { id: back.id }, b.main);
    expect(errorOf(await bill(id, lineId, 4, 'INV-2'))).toEqual([400, 'lines.0.quantity']);
  });
});

describe('a supplier price that changes while an order is approved', () => {
  it('leaves the order at its prices, which the approver sees, and holds for the next one', async () => {
    const decides = [rights.approval.view, rights.approval.approve, rights.purchaseOrder.view];
    const chief = await server.member(b.main.companyId, decides);
    await server.ok(editUserAuditSettings, { modelId: rights.purchaseOrder.id, Approval: chief.userId }, b.main);
    const id = await b.purchase([[0, 10]]);
    await server.ok(calls.submitPurchase, { id }, b.main);
    const dearer = { productId: b.productIds[0] ?? 0, breaks: [{ fromQuantity: 1, unitPrice: '13' }] };
    const price = { ...dearer, supplierId: b.supplierId, validFrom: '2026-02-01' };
    await server.ok(calls.saveSupplierPrice, price, b.main);

    const [waiting] = (await server.ok(listApprovals, { tab: 'todo' }, chief)).rows;
    const { lines } = await server.ok(getApprovalDetail, { id: waiting?.id ?? 0 }, chief);
    expect(lines).toMatchObject([{ quantity: '10', detail: expect.stringMatching(/^10 CNY/) }]);
    await server.ok(decideApproval, { id: waiting?.id ?? 0, aud: 'approved' }, chief);
    const { inboundId } = await server.ok(calls.placePurchase, { id }, b.main);
    expect(await b.detail(id)).toMatchObject({ state: 'ordered', lines: [{ unitPrice: '10' }] });
    await b.receive(inboundId ?? 0, [[0, 10]]);
    const lineId = (await b.detail(id)).lines[0]?.id ?? 0;
    const head = { orderId: id, reference: 'INV-9', billedOn: await today(), currency: 'CNY' };
    const bill = (unitPrice: string) =>
      server.call(calls.saveSupplierBill, { ...head, lines: [{ lineId, quantity: 10, unitPrice }] }, b.main);
    expect(errorOf(await bill('13'))).toEqual([400, 'lines.0.unitPrice']);
    expect((await bill('10')).status).toBe(200);

    const next = await b.purchase([[0, 10]]);
    expect(await b.detail(next)).toMatchObject({ lines: [{ unitPrice: '13' }] });
  });
});
