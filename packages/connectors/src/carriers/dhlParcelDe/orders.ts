import { exact } from '../../json.ts';
import { isZero } from '../../money.ts';
import { threeLetters } from '../../places.ts';
import { type Address, type CarrierAccess, ConnectorError, type Parcel, type ParcelItem } from '../../types.ts';
import { isDeclared } from '../customsUnion.ts';
import { CARRIER, PROFILE } from './client.ts';
import { billingNumber } from './services.ts';

const REFERENCE = { least: 8, most: 35 };
const LINE = 50;
/** Where the post takes the duty from the sender. */
const DUTY_PAID = new Set(['CH', 'GB', 'NO', 'US']);

export function wrong(code: string, message: string): never {
  throw new ConnectorError(CARRIER, 'rejected', message, { code });
}

function countryOf(country: string): string {
  return threeLetters(country) ?? wrong('COUNTRY', `no such country: ${country}`);
}

function line(text: string, what: string): string {
  const trimmed = text.trim();
  return trimmed.length <= LINE ? trimmed : wrong('ADDRESS', `${what} has more than ${LINE} characters: ${trimmed}`);
}

/** Streets hold the number of the house: told apart only by a space. */
export function partyOf(address: Address) {
  const { name, company, line1, line2, state, country } = address;
  return {
    name1: line(company || name, 'the name'),
    ...(company && name && name !== company ? { name2: line(name, 'the name') } : {}),
    addressStreet: line(line1, 'the street'),
    ...(line2?.trim() ? { additionalAddressInformation1: line(line2, 'the second line') } : {}),
    ...(address.postalCode ? { postalCode: address.postalCode } : {}),
    city: address.city.slice(0, 40),
    ...(state ? { state: country === 'US' && /^[A-Z]{2}$/.test(state) ? `US-${state}` : state.slice(0, 20) } : {}),
    country: countryOf(country),
  };
}

const gramsOf = (grams: number) => ({ uom: 'g', value: Math.max(1, Math.ceil(grams)) });

function commodityOf(item: ParcelItem, share: number) {
  if (isZero(item.unitValueUsd)) wrong('CUSTOMS', `a value for customs is missing: ${item.sku}`);
  const hsCode = item.hsCode?.replace(/[^0-9]/g, '');
  return {
    itemDescription: item.description.slice(0, 256),
    ...(item.originCountry ? { countryOfOrigin: countryOf(item.originCountry) } : {}),
    ...(hsCode ? { hsCode: hsCode.slice(0, 11) } : {}),
    packagedQuantity: item.quantity,
    itemValue: { currency: 'USD', value: exact(item.unitValueUsd) },
    itemWeight: gramsOf(item.weightGrams || share),
  };
}

export function commoditiesOf({ items, weightGrams }: Parcel) {
  if (items.length === 0) wrong('CUSTOMS', 'a parcel that crosses a border needs its items with their values');
  const share = Math.floor(weightGrams / items.reduce((units, { quantity }) => units + quantity, 0));
  return items.map((item) => commodityOf(item, share));
}

function customsOf(parcel: Parcel, product: string) {
  const { customs } = parcel;
  const reference = customs?.eori || customs?.vat;
  return {
    exportType: 'COMMERCIAL_GOODS',
    invoiceNo: (customs?.invoiceNumber || parcel.reference).slice(0, 35),
    // Of no other product are the terms told here.
    ...(product === 'V54EPAK' ? { shippingConditions: customs?.terms ?? 'DAP' } : {}),
    ...(reference ? { shipperCustomsRef: reference.slice(0, 35) } : {}),
    // What the buyer paid for the shipping is not known. Its currency must be that of the items.
    postalCharges: { currency: 'USD', value: 0 },
    items: commoditiesOf(parcel),
  };
}

function servicesOf(parcel: Parcel, product: string, isAbroad: boolean) {
  const isPaid = isAbroad && parcel.customs?.terms === 'DDP';
  if (isPaid && product !== 'V54EPAK' && !DUTY_PAID.has(parcel.to.country))
    wrong('DDP', `DHL Paket pays no duty for the recipient in ${parcel.to.country}`);
  return {
    ...(product === 'V53WPAK' ? { endorsement: 'RETURN' } : {}),
    ...(isPaid && product !== 'V54EPAK' ? { postalDeliveryDutyPaid: true } : {}),
  };
}

export function checkParcel({ reference, further, items }: Parcel): void {
  if (reference.length < REFERENCE.least || reference.length > REFERENCE.most)
    wrong(
      'REFERENCE',
      `the reference must have ${REFERENCE.least} to ${REFERENCE.most} characters: by it the order is found again`,
    );
  if (further?.length) wrong('BOXES', 'each box of DHL Paket is a shipment of its own');
  if (items.some(({ battery }) => battery === 'alone')) wrong('BATTERY', 'DHL Paket takes no batteries alone');
}

/** Body of a purchase of one label. */
export function orderRequest(access: CarrierAccess, parcel: Parcel, product: string) {
  checkParcel(parcel);
  const { from, to, lengthMm, widthMm, heightMm } = parcel;
  const isAbroad = isDeclared('DE', to.country);
  const services = servicesOf(parcel, product, isAbroad);
  const measured = lengthMm && widthMm && heightMm;
  const dim = {
    uom: 'mm',
    length: Math.ceil(lengthMm ?? 0),
    width: Math.ceil(widthMm ?? 0),
    height: Math.ceil(heightMm ?? 0),
  };
  return {
    profile: PROFILE,
    shipments: [
      {
        product,
        billingNumber: billingNumber(access, product),
        refNo: parcel.reference,
        shipper: partyOf(from),
        consignee: {
          ...partyOf(to),
          // Inside Germany DHL must not get a telephone number.
          ...(to.country !== 'DE' && to.phone ? { phone: to.phone } : {}),
          ...(to.email ? { email: to.email } : {}),
        },
        details: { ...(measured ? { dim } : {}), weight: gramsOf(parcel.weightGrams) },
        ...(Object.keys(services).length > 0 ? { services } : {}),
        ...(isAbroad ? { customs: customsOf(parcel, product) } : {}),
      },
    ],
  };
}

/** Body of a return: DHL knows where to by the receiver that the contract names for the country. */
export function returnRequest({ keys }: CarrierAccess, parcel: Parcel) {
  checkParcel(parcel);
  const { country, ...shipper } = partyOf(parcel.from);
  const { email, phone } = parcel.from;
  return {
    receiverId: keys.returnReceiver || country.toLowerCase(),
    customerReference: parcel.reference,
    shipper: { ...shipper, ...(email ? { email } : {}), ...(phone ? { phone } : {}) },
    itemWeight: gramsOf(parcel.weightGrams),
    ...(isDeclared(parcel.from.country, 'DE') ? { customsDetails: { items: commoditiesOf(parcel) } } : {}),
  };
}
