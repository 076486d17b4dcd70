import { at, list, text } from '../http/types.ts';
import { isState, postalCodeFits, zipInState } from '../ups/places.ts';
import { ACCOUNT, Refused } from './gate.ts';
import type { Place } from './tariff.ts';

const LB_PER_KG = 2.20462;

export function checkAccount(value: unknown): void {
  if (text(value) !== ACCOUNT)
    throw new Refused(
      'ACCOUNTNUMBER.REGISTRATION.REQUIRED',
      'Please enter a valid 9-digit FedEx account number or register for a new FedEx account number.',
    );
}

export function oneOf(value: unknown, allowed: readonly string[], code: string): string {
  const found = text(value);
  if (!allowed.includes(found)) throw new Refused(code, `Invalid value: ${found || 'none'}.`);
  return found;
}

/** A postal code of another state is wrong; a city of another name is only noted. */
export function readPlace(address: unknown, role: string): Place {
  const field = (name: string) => text(at(address, name));
  const [country, state, zip, city] = ['countryCode', 'stateOrProvinceCode', 'postalCode', 'city'].map(field) as [
    string,
    string,
    string,
    string,
  ];
  if (!/^[A-Z]{2}$/.test(country)) throw new Refused(`${role}.COUNTRYCODE.INVALID`, 'Invalid country code.');
  if (!postalCodeFits(country, zip) || (country === 'US' && !zip))
    throw new Refused(`${role}.POSTALCODE.INVALID`, `Invalid postal code: ${zip || 'none'}.`);
  if (country === 'US' && (!isState(state) || !zipInState(zip, state)))
    throw new Refused(`${role}.POSTALSTATE.MISMATCH`, `${zip} is not in ${state || 'no state'}.`);
  if (country === 'CA' && !/^[A-Z]{2}$/.test(state))
    throw new Refused(`${role}.STATEORPROVINCECODE.INVALID`, 'Invalid province.');
  return { country, state, zip, city, residential: at(address, 'residential') === true };
}

export interface Party {
  name: string;
  lines: string[];
  place: Place;
}

export function readParty(party: unknown, role: string): Party {
  if (!party) throw new Refused(`${role}.REQUIRED`, `${role} is required.`);
  const contact = at(party, 'contact');
  const name = text(at(contact, 'personName')) || text(at(contact, 'companyName'));
  if (!name) throw new Refused(`${role}.NAME.REQUIRED`, 'A person or a company is required.');
  if (!/^\+?[\d ()-]{7,20}$/.test(text(at(contact, 'phoneNumber'))))
    throw new Refused(`${role}.PHONENUMBER.REQUIRED`, 'A phone number is required.');
  const address = at(party, 'address');
  const lines = list(at(address, 'streetLines')).map(text).filter(Boolean);
  if (lines.length === 0 || lines.length > 3 || lines.some((line) => line.length > 35))
    throw new Refused(`${role}.STREETLINES.INVALID`, 'One to three lines of up to 35 characters.');
  const city = text(at(address, 'city'));
  if (!city || city.length > 35) throw new Refused(`${role}.CITY.INVALID`, 'Invalid city.');
  return { name, lines, place: readPlace(address, role) };
}

export interface Box {
  lbs: number;
  billingLbs: number;
  reference: string;
}

function lbsOf(weight: unknown): number {
  const [unit, value] = [text(at(weight, 'units')), at(weight, 'value')];
  if (!['LB', 'KG'].includes(unit) || typeof value !== 'number' || value <= 0)
    throw new Refused('PACKAGE.WEIGHT.INVALID', 'Weight and its unit are required.');
  const lbs = unit === 'KG' ? value * LB_PER_KG : value;
  if (lbs > 150) throw new Refused('PACKAGE.WEIGHT.EXCEEDED', 'The weight exceeds what the service takes.');
  return lbs;
}

function sidesOf(dimensions: unknown): number[] {
  if (dimensions === undefined) return [];
  const unit = oneOf(at(dimensions, 'units'), ['IN', 'CM'], 'PACKAGE.DIMENSIONS.INVALID');
  return ['length', 'width', 'height'].map((side) => {
    const value = at(dimensions, side);
    if (!Number.isInteger(value) || Number(value) <= 0)
      throw new Refused('PACKAGE.DIMENSIONS.INVALID', `Invalid ${side}.`);
    return unit === 'CM' ? Number(value) / 2.54 : Number(value);
  });
}

function checkBatteries(services: unknown): void {
  const types = list(at(services, 'specialServiceTypes')).map(text);
  const needs = { BATTERY: 'batteryDetails', STANDALONE_BATTERY: 'standaloneBatteryDetails' } as const;
  for (const [type, details] of Object.entries(needs))
    if (types.includes(type) && list(at(services, details)).length === 0)
      throw new Refused('BATTERY.DETAILS.REQUIRED', `${details} is required.`);
}

export function readBoxes(items: unknown, referenceLength: number): Box[] {
  const boxes = list(items);
  if (boxes.length === 0) throw new Refused('REQUESTEDPACKAGELINEITEMS.REQUIRED', 'A package is required.');
  if (boxes.length > 40) throw new Refused('PACKAGECOUNT.EXCEEDED', 'More than 40 packages are sold asynchronously.');
  return boxes.map((box) => {
    const lbs = lbsOf(at(box, 'weight'));
    const sides = sidesOf(at(box, 'dimensions'));
    const volume = sides.length === 3 ? (sides[0]! * sides[1]! * sides[2]!) / 139 : 0;
    checkBatteries(at(box, 'packageSpecialServices'));
    const references = list(at(box, 'customerReferences'));
    const reference = references.find((one) => text(at(one, 'customerReferenceType')) === 'CUSTOMER_REFERENCE');
    const value = text(at(reference, 'value'));
    if (value.length > referenceLength)
      throw new Refused('CUSTOMERREFERENCE.LENGTH.EXCEEDED', `At most ${referenceLength} characters.`);
    return { lbs, billingLbs: Math.max(1, Math.ceil(lbs), Math.ceil(volume)), reference: value };
  });
}

const MONEY = (value: unknown): number => {
  const amount = at(value, 'amount');
  if (typeof amount !== 'number' || amount <= 0 || !/^[A-Z]{3}$/.test(text(at(value, 'currency'))))
    throw new Refused('CUSTOMSVALUE.INVALID', 'Amount and currency are required.');
  return Math.round(amount * 100);
};

/** Goods that cross a border: each with its value, and a sum that is right. @returns lines for the invoice */
export function readCustoms(detail: unknown): string[] {
  const goods = list(at(detail, 'commodities'));
  if (goods.length === 0) throw new Refused('COMMODITIES.REQUIRED', 'Commodities are required.');
  if (!at(detail, 'commercialInvoice'))
    throw new Refused('COMMERCIALINVOICE.REQUIRED', 'commercialInvoice is required.');
  const payer = oneOf(
    at(detail, 'dutiesPayment', 'paymentType'),
    ['SENDER', 'RECIPIENT', 'THIRD_PARTY'],
    'DUTIESPAYMENT.PAYMENTTYPE.REQUIRED',
  );
  if (payer === 'SENDER')
    checkAccount(at(detail, 'dutiesPayment', 'payor', 'responsibleParty', 'accountNumber', 'value'));
  let cents = 0;
  const lines = goods.map((one) => {
    const field = (name: string) => text(at(one, name));
    for (const name of ['description', 'countryOfManufacture', 'quantityUnits'])
      if (!field(name)) throw new Refused('COMMODITY.INVALID', `${name} is required.`);
    if (!Number.isInteger(at(one, 'quantity'))) throw new Refused('COMMODITY.INVALID', 'quantity is required.');
    lbsOf(at(one, 'weight'));
    cents += MONEY(at(one, 'customsValue'));
    return `${field('quantity')} x ${field('description')} ${field('harmonizedCode')} ${field('countryOfManufacture')}`;
  });
  if (MONEY(at(detail, 'totalCustomsValue')) !== cents)
    throw new Refused('TOTALCUSTOMSVALUE.MISMATCH', 'The total differs from the sum of the commodities.');
  return [`Terms ${text(at(detail, 'commercialInvoice', 'termsOfSale'))}, duties by ${payer}`, ...lines];
}
