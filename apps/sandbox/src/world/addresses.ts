import type { Random } from './random.ts';

export interface Address {
  name: string;
  line1: string;
  line2: string;
  city: string;
  state: string;
  postalCode: string;
  country: string;
  phone: string;
  residential: boolean;
}

type Place = readonly [city: string, state: string, postalCode: string];

/** Real city, state and ZIP triples, so that address checks and zones behave. */
const US: readonly Place[] = [
  ['Austin', 'TX', '78701'],
  ['Houston', 'TX', '77002'],
  ['Dallas', 'TX', '75201'],
  ['San Antonio', 'TX', '78205'],
  ['New York', 'NY', '10001'],
  ['Brooklyn', 'NY', '11201'],
  ['Buffalo', 'NY', '14202'],
  ['Albany', 'NY', '12207'],
  ['Los Angeles', 'CA', '90012'],
  ['San Diego', 'CA', '92101'],
  ['San Francisco', 'CA', '94103'],
  ['Sacramento', 'CA', '95814'],
  ['Seattle', 'WA', '98101'],
  ['Spokane', 'WA', '99201'],
  ['Portland', 'OR', '97201'],
  ['Denver', 'CO', '80202'],
  ['Boulder', 'CO', '80302'],
  ['Phoenix', 'AZ', '85004'],
  ['Tucson', 'AZ', '85701'],
  ['Las Vegas', 'NV', '89101'],
  ['Salt Lake City', 'UT', '84101'],
  ['Boise', 'ID', '83702'],
  ['Albuquerque', 'NM', '87102'],
  ['Chicago', 'IL', '60601'],
  ['Springfield', 'IL', '62701'],
  ['Detroit', 'MI', '48226'],
  ['Ann Arbor', 'MI', '48104'],
  ['Columbus', 'OH', '43215'],
  ['Cleveland', 'OH', '44113'],
  ['Indianapolis', 'IN', '46204'],
  ['Milwaukee', 'WI', '53202'],
  ['Madison', 'WI', '53703'],
  ['Minneapolis', 'MN', '55401'],
  ['Des Moines', 'IA', '50309'],
  ['Omaha', 'NE', '68102'],
  ['Kansas City', 'MO', '64106'],
  ['St. Louis', 'MO', '63101'],
  ['Nashville', 'TN', '37203'],
  ['Memphis', 'TN', '38103'],
  ['Atlanta', 'GA', '30303'],
  ['Alpharetta', 'GA', '30005'],
  ['Savannah', 'GA', '31401'],
  ['Miami', 'FL', '33130'],
  ['Orlando', 'FL', '32801'],
  ['Tampa', 'FL', '33602'],
  ['Charlotte', 'NC', '28202'],
  ['Raleigh', 'NC', '27601'],
  ['Charleston', 'SC', '29401'],
  ['Richmond', 'VA', '23219'],
  ['Arlington', 'VA', '22201'],
  ['Baltimore', 'MD', '21202'],
  ['Timonium', 'MD', '21093'],
  ['Philadelphia', 'PA', '19103'],
  ['Pittsburgh', 'PA', '15222'],
  ['Newark', 'NJ', '07102'],
  ['Princeton', 'NJ', '08540'],
  ['Boston', 'MA', '02108'],
  ['Cambridge', 'MA', '02139'],
  ['Hartford', 'CT', '06103'],
  ['Providence', 'RI', '02903'],
  ['Portland', 'ME', '04101'],
  ['Burlington', 'VT', '05401'],
  ['Manchester', 'NH', '03101'],
  ['New Orleans', 'LA', '70112'],
  ['Birmingham', 'AL', '35203'],
  ['Louisville', 'KY', '40202'],
  ['Oklahoma City', 'OK', '73102'],
  ['Wichita', 'KS', '67202'],
];

const ABROAD: readonly { country: string; phone: string; streets: readonly string[]; places: readonly Place[] }[] = [
  {
    country: 'GB',
    phone: '+44 20 7946 0',
    streets: ['High Street', 'Church Road', 'Victoria Street', 'Mill Lane'],
    places: [
      ['London', '', 'SW1A 1AA'],
      ['Manchester', '', 'M1 1AE'],
      ['Leeds', '', 'LS1 4DY'],
      ['Edinburgh', '', 'EH1 1YZ'],
      ['Bristol', '', 'BS1 4ST'],
    ],
  },
  {
    country: 'DE',
    phone: '+49 30 901820',
    streets: ['Hauptstraße', 'Bahnhofstraße', 'Gartenweg', 'Lindenallee'],
    places: [
      ['Berlin', 'BE', '10115'],
      ['München', 'BY', '80331'],
      ['Hamburg', 'HH', '20095'],
      ['Köln', 'NW', '50667'],
      ['Frankfurt am Main', 'HE', '60311'],
    ],
  },
  {
    country: 'FR',
    phone: '+33 1 99 00 0',
    streets: ['Rue de la République', 'Avenue Victor Hugo', 'Rue des Lilas'],
    places: [
      ['Paris', '', '75001'],
      ['Lyon', '', '69001'],
      ['Bordeaux', '', '33000'],
    ],
  },
  {
    country: 'CA',
    phone: '+1 416 555 0',
    streets: ['King St W', 'Maple Ave', 'Queen St'],
    places: [
      ['Toronto', 'ON', 'M5V 2T6'],
      ['Vancouver', 'BC', 'V6B 1A1'],
      ['Calgary', 'AB', 'T2P 1J9'],
    ],
  },
  {
    country: 'AU',
    phone: '+61 2 5550 0',
    streets: ['George Street', 'Collins Street', 'Station Road'],
    places: [
      ['Sydney', 'NSW', '2000'],
      ['Melbourne', 'VIC', '3000'],
    ],
  },
];

const US_STREETS = [
  'Main St',
  'Oak Ave',
  'Maple Dr',
  'Cedar Ln',
  'Washington Blvd',
  'Lake St',
  'Hill Rd',
  'Park Ave',
  'Elm St',
  '2nd Ave',
  'Sunset Blvd',
  'River Rd',
];
const FIRST = [
  'Emma',
  'Liam',
  'Olivia',
  'Noah',
  'Ava',
  'James',
  'Sophia',
  'Lucas',
  'Mia',
  'Ethan',
  'Amelia',
  'Mason',
  'Harper',
  'Logan',
  'Ella',
  'Daniel',
  'Grace',
  'Henry',
  'Chloe',
  'Owen',
  'Zoë',
  'José',
  'Mei',
  'Anders',
];
const LAST = [
  'Smith',
  'Johnson',
  'Brown',
  'Garcia',
  'Miller',
  'Davis',
  'Martinez',
  'Wilson',
  'Anderson',
  'Thomas',
  'Moore',
  'Jackson',
  'Lee',
  'Thompson',
  'White',
  'Harris',
  'Clark',
  'Lewis',
  'Young',
  'Walker',
  'O’Brien',
  'Nguyen',
  'Müller',
  'Kim',
];

export function makeAddress(random: Random, abroadShare: number): Address {
  const name = `${random.pick(FIRST)} ${random.pick(LAST)}`;
  if (random.next() < abroadShare) {
    const land = random.pick(ABROAD);
    const [city, state, postalCode] = random.pick(land.places);
    const number = random.int(1, 180);
    const street = random.pick(land.streets);
    const line1 = land.country === 'DE' ? `${street} ${number}` : `${number} ${street}`;
    const phone = `${land.phone}${random.digits(3)}`;
    return { name, line1, line2: '', city, state, postalCode, country: land.country, phone, residential: true };
  }
  const [city, state, postalCode] = random.pick(US);
  const residential = random.next() < 0.8;
  return {
    name,
    line1: `${random.int(1, 9899)} ${random.pick(US_STREETS)}`,
    line2: random.next() < 0.25 ? `Apt ${random.int(1, 40)}${random.pick(['', 'A', 'B', 'C'])}` : '',
    city,
    state,
    postalCode,
    country: 'US',
    phone: `+1 ${random.int(201, 989)} 555 01${random.digits(2)}`,
    residential,
  };
}

/** An address a carrier refuses: the ZIP belongs to another state and the street is missing its number. */
export function spoilAddress(address: Address): Address {
  return { ...address, line1: 'Elm St', city: 'Austin', state: 'TX', postalCode: '02108', country: 'US' };
}
