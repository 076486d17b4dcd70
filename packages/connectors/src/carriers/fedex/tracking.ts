import { malformed, reasonOf } from '../../read.ts';
import type { CarrierAccess, Instant, TrackingEvent, TrackingStage } from '../../types.ts';
import { instantIn, zoneOfPlace } from '../../zones.ts';
import { clockOf, withOffset } from '../clock.ts';
import { CARRIER, type FedexClient, wrong } from './client.ts';
import { type Scan, scanShape, type TrackResult, trackAnswer } from './shapes.ts';
import { stageOf } from './stages.ts';

const DAY_MS = 86_400_000;
/** How long ago a purchase may have been made that is looked for. */
const PAST_DAYS = 30;
const OFFSET = /([+-]\d{2}:?\d{2}|Z)$/;

/** With an offset, or else what the clock of the place showed. */
export function instantOf({ date, scanLocation }: Scan): Instant | undefined {
  const local = clockOf(date);
  if (!local) return undefined;
  const offset = OFFSET.exec(date.slice(16))?.[1];
  if (offset) return withOffset(local, offset);
  const { countryCode = '', stateOrProvinceCode = '', postalCode = '' } = scanLocation ?? {};
  const zone = zoneOfPlace({ country: countryCode, state: stateOrProvinceCode, postalCode });
  return zone ? instantIn(zone, local) : withOffset(local, 'Z');
}

function placeOf(scan: Scan): string | undefined {
  const { city, stateOrProvinceCode, countryCode } = scan.scanLocation ?? {};
  return [city, stateOrProvinceCode, countryCode].filter(Boolean).join(', ') || undefined;
}

/** Sent newest first, read oldest first. */
export function readScans(newestFirst: readonly unknown[], raw: () => string): TrackingEvent[] {
  const timed: { scan: Scan; at: Instant }[] = [];
  let bad: string | undefined;
  for (const one of newestFirst.toReversed()) {
    const read = scanShape.safeParse(one);
    const at = read.success ? instantOf(read.data) : undefined;
    if (read.success && at) timed.push({ scan: read.data, at });
    else bad = read.success ? 'an event without a time' : reasonOf(read.error);
  }
  if (timed.length === 0 && bad) throw malformed(CARRIER, `track: ${bad}`, raw());
  const events: TrackingEvent[] = [];
  for (const { scan, at } of timed.toSorted((a, b) => a.at.localeCompare(b.at))) {
    const { eventType = '', derivedStatusCode = '', eventDescription, exceptionDescription } = scan;
    const description = [eventDescription, exceptionDescription].filter(Boolean).join(': ');
    const before = events.at(-1)?.stage ?? 'unknown';
    const stages = [eventType, derivedStatusCode].map((code) => stageOf(code, description, before));
    const stage = stages.find((one) => one !== 'unknown') ?? 'unknown';
    const place = placeOf(scan);
    events.push({
      stage,
      at,
      description,
      ...(place ? { place } : {}),
      rawCode: `${eventType}/${derivedStatusCode}`,
    });
  }
  return events;
}

/** A cancellation is not always among the events. */
function eventsOf(result: TrackResult): TrackingEvent[] {
  const events = readScans(result.scanEvents, () => JSON.stringify(result));
  const newest = events.at(-1);
  const { code = '', description = '' } = result.latestStatusDetail ?? {};
  if (!newest || newest.stage === 'cancelled' || stageOf(code, description, 'unknown') !== 'cancelled') return events;
  return [...events, { stage: 'cancelled', at: newest.at, description, rawCode: `/${code}` }];
}

const NOTHING = /NOT\.?FOUND|UNAVAILABLE$/;

export function createTracking({ call, now }: FedexClient) {
  /** Without what FedEx knows nothing of: that is told as an error inside the answer. */
  async function ask(access: CarrierAccess, path: string, json: object): Promise<TrackResult[]> {
    const request = { method: 'POST', path, json, effect: 'read', shape: trackAnswer, area: 'track' } as const;
    const answer = await call(access, request);
    const results = answer.completeTrackResults.flatMap(({ trackResults }) => trackResults);
    const refused = results.find(({ error }) => error?.code && !NOTHING.test(error.code));
    if (refused?.error) wrong(refused.error.code ?? '', refused.error.message ?? '');
    return results.filter(({ error }) => !error?.code);
  }

  /** A number may stand for several shipments over the years: the newest is ours. */
  async function newest(access: CarrierAccess, trackingNumber: string) {
    const results = await ask(access, '/track/v1/trackingnumbers', {
      includeDetailedScans: true,
      trackingInfo: [{ trackingNumberInfo: { trackingNumber } }],
    });
    return results
      .map((result) => ({ result, events: eventsOf(result) }))
      .toSorted((a, b) => (a.events.at(-1)?.at ?? '').localeCompare(b.events.at(-1)?.at ?? ''))
      .at(-1);
  }

  const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

  return {
    track: async (access: CarrierAccess, trackingNumber: string): Promise<TrackingEvent[]> =>
      (await newest(access, trackingNumber))?.events ?? [],

    /** Shipments of ours under a reference, whatever became of them. */
    async byReference(access: CarrierAccess, value: string) {
      const results = await ask(access, '/track/v1/referencenumbers', {
        includeDetailedScans: true,
        referencesInformation: {
          value,
          accountNumber: access.accountNumber,
          shipDateBegin: dayOf(now() - PAST_DAYS * DAY_MS),
          shipDateEndDate: dayOf(now() + DAY_MS),
        },
      });
      return results.flatMap((result) => {
        const trackingNumber = result.trackingNumberInfo?.trackingNumber;
        const stage: TrackingStage = eventsOf(result).at(-1)?.stage ?? 'unknown';
        return trackingNumber ? [{ trackingNumber, stage }] : [];
      });
    },

    /** What a paper must say of its shipment. */
    async routeOf(access: CarrierAccess, trackingNumber: string) {
      const result = (await newest(access, trackingNumber))?.result;
      const from = result?.shipperInformation?.address?.countryCode;
      const to = result?.recipientInformation?.address?.countryCode;
      const shipped = result?.dateAndTimes.find(({ type }) => type === 'SHIP')?.dateTime;
      if (!from || !to || !shipped) wrong('ROUTE', `FedEx does not know yet where ${trackingNumber} goes`);
      return { from, to, day: shipped.slice(0, 10), carrierCode: result?.trackingNumberInfo?.carrierCode ?? 'FDXE' };
    },
  };
}

export type Tracking = ReturnType<typeof createTracking>;
