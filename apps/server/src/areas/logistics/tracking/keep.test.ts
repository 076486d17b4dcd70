import type { TrackingEvent, TrackingStage } from '@tradewind/connectors/types.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';
import { runs } from '../../../testing/property.ts';
import { type LogisticsWorld, openLogistics } from '../testing/world.ts';
import { keepTracking } from './keep.ts';
import { followedByIds } from './track.ts';
import { timelines } from './tracking.queries.ts';

let l: LogisticsWorld;
let box: number;
beforeAll(async () => {
  l = await openLogistics();
  box = (await l.packed('K-1')).outboundId;
});
afterAll(() => l.close());

let made = 0;
/** A shipped parcel of its own, with nothing heard of it. */
async function parcel(): Promise<number> {
  made += 1;
  const { id } = await l.world.one<{ id: number }>(sql`insert into parcel (company_id, reference, outbound_id, order_id,
      warehouse_id, shop_id, order_no, state, stage, weight_grams, carrier, carrier_account_id, tracking_number, shipped_at, last_scan_at)
    select company_id, ${`K-${made}`}, ${-made}, -1, warehouse_id, shop_id, order_no, 'shipped', 'created', 1, 'ups', ${l.accountId},
      ${`KEEP${made}`}, ${'2026-06-01T00:00:00Z'}::timestamptz, ${'2026-06-01T00:00:00Z'}::timestamptz
    from parcel where company_id = ${l.world.main.companyId} and outbound_id = ${box} returning id`);
  return id;
}

const hear = (id: number, events: readonly TrackingEvent[]) =>
  l.world.tx(async (tx) => {
    const [followed] = await followedByIds(tx, [id]);
    if (followed) await keepTracking(tx, [{ parcel: followed, events: [...events] }]);
  });

const state = async (id: number) => ({
  ...(await l.world.one<{ stage: string }>(sql`select stage, last_scan, last_scan_at from parcel
    where company_id = ${l.world.main.companyId} and id = ${id}`)),
  events: (await l.world.tx((tx) => timelines(tx, [id]))).map(({ parcelId: _, boxNo: _box, ...event }) => event),
});

const event = (hour: number, stage: TrackingStage, rawCode: string): TrackingEvent => ({
  at: `2026-06-0${1 + Math.floor(hour / 24)}T${String(hour % 24).padStart(2, '0')}:00:00.000Z`,
  ...{ stage, rawCode, description: `${stage} ${rawCode}` },
});

it('ends in one timeline and stage however pushes and polls of the same events mix', async () => {
  const stages = fc.constantFrom<TrackingStage>(
    ...(['pickedUp', 'inTransit', 'customs', 'exception', 'deliveryFailed', 'delivered', 'returning'] as const),
    ...(['created', 'returned', 'unknown'] as const),
  );
  const some = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), stages), { minLength: 1, maxLength: 6 });
  const mix = some.chain((facts) => {
    const events = facts.map(([hour, stage], at) => event(hour, stage, `C${at}`));
    return fc.record({
      events: fc.constant(events),
      pushes: fc.array(fc.subarray(events), { maxLength: 5 }),
      order: fc.shuffledSubarray(events, { minLength: events.length, maxLength: events.length }),
    });
  });
  await fc.assert(
    fc.asyncProperty(mix, async ({ events, pushes, order }) => {
      const [whole, mixed] = [await parcel(), await parcel()];
      await hear(whole, events);
      for (const push of pushes) await hear(mixed, push);
      for (const one of order) await hear(mixed, [one]);
      await hear(mixed, []);
      expect(await state(mixed)).toEqual(await state(whole));
    }),
    { numRuns: runs(12, 300) },
  );
});

it('keeps the stage of the newest event: a late one moves nothing back, a newer one does', async () => {
  const id = await parcel();
  const stage = async (...events: TrackingEvent[]) => {
    await hear(id, events);
    return (await state(id)).stage;
  };
  expect(await stage(event(5, 'inTransit', 'B'))).toBe('inTransit');
  expect(await stage(event(1, 'pickedUp', 'A'))).toBe('inTransit');
  expect(await stage(event(9, 'delivered', 'D'))).toBe('delivered');
  expect(await stage(event(8, 'deliveryFailed', 'C'))).toBe('delivered');
  expect(await stage(event(10, 'unknown', 'N'))).toBe('delivered');
  expect(await stage(event(11, 'returning', 'R'))).toBe('returning');
});

it('leaves out what an earlier parcel with the same number went through', async () => {
  const [earlier, later] = [await parcel(), await parcel()];
  await hear(earlier, [event(5, 'delivered', 'D')]);
  await l.world.tx((tx) =>
    tx.rows(sql`update parcel p set tracking_number = q.tracking_number from parcel q
      where p.company_id = ${sql.company} and q.company_id = ${sql.company} and p.id = ${later} and q.id = ${earlier}`),
  );
  await hear(later, [event(5, 'delivered', 'D')]);
  expect(await state(later)).toMatchObject({ events: [] });
  const fresh = { ...event(6, 'inTransit', 'B'), at: new Date().toISOString() };
  await hear(later, [event(5, 'delivered', 'D'), fresh]);
  expect(await state(later)).toMatchObject({ stage: 'inTransit', events: [{ stage: 'inTransit' }] });
});
