import type { z } from 'zod';
import { type Address, type CarrierAccess, ConnectorError } from '../../types.ts';
import type { AddressAnswer } from '../connector.ts';
import type { UspsClient } from './client.ts';
import { DOMESTIC_COUNTRIES, placeOf, stateOf } from './parties.ts';
import { addressAnswer } from './shapes.ts';

type Known = z.output<typeof addressAnswer>;

function candidateOf(address: Address, { address: known }: Known): Address {
  const { line2: _, ...rest } = address;
  return {
    ...rest,
    line1: known.streetAddress,
    ...(known.secondaryAddress ? { line2: known.secondaryAddress } : {}),
    city: known.city,
    state: known.state,
    postalCode: known.ZIPPlus4 ? `${known.ZIPCode}-${known.ZIPPlus4}` : known.ZIPCode,
  };
}

/** The same but for letters, and for the four digits that USPS adds. */
function isSame(address: Address, candidate: Address): boolean {
  const asOne = (one: Address) =>
    [one.line1, one.line2 ?? '', one.city, stateOf(one), one.postalCode.slice(0, 5)]
      .map((text) => text.trim().toUpperCase())
      .join('\n');
  return asOne(address) === asOne(candidate);
}

/** USPS confirms house and flat (Y), the house alone (D: the flat is missing, S: it is not known), or nothing (N). */
function verdictOf(
  address: Address,
  candidate: Address,
  { additionalInfo, corrections }: Known,
): AddressAnswer['verdict'] {
  const confirmed = additionalInfo.DPVConfirmation.toUpperCase();
  if (confirmed === 'N') return 'unknown';
  const isOpen = corrections.some(({ code }) => code === '32' || code === '22');
  if (confirmed === 'D' || confirmed === 'S' || isOpen) return 'ambiguous';
  return isSame(address, candidate) ? 'valid' : 'corrected';
}

const MISSING: Readonly<Record<string, string>> = {
  D: 'the number of the apartment or suite is missing',
  S: 'the number of the apartment or suite is not known there',
  N: 'no such house',
};

function answerOf(address: Address, known: Known): AddressAnswer {
  const candidate = candidateOf(address, known);
  const { DPVConfirmation, business } = known.additionalInfo;
  const words = [...known.corrections.map(({ text }) => text), ...known.warnings].filter(Boolean).join('; ');
  const verdict = verdictOf(address, candidate, known);
  return {
    verdict,
    candidates: verdict === 'unknown' ? [] : [candidate],
    ...(/^[YN]$/.test(business) ? { residential: business === 'N' } : {}),
    detail: words || (MISSING[DPVConfirmation] ?? ''),
  };
}

const SEVERAL = /more than one|multiple addresses/i;
const NO_MATCH = /not found|no match|could not be found|insufficient|invalid|missing|unverifiable/i;

export function createAddresses({ call }: UspsClient) {
  return {
    addressCountries: DOMESTIC_COUNTRIES,
    async validateAddress(access: CarrierAccess, address: Address): Promise<AddressAnswer> {
      const { streetAddress, secondaryAddress = '', city, state, ZIPCode } = placeOf(address);
      const query = { streetAddress, ...(secondaryAddress ? { secondaryAddress } : {}), city, state, ZIPCode };
      try {
        const path = '/addresses/v3/address';
        const known = await call(access, { method: 'GET', path, query, effect: 'read', shape: addressAnswer });
        return answerOf(address, known);
      } catch (error) {
        if (!(error instanceof ConnectorError) || error.kind !== 'rejected' || error.status === 403) throw error;
        const detail = error.message;
        if (SEVERAL.test(detail)) return { verdict: 'ambiguous', candidates: [], detail };
        if (error.status === 404 || NO_MATCH.test(detail)) return { verdict: 'unknown', candidates: [], detail };
        throw error;
      }
    },
  };
}
