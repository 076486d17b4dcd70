import type { CarrierAccess } from '../../types.ts';
import type { CarrierExtras } from '../connector.ts';
import type { UpsClient } from './client.ts';
import { pushedPaper, uploadAnswer } from './shapes.ts';

type Paper = Parameters<NonNullable<CarrierExtras['uploadPaper']>>[1];

/** UPS's numbers of kinds of papers: commercial invoice, other document. */
const KINDS = { invoice: '002', other: '013' } as const;

/** The paper goes into Forms History first, from there to the shipment. */
export function createPapers({ call, now }: UpsClient) {
  return async function uploadPaper(access: CarrierAccess, paper: Paper): Promise<string> {
    const { accountNumber: ShipperNumber } = access;
    const headers = { ShipperNumber };
    const Request = { TransactionReference: { CustomerContext: paper.trackingNumber } };
    const uploaded = await call(access, {
      ...{ method: 'POST', path: '/api/paperlessdocuments/v2/upload', headers, effect: 'repeatable' },
      json: {
        UploadRequest: {
          ...{ Request, ShipperNumber },
          UserCreatedForm: [
            {
              UserCreatedFormFileName: `${paper.kind}-${paper.trackingNumber}.pdf`,
              UserCreatedFormFile: paper.pdf.toString('base64'),
              UserCreatedFormFileFormat: 'pdf',
              UserCreatedFormDocumentType: KINDS[paper.kind],
            },
          ],
        },
      },
      shape: uploadAnswer,
    });
    const { DocumentID } = uploaded.UploadResponse.FormsHistoryDocumentID;
    await call(access, {
      ...{ method: 'POST', path: '/api/paperlessdocuments/v2/image', headers, effect: 'repeatable' },
      json: {
        PushToImageRepositoryRequest: {
          ...{ Request, ShipperNumber },
          FormsHistoryDocumentID: { DocumentID },
          ShipmentIdentifier: paper.shipmentId,
          ShipmentDateAndTime: new Date(now()).toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '.'),
          ShipmentType: '1',
          TrackingNumber: [paper.trackingNumber],
        },
      },
      shape: pushedPaper,
    });
    return DocumentID[0] ?? '';
  };
}
