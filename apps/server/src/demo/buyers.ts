import type { Address } from '@tradewind/connectors/types.ts';
import type { Random } from './random.ts';

const FIRST = [
  ...[
    'Emma',
    'Liam',
    'Olivia',
    'Noah',
    'Ava',
    'Ethan',
    'Mia',
    'Lucas',
    'Grace',
    'Henry',
    'Chloe',
    'Jack',
    'Ruth',
    'Oscar',
  ],
  ...[
    'Nora',
    'Felix',
    'Alice',
    'Simon',
    'Irene',
    'Hugo',
    'Clara',
    'Victor',
    'Elena',
    'Martin',
    'Paula',
    'George',
    'Anita',
  ],
];
const LAST = [
  ...[
    'Walker',
    'Hughes',
    'Bennett',
    'Carter',
    'Nguyen',
    'Rivera',
    'Cooper',
    'Ward',
    'Peterson',
    'Gray',
    'Ramirez',
    'Brooks',
  ],
  ...[
    'Sanders',
    'Price',
    'Coleman',
    'Jenkins',
    'Powell',
    'Long',
    'Patterson',
    'Flores',
    'Washington',
    'Simmons',
    'Foster',
  ],
];
const STREETS = [
  'Maple Ave',
  'Oak St',
  'Cedar Ln',
  'Lake Dr',
  'Hillcrest Rd',
  '2nd St',
  'Park Blvd',
  'Sunset Way',
  'Elm Ct',
];
/** City, state and ZIP belong together, so that carriers price and deliver to them. */
const US: readonly (readonly [string, string, string])[] = [
  ['Austin', 'TX', '78701'],
  ['Houston', 'TX', '77002'],
  ['New York', 'NY', '10001'],
  ['Brooklyn', 'NY', '11201'],
  ['Los Angeles', 'CA', '90012'],
  ['San Diego', 'CA', '92101'],
  ['Seattle', 'WA', '98101'],
  ['Portland', 'OR', '97201'],
  ['Denver', 'CO', '80202'],
  ['Phoenix', 'AZ', '85004'],
  ['Las Vegas', 'NV', '89101'],
  ['Chicago', 'IL', '60601'],
  ['Detroit', 'MI', '48226'],
  ['Columbus', 'OH', '43215'],
  ['Indianapolis', 'IN', '46204'],
  ['Milwaukee', 'WI', '53202'],
  ['Minneapolis', 'MN', '55401'],
  ['Kansas City', 'MO', '64106'],
  ['Nashville', 'TN', '37203'],
  ['Atlanta', 'GA', '30303'],
  ['Miami', 'FL', '33130'],
  ['Tampa', 'FL', '33602'],
  ['Charlotte', 'NC', '28202'],
  ['Richmond', 'VA', '23219'],
  ['Baltimore', 'MD', '21202'],
  ['Philadelphia', 'PA', '19103'],
  ['Boston', 'MA', '02108'],
];
const ABROAD: readonly (readonly [string, string, string, string])[] = [
  ['Toronto', 'ON', 'M5H 2N2', 'CA'],
  ['Vancouver', 'BC', 'V6C 1S4', 'CA'],
  ['London', '', 'SW1A 1AA', 'GB'],
  ['Berlin', '', '10117', 'DE'],
];

/** Somebody who buys, with the address that the parcel goes to. */
export function buyer(random: Random, mayBeAbroad: boolean): { name: string; email: string; shipTo: Address } {
  const name = `${random.pick(FIRST)} ${random.pick(LAST)}`;
  const [city, state, postalCode, country] =
    mayBeAbroad && random.chance(0.08) ? random.pick(ABROAD) : ([...random.pick(US), 'US'] as const);
  return {
    name,
    email: `${name.toLowerCase().replace(' ', '.')}${random.int(1, 999)}@buyers.invalid`,
    shipTo: {
      name,
      line1: `${random.int(10, 9800)} ${random.pick(STREETS)}`,
      ...(random.chance(0.2) ? { line2: `Apt ${random.int(1, 40)}` } : {}),
      city,
      ...(state ? { state } : {}),
      postalCode,
      country,
      phone: `+1 ${random.int(201, 979)} 555 01${String(random.int(0, 99)).padStart(2, '0')}`,
    },
  };
}
