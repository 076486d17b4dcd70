import { type Address, ConnectorError } from '../../types.ts';
import { CARRIER } from './client.ts';

const LINE = 35;
/** Countries whose state is part of the address; elsewhere a long name is left out rather than cut. */
const NEEDS_STATE = new Set(['US', 'CA', 'VN']);
const PLAIN_POSTCODE = new Set(['US', 'PR', 'CA']);

function wrong(message: string): never {
  throw new ConnectorError(CARRIER, 'rejected', message, { code: 'ADDRESS' });
}

/** At most three lines of 35 characters, broken between words. What does not fit is refused: a cut address goes astray. */
export function addressLines(address: Address): string[] {
  const lines: string[] = [];
  for (const text of [address.line1, address.line2 ?? '']) {
    let line = '';
    for (const word of text.split(/\s+/).filter(Boolean)) {
      if (word.length > LINE) wrong(`a word of the address is longer than ${LINE} characters: ${word}`);
      const longer = line === '' ? word : `${line} ${word}`;
      if (longer.length > LINE) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    if (line !== '') lines.push(line);
  }
  if (lines.length > 3) wrong(`the address has more than three lines of ${LINE} characters`);
  return lines;
}

export function addressOf(address: Address) {
  const { country } = address;
  const state = address.state?.trim() ?? '';
  if (NEEDS_STATE.has(country) && state.length > 5) wrong(`the state must be its code, not "${state}"`);
  if (address.city.length > 30) wrong('the city is longer than 30 characters');
  const compact = PLAIN_POSTCODE.has(country)
    ? address.postalCode.replace(/[^A-Za-z0-9]/g, '')
    : address.postalCode.trim();
  return {
    AddressLine: addressLines(address),
    City: address.city,
    ...(state !== '' && state.length <= 5 ? { StateProvinceCode: state } : {}),
    ...(compact ? { PostalCode: compact.toUpperCase() } : {}),
    CountryCode: country,
  };
}

/** 35 characters are taken; names, unlike addresses, may be shortened. */
const short = (text: string): string => text.slice(0, LINE);

export function partyOf(address: Address) {
  const digits = address.phone?.replace(/\D/g, '') ?? '';
  return {
    Name: short(address.company || address.name),
    AttentionName: short(address.name || address.company || ''),
    ...(digits ? { Phone: { Number: digits.slice(0, 15) } } : {}),
    Address: addressOf(address),
  };
}

export function consigneeOf(address: Address) {
  const party = partyOf(address);
  const flag = address.residential ? { ResidentialAddressIndicator: 'Y' } : {};
  return { ...party, Address: { ...party.Address, ...flag } };
}
