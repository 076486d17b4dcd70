import { isState, zoneBetween } from './places.ts';

export interface Place {
  country: string;
  state: string;
  zip: string;
  residential: boolean;
}

export interface Price {
  service: string;
  zone: string;
  billingLbs: number;
  baseCents: number;
  fuelCents: number;
  residentialCents: number;
  totalCents: number;
  negotiated: { fuelCents: number; residentialCents: number; totalCents: number };
  businessDays: number;
}

export const SERVICES: Record<string, string> = {
  '01': 'UPS Next Day Air',
  '02': 'UPS 2nd Day Air',
  '03': 'UPS Ground',
  '07': 'UPS Worldwide Express',
  '08': 'UPS Worldwide Expedited',
  '11': 'UPS Standard',
  '12': 'UPS 3 Day Select',
  '13': 'UPS Next Day Air Saver',
  '14': 'UPS Next Day Air Early',
  '54': 'UPS Worldwide Express Plus',
  '59': 'UPS 2nd Day Air A.M.',
  '65': 'UPS Worldwide Saver',
};

const DOMESTIC: Record<string, { factor: number; days: number }> = {
  '03': { factor: 1, days: 0 },
  '12': { factor: 1.75, days: 3 },
  '02': { factor: 2.35, days: 2 },
  '59': { factor: 2.75, days: 2 },
  '13': { factor: 3.9, days: 1 },
  '01': { factor: 4.3, days: 1 },
  '14': { factor: 6.4, days: 1 },
};
const ABROAD: Record<string, { base: number; perLb: number; days: number }> = {
  '08': { base: 6250, perLb: 420, days: 4 },
  '65': { base: 7480, perLb: 510, days: 2 },
  '07': { base: 8120, perLb: 545, days: 2 },
  '54': { base: 12_900, perLb: 560, days: 1 },
  '11': { base: 2150, perLb: 165, days: 4 },
};
const GROUND_FIRST = [1132, 1186, 1295, 1357, 1396, 1420, 1455];
const GROUND_PER_LB = [38, 47, 55, 68, 82, 95, 112];
const FUEL = 0.185;
const RESIDENTIAL = 625;
const RESIDENTIAL_CONTRACT = 350;
const CONTRACT = 0.72;

/** Services on a lane: domestic ones in the US, worldwide ones abroad, Standard to Canada and Mexico only. */
export function servicesFor(from: Place, to: Place): string[] {
  if (from.country !== 'US') return [];
  if (to.country === 'US') return Object.keys(DOMESTIC);
  return Object.keys(ABROAD).filter((code) => code !== '11' || ['CA', 'MX'].includes(to.country));
}

/** Prices of the sandbox's own: plausible by zone and weight, not UPS's tariff. */
export function priceOf(service: string, from: Place, to: Place, packages: { billingLbs: number }[]): Price {
  const domestic = to.country === 'US';
  const far = domestic && (['AK', 'HI', 'PR'].includes(to.state) || !isState(to.state));
  const zone = domestic ? (far ? 8 : zoneBetween(from, to)) : 900;
  let baseCents = 0;
  for (const parcel of packages) {
    const lbs = parcel.billingLbs;
    if (domestic) {
      const ground = GROUND_FIRST[zone - 2]! + GROUND_PER_LB[zone - 2]! * (lbs - 1) + (far ? 2200 : 0);
      baseCents += Math.round(ground * (DOMESTIC[service]?.factor ?? 1));
    } else {
      const rate = ABROAD[service]!;
      baseCents += rate.base + Math.round(rate.perLb * (lbs - 1));
    }
  }
  const residentialCents = to.residential ? RESIDENTIAL * packages.length : 0;
  const fuelCents = Math.round((baseCents + residentialCents) * FUEL);
  const contractBase = Math.round(baseCents * CONTRACT);
  const contractResidential = to.residential ? RESIDENTIAL_CONTRACT * packages.length : 0;
  const contractFuel = Math.round((contractBase + contractResidential) * FUEL);
  const days = domestic ? DOMESTIC[service]!.days || Math.max(1, zone - 2) : ABROAD[service]!.days;
  return {
    service,
    zone: domestic ? groundZone(service, zone) : String(901 + (to.country.charCodeAt(0) % 8)),
    billingLbs: packages.reduce((sum, parcel) => sum + parcel.billingLbs, 0),
    baseCents,
    fuelCents,
    residentialCents,
    totalCents: baseCents + residentialCents + fuelCents,
    negotiated: {
      fuelCents: contractFuel,
      residentialCents: contractResidential,
      totalCents: contractBase + contractResidential + contractFuel,
    },
    businessDays: days,
  };
}

/** UPS numbers the same zone by service: 00x ground, 10x next day, 20x second day, 30x three day. */
function groundZone(service: string, zone: number): string {
  const lead = { '03': '00', '12': '30', '02': '20', '59': '24', '13': '13', '01': '10', '14': '10' }[service] ?? '00';
  return `${lead}${zone}`;
}
