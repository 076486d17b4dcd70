import { exact } from '../../json.ts';
import { isZero } from '../../money.ts';
import { type Address, ConnectorError, type Parcel, type ParcelItem } from '../../types.ts';
import { splitName, toCm, toKg } from '../../wms/convert.ts';
import { CARRIER } from './refusals.ts';

const REFERENCE_LENGTH = 50;

function wrong(code: string, message: string): never {
  throw new ConnectorError(CARRIER, 'rejected', message, { code });
}

/** JSON numbers of every digit: weights and amounts are told as numbers. */
const kilograms = (grams: number): unknown => exact(toKg(Math.max(1, Math.ceil(grams))));
const centimetres = (mm: number): string => toCm(Math.ceil(mm));

/** Length, width and height in centimetres, where all are known. */
export function sidesOf({
  lengthMm,
  widthMm,
  heightMm,
}: Parcel): { length: string; width: string; height: string } | null {
  if (!lengthMm || !widthMm || !heightMm) return null;
  return { length: centimetres(lengthMm), width: centimetres(widthMm), height: centimetres(heightMm) };
}

export const weightOf = (parcel: Parcel): string => toKg(Math.max(1, Math.ceil(parcel.weightGrams)));

function partyOf(address: Address) {
  const { first, last } = splitName(address.name || address.company || '');
  return {
    first_name: first,
    ...(last ? { last_name: last } : {}),
    ...(address.company ? { company: address.company } : {}),
    country_code: address.country,
    // Required, also where addresses have no state.
    province: address.state?.trim() || address.city,
    city: address.city,
    address_lines: [address.line1, address.line2 ?? ''].filter((line) => line.trim() !== ''),
    postal_code: address.postalCode,
    ...(address.phone ? { phone_number: address.phone } : {}),
    ...(address.email ? { email: address.email } : {}),
  };
}

const HAN = /\p{Script=Han}/u;
const chineseName = ({ nameZh = '', description }: ParcelItem) => {
  const name = [nameZh, description].find((one) => HAN.test(one));
  return name ? { name_local: name } : {};
};

function declarationOf(item: ParcelItem, share: number) {
  const english = item.description.replace(/[\p{Script=Han}，。；：（）、]+/gu, ' ').trim();
  if (english === '') wrong('CUSTOMS', `an English name for customs is missing: ${item.sku}`);
  if (isZero(item.unitValueUsd)) wrong('CUSTOMS', `a value for customs is missing: ${item.sku}`);
  const hsCode = item.hsCode?.replace(/[^0-9A-Za-z]/g, '');
  return {
    sku_code: item.sku,
    ...chineseName(item),
    name_en: english,
    quantity: item.quantity,
    unit_price: exact(item.unitValueUsd),
    unit_weight: kilograms(item.weightGrams || share),
    currency: 'USD',
    ...(hsCode ? { hs_code: hsCode } : {}),
  };
}

/** Body of an order. Every parcel of YunExpress crosses a border. */
export function createRequest(parcel: Parcel, product: string) {
  const { reference, items } = parcel;
  if (reference === '' || reference.length > REFERENCE_LENGTH)
    wrong('REFERENCE', `the reference must have 1 to ${REFERENCE_LENGTH} characters: by it the order is found again`);
  if (items.length === 0) wrong('CUSTOMS', 'a parcel that crosses a border needs its items with their values');
  const sides = sidesOf(parcel);
  const ioss = parcel.customs?.ioss;
  // Where an article's weight is not known, it takes an even share of the parcel's.
  const share = Math.floor(parcel.weightGrams / items.reduce((units, { quantity }) => units + quantity, 0));
  return {
    product_code: product,
    customer_order_number: reference,
    weight_unit: 'KG',
    size_unit: 'CM',
    label_type: 'PDF',
    // W: a parcel, no document.
    sensitive_type: 'W',
    packages: [
      {
        weight: exact(weightOf(parcel)),
        ...(sides ? { length: exact(sides.length), width: exact(sides.width), height: exact(sides.height) } : {}),
      },
    ],
    receiver: partyOf(parcel.to),
    sender: partyOf(parcel.from),
    ...(ioss ? { customs_number: { ioss_code: ioss } } : {}),
    declaration_info: items.map((item) => declarationOf(item, share)),
  };
}
