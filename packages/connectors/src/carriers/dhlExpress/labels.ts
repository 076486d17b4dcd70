import { isWholePdf } from '../../document.ts';
import {
  type CarrierAccess,
  ConnectorError,
  type Parcel,
  type PurchasedLabel,
  type RecoveredLabel,
  type TrackingEvent,
} from '../../types.ts';
import { orNothing } from '../../wms/convert.ts';
import { CARRIER, type ExpressClient } from './client.ts';
import { billed } from './rates.ts';
import { imagesAnswer, type Paper, shipmentAnswer, type TrackedShipment } from './shapes.ts';
import { boxesOf, shipmentRequest } from './shipments.ts';
import { readEvents, type Tracking } from './tracking.ts';

/** What DHL knows before it has the parcel. */
const UNUSED = new Set<TrackingEvent['stage']>(['created', 'unknown']);
const DAY_MS = 86_400_000;

function pdfOf(content: string): Buffer {
  const data = Buffer.from(content, 'base64');
  if (!isWholePdf(data)) throw new ConnectorError(CARRIER, 'malformed', 'a paper came that is no whole PDF');
  return data;
}

/** The shipment stands: no failure to read its papers may look like a refusal. */
function certain<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const message = `bought, but: ${(error as Error).message}`;
    throw new ConnectorError(CARRIER, 'uncertain', message, { code: 'UNREADABLE', cause: error });
  }
}

/** One label for each box, in their order. */
function labelsOf(papers: readonly Paper[], boxes: number): PurchasedLabel['label'][] {
  const labels = papers.filter(({ typeCode }) => typeCode === 'label');
  if (labels.length !== boxes)
    throw new ConnectorError(CARRIER, 'malformed', `${labels.length} labels came for ${boxes} boxes`);
  return labels.map(({ content }) => ({ format: 'pdf', data: pdfOf(content) }));
}

export function createLabels({ call, now }: ExpressClient, { shipments, shipmentOf }: Tracking) {
  /** The waybill as DHL keeps it, of the month in which the label was made. Undefined where it has none. */
  async function waybillOf(access: CarrierAccess, shipment: TrackedShipment): Promise<Buffer | undefined> {
    const month = (shipment.shipmentTimestamp || new Date(now()).toISOString()).slice(0, 7);
    const found = await orNothing(
      call(access, {
        method: 'GET',
        path: `/shipments/${encodeURIComponent(shipment.shipmentTrackingNumber)}/get-image`,
        query: {
          shipperAccountNumber: access.accountNumber,
          typeCode: 'waybill',
          pickupYearAndMonth: month,
          encodingFormat: 'pdf',
          allInOnePDF: 'true',
        },
        effect: 'read',
        shape: imagesAnswer,
      }),
    );
    const [first] = found?.documents ?? [];
    return first && pdfOf(first.content);
  }

  async function buyLabel(access: CarrierAccess, parcel: Parcel, serviceCode: string): Promise<PurchasedLabel> {
    const answer = await call(access, {
      method: 'POST',
      path: '/shipments',
      json: shipmentRequest(access, parcel, serviceCode, now()),
      effect: 'once',
      shape: shipmentAnswer,
    });
    const { shipmentTrackingNumber: number, packages, documents, shipmentCharges, warnings } = answer;
    const charge = billed(shipmentCharges);
    return certain(() => {
      const [label, ...others] = labelsOf(documents, boxesOf(parcel).length) as [PurchasedLabel['label']];
      const invoice = documents.find(({ typeCode }) => typeCode === 'invoice');
      return {
        shipmentId: number,
        trackingNumber: number,
        amount: charge?.price ?? '0',
        currency: charge?.priceCurrency ?? '',
        label,
        ...(invoice ? { customsForms: pdfOf(invoice.content) } : {}),
        ...(warnings.length > 0 ? { remarks: warnings } : {}),
        ...(others.length > 0
          ? {
              further: others.map((one, index) => ({
                trackingNumber: packages[index + 1]?.trackingNumber ?? '',
                label: one,
              })),
            }
          : {}),
      };
    });
  }

  const isUnused = (shipment: TrackedShipment): boolean =>
    readEvents(shipment, shipment.events ?? []).every(({ stage }) => UNUSED.has(stage));

  return {
    buyLabel,

    /**
     * DHL shows the waybill again, and never the labels of boxes: of a shipment without one, or with many boxes, nothing
     * can be used, and unused it costs nothing. Then it counts as never bought.
     */
    async findPurchase(
      access: CarrierAccess,
      reference: string,
      except: readonly string[] = [],
    ): Promise<RecoveredLabel | null> {
      const day = (at: number) => new Date(at).toISOString().slice(0, 10);
      const found = await shipments(access, {
        shipmentReference: reference,
        shipmentReferenceType: 'CU',
        shipperAccountNumber: access.accountNumber,
        dateRangeFrom: day(now() - 60 * DAY_MS),
        dateRangeTo: day(now() + DAY_MS),
      });
      for (const shipment of found) {
        const { shipmentTrackingNumber: number, shipperReferences } = shipment;
        const isOurs = shipperReferences.length === 0 || shipperReferences.some(({ value }) => value === reference);
        if (!isOurs || except.includes(number)) continue;
        const data = shipment.pieces.length > 1 ? undefined : await waybillOf(access, shipment);
        if (data) return { shipmentId: number, trackingNumber: number, label: { format: 'pdf', data } };
        if (!isUnused(shipment))
          throw new ConnectorError(CARRIER, 'unavailable', `on its way, and its label is gone: ${number}`);
      }
      return null;
    },

    async labelPdf(access: CarrierAccess, trackingNumber: string): Promise<Buffer> {
      const shipment = await shipmentOf(access, trackingNumber);
      const data = shipment && (await waybillOf(access, shipment));
      if (!data)
        throw new ConnectorError(CARRIER, 'rejected', `DHL shows no label of ${trackingNumber}`, { code: 'NOT_FOUND' });
      return data;
    },

    /** There is nothing to call: DHL bills a label when it has the parcel. */
    async voidLabel(access: CarrierAccess, shipmentId: string): Promise<{ voided: boolean; detail: string }> {
      const shipment = await shipmentOf(access, shipmentId);
      if (!shipment || isUnused(shipment)) return { voided: true, detail: 'DHL bills no label that was not used' };
      return { voided: false, detail: 'DHL has the parcel' };
    },
  };
}
