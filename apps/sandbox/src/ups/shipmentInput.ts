import { at, list, text } from '../http/types.ts';
import { badRequest } from './errors.ts';
import { isState, postalCodeFits, zipInState } from './places.ts';
import type { Place } from './tariff.ts';

export interface Party {
  name: string;
  lines: string[];
  city: string;
  place: Place;
  phone: string;
}

export interface PackageInput {
  weightLbs: number;
  billingLbs: number;
  references: { code: string; value: string }[];
}

const LB_PER_KG = 2.20462;
const DIVISOR = 139;

/** One address of a request, checked as UPS checks it; codes beyond the documented ones are the sandbox's. */
export function readParty(shipment: unknown, role: 'Shipper' | 'ShipTo' | 'ShipFrom', needsName: boolean): Party {
  const party = at(shipment, role);
  const address = at(party, 'Address');
  const country = text(at(address, 'CountryCode'));
  const state = text(at(address, 'StateProvinceCode'));
  const zip = text(at(address, 'PostalCode'));
  const city = text(at(address, 'City'));
  const lines = list(at(address, 'AddressLine')).map(text).filter(Boolean);
  if (!address) throw badRequest('120100', `Missing ${role} address.`);
  if (!/^[A-Z]{2}$/.test(country)) throw badRequest('111580', `Missing or invalid ${role} country code.`);
  if (needsName && !text(at(party, 'Name'))) throw badRequest('120102', `Missing or invalid ${role} name.`);
  if (needsName && lines.length === 0) throw badRequest('120104', `Missing or invalid ${role} address line 1.`);
  if (needsName && !city) throw badRequest('120105', `Missing or invalid ${role} city.`);
  if (country === 'US') {
    if (!zip) throw badRequest('111280', `Missing ${role} postal code.`);
    if (!postalCodeFits('US', zip))
      throw badRequest('111285', `The postal code ${zip} is invalid for ${state} United States.`);
    if (state && !isState(state))
      throw badRequest('111286', `${state} is not a valid state for the specified shipment.`);
    if (needsName && !state) throw badRequest('111286', `Missing ${role} state.`);
    if (state && !zipInState(zip, state)) {
      throw needsName
        ? badRequest('120802', `Address Validation Error on ${role} address`)
        : badRequest('111285', `The postal code ${zip} is invalid for ${state} United States.`);
    }
  } else if (zip && !postalCodeFits(country, zip)) {
    throw badRequest('111285', `The postal code ${zip} is invalid for ${country}.`);
  }
  const residential = at(address, 'ResidentialAddressIndicator') !== undefined;
  return {
    name: text(at(party, 'Name')),
    lines,
    city,
    place: { country, state, zip, residential },
    phone: text(at(party, 'Phone', 'Number')),
  };
}

/** Each fractional inch counts up before dimensional weight (since 2025-08-18), the divisor is 139. */
export function readPackages(shipment: unknown): PackageInput[] {
  const packages = list(at(shipment, 'Package'));
  if (packages.length === 0) throw badRequest('120500', 'Missing package.');
  return packages.map((parcel, index) => {
    const weightText = text(at(parcel, 'PackageWeight', 'Weight'));
    const weight = Number(weightText);
    if (weightText === '' || !(weight > 0))
      throw badRequest('111030', `Package ${index + 1}: missing or invalid package weight.`);
    const weightUnit = text(at(parcel, 'PackageWeight', 'UnitOfMeasurement', 'Code'));
    if (!['LBS', 'KGS'].includes(weightUnit))
      throw badRequest('111057', `Package ${index + 1}: missing or invalid weight unit.`);
    const weightLbs = weightUnit === 'KGS' ? weight * LB_PER_KG : weight;
    if (weightLbs > 150)
      throw badRequest('111035', 'The maximum per package weight for the selected service is 150.00 pounds.');
    const sides = ['Length', 'Width', 'Height'].map((side) => Number(text(at(parcel, 'Dimensions', side))) || 0);
    const unit = text(at(parcel, 'Dimensions', 'UnitOfMeasurement', 'Code'));
    const inches = sides.map((side) => Math.ceil(unit === 'CM' ? side / 2.54 : side));
    const dimensional = (inches[0]! * inches[1]! * inches[2]!) / DIVISOR;
    const references = list(at(parcel, 'ReferenceNumber')).map((one) => ({
      code: text(at(one, 'Code')),
      value: text(at(one, 'Value')),
    }));
    return { weightLbs, billingLbs: Math.max(1, Math.ceil(weightLbs), Math.ceil(dimensional)), references };
  });
}
