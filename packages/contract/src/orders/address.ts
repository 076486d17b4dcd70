import { z } from 'zod';
import { requiredText, text } from '../call.ts';

const country = () => z.string().regex(/^[A-Z]{2}$/);

/** Where a parcel goes, as a person types it. */
export const shipTo = z.strictObject({
  name: requiredText(100),
  company: text(100).optional(),
  line1: requiredText(200),
  line2: text(200).optional(),
  city: requiredText(100),
  state: text(60).optional(),
  postalCode: requiredText(20),
  country: country(),
  phone: text(40).optional(),
  email: text(120).optional(),
});
export type ShipTo = z.output<typeof shipTo>;

interface CountryRule {
  postalCode: RegExp;
  example: string;
  /** The codes that carriers ask for; without them anything may stand there. */
  states?: readonly string[];
}

const US =
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI FM MH PW AA AE AP';
const digits = (count: number, example: string): CountryRule => ({
  postalCode: new RegExp(`^\\d{${count}}$`),
  example,
});

/** Postal codes (Universal Postal Union) and states of the countries that most parcels go to. */
const RULES: Readonly<Record<string, CountryRule>> = {
  US: { postalCode: /^\d{5}(-\d{4})?$/, example: '78701', states: US.split(' ') },
  CA: {
    postalCode: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d$/i,
    example: 'K1A 0B1',
    states: ['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT'],
  },
  AU: { ...digits(4, '2000'), states: ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'] },
  GB: { postalCode: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i, example: 'SW1A 1AA' },
  IE: { postalCode: /^([AC-FHKNPRTV-Y]\d\d|D6W) ?[\dAC-FHKNPRTV-Y]{4}$/i, example: 'D02 AF30' },
  NL: { postalCode: /^[1-9]\d{3} ?[A-Z]{2}$/i, example: '1012 JS' },
  PL: { postalCode: /^\d{2}-\d{3}$/, example: '00-950' },
  PT: { postalCode: /^\d{4}-\d{3}$/, example: '1000-205' },
  SE: { postalCode: /^\d{3} ?\d{2}$/, example: '111 22' },
  CZ: { postalCode: /^\d{3} ?\d{2}$/, example: '110 00' },
  JP: { postalCode: /^\d{3}-?\d{4}$/, example: '100-0001' },
  BR: { postalCode: /^\d{5}-?\d{3}$/, example: '01310-100' },
  DE: digits(5, '10115'),
  FR: digits(5, '75001'),
  IT: digits(5, '00118'),
  ES: digits(5, '28001'),
  MX: digits(5, '06000'),
  KR: digits(5, '04524'),
  TH: digits(5, '10200'),
  MY: digits(5, '50050'),
  AT: digits(4, '1010'),
  BE: digits(4, '1000'),
  CH: digits(4, '8001'),
  DK: digits(4, '1050'),
  NO: digits(4, '0150'),
  NZ: digits(4, '6011'),
  PH: digits(4, '1000'),
  CN: digits(6, '100000'),
  SG: digits(6, '018956'),
  IN: digits(6, '110001'),
  VN: digits(6, '100000'),
};

export interface AddressProblem {
  field: 'postalCode' | 'state';
  example: string;
}

/** The parts that a carrier of that country cannot read. Countries without a rule accept anything. */
export function addressProblems(to: {
  country: string;
  postalCode: string;
  state?: string | undefined;
}): AddressProblem[] {
  const rule = RULES[to.country];
  if (!rule) return [];
  const problems: AddressProblem[] = [];
  if (!rule.postalCode.test(to.postalCode)) problems.push({ field: 'postalCode', example: rule.example });
  if (rule.states && !rule.states.includes(to.state ?? ''))
    problems.push({ field: 'state', example: rule.states.slice(0, 3).join(', ') });
  return problems;
}
