import { malformed, reasonOf } from '../../read.ts';
import type { CarrierAccess, Instant, TrackingEvent } from '../../types.ts';
import { orNothing } from '../../wms/convert.ts';
import { instantIn, zoneOfPlace } from '../../zones.ts';
import { clockOf, offsetOf, withOffset } from '../clock.ts';
import type { YunexpressClient } from './client.ts';
import { CARRIER } from './refusals.ts';
import { type Event, eventShape, trackAnswer } from './shapes.ts';
import { stageOf, stageOfStatus } from './stages.ts';

/** UTC where it is told; else the clock of the place by its offset or its country. A time without either is Beijing's. */
export function instantOf(event: Event): Instant | undefined {
  const utc = clockOf(event.process_utc_time);
  if (utc) return withOffset(utc, 'Z');
  const local = clockOf(event.process_time ?? event.event_date);
  if (!local) return undefined;
  const offset = offsetOf(event.time_zone);
  if (offset) return withOffset(local, offset);
  return instantIn(zoneOfPlace({ country: event.process_country ?? 'CN' }) ?? 'Asia/Shanghai', local);
}

function placeOf(event: Event): string | undefined {
  const { process_city, process_province, process_country } = event;
  const named = [process_city, process_province, process_country].filter(Boolean).join(', ');
  return event.process_location || named || event.location || undefined;
}

/** Read oldest first, in whatever order they come. */
export function readEvents(rows: readonly unknown[], status: string, raw: () => string): TrackingEvent[] {
  const timed: { event: Event; at: Instant }[] = [];
  let bad: string | undefined;
  for (const row of rows) {
    const read = eventShape.safeParse(row);
    const at = read.success ? instantOf(read.data) : undefined;
    if (read.success && at) timed.push({ event: read.data, at });
    else bad = read.success ? 'an event without a time' : reasonOf(read.error);
  }
  if (timed.length === 0 && bad) throw malformed(CARRIER, `track: ${bad}`, raw());
  const events: TrackingEvent[] = [];
  for (const { event, at } of timed.toSorted((a, b) => a.at.localeCompare(b.at))) {
    const description = event.process_content ?? event.track_node_description ?? event.description ?? '';
    const place = placeOf(event);
    const rawCode = event.track_node_code;
    const stage = stageOf(rawCode, description, events.at(-1)?.stage ?? 'unknown');
    events.push({ stage, at, description, ...(place ? { place } : {}), rawCode });
  }
  return byStatus(events, status);
}

/** The state of the whole parcel: where its newest event says nothing known, and for one that goes nowhere any more. */
function byStatus(events: TrackingEvent[], status: string): TrackingEvent[] {
  const newest = events.at(-1);
  const stage = stageOfStatus(status);
  if (!newest || newest.stage === stage) return events;
  if (newest.stage === 'unknown') return events.with(-1, { ...newest, stage });
  return stage === 'cancelled' ? [...events, { stage, at: newest.at, description: '', rawCode: status }] : events;
}

export function createTracking({ call }: YunexpressClient) {
  return async function track(access: CarrierAccess, trackingNumber: string): Promise<TrackingEvent[]> {
    const path = '/v1/track-service/info/get';
    const query = { order_number: trackingNumber };
    const found = await orNothing(call(access, { method: 'GET', path, query, effect: 'read', shape: trackAnswer }));
    return found ? readEvents(found.events, found.status, () => JSON.stringify(found)) : [];
  };
}
