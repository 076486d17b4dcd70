import { createHash } from 'node:crypto';
import { exact } from '../../json.ts';
import { isZero, sum, times } from '../../money.ts';
import type { CarrierAccess, Parcel, ParcelItem } from '../../types.ts';
import { zoneOfPlace } from '../../zones.ts';
import { domesticParty, foreignParty, isDeclared, isDomestic, stateOf, wrong } from './parties.ts';
import { isReturnService, returnServiceOf } from './services.ts';

const CUSTOMER_REFERENCE = 30;
const DESCRIPTION = 30;
const NAMESPACE = '5d3f2a54-6f4f-4a39-9d3c-2f0c6d7f3a1e';

/** Goods of one tariff number up to this value leave without a declaration of their own (15 CFR 30.37(a)). */
const UNDECLARED_USD = 2500n;

/** A pound is 453.59237 g; thousandths of it, rounded up. */
export function poundsOf(grams: number): string {
  const count = (BigInt(Math.max(1, Math.ceil(grams))) * 100_000_000n + 45_359_236n) / 45_359_237n;
  return thousandths(count);
}
/** Hundredths of an inch, rounded up. */
export function inchesOf(mm: number): string {
  return thousandths(((BigInt(Math.ceil(mm * 1000)) * 100n + 25_399n) / 25_400n) * 10n);
}
const thousandths = (count: bigint): string =>
  `${count / 1000n}.${String(count % 1000n).padStart(3, '0')}`.replace(/\.?0+$/, '');

/** The least that a machine sorts: what a parcel is taken for whose sides nobody knows. */
const SMALLEST_MM = [152.4, 76.2, 6.35] as const;

/** USPS wants all sides of every parcel; the longest is the length. */
export function measuresOf({ weightGrams, lengthMm, widthMm, heightMm }: Parcel) {
  const known = lengthMm && widthMm && heightMm ? [lengthMm, widthMm, heightMm] : SMALLEST_MM;
  const [length = '', width = '', height = ''] = known.toSorted((a, b) => b - a).map(inchesOf);
  return { weight: exact(poundsOf(weightGrams)), length: exact(length), width: exact(width), height: exact(height) };
}

/** The day that it is where the parcel lies. */
export function dayAt(from: Parcel['from'], now: number): string {
  const timeZone =
    zoneOfPlace({ country: 'US', state: stateOf(from), postalCode: from.postalCode }) ?? 'America/New_York';
  return new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }).format(now);
}

/** Of our reference always the same: by it USPS makes one label, however often it is asked for. */
export function keyOf({ keys }: CarrierAccess, reference: string): string {
  const hash = createHash('sha1')
    .update(`${NAMESPACE}\n${keys.crid ?? ''}\n${reference}`)
    .digest('hex');
  const variant = ((Number.parseInt(hash.slice(16, 17), 16) & 3) | 8).toString(16);
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

export type Way = 'domestic' | 'return' | 'international';

export function wayOf(parcel: Parcel): Way {
  if (!isDomestic(parcel.from)) wrong('ORIGIN', 'USPS takes parcels in the United States only');
  if (parcel.further?.length) wrong('BOXES', 'USPS sells each box by itself');
  if (isDomestic(parcel.to)) return parcel.isReturn ? 'return' : 'domestic';
  return parcel.isReturn
    ? wrong('RETURN', 'USPS brings back nothing from the United States to abroad')
    : 'international';
}

/** The mail class of a service that suits the way. */
export function mailClassOf(way: Way, serviceCode: string): string {
  if (way === 'return') return returnServiceOf(serviceCode);
  if (isReturnService(serviceCode)) wrong('SERVICE', 'a class for returns sends nothing out');
  return serviceCode;
}

/** 820: small lithium batteries in an article, unmarked; 818: packed with it, marked; 816: by themselves, never by air. */
const BATTERY = { inside: 820, packed: 818, alone: 816 } as const;
/** Signature Confirmation. */
const SIGNED = 921;
/** USPS prepays duty and import VAT. */
const DUTIES_PAID = 370;

function batteriesOf({ items }: Parcel, way: Way): number[] {
  const codes = [...new Set(items.flatMap(({ battery }) => (battery ? [BATTERY[battery]] : [])))];
  if (way === 'international' && codes.some((code) => code !== BATTERY.inside))
    wrong('BATTERY', 'USPS carries batteries abroad only inside of what they drive');
  return codes.sort();
}

/** Extra services of a label: duty is prepaid otherwise. */
function labelExtras(parcel: Parcel, way: Way): number[] {
  if (parcel.signature && way === 'international') wrong('SIGNATURE', 'USPS takes no signature abroad');
  return [...batteriesOf(parcel, way), ...(parcel.signature && way === 'domestic' ? [SIGNED] : [])];
}

/** Extra services by which a parcel is rated. */
export function extrasOf(parcel: Parcel, way: Way): number[] {
  const paid = way === 'international' && parcel.customs?.terms === 'DDP';
  return [...labelExtras(parcel, way), ...(paid ? [DUTIES_PAID] : [])];
}

const worthOf = ({ unitValueUsd, quantity }: ParcelItem): string => times(unitValueUsd, quantity);
export const tariffOf = ({ hsCode = '' }: ParcelItem): string => hsCode.replace(/[^0-9A-Za-z]/g, '');

function contentOf(item: ParcelItem, share: number) {
  const name = item.description
    .replace(/[^\x20-\x7e]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (name === '') wrong('CUSTOMS', `an English name for customs is missing: ${item.sku}`);
  if (isZero(item.unitValueUsd)) wrong('CUSTOMS', `a value for customs is missing: ${item.sku}`);
  if (!item.originCountry) wrong('CUSTOMS', `a country of origin is missing: ${item.sku}`);
  const hsCode = tariffOf(item);
  return {
    itemDescription: name.slice(0, DESCRIPTION),
    itemQuantity: item.quantity,
    itemTotalValue: exact(worthOf(item)),
    weightUOM: 'lb',
    itemTotalWeight: exact(poundsOf((item.weightGrams || share) * item.quantity)),
    ...(hsCode.length >= 6 && hsCode.length <= 14 ? { HSTariffNumber: hsCode } : {}),
    countryofOrigin: item.originCountry,
  };
}

/** What allows the goods to leave without a number of the Automated Export System. */
function exemptionOf({ items, to }: Parcel): string {
  if (to.country === 'CA') return 'NO EEI 30.36';
  for (const same of Map.groupBy(items, tariffOf).values()) {
    const [whole = '0', cents = ''] = sum(same.map(worthOf)).split('.');
    if (BigInt(whole) > UNDECLARED_USD || (BigInt(whole) === UNDECLARED_USD && /[1-9]/.test(cents)))
      wrong('CUSTOMS', 'goods of one tariff number worth more than 2500 dollars must be declared for export first');
  }
  return 'NO EEI 30.37(a)';
}

/** USPS takes one number of the sender: that under which VAT was paid, else a VAT number, else the exporter's. */
function exporterOf({ customs }: Parcel) {
  const { ioss, vat, eori } = customs ?? {};
  if (ioss) return { exportersReference: { referenceType: 'TAX_CODE', reference: ioss } };
  if (vat) return { exportersReference: { referenceType: 'VAT_NUMBER', reference: vat } };
  return eori ? { exportersReference: { referenceType: 'TAX_CODE', reference: eori } } : {};
}

const CONTENTS = 30;
const INVOICE = 15;
function customsForm(parcel: Parcel, way: Way) {
  const { items, customs } = parcel;
  if (items.length === 0) wrong('CUSTOMS', 'a parcel that customs look at needs its items with their values');
  if (items.length > CONTENTS) wrong('CUSTOMS', `a customs form has ${CONTENTS} lines`);
  const share = Math.floor(parcel.weightGrams / items.reduce((units, { quantity }) => units + quantity, 0));
  const invoice = customs?.invoiceNumber;
  return {
    customsContentType: 'MERCHANDISE',
    AESITN: exemptionOf(parcel),
    ...(invoice && invoice.length <= INVOICE ? { invoiceNumber: invoice } : {}),
    ...(way === 'international' ? exporterOf(parcel) : {}),
    contents: items.map((item) => contentOf(item, share)),
  };
}

/** How USPS rates the parcel: what a label must say in the same words. */
export interface Rated {
  mailClass: string;
  rateIndicator: string;
  processingCategory: string;
}

/** Body of a purchase. @param day on which it is mailed */
export function labelRequest(parcel: Parcel, rated: Rated, day: string) {
  const way = wayOf(parcel);
  if (parcel.reference === '') wrong('REFERENCE', 'a label needs a reference: by it the purchase is found again');
  const { mailClass, rateIndicator, processingCategory } = rated;
  const extras = labelExtras(parcel, way);
  if (extras.includes(BATTERY.alone) && !mailClass.startsWith('USPS_GROUND_ADVANTAGE'))
    wrong('BATTERY', 'batteries by themselves go by USPS Ground Advantage only');
  const referenceNumber = parcel.reference.slice(0, CUSTOMER_REFERENCE);
  const printed = way === 'international' ? {} : { printReferenceNumber: true };
  const ddp = way === 'international' && parcel.customs?.terms === 'DDP';
  return {
    imageInfo: {
      imageType: 'PDF',
      labelType: '4X6LABEL',
      ...(way === 'international' ? {} : { receiptOption: 'NONE' }),
    },
    toAddress: way === 'international' ? foreignParty(parcel.to) : domesticParty(parcel.to),
    // Customs want a firm there.
    fromAddress:
      way === 'international' ? { firm: parcel.from.name, ...domesticParty(parcel.from) } : domesticParty(parcel.from),
    packageDescription: {
      weightUOM: 'lb',
      dimensionsUOM: 'in',
      ...measuresOf(parcel),
      mailClass,
      rateIndicator,
      processingCategory,
      ...(way === 'return' ? {} : { destinationEntryFacilityType: 'NONE', mailingDate: day }),
      extraServices: extras,
      customerReference: [{ referenceNumber, ...printed }],
      ...(ddp ? { prepayDutiesTaxesFees: true } : {}),
    },
    ...(way === 'international' || isDeclared(parcel.to) || isDeclared(parcel.from)
      ? { customsForm: customsForm(parcel, way) }
      : {}),
  };
}
