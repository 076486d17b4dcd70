import { rights } from '@tradewind/contract/access/modules.ts';
import { getAlerts } from '@tradewind/contract/access.ts';
import { makeLink, openLink } from '@tradewind/contract/links.ts';
import { saveChannel, setDefaultChannel, trackingList } from '@tradewind/contract/logistics.ts';
import * as calls from '@tradewind/contract/returns.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPages } from '../../testing/pdf-text.ts';
import { type LogisticsWorld, openLogistics } from '../logistics/testing/world.ts';
import { grantShops, makeLine, makeOrder, walk } from '../orders/orders.testing.ts';
import { detailOf, requested } from './returns.testing.ts';

let l: LogisticsWorld;
let serial = 0;
beforeAll(async () => {
  l = await openLogistics();
  await l.server.startWorker();
  const channel = { name: 'Own', carrier: 'own' as const, platformCarrierCode: 'own' };
  await ok(setDefaultChannel, { id: (await ok(saveChannel, { channel })).id });
});
afterAll(() => l.close());
const ok: LogisticsWorld['server']['ok'] = (call, input, as = l.world.main) => l.server.ok(call, input, as);
const owner = () => l.server.app.database.owner;

async function returned(): Promise<number> {
  const no = `LINK-${++serial}`;
  await l.world.take([makeOrder(no, { lines: [makeLine('1', 'SKU-1', 2)] })]);
  const orderId = await l.world.idOf(no);
  await walk(l.world, orderId, 'ship');
  const { lines } = await ok(calls.returnableLines, { orderId });
  return (await ok(calls.addReturn, requested(orderId, lines[0]?.orderLineId ?? 0, 1))).id;
}
const PIECES = [{ weightGrams: 700, lengthMm: null, widthMm: null, heightMm: null }];
const buy = (id: number) =>
  ok(calls.buyReturnLabel, {
    ...{ id, channelId: l.channelId, weightGrams: 400, warehouseId: l.world.warehouseId },
    pieces: PIECES,
  });
const wish = (docId: number) => ({
  ...{ page: 'returnLabel' as const, docKind: 'sales_return' as const, docId, recipient: 'Buyer' },
});
async function linked(id: number): Promise<string> {
  const { url } = await ok(makeLink, wish(id));
  expect(url).toContain('/#/returnLabel?key=');
  return new URL(url.replace('/#', '')).searchParams.get('key') ?? '';
}
const opened = async (key: string) => (await l.server.call(calls.openReturnLabel, { key })).status;

it('shows the buyer what to send where with which labels, and nothing of the buyer or of money', async () => {
  const id = await returned();
  const { trackingNumber, pieces } = await buy(id);
  const key = await linked(id);
  const shown = await l.server.ok(calls.openReturnLabel, { key });
  expect(shown).toMatchObject({
    company: 'Test shop',
    carrier: 'ups',
    lines: [{ quantity: 1 }],
    units: 1,
    boxes: [
      { boxNo: 1, trackingNumber },
      { boxNo: 2, trackingNumber: pieces[0]?.trackingNumber },
    ],
  });
  expect(shown.to.line1).toBeTruthy();
  const { rows } = await owner().query('select ship_to from sales_order where display_no = $1', [shown.orderNo]);
  for (const secret of [rows[0].ship_to.name, rows[0].ship_to.line1, 'amount', 'price', 'cost'])
    expect(JSON.stringify(shown)).not.toContain(secret);
  const file = await fetch(`${l.server.url}/api${calls.sharedReturnLabel.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key }),
  });
  expect(file.headers.get('content-type')).toContain('application/pdf');
  expect(await readPages(Buffer.from(await file.arrayBuffer()))).toHaveLength(2);
  // For no other page, and no guessed key.
  expect((await l.server.call(openLink, { key, page: 'orderDetail' })).status).toBe(404);
  expect(await opened(`${key}x`)).toBe(404);
  expect((await l.server.call(calls.sharedReturnLabel, { key: `${key}x` })).status).toBe(404);
});

it('is revoked with the label, and stays so when another one is bought', async () => {
  const id = await returned();
  expect(await l.server.call(makeLink, wish(id), l.world.main)).toMatchObject({
    status: 409,
    data: { error: 'returns.noLabel' },
  });
  await buy(id);
  const key = await linked(id);
  await ok(calls.voidReturnLabel, { id });
  await buy(id);
  expect(await opened(key)).toBe(404);
  expect(await opened(await linked(id))).toBe(200);
  expect((await detailOf(l.world, id)).history.map((row) => row.event)).toContain('linkWithdrawn');
});

it.each([
  ['closed', calls.closeReturn],
  ['cancelled', calls.cancelReturn],
] as const)('is revoked when the return is %s', async (_, end) => {
  const id = await returned();
  await buy(id);
  const key = await linked(id);
  await ok(end, { id });
  expect(await opened(key)).toBe(404);
  expect((await l.server.call(makeLink, wish(id), l.world.main)).status).toBe(409);
});

it('is made by whoever buys return labels of the shop', async () => {
  const id = await returned();
  await buy(id);
  const reader = await l.server.member(l.world.main.companyId, [rights.salesReturn.view]);
  expect((await l.server.call(makeLink, wish(id), reader)).status).toBe(403);
  const press = [rights.salesReturn.view, rights.salesReturn.returnLabel];
  const stranger = await l.server.member(l.world.main.companyId, press);
  expect((await l.server.call(makeLink, wish(id), stranger)).status).toBe(404);
  const clerk = await l.server.member(l.world.main.companyId, press);
  await grantShops(l.server, clerk, l.world.shop.id);
  expect((await l.server.call(makeLink, wish(id), clerk)).code).toBe(200);
  expect((await l.server.call(makeLink, wish(id), await l.server.company())).status).toBe(404);
});

it('the tracking list marks parcels of returns, and finds them by the number of the return', async () => {
  const id = await returned();
  const { id: parcelId } = await buy(id);
  const { number } = await detailOf(l.world, id);
  const found = await ok(trackingList, { text: number.toLowerCase() });
  expect(found.rows).toMatchObject([{ id: parcelId, returnId: id, returnNo: number }]);
  const idsOf = async (wayBack: boolean) => (await ok(trackingList, { wayBack })).rows.map((row) => row.id);
  expect(await idsOf(true)).toContain(parcelId);
  expect(await idsOf(false)).not.toContain(parcelId);
});

it('the number of any box finds its return, in the list and by a scan', async () => {
  const id = await returned();
  const { pieces } = await buy(id);
  const code = pieces[0]?.trackingNumber ?? '';
  expect((await ok(calls.findReturns, { code })).map((row) => row.id)).toEqual([id]);
  expect((await ok(calls.listReturns, { text: code })).rows.map((row) => row.id)).toEqual([id]);
});

it('the start page counts return labels in doubt and opens these returns', async () => {
  const id = await returned();
  await buy(id);
  const key = async () => (await ok(getAlerts, {})).find((one) => one.key === 'returns:labels');
  expect(await key()).toBeUndefined();
  // As a purchase whose carrier does not answer leaves it.
  const state = (to: string) =>
    owner().query('update parcel set state = $2, state_at = now() where return_id = $1', [id, to]);
  await state('uncertain');
  expect(await key()).toMatchObject({ level: 'bad', path: '/order/returns?state=labelInDoubt' });
  expect((await ok(calls.listReturns, { labelInDoubt: true })).rows.map((row) => row.id)).toEqual([id]);
  expect((await ok(calls.returnTabs, {})).labelInDoubt).toBe(1);
  await state('labelled');
});
