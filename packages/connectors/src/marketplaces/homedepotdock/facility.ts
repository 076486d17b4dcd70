import type { FacilityType } from '../../capabilities/orders.ts';
import type { Instant } from '../../types.ts';
import { instantIn, zoneOfState } from '../../zones.ts';

const CENTRES = ['RDC', 'SDC', 'BDC', 'DFC'] as const;

/** Distribution centres have their kind in their name; everything else is a store. */
export const facilityType = (name: string): FacilityType =>
  CENTRES.find((one) => new RegExp(`\\b${one}\\b`).test(name)) ?? 'store';

/** Home Depot's own clock, where a message does not say whose it is. */
export const WAREHOUSE_ZONE = 'America/New_York';

/** Of a state with two zones the one that most of it lives by. */
export const zoneOf = (state: string | undefined): string => zoneOfState(state ?? '') ?? WAREHOUSE_ZONE;

/** CCYYMMDD and HHMM by the clock of a zone. Undefined where they are no time. */
export function instantAt(day: string, time: string, timeZone: string): Instant | undefined {
  const parts = /^(\d{4})(\d{2})(\d{2})$/.exec(day);
  const clock = /^(\d{2})(\d{2})/.exec(time);
  if (!parts || !clock) return undefined;
  return instantIn(timeZone, `${parts[1]}-${parts[2]}-${parts[3]}T${clock[1]}:${clock[2]}:00`);
}
