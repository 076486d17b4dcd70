import { CARRIERS } from '@tradewind/connectors/carriers/registry.ts';
import { rights } from '@tradewind/contract/access/modules.ts';
import type { InputOf } from '@tradewind/contract/call.ts';
import * as calls from '@tradewind/contract/logistics.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dayFromNow } from '../../testing/day.ts';
import { addBonn, type LogisticsWorld, openLogistics } from './testing/world.ts';

/** Every carrier that collects on request, in front of its stand-in. */
const COLLECTORS = CARRIERS.filter((one) => one.create({ http: {} }).pickup);
const AMERICAN = {
  name: 'Main',
  company: 'Main Inc',
  line1: '100 Trade Ave',
  city: 'Newark',
  state: 'NJ',
  postalCode: '07102',
  country: 'US',
  phone: '2015550100',
  email: 'main@example.com',
};

let l: LogisticsWorld;
const accounts: Record<string, number> = {};
let bonn = 0;
beforeAll(async () => {
  l = await openLogistics();
  const { owner } = l.server.app.database;
  await owner.query('update warehouse set address = $2 where company_id = $1', [l.world.main.companyId, AMERICAN]);
  bonn = await addBonn(l);
  for (const { carrier, sandbox } of COLLECTORS) {
    if (!calls.hasAccounts(carrier)) throw new Error(`${carrier} is missing in the contract`);
    const { keys, accountNumber } = sandbox;
    const account = { carrier, name: carrier, accountNumber, keys, sandbox: true };
    accounts[carrier] =
      carrier === 'ups' ? l.accountId : (await l.server.ok(calls.saveOrUpdateUpsAuth, { account }, l.world.main)).id;
  }
});
afterAll(() => l.close());
afterEach(() => l.sandbox.faults.clear());

/** A working day of the coming week: carriers come on no other, and not on the same one twice. */
let ahead = 1;
function workingDay(): string {
  for (;;) {
    const day = dayFromNow(++ahead);
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    if (weekday !== 0 && weekday !== 6) return day;
  }
}
const rowOf = async (id: number) =>
  (await l.server.ok(calls.listPickups, { pageSize: 200 }, l.world.main)).rows.find((row) => row.id === id);
const errorOf = (answer: { data: unknown }) => (answer.data as { error: string }).error;

describe.each(COLLECTORS.map((one) => [one.carrier, one] as const))('%s', (code, definition) => {
  const connector = definition.create({ http: {} });
  const input = (more: object = {}): InputOf<typeof calls.orderPickup> => ({
    ...{ warehouseId: code === 'dhlParcelDe' ? bonn : l.world.warehouseId, accountId: accounts[code] ?? 0 },
    ...{ day: workingDay(), ready: '10:00', closes: '17:00', parcels: 3, weightGrams: 4_000 },
    ...more,
  });
  const order = (more: object = {}) => l.server.call(calls.orderPickup, input(more), l.world.main);

  it('comes when it is ordered, and not when it is cancelled', async () => {
    ahead = 1;
    const { data } = await order();
    expect(data).toMatchObject({ state: 'ordered', confirmation: expect.stringMatching(/\S/) });
    expect(await rowOf(data.id)).toMatchObject({ state: 'ordered', carrier: code, confirmation: data.confirmation });
    expect((await l.server.call(calls.cancelPickup, { id: data.id }, l.world.main)).code).toBe(200);
    expect((await rowOf(data.id))?.state).toBe('cancelled');
    const again = await l.server.call(calls.cancelPickup, { id: data.id }, l.world.main);
    expect(errorOf(again)).toBe('logistics.pickup.notOrdered');
  });

  it('is ordered a second time for the same day only where that is meant', async () => {
    const day = workingDay();
    const answers = await Promise.all([order({ day }), order({ day })]);
    expect(answers.map((one) => one.status).toSorted()).toEqual([200, 422]);
    const second = await order({ day });
    expect(errorOf(second)).toBe('logistics.pickup.already');
    // USPS takes one for a place and a day.
    const meant = await order({ day, again: true });
    expect(meant.status).toBe(code === 'usps' ? 422 : 200);
  });

  it('is not ordered twice where its answer was lost', async () => {
    l.sandbox.faults.set(code, { failHalfway: 1, match: 'pickup' });
    const day = code === 'ups' ? dayFromNow(1) : workingDay();
    const { data } = await order({ day });
    l.sandbox.faults.clear();
    if (connector.pickup?.find) {
      expect(data).toMatchObject({ state: 'ordered' });
      return;
    }
    expect(data).toMatchObject({ state: 'uncertain', confirmation: null });
    expect(errorOf(await order({ day }))).toBe('logistics.pickup.already');
    const settle = (outcome: 'ask' | 'ordered' | 'notOrdered', confirmation = '') =>
      l.server.call(calls.settlePickup, { id: data.id, outcome, confirmation }, l.world.main);
    expect((await settle('ask')).data).toEqual({ state: 'uncertain' });
    expect((await settle('ordered')).status).toBe(400);
    expect((await settle('ordered', 'BY-PHONE-1')).data).toEqual({ state: 'ordered' });
    expect(await rowOf(data.id)).toMatchObject({ state: 'ordered', confirmation: 'BY-PHONE-1', lastError: null });
    expect(errorOf(await settle('notOrdered'))).toBe('logistics.pickup.settled');
  });

  it('says why it was refused, and may be ordered then', async () => {
    const day = workingDay();
    l.sandbox.faults.set(code, { throttle: 10 });
    expect((await order({ day })).status).toBeGreaterThanOrEqual(400);
    l.sandbox.faults.clear();
    expect((await order({ day })).status).toBe(200);
  });
});

describe('a pickup', () => {
  const wish = (more: object = {}) => ({
    ...{ warehouseId: l.world.warehouseId, accountId: l.accountId, day: workingDay() },
    ...{ ready: '09:00', closes: '12:00', parcels: 1, weightGrams: 500 },
    ...more,
  });

  it('is for a coming day, for hours in their order', async () => {
    const past = await l.server.call(calls.orderPickup, wish({ day: dayFromNow(-2) }), l.world.main);
    expect(past).toMatchObject({ status: 400, data: { fields: [{ path: 'day' }] } });
    const back = await l.server.call(calls.orderPickup, wish({ ready: '13:00' }), l.world.main);
    expect(back).toMatchObject({ status: 400, data: { fields: [{ path: 'closes' }] } });
  });

  it('is offered with the parcels that wait', async () => {
    const box = await l.packed('PICK-1');
    await l.server.ok(calls.buyLabel, { outboundId: box.outboundId, channelId: l.channelId }, l.world.main);
    const offers = await l.server.ok(calls.pickupOffers, {}, l.world.main);
    expect(offers.accounts.map((one) => one.id)).toEqual(expect.arrayContaining(Object.values(accounts)));
    expect(offers.warehouses).toContainEqual(
      expect.objectContaining({ id: l.world.warehouseId, timeZone: 'America/New_York' }),
    );
    expect(offers.waiting).toEqual([
      { warehouseId: l.world.warehouseId, accountId: l.accountId, parcels: 1, weightGrams: expect.any(Number) },
    ]);
  });

  it('is nobody else’s: another company, no right, another warehouse', async () => {
    const { id } = await l.server.ok(calls.orderPickup, wish(), l.world.main);
    const other = await l.server.company();
    expect((await l.server.call(calls.orderPickup, wish(), other)).status).toBe(400);
    expect((await l.server.call(calls.cancelPickup, { id }, other)).status).toBe(404);
    expect((await l.server.ok(calls.listPickups, {}, other)).rows).toEqual([]);
    const reader = await l.server.member(l.world.main.companyId, [rights.manifest.view]);
    expect((await l.server.call(calls.orderPickup, wish(), reader)).status).toBe(403);
    const stranger = await l.server.member(l.world.main.companyId, [rights.manifest.view, rights.manifest.pickup]);
    expect((await l.server.call(calls.orderPickup, wish(), stranger)).status).toBe(400);
    expect((await l.server.call(calls.cancelPickup, { id }, stranger)).status).toBe(404);
    expect((await l.server.ok(calls.listPickups, {}, stranger)).rows).toEqual([]);
  });

  it('whose process died is uncertain after a minute', async () => {
    const { id } = await l.server.ok(calls.orderPickup, wish(), l.world.main);
    await l.server.app.database.owner.query(
      `update carrier_pickup set state = 'requesting', state_at = now() - interval '2 minutes' where id = $1`,
      [id],
    );
    expect((await rowOf(id))?.state).toBe('uncertain');
    const { state } = await l.server.ok(calls.settlePickup, { id, outcome: 'notOrdered' }, l.world.main);
    expect(state).toBe('refused');
  });
});
