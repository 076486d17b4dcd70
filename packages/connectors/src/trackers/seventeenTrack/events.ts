import { clockOf, offsetOf, withOffset } from '../../carriers/clock.ts';
import { malformed, reasonOf } from '../../read.ts';
import type { Instant, TrackingEvent } from '../../types.ts';
import { instantIn, zoneOfPlace } from '../../zones.ts';
import { TRACKER } from './refusals.ts';
import { type Event, eventShape, type Info, infoShape } from './shapes.ts';
import { stageOf } from './stages.ts';

interface Entry {
  event: TrackingEvent;
  provider: string;
}

/** In UTC where it says so; else by the zone of the event, or the clock of its country or of its carrier's. */
function instantOf(event: Event, country: string | undefined): Instant | undefined {
  const utc = clockOf(event.time_utc);
  if (utc) return withOffset(utc, 'Z');
  const iso = Date.parse(event.time_iso ?? '');
  if (/(Z|[+-]\d{2}:?\d{2})$/.test(event.time_iso ?? '') && !Number.isNaN(iso)) return new Date(iso).toISOString();
  const raw = event.time_raw;
  const local = clockOf(typeof raw === 'object' ? `${raw.date} ${raw.time || '00:00'}` : (raw ?? event.time_iso));
  if (!local) return undefined;
  const offset = typeof raw === 'object' ? offsetOf(raw.timezone) : undefined;
  if (offset) return withOffset(local, offset);
  const zone = zoneOfPlace({ country: event.address.country ?? country ?? '' });
  return zone ? instantIn(zone, local) : undefined;
}

function placeOf({ location, address }: Event): string {
  return location || [address.city, address.state, address.country].filter(Boolean).join(', ');
}

const words = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim();

/**
 * The same happening: twice in the same words, or by two providers at the same moment with the same status (the
 * carrier of the first mile repeats what that of the last one says, in words of its own).
 */
function isSame(a: Entry, b: Entry): boolean {
  if (a.event.at !== b.event.at) return false;
  if (words(a.event.description) === words(b.event.description)) return true;
  return a.provider !== b.provider && a.event.rawCode !== '' && a.event.rawCode === b.event.rawCode;
}

/** They list the newest first, which also orders what happened within one second. */
function oldestFirst(entries: Entry[]): Entry[] {
  const [first, last] = [entries[0]?.event.at ?? '', entries.at(-1)?.event.at ?? ''];
  return first < last ? entries : entries.toReversed();
}

function entriesIn(info: Info, raw: () => string): Entry[] {
  const entries: Entry[] = [];
  let bad: string | undefined;
  for (const { provider, events } of info.tracking.providers) {
    const those: Entry[] = [];
    for (const row of events) {
      const read = eventShape.safeParse(row);
      const at = read.success ? instantOf(read.data, provider.country) : undefined;
      if (!read.success || !at) {
        bad = read.success ? 'an event without a time' : reasonOf(read.error);
        continue;
      }
      const { sub_status, stage, description } = read.data;
      const place = placeOf(read.data);
      const event = { stage: stageOf(sub_status, stage), at, description, ...(place ? { place } : {}) };
      those.push({ event: { ...event, rawCode: sub_status || stage }, provider: provider.key });
    }
    entries.push(...oldestFirst(those));
  }
  if (entries.length === 0 && bad) throw malformed(TRACKER, `track: ${bad}`, raw());
  return entries;
}

/** The state of the whole parcel, where its newest event says none. */
function byStatus(events: TrackingEvent[], infos: readonly Info[]): TrackingEvent[] {
  const newest = events.at(-1);
  if (newest?.stage !== 'unknown') return events;
  const { sub_status, status } = infos[0]?.latest_status ?? { sub_status: '', status: '' };
  return events.with(-1, { ...newest, stage: stageOf(sub_status, status), rawCode: newest.rawCode || sub_status });
}

/** What all providers and registrations of a number say, each thing once, oldest first. */
export function readParcel(trackInfos: readonly unknown[]): TrackingEvent[] {
  const infos = trackInfos.map((info) => infoShape.parse(info));
  const entries = infos
    .flatMap((info) => entriesIn(info, () => JSON.stringify(info)))
    .toSorted((a, b) => a.event.at.localeCompare(b.event.at));
  const once: Entry[] = [];
  for (const one of entries) if (!once.some((known) => isSame(known, one))) once.push(one);
  return byStatus(
    once.map(({ event }) => event),
    infos,
  );
}
