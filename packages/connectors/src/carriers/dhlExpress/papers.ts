import { type CarrierAccess, ConnectorError } from '../../types.ts';
import { CARRIER, type ExpressClient } from './client.ts';
import { nothing } from './shapes.ts';
import type { Tracking } from './tracking.ts';

const TYPES = { invoice: 'INV', other: 'DCL' } as const;

export function createPapers({ call }: ExpressClient, { shipmentOf }: Tracking) {
  /** Sent again, it takes the place of the last. DHL gives papers no number: the shipment's stands for it. */
  return async function uploadPaper(
    access: CarrierAccess,
    paper: { shipmentId: string; trackingNumber: string; kind: keyof typeof TYPES; pdf: Buffer },
  ): Promise<string> {
    const { shipmentId, kind, pdf } = paper;
    const shipment = await shipmentOf(access, shipmentId);
    if (!shipment)
      throw new ConnectorError(CARRIER, 'rejected', `no such shipment: ${shipmentId}`, { code: 'NOT_FOUND' });
    await call(access, {
      method: 'PATCH',
      path: `/shipments/${encodeURIComponent(shipmentId)}/upload-image`,
      json: {
        shipmentTrackingNumber: shipmentId,
        originalPlannedShippingDate: shipment.shipmentTimestamp.slice(0, 10),
        accounts: [{ typeCode: 'shipper', number: access.accountNumber }],
        productCode: shipment.productCode,
        documentImages: [{ typeCode: TYPES[kind], imageFormat: 'PDF', content: pdf.toString('base64') }],
      },
      effect: 'repeatable',
      shape: nothing,
    });
    return shipmentId;
  };
}
