import { exact } from '../../json.ts';
import { isZero, sum, times } from '../../money.ts';
import type { Parcel, ParcelItem } from '../../types.ts';
import { type SmallBattery, smallBatteries } from '../lithium.ts';
import { wrong } from './client.ts';
import { weightOf } from './measures.ts';

export const isAbroad = ({ from, to }: Parcel): boolean => from.country !== to.country;

const dollars = (amount: string) => ({ amount: exact(amount), currency: 'USD' });

function checked(parcel: Parcel): readonly ParcelItem[] {
  const { items } = parcel;
  if (items.length === 0 || items.some((item) => isZero(item.unitValueUsd)))
    wrong('CUSTOMS', 'a parcel that crosses a border needs its items with their values');
  return items;
}

export function commoditiesOf(parcel: Parcel) {
  const items = checked(parcel);
  // Where an article's weight is not known, it takes an even share of the parcel's.
  const share = Math.floor(parcel.weightGrams / items.reduce((units, { quantity }) => units + quantity, 0));
  return items.map((item) => ({
    description: item.description.slice(0, 450),
    quantity: item.quantity,
    quantityUnits: 'PCS',
    numberOfPieces: item.quantity,
    unitPrice: dollars(item.unitValueUsd),
    customsValue: dollars(times(item.unitValueUsd, item.quantity)),
    weight: weightOf((item.weightGrams || share) * item.quantity, parcel.from.country),
    countryOfManufacture: item.originCountry ?? parcel.from.country,
    partNumber: item.sku.slice(0, 20),
    ...(item.hsCode ? { harmonizedCode: item.hsCode.replace(/[^0-9A-Za-z]/g, '') } : {}),
  }));
}

/** For rating: the goods, and no papers. */
export function goodsDetail(parcel: Parcel) {
  return {
    customsClearanceDetail: {
      commercialInvoice: { shipmentPurpose: parcel.isReturn ? 'NOT_SOLD' : 'SOLD' },
      commodities: commoditiesOf(parcel),
    },
  };
}

/** The sender pays duty where the terms say so, else the recipient does. */
export function customsDetail(parcel: Parcel, account: string) {
  const { customs, reference, isReturn, items } = parcel;
  const terms = customs?.terms ?? 'DAP';
  const payor = { responsibleParty: { accountNumber: { value: account } } };
  return {
    isDocumentOnly: false,
    dutiesPayment: terms === 'DDP' ? { paymentType: 'SENDER', payor } : { paymentType: 'RECIPIENT' },
    totalCustomsValue: dollars(sum(items.map((item) => times(item.unitValueUsd, item.quantity)))),
    commercialInvoice: {
      termsOfSale: terms,
      shipmentPurpose: isReturn ? 'NOT_SOLD' : 'SOLD',
      customerReferences: [
        { customerReferenceType: 'INVOICE_NUMBER', value: (customs?.invoiceNumber ?? reference).slice(0, 30) },
      ],
    },
    ...(isReturn ? { customsOption: { type: 'REJECTED', description: 'Return by the buyer' } } : {}),
    commodities: commoditiesOf(parcel),
  };
}

/** Numbers of the sender for tax and customs. */
export function tinsOf({ customs }: Parcel) {
  const tins = [
    ...(customs?.ioss ? [{ number: customs.ioss, tinType: 'BUSINESS_UNION', usage: 'IOSS' }] : []),
    ...(customs?.eori ? [{ number: customs.eori, tinType: 'BUSINESS_UNION', usage: 'EORI' }] : []),
    ...(customs?.vat ? [{ number: customs.vat, tinType: 'BUSINESS_NATIONAL', usage: 'VAT' }] : []),
  ];
  return tins.length > 0 ? { tins } : {};
}

const PACKING: Readonly<Record<SmallBattery, object>> = {
  'ion inside': { batteryPackingType: 'CONTAINED_IN_EQUIPMENT', batteryMaterialType: 'LITHIUM_ION' },
  'ion packed': { batteryPackingType: 'PACKED_WITH_EQUIPMENT', batteryMaterialType: 'LITHIUM_ION' },
  'metal inside': { batteryPackingType: 'CONTAINED_IN_EQUIPMENT', batteryMaterialType: 'LITHIUM_METAL' },
  'metal packed': { batteryPackingType: 'PACKED_WITH_EQUIPMENT', batteryMaterialType: 'LITHIUM_METAL' },
};

/** Batteries matter in the air. Nobody knows which box holds them: each says it. @throws where one may not fly so */
export function batteriesOf({ items }: Parcel) {
  const { kinds, problem } = smallBatteries(items);
  if (problem !== undefined) wrong('BATTERY', problem);
  if (kinds.length === 0) return {};
  return {
    packageSpecialServices: {
      specialServiceTypes: ['BATTERY'],
      batteryDetails: kinds.map((kind) => ({ batteryRegulatoryType: 'IATA_SECTION_II', ...PACKING[kind] })),
    },
  };
}
