import type { Call, InputOf } from '@tradewind/contract/call.ts';
import {
  answerCarrierClaim,
  checkCarrierBill,
  claimParcels,
  deleteCarrierBill,
  deleteCarrierClaim,
  exportCarrierClaims,
  getCarrierBill,
  getCarrierClaim,
  importCarrierBill,
  listBillIssuers,
  listBillLines,
  listCarrierClaims,
  makeCarrierClaims,
  openCarrierClaim,
  saveBillIssuer,
  settleCarrierBill,
  trackingDetail,
} from '@tradewind/contract/logistics.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { brokenChecks } from '../../../testing/checks.ts';
import { exportedRows } from '../../../testing/export.ts';
import { runs } from '../../../testing/property.ts';
import { csv, MAPPING, openBills, type SentBox, uploaded } from '../testing/bills.ts';
import { type LogisticsWorld, openLogistics } from '../testing/world.ts';
import { checkBill } from './check.ts';
import { claimParcels as claimIn } from './claim-parcels.ts';

let world: LogisticsWorld;
let issuerId: number;
let line: Awaited<ReturnType<typeof openBills>>;
beforeAll(async () => {
  world = await openLogistics();
  line = await openBills(world);
  issuerId = (await ok(saveBillIssuer, { name: 'Line Express', currency: 'EUR', claimDays: 20 })).id;
});
afterAll(() => world.close());

const ok = <C extends Call>(call: C, input: InputOf<C>) => world.server.ok(call, input, world.world.main);
const refusal = async <C extends Call>(call: C, input: InputOf<C>) =>
  ((await world.server.call(call, input, world.world.main)).data as { error?: string }).error;
const wrongs = () => brokenChecks(world.server.app, world.world.main.companyId, (key) => key.startsWith('logistics.'));

const LOST = { stage: 'lost', lastScanAt: new Date('2026-11-12T00:00:00Z'), labelCost: '9', labelCurrency: 'EUR' };
async function one(more: Parameters<typeof line.send>[1] = {}): Promise<SentBox> {
  const [box] = await line.send([[900, 200, 150, 100]], { ...LOST, ...more });
  if (!box) throw new Error('no box');
  return box;
}
/** A bill of these tracking numbers and amounts; below zero it is a credit, with its claim reference. */
let bills = 0;
async function billed(rows: readonly (readonly [string, string, string?])[], by = issuerId): Promise<number> {
  const n = ++bills;
  const cells = rows.map(([number, amount, claim = '']) => [number, ...Array(10).fill(''), claim, amount]);
  const { importId } = await uploaded(world, by, csv([...cells, [`NOBODYS-${n}`, ...Array(11).fill(''), '1']]));
  const about = { number: `U-${n}`, currency: 'EUR', billedOn: '2026-11-15', mapping: MAPPING };
  return (await ok(importCarrierBill, { importId, issuerId: by, ...about })).id;
}
const claimOf = async ({ id }: SentBox) => {
  const { claims } = await ok(trackingDetail, { parcelId: id });
  expect(claims).toHaveLength(1);
  return ok(getCarrierClaim, { id: claims[0]?.id ?? 0 });
};

it('of a parcel that no bill names asks for the label, against its account, from the shipping on, and is closed by a credit', async () => {
  const box = await one({ carrierAccountId: world.accountId });
  expect(await ok(trackingDetail, { parcelId: box.id })).toMatchObject({ claimable: { missing: null } });
  expect(await ok(claimParcels, { ids: [box.id] })).toMatchObject({ done: 1, failed: [] });
  const made = await claimOf(box);
  expect(made).toMatchObject({
    ...{ state: 'suspected', reason: 'lost', asked: '9.00', currency: 'EUR', deadline: '2026-12-10' },
    ...{ billId: null, billNumber: null, issuerName: 'UPS', trackingNumber: box.trackingNumber },
    evidence: { billed: {}, parcel: { labelCost: '9.0000' } },
  });
  const { list } = await ok(listBillIssuers, {});
  expect(list.find((each) => each.name === 'UPS')).toMatchObject({
    carrierAccountId: world.accountId,
    currency: 'EUR',
  });
  const listed = async (billed: boolean) => (await ok(listCarrierClaims, { billed })).rows.map((row) => row.id);
  expect(await listed(false)).toContain(made.id);
  expect(await listed(true)).not.toContain(made.id);

  await ok(openCarrierClaim, { id: made.id, version: 1, reference: 'trace-1' });
  const first = await billed([[box.trackingNumber, '14']], made.issuerId);
  expect(await ok(getCarrierBill, { id: first })).toMatchObject({ claimable: 1 });
  const [row] = (await ok(listBillLines, { billId: first })).rows;
  expect(row).toMatchObject({ reason: 'price', claimNumber: made.number });
  expect(await refusal(makeCarrierClaims, { billId: first, lineId: row?.id })).toBe('logistics.claimNone');
  // The carrier was asked for 9: that stays.
  const taken = await claimOf(box);
  expect(taken).toMatchObject({
    state: 'opened',
    asked: '9.00',
    billId: first,
    evidence: { billed: { amount: '14.0000' } },
  });
  expect(taken.history.map((event) => event.event)).toEqual(['billed', 'opened', 'suspected']);
  expect(await listed(true)).toContain(made.id);
  await ok(answerCarrierClaim, { id: made.id, version: taken.version, accepted: '9' });
  const credit = await billed([['ELSE', '-9', 'TRACE-1']], made.issuerId);
  await ok(settleCarrierBill, { id: credit });
  expect(await claimOf(box)).toMatchObject({ state: 'paid', paid: '9.00' });
  expect(await wrongs()).toEqual([]);
});

it('of a channel is against who billed it last; before it is opened it asks for what was billed, and outlives the bill', async () => {
  const [before, box] = [await one(), await one({ labelCost: '10', labelCurrency: 'USD' })];
  await billed([[before.trackingNumber, '9']]);
  await ok(claimParcels, { ids: [box.id] });
  const made = await claimOf(box);
  expect(made).toMatchObject({ issuerId, currency: 'EUR', deadline: '2026-11-30', billId: null });
  expect(Number(made.asked)).toBeGreaterThan(8);
  expect(Number(made.asked)).toBeLessThan(10);
  // A credit of the same bill finds it, though only this bill says whose parcel it is.
  const other = (await ok(saveBillIssuer, { name: 'Other Express', currency: 'EUR' })).id;
  const bill = await billed(
    [
      [box.trackingNumber, '12.5'],
      [box.trackingNumber, '-4'],
    ],
    other,
  );
  expect(await claimOf(box)).toMatchObject({ asked: '12.50', billId: bill, issuerId: other, deadline: '2026-11-30' });
  const credit = (await ok(listBillLines, { billId: bill, reason: 'credit' })).rows[0];
  expect(credit).toMatchObject({ claimId: made.id });
  expect(await refusal(claimParcels, { ids: [box.id] })).toBeUndefined();
  await ok(deleteCarrierBill, { id: bill });
  expect(await claimOf(box)).toMatchObject({ billId: null, evidence: { billed: {} } });
  const again = await billed([[box.trackingNumber, '13']]);
  expect(await claimOf(box)).toMatchObject({ asked: '13.00', billId: again, issuerId });
  expect(await wrongs()).toEqual([]);
});

it('asks for the boxes of a shipment together, without what a line is claimed for already', async () => {
  const box = await one({ stage: 'inTransit', labelCost: '20' });
  await world.server.app.database.owner.query(
    `insert into parcel_piece (company_id, parcel_id, piece_no, weight_grams, tracking_number) values ($1, $2, 2, 400, $3)`,
    [world.world.main.companyId, box.id, `${box.trackingNumber}-2`],
  );
  await world.world.tx((tx) =>
    tx.rows(sql`update parcel set channel_id = null where company_id = ${sql.company} and id = ${box.id}`),
  );
  const bill = await billed([
    [box.trackingNumber, '14'],
    [`${box.trackingNumber}-2`, '12'],
  ]);
  await ok(makeCarrierClaims, { billId: bill, lineId: (await ok(listBillLines, { billId: bill })).rows[0]?.id });
  await world.world.tx((tx) =>
    tx.rows(sql`update parcel set stage = 'lost' where company_id = ${sql.company} and id = ${box.id}`),
  );
  expect(await ok(claimParcels, { ids: [box.id] })).toMatchObject({ done: 1 });
  const { rows } = await ok(listCarrierClaims, { billId: bill });
  expect(rows.map((row) => [row.reason, row.asked])).toEqual([
    ['lost', '20.00'],
    ['price', '6.00'],
  ]);
  expect(await wrongs()).toEqual([]);
});

it('says why a parcel cannot be claimed, and asks again after the carrier refused', async () => {
  const alone = await one({ channelId: null });
  await world.world.tx((tx) =>
    tx.rows(sql`update parcel set warehouse_id = -1 where company_id = ${sql.company} and id = ${alone.id}`),
  );
  expect((await ok(trackingDetail, { parcelId: alone.id })).claimable).toEqual({ missing: 'issuer' });
  const answer = await ok(claimParcels, { ids: [alone.id] });
  expect(answer.failed.map((each) => each.error)).toEqual(['logistics.claimNoIssuer']);

  const past = new Date('2026-11-12T00:00:00Z');
  const box = await one({ carrierAccountId: world.accountId, stage: 'inTransit', silentAfter: past });
  await ok(claimParcels, { ids: [box.id] });
  const late = await claimOf(box);
  await ok(openCarrierClaim, { id: late.id, version: 1 });
  await ok(answerCarrierClaim, { id: late.id, version: 2, accepted: '0', remark: 'on its way' });
  await world.world.tx((tx) =>
    tx.rows(sql`update parcel set stage = 'lost' where company_id = ${sql.company} and id = ${box.id}`),
  );
  expect(await ok(claimParcels, { ids: [box.id] })).toMatchObject({ done: 1 });
  const bill = await billed([[box.trackingNumber, '9']], late.issuerId);
  const { rows } = await ok(listCarrierClaims, { billId: bill });
  expect(rows.map((row) => [row.reason, row.state])).toEqual([
    ['lost', 'suspected'],
    ['late', 'refused'],
  ]);
  expect(await wrongs()).toEqual([]);
});

it('in a file has no number of a bill', async () => {
  const box = await one({ carrierAccountId: world.accountId });
  await ok(claimParcels, { ids: [box.id] });
  await world.server.startWorker();
  const rows = await exportedRows(
    world.server,
    exportCarrierClaims,
    { filter: { text: box.trackingNumber } },
    world.world.main,
  );
  expect(rows.map((row) => Object.values(row))).toEqual([expect.arrayContaining([box.trackingNumber, '尚未入账'])]);
});

/** A bill that names the parcel only once it is checked again. */
async function namedLater(): Promise<{ box: SentBox; bill: number }> {
  const box = await one({ carrierAccountId: world.accountId });
  const number = `LATER-${box.id}`;
  const bill = await billed([[number, '17']]);
  await world.world.tx((tx) =>
    tx.rows(sql`update parcel set tracking_number = ${number} where company_id = ${sql.company} and id = ${box.id}`),
  );
  return { box, bill };
}
/** Lets the other one begin before the first one's transaction ends, and waits until it is held or through. */
async function meet(first: (tx: Tx) => Promise<unknown>, other: () => Promise<unknown>): Promise<void> {
  let through = false;
  const { promise, resolve } = Promise.withResolvers<unknown>();
  await world.world.tx(async (tx) => {
    await first(tx);
    resolve(other().finally(() => (through = true)));
    await world.server.until(async () => {
      const { rows } = await world.server.app.database.owner.query(
        `select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
      );
      return through || rows.length > 0;
    });
  });
  await promise;
}

it('has the line of a bill that is checked while it is made, whoever comes first', async () => {
  const [billFirst, claimFirst] = [await namedLater(), await namedLater()];
  await meet(
    (tx) => checkBill(tx, billFirst.bill),
    () => ok(claimParcels, { ids: [billFirst.box.id] }),
  );
  await meet(
    (tx) => claimIn(tx, { ids: [claimFirst.box.id], idempotencyKey: undefined }),
    () => ok(checkCarrierBill, { id: claimFirst.bill }),
  );
  for (const { box, bill } of [billFirst, claimFirst])
    expect(await claimOf(box)).toMatchObject({ billId: bill, asked: '17.00' });
  expect(await wrongs()).toEqual([]);
});

/** What people and bills do with the same parcels, several at a time. */
const acts = ['claim', 'bill', 'recheck', 'lines', 'drop', 'dropClaim'] as const;
it('is one for each parcel in the end, of the line that charges it, whatever meets', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.constantFrom(...acts), { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      async (rounds) => {
        const boxes = await Promise.all([one(), one({ carrierAccountId: world.accountId })]);
        const ids = boxes.map((box) => box.id);
        const made: number[] = [];
        const act = {
          claim: () => ok(claimParcels, { ids }),
          bill: async () => made.push(await billed(boxes.map((box) => [box.trackingNumber, '17']))),
          recheck: () => refusal(checkCarrierBill, { id: made.at(-1) ?? 0 }),
          lines: () => refusal(makeCarrierClaims, { billId: made[0] ?? 0 }),
          drop: () => refusal(deleteCarrierBill, { id: made.at(-1) ?? 0 }),
          dropClaim: async () => {
            const { claims } = await ok(trackingDetail, { parcelId: ids[0] ?? 0 });
            return claims[0] && refusal(deleteCarrierClaim, { id: claims[0].id });
          },
        };
        for (const round of [...rounds, ['claim', 'bill'] as const, ['claim'] as const])
          await Promise.all(round.map((name) => act[name]()));
        for (const { id } of boxes) {
          const { claims } = await ok(trackingDetail, { parcelId: id });
          const all = await Promise.all(claims.map((each) => ok(getCarrierClaim, { id: each.id })));
          const lost = all.filter((each) => each.reason === 'lost');
          expect(lost.map((each) => each.billId === null)).toEqual([false]);
        }
        expect(await wrongs()).toEqual([]);
      },
    ),
    { numRuns: runs(12, 300) },
  );
});
