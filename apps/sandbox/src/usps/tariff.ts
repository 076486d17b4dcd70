export interface MailClass {
  code: string;
  name: string;
  /** Of its own packaging, and of boxes of USPS's at a flat rate. */
  indicator: string;
  flat: readonly (readonly [indicator: string, name: string, cents: number])[];
  baseCents: number;
  perPoundCents: number;
  perZoneCents: number;
  days: number;
  /** Of a tracking number: three digits, abroad two letters. */
  service: string;
}

/** Prices of the sandbox's own: plausible by class, zone and weight, not USPS's. */
const OUTBOUND: readonly MailClass[] = [
  {
    ...{ code: 'USPS_GROUND_ADVANTAGE', name: 'USPS Ground Advantage', indicator: 'SP', flat: [], service: '001' },
    ...{ baseCents: 420, perPoundCents: 45, perZoneCents: 22, days: 5 },
  },
  {
    ...{ code: 'PRIORITY_MAIL', name: 'Priority Mail', indicator: 'SP', service: '055' },
    flat: [
      ['FP', 'Padded Flat Rate Envelope', 100],
      ['FS', 'Small Flat Rate Box', 120],
    ],
    ...{ baseCents: 760, perPoundCents: 80, perZoneCents: 41, days: 2 },
  },
  {
    ...{ code: 'PRIORITY_MAIL_EXPRESS', name: 'Priority Mail Express', indicator: 'PA', service: '701' },
    flat: [['E4', 'Flat Rate Envelope', 300]],
    ...{ baseCents: 2680, perPoundCents: 190, perZoneCents: 160, days: 1 },
  },
];

const RETURNS: readonly MailClass[] = OUTBOUND.map((one) => ({
  ...{ ...one, flat: [], service: '020' },
  code: `${one.code}_RETURN_SERVICE`,
  name: `${one.name} Return`,
}));

const ABROAD: readonly MailClass[] = [
  {
    ...{ code: 'FIRST-CLASS_PACKAGE_INTERNATIONAL_SERVICE', name: 'First-Class Package International Service' },
    ...{ indicator: 'SP', flat: [], service: 'LZ', baseCents: 1490, perPoundCents: 820, perZoneCents: 60, days: 0 },
  },
  {
    ...{ code: 'PRIORITY_MAIL_INTERNATIONAL', name: 'Priority Mail International', indicator: 'SP', service: 'CZ' },
    flat: [['FS', 'Small Flat Rate Box', 900]],
    ...{ baseCents: 4310, perPoundCents: 430, perZoneCents: 130, days: 0 },
  },
  {
    ...{ code: 'PRIORITY_MAIL_EXPRESS_INTERNATIONAL', name: 'Priority Mail Express International' },
    ...{ indicator: 'PA', flat: [], service: 'EZ', baseCents: 6120, perPoundCents: 560, perZoneCents: 170, days: 0 },
  },
];

export type Kind = 'domestic' | 'return' | 'international';
const CLASSES: Readonly<Record<Kind, readonly MailClass[]>> = {
  domestic: OUTBOUND,
  return: RETURNS,
  international: ABROAD,
};
export const classesOf = (kind: Kind): readonly MailClass[] => CLASSES[kind];

/** Price groups of countries that the sandbox sends to, their capital's zone, and the rates of duty and VAT. */
export const COUNTRIES: Readonly<
  Record<string, { group: number; zone: string; city: string; duty: number; vat: number }>
> = {
  CA: { group: 1, zone: 'America/Toronto', city: 'MISSISSAUGA', duty: 0.05, vat: 0.13 },
  MX: { group: 2, zone: 'America/Mexico_City', city: 'MEXICO CITY', duty: 0.1, vat: 0.16 },
  GB: { group: 4, zone: 'Europe/London', city: 'LANGLEY', duty: 0.04, vat: 0.2 },
  DE: { group: 5, zone: 'Europe/Berlin', city: 'FRANKFURT', duty: 0.03, vat: 0.19 },
  FR: { group: 5, zone: 'Europe/Paris', city: 'ROISSY', duty: 0.03, vat: 0.2 },
  AU: { group: 10, zone: 'Australia/Sydney', city: 'SYDNEY', duty: 0.05, vat: 0.1 },
  JP: { group: 3, zone: 'Asia/Tokyo', city: 'TOKYO', duty: 0, vat: 0.1 },
};

export interface Sides {
  pounds: number;
  length: number;
  width: number;
  height: number;
}

const CUBIC_FOOT = 1728;
/** Above a cubic foot the volume counts, a pound for each 166 cubic inches begun. */
export function volumePounds({ length, width, height }: Sides): number {
  const inches = length * width * height;
  return inches > CUBIC_FOOT ? Math.ceil(inches / 166) : 0;
}

export const FEE = { name: 'Nonstandard Length > 22', SKU: 'D811XVCXXXX0000', cents: 300 };
export const feesOf = ({ length }: Sides) => (length > 22 ? [FEE] : []);

export function postageOf(mailClass: MailClass, zone: number, sides: Sides): number {
  const billed = Math.max(1, Math.ceil(Math.max(sides.pounds, volumePounds(sides))));
  return mailClass.baseCents + billed * mailClass.perPoundCents + zone * mailClass.perZoneCents;
}

/** Zones of the sandbox's own: by how far the first digits of the ZIP codes are apart. */
export function zoneOf(from: string, to: string): number {
  if (from.slice(0, 3) === to.slice(0, 3)) return 1;
  return Math.min(8, 2 + Math.abs(Number(from[0]) - Number(to[0])));
}

export const dollars = (cents: number): number => Math.round(cents) / 100;
