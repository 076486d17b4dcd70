import { z } from 'zod';
import { type Right, rights } from '../access/modules.ts';
import { defineCall, id, idempotencyKey, list, ok, text } from '../call.ts';
import { borderDuty, dutyEstimate } from './duties.ts';

export const PARCEL_STATES = [
  'packed',
  'buying',
  'uncertain',
  'labelled',
  'voiding',
  'voided',
  'failed',
  'shipped',
  'delivered',
] as const;
export const parcelState = z.enum(PARCEL_STATES);

export const TRACKING_STAGES = [
  'created',
  'pickedUp',
  'inTransit',
  'customs',
  'availableForPickup',
  'outForDelivery',
  'deliveryFailed',
  'delivered',
  'exception',
  'returning',
  'returned',
  'lost',
  'cancelled',
  'unknown',
] as const;
export const trackingStage = z.enum(TRACKING_STAGES);

export const quote = z.object({
  serviceCode: z.string(),
  serviceName: z.string(),
  amount: z.string(),
  listAmount: z.string(),
  currency: z.string(),
  transitDays: z.number().int().nullable(),
  /** The day of arrival if handed over today, if the carrier gives it. */
  arrivesOnDay: z.string().nullable(),
  /** Arrives by the day of the slowest service, handed over on time; null if unknown. */
  inTime: z.boolean().nullable(),
  surcharges: z.array(z.object({ code: z.string(), amount: z.string() })),
});
export type Quote = z.output<typeof quote>;
/** What own parcels of a channel took to a place: calendar days that half, and nine of ten, of them took at most. */
export const laneDays = z.object({ p50: z.number().int(), p90: z.number().int(), parcels: z.number().int() });
export type LaneDays = z.output<typeof laneDays>;
/** For people: the price is null without the right to see costs. */
export const shownQuote = quote.extend({ amount: z.string().nullable(), listAmount: z.string().nullable() });
export type ShownQuote = z.output<typeof shownQuote>;

export const parcelView = z.object({
  id: z.number(),
  reference: z.string(),
  /** Null: it brings goods of a return back. */
  outboundId: z.number().nullable(),
  returnId: z.number().nullable(),
  orderId: z.number(),
  orderNo: z.string(),
  state: parcelState,
  weightGrams: z.number().int(),
  /** By the weight of its products: it was made before its box was packed. */
  estimated: z.boolean(),
  /** The weight of a box that already had its label. */
  weighedGrams: z.number().int().nullable(),
  /** Its weight differs by more than a tenth, or a step of the carrier's prices, from that of its label. */
  weightDiffers: z.boolean(),
  lengthMm: z.number().int().nullable(),
  widthMm: z.number().int().nullable(),
  heightMm: z.number().int().nullable(),
  channelId: z.number().nullable(),
  channelName: z.string().nullable(),
  carrier: z.string(),
  serviceCode: z.string(),
  serviceName: z.string(),
  trackingNumber: z.string().nullable(),
  trackingUrl: z.string().nullable(),
  /** Left out without the right to see costs. */
  labelCost: z.string().nullable(),
  labelCurrency: z.string().nullable(),
  /** It cost more than quoted, by more than its channel allows; `remarks` say how much. */
  dearer: z.boolean(),
  /** Duty as it was estimated when the label was bought; left out without the right to see costs. */
  dutyEstimate: dutyEstimate.nullable(),
  /** Boxes of the shipment beside the first. */
  pieces: z.array(
    z.object({
      pieceNo: z.number().int(),
      weightGrams: z.number().int(),
      lengthMm: z.number().int().nullable(),
      widthMm: z.number().int().nullable(),
      heightMm: z.number().int().nullable(),
      trackingNumber: z.string().nullable(),
      trackingUrl: z.string().nullable(),
    }),
  ),
  /** On its way, and its carrier can be asked to stop it. */
  mayIntercept: z.boolean(),
  /** Its carrier takes another weight for the bought label. */
  mayCorrectWeight: z.boolean(),
  hasLabel: z.boolean(),
  hasCustoms: z.boolean(),
  lastError: z.string().nullable(),
  /** What is amiss with the bought label though it holds. */
  remarks: z.array(z.string()),
  /** The carrier's number of the commercial invoice that it has electronically. */
  invoicePaper: z.string().nullable(),
  stage: trackingStage,
  lastScanAt: z.string().nullable(),
  createdAt: z.string(),
  boughtAt: z.string().nullable(),
  shippedAt: z.string().nullable(),
  promisedOn: z.string().nullable(),
  deliveredAt: z.string().nullable(),
});
export type ParcelView = z.output<typeof parcelView>;

const station: Right[] = [rights.scanStation.pack, rights.outbound.pack];

export const quoteParcel = defineCall({
  method: 'POST',
  path: '/seller/logistics/quoteParcel',
  access: station,
  summary:
    'Returns the rates of a packed box for each allowed service, cheapest first, and which would be chosen and why.',
  input: z.strictObject({ outboundId: id(), channelId: id().optional() }),
  result: z.object({
    parcelId: z.number(),
    channelId: z.number(),
    channelName: z.string(),
    carrier: z.string(),
    /** Delivered against a signature: its orders or its channel want it. */
    signature: z.boolean(),
    /** What a carrier says against the address, where the channel has it checked. */
    remarks: z.array(z.string()),
    quotes: z.array(
      shownQuote.extend({
        /** Freight and the duty that the sender pays, in the currency of the rate; null where it pays none or it is unknown. */
        total: z.string().nullable(),
      }),
    ),
    /** Null where the box crosses no border, or without the right to see costs. */
    duty: borderDuty.nullable(),
    /** Null where too few parcels went there. */
    lane: laneDays.nullable(),
    chosen: z.string().nullable(),
    /** cheapest | fastest | cheapestInTime | fixed | onlyOne | own */
    reason: z.string(),
    /** For comparison: what own rate cards of a carrier's channel say. */
    cards: z.array(shownQuote),
  }),
});
const millimetres = z.number().int().min(1).max(10_000).nullable().default(null);
/** Boxes of a shipment beside its first. */
export const furtherBoxes = () =>
  list(
    z.strictObject({
      weightGrams: z.number().int().min(1).max(1_000_000),
      lengthMm: millimetres,
      widthMm: millimetres,
      heightMm: millimetres,
    }),
    49,
  );
export const setPieces = defineCall({
  method: 'POST',
  path: '/seller/logistics/setPieces',
  access: station,
  summary: 'Sets the boxes of a shipment beside its first, before its label is bought. Empty: it is one box.',
  input: z.strictObject({ parcelId: id(), pieces: furtherBoxes() }),
  result: ok,
});
export const buyLabel = defineCall({
  method: 'POST',
  path: '/seller/logistics/buyLabel',
  access: station,
  summary:
    'Buys the label of a packed box once. Repeated calls return that label. `trackingNumber` is for own delivery.',
  input: z.strictObject({
    outboundId: id(),
    serviceCode: text(40).optional(),
    channelId: id().optional(),
    trackingNumber: text(60).optional(),
  }),
  result: parcelView,
});
export const buyLabels = defineCall({
  method: 'POST',
  path: '/seller/logistics/buyLabels',
  access: station,
  summary: 'Queues label purchases for many packed boxes. `labelProgress` returns the result of each.',
  input: z.strictObject({ outboundIds: list(id(), 1000).refine((v) => v.length > 0), ...idempotencyKey }),
  result: z.object({ queued: z.number().int() }),
});
export const labelProgress = defineCall({
  method: 'POST',
  path: '/seller/logistics/labelProgress',
  access: station,
  summary: 'Returns the progress of label purchases by box: waiting, done, or failed with the reason.',
  input: z.strictObject({ outboundIds: list(id(), 1000) }),
  result: z.object({
    rows: z.array(
      z.object({
        outboundId: z.number(),
        parcelId: z.number(),
        orderNo: z.string(),
        outcome: z.enum(['waiting', 'done', 'failed']),
        trackingNumber: z.string().nullable(),
        error: z.string().nullable(),
      }),
    ),
  }),
});
export const parcelsOf = defineCall({
  method: 'GET',
  path: '/seller/logistics/parcelsOf',
  access: [rights.scanStation.view, rights.outbound.view, rights.tracking.view],
  summary: 'Lists the parcels of outbound orders.',
  input: z.strictObject({ outboundIds: list(id(), 500) }),
  result: z.object({ list: z.array(parcelView) }),
});
export const labelPdf = defineCall({
  method: 'GET',
  path: '/seller/logistics/labelPdf',
  access: [rights.scanStation.pack, rights.outbound.pack, rights.outbound.print, rights.tracking.view],
  summary: 'Downloads a label, 100 x 150 mm. `format=raw` returns the carrier’s original file for label printers.',
  input: z.strictObject({ parcelId: id(), format: z.enum(['pdf', 'raw', 'customs']).default('pdf') }),
  result: z.unknown(),
  download: true,
});
export const labelsPdf = defineCall({
  method: 'POST',
  path: '/seller/logistics/labelsPdf',
  access: [rights.scanStation.pack, rights.outbound.pack, rights.outbound.print],
  summary: 'Downloads the labels of many boxes in one file, in the requested order.',
  input: z.strictObject({ outboundIds: list(id(), 200).refine((v) => v.length > 0) }),
  result: z.unknown(),
  download: true,
});
export const voidLabel = defineCall({
  method: 'POST',
  path: '/seller/logistics/voidLabel',
  access: [rights.outbound.pack, rights.outbound.cancel, rights.scanStation.pack],
  summary: 'Voids a purchased label with the carrier. The box can then get another one.',
  input: z.strictObject({ parcelId: id() }),
  result: z.object({ voided: z.boolean(), detail: z.string() }),
});
export const interceptParcel = defineCall({
  method: 'POST',
  path: '/seller/logistics/interceptParcel',
  access: [rights.outbound.cancel, rights.tracking.refresh],
  summary: 'Asks the carrier to stop a parcel that left. It may charge for it. Returns whether the carrier agreed.',
  input: z.strictObject({ parcelId: id() }),
  result: z.object({ held: z.boolean(), detail: z.string() }),
});
export const correctWeight = defineCall({
  method: 'POST',
  path: '/seller/logistics/correctWeight',
  access: station,
  summary: 'Tells the carrier the weighed weight of a box whose label was bought for another one. The label stays.',
  input: z.strictObject({ parcelId: id() }),
  result: ok,
});
