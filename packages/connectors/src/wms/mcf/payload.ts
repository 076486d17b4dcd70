import type { WmsAccess, WmsOutbound, WmsQuote } from '../../wms.ts';
import { marketplaceOf } from './client.ts';

const DAY_MS = 86_400_000;
const UNBRANDED = '/UNBRANDED';

/** A way of delivery is a tier, in boxes of Amazon's or in plain ones, which some sales channels demand. */
export function wayOf(shippingMethod: string): { tier: string; unbranded: boolean } {
  const unbranded = shippingMethod.endsWith(UNBRANDED);
  return { tier: unbranded ? shippingMethod.slice(0, -UNBRANDED.length) : shippingMethod, unbranded };
}

const TIERS = [
  ['STANDARD', 'Standard'],
  ['EXPEDITED', 'Expedited'],
] as const;
/** Source: `ServiceLevel` of the model 2026-07-04. */
const PRIORITY: readonly string[] = ['CA', 'IN', 'MX'];

export const tiersOf = (country: string) =>
  PRIORITY.includes(country) ? [...TIERS, ['PRIORITY', 'Priority'] as const] : TIERS;

export const waysOf = (country: string) =>
  tiersOf(country).flatMap(([code, name]) => [
    { code, name, tracking: 'later' as const },
    { code: `${code}${UNBRANDED}`, name: `${name} (unbranded box)`, tracking: 'later' as const },
  ]);

/** Customs want values; Amazon wants them only then. */
export const isAbroad = (access: WmsAccess, { recipient }: WmsOutbound): boolean =>
  recipient.country !== marketplaceOf(access).country;

/** In Japan the city must not be sent as such: it begins the first line. */
export function addressOf(to: WmsOutbound['recipient']) {
  const inJapan = to.country === 'JP';
  const line1 = inJapan && !to.line1.includes(to.city) ? `${to.city}${to.line1}` : to.line1;
  const [second, third] = [to.company, to.line2].filter((line) => line !== undefined && line !== to.name);
  return {
    name: to.name,
    addressLine1: line1,
    ...(second ? { addressLine2: second } : {}),
    ...(third ? { addressLine3: third } : {}),
    ...(inJapan ? {} : { city: to.city }),
    ...(to.state ? { stateOrRegion: to.state } : {}),
    postalCode: to.postalCode,
    countryCode: to.country,
    ...(to.phone ? { phone: to.phone } : {}),
  };
}

/** How many days until the earliest and the latest of several deliveries. */
export function daysUntil(
  now: number,
  intervals: readonly { startTime: string; endTime: string }[],
): Pick<WmsQuote, 'days'> {
  if (intervals.length === 0) return {};
  const days = (at: string) => Math.max(0, Math.ceil((Date.parse(at) - now) / DAY_MS));
  return {
    days: {
      min: Math.min(...intervals.map(({ startTime }) => days(startTime))),
      max: Math.max(...intervals.map(({ endTime }) => days(endTime))),
    },
  };
}
