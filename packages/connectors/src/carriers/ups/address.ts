import type { z } from 'zod';
import { type Address, type CarrierAccess, ConnectorError } from '../../types.ts';
import type { AddressAnswer } from '../connector.ts';
import { CARRIER, type UpsClient } from './client.ts';
import { addressAnswer } from './shapes.ts';

/** Street by street UPS knows these two only. */
export const KNOWN = ['US', 'PR'];
const RESIDENTIAL: Record<string, boolean> = { '1': false, '2': true };

function requestOf(address: Address) {
  const [low = '', extended = ''] = address.postalCode.trim().split('-');
  return {
    XAVRequest: {
      AddressKeyFormat: {
        ...(address.company || address.name ? { ConsigneeName: (address.company || address.name).slice(0, 40) } : {}),
        AddressLine: [address.line1, address.line2 ?? ''].filter(Boolean),
        PoliticalDivision2: address.city,
        ...(address.state ? { PoliticalDivision1: address.state } : {}),
        PostcodePrimaryLow: low,
        ...(extended ? { PostcodeExtendedLow: extended } : {}),
        CountryCode: address.country,
      },
    },
  };
}

type Answer = z.output<typeof addressAnswer>['XAVResponse'];

function candidateOf(address: Address, one: Answer['Candidate'][number]): Address {
  const { AddressLine, PoliticalDivision2, PoliticalDivision1, PostcodePrimaryLow, PostcodeExtendedLow, CountryCode } =
    one.AddressKeyFormat;
  const { line2: _, ...rest } = address;
  const [line1 = '', ...others] = AddressLine;
  return {
    ...rest,
    line1,
    ...(others.length > 0 ? { line2: others.join(' ') } : {}),
    city: PoliticalDivision2 ?? address.city,
    ...(PoliticalDivision1 ? { state: PoliticalDivision1 } : {}),
    postalCode: [PostcodePrimaryLow, PostcodeExtendedLow].filter(Boolean).join('-'),
    country: CountryCode,
  };
}

/** Signs, cases and the four digits after a ZIP code make no other address. */
const essence = ({ line1, line2, city, state, postalCode }: Address): string =>
  [line1, line2, city, state, postalCode.split('-')[0]]
    .filter(Boolean)
    .join(' ')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ');

function readAnswer(address: Address, answer: Answer): AddressAnswer {
  const candidates = answer.Candidate.map((one) => candidateOf(address, one));
  const kind = answer.AddressClassification ?? answer.Candidate[0]?.AddressClassification;
  const residential = RESIDENTIAL[kind?.Code ?? ''];
  const facts = { candidates, ...(residential === undefined ? {} : { residential }) };
  const [only] = candidates;
  if (!only || answer.NoCandidatesIndicator !== undefined)
    return { verdict: 'unknown', candidates: [], detail: 'UPS knows no such address' };
  if (candidates.length > 1) return { verdict: 'ambiguous', ...facts, detail: 'UPS knows several such addresses' };
  const isSame = essence(only) === essence(address);
  return isSame
    ? { verdict: 'valid', ...facts, detail: '' }
    : { verdict: 'corrected', ...facts, detail: 'UPS knows this address with another spelling' };
}

export function createAddressCheck({ call }: UpsClient) {
  return async function validateAddress(access: CarrierAccess, address: Address): Promise<AddressAnswer> {
    if (!KNOWN.includes(address.country))
      throw new ConnectorError(CARRIER, 'rejected', 'UPS checks addresses in the United States and Puerto Rico only', {
        code: 'COUNTRY',
      });
    const { XAVResponse } = await call(access, {
      method: 'POST',
      // 3: is there such an address, and does somebody live there?
      path: '/api/addressvalidation/v2/3',
      json: requestOf(address),
      effect: 'read',
      shape: addressAnswer,
    });
    return readAnswer(address, XAVResponse);
  };
}
