import { stateCode } from '../../places.ts';
import { type Address, ConnectorError } from '../../types.ts';
import { splitName } from '../../wms/convert.ts';
import { CARRIER } from './client.ts';

const NAME = 50;
const LINE = 50;
const CITY = 28;
/** Countries of ISO 3166 that USPS serves as states. */
const AS_STATES = new Set(['PR', 'VI', 'GU', 'AS', 'MP', 'FM', 'MH', 'PW']);
export const DOMESTIC_COUNTRIES: readonly string[] = ['US', ...AS_STATES];
/** Parcels there need a customs form, though they go by domestic mail. */
const DECLARED = new Set(['AA', 'AE', 'AP', 'VI', 'GU', 'AS', 'MP', 'FM', 'MH', 'PW']);

export function wrong(code: string, message: string): never {
  throw new ConnectorError(CARRIER, 'rejected', message, { code });
}

export const isDomestic = ({ country }: Pick<Address, 'country'>): boolean => DOMESTIC_COUNTRIES.includes(country);

export function stateOf({ country, state = '' }: Pick<Address, 'country' | 'state'>): string {
  return AS_STATES.has(country) ? country : stateCode('US', state.trim()).toUpperCase();
}
export const isDeclared = (address: Address): boolean => DECLARED.has(stateOf(address));

export function zipOf({ postalCode }: Pick<Address, 'postalCode'>): { ZIPCode: string; ZIPPlus4?: string } {
  const found = /^(\d{5})(?:[-\s]?(\d{4}))?$/.exec(postalCode.trim());
  if (!found?.[1]) wrong('ADDRESS', `no ZIP code: ${postalCode}`);
  return { ZIPCode: found[1], ...(found[2] ? { ZIPPlus4: found[2] } : {}) };
}

/** A person by two names, or a firm: one of them is required. Names, unlike addresses, may be shortened. */
function addressee({ name, company }: Address) {
  const { first, last } = splitName(name);
  const firm = company || (last ? '' : name);
  return {
    ...(last ? { firstName: first.slice(0, NAME), lastName: last.slice(0, NAME) } : {}),
    ...(firm ? { firm: firm.slice(0, NAME) } : {}),
  };
}

function street({ line1, line2 = '', city }: Address) {
  const lines = [line1, line2].map((line) => line.trim().replace(/\s+/g, ' '));
  for (const line of lines)
    if (line.length > LINE) wrong('ADDRESS', `an address line is longer than ${LINE} characters`);
  if (city.length > CITY) wrong('ADDRESS', `the city is longer than ${CITY} characters`);
  const [streetAddress = '', secondaryAddress = ''] = lines;
  return { streetAddress, ...(secondaryAddress ? { secondaryAddress } : {}), city };
}

function phoneOf({ phone = '' }: Address): { phone?: string } {
  const digits = phone.replace(/\D/g, '');
  return /^\d{6,15}$/.test(digits) ? { phone: digits } : {};
}

/** Street, city, state and ZIP code in the United States. */
export function placeOf(address: Address) {
  if (!isDomestic(address)) wrong('ADDRESS', `no address in the United States: ${address.country}`);
  return { ...street(address), state: stateOf(address), ...zipOf(address) };
}

export const domesticParty = (address: Address) => ({
  ...addressee(address),
  ...placeOf(address),
  ...phoneOf(address),
});

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });
export function foreignParty(address: Address) {
  const { postalCode, state = '', country } = address;
  const province = state.trim();
  return {
    ...addressee(address),
    ...street(address),
    ...(postalCode.trim() ? { postalCode: postalCode.trim() } : {}),
    ...(province ? { province } : {}),
    ...(/^[A-Za-z]{2}$/.test(province) ? { provinceISOAlpha2Code: province.toUpperCase() } : {}),
    country: countryNames.of(country) ?? country,
    countryISOAlpha2Code: country,
    ...phoneOf(address),
  };
}

/** Pickups and SCAN forms want a person, too. */
export function personOf({ name, company = '' }: Address): { firstName: string; lastName: string; firm?: string } {
  const { first, last } = splitName(name || company);
  return {
    firstName: first.slice(0, NAME),
    lastName: (last || first).slice(0, NAME),
    ...(company ? { firm: company.slice(0, NAME) } : {}),
  };
}
