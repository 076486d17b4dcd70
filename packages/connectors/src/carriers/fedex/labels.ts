import { isWholePdf } from '../../document.ts';
import { sum } from '../../money.ts';
import { type CarrierAccess, ConnectorError, type Parcel, type PurchasedLabel } from '../../types.ts';
import { CARRIER, type FedexClient, wrong } from './client.ts';
import { piecesOf } from './measures.ts';
import { cancelAnswer, type Shipped, shipAnswer } from './shapes.ts';
import { dayAt, shipRequest } from './shipments.ts';
import type { Tracking } from './tracking.ts';

type Label = PurchasedLabel['label'];
type Price = Pick<PurchasedLabel, 'amount' | 'currency'>;

/** What is wrong with an answer whose shipment was booked. */
function doubtful(what: string): ConnectorError {
  return new ConnectorError(CARRIER, 'uncertain', what, { code: 'UNREADABLE' });
}

function pdfOf(encoded: string | null | undefined, what: string): Buffer {
  const data = Buffer.from(encoded ?? '', 'base64');
  if (!isWholePdf(data)) throw doubtful(`${what} is no PDF, or was cut off`);
  return data;
}

/** What the account pays; FedEx names no price where somebody else does. */
function priceOf({ completedShipmentDetail, pieceResponses }: Shipped): Price {
  const { actualRateType, shipmentRateDetails = [] } = completedShipmentDetail?.shipmentRating ?? {};
  const rated = shipmentRateDetails.find((one) => one.rateType === actualRateType) ?? shipmentRateDetails[0];
  if (rated?.totalNetCharge && rated.currency) return { amount: rated.totalNetCharge, currency: rated.currency };
  const [first] = pieceResponses;
  const charges = pieceResponses.flatMap(({ netChargeAmount }) => netChargeAmount ?? []);
  return first?.currency && charges.length === pieceResponses.length
    ? { amount: sum(charges), currency: first.currency }
    : { amount: '0', currency: '' };
}

function readPieces(shipped: Shipped, count: number): { trackingNumber: string; label: Label }[] {
  const pieces = shipped.pieceResponses.toSorted(
    (a, b) => (a.packageSequenceNumber ?? 0) - (b.packageSequenceNumber ?? 0),
  );
  if (pieces.length !== count) throw doubtful(`${count} boxes were sent, and ${pieces.length} labels came`);
  return pieces.map(({ trackingNumber, packageDocuments }) => {
    const found = packageDocuments.find((one) => one.contentType === 'LABEL');
    return { trackingNumber, label: { format: 'pdf', data: pdfOf(found?.encodedLabel, `label ${trackingNumber}`) } };
  });
}

export function createLabels({ call, now }: FedexClient, tracking: Tracking) {
  async function cancel(access: CarrierAccess, trackingNumber: string): Promise<{ voided: boolean; detail: string }> {
    const { cancelledShipment, message } = await call(access, {
      method: 'PUT',
      path: '/ship/v1/shipments/cancel',
      json: {
        accountNumber: { value: access.accountNumber },
        trackingNumber,
        deletionControl: 'DELETE_ALL_PACKAGES',
      },
      effect: 'repeatable',
      shape: cancelAnswer,
    });
    return { voided: cancelledShipment, detail: message ?? '' };
  }

  async function buyLabel(access: CarrierAccess, parcel: Parcel, serviceCode: string): Promise<PurchasedLabel> {
    const answer = await call(access, {
      method: 'POST',
      path: '/ship/v1/shipments',
      json: shipRequest(access, parcel, serviceCode, dayAt(parcel.from, now())),
      effect: 'once',
      shape: shipAnswer,
    });
    const [shipped] = answer.transactionShipments;
    const [first, ...further] = shipped ? readPieces(shipped, piecesOf(parcel).length) : [];
    if (!shipped || !first) throw doubtful('the purchase was answered without a label');
    const invoice = shipped.shipmentDocuments.find((one) => one.contentType === 'COMMERCIAL_INVOICE');
    return {
      shipmentId: shipped.masterTrackingNumber,
      ...first,
      ...priceOf(shipped),
      ...(invoice?.encodedLabel ? { customsForms: pdfOf(invoice.encodedLabel, 'the invoice') } : {}),
      ...(further.length > 0 ? { further } : {}),
      ...(shipped.alerts.length > 0 ? { remarks: shipped.alerts.map(({ message }) => message) } : {}),
    };
  }

  /**
   * FedEx shows a label in the answer to its purchase and never again, and charges for none that it does not carry. A
   * purchase whose label is lost is of no use to anybody: it is taken back here, so that none stands and the next one
   * is the only one.
   */
  async function findPurchase(access: CarrierAccess, reference: string, except: readonly string[] = []): Promise<null> {
    for (const found of await tracking.byReference(access, reference)) {
      const { trackingNumber, stage } = found;
      if (stage === 'cancelled' || except.includes(trackingNumber)) continue;
      const { voided, detail } = await cancel(access, trackingNumber);
      if (!voided) wrong('LABEL_LOST', `the label of ${trackingNumber} is lost, and FedEx keeps it: ${detail}`);
    }
    return null;
  }

  return {
    buyLabel,
    findPurchase,

    labelPdf: async (_access: CarrierAccess, trackingNumber: string): Promise<Buffer> =>
      wrong(
        'SHOWN_ONCE',
        `FedEx shows a label only when it is bought: print the one that was kept of ${trackingNumber}`,
      ),

    /** Until FedEx has the parcel. */
    async voidLabel(access: CarrierAccess, shipmentId: string) {
      const answered = await cancel(access, shipmentId).catch((error: unknown) => {
        if (!(error instanceof ConnectorError) || error.kind !== 'rejected') throw error;
        return error;
      });
      if (!(answered instanceof ConnectorError) && answered.voided) return answered;
      const stage = (await tracking.track(access, shipmentId)).at(-1)?.stage;
      const detail = answered instanceof ConnectorError ? answered.message : answered.detail;
      if (stage === 'cancelled') return { voided: true, detail };
      if (stage === undefined && answered instanceof ConnectorError) throw answered;
      return { voided: false, detail };
    },
  };
}
