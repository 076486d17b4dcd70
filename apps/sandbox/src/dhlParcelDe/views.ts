import type { Fault } from './gate.ts';
import { drawCustoms, drawLabel } from './label.ts';
import type { Parcel } from './parcels.ts';

const OK = { title: 'ok', statusCode: 200, detail: 'The Webservice call ran successfully.' };
export const stateOf = (status: number, title: string, detail = title) => ({
  title,
  statusCode: status,
  status,
  detail,
});
const b64 = (data: Buffer) => data.toString('base64');

export async function orderView(one: Parcel, cut = (label: Buffer) => label) {
  const label = cut(await drawLabel(one));
  const customs = one.lines.length > 0 ? await drawCustoms(one) : undefined;
  const file = (data: Buffer) => ({ b64: b64(data), fileFormat: 'PDF', printFormat: '910-300-410' });
  return {
    shipmentNo: one.number,
    shipmentRefNo: one.reference,
    sstatus: stateOf(200, 'OK'),
    label: file(label),
    ...(customs ? { customsDoc: file(customs) } : {}),
  };
}

export const answerOf = (items: readonly object[]) => ({ status: OK, items });

export const faultsView = (faults: readonly Fault[], status: number) => ({
  status: stateOf(status, status === 200 ? 'ok' : 'Bad Request', 'Validation failed.'),
  items: [{ sstatus: stateOf(400, 'Bad Request', 'Validation failed.'), validationMessages: faults }],
});

const berlin = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'medium' });

/** Newest first, by Germany's clock and without an offset. */
export function trackView(one: Parcel): object {
  const events = one.scans.toReversed().map(({ at, status, words, city }) => ({
    timestamp: berlin.format(at).replace(' ', 'T'),
    location: { address: { addressLocality: city } },
    statusCode: status,
    status: words,
    description: words,
  }));
  return { shipments: [{ id: one.number, service: 'parcel-de', status: events[0], events }] };
}

/** The older tracking answers lists within lists of one element. */
export function xmlView(found: readonly Parcel[]): string {
  const head = '<?xml version="1.0" encoding="UTF-8"?>';
  if (found.length === 0)
    return `${head}<data name="piece-shipment-list" code="100" error="No data found" request-id="1"/>`;
  const pieces = found.map(
    (one) =>
      `<data name="piece-shipment" error-status="0" piece-identifier="${one.number.slice(2)}" piece-code="${one.number}" ` +
      `product-name="${one.product}" searched-piece-code="" piece-customer-reference="${one.reference}" ruecksendung="false"/>`,
  );
  return `${head}<data name="piece-shipment-list" code="0" request-id="1">${pieces.join('')}</data>`;
}
