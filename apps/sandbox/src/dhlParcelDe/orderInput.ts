import { at, list, text } from '../http/types.ts';
import { type Fault, fault } from './gate.ts';
import type { ParcelInput } from './parcels.ts';

const EKP = '3333333333';
const UNION =
  'AUT BEL BGR CYP CZE DEU DNK EST ESP FIN FRA GRC HRV HUN IRL ITA LTU LUX LVA MLT NLD POL PRT ROU SVN SVK SWE'.split(
    ' ',
  );
const ABROAD = 'USA GBR CHE NOR CHN CAN AUS JPN LIE'.split(' ');

interface Product {
  procedure: string;
  mostKg: number;
  /** Which countries it goes to. */
  goesTo(country: string): boolean;
}
const PRODUCTS: Readonly<Record<string, Product>> = {
  V01PAK: { procedure: '01', mostKg: 31.5, goesTo: (country) => country === 'DEU' },
  V62KP: { procedure: '62', mostKg: 1, goesTo: (country) => country === 'DEU' },
  V53WPAK: { procedure: '53', mostKg: 31.5, goesTo: (country) => country !== 'DEU' },
  V54EPAK: { procedure: '54', mostKg: 31.5, goesTo: (country) => country !== 'DEU' && UNION.includes(country) },
  V66WPI: { procedure: '66', mostKg: 1, goesTo: (country) => country !== 'DEU' },
};

const FIELDS: Readonly<Record<string, string[]>> = {
  '': ['product', 'billingNumber', 'refNo', 'shipDate', 'shipper', 'consignee', 'details', 'services', 'customs'],
  shipper: [],
  consignee: ['additionalAddressInformation2', 'dispatchingInformation'],
};
const PARTY = [
  ...['name1', 'name2', 'name3', 'addressStreet', 'addressHouse', 'additionalAddressInformation1', 'postalCode'],
  ...['city', 'state', 'country', 'contactName', 'phone', 'email'],
];

function partyFaults(party: unknown, name: 'shipper' | 'consignee'): Fault[] {
  const field = (key: string) => text(at(party, key));
  const allowed = [...PARTY, ...(FIELDS[name] ?? [])];
  const faults = Object.keys(Object(party))
    .filter((key) => !allowed.includes(key))
    .map((key) => fault(`${name}.${key}`, 'The property is not allowed'));
  for (const key of ['name1', 'addressStreet', 'city', 'country'])
    if (!field(key)) faults.push(fault(`${name}.${key}`, `${key} is required`));
  for (const key of ['name1', 'name2', 'addressStreet', 'additionalAddressInformation1'])
    if (field(key).length > 50) faults.push(fault(`${name}.${key}`, 'Maximum length is 50'));
  const country = field('country');
  if (country && ![...UNION, ...ABROAD].includes(country))
    faults.push(fault(`${name}.country`, `Country ${country} is unknown`));
  if (country === 'DEU' && !/^\d{5}$/.test(field('postalCode')))
    faults.push(fault(`${name}.postalCode`, 'The postal code must have 5 digits'));
  if (country === 'USA' && field('state') && !/^US-[A-Z]{2}$/.test(field('state')))
    faults.push(fault(`${name}.state`, 'Please use the official regional ISO code, e.g. US-AL'));
  return faults;
}

function weightOf(weight: unknown): number {
  const value = Number(at(weight, 'value'));
  const unit = text(at(weight, 'uom'));
  return unit === 'kg' ? value * 1000 : unit === 'g' ? value : Number.NaN;
}

export function customsFaults(items: unknown, at0: string): Fault[] {
  const faults: Fault[] = [];
  if (list(items).length === 0) faults.push(fault(at0, 'At least one item is required'));
  list(items).forEach((item, index) => {
    const here = `${at0}[${index}]`;
    if (!text(at(item, 'itemDescription')))
      faults.push(fault(`${here}.itemDescription`, 'itemDescription is required'));
    if (!(Number(at(item, 'itemValue', 'value')) > 0)) faults.push(fault(`${here}.itemValue`, 'itemValue is required'));
    if (!Number.isInteger(at(item, 'packagedQuantity')))
      faults.push(fault(`${here}.packagedQuantity`, 'A whole number is required'));
    if (!(weightOf(at(item, 'itemWeight')) > 0)) faults.push(fault(`${here}.itemWeight`, 'itemWeight is required'));
    const hsCode = text(at(item, 'hsCode'));
    if (hsCode && !/^\d{6,11}$/.test(hsCode)) faults.push(fault(`${here}.hsCode`, 'hsCode must have 6 to 11 digits'));
  });
  return faults;
}

function declarationFaults(shipment: unknown, country: string): Fault[] {
  const customs = at(shipment, 'customs');
  if (UNION.includes(country)) return customs ? [fault('customs', 'No customs declaration is possible there')] : [];
  if (!customs) return [fault('customs', 'The customs declaration is missing')];
  const items = list(at(customs, 'items'));
  const faults = customsFaults(items, 'customs.items');
  if (!text(at(customs, 'exportType'))) faults.push(fault('customs.exportType', 'exportType is required'));
  const currency = at(customs, 'postalCharges', 'currency');
  if (!currency) faults.push(fault('customs.postalCharges', 'postalCharges is required'));
  if (items.some((item) => at(item, 'itemValue', 'currency') !== currency))
    faults.push(fault('customs.postalCharges', 'The currencies of items and postal charges must match'));
  return faults;
}

/** Every fault of an order, and what it orders. */
export function readOrder(shipment: unknown): { faults: Fault[]; input: ParcelInput } {
  const faults = Object.keys(Object(shipment))
    .filter((key) => !FIELDS['']?.includes(key))
    .map((key) => fault(key, 'The property is not allowed'));
  const code = text(at(shipment, 'product'));
  const product = PRODUCTS[code];
  const [sender, receiver] = [at(shipment, 'shipper'), at(shipment, 'consignee')];
  const country = text(at(receiver, 'country'));
  const reference = text(at(shipment, 'refNo'));
  const grams = weightOf(at(shipment, 'details', 'weight'));
  if (!product) faults.push(fault('product', `Product ${code} is unknown`));
  else if (!new RegExp(`^${EKP}${product.procedure}0[1-9]$`).test(text(at(shipment, 'billingNumber'))))
    faults.push(fault('billingNumber', 'The billing number does not belong to the product or to the user'));
  if (reference.length < 8 || reference.length > 35) faults.push(fault('refNo', 'refNo must have 8 to 35 characters'));
  faults.push(...partyFaults(sender, 'shipper'), ...partyFaults(receiver, 'consignee'));
  if (product && country && !product.goesTo(country))
    faults.push(fault('product', `${code} does not go to ${country}`));
  if (!(grams > 0)) faults.push(fault('details.weight', 'The weight is required'));
  else if (product && grams > product.mostKg * 1000)
    faults.push(fault('details.weight', 'Weight exceeds maximum limit'));
  if (country === 'DEU' && at(receiver, 'phone'))
    faults.push(fault('consignee.phone', 'No phone number may be transmitted'));
  if (country) faults.push(...declarationFaults(shipment, country));
  if (at(shipment, 'services', 'postalDeliveryDutyPaid') === true && !['CHE', 'GBR', 'NOR', 'USA'].includes(country))
    faults.push(fault('services.postalDeliveryDutyPaid', 'The service is not available for the destination'));
  const lines = list(at(shipment, 'customs', 'items')).map(
    (item) => `${text(at(item, 'packagedQuantity'))} x ${text(at(item, 'itemDescription'))}`,
  );
  const city = text(at(receiver, 'city'));
  return { faults, input: { reference, product: code, sender, receiver, city, country, grams, lines } };
}

/** A return: from the buyer to the receiver that the contract names. */
export function readReturn(body: unknown): { faults: Fault[]; input: ParcelInput } {
  const receiverId = text(at(body, 'receiverId'));
  const shipper = at(body, 'shipper');
  const grams = weightOf(at(body, 'itemWeight'));
  const faults: Fault[] = [];
  if (!['deu', 'che', 'aut'].includes(receiverId))
    faults.push(fault('receiverId', `No receiver ${receiverId} in the contract`));
  for (const key of ['name1', 'addressStreet', 'postalCode', 'city'])
    if (!text(at(shipper, key))) faults.push(fault(`shipper.${key}`, `${key} is required`));
  if (!(grams > 0)) faults.push(fault('itemWeight', 'The weight is required'));
  if (receiverId === 'che') faults.push(...customsFaults(at(body, 'customsDetails', 'items'), 'customsDetails.items'));
  const reference = text(at(body, 'customerReference'));
  const receiver = {
    name1: 'DHL Retoure',
    addressStreet: 'Retourenweg 1',
    postalCode: '53113',
    city: 'Bonn',
    country: 'DEU',
  };
  const place = { city: 'Bonn', country: 'DEU' };
  return {
    faults,
    input: { ...{ reference, product: 'V07PAK', sender: shipper, receiver, grams, lines: [] }, ...place },
  };
}
