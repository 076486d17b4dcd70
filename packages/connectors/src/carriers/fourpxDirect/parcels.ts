import { exact } from '../../json.ts';
import { divide, isZero, sum, times } from '../../money.ts';
import { type Address, type CarrierAccess, ConnectorError, type Parcel, type ParcelItem } from '../../types.ts';
import { splitName, toCm } from '../../wms/convert.ts';
import { chosen, deliverType, dutyType } from './options.ts';
import { CARRIER } from './refusals.ts';

const REFERENCE_LENGTH = 50;
/** Lines into the EU take euros everywhere, all others dollars. */
const currencyOf = (items: readonly ParcelItem[]) =>
  items.length > 0 && items.every((item) => item.unitValueEur !== undefined) ? 'EUR' : 'USD';
type Currency = ReturnType<typeof currencyOf>;

function wrong(code: string, message: string): never {
  throw new ConnectorError(CARRIER, 'rejected', message, { code });
}

export const gramsOf = (parcel: Parcel): number => Math.max(1, Math.ceil(parcel.weightGrams));
const centimetres = (mm: number): unknown => exact(toCm(Math.ceil(mm)));

/** Centimetres, all three or none. */
export function sidesOf({ lengthMm, widthMm, heightMm }: Parcel) {
  if (!lengthMm || !widthMm || !heightMm) return {};
  return { length: centimetres(lengthMm), width: centimetres(widthMm), height: centimetres(heightMm) };
}

function partyOf(address: Address) {
  const { first, last } = splitName(address.name || address.company || '');
  return {
    first_name: first,
    ...(last ? { last_name: last } : {}),
    ...(address.company ? { company: address.company } : {}),
    ...(address.phone ? { phone: address.phone } : {}),
    ...(address.email ? { email: address.email } : {}),
    post_code: address.postalCode,
    country: address.country,
    ...(address.state ? { state: address.state } : {}),
    city: address.city,
    street: [address.line1, address.line2 ?? ''].filter((line) => line.trim() !== '').join(', '),
  };
}

const HAN = /\p{Script=Han}/u;
/** Two decimals at most; the parcel's value is the sum of exactly these. */
const priceOf = (item: ParcelItem, currency: Currency): string =>
  divide(currency === 'EUR' ? (item.unitValueEur ?? item.unitValueUsd) : item.unitValueUsd, 1, 2);
const chineseName = ({ nameZh = '', description }: ParcelItem) => {
  const name = [nameZh, description].find((one) => HAN.test(one));
  return name ? { declare_product_name_cn: name } : {};
};

function declarationOf(item: ParcelItem, currency: Currency) {
  const english = item.description.replace(/[\p{Script=Han}，。；：（）、]+/gu, ' ').trim();
  if (english === '') wrong('CUSTOMS', `an English name for customs is missing: ${item.sku}`);
  const price = priceOf(item, currency);
  if (isZero(price)) wrong('CUSTOMS', `a value for customs is missing: ${item.sku}`);
  const hsCode = item.hsCode?.replace(/\D/g, '');
  return {
    ...chineseName(item),
    declare_product_name_en: english,
    declare_product_code_qty: item.quantity,
    declare_unit_price_export: exact(price),
    declare_unit_price_import: exact(price),
    currency_export: currency,
    currency_import: currency,
    ...(item.material ? { material: item.material } : {}),
    // Required; so they write that there is none.
    brand_export: 'none',
    brand_import: 'none',
    ...(hsCode ? { hscode_export: hsCode, hscode_import: hsCode } : {}),
    ...(item.originCountry ? { origin_country: item.originCountry } : {}),
    ...(item.weightGrams ? { unit_net_weight: Math.ceil(item.weightGrams) } : {}),
  };
}

function numbersOf({ customs }: Parcel) {
  return {
    ...(customs?.ioss ? { ioss_no: customs.ioss } : {}),
    ...(customs?.vat ? { vat_no: customs.vat } : {}),
    ...(customs?.eori ? { eori_no: customs.eori } : {}),
  };
}

/** Body of an order. Every parcel of direct shipping crosses a border. */
export function createRequest(access: CarrierAccess, parcel: Parcel, product: string) {
  const { reference, items } = parcel;
  if (reference === '' || reference.length > REFERENCE_LENGTH)
    wrong('REFERENCE', `the reference must have 1 to ${REFERENCE_LENGTH} characters: by it the order is found again`);
  if (items.length === 0) wrong('CUSTOMS', 'a parcel that crosses a border needs its items with their values');
  const currency = currencyOf(items);
  return {
    ref_no: reference,
    business_type: 'BDS',
    duty_type: parcel.customs?.terms === 'DDP' ? 'P' : chosen(access, dutyType),
    ...numbersOf(parcel),
    parcel_qty: 1,
    logistics_service_info: { logistics_product_code: product },
    // What cannot be delivered waits for a word: N would destroy it, Y cost a return.
    return_info: { is_return_on_domestic: 'U', is_return_on_oversea: 'U' },
    parcel_list: [
      {
        weight: gramsOf(parcel),
        ...sidesOf(parcel),
        parcel_value: exact(sum(items.map((item) => times(priceOf(item, currency), item.quantity)))),
        currency,
        include_battery: items.some((item) => item.battery) ? 'Y' : 'N',
        declare_product_info: items.map((item) => declarationOf(item, currency)),
      },
    ],
    is_insure: 'N',
    sender: partyOf(parcel.from),
    recipient_info: partyOf(parcel.to),
    deliver_type_info: { deliver_type: chosen(access, deliverType) },
  };
}
