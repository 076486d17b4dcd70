import { isState, zoneBetween } from '../ups/places.ts';

export interface Place {
  country: string;
  state: string;
  zip: string;
  city: string;
  residential: boolean;
}

interface Service {
  name: string;
  /** To where: inside the United States, to Canada on the ground, or by air to and from everywhere else. */
  lane: 'home' | 'canada' | 'world';
  residential?: boolean;
  factor: number;
  /** 0: by the zone. */
  days: number;
}

export const SERVICES: Readonly<Record<string, Service>> = {
  FEDEX_GROUND: { name: 'FedEx Ground®', lane: 'home', residential: false, factor: 1, days: 0 },
  GROUND_HOME_DELIVERY: { name: 'FedEx Home Delivery®', lane: 'home', residential: true, factor: 1.02, days: 0 },
  FEDEX_EXPRESS_SAVER: { name: 'FedEx Express Saver®', lane: 'home', factor: 1.8, days: 3 },
  FEDEX_2_DAY: { name: 'FedEx 2Day®', lane: 'home', factor: 2.3, days: 2 },
  STANDARD_OVERNIGHT: { name: 'FedEx Standard Overnight®', lane: 'home', factor: 3.8, days: 1 },
  PRIORITY_OVERNIGHT: { name: 'FedEx Priority Overnight®', lane: 'home', factor: 4.2, days: 1 },
  INTERNATIONAL_ECONOMY: { name: 'FedEx International Economy®', lane: 'world', factor: 5.5, days: 5 },
  FEDEX_INTERNATIONAL_PRIORITY: { name: 'FedEx International Priority®', lane: 'world', factor: 6.8, days: 3 },
};
const FIRST_LB = [1080, 1140, 1240, 1310, 1350, 1390, 1420];
const PER_LB = [36, 45, 53, 66, 80, 93, 110];
const FUEL = 0.1475;
const RESIDENTIAL = 595;
const CONTRACT = 0.7;

export const isGround = (service: string): boolean => service === 'FEDEX_GROUND' || service === 'GROUND_HOME_DELIVERY';

export function servicesFor(from: Place, to: Place): string[] {
  const home = from.country === 'US' && to.country === 'US';
  return Object.entries(SERVICES)
    .filter(([, one]) => (one.lane === 'home') === home)
    .filter(([, one]) => one.residential === undefined || one.residential === to.residential)
    .map(([code]) => code);
}

export interface Price {
  zone: number;
  baseCents: number;
  surcharges: { type: string; description: string; cents: number }[];
  totalCents: number;
  days: number;
}

/** Prices of the sandbox's own: plausible by zone and weight, not FedEx's. */
export function priceOf(
  service: string,
  from: Place,
  to: Place,
  billingLbs: readonly number[],
  kind: 'ACCOUNT' | 'LIST',
) {
  const sold = SERVICES[service]!;
  const zone = sold.lane === 'home' && isState(to.state) ? zoneBetween(from, to) : 8;
  const full = billingLbs.reduce((sum, lbs) => sum + FIRST_LB[zone - 2]! + PER_LB[zone - 2]! * (lbs - 1), 0);
  const baseCents = Math.round(full * sold.factor * (kind === 'ACCOUNT' ? CONTRACT : 1));
  const home = to.residential ? RESIDENTIAL * billingLbs.length : 0;
  const fuel = Math.round((baseCents + home) * FUEL);
  const surcharges = [
    { type: 'FUEL', description: 'Fuel Surcharge', cents: fuel },
    ...(home > 0 ? [{ type: 'RESIDENTIAL_DELIVERY', description: 'Residential delivery', cents: home }] : []),
  ];
  const days = sold.days || Math.max(1, zone - 2);
  return { zone, baseCents, surcharges, totalCents: baseCents + home + fuel, days } satisfies Price;
}
