export interface Channel {
  id: string;
  zh: string;
  en: string;
  /** Undefined: everywhere. */
  countries?: readonly string[];
  mostGrams: number;
}

/** The sandbox's own: plausible by their names, not the carrier's list. */
export const CHANNELS: readonly Channel[] = [
  { id: '481', zh: '燕文专线追踪小包（普货）', en: 'Yanwen Tracked Packet (general)', mostGrams: 30_000 },
  {
    ...{ id: '484', zh: '燕文专线快递（普货）', en: 'Yanwen Express (general)', mostGrams: 30_000 },
    countries: ['US', 'GB', 'DE', 'FR'],
  },
  { id: '155', zh: '燕文航空经济小包（普货）', en: 'Yanwen Economic Air Mail (general)', mostGrams: 2_000 },
];

/** Where parcels arrive, and what its clock is ahead of UTC in winter. */
export const COUNTRIES: Readonly<Record<string, { hub: string; ahead: number }>> = {
  US: { hub: 'New York', ahead: -5 },
  CA: { hub: 'Toronto', ahead: -5 },
  MX: { hub: 'Mexico City', ahead: -6 },
  BR: { hub: 'Curitiba', ahead: -3 },
  GB: { hub: 'London', ahead: 0 },
  DE: { hub: 'Frankfurt', ahead: 1 },
  FR: { hub: 'Paris', ahead: 1 },
  ES: { hub: 'Madrid', ahead: 1 },
  IT: { hub: 'Milan', ahead: 1 },
  PL: { hub: 'Warsaw', ahead: 1 },
  AU: { hub: 'Sydney', ahead: 11 },
  JP: { hub: 'Osaka', ahead: 9 },
};

export const WAREHOUSES = [
  { code: '4', name: '深圳仓', area: '华南' },
  { code: '7', name: '义乌仓', area: '华东' },
] as const;

export const sells = (channel: Channel, country: string): boolean =>
  country in COUNTRIES && (channel.countries?.includes(country) ?? true);
