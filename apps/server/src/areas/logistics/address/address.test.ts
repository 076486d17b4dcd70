import { CARRIERS } from '@tradewind/connectors/carriers/registry.ts';
import { rights } from '@tradewind/contract/access/modules.ts';
import {
  buyLabel,
  checkOrderAddress,
  getAddressCheck,
  hasAccounts,
  parcelsOf,
  quoteParcel,
  saveChannel,
  saveOrUpdateUpsAuth,
} from '@tradewind/contract/logistics.ts';
import { editOrderAddress, getOrder } from '@tradewind/contract/orders.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { emit } from '../../../core/jobs/jobs.ts';
import { makeLine, makeOrder, openWorld } from '../../orders/orders.testing.ts';
import { buyersErased } from '../../orders/public.ts';
import { type LogisticsWorld, openLogistics } from '../testing/world.ts';

let l: LogisticsWorld;
/** A channel that checks addresses before it buys. */
let careful: number;
beforeAll(async () => {
  l = await openLogistics();
  await l.server.startWorker();
  const channel = {
    name: 'Careful',
    carrier: 'ups' as const,
    carrierAccountId: l.accountId,
    platformCarrierCode: 'UPS',
  };
  careful = (await ok(saveChannel, { channel: { ...channel, checksAddresses: true } })).id;
});
afterAll(() => l.close());
afterEach(() => l.sandbox.faults.clear());
const ok: LogisticsWorld['server']['ok'] = (call, input, as = l.world.main) => l.server.ok(call, input, as);

const AUSTIN = {
  name: 'Ann Buyer',
  city: 'Austin',
  state: 'TX',
  postalCode: '78701',
  country: 'US',
  phone: '5125550100',
};
let orders = 0;
async function orderTo(shipTo: object): Promise<number> {
  const no = `AD-${++orders}`;
  await l.world.take([makeOrder(no, { lines: [makeLine('1', 'SKU-1')], shipTo: { ...AUSTIN, ...shipTo } as never })]);
  const id = await l.world.idOf(no);
  // The worker allocates it: a later version of the order.
  await l.server.until(async () => (await ok(getOrder, { id })).status === 'ready');
  return id;
}
const packedTo = (line1: string) => l.packed(`AD-${++orders}`, { shipTo: { ...AUSTIN, line1 } });
/** Requests for checks that the stand-ins received. */
const CHECKS = /addressvalidation|addresses\/v3\/address|addresses\/resolve|address-validate/;
const checks = () => l.sandbox.log.latest(500).filter(({ path }) => CHECKS.test(path)).length;

const able = CARRIERS.filter((one) => one.create({ http: {} }).validateAddress);
it('four carriers check addresses', () => {
  expect(able.map((one) => one.carrier)).toEqual(['ups', 'usps', 'fedex', 'dhlExpress']);
});

describe.each(able.map((one) => [one.carrier, one] as const))('%s', (code, definition) => {
  beforeAll(async () => {
    if (!hasAccounts(code)) throw new Error(`${code} is missing in the contract`);
    const { keys, accountNumber } = definition.sandbox;
    const account = { carrier: code, name: code, accountNumber, keys, sandbox: true };
    const id = code === 'ups' ? l.accountId : (await ok(saveOrUpdateUpsAuth, { account })).id;
    await l.server.app.database.owner.query('update carrier_account set enabled = id = $2 where company_id = $1', [
      l.world.main.companyId,
      id,
    ]);
  });
  afterAll(() =>
    l.server.app.database.owner.query('update carrier_account set enabled = id = $2 where company_id = $1', [
      l.world.main.companyId,
      l.accountId,
    ]),
  );

  it('knows an address, spells one differently, and knows nothing of one that is none', async () => {
    // DHL Express knows cities, the others streets.
    const isCity = code === 'dhlExpress';
    const line1 = `7 ${code} St`;
    const right = await ok(checkOrderAddress, { id: await orderTo({ line1 }) });
    expect(right).toMatchObject({ carrier: code, verdict: 'valid', suggestions: [] });
    const wrong = isCity ? { line1: '8 St', postalCode: '78799' } : { line1: `8 ${code} Street` };
    const id = await orderTo(wrong);
    expect(await ok(getAddressCheck, { id })).toEqual({ check: null, carrier: code });
    const differs = await ok(checkOrderAddress, { id });
    expect(differs).toMatchObject({ carrier: code, verdict: 'corrected' });
    expect(differs.suggestions).toHaveLength(1);
    expect(differs.suggestions[0]?.postalCode).toMatch(/^78701/);
    expect(differs.suggestions[0]).not.toHaveProperty('name');
    expect((await ok(getAddressCheck, { id })).check).toEqual(differs);
    const none = await orderTo({
      line1: `1 ${code} Nowhere`,
      ...(isCity ? { city: 'Nowhere', postalCode: '99950' } : {}),
    });
    expect(await ok(checkOrderAddress, { id: none })).toMatchObject({ verdict: 'unknown', suggestions: [] });
  });
});

it('sends the same address once a day, for one order and for another', async () => {
  const [first, second] = [
    await orderTo({ line1: '11 Same Street' }),
    await orderTo({ line1: '11 Same Street', name: 'Bo' }),
  ];
  const before = checks();
  await ok(checkOrderAddress, { id: first });
  await ok(checkOrderAddress, { id: first });
  const other = await ok(checkOrderAddress, { id: second });
  expect(other.verdict).toBe('corrected');
  expect(checks()).toBe(before + 1);
  await l.server.app.database.owner.query(`update address_check set checked_at = checked_at - interval '2 days'`);
  await ok(checkOrderAddress, { id: first });
  expect(checks()).toBe(before + 2);
});

it('an answer is void once the address changes; the suggestion is taken by the usual edit', async () => {
  const id = await orderTo({ line1: '12 Elm Street' });
  const { suggestions } = await ok(checkOrderAddress, { id });
  const order = await ok(getOrder, { id });
  expect(order.history.at(-1) ?? order.history[0]).toBeDefined();
  expect(order.history.map(({ event }) => event)).toContain('addressChecked');
  const [place] = suggestions;
  if (!place) throw new Error('no suggestion came');
  await ok(editOrderAddress, { id, version: order.version, shipTo: { name: 'Ann Buyer', ...place } });
  expect((await ok(getOrder, { id })).shipTo).toMatchObject({ name: 'Ann Buyer', line1: '12 ELM ST' });
  expect((await ok(getAddressCheck, { id })).check).toBeNull();
  expect(await ok(checkOrderAddress, { id })).toMatchObject({ verdict: 'valid' });
});

it('an address that the carrier does not know stops the purchase, and its correction lets it go on', async () => {
  const { orderId: id, outboundId } = await packedTo('13 Nowhere St');
  const refused = { status: 422, data: { error: 'logistics.addressUnknown' } };
  expect(await l.server.call(quoteParcel, { outboundId, channelId: careful }, l.world.main)).toMatchObject(refused);
  expect(await l.server.call(buyLabel, { outboundId, channelId: careful }, l.world.main)).toMatchObject(refused);
  const order = await ok(getOrder, { id });
  expect(order).toMatchObject({ status: 'exception', exception: 'label' });
  await ok(editOrderAddress, { id, version: order.version, shipTo: { ...AUSTIN, line1: '13 Somewhere St' } });
  expect(await ok(buyLabel, { outboundId, channelId: careful })).toMatchObject({ state: 'labelled', remarks: [] });
});

it('another spelling only leaves a remark, and a channel without the setting does not look', async () => {
  const differs = await packedTo('14 Elm Street');
  const box = { outboundId: differs.outboundId, channelId: careful };
  const warned = ['承运商对该地址有不同写法，请核对'];
  expect((await ok(quoteParcel, box)).remarks).toEqual(warned);
  expect((await ok(buyLabel, box)).remarks).toEqual(warned);
  const before = checks();
  const unchecked = await packedTo('15 Nowhere St');
  await ok(buyLabel, { outboundId: unchecked.outboundId });
  expect(checks()).toBe(before);
});

it('a check without an answer blocks nothing', async () => {
  l.sandbox.faults.set('ups', { status500: 9, match: 'addressvalidation' });
  const { orderId: id, outboundId } = await packedTo('16 Nowhere St');
  expect(await l.server.call(checkOrderAddress, { id }, l.world.main)).toMatchObject({
    status: 503,
    data: { error: 'logistics.carrierAway' },
  });
  expect(await ok(buyLabel, { outboundId, channelId: careful })).toMatchObject({ state: 'labelled' });
  expect((await ok(getAddressCheck, { id })).check).toBeNull();
});

it('what a carrier remarks on a label that it sold stands on the parcel', async () => {
  const { outboundId } = await packedTo('17 Renamed St');
  await ok(buyLabel, { outboundId });
  const { list } = await ok(parcelsOf, { outboundIds: [outboundId] });
  expect(list[0]?.remarks).toEqual([expect.stringContaining('was corrected')]);
});

it('an address of business is rated as one, whatever name stands in it', async () => {
  const [home, firm] = [
    await l.packed('AD-H', { shipTo: { ...AUSTIN, line1: '18 Home St' } }),
    await packedTo('19 Home St'),
  ];
  // The stand-in takes the recipient for a firm by its name.
  await l.server.app.database.owner.query(
    `update sales_order set ship_to = ship_to || '{"name": "Home LLC"}' where id = $1`,
    [firm.orderId],
  );
  await ok(checkOrderAddress, { id: home.orderId });
  expect(await ok(checkOrderAddress, { id: firm.orderId })).toMatchObject({ residential: false });
  const ground = async (outboundId: number) =>
    (await ok(quoteParcel, { outboundId })).quotes
      .find((one) => one.serviceCode === '03')
      ?.surcharges.map(({ code }) => code);
  expect(await ground(home.outboundId)).toContain('270');
  expect(await ground(firm.outboundId)).not.toContain('270');
});

it('nobody else reads or sends an address', async () => {
  const id = await orderTo({ line1: '20 Elm Street' });
  await ok(checkOrderAddress, { id });
  const stranger = await openWorld(l.server);
  for (const call of [getAddressCheck, checkOrderAddress])
    expect(await l.server.call(call, { id }, stranger.main)).toMatchObject({ status: 404 });
  const viewer = await l.server.member(l.world.main.companyId, [rights.order.view]);
  expect(await l.server.call(checkOrderAddress, { id }, viewer)).toMatchObject({ status: 403 });
});

it('with the buyer goes what a carrier said of the address', async () => {
  const id = await orderTo({ line1: '21 Elm Street' });
  await ok(checkOrderAddress, { id });
  await l.world.tx((tx) => emit(tx, buyersErased, { orderIds: [id] }));
  await expect.poll(async () => (await ok(getAddressCheck, { id })).check).toBeNull();
});
