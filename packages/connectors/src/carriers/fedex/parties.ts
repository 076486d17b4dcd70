import type { Address } from '../../types.ts';
import { wrong } from './client.ts';

const LINE = 35;
const NEEDS_STATE = new Set(['US', 'CA', 'PR']);

/** At most three lines of 35 characters, broken between words. What does not fit is refused: a cut address goes astray. */
export function streetLines(address: Address): string[] {
  const lines: string[] = [];
  for (const text of [address.line1, address.line2 ?? '']) {
    let line = '';
    for (const word of text.split(/\s+/).filter(Boolean)) {
      if (word.length > LINE) wrong('ADDRESS', `a word of the address is longer than ${LINE} characters: ${word}`);
      const longer = line === '' ? word : `${line} ${word}`;
      if (longer.length > LINE) lines.push(line);
      line = longer.length > LINE ? word : longer;
    }
    if (line !== '') lines.push(line);
  }
  if (lines.length > 3) wrong('ADDRESS', `the address has more than three lines of ${LINE} characters`);
  return lines;
}

/** City and below; as rating wants it. */
export function placeOf(address: Address) {
  const { country, city, postalCode } = address;
  const state = address.state?.trim().toUpperCase() ?? '';
  if (NEEDS_STATE.has(country) && !/^[A-Z]{2}$/.test(state))
    wrong('ADDRESS', `the state must be its code, not "${state}"`);
  if (city.length > LINE) wrong('ADDRESS', `the city is longer than ${LINE} characters`);
  return {
    city,
    ...(/^[A-Z]{2}$/.test(state) ? { stateOrProvinceCode: state } : {}),
    ...(postalCode ? { postalCode: postalCode.trim().toUpperCase() } : {}),
    countryCode: country,
    ...(address.residential ? { residential: true } : {}),
  };
}

const digitsOf = (phone: string | undefined): string => (phone ?? '').replace(/\D/g, '').slice(0, 15);

/** FedEx wants a phone number of everybody. @param spares for those who have none: the first usable one is taken */
export function partyOf(address: Address, ...spares: readonly (string | undefined)[]) {
  const phone = [address.phone, ...spares].map(digitsOf).find((digits) => digits.length >= 7);
  if (!phone) wrong('PHONE', `FedEx wants a phone number of ${address.name || address.company}`);
  return {
    contact: {
      personName: (address.name || address.company || '').slice(0, 70),
      ...(address.company ? { companyName: address.company.slice(0, LINE) } : {}),
      phoneNumber: phone,
      ...(address.email ? { emailAddress: address.email.slice(0, 80) } : {}),
    },
    address: { streetLines: streetLines(address), ...placeOf(address) },
  };
}
