import { z } from 'zod';
import { idText, lax, laxList } from '../../lax.ts';
import { anyText, someText } from '../../wms/convert.ts';

/** Answers of DHL Paket as far as we read them. */
const file = lax(z.object({ b64: anyText, fileFormat: someText }));
const code = lax(z.coerce.number().int());
/** Its code is called one way or the other. */
export const state = z
  .object({ title: someText, detail: someText, status: code, statusCode: code })
  .transform(({ status, statusCode, ...words }) => ({ ...words, code: statusCode ?? status ?? 200 }));

const item = z.looseObject({
  shipmentNo: lax(idText),
  shipmentRefNo: anyText,
  sstatus: lax(state),
  label: file,
  customsDoc: file,
});
export type Item = z.output<typeof item>;
export const ordersAnswer = z.looseObject({ items: z.array(item).min(1) });
export const statesAnswer = z.looseObject({
  items: z.array(z.looseObject({ shipmentNo: lax(idText), sstatus: state })).min(1),
});

export const returnAnswer = z.object({ shipmentNo: idText, label: z.object({ b64: z.string().min(1) }) });

export const manifestAnswer = z.object({
  manifest: z.preprocess((sheets) => (Array.isArray(sheets) ? sheets[0] : sheets), file),
  items: laxList(z.object({ shipmentNo: lax(idText) })),
});

export const pickupAnswer = z.object({
  confirmation: z.object({ value: z.object({ orderID: idText }) }),
});
export const cancelAnswer = z.object({
  confirmedCancellations: laxList(z.object({ orderID: someText })),
  failedCancellations: laxList(z.object({ orderID: someText, orderState: someText, message: someText })),
});

export const event = z.object({
  timestamp: z.string(),
  statusCode: someText,
  status: someText,
  description: someText,
  location: lax(z.object({ address: lax(z.object({ addressLocality: anyText, countryCode: anyText })) })),
});
export type Event = z.output<typeof event>;
export const trackAnswer = z.object({ shipments: z.array(z.object({ events: laxList(z.unknown()) })) });
