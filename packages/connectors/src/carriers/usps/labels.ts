import { isWholePdf } from '../../document.ts';
import { exact } from '../../json.ts';
import { sum } from '../../money.ts';
import {
  type CarrierAccess,
  ConnectorError,
  type Parcel,
  type PurchasedLabel,
  type RecoveredLabel,
} from '../../types.ts';
import { CARRIER, type UspsCall, type UspsClient } from './client.ts';
import type { Paper } from './multipart.ts';
import type { Options } from './options.ts';
import { keyOf, labelRequest, mailClassOf, poundsOf, type Way, wayOf } from './parcels.ts';
import { CURRENCY, cancelAnswer, doneAnswer, type LabelData, labelData, prepaid } from './shapes.ts';

const BUY: Readonly<Record<Way, string>> = {
  domestic: '/labels/v3/label',
  return: '/labels/v3/return-label',
  international: '/international-labels/v3/international-label',
};
const DOMESTIC = { label: '/labels/v3/label', reprint: '/labels/v3/label-reprint' };
const INTERNATIONAL = {
  label: '/international-labels/v3/international-label',
  reprint: '/international-labels/v3/international-label-reprint',
};
/** Of the Universal Postal Union: what goes abroad. */
const ABROAD = /^[A-Z]{2}\d{9}[A-Z]{2}$/;
const pathsOf = (trackingNumber: string) => (ABROAD.test(trackingNumber) ? INTERNATIONAL : DOMESTIC);

const AS_PDF = { imageInfo: { imageType: 'PDF', labelType: '4X6LABEL' } };

/** @throws Error where something in it cannot be read, or the file is cut off */
export function readLabel({ data, files }: Paper): { label: LabelData; pdf: Buffer; due: string } {
  const label = labelData.parse(data.labelMetadata ?? data.returnLabelMetadata ?? data);
  const image =
    files.labelImage ?? files.returnLabelImage ?? Object.entries(files).find(([name]) => !/receipt/i.test(name))?.[1];
  const pdf = Buffer.from(image ?? '', 'base64');
  if (!isWholePdf(pdf)) throw new Error('the label is no whole PDF');
  const { packageFee, itemCosts } = prepaid.parse(data.prepaidDutiesTaxesFees);
  const due = [packageFee, ...itemCosts.flatMap(({ dutyPrice, taxPrice }) => [dutyPrice, taxPrice])];
  return { label, pdf, due: sum(due.filter((one) => one !== undefined)) };
}

const boughtOf = ({ label: { number }, pdf }: ReturnType<typeof readLabel>) => ({
  shipmentId: number,
  trackingNumber: number,
  label: { format: 'pdf' as const, data: pdf },
});

/** Postage, what the size and the extra services cost, and duties that USPS prepays. */
function amountOf({ label: { postage, fees, extraServices }, due }: ReturnType<typeof readLabel>): string | undefined {
  if (postage === undefined) return undefined;
  return sum([postage, ...[...fees, ...extraServices].map(({ price }) => price), due]);
}

const isRefused = (error: unknown): error is ConnectorError =>
  error instanceof ConnectorError && error.kind === 'rejected';
const UNKNOWN = /not found|does not exist|no label/i;
/** The words for a label that stands no more; a refund may be under way. */
const GONE = /cancell?ed labels|disputed labels/i;
const NO_MORE = /already (been )?cancell?ed|already been submitted/i;

export function createLabels({ call, paper }: UspsClient, options: Options) {
  const reprint = (access: CarrierAccess, path: string, more: Partial<UspsCall> = {}) =>
    paper(access, { method: 'POST', path, json: AS_PDF, effect: 'read', pays: true, ...more }, readLabel);

  return {
    async buyLabel(access: CarrierAccess, parcel: Parcel, serviceCode: string): Promise<PurchasedLabel> {
      const way = wayOf(parcel);
      const rated = await options.ratedBy(access, parcel, mailClassOf(way, serviceCode));
      const read = await paper(
        access,
        {
          method: 'POST',
          path: BUY[way],
          json: labelRequest(parcel, rated, options.today(parcel)),
          headers: { 'X-Idempotency-Key': keyOf(access, parcel.reference) },
          effect: 'once',
          pays: true,
        },
        readLabel,
      );
      return { ...boughtOf(read), amount: amountOf(read) ?? rated.amount, currency: CURRENCY };
    },

    /** By the key that belongs to our reference. Each time one of the reprints of the label is used up. */
    async findPurchase(
      access: CarrierAccess,
      reference: string,
      except: readonly string[] = [],
    ): Promise<RecoveredLabel | null> {
      // A key makes one label: beside the one that is known there is no other.
      if (except.length > 0) return null;
      const headers = { 'X-Idempotency-Key': keyOf(access, reference) };
      for (const { reprint: path } of [DOMESTIC, INTERNATIONAL]) {
        try {
          const read = await reprint(access, path, { headers });
          const amount = amountOf(read);
          return { ...boughtOf(read), ...(amount === undefined ? {} : { amount, currency: CURRENCY }) };
        } catch (error) {
          if (!isRefused(error) || !(UNKNOWN.test(error.message) || GONE.test(error.message))) throw error;
        }
      }
      return null;
    },

    async labelPdf(access: CarrierAccess, trackingNumber: string): Promise<Buffer> {
      const { reprint: path } = pathsOf(trackingNumber);
      return (await reprint(access, `${path}/${encodeURIComponent(trackingNumber)}`)).pdf;
    },

    /** Until the day's labels are told to the post offices; afterwards it is a request to pay the postage back. */
    async voidLabel(access: CarrierAccess, _shipmentId: string, trackingNumber: string) {
      const path = `${pathsOf(trackingNumber).label}/${encodeURIComponent(trackingNumber)}`;
      try {
        const { status, disputeId } = await call(access, {
          ...{ method: 'DELETE', path, effect: 'repeatable', pays: true },
          shape: cancelAnswer,
        });
        const detail = disputeId ? `refund ${disputeId} requested` : '';
        return { voided: status === 'CANCELED' || status === 'DISPUTED', detail };
      } catch (error) {
        if (!isRefused(error) || UNKNOWN.test(error.message) || error.status === 403) throw error;
        return { voided: NO_MORE.test(error.message), detail: error.message };
      }
    },

    /** Postage is what the weight at the scale costs. Labels that go abroad cannot be changed. */
    async updateWeight(access: CarrierAccess, parcel: { trackingNumber: string; weightGrams: number }): Promise<void> {
      const { trackingNumber, weightGrams } = parcel;
      if (ABROAD.test(trackingNumber))
        throw new ConnectorError(CARRIER, 'rejected', 'USPS changes no label that goes abroad', { code: 'WEIGHT' });
      const path = `${DOMESTIC.label}/${encodeURIComponent(trackingNumber)}`;
      const json = [{ op: 'replace', path: '/packageDescription/weight', value: exact(poundsOf(weightGrams)) }];
      await call(access, { method: 'PATCH', path, json, effect: 'repeatable', pays: true, shape: doneAnswer });
    },
  };
}
