import { malformed, reasonOf } from '../../read.ts';
import type { CarrierAccess, Instant, TrackingEvent } from '../../types.ts';
import { orNothing } from '../../wms/convert.ts';
import { instantIn } from '../../zones.ts';
import { clockOf } from '../clock.ts';
import { CARRIER, type ParcelClient } from './client.ts';
import { type Event, event, trackAnswer } from './shapes.ts';
import { stageOf } from './stages.ts';

/** With an offset where one is told; else it is Germany's clock. */
function instantOf({ timestamp }: Event): Instant | undefined {
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
  if (!Number.isNaN(zoned)) return new Date(zoned).toISOString();
  const clock = clockOf(timestamp);
  return clock && instantIn('Europe/Berlin', clock);
}

/** Oldest first, in whatever order they come; the newest stands at the top where times are the same. */
export function readEvents(rows: readonly unknown[]): TrackingEvent[] {
  const events: TrackingEvent[] = [];
  let bad: string | undefined;
  for (const row of rows) {
    const read = event.safeParse(row);
    const at = read.success ? instantOf(read.data) : undefined;
    if (!read.success || !at) {
      bad = read.success ? 'an event without a time' : reasonOf(read.error);
      continue;
    }
    const { statusCode, status, description, location } = read.data;
    const words = description || status;
    const { addressLocality, countryCode } = location?.address ?? {};
    const place = [addressLocality, countryCode].filter(Boolean).join(', ');
    events.push({
      ...{ stage: stageOf(statusCode, words), at, description: words },
      ...(place ? { place } : {}),
      rawCode: statusCode,
    });
  }
  if (events.length === 0 && bad) throw malformed(CARRIER, `track: ${bad}`, JSON.stringify(rows));
  if ((events[0]?.at ?? '') >= (events.at(-1)?.at ?? '')) events.reverse();
  return events.toSorted((a, b) => a.at.localeCompare(b.at));
}

export function createTracking({ unified }: ParcelClient) {
  return async function track(access: CarrierAccess, trackingNumber: string): Promise<TrackingEvent[]> {
    const query = { trackingNumber, service: 'parcel-de', requesterCountryCode: 'DE', language: 'en' };
    const found = await orNothing(unified(access, query, trackAnswer));
    return readEvents(found?.shipments[0]?.events ?? []);
  };
}
