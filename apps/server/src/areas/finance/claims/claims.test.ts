import { rights } from '@tradewind/contract/access/modules.ts';
import * as calls from '@tradewind/contract/finance/platform-claims.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Person, type TestServer, testServer } from '../../../testing/harness.ts';
import { addShop, grantShops, type OrderWorld, openWorld } from '../../orders/orders.testing.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  world = await openWorld(server);
});

const call: TestServer['ok'] = (one, input, as) => server.ok(one, input, as);
const claim = (more: object = {}) =>
  call(
    calls.savePlatformClaim,
    {
      ...{ shopId: world.shop.id, reason: 'lost', amount: '30', currency: 'USD', claimedOn: '2026-03-02' },
      ...{ caseNo: 'CASE-1', sellerSku: 'LAMP', units: 2, ...more },
    },
    world.main,
  );
const one = (id: number) => call(calls.getPlatformClaim, { id }, world.main);
const list = async (filter = {}, as: Person = world.main) => (await call(calls.listPlatformClaims, filter, as)).rows;

interface Line {
  no: string;
  amount: string;
  kind?: string;
  day?: string;
  currency?: string;
  shopId?: number;
}
/** A line of a settlement, as the platform posted it. */
async function posted({ no, amount, kind = 'adjustment', day = '2026-03-05', ...more }: Line): Promise<number> {
  const { rows } = await server.app.database.owner.query(
    `insert into settlement_line (company_id, shop_id, reference, kind, type, amount, currency, posted_at, taken_at)
     values ($1, $2, $3, $4, 'REVERSAL_REIMBURSEMENT', $5, $6, $7::date + interval '4 hours', now()) returning id::int`,
    [world.main.companyId, more.shopId ?? world.shop.id, no, kind, amount, more.currency ?? 'USD', day],
  );
  return rows[0]?.id;
}
const candidates = async (id: number) =>
  (await call(calls.platformClaimCandidates, { id }, world.main)).lines.map((line) => line.id);
const refusal = async (...[one, input]: Parameters<TestServer['call']>) => {
  const { status, data } = await server.call(one, input, world.main);
  return [status, (data as { error?: string }).error];
};

it('is settled by the lines that a person chooses, and the money stays booked as it was', async () => {
  const { id, number } = await claim();
  expect(number).toMatch(/^MC-\d{8}-0001$/);
  const near = await posted({ no: 'near', amount: '29.50' });
  const far = await posted({ no: 'far', amount: '5' });
  const fee = await posted({ no: 'fee', amount: '1.25', kind: 'fulfilment' });
  for (const other of [
    { no: 'before', amount: '30', day: '2026-03-01' },
    { no: 'charged', amount: '-30' },
    { no: 'sold', amount: '30', kind: 'sale' },
    { no: 'euro', amount: '30', currency: 'EUR' },
  ])
    await posted(other);
  expect(await candidates(id)).toEqual([near, far, fee]);

  const entries = `select count(*)::int as n from ledger_entry where company_id = $1`;
  const before = (await server.app.database.owner.query(entries, [world.main.companyId])).rows;
  await call(calls.matchPlatformClaim, { id, lineIds: [near, fee] }, world.main);
  expect(await one(id)).toMatchObject({
    ...{ state: 'settled', amount: '30.00', received: '30.75', closedAt: expect.any(String) },
    lines: [{ id: near }, { id: fee }],
    history: [{ event: 'settled' }, { event: 'made' }],
  });
  expect((await server.app.database.owner.query(entries, [world.main.companyId])).rows).toEqual(before);
  expect((await call(calls.platformClaimTabs, {}, world.main)).counts).toEqual({ open: 0, settled: 1, refused: 0 });

  // What pays one claim pays no other, until that one is opened again.
  const second = await claim({ caseNo: 'CASE-2' });
  expect(await candidates(second.id)).toEqual([far]);
  expect(await refusal(calls.matchPlatformClaim, { id: second.id, lineIds: [far, near] })).toEqual([
    400,
    'core.badInput',
  ]);
  await call(calls.reopenPlatformClaim, { id }, world.main);
  expect(await one(id)).toMatchObject({ state: 'open', received: null, closedAt: null, lines: [] });
  await call(calls.matchPlatformClaim, { id: second.id, lineIds: [near] }, world.main);
  expect((await list({ state: 'settled' })).map((row) => row.id)).toEqual([second.id]);
});

it('pays one of two claims that two people match with the same line at once', async () => {
  const [first, second] = [await claim(), await claim()];
  const line = await posted({ no: 'once', amount: '30' });
  const answers = await Promise.all(
    [first, second].map(({ id }) => server.call(calls.matchPlatformClaim, { id, lineIds: [line] }, world.main)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
});

it('is changed, closed with a reason, opened again and deleted only where its status allows it', async () => {
  const { id, number } = await claim();
  await claim({ id, amount: '12.50', reason: 'wrongFee' });
  expect(await list({ text: 'CASE-1' })).toMatchObject([{ id, number, amount: '12.50', reason: 'wrongFee' }]);
  expect(await list({ text: number.toLowerCase(), reason: 'lost' })).toEqual([]);
  await call(calls.refusePlatformClaim, { id, note: 'Found again' }, world.main);
  expect(await one(id)).toMatchObject({ state: 'refused', history: [{ detail: { note: 'Found again' } }, {}, {}] });
  for (const [act, input] of [
    [calls.deletePlatformClaim, { id }],
    [calls.refusePlatformClaim, { id, note: 'again' }],
    [calls.matchPlatformClaim, { id, lineIds: [1] }],
  ] as const)
    expect(await refusal(act, input)).toEqual([409, 'finance.platformClaimState']);
  await call(calls.reopenPlatformClaim, { id }, world.main);
  await call(calls.deletePlatformClaim, { id }, world.main);
  expect(await list()).toEqual([]);
});

it('is of a shop: who may not see the shop sees no claim and makes none', async () => {
  const other = await addShop(server, world.main.companyId, { name: 'Other' });
  const clerk = await server.member(world.main.companyId, [rights.settlement.view, rights.settlement.match]);
  await grantShops(server, clerk, other.id);
  const { id } = await claim();
  expect(await list({}, clerk)).toEqual([]);
  expect((await server.call(calls.getPlatformClaim, { id }, clerk)).status).toBe(404);
  expect((await server.call(calls.refusePlatformClaim, { id, note: 'no' }, clerk)).status).toBe(404);
  expect(
    await refusal(calls.savePlatformClaim, {
      shopId: 999_999,
      reason: 'other',
      amount: '1',
      currency: 'USD',
      claimedOn: '2026-03-02',
    }),
  ).toEqual([400, 'core.badInput']);
});
