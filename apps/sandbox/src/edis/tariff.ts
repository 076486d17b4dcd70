import { SERVICES as SPEEDPAK } from '../ebay/edis.ts';

export interface Service {
  id: string;
  en: string;
  zh: string;
  incoterm: 'DDU' | 'DDP';
  grams: number;
  to: readonly string[];
  batteries: readonly string[];
  fen: number;
}

const NONE = 'NO_BATTERY';

/** The standard service takes batteries that are built in. */
export const SERVICES: readonly Service[] = [
  ...SPEEDPAK.map((one) => ({ ...one, batteries: one.id === '101' ? [NONE, 'PI967'] : [NONE] })),
  {
    ...{ id: '104', en: 'SpeedPAK Freight', zh: 'SpeedPAK 大件', incoterm: 'DDU' as const, grams: 68_000 },
    ...{ to: ['US'], batteries: [NONE], fen: 600_000 },
  },
];

export const QUALIFICATIONS = [
  { elecQualificationId: 'Q0001', batteryType: 'PI967', expireDate: '2099-12-31T00:00:00.000Z' },
  { elecQualificationId: 'Q0002', batteryType: 'PI966', expireDate: '2020-12-31T00:00:00.000Z' },
];

export const LONGEST_CM = 60;
export const SIDES_CM = 90;

/** Fen: plausible by weight, not the carrier's. */
export const fenOf = (service: Service, grams: number): number => service.fen + Math.ceil(grams / 100) * 550;
export const yuan = (fen: number) => ({ value: (fen / 100).toFixed(2), currency: 'CNY' });
