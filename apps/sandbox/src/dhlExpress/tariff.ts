/** Countries that the stand-in serves, with the area of DHL at which parcels arrive there. */
export interface Area {
  code: string;
  city: string;
  /** What its clock is ahead of UTC, in summer and winter alike. */
  offset: string;
  zone: number;
  union?: true;
}

export const AREAS: Readonly<Record<string, Area>> = {
  CN: { code: 'SZX', city: 'Shenzhen', offset: '+08:00', zone: 4 },
  HK: { code: 'HKG', city: 'Hong Kong', offset: '+08:00', zone: 4 },
  US: { code: 'JFK', city: 'New York', offset: '-05:00', zone: 3 },
  CA: { code: 'YTO', city: 'Toronto', offset: '-05:00', zone: 3 },
  GB: { code: 'LON', city: 'London', offset: '+00:00', zone: 2 },
  DE: { code: 'FRA', city: 'Frankfurt', offset: '+01:00', zone: 1, union: true },
  FR: { code: 'CDG', city: 'Paris', offset: '+01:00', zone: 1, union: true },
  NL: { code: 'AMS', city: 'Amsterdam', offset: '+01:00', zone: 1, union: true },
  CZ: { code: 'PRG', city: 'Prague', offset: '+01:00', zone: 1, union: true },
  AU: { code: 'SYD', city: 'Sydney', offset: '+11:00', zone: 5 },
  JP: { code: 'NRT', city: 'Tokyo', offset: '+09:00', zone: 4 },
};

export interface Product {
  code: string;
  name: string;
  /** Between which places it is sold. */
  lanes: 'inland' | 'union' | 'world';
  factor: number;
  days: number;
}

export const PRODUCTS: readonly Product[] = [
  { code: 'P', name: 'EXPRESS WORLDWIDE', lanes: 'world', factor: 1, days: 4 },
  { code: 'Y', name: 'EXPRESS 12:00', lanes: 'world', factor: 1.25, days: 3 },
  { code: 'H', name: 'ECONOMY SELECT', lanes: 'world', factor: 0.8, days: 7 },
  { code: 'U', name: 'EXPRESS WORLDWIDE', lanes: 'union', factor: 1, days: 2 },
  { code: 'W', name: 'ECONOMY SELECT', lanes: 'union', factor: 0.7, days: 4 },
  { code: 'N', name: 'EXPRESS DOMESTIC', lanes: 'inland', factor: 1, days: 1 },
  { code: '1', name: 'EXPRESS DOMESTIC 12:00', lanes: 'inland', factor: 1.3, days: 1 },
];

const laneOf = (from: string, to: string): Product['lanes'] =>
  from === to ? 'inland' : AREAS[from]?.union && AREAS[to]?.union ? 'union' : 'world';

/** Goods between two countries are declared, unless both are in the union. */
export const isDutiable = (from: string, to: string): boolean => laneOf(from, to) === 'world';

export const productsBetween = (from: string, to: string): Product[] =>
  AREAS[from] && AREAS[to] ? PRODUCTS.filter(({ lanes }) => lanes === laneOf(from, to)) : [];

export interface Box {
  kg: number;
  cm: readonly [number, number, number];
}

export const volumetric = (boxes: readonly Box[]): number =>
  boxes.reduce((sum, { cm: [length, width, height] }) => sum + (length * width * height) / 5000, 0);
export const provided = (boxes: readonly Box[]): number => boxes.reduce((sum, { kg }) => sum + kg, 0);

/** Cents; prices of the sandbox's own. Fuel is a fifth. */
export function centsOf({ factor }: Product, to: string, boxes: readonly Box[]) {
  const halfKilos = Math.max(1, Math.ceil(Math.max(provided(boxes), volumetric(boxes)) * 2));
  const freight = Math.round(factor * (1500 + (AREAS[to]?.zone ?? 0) * 500 + halfKilos * 350));
  const fuel = Math.round(freight / 5);
  return { freight, fuel, total: freight + fuel };
}
