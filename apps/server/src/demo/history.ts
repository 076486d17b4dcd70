import { cancelOrders, intakeOrders, moveOrders, reserveOrders } from '../areas/orders/public.ts';
import { createWaves, packOutbounds, pickLines, pickWaves, shipOutbounds } from '../areas/warehouse/public.ts';
import type { Tx } from '../core/database/database.ts';
import { sql } from '../core/database/sql.ts';
import { arrayOf } from '../core/scope.ts';
import { at, type DemoContext, inPast } from './context.ts';
import { type Good, mapped, popular } from './goods.ts';
import { buyLabels, rememberAtCarrier, rememberLabels, rememberTracking } from './labels.ts';
import { OWN_NUMBERS, platformOrders } from './orders.ts';
import type { DemoShop } from './shops.ts';

export const DAYS = 90;
/** Labels of so many days are bought from the stand-in carrier, so that they can be printed, tracked and voided. */
const BOUGHT_DAYS = 4;
const HOUR_MS = 3_600_000;

/**
 * One day of the company, through the same verbs that people and platforms use, each at its hour: yesterday's orders are
 * picked, packed and shipped, today's come in. Every verb leaves alone what is done already, so a day may be run again.
 */
export async function liveDay(
  demo: DemoContext,
  daysAgo: number,
  goods: readonly Good[],
  shops: readonly DemoShop[],
): Promise<void> {
  const hour = (hours: number) => new Date(Math.min(at(demo, daysAgo, hours).getTime(), Date.now()));
  await rememberTracking(demo, new Date(hour(5).getTime() - 96 * HOUR_MS));
  await inPast(demo, 'clerk', hour(6), (tx) => tidyDesk(tx, daysAgo));
  const waiting = await inPast(demo, 'picker', hour(8), waitingOutbounds);
  await workThrough(demo, waiting, daysAgo, hour);
  await inPast(demo, 'channels.sync', hour(23.5), (tx) => ingest(tx, demo, daysAgo, goods, shops));
}

/** What a clerk does first thing in the morning. The last two days' cases are left for whoever looks at the demo. */
async function tidyDesk(tx: Tx, daysAgo: number): Promise<void> {
  if (daysAgo < 2) return;
  const reviewed = await tx.rows<{ id: number }>(sql`select id from sales_order
    where company_id = ${sql.company} and status = 'review' and ${ours()}`);
  const passed = await moveOrders(
    tx,
    reviewed.map((row) => row.id),
    { from: ['review'], to: 'allocate', event: 'reviewed' },
  );
  await reserveOrders(
    tx,
    passed.map((row) => row.id),
  );
  const hopeless = await tx.rows<{ id: number }>(sql`select id from sales_order
    where company_id = ${sql.company} and status = 'allocate' and ordered_at < ${tx.now}::timestamptz - interval '3 days' and ${ours()}`);
  await cancelOrders(
    tx,
    hopeless.map((row) => row.id),
    { by: 'user', reason: 'outOfStock' },
  );
}

/** Orders of the demo's own past; what the stand-in platforms sent is left to people. */
const ours = () =>
  sql`(platform_order_no like ${`${OWN_NUMBERS.amazon}%`} or platform_order_no like ${`${OWN_NUMBERS.shopify}%`})`;

async function waitingOutbounds(tx: Tx): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(sql`select id from outbound where company_id = ${sql.company}
    and state in ('waiting', 'picking', 'picked', 'packed') and order_id in (select id from sales_order
      where company_id = ${sql.company} and status in ('ready', 'picking', 'packed') and ${ours()}) order by id`);
  return rows.map((row) => row.id);
}

/** How far each part of today's work has come; on all days before, everything left the house. */
const TODAY = { shipped: 0.45, labelled: 0.6, packed: 0.7, picking: 0.85 };

async function workThrough(
  demo: DemoContext,
  outboundIds: readonly number[],
  daysAgo: number,
  hour: (hours: number) => Date,
): Promise<void> {
  if (outboundIds.length === 0) return;
  const share = (part: number) => outboundIds.slice(0, daysAgo > 0 ? undefined : Math.floor(outboundIds.length * part));
  const packed = share(TODAY.packed);
  await inPast(demo, 'picker', hour(9), (tx) => pickAll(tx, packed));
  await inPast(demo, 'picker', hour(11), (tx) => packAll(tx, packed));
  const labelled = share(TODAY.labelled);
  const carrierIsThere = demo.app.config.sandbox;
  if (carrierIsThere && daysAgo < BOUGHT_DAYS) await buyLabels(demo, labelled, hour(12));
  else {
    await rememberLabels(demo, labelled, hour(12));
    if (carrierIsThere) await rememberAtCarrier(demo, labelled);
  }
  await inPast(demo, 'picker', hour(16), (tx) => shipAll(tx, share(TODAY.shipped)));
  if (daysAgo > 0) return;
  const begun = outboundIds.slice(packed.length, Math.floor(outboundIds.length * TODAY.picking));
  await inPast(demo, 'picker', hour(9.5), (tx) => beginPicking(tx, begun));
}

async function pickAll(tx: Tx, outboundIds: readonly number[]): Promise<void> {
  const { waves } = await createWaves(tx, outboundIds);
  await pickWaves(
    tx,
    waves.map((wave) => wave.id),
  );
}

async function packAll(tx: Tx, outboundIds: readonly number[]): Promise<void> {
  const boxes = await tx.rows<{ outboundId: number; grams: number; units: number }>(sql`
    select o.id as "outboundId", o.units, sum(l.quantity * coalesce(p.gross_weight_kg, 0.3) * 1000)::int as grams
    from outbound o join outbound_line l on l.company_id = o.company_id and l.outbound_id = o.id
    join product p on p.company_id = l.company_id and p.id = l.product_id
    where o.company_id = ${sql.company} and o.id = any(${arrayOf(outboundIds)}::bigint[]) and o.state = 'picked'
    group by o.id, o.units`);
  await packOutbounds(
    tx,
    boxes.map(({ outboundId, grams, units }) => ({
      outboundId,
      weightGrams: grams + 120,
      dims: units > 3 ? { lengthMm: 400, widthMm: 300, heightMm: 250 } : { lengthMm: 300, widthMm: 220, heightMm: 150 },
    })),
    'all',
  );
}

/** The platforms never heard of these orders, so there is nobody to tell. */
async function shipAll(tx: Tx, outboundIds: readonly number[]): Promise<void> {
  const { done } = await shipOutbounds(tx, outboundIds);
  const shipped = sql`select order_id from outbound where company_id = ${sql.company} and id = any(${arrayOf(done)}::bigint[])`;
  await tx.rows(sql`update sales_order set confirm_state = 'confirmed', confirmed_at = ${tx.now}
    where company_id = ${sql.company} and confirm_state <> 'confirmed' and id in (${shipped})`);
  await tx.rows(sql`update parcel set next_track_at = null
    where company_id = ${sql.company} and label_raw_file is null and outbound_id = any(${arrayOf(done)}::bigint[])`);
}

/** A wave that somebody is in the middle of: every other stop is picked. */
async function beginPicking(tx: Tx, outboundIds: readonly number[]): Promise<void> {
  const { waves } = await createWaves(tx, outboundIds);
  const stops = await tx.rows<{ id: number; quantity: number }>(sql`select id, quantity from pick_line
    where company_id = ${sql.company} and wave_id = any(${arrayOf(waves.map((wave) => wave.id))}::bigint[]) order by path_order, id`);
  await pickLines(
    tx,
    stops.slice(0, Math.floor(stops.length / 2)).map((stop) => ({ pickLineId: stop.id, quantity: stop.quantity })),
  );
}

/** The day's orders of both shops; what can be reserved is reserved in the same transaction. */
async function ingest(
  tx: Tx,
  demo: DemoContext,
  daysAgo: number,
  goods: readonly Good[],
  shops: readonly DemoShop[],
): Promise<void> {
  // Weeks ago everything was mapped in the end; open cases belong to the last days.
  const sold = popular(daysAgo > 2 ? goods.filter(mapped) : goods);
  for (const shop of shops)
    await intakeOrders(tx, shop, platformOrders(shop.platform, daysAgo, at(demo, daysAgo, 0), sold, tx.now));
  const waiting = await tx.rows<{ id: number }>(sql`select id from sales_order
    where company_id = ${sql.company} and status = 'allocate' and ${ours()}`);
  await reserveOrders(
    tx,
    waiting.map((row) => row.id),
  );
}
