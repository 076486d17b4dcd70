import { rights } from '@tradewind/contract/access/modules.ts';
import type { Call, InputOf } from '@tradewind/contract/call.ts';
import {
  claimParcels,
  getCarrierClaim,
  importCarrierBill,
  listCarrierClaims,
  saveBillIssuer,
  trackingDetail,
} from '@tradewind/contract/logistics.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';
import type { Person } from '../../../testing/harness.ts';
import { billRow, csv, MAPPING, openBills, type SentBox, uploaded } from '../testing/bills.ts';
import { type LogisticsWorld, openLogistics } from '../testing/world.ts';

let world: LogisticsWorld;
let main: Person;
let issuerId: number;
let line: Awaited<ReturnType<typeof openBills>>;
beforeAll(async () => {
  world = await openLogistics();
  main = world.world.main;
  line = await openBills(world);
  issuerId = (await ok(saveBillIssuer, { name: 'Line Express', currency: 'EUR', claimDays: 30 })).id;
});
afterAll(() => world.close());

const ok = <C extends Call>(call: C, input: InputOf<C>, as: Person = main) => world.server.ok(call, input, as);
let bills = 0;
async function billed(boxes: readonly SentBox[]): Promise<string[]> {
  bills += 1;
  const rows = boxes.map((box) => billRow(box, line.exchange, {}, bills));
  const { importId } = await uploaded(world, issuerId, csv(rows));
  const about = { number: `LATE-${bills}`, currency: 'EUR', billedOn: '2026-11-15', mapping: MAPPING };
  await ok(importCarrierBill, { importId, issuerId, ...about });
  return rows.map((row) => row.at(-1) ?? '');
}
const SIZE = [900, 200, 150, 100] as const;
const long = new Date('2026-11-12T00:00:00Z');
const silent = { stage: 'inTransit', lastScanAt: long, silentAfter: long };
async function one(more: Parameters<typeof line.send>[1]): Promise<SentBox> {
  const [box] = await line.send([SIZE], more);
  if (!box) throw new Error('no box');
  return box;
}
const shownOf = async ({ id }: SentBox, as = main) => {
  const { claims, claimable } = await ok(trackingDetail, { parcelId: id }, as);
  return { claims: claims.length, claimable };
};
const codesOf = async (input: InputOf<typeof claimParcels>) => {
  const { done, failed } = await ok(claimParcels, input);
  return { done, failed: failed.map(({ id, error }) => [id, error]) };
};

it('claims what was billed for silent and lost parcels, once, and says of the others why not', async () => {
  const late = await one(silent);
  const lost = await one({ stage: 'lost', lastScanAt: long });
  const free = await one(silent);
  const onTime = await one({ stage: 'inTransit', lastScanAt: long });
  const [ofLate, ofLost] = await billed([late, lost, onTime]);
  expect(await shownOf(late)).toEqual({ claims: 0, claimable: { missing: null } });
  expect(await shownOf(free)).toEqual({ claims: 0, claimable: { missing: 'cost' } });
  expect(await shownOf(onTime)).toEqual({ claims: 0, claimable: null });

  expect(await codesOf({ ids: [late, lost, free, onTime].map((box) => box.id) })).toEqual({
    done: 2,
    failed: [
      [free.id, 'logistics.claimNoCost'],
      [onTime.id, 'logistics.claimOnTime'],
    ],
  });
  const { rows } = await ok(listCarrierClaims, {});
  expect(rows.map((row) => [row.parcelId, row.reason, row.state, row.asked, row.deadline])).toEqual([
    [lost.id, 'lost', 'suspected', ofLost, '2026-12-15'],
    [late.id, 'late', 'suspected', ofLate, '2026-12-15'],
  ]);
  const { evidence } = await ok(getCarrierClaim, { id: rows[1]?.id ?? 0 });
  expect(evidence).toMatchObject({
    billed: { amount: expect.any(String) },
    parcel: { lastScanAt: expect.any(String) },
  });
  expect(await shownOf(late)).toEqual({ claims: 1, claimable: null });
  expect(await codesOf({ ids: [late.id] })).toEqual({ done: 0, failed: [[late.id, 'logistics.claimMade']] });
});

it('makes one claim for a parcel and reason, also of two bills and at the same moment', async () => {
  const late = await one(silent);
  await billed([late]);
  const answers = await Promise.all([1, 2, 3].map(() => ok(claimParcels, { ids: [late.id] })));
  expect(answers.map((each) => each.done).sort()).toEqual([0, 0, 1]);
  await billed([late]);
  expect((await codesOf({ ids: [late.id] })).done).toBe(0);
  await world.world.tx((tx) =>
    tx.rows(sql`update parcel set stage = 'lost' where company_id = ${sql.company} and id = ${late.id}`),
  );
  // What was asked as late is not asked once more as lost.
  expect(await codesOf({ ids: [late.id] })).toEqual({ done: 0, failed: [[late.id, 'logistics.claimMade']] });
});

it('takes all that a filter matches, and shows nothing to whoever may not see costs', async () => {
  const late = await one(silent);
  await billed([late]);
  const blind = await world.server.member(main.companyId, [rights.tracking.view, rights.carrier.edit]);
  await world.server.app.database.owner.query(
    `insert into user_scope (company_id, user_id, kind, target_id) select company_id, $2, 'shop', id from shop where company_id = $1`,
    [main.companyId, blind.userId],
  );
  expect(await shownOf(late, blind)).toEqual({ claims: 0, claimable: null });
  expect((await world.server.call(claimParcels, { ids: [late.id] }, blind)).status).toBe(403);
  expect((await codesOf({ filter: { text: late.trackingNumber } })).done).toBe(1);
});
