import { at, list, text } from '../http/types.ts';
import { checkBody } from './bodies.ts';
import { drawInvoice, drawLabel } from './label.ts';
import { absent, bad, Problem } from './problems.ts';
import { checkAccounts } from './rating.ts';
import type { Shipment } from './shipments.ts';

const NOTHING = '1504: No document images found for the provided search criteria.';

/** What DHL keeps of a shipment; never the label. */
export async function imagesOf(one: Shipment | undefined, received: Record<string, string>): Promise<object> {
  for (const name of ['shipperAccountNumber', 'typeCode', 'pickupYearAndMonth'])
    if (!received[name]) throw new Problem(400, 'Missing parameters', `Missing mandatory parameters: ${name}`);
  const { typeCode, pickupYearAndMonth, encodingFormat = 'pdf', allInOnePDF } = received;
  if (!['waybill', 'commercial-invoice', 'customs-entry'].includes(typeCode ?? ''))
    throw bad(`typeCode: ${typeCode} is not a valid enum value`);
  if (encodingFormat === 'tiff' && allInOnePDF === 'true')
    throw bad('1506: encodingFormat TIFF is not applicable in combination with allInOnePDF = true.');
  const month = one && new Date(one.createdAt).toISOString().slice(0, 7);
  if (!one || one.account !== received.shipperAccountNumber || month !== pickupYearAndMonth)
    throw absent('Not found', NOTHING);
  const data =
    typeCode === 'waybill' && one.hasWaybill
      ? await drawLabel(one, 0)
      : typeCode === 'commercial-invoice' && one.lines.length > 0
        ? await drawInvoice(one)
        : undefined;
  if (!data) throw absent('Not found', NOTHING);
  const content = data.toString('base64');
  return {
    documents: [{ shipmentTrackingNumber: one.awb, typeCode, function: 'export', encodingFormat: 'PDF', content }],
  };
}

export function uploadPaper(one: Shipment | undefined, body: unknown): void {
  checkBody('paper', body);
  checkAccounts(body);
  if (!one || text(at(body, 'shipmentTrackingNumber')) !== one.awb)
    throw absent('Not found', 'Operation not possible since shipment information not found');
  const planned = new Date(one.createdAt).toISOString().slice(0, 10);
  if (text(at(body, 'originalPlannedShippingDate')) !== planned || text(at(body, 'productCode')) !== one.product)
    throw bad('1610: Product or shipping date do not fit the shipment');
  for (const image of list(at(body, 'documentImages'))) {
    const data = Buffer.from(text(at(image, 'content')), 'base64');
    if (!data.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw bad('1611: The document image cannot be read');
    one.papers[text(at(image, 'typeCode'))] = data.toString('base64');
  }
}
