import type { FacilityType } from '../../capabilities/orders.ts';
import type { Instant } from '../../types.ts';

const CENTRES = ['RDC', 'SDC', 'BDC', 'DFC'] as const;

/** Distribution centres have their kind in their name; everything else is a store. */
export const facilityType = (name: string): FacilityType =>
  CENTRES.find((one) => new RegExp(`\\b${one}\\b`).test(name)) ?? 'store';

/** Home Depot's own clock, where a message does not say whose it is. */
export const WAREHOUSE_ZONE = 'America/New_York';

const ZONES: Readonly<Record<string, string>> = {
  'America/New_York': 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  'America/Denver': 'CO ID MT NM UT WY',
  'America/Phoenix': 'AZ',
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
  'America/Puerto_Rico': 'PR VI',
  'Pacific/Guam': 'GU',
};
const zoneOfState = new Map(
  Object.entries(ZONES).flatMap(([zone, states]) => states.split(' ').map((one): [string, string] => [one, zone])),
);

/** Of a state with two zones the one that most of it lives by. */
export const zoneOf = (state: string | undefined): string => zoneOfState.get(state ?? '') ?? WAREHOUSE_ZONE;

/** CCYYMMDD and HHMM by the clock of a zone. Undefined where they are no time. */
export function instantAt(day: string, time: string, timeZone: string): Instant | undefined {
  const parts = /^(\d{4})(\d{2})(\d{2})$/.exec(day);
  const clock = /^(\d{2})(\d{2})/.exec(time);
  if (!parts || !clock) return undefined;
  const asUtc = Date.parse(`${parts[1]}-${parts[2]}-${parts[3]}T${clock[1]}:${clock[2]}:00Z`);
  if (Number.isNaN(asUtc)) return undefined;
  // What the zone's clock is ahead of UTC, looked at twice: once may be on the other side of a change of the clocks.
  const ahead = (at: number) =>
    Date.parse(`${new Date(at).toLocaleString('sv', { timeZone }).replace(' ', 'T')}Z`) - at;
  const first = asUtc - ahead(asUtc);
  return new Date(asUtc - ahead(first)).toISOString();
}
