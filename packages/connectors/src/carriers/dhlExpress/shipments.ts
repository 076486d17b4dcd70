import { exact } from '../../json.ts';
import { isZero, sum, times } from '../../money.ts';
import { type Address, type CarrierAccess, ConnectorError, type Parcel, type Piece } from '../../types.ts';
import { toKg } from '../../wms/convert.ts';
import { isDeclared } from '../customsUnion.ts';
import { type SmallBattery, smallBatteries } from '../lithium.ts';
import { CARRIER } from './client.ts';

const REFERENCE_LENGTH = 35;
export const MOST_BOXES = 50;

export function wrong(code: string, message: string): never {
  throw new ConnectorError(CARRIER, 'rejected', message, { code });
}

/** DHL wants a number of everybody; where nobody has one it gets zeros. */
const NO_PHONE = '0000000000';
const LINE = 45;

export const kilograms = (grams: number): unknown => exact(toKg(Math.max(1, Math.ceil(grams))));
/** Sides are required: where they are not known, the least that is taken. DHL bills what it measures itself. */
const centimetres = (mm: number | undefined): unknown => exact(Math.max(1, Math.ceil(mm ?? 0) / 10).toFixed(1));

export const packageOf = ({ weightGrams, lengthMm, widthMm, heightMm }: Piece) => ({
  weight: kilograms(weightGrams),
  dimensions: { length: centimetres(lengthMm), width: centimetres(widthMm), height: centimetres(heightMm) },
});
export const boxesOf = (parcel: Parcel): Piece[] => [parcel, ...(parcel.further ?? [])];

/** A time of the sender's clock with what it is ahead of UTC; we plan by UTC. */
export const plannedAt = (at: number): string => `${new Date(at).toISOString().slice(0, 19)} GMT+00:00`;

/** Broken between words. */
function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const joined = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && joined.length <= LINE) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
}

/** Nothing of an address is cut off. */
function linesOf({ line1, line2 = '' }: Address): string[] {
  const lines = [...wrapped(line1), ...wrapped(line2)];
  if (lines.length > 3 || lines.some((line) => line.length > LINE))
    wrong('ADDRESS', `the street takes more than three lines of ${LINE} characters: ${line1} ${line2}`);
  return lines;
}

export function placeOf(address: Address) {
  const state = address.state?.trim() ?? '';
  return {
    postalCode: address.postalCode,
    cityName: address.city.slice(0, LINE),
    countryCode: address.country,
    ...(/^[A-Z]{2,3}$/.test(state) ? { provinceCode: state } : {}),
  };
}

export function partyOf(address: Address, phone: string | undefined) {
  const [line1 = '', line2, line3] = linesOf(address);
  const name = address.name || address.company || '';
  return {
    postalAddress: {
      ...placeOf(address),
      addressLine1: line1,
      ...(line2 ? { addressLine2: line2 } : {}),
      ...(line3 ? { addressLine3: line3 } : {}),
    },
    contactInformation: {
      phone: phone || NO_PHONE,
      companyName: (address.company || name).slice(0, 100),
      fullName: name.slice(0, 255),
      ...(address.email ? { email: address.email } : {}),
    },
  };
}

function numbersOf({ customs, to }: Parcel) {
  const numbers = [
    ...(customs?.eori
      ? [{ typeCode: 'EOR', number: customs.eori, issuerCountryCode: customs.eori.slice(0, 2).toUpperCase() }]
      : []),
    ...(customs?.vat ? [{ typeCode: 'VAT', number: customs.vat, issuerCountryCode: to.country }] : []),
    // Under SDT a one-stop shop is named.
    ...(customs?.ioss ? [{ typeCode: 'SDT', number: customs.ioss, issuerCountryCode: to.country }] : []),
  ];
  return numbers.length > 0 ? { registrationNumbers: numbers } : {};
}

export const customsValueOf = (parcel: Parcel): string =>
  sum(parcel.items.map((item) => times(item.unitValueUsd, item.quantity)));
export const isAbroad = ({ from, to }: Parcel): boolean => isDeclared(from.country, to.country);

export function checkCustoms({ items }: Parcel): void {
  if (items.length === 0) wrong('CUSTOMS', 'a parcel that crosses a border needs its items with their values');
  for (const item of items) {
    if (isZero(item.unitValueUsd)) wrong('CUSTOMS', `a value for customs is missing: ${item.sku}`);
    if (!item.originCountry) wrong('CUSTOMS', `the country of origin is missing: ${item.sku}`);
  }
}

function declarationOf(parcel: Parcel, today: string) {
  const { items, weightGrams, isReturn, customs } = parcel;
  const reason = isReturn ? 'return' : 'permanent';
  const share = Math.floor(weightGrams / items.reduce((units, { quantity }) => units + quantity, 0));
  return {
    lineItems: items.map((item, index) => {
      const weight = kilograms((item.weightGrams || share) * item.quantity);
      const hsCode = item.hsCode?.replace(/[^0-9A-Za-z]/g, '');
      return {
        number: index + 1,
        description: item.description.slice(0, 512),
        price: exact(item.unitValueUsd),
        quantity: { value: item.quantity, unitOfMeasurement: 'PCS' },
        ...(hsCode ? { commodityCodes: [{ typeCode: 'outbound', value: hsCode.slice(0, 18) }] } : {}),
        exportReasonType: reason,
        manufacturerCountry: item.originCountry,
        weight: { netValue: weight, grossValue: weight },
      };
    }),
    invoice: { number: (customs?.invoiceNumber || parcel.reference).slice(0, 35), date: today },
    exportReasonType: reason,
  };
}

/** By packing instruction: a service, and what its content is. */
const BATTERIES: Readonly<Record<SmallBattery, readonly [string, string]>> = {
  'ion inside': ['HV', '967'],
  'ion packed': ['HD', '966'],
  'metal inside': ['HW', '970'],
  'metal packed': ['HM', '969'],
};

function batteryServices({ items }: Parcel): object[] {
  const { kinds, problem } = smallBatteries(items);
  if (problem !== undefined) wrong('BATTERY', problem);
  return kinds.map((kind) => {
    const [serviceCode, contentId] = BATTERIES[kind];
    return { serviceCode, dangerousGoods: [{ contentId }] };
  });
}

function servicesOf(parcel: Parcel, abroad: boolean): object[] {
  // WY: the invoice goes to customs as data, and no paper is on the box.
  const paperless = abroad ? [{ serviceCode: 'WY' }] : [];
  const paid = abroad && parcel.customs?.terms === 'DDP' ? [{ serviceCode: 'DD' }] : [];
  return [...paperless, ...paid, ...batteryServices(parcel)];
}

/** Of a return the buyer sends and we pay, otherwise we are both. */
export function accountsOf({ accountNumber: number }: CarrierAccess, parcel: Pick<Parcel, 'isReturn' | 'customs'>) {
  return [
    { typeCode: parcel.isReturn ? 'payer' : 'shipper', number },
    ...(parcel.customs?.terms === 'DDP' ? [{ typeCode: 'duties-taxes', number }] : []),
  ];
}

function imagesOf(parcel: Parcel, abroad: boolean) {
  return {
    encodingFormat: 'pdf',
    imageOptions: [
      { typeCode: 'label', templateName: 'ECOM26_64_001' },
      // DHL keeps the waybill and shows it again, which it does not with the label.
      { typeCode: 'waybillDoc', templateName: 'ARCH_6X4', isRequested: true },
      ...(abroad
        ? [{ typeCode: 'invoice', isRequested: true, invoiceType: parcel.isReturn ? 'returns' : 'commercial' }]
        : []),
    ],
    splitTransportAndWaybillDocLabels: true,
    // A file for each box.
    ...(parcel.further?.length ? { splitDocumentsByPages: true } : {}),
  };
}

/** Body of a purchase. @throws ConnectorError rejected where DHL could not carry it out */
export function shipmentRequest(access: CarrierAccess, parcel: Parcel, productCode: string, now: number) {
  const { reference, from, to } = parcel;
  if (reference === '' || reference.length > REFERENCE_LENGTH)
    wrong(
      'REFERENCE',
      `the reference must have 1 to ${REFERENCE_LENGTH} characters: by it the purchase is found again`,
    );
  if (boxesOf(parcel).length > MOST_BOXES) wrong('BOXES', `a shipment has at most ${MOST_BOXES} boxes`);
  const abroad = isAbroad(parcel);
  if (abroad) checkCustoms(parcel);
  const services = servicesOf(parcel, abroad);
  return {
    plannedShippingDateAndTime: plannedAt(now + 3_600_000),
    pickup: { isRequested: false },
    productCode,
    getRateEstimates: true,
    accounts: accountsOf(access, abroad ? parcel : { ...(parcel.isReturn ? { isReturn: true } : {}) }),
    ...(services.length > 0 ? { valueAddedServices: services } : {}),
    outputImageProperties: imagesOf(parcel, abroad),
    customerReferences: [{ value: reference, typeCode: 'CU' }],
    customerDetails: {
      shipperDetails: { ...partyOf(from, from.phone || to.phone), ...(abroad ? numbersOf(parcel) : {}) },
      receiverDetails: partyOf(to, to.phone || from.phone),
    },
    content: {
      packages: boxesOf(parcel).map(packageOf),
      isCustomsDeclarable: abroad,
      ...(abroad
        ? {
            declaredValue: exact(customsValueOf(parcel)),
            declaredValueCurrency: 'USD',
            exportDeclaration: declarationOf(parcel, new Date(now).toISOString().slice(0, 10)),
          }
        : {}),
      description: parcel.description.trim().slice(0, 70) || 'Merchandise',
      incoterm: (abroad && parcel.customs?.terms) || 'DAP',
      unitOfMeasurement: 'metric',
    },
  };
}
