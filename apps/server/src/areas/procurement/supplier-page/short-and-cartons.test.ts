import { rights } from '@tradewind/contract/access/modules.ts';
import { ApprovalPurReq, editUserAuditSettings } from '@tradewind/contract/approvals.ts';
import * as calls from '@tradewind/contract/procurement.ts';
import { findInbound, getInbound, receiveCartonCall } from '@tradewind/contract/warehouse.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { brokenChecks } from '../../../testing/checks.ts';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { type Buying, openBuying } from '../testing/buying.ts';
import { linkTo, sendPacking } from '../testing/supplier-link.ts';

let server: TestServer;
let b: Buying;
/** Ordered, without an ASN: 10 of the first product, 4 of the second. */
let orderId: number;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.app.database.owner.query("delete from throttle where key like 'link%'");
  b = await openBuying(server);
  const lines: [product: number, packs: number][] = [
    [0, 10],
    [1, 4],
  ];
  orderId = await b.purchase(lines, { expectedOn: '2027-01-15' });
  await server.ok(calls.submitPurchase, { id: orderId }, b.main);
  await server.ok(calls.placePurchase, { id: orderId, asn: false }, b.main);
});
afterEach(async () => expect(await brokenChecks(server.app, b.main.companyId)).toEqual([]));

const show = (key: string) => server.ok(calls.openSupplierOrder, { key });
const said = () => server.ok(calls.supplierAnswers, { id: orderId }, b.main);
const getAsn = (id: number) => server.ok(getInbound, { id }, b.main);
const lineIds = async () => (await b.detail(orderId)).lines.map((line) => line.id);

it('cannot deliver a line: refused it stays, taken it is closed short with that reason, and its request is open again', async () => {
  const requested = await b.request([0, 10], [1, 4]);
  [orderId = 0] = await b.orderAll(requested);
  await server.ok(calls.submitPurchase, { id: orderId }, b.main);
  await server.ok(calls.placePurchase, { id: orderId, asn: false }, b.main);
  const { key } = await linkTo(server, b, orderId);
  const [first = 0, second = 0] = await lineIds();
  const none = (remark: string) => [
    { lineId: first, packs: 10 },
    { lineId: second, packs: 0, remark },
  ];
  const silent = await server.call(calls.answerSupplierOrder, { key, lines: none('') });
  expect(silent.data).toMatchObject({ fields: [{ path: 'lines.1.remark' }] });
  expect(await server.ok(calls.answerSupplierOrder, { key, lines: none('停产') })).toEqual({ agreed: 1, proposed: 1 });
  const decide = async (take: boolean) => {
    const ids = (await said()).answers.filter((one) => one.state === 'waiting').map((one) => one.id);
    return server.ok(calls.decideSupplierAnswers, { orderId, ids, take, decision: take ? '' : '请再确认' }, b.main);
  };
  await decide(false);
  expect((await b.detail(orderId)).lines.map((line) => [line.packs, line.shortReason])).toEqual([
    [10, ''],
    [4, ''],
  ]);
  await server.ok(calls.answerSupplierOrder, { key, lines: none('停产') });
  await decide(true);
  const after = await b.detail(orderId);
  expect(after).toMatchObject({ state: 'ordered', units: 10, amount: '100' });
  expect(after.lines[1]).toMatchObject({ packs: 0, quantity: 0, outstanding: 0, shortReason: '停产', sources: [] });
  expect(after.history.find((one) => one.event === 'lineShort')?.detail).toEqual({
    ...{ name: 'P-2', units: 4, reason: '停产' },
  });
  expect((await b.requisition(requested.id)).lines.map((line) => line.ordered)).toEqual([10, 0]);
  expect(await server.ok(calls.answerSupplierOrder, { key, lines: none('') })).toEqual({ agreed: 0, proposed: 0 });
  // The rest comes, and the order is received: nothing is missing.
  const { id: asn } = await server.ok(calls.createPurchaseAsn, { id: orderId, expectedOn: null }, b.main);
  expect((await getAsn(asn)).lines).toHaveLength(1);
  await b.receive(asn, [[0, 10]]);
  expect(await b.detail(orderId)).toMatchObject({ state: 'received' });
});

it('of a line that came in part it keeps what came, and the order is complete', async () => {
  const { key } = await linkTo(server, b, orderId);
  const [first = 0, second = 0] = await lineIds();
  const lines = [
    { lineId: first, quantity: 7 },
    { lineId: second, quantity: 4 },
  ];
  const { id: asn } = await server.ok(calls.createPurchaseAsn, { id: orderId, expectedOn: null, lines }, b.main);
  await server.ok(calls.answerSupplierOrder, { key, lines: [{ lineId: first, packs: 0, remark: '缺料' }] });
  const ids = (await said()).answers.map((one) => one.id);
  const decision = { orderId, ids, take: true };
  // Units on an ASN are on their way: it comes first.
  expect((await server.call(calls.decideSupplierAnswers, decision, b.main)).status).toBe(400);
  await b.receive(asn, [
    [0, 7],
    [1, 4],
  ]);
  await server.ok(calls.decideSupplierAnswers, decision, b.main);
  const order = await b.detail(orderId);
  expect(order).toMatchObject({ state: 'received', units: 11 });
  expect(order.lines[0]).toMatchObject({ packs: 7, received: 7, shortReason: '缺料' });
  // Nobody else asks for none of a line.
  const { id, version, supplierId, warehouseId } = order;
  const typed = order.lines.map((line) => ({ id: line.id, productId: line.productId, packs: 0 }));
  const refused = await server.call(calls.savePurchase, { id, version, supplierId, warehouseId, lines: typed }, b.main);
  expect(refused.status).not.toBe(200);
});

it('of a line that is closed short more may be ordered again; refused, it is closed short as before', async () => {
  const { key } = await linkTo(server, b, orderId);
  const [, second = 0] = await lineIds();
  await server.ok(calls.answerSupplierOrder, { key, lines: [{ lineId: second, packs: 0, remark: '停产' }] });
  const ids = (await said()).answers.map((one) => one.id);
  await server.ok(calls.decideSupplierAnswers, { orderId, ids, take: true }, b.main);
  const decides = [rights.approval.view, rights.approval.approve, rights.approval.reject, rights.purchaseOrder.view];
  const chief = await server.member(b.main.companyId, decides);
  await server.ok(editUserAuditSettings, { modelId: rights.purchaseOrder.id, Approval: chief.userId }, b.main);
  const { id, version, supplierId, warehouseId, lines } = await b.detail(orderId);
  const typed = lines.map(({ id, productId, packs }) => ({ id, productId, packs: packs || 5 }));
  await server.ok(calls.savePurchase, { id, version, supplierId, warehouseId, lines: typed }, b.main);
  expect(await b.detail(orderId)).toMatchObject({ state: 'reviewing', lines: [{}, { packs: 5, shortReason: '' }] });
  const verdict = { modelId: rights.purchaseOrder.id, orderId, aud: 'rejected', remark: '不再采购' } as const;
  await server.ok(ApprovalPurReq, verdict, chief);
  expect(await b.detail(orderId)).toMatchObject({ state: 'ordered', lines: [{}, { packs: 0, shortReason: '停产' }] });
});

it('cartons that the supplier typed are those of the ASN, and each is received by one scan', async () => {
  const { key } = await linkTo(server, b, orderId);
  const [first = 0, second = 0] = await lineIds();
  const boxes = [
    { code: 'nb-009', count: 2, goods: { [first]: 4, [second]: 1 } },
    { count: 1, goods: { [first]: 2 } },
  ];
  const send = (goods: Record<number, number>, more: object) =>
    sendPacking(server, b, key, goods, { cartons: 3, boxes: JSON.stringify(boxes), ...more });
  const path = async (answer: Promise<{ data: unknown }>) =>
    ((await answer).data as { fields?: { path: string }[] }).fields?.[0]?.path;
  expect(await path(send({ [first]: 10, [second]: 2 }, { cartons: 4 }))).toBe('cartons');
  expect(await path(send({ [first]: 9, [second]: 2 }, {}))).toBe('boxes');
  // Read from a field of a form: what the database cannot hold is refused there too.
  for (const code of ['C\u0000', 'C\ud800'])
    expect(await path(send({ [first]: 10 }, { boxes: JSON.stringify([{ ...boxes[0], code }]) }))).toBe('boxes.0.code');
  expect((await send({ [first]: 10, [second]: 2 }, {})).status).toBe(200);
  const { number } = await b.detail(orderId);
  const [packing] = (await show(key)).packings;
  expect(packing?.codes).toEqual({ first: 'NB-009', last: `${number}-1-3` });
  const { inboundId } = await server.ok(calls.takePackingList, { id: packing?.id ?? 0 }, b.main);
  const asn = await getAsn(inboundId);
  expect(asn.cartons.map((one) => [one.code, one.contents.map((part) => [part.sku, part.quantity])])).toEqual([
    [
      'NB-009',
      [
        ['P-1', 4],
        ['P-2', 1],
      ],
    ],
    [
      'NB-010',
      [
        ['P-1', 4],
        ['P-2', 1],
      ],
    ],
    [`${number}-1-3`, [['P-1', 2]]],
  ]);
  const found = await server.ok(findInbound, { code: 'nb-010' }, b.main);
  expect(found).toMatchObject({ id: inboundId, cartonId: asn.cartons[1]?.id });
  await server.ok(receiveCartonCall, { inboundId, code: 'NB-010' }, b.main);
  expect((await b.detail(orderId)).lines.map((line) => line.received)).toEqual([4, 1]);
});

it('cartons go to the ASN that expects the goods already', async () => {
  const id = await b.purchase([[0, 10]], { expectedOn: '2027-01-15' });
  const inboundId = await b.place(id);
  orderId = id;
  const { key } = await linkTo(server, b, id);
  const [first = 0] = await lineIds();
  const boxes = JSON.stringify([{ code: 'C1', count: 2, goods: { [first]: 5 } }]);
  await sendPacking(server, b, key, { [first]: 10 }, { cartons: 2, boxes });
  const [packing] = (await said()).packings;
  await server.ok(calls.takePackingList, { id: packing?.id ?? 0 }, b.main);
  expect((await getAsn(inboundId)).cartons).toMatchObject([
    { code: 'C1', contents: [{ sku: 'P-1', quantity: 5 }] },
    { code: 'C2', contents: [{ sku: 'P-1', quantity: 5 }] },
  ]);
});
