import { isZero } from '../../money.ts';
import { type Address, ConnectorError, type Parcel, type ParcelItem, type Sale } from '../../types.ts';
import { CARRIER } from './client.ts';
import { type Offer, sidesOf } from './offers.ts';

const REFERENCE_LENGTH = 50;
const STREET = 50;
const STREETS = 3;

function wrong(code: string, message: string): never {
  throw new ConnectorError(CARRIER, 'rejected', message, { code });
}

/** As eBay names a line: its listing and its transaction. */
const lineOf = ({ listingId, lineId }: Sale): string => (listingId ? `${listingId}-${lineId}` : lineId);
/** Of what nothing says which sale it is of; eDIS itself refuses what is no line of the seller's. */
const lineless = (reference: string, index: number): string => `${reference}.${index + 1}`;

/** By any of these a package is found again. */
export function linesOf(reference: string, sales: readonly Sale[] = []): string[] {
  return sales.length > 0 ? [...new Set(sales.map(lineOf))] : [lineless(reference, 0)];
}

/** Lines of at most 50 characters, cut between words where there are any. */
function streetsOf({ line1, line2 = '' }: Address): string[] {
  const streets: string[] = [];
  for (const word of `${line1} ${line2}`.trim().split(/\s+/)) {
    const last = streets.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= STREET) streets[streets.length - 1] = `${last} ${word}`;
    else streets.push(...(word.match(/.{1,50}/gu) ?? []));
  }
  if (streets.length > STREETS) wrong('ADDRESS', `a street of more than ${STREETS} lines of ${STREET} characters`);
  return streets;
}

function shipToOf(address: Address) {
  const [street1 = '', street2, street3] = streetsOf(address);
  return {
    contact: address.name || (address.company ?? ''),
    ...(address.company ? { company: address.company } : {}),
    phone: address.phone ?? '',
    countryCode: address.country,
    province: address.state ?? '',
    city: address.city,
    street1,
    ...(street2 ? { street2 } : {}),
    ...(street3 ? { street3 } : {}),
    postcode: address.postalCode,
  };
}

const HAN = /\p{Script=Han}/u;

function englishOf({ description, sku }: ParcelItem): string {
  const english = description.replace(/[\p{Script=Han}，。；：（）、]+/gu, ' ').trim();
  return english === '' ? wrong('CUSTOMS', `an English name for customs is missing: ${sku}`) : english;
}

function itemOf(item: ParcelItem, index: number, parcel: Parcel, batteryOf: (item: ParcelItem) => object) {
  const { sale, quantity, sku, unitValueUsd, hsCode, originCountry, description } = item;
  if (isZero(unitValueUsd)) wrong('CUSTOMS', `a value for customs is missing: ${sku}`);
  const tariffCode = hsCode?.replace(/\D/g, '');
  return {
    ...(sale ? { orderId: sale.orderNo } : {}),
    orderLineItem: sale ? lineOf(sale) : lineless(parcel.reference, index),
    itemTitle: description,
    postedQuantity: quantity,
    // Import VAT that eBay has collected: its number for it came with the order.
    ...(parcel.customs?.ioss ? { ebayCollectAndRemitTax: true } : {}),
    sku: {
      skuNumber: sku,
      nameEn: englishOf(item),
      ...(HAN.test(description) ? { nameZh: description } : {}),
      price: { value: unitValueUsd, currency: 'USD' },
      ...(item.weightGrams > 0 ? { weight: item.weightGrams } : {}),
      ...(tariffCode ? { tariffCode } : {}),
      ...(originCountry ? { origin: originCountry } : {}),
      ...batteryOf(item),
    },
  };
}

/** One box to a buyer: eDIS knows no other. */
export function check(parcel: Parcel): void {
  const { reference, items, further, isReturn } = parcel;
  if (reference === '' || reference.length > REFERENCE_LENGTH)
    wrong('REFERENCE', `the reference must have 1 to ${REFERENCE_LENGTH} characters: by it the package is found again`);
  if (items.length === 0) wrong('CUSTOMS', 'a parcel that crosses a border needs its items with their values');
  if (isReturn || (further && further.length > 0)) wrong('ONE_BOX', 'eDIS labels one box to a buyer');
}

/** Body of a package: grams and centimetres. */
export function packageInfo(parcel: Parcel, offer: Offer, batteryOf: (item: ParcelItem) => object) {
  const { service, preferences } = offer;
  const [packageLength = 0, packageWidth = 0, packageHeight = 0] = sidesOf(parcel).map((side) => Math.max(1, side));
  return {
    shippingServiceId: service.shippingServiceId,
    shipFromAddressId: preferences.shipFromAddressId,
    consignPreferenceId: preferences.consignPreferenceId,
    ...(service.incoterm ? { incoterm: service.incoterm } : {}),
    packageComment: parcel.reference,
    packageWeight: Math.max(1, Math.ceil(parcel.weightGrams)),
    ...{ packageLength, packageWidth, packageHeight },
    shipToAddress: shipToOf(parcel.to),
    items: parcel.items.map((item, index) => itemOf(item, index, parcel, batteryOf)),
  };
}
