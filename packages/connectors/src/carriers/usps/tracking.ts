import { malformed, reasonOf } from '../../read.ts';
import { type CarrierAccess, ConnectorError, type Instant, type TrackingEvent } from '../../types.ts';
import { instantIn, zoneOfPlace } from '../../zones.ts';
import { clockOf, offsetOf, withOffset } from '../clock.ts';
import { CARRIER, type UspsClient } from './client.ts';
import { type Event, eventShape, trackAnswer } from './shapes.ts';
import { stageOf, stageOfCategory } from './stages.ts';

/** Greenwich time where it is told; else the clock of the place by its offset or its zone. */
export function instantOf(event: Event): Instant | undefined {
  const gmt = clockOf(event.GMTTimestamp);
  if (gmt) return withOffset(gmt, 'Z');
  const local = clockOf(event.eventTimestamp);
  if (!local) return undefined;
  const offset = offsetOf(event.GMTOffset);
  if (offset) return withOffset(local, offset);
  const place = {
    country: event.eventCountry ?? 'US',
    state: event.eventState ?? '',
    postalCode: event.eventZIP ?? '',
  };
  return instantIn(zoneOfPlace(place) ?? 'America/New_York', local);
}

function placeOf({ eventCity, eventState, eventZIP, eventCountry }: Event): string | undefined {
  const named = [eventCity, [eventState, eventZIP].filter(Boolean).join(' '), eventCountry];
  return named.filter(Boolean).join(', ') || undefined;
}

/** Told newest first, read oldest first. */
export function readEvents(newestFirst: readonly unknown[], category: string, raw: () => string): TrackingEvent[] {
  const timed: { event: Event; at: Instant }[] = [];
  let bad: string | undefined;
  for (const row of newestFirst.toReversed()) {
    const read = eventShape.safeParse(row);
    const at = read.success ? instantOf(read.data) : undefined;
    if (read.success && at) timed.push({ event: read.data, at });
    else bad = read.success ? 'an event without a time' : reasonOf(read.error);
  }
  if (timed.length === 0 && bad) throw malformed(CARRIER, `track: ${bad}`, raw());
  const events: TrackingEvent[] = [];
  for (const { event, at } of timed.toSorted((a, b) => a.at.localeCompare(b.at))) {
    const place = placeOf(event);
    const stage = stageOf(event.eventCode, event.eventType, events.at(-1)?.stage ?? 'unknown');
    events.push({ stage, at, description: event.eventType, ...(place ? { place } : {}), rawCode: event.eventCode });
  }
  const newest = events.at(-1);
  // Where its newest event says nothing known, the category of the whole parcel does.
  return newest?.stage === 'unknown' ? events.with(-1, { ...newest, stage: stageOfCategory(category) }) : events;
}

/** A label that nobody has scanned yet: no events, no failure. */
const NOT_YET = /not (yet )?available|may be incorrect|yet have a status|not trackable|not found/i;
function isUnknown(error: unknown): boolean {
  if (!(error instanceof ConnectorError) || error.kind !== 'rejected') return false;
  return error.status === 404 || NOT_YET.test(error.message);
}

export function createTracking({ call }: UspsClient) {
  return async function track(access: CarrierAccess, trackingNumber: string): Promise<TrackingEvent[]> {
    try {
      const path = `/tracking/v3/tracking/${encodeURIComponent(trackingNumber)}`;
      const query = { expand: 'DETAIL' };
      const found = await call(access, { method: 'GET', path, query, effect: 'read', shape: trackAnswer });
      const { trackingEvents, statusCategory, status } = found;
      return readEvents(trackingEvents ?? [], statusCategory || status, () => JSON.stringify(found));
    } catch (error) {
      if (isUnknown(error)) return [];
      throw error;
    }
  };
}
