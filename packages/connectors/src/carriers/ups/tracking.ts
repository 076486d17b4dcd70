import type { z } from 'zod';
import { malformed, reasonOf } from '../../read.ts';
import {
  type CarrierAccess,
  ConnectorError,
  type RecoveredLabel,
  type TrackingEvent,
  type TrackingStage,
} from '../../types.ts';
import { instantIn, zoneOfPlace } from '../../zones.ts';
import { CARRIER, type UpsClient } from './client.ts';
import { type Labels, recoveredLabel } from './labels.ts';
import { type Activity, activityShape, trackAnswer } from './shapes.ts';

const BY_TYPE: Record<string, TrackingStage> = {
  M: 'created',
  MV: 'cancelled',
  P: 'pickedUp',
  O: 'outForDelivery',
  D: 'delivered',
  RS: 'returning',
};
/** Codes say more where the type is only "in transit" or no type came. */
const BY_CODE: Record<string, TrackingStage> = {
  OR: 'pickedUp',
  PU: 'pickedUp',
  OT: 'outForDelivery',
  OF: 'outForDelivery',
  AC: 'availableForPickup',
  RP: 'availableForPickup',
};
/** What is behind an exception; any other is a delay. */
const BY_TROUBLE: Record<string, TrackingStage> = {
  CD: 'customs',
  CH: 'customs',
  CI: 'customs',
  CM: 'customs',
  NH: 'deliveryFailed',
  RF: 'deliveryFailed',
  UF: 'deliveryFailed',
  UR: 'deliveryFailed',
  LO: 'lost',
  LP: 'lost',
  AC: 'availableForPickup',
  RP: 'availableForPickup',
};
const BY_CODE_ALONE: Record<string, TrackingStage> = {
  ...BY_TROUBLE,
  ...BY_CODE,
  DP: 'inTransit',
  AR: 'inTransit',
  IH: 'inTransit',
  KB: 'delivered',
  FS: 'delivered',
  F4: 'delivered',
  '9E': 'delivered',
  RS: 'returning',
};

/** U and NA say nothing new: the stage before stands. */
export const saysNothing = (type: string): boolean => type === 'U' || type === 'NA';

/** Type first, then code. What is delivered on its way back is returned. */
export function stageOf(type: string | undefined, code: string | undefined, before: TrackingStage): TrackingStage {
  const t = type?.toUpperCase() ?? '';
  const c = code?.toUpperCase() ?? '';
  if (saysNothing(t)) return before;
  if (c === 'MV') return 'cancelled';
  if (t === 'I') return BY_CODE[c] ?? 'inTransit';
  if (t === 'X') return BY_TROUBLE[c] ?? 'exception';
  const stage = BY_TYPE[t] ?? BY_CODE_ALONE[c] ?? 'unknown';
  return stage === 'delivered' && before === 'returning' ? 'returned' : stage;
}

const DATE = /^(\d{4})-?(\d{2})-?(\d{2})$/;

/** UPS writes 20260105, 2026-01-05, 141500, 14:15:00 and 74700 (a quarter to eight, its zero lost). */
function clockOf(date: string | null | undefined, time: string | null | undefined): string | undefined {
  const day = DATE.exec(date ?? '');
  const digits = (time ?? '').replaceAll(':', '').padStart(6, '0');
  if (!time || !day || !/^\d{6}$/.test(digits)) return undefined;
  return `${day[1]}-${day[2]}-${day[3]}T${digits.slice(0, 2)}:${digits.slice(2, 4)}:${digits.slice(4, 6)}`;
}

function withOffset(clock: string, offset: string): string | undefined {
  const at = Date.parse(`${clock}${offset}`);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

/**
 * `date` and `time` are what the clock showed where it happened. Newer answers say the same in GMT, or how far the clock
 * is from it; older ones say neither, and the place tells its zone. A time without any place is taken for UTC.
 */
export function instantOf(activity: Activity): string | undefined {
  const gmt = clockOf(activity.gmtDate, activity.gmtTime);
  const byGmt = gmt && withOffset(gmt, 'Z');
  if (byGmt) return byGmt;
  const local = clockOf(activity.date, activity.time);
  if (!local) return undefined;
  const { gmtOffset } = activity;
  if (gmtOffset && /^[+-]\d{2}:?\d{2}$/.test(gmtOffset)) return withOffset(local, gmtOffset);
  const address = activity.location?.address;
  const zone = zoneOfPlace({
    country: address?.countryCode ?? address?.country ?? '',
    state: address?.stateProvince ?? '',
    postalCode: address?.postalCode ?? '',
  });
  return zone ? instantIn(zone, local) : withOffset(local, 'Z');
}

function placeOf(activity: Activity): string | undefined {
  const address = activity.location?.address;
  return [address?.city, address?.stateProvince, address?.countryCode].filter(Boolean).join(', ') || undefined;
}

/** Told newest first, read oldest first. */
export function readActivities(newestFirst: readonly unknown[], raw: () => string): TrackingEvent[] {
  const events: TrackingEvent[] = [];
  let before: TrackingStage = 'unknown';
  let bad: string | undefined;
  for (const one of newestFirst.toReversed()) {
    const read = activityShape.safeParse(one);
    const at = read.success ? instantOf(read.data) : undefined;
    if (!read.success || !at) {
      bad = read.success ? 'activity without a time' : reasonOf(read.error);
      continue;
    }
    const { status } = read.data;
    const type = status.type?.trim() ?? '';
    const code = status.code?.trim() ?? '';
    before = stageOf(type, code, before);
    const place = placeOf(read.data);
    events.push({
      stage: before,
      at,
      description: status.description?.trim() ?? '',
      ...(place ? { place } : {}),
      rawCode: `${type}/${code}`,
    });
  }
  if (events.length === 0 && bad) throw malformed(CARRIER, `track: ${bad}`, raw());
  return events;
}

const isUnknown = (error: unknown): boolean =>
  error instanceof ConnectorError && error.status === 404 && /^TW\d+$/.test(error.code ?? '');

type Package = z.output<typeof trackAnswer>['trackResponse']['shipment'][number]['package'][number];

function isStanding(one: Package): boolean {
  const status = one.currentStatus ?? activityShape.safeParse(one.activity[0]).data?.status;
  return stageOf(status?.type ?? '', status?.code ?? '', 'unknown') !== 'cancelled';
}

export function createTracking({ call }: UpsClient, labels: Labels) {
  async function ask(access: CarrierAccess, path: string, query: Record<string, string>) {
    try {
      const answer = await call(access, { method: 'GET', path, query, effect: 'read', shape: trackAnswer });
      return answer.trackResponse.shipment.flatMap((shipment) => shipment.package);
    } catch (error) {
      // A label that nobody has scanned yet is unknown: no events, no failure.
      if (isUnknown(error)) return [];
      throw error;
    }
  }

  /** All boxes of the first shipment that is not known yet: the label of each names its shipment. */
  async function shipmentOf(access: CarrierAccess, packages: readonly Package[], except: readonly string[]) {
    let found: Awaited<ReturnType<Labels['recover']>> | undefined;
    for (const { trackingNumber } of packages) {
      if (!trackingNumber || except.includes(trackingNumber)) continue;
      const one = await labels.recover(access, { tracking: trackingNumber });
      if (except.includes(one.shipmentId) || (found && found.shipmentId !== one.shipmentId)) continue;
      found = { shipmentId: one.shipmentId, labels: [...(found?.labels ?? []), ...one.labels] };
    }
    return found ? recoveredLabel(found) : null;
  }

  return {
    async track(access: CarrierAccess, trackingNumber: string): Promise<TrackingEvent[]> {
      const packages = await ask(access, `/api/track/v1/details/${encodeURIComponent(trackingNumber)}`, {
        locale: 'en_US',
        returnSignature: 'false',
        returnMilestones: 'false',
        returnPOD: 'false',
      });
      const mine = packages.find((one) => one.trackingNumber === trackingNumber) ?? packages[0];
      return mine ? readActivities(mine.activity, () => JSON.stringify(mine)) : [];
    },

    async findPurchase(
      access: CarrierAccess,
      reference: string,
      except: readonly string[] = [],
    ): Promise<RecoveredLabel | null> {
      const packages = await ask(access, `/api/track/v1/reference/details/${encodeURIComponent(reference)}`, {
        locale: 'en_US',
        shipperNum: access.accountNumber,
        refNumType: 'SmallPackage',
      });
      if (packages.length > 0) return shipmentOf(access, packages.filter(isStanding), except);
      // Tracking may not have heard of it yet; the label store knows it from the moment it was bought.
      try {
        const found = await labels.recover(access, { reference });
        return except.includes(found.shipmentId) ? null : recoveredLabel(found);
      } catch (error) {
        if (error instanceof ConnectorError && error.kind === 'rejected') return null;
        throw error;
      }
    },
  };
}
