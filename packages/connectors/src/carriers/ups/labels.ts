import {
  type CarrierAccess,
  ConnectorError,
  type Parcel,
  type PurchasedLabel,
  type RecoveredLabel,
} from '../../types.ts';
import { CARRIER, type UpsClient, VERSION } from './client.ts';
import { recoveryAnswer, shipAnswer, voidAnswer } from './shapes.ts';
import { boxesOf, shipRequest } from './shipment.ts';

type Label = Pick<PurchasedLabel, 'trackingNumber' | 'label'>;
interface Recovered {
  shipmentId: string;
  labels: Label[];
}

const labelOf = (format: PurchasedLabel['label']['format'], image: string): PurchasedLabel['label'] => ({
  format,
  data: Buffer.from(image, 'base64'),
});

/** Labels of one shipment, the leading box first: its number is the shipment's. */
export function recoveredLabel({ shipmentId, labels }: Recovered): RecoveredLabel | null {
  const rank = ({ trackingNumber }: Label) => (trackingNumber === shipmentId ? '' : trackingNumber);
  const [first, ...further] = labels.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
  return first ? { shipmentId, ...first, ...(further.length > 0 ? { further } : {}) } : null;
}

export function createLabels({ call, now }: UpsClient) {
  async function buyLabel(access: CarrierAccess, parcel: Parcel, serviceCode: string): Promise<PurchasedLabel> {
    const today = new Date(now()).toISOString().slice(0, 10).replaceAll('-', '');
    const answer = await call(access, {
      method: 'POST',
      path: `/api/shipments/${VERSION}/ship`,
      json: shipRequest(access, parcel, serviceCode, today),
      effect: 'once',
      shape: shipAnswer,
    });
    const results = answer.ShipmentResponse.ShipmentResults;
    const [bought, ...further] = results.PackageResults.map((one) => ({
      trackingNumber: one.TrackingNumber,
      label: labelOf(one.ShippingLabel.ImageFormat.Code, one.ShippingLabel.GraphicImage),
    }));
    const charge = results.NegotiatedRateCharges?.TotalCharge ?? results.ShipmentCharges?.TotalCharges;
    const isWhole = results.PackageResults.length === boxesOf(parcel).length;
    if (!bought || !charge || !isWhole) {
      const message = `the purchase was answered without ${isWhole ? 'a price' : 'a label for each box'}`;
      throw new ConnectorError(CARRIER, 'uncertain', message, { code: 'UNREADABLE' });
    }
    const papers = results.Form?.Image?.GraphicImage;
    const remarks = (answer.ShipmentResponse.Response?.Alert ?? []).map(({ Description }) => Description);
    return {
      shipmentId: results.ShipmentIdentificationNumber,
      ...bought,
      amount: charge.MonetaryValue,
      currency: charge.CurrencyCode,
      ...(further.length > 0 ? { further } : {}),
      ...(papers ? { customsForms: Buffer.from(papers, 'base64') } : {}),
      ...(remarks.length > 0 ? { remarks } : {}),
    };
  }

  /** Labels again, as PDF, by a number or by our reference. Neither purchase nor price comes with them. */
  async function recover(access: CarrierAccess, by: { tracking: string } | { reference: string }): Promise<Recovered> {
    const answer = await call(access, {
      method: 'POST',
      path: '/api/labels/v1/recovery',
      json: {
        LabelRecoveryRequest: {
          Request: { RequestOption: 'Non_Validate' },
          LabelSpecification: {
            LabelImageFormat: { Code: 'PDF' },
            LabelStockSize: { Height: '6', Width: '4' },
          },
          ...('tracking' in by
            ? { TrackingNumber: by.tracking }
            : { ReferenceValues: { ReferenceNumber: { Value: by.reference }, ShipperNumber: access.accountNumber } }),
        },
      },
      effect: 'read',
      shape: recoveryAnswer,
    });
    const { LabelResults, ShipmentIdentificationNumber } = answer.LabelRecoveryResponse;
    const desired = 'tracking' in by ? by.tracking : undefined;
    const labels = LabelResults.map(({ TrackingNumber, LabelImage }) => {
      const trackingNumber = TrackingNumber ?? (LabelResults.length === 1 ? desired : undefined);
      if (!trackingNumber) throw new ConnectorError(CARRIER, 'malformed', 'a label without a number came');
      return { trackingNumber, label: labelOf(LabelImage.LabelImageFormat.Code, LabelImage.GraphicImage) };
    });
    const own = labels.filter((one) => one.trackingNumber === desired);
    const shipmentId = ShipmentIdentificationNumber ?? labels[0]?.trackingNumber ?? '';
    return { shipmentId, labels: own.length > 0 ? own : labels };
  }

  async function labelPdf(access: CarrierAccess, trackingNumber: string): Promise<Buffer> {
    const label = (await recover(access, { tracking: trackingNumber })).labels[0]?.label;
    if (label?.format !== 'pdf' || label.data.subarray(0, 5).toString('latin1') !== '%PDF-') {
      throw new ConnectorError(CARRIER, 'malformed', 'the recovered label is no PDF');
    }
    return label.data;
  }

  /** The whole shipment, with all its boxes. */
  async function voidLabel(access: CarrierAccess, shipmentId: string, trackingNumber: string) {
    try {
      const answer = await call(access, {
        method: 'DELETE',
        path: `/api/shipments/${VERSION}/void/cancel/${encodeURIComponent(shipmentId || trackingNumber)}`,
        effect: 'repeatable',
        shape: voidAnswer,
      });
      const { SummaryResult, PackageLevelResults } = answer.VoidShipmentResponse;
      const { Status } = PackageLevelResults.find((one) => one.Status.Code !== '1') ?? SummaryResult;
      return { voided: Status.Code === '1', detail: Status.Description };
    } catch (error) {
      // Codes 1901xx: UPS understood and does not void (picked up, too late, voided before).
      if (!(error instanceof ConnectorError) || error.kind !== 'rejected' || !error.code?.startsWith('1901'))
        throw error;
      return { voided: /already (been )?voided/i.test(error.message), detail: error.message };
    }
  }

  return { buyLabel, recover, labelPdf, voidLabel };
}

export type Labels = ReturnType<typeof createLabels>;
