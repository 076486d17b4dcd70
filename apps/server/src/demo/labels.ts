import type { TrackingEvent } from '@tradewind/connectors/types.ts';
import { buyLabel, followedByIds, keepTracking, savePurchases } from '../areas/logistics/public.ts';
import type { Tx } from '../core/database/database.ts';
import { sql } from '../core/database/sql.ts';
import { arrayOf } from '../core/scope.ts';
import { CHEAPEST } from './carriers.ts';
import { actingAs, at, type DemoContext, inPast } from './context.ts';
import { seeded } from './random.ts';

const HOUR_MS = 3_600_000;
/** Each of them plans the statements of a purchase on a connection of its own. */
const AT_ONCE = 3;

/** Labels bought from the stand-in carrier, as at the packing table. @returns outbounds that got one */
export async function buyLabels(demo: DemoContext, outboundIds: readonly number[], now: Date): Promise<number[]> {
  const ctx = actingAs(demo, 'picker', now);
  const waiting = [...outboundIds];
  const done: number[] = [];
  const buyer = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
      await buyLabel(demo.app, ctx, { outboundId: id }).then(
        () => done.push(id ?? 0),
        // An address that the carrier does not deliver to stays for a person, as on any day.
        (error: Error) => demo.app.log.debug({ error: error.message }, 'demo label'),
      );
  };
  await Promise.all(Array.from({ length: AT_ONCE }, buyer));
  return done;
}

/**
 * Labels of parcels that left weeks ago. The stand-in carrier's world begins today, so what it would have said is
 * written by the same verb that keeps its answers.
 */
export async function rememberLabels(demo: DemoContext, outboundIds: readonly number[], now: Date): Promise<void> {
  await inPast(demo, 'picker', now, async (tx) => {
    const channel = await tx.row<{ id: number; accountId: number; code: string }>(sql`
      select id, carrier_account_id as "accountId", platform_carrier_code as code from shipping_channel
      where company_id = ${sql.company} and name = ${CHEAPEST}`);
    if (!channel) return;
    const boxes = await tx.rows<{
      id: number;
      orderId: number;
      outboundId: number;
      attempts: number;
      grams: number;
    }>(sql`
      update parcel set state = 'buying', state_at = ${tx.now}, attempts = attempts + 1, channel_id = ${channel.id}, carrier = 'ups',
        carrier_account_id = ${channel.accountId}, service_code = '03', service_name = 'UPS Ground'
      where company_id = ${sql.company} and outbound_id = any(${arrayOf(outboundIds)}::bigint[]) and state = 'packed'
      returning id, order_id, outbound_id, attempts, weight_grams as grams`);
    await savePurchases(
      tx,
      boxes.map((box) => {
        const trackingNumber = trackingNumberOf(box.id);
        return {
          parcelId: box.id,
          attempt: box.attempts,
          orderId: box.orderId,
          outboundId: box.outboundId,
          carrier: 'ups',
          accountId: channel.accountId,
          channelName: CHEAPEST,
          platformCarrierCode: channel.code,
          serviceName: 'UPS Ground',
          shipmentId: trackingNumber,
          trackingNumber,
          trackingUrl: null,
          amount: (10.8 + Math.ceil(box.grams / 454) * 0.7).toFixed(2),
          currency: 'USD',
          rawFile: null,
          labelFile: null,
          customsFile: null,
          decision: { channel: CHEAPEST, service: 'UPS Ground' },
          event: 'labelBought',
        };
      }),
    );
  });
}

/**
 * Lets the stand-in carrier know remembered labels, so that they can be printed again and voided as those that it sold.
 * Safe to repeat.
 */
export async function rememberAtCarrier(demo: DemoContext, outboundIds: readonly number[]): Promise<void> {
  const parcels = await inPast(demo, 'picker', new Date(), (tx) =>
    tx.rows(sql`
      select p.tracking_number, p.service_code as service, p.weight_grams as grams, p.bought_at as "boughtAt",
        o.ship_to as "to", w.address || jsonb_build_object('name', w.name) as "from"
      from parcel p join sales_order o on o.company_id = p.company_id and o.id = p.order_id
      join warehouse w on w.company_id = p.company_id and w.id = p.warehouse_id
      where p.company_id = ${sql.company} and p.outbound_id = any(${arrayOf(outboundIds)}::bigint[])
        and p.label_raw_file is null and p.tracking_number like ${`${REMEMBERED}%`}`),
  );
  if (parcels.length === 0) return;
  const answer = await fetch(`${demo.app.config.sandboxUrl}/control/parcels/remember`, {
    method: 'POST',
    body: JSON.stringify({ parcels }),
  });
  if (!answer.ok) throw new Error(`the carrier remembers no labels: ${await answer.text()}`);
}

const REMEMBERED = '1ZA1B2C303';
const trackingNumberOf = (parcelId: number) => `${REMEMBERED}${String(parcelId).padStart(8, '0')}`;

const COURSE: readonly [stage: TrackingEvent['stage'], hours: number, text: string, place: string][] = [
  ['pickedUp', 4, 'Picked up', 'Moonachie, NJ'],
  ['inTransit', 18, 'Departed from facility', 'Secaucus, NJ'],
  ['inTransit', 50, 'Arrived at facility', ''],
  ['outForDelivery', 76, 'Out for delivery', ''],
  ['delivered', 82, 'Delivered, front door', ''],
];

/** Where some of the last weeks' parcels are still: a person asks the carrier, or claims. */
const STOPPED: typeof COURSE = [...COURSE.slice(0, 3)];
const LOST: typeof COURSE = [
  ...STOPPED,
  ['exception', 70, 'Package not found at facility, tracer opened', 'Secaucus, NJ'],
  ['lost', 94, 'Package declared lost', 'Secaucus, NJ'],
];
const MISSED_DAYS = { from: 16, to: 8 };
const STOPPED_EVERY = 40;
const LOST_EVERY = 120;
function courseOf(demo: DemoContext, { id, shippedAt }: { id: number; shippedAt: Date | null }): typeof COURSE {
  const shipped = shippedAt?.getTime() ?? 0;
  const missed = shipped > at(demo, MISSED_DAYS.from, 0).getTime() && shipped < at(demo, MISSED_DAYS.to, 0).getTime();
  if (!missed || id % STOPPED_EVERY !== 0) return COURSE;
  return id % LOST_EVERY === 0 ? LOST : STOPPED;
}

/** What the carrier told of parcels whose labels were only remembered: all but a few have arrived by now. */
export async function rememberTracking(demo: DemoContext, shippedBefore: Date): Promise<void> {
  const due = await inPast(demo, 'logistics.track', shippedBefore, (tx) => arriving(tx, shippedBefore));
  if (due.length === 0) return;
  const now = new Date(Math.min(shippedBefore.getTime() + 100 * HOUR_MS, Date.now()));
  await inPast(demo, 'logistics.track', now, async (tx) => {
    const parcels = await followedByIds(
      tx,
      due.map((row) => row.id),
    );
    const city = new Map(due.map((row) => [row.id, row.place]));
    await keepTracking(
      tx,
      parcels.map((parcel) => ({
        parcel,
        events: courseOf(demo, parcel).map(([stage, hours, description, place], i) => ({
          stage,
          at: new Date(
            (parcel.shippedAt?.getTime() ?? 0) + hours * HOUR_MS + seeded(parcel.id).int(0, 60) * 60_000,
          ).toISOString(),
          description,
          place: place || (city.get(parcel.id) ?? ''),
          rawCode: `D${i}`,
        })),
      })),
    );
    await tx.rows(sql`update parcel set next_track_at = null where company_id = ${sql.company} and state = 'shipped'
      and id = any(${arrayOf(due.map((row) => row.id))}::bigint[])`);
  });
}

function arriving(tx: Tx, shippedBefore: Date) {
  return tx.rows<{ id: number; place: string }>(sql`
    select p.id, concat_ws(', ', o.ship_to ->> 'city', o.ship_to ->> 'state') as place from parcel p
    join sales_order o on o.company_id = p.company_id and o.id = p.order_id
    where p.company_id = ${sql.company} and p.state = 'shipped' and p.shipped_at <= ${shippedBefore}
      and p.tracking_number like ${`${REMEMBERED}%`} and p.label_raw_file is null`);
}
