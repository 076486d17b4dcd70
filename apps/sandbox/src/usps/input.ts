import { at, list, text } from '../http/types.ts';
import { isState, zipInState } from '../ups/places.ts';
import { Refused } from './gate.ts';
import { COUNTRIES, classesOf, type Kind, type MailClass, type Sides } from './tariff.ts';

const TERRITORIES = ['AA', 'AE', 'AP', 'AS', 'FM', 'GU', 'MH', 'MP', 'PW', 'VI'];
const POSSIBLE = ['MACHINABLE', 'NONSTANDARD', 'LETTERS', 'FLATS', 'IRREGULAR', 'NON_MACHINABLE'];
const EXTRAS = [
  ...[370, 415, 480, 481, 482, 483, 484, 485, 810, 811, 813, 816, 817, 818, 819, 820, 826, 857, 910, 920, 921, 922],
  ...[930, 931, 955, 957, 981, 986, 991],
];
const ABROAD_EXTRAS = [370, 480, 481, 482, 483, 484, 486, 487, 488, 813, 820, 826, 857, 930, 931];

export interface Place {
  name: string;
  lines: string[];
  city: string;
  state: string;
  zip: string;
  /** Empty inside of the United States. */
  country: string;
}

export const isDeclared = ({ state }: Place): boolean => TERRITORIES.includes(state);

function checkLine(value: string, most: number, parameter: string): void {
  if (value.length > most) throw new Refused('050020', `must be at most ${most} characters`, parameter);
}

function nameOf(address: unknown, parameter: string): string {
  const [first, last, firm] = ['firstName', 'lastName', 'firm'].map((name) => text(at(address, name)));
  if (!firm && !(first && last))
    throw new Refused('160066', 'firstName and lastName or firm are required', `${parameter}.firm`);
  for (const one of [first, last, firm]) checkLine(one ?? '', 50, parameter);
  return [first, last].filter(Boolean).join(' ') || (firm ?? '');
}

export function readDomestic(address: unknown, parameter: string): Place {
  const field = (name: string) => text(at(address, name));
  for (const name of ['streetAddress', 'city', 'state', 'ZIPCode'])
    if (!field(name)) throw new Refused('050034', 'must not be null', `${parameter}.${name}`);
  const [state, zip, plus4] = [field('state'), field('ZIPCode'), at(address, 'ZIPPlus4')];
  if (!/^\d{5}$/.test(zip)) throw new Refused('050037', 'must match pattern ^\\d{5}$', `${parameter}.ZIPCode`);
  if (plus4 !== undefined && !/^\d{4}$/.test(text(plus4)))
    throw new Refused('050037', 'must match pattern ^\\d{4}$', `${parameter}.ZIPPlus4`);
  if (!isState(state) && !TERRITORIES.includes(state))
    throw new Refused('010004', 'Invalid State Code', `${parameter}.state`);
  if (isState(state) && !zipInState(zip, state)) throw new Refused('010005', 'Address Not Found', parameter);
  checkLine(field('streetAddress'), 50, `${parameter}.streetAddress`);
  checkLine(field('secondaryAddress'), 50, `${parameter}.secondaryAddress`);
  checkLine(field('city'), 28, `${parameter}.city`);
  const phone = at(address, 'phone');
  if (phone !== undefined && !/^\+?[1-9][0-9]{7,14}$|^[0-9]{6,15}$/.test(text(phone)))
    throw new Refused('050037', 'is no phone number', `${parameter}.phone`);
  const lines = [field('streetAddress'), field('secondaryAddress')].filter(Boolean);
  return { name: nameOf(address, parameter), lines, city: field('city'), state, zip, country: '' };
}

function readForeign(address: unknown): Place {
  const field = (name: string) => text(at(address, name));
  for (const name of ['streetAddress', 'city', 'country', 'countryISOAlpha2Code'])
    if (!field(name)) throw new Refused('050034', 'must not be null', `toAddress.${name}`);
  const country = field('countryISOAlpha2Code');
  if (!(country in COUNTRIES))
    throw new Refused('030012', 'Destination country is not served', 'toAddress.countryISOAlpha2Code');
  if (country === 'CA' && !/^[A-Z]/i.test(field('postalCode')))
    throw new Refused('160240', 'must start with a letter', 'toAddress.postalCode');
  checkLine(field('postalCode'), 11, 'toAddress.postalCode');
  const lines = [field('streetAddress'), field('secondaryAddress')].filter(Boolean);
  const state = field('province');
  return { name: nameOf(address, 'toAddress'), lines, city: field('city'), state, zip: field('postalCode'), country };
}

/** Numbers as they must come: not as text, above nothing. */
function positive(value: unknown, parameter: string): number {
  if (typeof value !== 'number' || !(value > 0))
    throw new Refused('050026', 'must be a number greater than 0', parameter);
  return value;
}

export function readSides(from: unknown): Sides {
  const side = (name: string) => positive(at(from, name), `packageDescription.${name}`);
  const sides = { pounds: side('weight'), length: side('length'), width: side('width'), height: side('height') };
  if (sides.pounds > 70)
    throw new Refused('030010', 'Weight exceeds the maximum of 70 pounds', 'packageDescription.weight');
  if (sides.length + 2 * (sides.width + sides.height) > 130)
    throw new Refused('160280', 'sum of length and girth cannot exceed 130 inches', 'packageDescription.length');
  return sides;
}

export function readExtras(from: unknown, kind: Kind): number[] {
  const all = list(at(from, 'extraServices')).map(Number);
  const known = kind === 'international' ? ABROAD_EXTRAS : EXTRAS;
  const bad = all.find((code) => !known.includes(code));
  if (bad !== undefined)
    throw new Refused('160053', `only ${JSON.stringify(known)} are supported`, 'packageDescription.extraServices');
  return all;
}

/** Today is counted where it is latest, and the week from where it is earliest. */
function checkDay(day: string, now: number): void {
  const dayOf = (hours: number) => new Date(now + hours * 3_600_000).toISOString().slice(0, 10);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day))
    throw new Refused('160092', 'unable to parse mailingDate', 'packageDescription.mailingDate');
  if (day < dayOf(-11) || day > dayOf(7 * 24 + 10))
    throw new Refused(
      '160001',
      'cannot be in the past or more than 7 days in the future',
      'packageDescription.mailingDate',
    );
}

const NO_NAME = /^(none|not applicable|n\/a|null|gift|merchandise)$/i;
function checkCustoms(form: unknown, kind: Kind): void {
  if (!text(at(form, 'customsContentType'))) throw new Refused('160140', 'Customs form data required', 'customsForm');
  const rows = list(at(form, 'contents'));
  if (rows.length === 0 || rows.length > 30)
    throw new Refused('160022', 'must have 1 to 30 contents', 'customsForm.contents');
  if (kind === 'international' && !text(at(form, 'AESITN')))
    throw new Refused('050034', 'must not be null', 'customsForm.AESITN');
  for (const row of rows) {
    const name = text(at(row, 'itemDescription'));
    if (!name || name.length > 30 || NO_NAME.test(name))
      throw new Refused('160023', 'is not a valid description', 'customsForm.contents.itemDescription');
    const quantity = positive(at(row, 'itemQuantity'), 'customsForm.contents.itemQuantity');
    if (!Number.isInteger(quantity))
      throw new Refused('160024', 'must be an integer', 'customsForm.contents.itemQuantity');
    positive(at(row, 'itemTotalValue'), 'customsForm.contents.itemTotalValue');
    positive(at(row, 'itemTotalWeight'), 'customsForm.contents.itemTotalWeight');
    if (!/^[A-Z]{2}$/.test(text(at(row, 'countryofOrigin'))))
      throw new Refused('050034', 'must not be null', 'customsForm.contents.countryofOrigin');
  }
}

export interface LabelInput {
  kind: Kind;
  mailClass: MailClass;
  rateIndicator: string;
  sides: Sides;
  extras: number[];
  from: Place;
  to: Place;
  mailingDay: string;
  customer: string;
  prepays: boolean;
  /** What customs are told, for duties that are paid in advance. */
  goodsDollars: number;
}

function readClass(kind: Kind, box: unknown): { mailClass: MailClass; rateIndicator: string } {
  const field = (name: string) => text(at(box, name));
  const mailClass = classesOf(kind).find(({ code }) => code === field('mailClass'));
  if (!mailClass)
    throw new Refused('160036', `mail class ${field('mailClass')} is not supported`, 'packageDescription.mailClass');
  const rateIndicator = field('rateIndicator');
  const known = [mailClass.indicator, 'CP', ...mailClass.flat.map(([code]) => code)];
  if (!known.includes(rateIndicator))
    throw new Refused('030001', 'Pricing not found for the rate ingredients', 'packageDescription.rateIndicator');
  if (!POSSIBLE.includes(field('processingCategory')))
    throw new Refused('050034', 'must not be null', 'packageDescription.processingCategory');
  return { mailClass, rateIndicator };
}

/** A label as USPS checks it. */
export function readLabel(kind: Kind, body: unknown, now: number): LabelInput {
  const box = at(body, 'packageDescription');
  const from = readDomestic(at(body, 'fromAddress'), 'fromAddress');
  const to =
    kind === 'international' ? readForeign(at(body, 'toAddress')) : readDomestic(at(body, 'toAddress'), 'toAddress');
  const chosen = readClass(kind, box);
  const sides = readSides(box);
  const day = text(at(box, 'mailingDate'));
  if (kind !== 'return') {
    checkDay(day, now);
    if (!text(at(box, 'destinationEntryFacilityType')))
      throw new Refused('050034', 'must not be null', 'packageDescription.destinationEntryFacilityType');
  }
  if (kind === 'international' && !text(at(body, 'fromAddress', 'firm')))
    throw new Refused('160066', 'firm is required for customs forms', 'fromAddress.firm');
  const form = at(body, 'customsForm');
  if (kind === 'international' || isDeclared(to) || isDeclared(from)) checkCustoms(form, kind);
  const customer = text(at(list(at(box, 'customerReference'))[0], 'referenceNumber'));
  if (customer.length > 30)
    throw new Refused('050020', 'must be at most 30 characters', 'packageDescription.customerReference');
  const goods = list(at(form, 'contents')).reduce<number>((sum, row) => sum + Number(at(row, 'itemTotalValue')), 0);
  const extras = readExtras(box, kind);
  const mailingDay = day || new Date(now).toISOString().slice(0, 10);
  return {
    ...{ kind, ...chosen, sides, extras, from, to, mailingDay, customer, goodsDollars: goods },
    prepays: at(box, 'prepayDutiesTaxesFees') === true,
  };
}
