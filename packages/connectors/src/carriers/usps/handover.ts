import { isWholePdf } from '../../document.ts';
import { exact } from '../../json.ts';
import type { Address, CarrierAccess } from '../../types.ts';
import type { ManifestAnswer, Pickup, PickupRequest } from '../connector.ts';
import type { UspsClient } from './client.ts';
import type { Paper } from './multipart.ts';
import { poundsOf } from './parcels.ts';
import { personOf, placeOf, wrong, zipOf } from './parties.ts';
import { doneAnswer, pickupAnswer, scanData } from './shapes.ts';

/** PS Form 5630: one scan of it accepts all of its parcels. */
function scanForm(from: Address, day: string, trackingNumbers: string[]) {
  return {
    imageInfo: { imageType: 'PDF', labelType: '8.5X11LABEL' },
    mailingDate: day,
    // Labels that were bought for another day go with it.
    overwriteMailingDate: true,
    entryFacilityZIPCode: zipOf(from).ZIPCode,
    destinationEntryFacilityType: 'NONE',
    shipment: { trackingNumbers },
    fromAddress: { ...personOf(from), ...placeOf(from) },
  };
}

export function readScanForm({ data, files }: Paper): ManifestAnswer {
  const [named] = Object.values(data).filter(
    (one) => typeof one === 'object' && one !== null && 'manifestNumber' in one,
  );
  const { manifestNumber: id } = scanData.parse(data.SCANFormMetaData ?? named ?? data);
  const [image] = Object.values(files);
  if (image === undefined) return { id };
  const pdf = Buffer.from(image, 'base64');
  if (!isWholePdf(pdf)) throw new Error('the SCAN form is no whole PDF');
  return { id, document: { format: 'pdf', data: pdf } };
}

const TYPES = new Set(['PRIORITY_MAIL_EXPRESS', 'PRIORITY_MAIL', 'USPS_GROUND_ADVANTAGE']);
const typeOf = (serviceCode = ''): string =>
  TYPES.has(serviceCode) ? serviceCode : serviceCode.includes('INTERNATIONAL') ? 'INTERNATIONAL' : 'OTHER';

/** By mail, else by a cell phone of ten digits: USPS asks for one of them. */
function contactOf({ email = '', phone = '' }: Address) {
  const cellNumber = phone.replace(/\D/g, '').slice(-10);
  if (email) return { email };
  return cellNumber.length === 10
    ? { cellNumber }
    : wrong('CONTACT', 'a pickup needs an e-mail address or a phone number');
}

function pickupBody({ reference, from, day, ready, closes, parcels, weightGrams, serviceCode }: PickupRequest) {
  return {
    pickupDate: day,
    pickupAddress: { ...personOf(from), address: placeOf(from), contact: [contactOf(from)] },
    packages: [{ packageType: typeOf(serviceCode), packageCount: parcels }],
    estimatedWeight: exact(poundsOf(weightGrams)),
    pickupLocation: { packageLocation: 'OTHER', specialInstructions: `Ready ${ready}, closes ${closes}, ${reference}` },
  };
}

const PICKUP = '/pickup/v3/carrier-pickup';

export function createHandover({ call, paper, tagOf }: UspsClient) {
  /** USPS takes one pickup for a place and a day, free of charge, and tells none by a number of ours. */
  const pickup: Pickup = {
    async request(access, request) {
      const json = pickupBody(request);
      const { confirmationNumber: confirmation } = await call(access, {
        ...{ method: 'POST', path: PICKUP, json, effect: 'once' },
        shape: pickupAnswer,
      });
      return { confirmation };
    },
    async cancel(access, confirmation) {
      const path = `${PICKUP}/${encodeURIComponent(confirmation)}`;
      const headers = { 'If-Match': await tagOf(access, path) };
      await call(access, { method: 'DELETE', path, headers, effect: 'repeatable', shape: doneAnswer });
    },
  };
  return {
    /** A label that is on a form is refused for the next. */
    manifestOnce: true as const,
    async manifest(
      access: CarrierAccess,
      input: { from: Address; day: string; labels: readonly { trackingNumber: string }[] },
    ): Promise<ManifestAnswer> {
      const json = scanForm(
        input.from,
        input.day,
        input.labels.map(({ trackingNumber }) => trackingNumber),
      );
      return paper(access, { method: 'POST', path: '/scan-forms/v3/scan-form', json, effect: 'once' }, readScanForm);
    },
    pickup,
  };
}
