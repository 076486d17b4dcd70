import type { Address, CarrierAccess } from '../../types.ts';
import { ConnectorError } from '../../types.ts';
import { isNotFound } from '../../wms/convert.ts';
import type { AddressAnswer } from '../connector.ts';
import type { ExpressClient } from './client.ts';
import { addressAnswer } from './shapes.ts';

const same = (a: string, b: string): boolean =>
  a.replace(/[\s-]/g, '').toUpperCase() === b.replace(/[\s-]/g, '').toUpperCase();

export function createPlaces({ call }: ExpressClient) {
  /** Whether DHL delivers there: it checks postal code and city, and knows no streets. */
  return async function validateAddress(access: CarrierAccess, address: Address): Promise<AddressAnswer> {
    const { country: countryCode, postalCode, city: cityName } = address;
    try {
      const answer = await call(access, {
        method: 'GET',
        path: '/address-validate',
        query: { type: 'delivery', countryCode, postalCode, cityName, strictValidation: 'false' },
        effect: 'read',
        shape: addressAnswer,
      });
      const found = (answer.address ?? []).map(
        (one): Address => ({
          ...address,
          city: one.cityName || address.city,
          postalCode: one.postalCode || address.postalCode,
        }),
      );
      const candidates = found.filter(
        (one, index) =>
          found.findIndex((other) => same(other.city, one.city) && same(other.postalCode, one.postalCode)) === index,
      );
      const right = candidates.find((one) => same(one.city, cityName) && same(one.postalCode, postalCode));
      const detail = answer.warnings.join('; ');
      if (right) return { verdict: 'valid', candidates: [right], detail };
      const verdict = candidates.length === 0 ? 'unknown' : candidates.length === 1 ? 'corrected' : 'ambiguous';
      return { verdict, candidates, detail };
    } catch (error) {
      // 400 is said of a place that is not served, with DHL's number of that fault.
      const isUnknown =
        error instanceof ConnectorError && error.kind === 'rejected' && /^(3\d{3}|8\d{3})$/.test(error.code ?? '');
      if (!isUnknown && !isNotFound(error)) throw error;
      return { verdict: 'unknown', candidates: [], detail: (error as Error).message };
    }
  };
}
