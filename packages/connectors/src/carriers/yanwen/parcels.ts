import { exact } from '../../json.ts';
import { isZero, sum, times } from '../../money.ts';
import { type Address, ConnectorError, type Parcel, type ParcelItem } from '../../types.ts';
import { CARRIER } from './refusals.ts';

const REFERENCE_LENGTH = 50;
const MOST_ITEMS = 5;
const SOURCE = 'Tradewind';

function wrong(code: string, message: string): never {
  throw new ConnectorError(CARRIER, 'rejected', message, { code });
}

const wholeGrams = (grams: number): number => Math.max(1, Math.ceil(grams));
const wholeCm = (mm: number): number => Math.ceil(mm / 10);

/** Length, width and height in centimetres, where all are known. */
function sidesOf({ lengthMm, widthMm, heightMm }: Parcel) {
  if (!lengthMm || !widthMm || !heightMm) return {};
  return { length: wholeCm(lengthMm), width: wholeCm(widthMm), height: wholeCm(heightMm) };
}

function partyOf(address: Address) {
  return {
    name: address.name || address.company || '',
    ...(address.company ? { company: address.company } : {}),
    country: address.country,
    // Required, also where addresses have no state.
    state: address.state?.trim() || address.city,
    city: address.city,
    address: [address.line1, address.line2 ?? ''].filter((line) => line.trim() !== '').join(', '),
    zipCode: address.postalCode,
    ...(address.phone ? { phone: address.phone } : {}),
    ...(address.email ? { email: address.email } : {}),
  };
}

const HAN = /\p{Script=Han}/u;

function productOf(item: ParcelItem, share: number) {
  const english = item.description.replace(/[\p{Script=Han}，。；：（）、]+/gu, ' ').trim();
  if (english === '') wrong('CUSTOMS', `an English name for customs is missing: ${item.sku}`);
  if (isZero(item.unitValueUsd)) wrong('CUSTOMS', `a value for customs is missing: ${item.sku}`);
  const hsCode = item.hsCode?.replace(/[^0-9A-Za-z]/g, '');
  return {
    goodsNameCh: [item.nameZh ?? '', item.description].find((name) => HAN.test(name)) ?? english,
    goodsNameEn: english,
    price: exact(item.unitValueUsd),
    // Newer accounts want the value at export besides that at import.
    priceExport: exact(item.unitValueUsd),
    quantity: item.quantity,
    weight: wholeGrams(item.weightGrams || share),
    sku: item.sku,
    ...(item.material ? { material: item.material } : {}),
    ...(hsCode ? { hscode: hsCode } : {}),
  };
}

/** Body of an order; `warehouse` is where the parcel is handed over, by Yanwen the customer's own unless named. */
export function createRequest(parcel: Parcel, channel: string, warehouse = '') {
  const { reference, items } = parcel;
  if (reference === '' || reference.length > REFERENCE_LENGTH)
    wrong('REFERENCE', `the reference must have 1 to ${REFERENCE_LENGTH} characters: by it the order is found again`);
  if (items.length === 0) wrong('CUSTOMS', 'a parcel that crosses a border needs its items with their values');
  if (items.length > MOST_ITEMS) wrong('CUSTOMS', `Yanwen declares at most ${MOST_ITEMS} kinds of articles per parcel`);
  const units = items.reduce((all, { quantity }) => all + quantity, 0);
  // Where an article's weight is not known, it takes an even share of the parcel's.
  const share = Math.floor(parcel.weightGrams / units);
  return {
    channelId: channel,
    orderSource: SOURCE,
    orderNumber: reference,
    ...(warehouse ? { companyCode: warehouse } : {}),
    receiverInfo: partyOf(parcel.to),
    senderInfo: partyOf(parcel.from),
    parcelInfo: {
      hasBattery: items.some((item) => item.battery) ? 1 : 0,
      ...(parcel.customs?.ioss ? { ioss: parcel.customs.ioss } : {}),
      currency: 'USD',
      totalPrice: exact(sum(items.map((item) => times(item.unitValueUsd, item.quantity)))),
      totalQuantity: units,
      totalWeight: wholeGrams(parcel.weightGrams),
      ...sidesOf(parcel),
      productList: items.map((item) => productOf(item, share)),
    },
  };
}
