import type { Address, CarrierAccess } from '../../types.ts';
import type { AddressAnswer } from '../connector.ts';
import type { FedexClient } from './client.ts';
import { streetLines } from './parties.ts';
import { addressAnswer, type Resolved } from './shapes.ts';

const RESIDENTIAL: Readonly<Record<string, boolean>> = { RESIDENTIAL: true, BUSINESS: false };

function candidateOf(requested: Address, found: Resolved): Address {
  const [line1 = requested.line1, ...more] = found.streetLinesToken;
  const { line2: _, state: __, residential: ___, ...kept } = requested;
  const { base, addOn } = found.parsedPostalCode ?? {};
  const postalCode = found.postalCode ?? [base, addOn].filter(Boolean).join('-');
  const line2 = more.join(', ');
  const residential = RESIDENTIAL[found.classification ?? ''];
  return {
    ...kept,
    line1,
    ...(line2 ? { line2 } : {}),
    city: found.city ?? requested.city,
    ...(found.stateOrProvinceCode ? { state: found.stateOrProvinceCode } : {}),
    postalCode: postalCode || requested.postalCode,
    country: found.countryCode ?? requested.country,
    ...(residential === undefined ? {} : { residential }),
  };
}

const plain = (text: string | undefined): string =>
  (text ?? '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Only capitals, signs and the four digits behind a ZIP code may differ. */
function isSame(a: Address, b: Address): boolean {
  const codes = [a.postalCode, b.postalCode].map((code) => plain(code).replaceAll(' ', ''));
  const [requested = '', found = ''] = codes;
  const code = a.country === 'US' ? requested.slice(0, 5) === found.slice(0, 5) : requested === found;
  const words = ({ line1, line2, city, state }: Address) =>
    plain([line1, line2, city, state].filter(Boolean).join(' '));
  return code && a.country === b.country && words(a) === words(b);
}

function verdictOf(requested: Address, found: Resolved, candidate: Address): AddressAnswer['verdict'] {
  const { Matched, Resolved, MultipleMatches, SuiteRequiredButMissing, InvalidSuiteNumber } = found.attributes;
  if (MultipleMatches || SuiteRequiredButMissing || InvalidSuiteNumber) return 'ambiguous';
  if (Resolved === false || Matched === false || (Resolved === undefined && Matched === undefined)) return 'unknown';
  return isSame(requested, candidate) ? 'valid' : 'corrected';
}

export function createAddresses({ call }: FedexClient) {
  return async function validateAddress(access: CarrierAccess, address: Address): Promise<AddressAnswer> {
    const { city, state, postalCode, country: countryCode } = address;
    const place = { streetLines: streetLines(address), city, postalCode, countryCode };
    const { resolvedAddresses } = await call(access, {
      method: 'POST',
      path: '/address/v1/addresses/resolve',
      json: { addressesToValidate: [{ address: { ...place, ...(state ? { stateOrProvinceCode: state } : {}) } }] },
      effect: 'read',
      shape: addressAnswer,
    });
    const [first] = resolvedAddresses;
    if (!first) return { verdict: 'unknown', candidates: [], detail: '' };
    const candidates = resolvedAddresses.map((one) => candidateOf(address, one));
    const verdict = candidates.length > 1 ? 'ambiguous' : verdictOf(address, first, candidates[0] ?? address);
    const residential = RESIDENTIAL[first.classification ?? ''];
    return {
      verdict,
      candidates: verdict === 'unknown' ? [] : candidates,
      ...(residential === undefined ? {} : { residential }),
      detail: [...first.customerMessages, ...first.customerMessage].join('; '),
    };
  };
}
