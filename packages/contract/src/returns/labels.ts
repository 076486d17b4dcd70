import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { defineCall, id, integer, text } from '../call.ts';
import { linkKey, linkPlace } from '../links.ts';
import { carrier } from '../logistics/carriers.ts';
import { furtherBoxes, parcelView, shownQuote } from '../logistics/parcels.ts';

const label = [rights.salesReturn.returnLabel];
const millimetres = integer(1, 10_000).nullable().default(null);
const box = {
  id: id(),
  /** Where the goods come back to. */
  warehouseId: id(),
  channelId: id(),
  weightGrams: integer(1, 1_000_000),
  lengthMm: millimetres,
  widthMm: millimetres,
  heightMm: millimetres,
  /** Boxes beside the first: each gets a label of its own. */
  pieces: furtherBoxes().default([]),
};
const measures = {
  weightGrams: z.number().int(),
  lengthMm: z.number().int().nullable(),
  widthMm: z.number().int().nullable(),
  heightMm: z.number().int().nullable(),
};

export const returnLabelOffers = defineCall({
  method: 'GET',
  path: '/seller/returns/label/offers',
  access: label,
  summary:
    'Returns the channels that sell return labels, the warehouses, and the measures of the box: those of its original parcel if all of it comes back, else the weight of its products.',
  input: z.strictObject({ id: id() }),
  result: z.object({
    channels: z.array(z.object({ id: z.number(), name: z.string(), carrier })),
    warehouses: z.array(z.object({ id: z.number(), name: z.string() })),
    /** The one that shipped the order, where it may be chosen. */
    warehouseId: z.number().nullable(),
    ...measures,
  }),
});
export const quoteReturnLabel = defineCall({
  method: 'POST',
  path: '/seller/returns/label/quote',
  access: label,
  summary: 'Returns the carrier’s rates for the way back, cheapest first. Carriers without a price list quote none.',
  input: z.strictObject(box),
  result: z.object({ quotes: z.array(shownQuote) }),
});
export const buyReturnLabel = defineCall({
  method: 'POST',
  path: '/seller/returns/label/buy',
  access: label,
  summary:
    'Buys the label that brings a return back to a warehouse, one for each box. Repeated calls return these labels. Without `serviceCode` by the rule of its channel.',
  input: z.strictObject({ ...box, serviceCode: text(60).optional() }),
  result: parcelView,
});
export const voidReturnLabel = defineCall({
  method: 'POST',
  path: '/seller/returns/label/void',
  access: label,
  summary: 'Voids the labels of a return, of all its boxes, with the carrier. The return can then get others.',
  input: z.strictObject({ id: id() }),
  result: z.object({ voided: z.boolean(), detail: z.string() }),
});
export const returnLabelPdf = defineCall({
  method: 'GET',
  path: '/seller/returns/label/pdf',
  access: [rights.salesReturn.view],
  summary:
    'Downloads the label of a return, 100 x 150 mm, a page for each box, to print it or to send it to the buyer.',
  input: z.strictObject({ id: id() }),
  result: z.unknown(),
  download: true,
});

export const openReturnLabel = defineCall({
  method: 'POST',
  path: '/seller/link/returnLabel',
  access: 'public',
  summary:
    'Returns what the buyer who has a link sends back, where to, and the numbers of the labels. No buyer, no price.',
  input: z.strictObject({ key: linkKey() }),
  result: z.object({
    /** The name that the buyer knows: the shop's. */
    company: z.string(),
    expiresAt: z.string(),
    number: z.string(),
    orderNo: z.string(),
    carrier,
    service: z.string(),
    to: linkPlace.partial(),
    lines: z.array(z.object({ sku: z.string(), title: z.string(), quantity: z.number() })),
    units: z.number(),
    boxes: z.array(
      z.object({ boxNo: z.number().int(), trackingNumber: z.string(), trackingUrl: z.string().nullable() }),
    ),
  }),
  secret: true,
});
export const sharedReturnLabel = defineCall({
  method: 'POST',
  path: '/seller/link/returnLabelPdf',
  access: 'public',
  summary: 'Downloads the labels of a return through a link, a page for each box.',
  input: z.strictObject({ key: linkKey() }),
  result: z.unknown(),
  download: true,
  secret: true,
});
