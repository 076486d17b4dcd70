import { malformed, reasonOf } from '../../read.ts';
import type { CarrierAccess, Instant, TrackingEvent } from '../../types.ts';
import { fromBeijing, orNothing } from '../../wms/convert.ts';
import type { DirectClient } from './client.ts';
import { CARRIER } from './refusals.ts';
import { type Event, eventShape, trackAnswer } from './shapes.ts';
import { stageOf } from './stages.ts';

const CLOCK = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)/;
const OFFSET = /^(?:UTC|GMT)\s*([+-])(\d{1,2})(?::?(\d{2}))?$/i;

/** The clock of the place by its offset; without one it is Beijing's. */
export function instantOf({ occurDatetime, timeZone }: Event): Instant | undefined {
  const [, date, time] = CLOCK.exec(occurDatetime.trim()) ?? [];
  if (!date || !time) return undefined;
  const [, sign = '+', hours, minutes = '00'] = OFFSET.exec(timeZone.trim()) ?? [];
  if (!hours) return fromBeijing(`${date} ${time}`);
  const at = Date.parse(`${date}T${time}${sign}${hours.padStart(2, '0')}:${minutes}`);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

function placeOf({ occurLocation, city, country }: Event): string {
  return [occurLocation ?? city, country].filter(Boolean).join(', ');
}

/** Read oldest first, in whatever order they come; of the same second the newest comes first, as 4PX lists them. */
export function readEvents(rows: readonly unknown[], raw: () => string): TrackingEvent[] {
  const timed: { event: Event; at: Instant }[] = [];
  let bad: string | undefined;
  for (const row of rows.toReversed()) {
    const read = eventShape.safeParse(row);
    const at = read.success ? instantOf(read.data) : undefined;
    if (read.success && at) timed.push({ event: read.data, at });
    else bad = read.success ? 'an event without a time' : reasonOf(read.error);
  }
  if (timed.length === 0 && bad) throw malformed(CARRIER, `track: ${bad}`, raw());
  const events: TrackingEvent[] = [];
  for (const { event, at } of timed.toSorted((a, b) => a.at.localeCompare(b.at))) {
    const { businessLinkCode: rawCode, trackingContent: description } = event;
    const place = placeOf(event);
    const stage = stageOf(rawCode, description, events.at(-1)?.stage ?? 'unknown');
    events.push({ stage, at, description, ...(place ? { place } : {}), rawCode });
  }
  return events;
}

export function createTracking({ call }: DirectClient) {
  /** By 4PX's number or the last mile's. */
  return async function track(access: CarrierAccess, trackingNumber: string): Promise<TrackingEvent[]> {
    const method = 'tr.order.tracking.get';
    const params = { deliveryOrderNo: trackingNumber };
    const found = await orNothing(call(access, { method, params, effect: 'read', shape: trackAnswer }));
    return found ? readEvents(found.trackingList, () => JSON.stringify(found)) : [];
  };
}
