import type { CarrierAccess, Instant, Parcel } from '../../types.ts';
import { zoneOfPlace } from '../../zones.ts';
import { wrong } from './client.ts';
import { batteriesOf, customsDetail, isAbroad, tinsOf } from './customs.ts';
import { piecesOf, sidesOf, weightOf } from './measures.ts';
import { partyOf } from './parties.ts';
import { isGround } from './services.ts';

/** More are sold, but answered later. */
export const BOXES = 40;
const REFERENCE_LENGTH = 30;

/** The day that a calendar at the place of departure shows. */
export function dayAt(place: Parcel['from'], now: Instant | number): string {
  const timeZone = zoneOfPlace({ ...place, state: place.state ?? '' }) ?? 'UTC';
  return new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }).format(new Date(now));
}

export function checkBoxes(parcel: Parcel): void {
  const count = piecesOf(parcel).length;
  if (count > BOXES) wrong('BOXES', `a shipment has at most ${BOXES} boxes, not ${count}`);
}

/** Returns; and abroad the papers, which FedEx draws and of which more may be uploaded. */
export function specialServices(parcel: Parcel) {
  const { isReturn } = parcel;
  const abroad = isAbroad(parcel);
  const types = [...(isReturn ? ['RETURN_SHIPMENT'] : []), ...(abroad ? ['ELECTRONIC_TRADE_DOCUMENTS'] : [])];
  if (types.length === 0) return {};
  return {
    shipmentSpecialServices: {
      specialServiceTypes: types,
      ...(isReturn ? { returnShipmentDetail: { returnType: 'PRINT_RETURN_LABEL' } } : {}),
      ...(abroad ? { etdDetail: { attributes: ['POST_SHIPMENT_UPLOAD_REQUESTED'] } } : {}),
    },
  };
}

const INVOICE = {
  shippingDocumentSpecification: {
    shippingDocumentTypes: ['COMMERCIAL_INVOICE'],
    commercialInvoiceDetail: { documentFormat: { docType: 'PDF', stockType: 'PAPER_LETTER' } },
  },
};

/** The reference stands on the first box alone: by it the shipment is found, not each of its boxes. */
function packages(parcel: Parcel, service: string) {
  const { country } = parcel.from;
  const reference = { customerReferenceType: 'CUSTOMER_REFERENCE', value: parcel.reference };
  const batteries = isGround(service) ? {} : batteriesOf(parcel);
  return piecesOf(parcel).map((piece, index) => ({
    sequenceNumber: index + 1,
    weight: weightOf(piece.weightGrams, country),
    ...sidesOf(piece, country),
    itemDescription: parcel.description.slice(0, 50),
    ...(index === 0 ? { customerReferences: [reference] } : {}),
    ...batteries,
  }));
}

/** Body of a purchase. `day` is the day of departure. */
export function shipRequest(access: CarrierAccess, parcel: Parcel, service: string, day: string) {
  const { from, to, reference } = parcel;
  if (reference === '' || reference.length > REFERENCE_LENGTH)
    wrong(
      'REFERENCE',
      `the reference must have 1 to ${REFERENCE_LENGTH} characters: by it the purchase is found again`,
    );
  checkBoxes(parcel);
  const account = { accountNumber: { value: access.accountNumber } };
  const abroad = isAbroad(parcel);
  // Within a country nobody is called for customs: zeros stand for a phone that neither side has.
  const noPhone = abroad ? undefined : '0000000000';
  const grams = piecesOf(parcel).reduce((total, piece) => total + piece.weightGrams, 0);
  return {
    labelResponseOptions: 'LABEL',
    ...account,
    requestedShipment: {
      shipDatestamp: day,
      serviceType: service,
      packagingType: 'YOUR_PACKAGING',
      pickupType: 'USE_SCHEDULED_PICKUP',
      rateRequestType: ['ACCOUNT'],
      shipper: { ...partyOf(from, to.phone, noPhone), ...tinsOf(parcel) },
      recipients: [partyOf(to, from.phone, noPhone)],
      shippingChargesPayment: { paymentType: 'SENDER', payor: { responsibleParty: account } },
      labelSpecification: { imageType: 'PDF', labelStockType: 'STOCK_4X6', labelFormatType: 'COMMON2D' },
      ...specialServices(parcel),
      ...(abroad ? { customsClearanceDetail: customsDetail(parcel, access.accountNumber), ...INVOICE } : {}),
      totalWeight: weightOf(grams, from.country).value,
      totalPackageCount: piecesOf(parcel).length,
      requestedPackageLineItems: packages(parcel, service),
    },
  };
}
