import { rights } from '@tradewind/contract/access/modules.ts';
import { getNum } from '@tradewind/contract/access.ts';
import { editUserAuditSettings } from '@tradewind/contract/approvals.ts';
import { getAttachment, listAttachments } from '@tradewind/contract/documents.ts';
import { listLinks, makeLink } from '@tradewind/contract/links.ts';
import { getMessageList } from '@tradewind/contract/messages.ts';
import * as calls from '@tradewind/contract/procurement.ts';
import { findInbound, getInbound, receiveCartonCall } from '@tradewind/contract/warehouse.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { brokenChecks } from '../../../testing/checks.ts';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { readPages } from '../../../testing/pdf-text.ts';
import { type Buying, openBuying } from '../testing/buying.ts';
import { linkTo, sendPacking } from '../testing/supplier-link.ts';

let server: TestServer;
let b: Buying;
/** Ordered, without an ASN: 10 of the first product, 4 of the second, expected on a day. */
let orderId: number;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.app.database.owner.query("delete from throttle where key like 'link%'");
  b = await openBuying(server);
  orderId = await order({ expectedOn: '2027-01-15' });
});
afterEach(async () => expect(await brokenChecks(server.app, b.main.companyId)).toEqual([]));

async function order(more = {}): Promise<number> {
  const id = await b.purchase(
    [
      [0, 10],
      [1, 4],
    ],
    more,
  );
  await server.ok(calls.submitPurchase, { id }, b.main);
  await server.ok(calls.placePurchase, { id, asn: false }, b.main);
  return id;
}
const show = (key: string) => server.ok(calls.openSupplierOrder, { key });
const said = () => server.ok(calls.supplierAnswers, { id: orderId }, b.main);
const inbox = async () =>
  (await server.ok(getMessageList, { itemOption: 'N' }, b.main)).records.map((row) => row.thesis);
const badge = async () =>
  (await server.ok(getNum, {}, b.main)).find((one) => one.modelId === rights.purchaseOrder.id)?.num ?? 0;
const getAsn = (id: number) => server.ok(getInbound, { id }, b.main);
const lineIds = async () => (await b.detail(orderId)).lines.map((line) => line.id);

it('shows lines, days and address; prices and terms only if the buyer shares them', async () => {
  const plain = await linkTo(server, b, orderId);
  expect(plain.url).toContain('/#/supplierOrder?key=');
  const order = await show(plain.key);
  expect(order).toMatchObject({ recipient: '宁波工厂', state: 'open', expectedOn: '2027-01-15', price: null });
  expect(order.lines).toMatchObject([
    { sku: 'P-1', packs: 10, quantity: 10, unitPrice: null, promisedOn: '2027-01-15', answer: null, packed: 0 },
    { sku: 'P-2', packs: 4, quantity: 4, unitPrice: null },
  ]);
  expect(order.shipTo.name).toBeTruthy();
  const priced = await show((await linkTo(server, b, orderId, { prices: true })).key);
  expect(priced.price).toMatchObject({ currency: 'CNY', amount: '116' });
  expect(priced.lines[0]?.unitPrice).toBe('10');
});

it('prints the order, with money only if the link shows it', async () => {
  const paper = async (key: string) => {
    const body = JSON.stringify({ key, language: 'en' });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${server.url}/api${calls.printSupplierOrder.path}`, {
      method: 'POST',
      headers,
      body,
    });
    expect(response.headers.get('content-type')).toBe('application/pdf');
    return (await readPages(Buffer.from(await response.arrayBuffer()))).join('\n');
  };
  const plain = await paper((await linkTo(server, b, orderId)).key);
  expect(plain).toContain('P-1');
  expect(plain).toContain('Total units');
  expect(plain).not.toMatch(/Unit price|CNY|116/);
  expect(await paper((await linkTo(server, b, orderId, { prices: true })).key)).toContain('116.00 CNY');
});

it('an order has one open link: a new one takes the former back', async () => {
  const first = await linkTo(server, b, orderId);
  const second = await linkTo(server, b, orderId);
  expect((await server.call(calls.openSupplierOrder, { key: first.key })).status).toBe(404);
  await show(second.key);
  const { links } = await server.ok(listLinks, { docKind: 'purchase_order', docId: orderId }, b.main);
  expect(links.map((link) => [link.state, link.opened])).toEqual([
    ['open', 1],
    ['withdrawn', 0],
  ]);
});

it('only a placed order is shared, with prices only by whoever sees costs', async () => {
  const desired = { page: 'supplierOrder', docKind: 'purchase_order', recipient: 'x' } as const;
  const draft = await b.purchase([[0, 1]]);
  expect((await server.call(makeLink, { ...desired, docId: draft }, b.main)).status).toBe(409);
  const wrong = { ...desired, page: 'orderDetail' as const, docId: orderId };
  expect((await server.call(makeLink, wrong, b.main)).status).toBe(403);
  const buyer = await server.member(b.main.companyId, [rights.purchaseOrder.view, rights.purchaseOrder.edit]);
  await server.app.database.owner.query(
    `insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, 'warehouse', $3)`,
    [b.main.companyId, buyer.userId, b.warehouseId],
  );
  expect((await server.call(makeLink, { ...desired, docId: orderId, prices: true }, buyer)).status).toBe(403);
  await server.ok(makeLink, { ...desired, docId: orderId }, buyer);
  const looker = await server.member(b.main.companyId, [rights.purchaseOrder.view]);
  expect((await server.call(makeLink, { ...desired, docId: orderId }, looker)).status).toBe(403);
});

it('an answer as ordered is recorded; the order does not move and nothing waits', async () => {
  const { key } = await linkTo(server, b, orderId);
  const [first = 0, second = 0] = await lineIds();
  const before = await b.detail(orderId);
  const lines = [
    { lineId: first, promisedOn: '2027-01-15', packs: 10 },
    { lineId: second, packs: 4 },
  ];
  expect(await server.ok(calls.answerSupplierOrder, { key, lines })).toEqual({ agreed: 2, proposed: 0 });
  // Sent twice it is one answer.
  expect(await server.ok(calls.answerSupplierOrder, { key, lines })).toEqual({ agreed: 0, proposed: 0 });
  const after = await b.detail(orderId);
  expect([after.version, after.expectedOn, after.history[0]?.event, after.history[0]?.actor]).toEqual([
    before.version,
    '2027-01-15',
    'supplierAgreed',
    '宁波工厂',
  ]);
  expect((await said()).answers.map((one) => one.state)).toEqual(['agreed', 'agreed']);
  expect(await badge()).toBe(0);
  expect(await inbox()).toEqual([expect.stringContaining('宁波工厂 已确认订单')]);
  expect((await show(key)).lines[0]?.answer?.state).toBe('agreed');
});

it('a proposal waits: a message, a badge and a tab; the buyer takes it, and the history says who proposed it', async () => {
  const { key } = await linkTo(server, b, orderId);
  const [first = 0, second = 0] = await lineIds();
  const propose = (promisedOn: string) =>
    server.ok(calls.answerSupplierOrder, {
      key,
      lines: [
        { lineId: first, promisedOn, packs: 8, remark: '模具维修' },
        { lineId: second, packs: 4 },
      ],
    });
  expect(await propose('2027-02-01')).toEqual({ agreed: 1, proposed: 1 });
  // A later one replaces it.
  expect(await propose('2027-02-03')).toEqual({ agreed: 0, proposed: 1 });
  expect(await b.detail(orderId)).toMatchObject({ units: 14, expectedOn: '2027-01-15' });
  expect(await badge()).toBe(1);
  expect((await server.ok(calls.listPurchases, { answered: 'true' }, b.main)).rows.map((row) => row.id)).toEqual([
    orderId,
  ]);
  expect((await server.ok(calls.purchaseTabs, {}, b.main)).counts.answered).toBe(1);
  const [waiting] = (await said()).answers;
  expect(waiting).toMatchObject({ state: 'waiting', promisedOn: '2027-02-03', packs: 8, orderedPacks: 10 });
  const ids = [waiting?.id ?? 0];
  expect(await server.ok(calls.decideSupplierAnswers, { orderId, ids, take: true }, b.main)).toEqual({ done: 1 });
  const after = await b.detail(orderId);
  expect(after).toMatchObject({ state: 'ordered', units: 12, expectedOn: '2027-02-03' });
  expect(after.lines.map((line) => [line.packs, line.promisedOn])).toEqual([
    [8, '2027-02-03'],
    [4, null],
  ]);
  const entry = after.history.find((one) => one.event === 'answerTaken');
  expect(entry?.detail?.remark).toBe('宁波工厂: P-1 2027-01-15 → 2027-02-03, 10 → 8');
  expect(await badge()).toBe(0);
  expect((await server.call(calls.decideSupplierAnswers, { orderId, ids, take: true }, b.main)).status).toBe(409);
});

it('a refused proposal leaves the order; the supplier reads why and may propose it again', async () => {
  const { key } = await linkTo(server, b, orderId);
  const [first = 0] = await lineIds();
  const lines = [{ lineId: first, promisedOn: '2027-03-01', packs: 10 }];
  await server.ok(calls.answerSupplierOrder, { key, lines });
  const ids = (await said()).answers.map((one) => one.id);
  await server.ok(calls.decideSupplierAnswers, { orderId, ids, take: false, decision: '太晚' }, b.main);
  expect(await b.detail(orderId)).toMatchObject({ expectedOn: '2027-01-15' });
  expect((await show(key)).lines[0]?.answer).toMatchObject({ state: 'refused', decision: '太晚' });
  expect(await server.ok(calls.answerSupplierOrder, { key, lines })).toMatchObject({ proposed: 1 });
});

it('a proposal of more than was approved is reviewed again, and meanwhile the page shows nothing of it', async () => {
  const { key } = await linkTo(server, b, orderId, { prices: true });
  const [first = 0] = await lineIds();
  await server.ok(calls.answerSupplierOrder, { key, lines: [{ lineId: first, packs: 30 }] });
  const decides = [rights.approval.view, rights.approval.approve, rights.approval.reject, rights.purchaseOrder.view];
  const chief = await server.member(b.main.companyId, decides);
  await server.ok(editUserAuditSettings, { modelId: rights.purchaseOrder.id, Approval: chief.userId }, b.main);
  const ids = (await said()).answers.map((one) => one.id);
  await server.ok(calls.decideSupplierAnswers, { orderId, ids, take: true }, b.main);
  expect(await b.detail(orderId)).toMatchObject({ state: 'reviewing', units: 34 });
  expect(await show(key)).toMatchObject({ state: 'changing', lines: [], price: null });
  for (const call of [
    server.call(calls.answerSupplierOrder, { key, lines: [{ lineId: first, packs: 30 }] }),
    server.call(calls.printSupplierOrder, { key }),
  ])
    expect((await call).status).toBe(409);
});

it('a packing list is kept as a file of the order, and makes its ASN with one press', async () => {
  const { key } = await linkTo(server, b, orderId);
  const [first = 0, second = 0] = await lineIds();
  expect((await sendPacking(server, b, key, { [first]: 6 })).status).toBe(200);
  expect((await sendPacking(server, b, key, { [first]: 6 })).status).toBe(200);
  const { files } = await server.ok(listAttachments, { docKind: 'purchase_order', docId: orderId }, b.main);
  expect(files.map((file) => file.name)).toEqual(['packing.pdf']);
  const { packings } = await said();
  expect(packings).toMatchObject([
    { units: 6, cartons: 4, trackingNumber: 'SF100', state: 'waiting', inboundId: null },
  ]);
  expect(await badge()).toBe(1);
  expect((await show(key)).lines.map((line) => line.packed)).toEqual([6, 0]);
  const download = await fetch(`${server.url}/api${getAttachment.path}?id=${packings[0]?.attachmentId}`, {
    headers: { token: b.main.token },
  });
  expect(download.headers.get('content-disposition')).toMatch(/^attachment;/);
  const id = packings[0]?.id ?? 0;
  const { inboundId } = await server.ok(calls.takePackingList, { id }, b.main);
  const asn = await server.ok(getInbound, { id: inboundId }, b.main);
  expect(asn).toMatchObject({ carrier: 'SF', trackingNumber: 'SF100', units: 6, expectedOn: '2027-01-15' });
  expect((await server.call(calls.takePackingList, { id }, b.main)).status).toBe(409);
  expect((await said()).packings[0]).toMatchObject({ state: 'taken', inboundId });
  // What is left of the order comes with the next one.
  await sendPacking(server, b, key, { [first]: 4, [second]: 4 }, { trackingNumber: 'SF200' });
  const [next] = (await said()).packings;
  await server.ok(calls.takePackingList, { id: next?.id ?? 0 }, b.main);
  expect((await b.detail(orderId)).lines.map((line) => line.outstanding)).toEqual([0, 0]);
  expect((await b.detail(orderId)).asns).toHaveLength(2);
});

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

it('of goods that are on an ASN already it gives that one carrier and number', async () => {
  const id = await b.purchase([[0, 10]], { expectedOn: '2027-01-15' });
  const inboundId = await b.place(id);
  orderId = id;
  const { key } = await linkTo(server, b, id);
  const [first = 0] = await lineIds();
  await sendPacking(server, b, key, { [first]: 10 });
  const [packing] = (await said()).packings;
  expect(await server.ok(calls.takePackingList, { id: packing?.id ?? 0 }, b.main)).toMatchObject({ inboundId });
  const asn = await server.ok(getInbound, { id: inboundId }, b.main);
  expect(asn).toMatchObject({ carrier: 'SF', trackingNumber: 'SF100', expectedOn: '2027-01-15' });
  expect((await b.detail(id)).asns).toHaveLength(1);
});

it('two buyers who press at once make one ASN', async () => {
  const { key } = await linkTo(server, b, orderId);
  const [first = 0] = await lineIds();
  await sendPacking(server, b, key, { [first]: 5 });
  const id = (await said()).packings[0]?.id ?? 0;
  const answers = await Promise.all([1, 2, 3].map(() => server.call(calls.takePackingList, { id }, b.main)));
  expect(answers.map((one) => one.status).sort()).toEqual([200, 409, 409]);
  expect((await b.detail(orderId)).asns).toHaveLength(1);
});

it('a refused packing list says why, and its units may be packed again', async () => {
  const { key } = await linkTo(server, b, orderId);
  const [first = 0] = await lineIds();
  await sendPacking(server, b, key, { [first]: 10 });
  const id = (await said()).packings[0]?.id ?? 0;
  await server.ok(calls.refusePackingList, { id, decision: '缺少箱唛' }, b.main);
  const page = await show(key);
  expect([page.packings[0]?.state, page.packings[0]?.decision, page.lines[0]?.packed]).toEqual([
    'refused',
    '缺少箱唛',
    0,
  ]);
});

it('refuses days that are over, units beyond the order, and lines twice', async () => {
  const { key } = await linkTo(server, b, orderId);
  const [first = 0] = await lineIds();
  const paths = async (lines: { lineId: number; promisedOn?: string; packs: number }[]) => {
    const { data } = await server.call(calls.answerSupplierOrder, { key, lines });
    return (data as unknown as { fields?: { path: string }[] }).fields?.map((field) => field.path);
  };
  expect(await paths([{ lineId: first, promisedOn: '2020-01-01', packs: 10 }])).toEqual(['lines.0.promisedOn']);
  expect(
    await paths([
      { lineId: first, packs: 10 },
      { lineId: first, packs: 9 },
    ]),
  ).toEqual(['lines.1.lineId']);
  const many = await sendPacking(server, b, key, { [first]: 11 });
  expect((many.data as unknown as { fields: { path: string }[] }).fields[0]?.path).toBe(`goods.${first}`);
  expect((await sendPacking(server, b, key, { [first]: 0 })).status).toBe(400);
});
