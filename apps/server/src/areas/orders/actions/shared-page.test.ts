import { rights } from '@tradewind/contract/access/modules.ts';
import { getAlerts } from '@tradewind/contract/access.ts';
import {
  confirmShipment,
  type LinkPage,
  listLinks,
  makeLink,
  type OrderLinkPage,
  openLink,
  withdrawLink,
} from '@tradewind/contract/links.ts';
import { getMessageList, showMessageDetailsASD } from '@tradewind/contract/messages.ts';
import { getOrder, makeOrder } from '@tradewind/contract/orders.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Person, type TestServer, testServer } from '../../../testing/harness.ts';
import {
  addShop,
  makeOrder as arriving,
  grantShops,
  makeLine,
  type OrderWorld,
  openWorld,
  walk,
} from '../orders.testing.ts';

let server: TestServer;
let world: OrderWorld;
let docId = 0;
beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server, { stock: 50 });
  await world.take([arriving('S-1')]);
  docId = await world.idOf('S-1');
});
afterAll(() => server.close());
/** Each test starts without failed keys. */
beforeEach(() => server.app.database.owner.query("delete from throttle where key like 'link%'"));

const share = async (page: LinkPage = 'orderDetail', days = 7) => {
  const link = await server.ok(
    makeLink,
    { page, docKind: 'sales_order', docId, recipient: '宁波工厂', days },
    world.main,
  );
  return { ...link, key: new URL(link.url.replace('/#', '')).searchParams.get('key') ?? '' };
};
/** The page that a link to an order shows. */
async function shownOf(id: number, page: OrderLinkPage) {
  const { url } = await server.ok(makeLink, { page, docKind: 'sales_order', docId: id, recipient: 'x' }, world.main);
  return server.ok(openLink, { key: new URL(url.replace('/#', '')).searchParams.get('key') ?? '', page });
}
const linksOf = () => server.ok(listLinks, { docKind: 'sales_order', docId }, world.main);

test.each([
  ['orderDetail', '/detailedinformation'],
  ['deliveryOrder', '/deliveryorder'],
  ['deliveryNote', '/deliveryNote'],
  ['confirmShipment', '/Confirmshipment'],
] as const)('a link to %s leads to %s and opens without an account', async (page, path) => {
  const { url, key } = await share(page);
  expect(url).toContain(`/#${path}?key=`);
  const shown = await server.ok(openLink, { key, page });
  expect(shown).toMatchObject({
    page,
    number: 'S-1',
    recipient: '宁波工厂',
    units: shown.lines.reduce((n, l) => n + l.quantity, 0),
  });
  expect(shown.lines.length).toBeGreaterThan(0);
});

test('whoever ships for Amazon as a vendor is led to the page of vendors, by whoever may ship such orders', async () => {
  const vendor = await addShop(server, world.main.companyId, { platform: 'amazonvc', moduleId: rights.vendorOrder.id });
  await world.take([arriving('VC-1')], vendor);
  const document = { docKind: 'sales_order' as const, docId: await world.idOf('VC-1') };
  const shipper = await server.member(world.main.companyId, [rights.vendorOrder.view, rights.vendorOrder.ship]);
  await grantShops(server, shipper, vendor.id);
  const { url } = await server.ok(makeLink, { page: 'confirmShipment', ...document, recipient: 'Dock 4' }, shipper);
  expect(url).toContain('/#/AmazonVCConfirmshipment?key=');
  const key = new URL(url.replace('/#', '')).searchParams.get('key') ?? '';
  expect(await server.ok(openLink, { key, page: 'confirmShipment' })).toMatchObject({ number: 'VC-1' });
  await server.ok(confirmShipment, { key, carrier: 'UPS Freight', trackingNumber: 'PRO-1' });
  const other = { page: 'confirmShipment' as const, docKind: 'sales_order' as const, docId, recipient: 'x' };
  expect((await server.call(makeLink, other, shipper)).status).toBe(404);
});

test('it shows no prices, no costs and no mail address; who confirms a shipment sees the town only', async () => {
  const observed = await server.ok(openLink, { key: (await share()).key, page: 'orderDetail' });
  expect(observed.to?.line1).toBeTruthy();
  expect(JSON.stringify(observed)).not.toMatch(/price|amount|cost|email|@/i);
  const town = await server.ok(openLink, { key: (await share('confirmShipment')).key, page: 'confirmShipment' });
  expect(Object.keys(town.to ?? {}).sort()).toEqual(['city', 'country', 'state']);
});

test('the key is kept as a hash only, and opening is counted', async () => {
  const { id, key } = await share();
  const { rows } = await server.app.database.owner.query<{ all: string }>(
    "select (signed_link::text || coalesce((select string_agg(a::text, '') from audit_entry a), '')) as all from signed_link where id = $1",
    [id],
  );
  expect(rows[0]?.all).not.toContain(key.split('.')[1]);
  await server.ok(openLink, { key, page: 'orderDetail' });
  await server.ok(openLink, { key, page: 'orderDetail' });
  const link = (await linksOf()).links.find((each) => each.id === id);
  expect(link).toMatchObject({ opened: 2, state: 'open' });
  expect(link?.openedAt).not.toBeNull();
});

test('expired, withdrawn, unknown and for another page: one and the same answer', async () => {
  const expired = await share();
  await server.app.database.owner.query('update signed_link set expires_at = now() where id = $1', [expired.id]);
  const taken = await share();
  await server.ok(withdrawLink, { id: taken.id }, world.main);
  const other = await share('deliveryNote');
  const answers = await Promise.all(
    [expired.key, taken.key, other.key, 'zz.unknown', 'nothing'].map((key) =>
      server.call(openLink, { key, page: 'orderDetail' }),
    ),
  );
  expect(answers.map((answer) => [answer.status, answer.msg])).toEqual(
    Array(5).fill([404, '链接不存在、已过期或已撤销']),
  );
  const states = (await linksOf()).links;
  expect(states.find((link) => link.id === expired.id)?.state).toBe('expired');
  expect(states.find((link) => link.id === taken.id)?.state).toBe('withdrawn');
});

test('ten wrong keys a minute from one address, then not even the right one', async () => {
  const { key } = await share();
  for (let n = 0; n < 10; n++)
    expect((await server.call(openLink, { key: `1.wrong${n}`, page: 'orderDetail' })).status).toBe(404);
  expect((await server.call(openLink, { key, page: 'orderDetail' })).status).toBe(429);
});

test('right keys are not counted', async () => {
  const { key } = await share();
  for (let n = 0; n < 12; n++) await server.ok(openLink, { key, page: 'orderDetail' });
});

test('a confirmed shipment stands in the history as a proposal; the order itself does not move', async () => {
  const { key } = await share('confirmShipment');
  const before = await server.ok(getOrder, { id: docId }, world.main);
  await server.ok(confirmShipment, { key, carrier: '顺丰', trackingNumber: 'SF1234567890', note: '两箱' });
  const after = await server.ok(getOrder, { id: docId }, world.main);
  expect([after.status, after.trackingNumber, after.version]).toEqual([
    before.status,
    before.trackingNumber,
    before.version,
  ]);
  expect(after.history[0]).toMatchObject({
    event: 'shipmentProposed',
    actor: '宁波工厂',
    detail: { carrier: '顺丰', trackingNumber: 'SF1234567890' },
  });
});

test('the bell rings for whoever sees the order, and leads to it', async () => {
  const { key } = await share('confirmShipment');
  await server.ok(openLink, { key, page: 'confirmShipment' });
  await server.ok(confirmShipment, { key, carrier: 'UPS', trackingNumber: '1Z1' });
  const answered = async (person: typeof world.main | Awaited<ReturnType<typeof server.member>>) =>
    (await server.ok(getAlerts, {}, person)).filter((alert) => alert.path === `/order/all?open=${docId}`);
  expect((await answered(world.main)).map((alert) => alert.text)).toEqual(['订单 S-1：宁波工厂 已确认发货，待核实']);
  const elsewhere = await server.member(world.main.companyId, [rights.order.view]);
  expect(await answered(elsewhere)).toEqual([]);
});

test('a confirmed shipment is a message to whose work the shop is and to whoever made the link, in their language', async () => {
  const inbox = async (person: Person) =>
    (await server.ok(getMessageList, { itemOption: 'N' }, person)).records.map((row) => row.thesis);
  const { companyId } = world.main;
  const [responsible, looking, elsewhere] = [
    await server.member(companyId, [rights.order.view, rights.order.edit]),
    await server.member(companyId, [rights.order.view]),
    await server.member(companyId, [rights.order.view, rights.order.edit]),
  ];
  await grantShops(server, responsible, world.shop.id);
  await grantShops(server, looking, world.shop.id);
  await server.app.database.owner.query(`update user_account set language = 'en' where id = $1`, [responsible.userId]);
  const { key } = await share('confirmShipment');
  const before = (await inbox(world.main)).length;
  await server.ok(confirmShipment, { key, carrier: '<b>UPS</b>', trackingNumber: '1Z1', note: '' });
  expect(await inbox(responsible)).toEqual(['S-1: 宁波工厂 confirmed the shipment. Please verify']);
  expect((await inbox(world.main)).slice(0, -before || undefined)).toEqual(['S-1：宁波工厂 已确认发货，请核实']);
  expect([await inbox(looking), await inbox(elsewhere)]).toEqual([[], []]);
  const [row] = (await server.ok(getMessageList, {}, responsible)).records;
  const { content, about } = await server.ok(showMessageDetailsASD, { msgId: row?.msg_ID ?? 0 }, responsible);
  expect(content).toContain('&lt;b&gt;UPS&lt;/b&gt;');
  expect(about).toBe(`sales_order/${docId}`);
});

test('where no member has the shop, its main accounts hear of it', async () => {
  const second = await openWorld(server);
  await second.take([arriving('S-2')]);
  const id = await second.idOf('S-2');
  // Of two main accounts the one that did not make the link.
  const other = await server.member(second.main.companyId);
  await server.app.database.owner.query('update user_account set main_account = true where id = $1', [other.userId]);
  const document = { docKind: 'sales_order' as const, docId: id };
  const { url } = await server.ok(makeLink, { page: 'confirmShipment', ...document, recipient: 'x' }, second.main);
  const key = new URL(url.replace('/#', '')).searchParams.get('key') ?? '';
  await server.ok(confirmShipment, { key, carrier: 'UPS', trackingNumber: '1Z1', note: '' });
  expect((await server.ok(getMessageList, {}, other)).total).toBe(1);
});

test('a link that only shows cannot confirm, and a carrier and a number are needed', async () => {
  const shows = await share('deliveryNote');
  const said = { carrier: 'UPS', trackingNumber: '1Z' };
  expect((await server.call(confirmShipment, { key: shows.key, ...said })).status).toBe(404);
  const { key } = await share('confirmShipment');
  expect((await server.call(confirmShipment, { key, carrier: ' ', trackingNumber: '' })).status).toBe(400);
});

test('only who may edit orders of that shop makes, lists and withdraws links', async () => {
  const { id } = await share();
  const document = { docKind: 'sales_order' as const, docId };
  const desired = { page: 'confirmShipment' as const, ...document, recipient: 'x' };
  const looker = await server.member(world.main.companyId, [rights.order.view]);
  expect((await server.call(makeLink, desired, looker)).status).toBe(403);
  const elsewhere = await server.member(world.main.companyId, [rights.order.view, rights.order.edit]);
  expect((await server.call(makeLink, desired, elsewhere)).status).toBe(404);
  expect((await server.call(withdrawLink, { id }, elsewhere)).status).toBe(404);
  const stranger = await server.company();
  expect((await server.call(listLinks, document, stranger)).status).toBe(404);
  expect((await server.call(withdrawLink, { id }, stranger)).status).toBe(404);
});

test('who may not see buyers shares no page that shows them', async () => {
  const member = await server.member(world.main.companyId, [rights.order.view, rights.order.edit]);
  await grantShops(server, member, world.shop.id);
  const document = { docKind: 'sales_order' as const, docId };
  expect((await server.ok(listLinks, document, member)).pages).toEqual(['confirmShipment', 'orderTracking']);
  expect((await server.call(makeLink, { page: 'orderDetail', ...document, recipient: 'x' }, member)).status).toBe(403);
  await server.ok(makeLink, { page: 'confirmShipment', ...document, recipient: 'x' }, member);
});

test('making and taking back are written into the audit log once each', async () => {
  const { id } = await share();
  await server.ok(withdrawLink, { id }, world.main);
  await server.ok(withdrawLink, { id }, world.main);
  const { rows } = await server.app.database.owner.query<{ action: string }>(
    "select action from audit_entry where company_id = $1 and action like 'link.%' order by id desc limit 2",
    [world.main.companyId],
  );
  expect(rows.map((row) => row.action)).toEqual(['link.withdrawn', 'link.made']);
});

test('an order that was made by hand is shown like every other', async () => {
  const made = await server.ok(
    makeOrder,
    {
      shopId: world.shop.id,
      shipTo: { name: 'Bea', line1: '2 Oak Ave', city: 'Austin', state: 'TX', postalCode: '78702', country: 'US' },
      lines: [{ productId: world.productIds[0] ?? 0, quantity: 3, unitPrice: '9' }],
    },
    world.main,
  );
  for (const page of ['orderDetail', 'deliveryOrder', 'deliveryNote', 'confirmShipment'] as const)
    expect(await shownOf(made.id, page)).toMatchObject({
      number: made.displayNo,
      lines: [{ sku: 'SKU-1', quantity: 3 }],
      to: { city: 'Austin' },
    });
});

test('an order that travels in the box of another shows its own lines and the document of that box', async () => {
  await world.take([
    arriving('BOX', { lines: [makeLine('1', 'SKU-1', 2)] }),
    arriving('RIDER', { lines: [makeLine('1', 'SKU-2', 1)] }),
  ]);
  const [box, rider] = [await world.idOf('BOX'), await world.idOf('RIDER')];
  await walk(world, box, 'reserve');
  await server.app.database.owner.query('update sales_order set merged_into = $1 where id = $2', [box, rider]);
  const [carried, carrying] = [await shownOf(rider, 'deliveryOrder'), await shownOf(box, 'deliveryOrder')];
  expect(carried.lines).toMatchObject([{ sku: 'SKU-2', quantity: 1 }]);
  expect(carrying.lines).toMatchObject([{ sku: 'SKU-1', quantity: 2 }]);
  expect(carrying.documents).toHaveLength(1);
  expect(carried.documents).toEqual(carrying.documents);
});

test('a shipment that is confirmed twice is one proposal', async () => {
  await world.take([arriving('TWICE')]);
  const id = await world.idOf('TWICE');
  const document = { docKind: 'sales_order', docId: id } as const;
  const { url } = await server.ok(makeLink, { page: 'confirmShipment', ...document, recipient: 'x' }, world.main);
  const key = new URL(url.replace('/#', '')).searchParams.get('key') ?? '';
  const said = { key, carrier: 'UPS', trackingNumber: '1ZTWICE', note: '' };
  await Promise.all([server.call(confirmShipment, said), server.call(confirmShipment, said)]);
  await server.call(confirmShipment, said);
  const { history } = await server.ok(getOrder, { id }, world.main);
  expect(history.filter((row) => row.event === 'shipmentProposed')).toHaveLength(1);
  await server.ok(confirmShipment, { ...said, trackingNumber: '1ZOTHER' });
  expect(
    (await server.ok(getOrder, { id }, world.main)).history.filter((row) => row.event === 'shipmentProposed'),
  ).toHaveLength(2);
});
