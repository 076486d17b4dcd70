import { malformed, reasonOf } from '../../read.ts';
import type { CarrierAccess, Instant, TrackingEvent } from '../../types.ts';
import { orNothing } from '../../wms/convert.ts';
import { clockOf, offsetOf, withOffset } from '../clock.ts';
import type { YanwenClient } from './client.ts';
import { CARRIER } from './refusals.ts';
import { type Checkpoint, checkpoint, trackAnswer } from './shapes.ts';
import { stageOf } from './stages.ts';

const BEIJING = '+08:00';

/** The clock of the place by its offset; without one it is Beijing's. */
function instantOf({ time_stamp, time_zone }: Checkpoint): Instant | undefined {
  const clock = clockOf(time_stamp);
  return clock ? withOffset(clock, offsetOf(time_zone) ?? BEIJING) : undefined;
}

/** Read oldest first, in whatever order they come; `status` is the parcel's, for a newest event that says nothing known. */
export function readEvents(rows: readonly unknown[], status: string): TrackingEvent[] {
  const timed: { event: Checkpoint; at: Instant }[] = [];
  let bad: string | undefined;
  for (const row of rows) {
    const read = checkpoint.safeParse(row);
    const at = read.success ? instantOf(read.data) : undefined;
    if (read.success && at) timed.push({ event: read.data, at });
    else bad = read.success ? 'an event without a time' : reasonOf(read.error);
  }
  if (timed.length === 0 && bad) throw malformed(CARRIER, `track: ${bad}`, JSON.stringify(rows));
  // Times are whole seconds: within one second the carrier's own order counts, whichever way it runs.
  const isNewestFirst = (timed[0]?.at ?? '') > (timed.at(-1)?.at ?? '');
  const ordered = isNewestFirst ? timed.toReversed() : timed;
  const events: TrackingEvent[] = [];
  for (const { event, at } of ordered.toSorted((a, b) => a.at.localeCompare(b.at))) {
    const { tracking_status: rawCode, message: description, location: place } = event;
    const stage = stageOf(rawCode, events.at(-1)?.stage ?? 'unknown');
    events.push({ stage, at, description, ...(place ? { place } : {}), rawCode });
  }
  const newest = events.at(-1);
  return newest?.stage === 'unknown' ? events.with(-1, { ...newest, stage: stageOf(status, 'unknown') }) : events;
}

export function createTracking({ follow }: YanwenClient) {
  return async function track(access: CarrierAccess, trackingNumber: string): Promise<TrackingEvent[]> {
    const found = await orNothing(follow(access, trackingNumber, trackAnswer));
    // NOTFOUND comes without checkpoints.
    const [parcel] = found ?? [];
    return parcel ? readEvents(parcel.checkpoints ?? [], parcel.tracking_status) : [];
  };
}
