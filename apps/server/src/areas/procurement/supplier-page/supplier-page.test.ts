import { rights } from '@tradewind/contract/access/modules.ts';
import { getNum } from '@tradewind/contract/access.ts';
import { editUserAuditSettings } from '@tradewind/contract/approvals.ts';
import { getAttachment, listAttachments } from '@tradewind/contract/documents.ts';
import { listLinks, makeLink } from '@tradewind/contract/links.ts';
import { getMessageList } from '@tradewind/contract/messages.ts';
import * as calls from '@tradewind/contract/procurement.ts';
import { getInbound } from '@tradewind/contract/warehouse.ts';
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
  expect(plain).not.toMatch(/Unit price|CNY|116\.00/);
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
