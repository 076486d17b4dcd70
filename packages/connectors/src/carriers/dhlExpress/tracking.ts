import { malformed, reasonOf } from '../../read.ts';
import type { CarrierAccess, Instant, TrackingEvent } from '../../types.ts';
import { orNothing } from '../../wms/convert.ts';
import { instantIn, zoneOfPlace } from '../../zones.ts';
import { clockOf, offsetOf, withOffset } from '../clock.ts';
import { CARRIER, type ExpressClient } from './client.ts';
import { type Event, event, type TrackedShipment, trackAnswer } from './shapes.ts';
import { stageOf } from './stages.ts';

/** Older answers tell no offset: at both ends it is the clock of sender or recipient; between, UTC is the nearest guess. */
function instantOf(one: Event, shipment: TrackedShipment): Instant | undefined {
  const clock = clockOf(`${one.date}T${one.time}`);
  if (!clock) return undefined;
  const offset = offsetOf(one.GMTOffset);
  if (offset) return withOffset(clock, offset);
  const here = one.serviceArea[0]?.code;
  const end = [shipment.shipperDetails, shipment.receiverDetails].find((party) =>
    party?.serviceArea.some(({ code }) => code !== '' && code === here),
  );
  const { countryCode, provinceCode, postalCode } = end?.postalAddress ?? {};
  const zone = countryCode
    ? zoneOfPlace({
        country: countryCode,
        ...(provinceCode ? { state: provinceCode } : {}),
        ...(postalCode ? { postalCode } : {}),
      })
    : undefined;
  return instantIn(zone ?? 'UTC', clock);
}

/** Oldest first, in whatever order they come. */
export function readEvents(shipment: TrackedShipment, rows: readonly unknown[]): TrackingEvent[] {
  const timed: { one: Event; at: Instant }[] = [];
  let bad: string | undefined;
  for (const row of rows) {
    const read = event.safeParse(row);
    const at = read.success ? instantOf(read.data, shipment) : undefined;
    if (read.success && at) timed.push({ one: read.data, at });
    else bad = read.success ? 'an event without a time' : reasonOf(read.error);
  }
  if (timed.length === 0 && bad) throw malformed(CARRIER, `track: ${bad}`, JSON.stringify(rows));
  // Of one second their order tells which came first: the newest stands at the top, unless the times say otherwise.
  if ((timed[0]?.at ?? '') >= (timed.at(-1)?.at ?? '')) timed.reverse();
  const events: TrackingEvent[] = [];
  for (const { one, at } of timed.toSorted((a, b) => a.at.localeCompare(b.at))) {
    const place = one.serviceArea[0]?.description;
    const stage = stageOf(one.typeCode, one.description, events.at(-1)?.stage ?? 'unknown');
    events.push({ stage, at, description: one.description, ...(place ? { place } : {}), rawCode: one.typeCode });
  }
  return events;
}

/** Waybills are ten digits, numbers of single boxes begin with a J. */
export const isPiece = (number: string): boolean => /^J/i.test(number);

export function createTracking({ call }: ExpressClient) {
  async function shipments(access: CarrierAccess, query: Record<string, string>): Promise<TrackedShipment[]> {
    const all = { ...query, trackingView: 'all-checkpoints', levelOfDetail: 'all' };
    const read = { method: 'GET', path: '/tracking', query: all, effect: 'read', shape: trackAnswer } as const;
    return (await orNothing(call(access, read)))?.shipments ?? [];
  }

  const shipmentOf = async (access: CarrierAccess, number: string): Promise<TrackedShipment | undefined> =>
    (await shipments(access, { [isPiece(number) ? 'pieceTrackingNumber' : 'shipmentTrackingNumber']: number }))[0];

  return {
    shipments,
    shipmentOf,
    async track(access: CarrierAccess, trackingNumber: string): Promise<TrackingEvent[]> {
      const shipment = await shipmentOf(access, trackingNumber);
      if (!shipment) return [];
      const piece = shipment.pieces.find((one) => one.trackingNumber === trackingNumber);
      return readEvents(shipment, piece?.events.length ? piece.events : (shipment.events ?? []));
    },
  };
}

export type Tracking = ReturnType<typeof createTracking>;
