import { rights } from '@tradewind/contract/access/modules.ts';
import {
  buyLabel,
  calculateLanes,
  laneList,
  orderParcels,
  quoteParcel,
  trackingCounts,
  trackingList,
} from '@tradewind/contract/logistics.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';
import { shipOutbounds } from '../../warehouse/public.ts';
import { type LogisticsWorld, openLogistics } from '../testing/world.ts';
import { calculateLanes as calculate } from './calculate-lanes.ts';

let l: LogisticsWorld;
let companyId: number;
const query = (text: string, values: unknown[]) => l.server.app.database.owner.query(text, values);

/**
 * Delivered parcels of the channel: the first after one day, the next after two ... up to ten, again and again. Each is
 * silent for so many hours after its pickup, as it took days, and an hour after everything else.
 */
async function delivered(count: number, country: string, prefix: string): Promise<void> {
  series -= 1000;
  await query(
    `with made as (
       insert into parcel (company_id, reference, outbound_id, order_id, warehouse_id, shop_id, order_no, country, postal_prefix,
         channel_id, state, stage, weight_grams, carrier, tracking_number, shipped_at, delivered_at, promised_on)
       select company_id, $2 || n, $8 - n, -1, warehouse_id, shop_id, order_no, $3, $4, $5, 'delivered', 'delivered', 1, 'ups', $2 || n,
         date_trunc('day', now()) - interval '40 days' + interval '4 hours',
         date_trunc('day', now()) - interval '40 days' + interval '4 hours' + make_interval(days => 1 + n % 10),
         (date_trunc('day', now()) - interval '35 days')::date
       from parcel, generate_series(1, $6::int) n where company_id = $1 and outbound_id = $7 returning company_id, id, shipped_at, delivered_at)
     insert into tracking_event (company_id, parcel_id, at, stage, description, raw_code)
     select company_id, id, e.at, e.stage, '', e.stage from made cross join lateral (values
       (shipped_at + interval '1 hour', 'pickedUp'),
       (shipped_at + interval '1 hour' + (delivered_at - shipped_at) / 24, 'inTransit'),
       (shipped_at + interval '2 hours' + (delivered_at - shipped_at) / 24, 'delivered')) as e(at, stage)`,
    [companyId, `L${country}${prefix}-`, country, prefix, l.channelId, count, first, series],
  );
}

let first: number;
let series = 0;
beforeAll(async () => {
  l = await openLogistics();
  companyId = l.world.main.companyId;
  first = (await l.packed('L-1')).outboundId;
});
afterAll(() => l.close());

async function shipped(no: string) {
  const box = await l.packed(no);
  await l.server.ok(buyLabel, { outboundId: box.outboundId }, l.world.main);
  await l.world.tx((tx) => shipOutbounds(tx, [box.outboundId]));
  return box;
}
const promiseOf = (outboundId: number) =>
  l.world.one<{ days: number | null; prefix: string; hours: number }>(sql`
    select p.promised_on - (p.shipped_at at time zone c.time_zone)::date as days, p.postal_prefix as prefix,
      round(extract(epoch from p.silent_after - p.last_scan_at) / 3600)::int as hours
    from parcel p join company c on c.id = p.company_id where p.company_id = ${companyId} and p.outbound_id = ${outboundId}`);

it('promises nothing without enough parcels, then by the channel, the country and the postcode', async () => {
  const box = await shipped('L-2');
  const { prefix } = await promiseOf(box.outboundId);
  expect(await promiseOf(box.outboundId)).toMatchObject({ days: null, hours: 120 });
  const promised = async (no: string) => {
    await calculate(l.server.app, l.world.main.ctx);
    return promiseOf((await shipped(no)).outboundId);
  };
  await delivered(29, 'US', 'ZZ1');
  expect(await promised('L-3')).toMatchObject({ days: null });
  await delivered(10, 'DE', '');
  expect(await promised('L-4')).toMatchObject({ days: 10 });
  await delivered(1, 'US', 'ZZ2');
  expect((await promised('L-5')).days).toBe(9);
  await query(
    `update parcel set delivered_at = shipped_at + interval '3 days' where company_id = $1 and postal_prefix = 'ZZ1'`,
    [companyId],
  );
  await query(`update parcel set postal_prefix = $2 where company_id = $1 and postal_prefix = 'ZZ2'`, [
    companyId,
    prefix,
  ]);
  await query(`update parcel set postal_prefix = $2 where company_id = $1 and postal_prefix = 'ZZ1'`, [
    companyId,
    prefix,
  ]);
  expect((await promised('L-6')).days).toBe(3);
  const { rows } = await l.server.ok(laneList, { page: 1, pageSize: 50 }, l.world.main);
  expect(rows.map(({ country, prefix: of, parcels, p50, p90 }) => [country, of, parcels, p50, p90])).toEqual([
    ['', '', 40, 3, 6],
    ['US', '', 30, 3, 3],
    ['US', prefix, 30, 3, 3],
    ['DE', '', 10, 5, 9],
  ]);
  // Of the promised days those of Germany are met by five of ten.
  expect(rows.at(-1)).toMatchObject({ promised: 10, onTime: 5 });
});

it('shows the promise in lists and with prices', async () => {
  const box = await l.packed('L-7');
  const quoted = await l.server.ok(quoteParcel, { outboundId: box.outboundId }, l.world.main);
  expect(quoted.lane).toEqual({ p50: 3, p90: 3, parcels: 30 });
  const { rows } = await l.server.ok(trackingList, { text: 'L-6' }, l.world.main);
  const { list } = await l.server.ok(orderParcels, { orderId: rows[0]?.orderId ?? 0 }, l.world.main);
  expect(rows[0]?.promisedOn).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(list[0]?.parcel.promisedOn).toBe(rows[0]?.promisedOn);
});

it('counts a parcel as silent where its lane is used to hear more often', async () => {
  const box = await shipped('L-8');
  // Nineteen of twenty were picked up within the hour.
  expect((await promiseOf(box.outboundId)).hours).toBe(1);
  expect(await l.server.ok(trackingCounts, {}, l.world.main)).toMatchObject({ silent: 0 });
  await query(
    `update parcel set last_scan_at = last_scan_at - interval '2 hours' where company_id = $1 and outbound_id = $2`,
    [companyId, box.outboundId],
  );
  await calculate(l.server.app, l.world.main.ctx);
  expect(await l.server.ok(trackingCounts, {}, l.world.main)).toMatchObject({ silent: 1 });
  const { rows } = await l.server.ok(trackingList, { silent: true }, l.world.main);
  expect(rows).toMatchObject([{ orderNo: 'L-8', silent: true, silentDays: 0 }]);
});

it('calculates again on demand for whoever may refresh, and each company its own', async () => {
  await l.server.startWorker();
  await query(`delete from delivery_lane where company_id = $1`, [companyId]);
  const member = await l.server.member(companyId, [rights.tracking.view]);
  expect(await l.server.call(calculateLanes, {}, member)).toMatchObject({ status: 403 });
  await l.server.ok(calculateLanes, {}, l.world.main);
  await l.server.ok(calculateLanes, {}, l.world.main);
  await l.server.until(async () => (await l.server.ok(laneList, { page: 1, pageSize: 50 }, member)).total === 4);
  const other = await l.server.company();
  expect(await l.server.ok(laneList, { page: 1, pageSize: 50 }, other)).toMatchObject({ total: 0 });
});
