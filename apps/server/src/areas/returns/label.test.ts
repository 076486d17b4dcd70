import { CARRIERS } from '@tradewind/connectors/carriers/registry.ts';
import { rights } from '@tradewind/contract/access/modules.ts';
import type { InputOf } from '@tradewind/contract/call.ts';
import {
  hasAccounts,
  orderParcels,
  refreshTracking,
  saveChannel,
  saveOrUpdateUpsAuth,
  setDefaultChannel,
} from '@tradewind/contract/logistics.ts';
import * as calls from '@tradewind/contract/returns.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { brokenChecks } from '../../testing/checks.ts';
import type { Person } from '../../testing/harness.ts';
import { readPages } from '../../testing/pdf-text.ts';
import { addBonn, type LogisticsWorld, openLogistics } from '../logistics/testing/world.ts';
import { grantShops, makeLine, makeOrder, walk } from '../orders/orders.testing.ts';
import { detailOf, requested } from './returns.testing.ts';

/** Every carrier that brings goods back, in front of its stand-in. */
const SELLERS = CARRIERS.filter((one) => one.create({ http: {} }).returns);
/** Where each sells a label for the way back. */
const BUYING: Record<string, string> = {
  ups: '/ship',
  usps: '/labels/v3/',
  fedex: '/ship/v1/shipments ',
  dhlExpress: 'POST /dhlExpress/mydhlapi/shipments',
  dhlParcelDe: 'POST /dhlParcelDe/parcel/de/shipping/returns/v1/orders',
};
/** How a stand-in is made to cut a label off; UPS draws its labels as pictures. */
const CUT: Record<string, Record<string, number>> = {
  usps: { cutLabel: 1 },
  fedex: { malformed: 1 },
  dhlExpress: { malformed: 1 },
  dhlParcelDe: { malformed: 1 },
};
const BERLIN = {
  ...{ name: 'Anna Schmidt', line1: 'Invalidenstr. 7', city: 'Berlin', postalCode: '10115', country: 'DE' },
  phone: '+49 30 1234567',
  email: 'anna@example.com',
};

const AUSTIN = { name: 'Ann', city: 'Austin', state: 'TX', postalCode: '78701', country: 'US' };

let l: LogisticsWorld;
/** A warehouse in Germany. */
let bonn = 0;
/** Orders leave by it. */
let ownId = 0;
let serial = 0;
beforeAll(async () => {
  l = await openLogistics();
  await l.server.startWorker();
  bonn = await addBonn(l);
  const channel = { name: 'Own', carrier: 'own' as const, platformCarrierCode: 'own' };
  ownId = (await ok(saveChannel, { channel })).id;
  await ok(setDefaultChannel, { id: ownId });
});
afterAll(async () => {
  expect(await brokenChecks(l.server.app, l.world.main.companyId)).toEqual([]);
  await l.close();
});
afterEach(() => l.sandbox.faults.clear());

const ok: LogisticsWorld['server']['ok'] = (call, input, as = l.world.main) => l.server.ok(call, input, as);

/** A return of one of two units. */
async function returned(shipTo?: object): Promise<{ id: number; orderId: number }> {
  const no = `BACK-${++serial}`;
  await l.world.take([
    makeOrder(no, { lines: [makeLine('1', 'SKU-1', 2)], ...(shipTo ? { shipTo: shipTo as never } : {}) }),
  ]);
  const orderId = await l.world.idOf(no);
  await walk(l.world, orderId, 'ship');
  const { lines } = await ok(calls.returnableLines, { orderId });
  const { id } = await ok(calls.addReturn, requested(orderId, lines[0]?.orderLineId ?? 0, 1));
  return { id, orderId };
}
const owner = () => l.server.app.database.owner;
const eventsOf = async (id: number) => (await detailOf(l.world, id)).history.map((row) => row.event);
const errorOf = (answer: { data: unknown }) => (answer.data as { error: string }).error;

describe.each(SELLERS.map((one) => [one.carrier, one] as const))('%s', (code, definition) => {
  if (!hasAccounts(code)) throw new Error(`${code} is missing in the contract`);
  const german = code === 'dhlParcelDe';
  let channelId = 0;
  const wish = (id: number): InputOf<typeof calls.buyReturnLabel> => ({
    ...{ id, channelId, weightGrams: 400 },
    warehouseId: german ? bonn : l.world.warehouseId,
  });
  const buy = (id: number, as: Person = l.world.main) => l.server.call(calls.buyReturnLabel, wish(id), as);
  const toReturn = () => returned(german ? BERLIN : undefined);

  beforeAll(async () => {
    const { keys, accountNumber } = definition.sandbox;
    const account = { carrier: code, name: code, accountNumber, keys, sandbox: true };
    const accountId = code === 'ups' ? l.accountId : (await ok(saveOrUpdateUpsAuth, { account })).id;
    const channel = { name: `Back by ${code}`, carrier: code, carrierAccountId: accountId, platformCarrierCode: code };
    // A service of the way out says nothing of the way back.
    const serviceCode = definition.services?.[0]?.code ?? '';
    channelId = (await ok(saveChannel, { channel: { ...channel, serviceCode, allowedServices: [serviceCode] } })).id;
  });

  it('is offered, quotes the way back, and sells one label, however often the call is repeated', async () => {
    const { id, orderId } = await toReturn();
    const offers = await ok(calls.returnLabelOffers, { id });
    expect(offers.channels).toContainEqual({ id: channelId, name: `Back by ${code}`, carrier: code });
    expect(offers).toMatchObject({ warehouseId: l.world.warehouseId, weightGrams: 300 });
    const { quotes } = await ok(calls.quoteReturnLabel, wish(id));
    expect(quotes.length).toBeGreaterThan(0);
    for (const one of await Promise.all([buy(id), buy(id), buy(id)])) expect([200, 409]).toContain(one.code);
    const { data } = await buy(id);
    expect(data).toMatchObject({ state: 'labelled', carrier: code, returnId: id, outboundId: null, hasLabel: true });
    expect(quotes.map((one) => one.serviceCode)).toContain(data.serviceCode);
    const one = await detailOf(l.world, id);
    expect(one).toMatchObject({ state: 'approved', trackingNumber: data.trackingNumber, label: { id: data.id } });
    expect(one.history.filter((row) => row.event === 'labelBought')).toHaveLength(1);
    // The order keeps the parcel that it was sent with.
    const parcels = (await ok(orderParcels, { orderId })).list.map(({ parcel }) => parcel.id);
    expect(parcels).not.toContain(data.id);
    const { rows } = await owner().query('select tracking_number as n from sales_order where id = $1', [orderId]);
    expect(rows[0].n).not.toBe(data.trackingNumber);
  });

  it('prints the label', async () => {
    const { id } = await toReturn();
    await buy(id);
    const url = `${l.server.url}/api${calls.returnLabelPdf.path}?id=${id}`;
    const answer = await fetch(url, { headers: { token: l.world.main.token } });
    expect(answer.headers.get('content-type')).toContain('application/pdf');
    expect(await readPages(Buffer.from(await answer.arrayBuffer()))).toHaveLength(1);
  });

  it.each([
    ['whose answer was lost', { failHalfway: 1, match: BUYING[code] ?? '' }],
    ['that was cut off on its way', CUT[code] ?? {}],
  ] as const)('finds the one label again %s', async (_how, fault) => {
    const { id } = await toReturn();
    l.sandbox.faults.set(code, fault);
    await buy(id);
    l.sandbox.faults.clear();
    const { data } = await buy(id);
    expect(data).toMatchObject({ state: 'labelled', returnId: id });
    expect((await detailOf(l.world, id)).trackingNumber).toBe(data.trackingNumber);
    const file = await fetch(`${l.server.url}/api${calls.returnLabelPdf.path}?id=${id}`, {
      headers: { token: l.world.main.token },
    });
    expect(file.status).toBe(200);
  });

  it('follows the parcel: the return is in transit when it moves', async () => {
    const { id, orderId } = await toReturn();
    const { data } = await buy(id);
    const advance = (to: string) =>
      fetch(`${l.sandbox.url}/control/parcels/advance`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ trackingNumber: data.trackingNumber, to }),
      });
    await advance('delivered');
    await ok(refreshTracking, { ids: [data.id] });
    await l.server.until(async () => (await detailOf(l.world, id)).state === 'transit');
    expect((await detailOf(l.world, id)).label).toMatchObject({ state: 'delivered', stage: 'delivered' });
    const { rows } = await owner().query('select status from sales_order where id = $1', [orderId]);
    expect(rows[0].status).toBe('shipped');
  });

  it('takes a label back, and sells the next under a reference of its own', async () => {
    const { id } = await toReturn();
    const first = await buy(id);
    const { voided } = await ok(calls.voidReturnLabel, { id });
    if (code === 'usps') {
      // It takes none back, and charges those alone that are used.
      expect([voided, (await detailOf(l.world, id)).trackingNumber]).toEqual([false, first.data.trackingNumber]);
      return;
    }
    expect(await detailOf(l.world, id)).toMatchObject({ trackingNumber: '', label: null });
    const second = await buy(id);
    expect(second.data).toMatchObject({ state: 'labelled' });
    expect(second.data.trackingNumber).not.toBe(first.data.trackingNumber);
    expect(second.data.reference).not.toBe(first.data.reference);
    expect(await eventsOf(id)).toEqual(expect.arrayContaining(['labelBought', 'labelVoided']));
  });

  it('asks for the label of a return back that is cancelled', async () => {
    const { id } = await toReturn();
    await buy(id);
    await ok(calls.cancelReturn, { id });
    await l.server.until(async () => (await eventsOf(id)).some((event) => event.startsWith('labelVoid')));
  });
});

describe('a label of a return', () => {
  const wish = (id: number, more: object = {}) => ({
    ...{ id, channelId: l.channelId, weightGrams: 400, warehouseId: l.world.warehouseId },
    ...more,
  });

  it('is refused by a channel whose carrier brings nothing back', async () => {
    const { id } = await returned();
    expect((await ok(calls.returnLabelOffers, { id })).channels.map((one) => one.id)).not.toContain(ownId);
    const answer = await l.server.call(calls.buyReturnLabel, wish(id, { channelId: ownId }), l.world.main);
    expect(errorOf(answer)).toBe('logistics.noReturns');
  });

  it('shows why a carrier refused it, and is bought once that is mended', async () => {
    const { id } = await returned();
    const heavy = await l.server.call(calls.buyReturnLabel, wish(id, { weightGrams: 900_000 }), l.world.main);
    expect(heavy.status).toBe(422);
    const { label } = await detailOf(l.world, id);
    expect(label?.state).toMatch(/failed|packed/);
    expect(label?.lastError).toBeTruthy();
    const bought = await l.server.call(calls.buyReturnLabel, wish(id), l.world.main);
    expect(bought.data).toMatchObject({ state: 'labelled', lastError: null, weightGrams: 400 });
  });

  it('is sold although no carrier knows the address that the goods come from', async () => {
    const careful = {
      name: 'Careful',
      carrier: 'ups' as const,
      carrierAccountId: l.accountId,
      platformCarrierCode: 'UPS',
    };
    const { id: channelId } = await ok(saveChannel, { channel: { ...careful, checksAddresses: true } });
    const { id } = await returned({ ...AUSTIN, line1: '13 Nowhere St' });
    expect(await ok(calls.buyReturnLabel, wish(id, { channelId }))).toMatchObject({ state: 'labelled', remarks: [] });
  });

  it('that was refused goes to no warehouse that whoever tries again does not see', async () => {
    const { id } = await returned();
    await l.server.call(calls.buyReturnLabel, wish(id, { weightGrams: 900_000 }), l.world.main);
    const clerk = await l.server.member(l.world.main.companyId, [
      rights.salesReturn.view,
      rights.salesReturn.returnLabel,
    ]);
    await grantShops(l.server, clerk, l.world.shop.id);
    expect(await l.server.call(calls.buyReturnLabel, wish(id), clerk)).toMatchObject({
      status: 400,
      data: { fields: [{ path: 'warehouseId' }] },
    });
  });

  it('is bought for goods that come back alone', async () => {
    const { id } = await returned();
    await ok(calls.cancelReturn, { id });
    const answer = await l.server.call(calls.buyReturnLabel, wish(id), l.world.main);
    expect([answer.status, errorOf(answer)]).toEqual([409, 'returns.notNow']);
  });

  it('is nobody else’s: another company, no right, another shop, another warehouse', async () => {
    const { id } = await returned();
    const other = await l.server.company();
    expect((await l.server.call(calls.buyReturnLabel, wish(id), other)).status).toBe(404);
    const reader = await l.server.member(l.world.main.companyId, [rights.salesReturn.view]);
    expect((await l.server.call(calls.buyReturnLabel, wish(id), reader)).status).toBe(403);
    const press = [rights.salesReturn.view, rights.salesReturn.returnLabel];
    const stranger = await l.server.member(l.world.main.companyId, press);
    expect((await l.server.call(calls.buyReturnLabel, wish(id), stranger)).status).toBe(404);
    const clerk = await l.server.member(l.world.main.companyId, press);
    await grantShops(l.server, clerk, l.world.shop.id);
    const hidden = await l.server.call(calls.buyReturnLabel, wish(id), clerk);
    expect(hidden).toMatchObject({ status: 400, data: { fields: [{ path: 'warehouseId' }] } });
    await ok(calls.buyReturnLabel, wish(id));
    expect((await l.server.call(calls.voidReturnLabel, { id }, other)).status).toBe(404);
    expect((await l.server.call(calls.voidReturnLabel, { id }, clerk)).code).toBe(200);
  });
});
