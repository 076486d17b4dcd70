import { randomBytes } from 'node:crypto';
import type { CarrierAccess } from '../../types.ts';
import type { FedexClient } from './client.ts';
import { paperAnswer } from './shapes.ts';
import type { Tracking } from './tracking.ts';

const KINDS = { invoice: 'COMMERCIAL_INVOICE', other: 'OTHER' } as const;

/** Two parts: what the file is, and the file. */
function multipart(document: object, name: string, pdf: Buffer) {
  const boundary = randomBytes(16).toString('hex');
  const part = (headers: string) => `--${boundary}\r\nContent-Disposition: form-data; ${headers}\r\n\r\n`;
  const content = Buffer.concat([
    Buffer.from(`${part('name="document"')}${JSON.stringify(document)}\r\n`),
    Buffer.from(part(`name="attachment"; filename="${name}"\r\nContent-Type: application/pdf`)),
    pdf,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { type: `multipart/form-data; boundary=${boundary}`, content };
}

/** Second step of paperless trade: the purchase has said that papers follow. */
export function createPapers({ call }: FedexClient, tracking: Tracking) {
  return async function uploadPaper(
    access: CarrierAccess,
    { trackingNumber, kind, pdf }: { trackingNumber: string; kind: 'invoice' | 'other'; pdf: Buffer },
  ): Promise<string> {
    const { from, to, day, carrierCode } = await tracking.routeOf(access, trackingNumber);
    const name = `${kind}-${trackingNumber}.pdf`;
    const document = {
      workflowName: 'ETDPostshipment',
      carrierCode,
      name,
      contentType: 'application/pdf',
      meta: {
        shipDocumentType: KINDS[kind],
        trackingNumber,
        shipmentDate: `${day}T00:00:00`,
        originCountryCode: from,
        destinationCountryCode: to,
      },
    };
    const answer = await call(access, {
      method: 'POST',
      path: '/documents/v1/etds/upload',
      file: multipart(document, name, pdf),
      effect: 'repeatable',
      shape: paperAnswer,
      area: 'documents',
    });
    return answer.meta.docId;
  };
}
