import { z } from 'zod';
import { laxList } from '../../lax.ts';
import { shaped } from '../../marketplaces/ebay/client.ts';
import { malformed } from '../../read.ts';
import { type CarrierAccess, ConnectorError, type Instant, type TrackingEvent } from '../../types.ts';
import { anyText, someText } from '../../wms/convert.ts';
import { instantIn, zoneOfPlace } from '../../zones.ts';
import { clockOf } from '../clock.ts';
import { CARRIER, type EdisClient, sellerOf } from './client.ts';
import { stageOf } from './stages.ts';

/** eDIS knows no such number. */
const UNKNOWN = new Set(['355004', '355068']);

const event = z.object({
  eventTime: anyText,
  status: someText,
  descriptionEn: someText,
  descriptionZh: someText,
  country: anyText,
  province: someText,
  city: someText,
});
type Event = z.output<typeof event>;
const answer = z.object({ trackingDetails: laxList(event) });

/** A time without a zone is what the clock of the place shows, and Beijing's where no place is named. */
function instantOf({ eventTime, country }: Event): Instant | undefined {
  const at = Date.parse(eventTime ?? '');
  if (/(Z|[+-]\d{2}:?\d{2})$/.test(eventTime ?? '') && !Number.isNaN(at)) return new Date(at).toISOString();
  const local = clockOf(eventTime);
  return local && instantIn(zoneOfPlace({ country: country ?? 'CN' }) ?? 'Asia/Shanghai', local);
}

/** Oldest first, in whatever order they come. */
export function readEvents(rows: readonly Event[]): TrackingEvent[] {
  const events = rows.flatMap((row): TrackingEvent[] => {
    const at = instantOf(row);
    if (!at) return [];
    const { status, descriptionEn, descriptionZh, city, province, country } = row;
    const place = [city, province, country].filter(Boolean).join(', ');
    return [
      {
        ...{ stage: stageOf(status, `${descriptionEn} ${descriptionZh}`), at },
        ...{ description: descriptionEn || descriptionZh || status, ...(place ? { place } : {}), rawCode: status },
      },
    ];
  });
  if (events.length === 0 && rows.length > 0) throw malformed(CARRIER, 'tracking: no event has a time', undefined);
  // Within one moment their own order counts, whichever end is the newest.
  const isNewestFirst = (events[0]?.at ?? '') >= (events.at(-1)?.at ?? '');
  return (isNewestFirst ? events.toReversed() : events).toSorted((a, b) => a.at.localeCompare(b.at));
}

export function createTracking({ ask }: EdisClient) {
  return async function track(access: CarrierAccess, trackingNumber: string): Promise<TrackingEvent[]> {
    const query = { tracking_number: trackingNumber };
    try {
      const read = await ask(sellerOf(access), { method: 'GET', path: '/tracking', query });
      return readEvents(shaped(answer, read, 'tracking').trackingDetails);
    } catch (error) {
      if (error instanceof ConnectorError && (error.status === 404 || UNKNOWN.has(error.code ?? ''))) return [];
      throw error;
    }
  };
}
