import { z } from 'zod';
import { anyOrder, rights } from '../access/modules.ts';
import {
  bulkResult,
  defineCall,
  exportCall,
  flag,
  id,
  idempotencyKey,
  list,
  ok,
  pageOf,
  paging,
  text,
} from '../call.ts';
import { linkKey } from '../links.ts';
import { carrier } from './carriers.ts';
import { parcelState, parcelView, quote, trackingStage } from './parcels.ts';

export const trackingFilter = z.strictObject({
  stage: trackingStage.optional(),
  /** In transit, and silent for longer than its lane is used to. */
  silent: flag().optional(),
  /** Not shipped yet, and its label cost more than quoted by more than its channel allows. */
  dearer: flag().optional(),
  shopId: id().optional(),
  carrier: carrier.optional(),
  /** Parcels of returns, or those to buyers. */
  wayBack: flag().optional(),
  /** Prefix of a tracking number, of an order number, or of the number of a return. */
  text: text(60).optional(),
});
export type TrackingFilter = z.output<typeof trackingFilter>;

const trackingRow = z.object({
  id: z.number(),
  trackingNumber: z.string(),
  carrier: z.string(),
  serviceName: z.string(),
  stage: trackingStage,
  state: parcelState,
  orderId: z.number(),
  orderNo: z.string(),
  /** It brings the goods of this return back. */
  returnId: z.number().nullable(),
  returnNo: z.string().nullable(),
  shopId: z.number(),
  shopName: z.string(),
  country: z.string(),
  lastScan: z.string(),
  lastScanAt: z.string().nullable(),
  /** Whole days since the last scan (or the hand-over) of a parcel in transit. */
  silentDays: z.number().int().nullable(),
  silent: z.boolean(),
  trackedAt: z.string().nullable(),
  shippedAt: z.string().nullable(),
  /** The day by which nine of ten parcels of its lane arrived; null where too few went there. */
  promisedOn: z.string().nullable(),
  deliveredAt: z.string().nullable(),
});
export type TrackingRow = z.output<typeof trackingRow>;

export const trackingList = defineCall({
  method: 'GET',
  path: '/seller/logistics/trackingList',
  access: [rights.tracking.view],
  summary: 'Lists parcels with a tracking number, newest first.',
  input: trackingFilter.extend(paging),
  result: pageOf(trackingRow),
});
export const trackingCounts = defineCall({
  method: 'GET',
  path: '/seller/logistics/trackingCounts',
  access: [rights.tracking.view],
  summary:
    'Returns the number of parcels by stage, of those silent for too long and of dear labels, up to 10,000 each.',
  input: z.strictObject({}),
  result: z.object({
    stages: z.record(z.string(), z.number().int()),
    silent: z.number().int(),
    dearer: z.number().int(),
  }),
});

const laneRow = z.object({
  id: z.number(),
  channel: z.string(),
  /** Empty: all countries. */
  country: z.string(),
  /** What the postcodes begin with; empty: all of the country. */
  prefix: z.string(),
  /** Delivered in the last 180 days. */
  parcels: z.number().int(),
  /** Calendar days that half, and nine of ten, of them took at most. */
  p50: z.number().int(),
  p90: z.number().int(),
  /** Parcels with a promised day that has passed or that arrived, and those that arrived by it. */
  promised: z.number().int(),
  onTime: z.number().int(),
  calculatedAt: z.string(),
});
export type LaneRow = z.output<typeof laneRow>;
export const laneList = defineCall({
  method: 'GET',
  path: '/seller/logistics/laneList',
  access: [rights.tracking.view],
  summary: 'Lists what own parcels took by shipping channel, country and postcode, and the share that came on time.',
  input: z.strictObject({ channelId: id().optional(), ...paging }),
  result: pageOf(laneRow),
});
export const calculateLanes = defineCall({
  method: 'POST',
  path: '/seller/logistics/calculateLanes',
  access: [rights.tracking.refresh],
  summary: 'Calculates delivery times from own parcels again, in the background. This happens every day in any case.',
  input: z.strictObject({}),
  result: ok,
});

const timeline = z.array(
  z.object({
    /** Of a shipment of several boxes, from 1. */
    boxNo: z.number().int(),
    ...{ at: z.string(), stage: trackingStage, description: z.string(), place: z.string() },
  }),
);
/** Where each box of a shipment is; empty where it is one box. */
export const trackedBoxes = z.array(
  z.object({
    boxNo: z.number().int(),
    trackingNumber: z.string().nullable(),
    trackingUrl: z.string().nullable(),
    stage: trackingStage,
    /** Of its newest event. */
    at: z.string().nullable(),
  }),
);
export type TrackedBox = z.output<typeof trackedBoxes>[number];
export const trackingDetail = defineCall({
  method: 'GET',
  path: '/seller/logistics/trackingDetail',
  access: [rights.tracking.view],
  summary: 'Returns a parcel with its tracking events, newest first.',
  input: z.strictObject({ parcelId: id() }),
  result: z.object({
    parcel: parcelView,
    boxes: trackedBoxes,
    events: timeline,
    nextTrackAt: z.string().nullable(),
    /** Claims for what it cost; left out without the right to see costs. */
    claims: z.array(z.object({ id: z.number(), number: z.string() })),
    /** It is lost or silent for too long, without a claim for that; `missing`: what keeps it from being claimed. */
    claimable: z.object({ missing: z.enum(['issuer', 'cost']).nullable() }).nullable(),
  }),
});
export const orderParcels = defineCall({
  method: 'GET',
  path: '/seller/logistics/orderParcels',
  access: [...anyOrder('view'), rights.tracking.view],
  summary: 'Lists the parcels of an order with their tracking events and the rates that were compared.',
  input: z.strictObject({ orderId: id() }),
  result: z.object({
    list: z.array(
      z.object({ parcel: parcelView, boxes: trackedBoxes, events: timeline, quotes: z.array(quote).nullable() }),
    ),
  }),
});
export const refreshTracking = defineCall({
  method: 'POST',
  path: '/seller/logistics/refreshTracking',
  access: [rights.tracking.refresh],
  summary: 'Requests tracking from the carriers now: a few parcels at once, many in the background (`queued`).',
  input: z
    .strictObject({ ids: list(id(), 1000).optional(), filter: trackingFilter.optional(), ...idempotencyKey })
    .refine((input) => (input.ids === undefined) !== (input.filter === undefined), { error: 'ids | filter' }),
  result: bulkResult.extend({ queued: z.number().int(), changed: z.number().int() }),
});
export const exportTracking = exportCall(
  '/seller/logistics/exportTracking',
  [rights.tracking.export],
  'Exports the parcels that match the filter to a file in the background.',
  trackingFilter.extend(idempotencyKey),
);
export const openTracking = defineCall({
  method: 'POST',
  path: '/seller/link/trackOrder',
  access: 'public',
  summary: 'Returns where the parcels of an order are, for the buyer who has a link. Places are towns; no names.',
  input: z.strictObject({ key: linkKey() }),
  result: z.object({
    /** The name that the buyer knows: the shop's. */
    company: z.string(),
    expiresAt: z.string(),
    number: z.string(),
    parcels: z.array(
      z.object({
        service: z.string(),
        stage: trackingStage,
        promisedOn: z.string().nullable(),
        shippedAt: z.string().nullable(),
        deliveredAt: z.string().nullable(),
        /** At least one; the shipment is delivered with the last. */
        boxes: z.array(
          z.object({
            trackingNumber: z.string().nullable(),
            trackingUrl: z.string().nullable(),
            stage: trackingStage,
            /** Newest first. */
            events: z.array(z.object({ at: z.string(), stage: trackingStage, town: z.string() })),
          }),
        ),
      }),
    ),
  }),
  secret: true,
});
export const publicTracking = defineCall({
  method: 'GET',
  path: '/seller/logistics/publicTracking',
  access: 'public',
  summary: 'Returns the tracking of a parcel by its number. Reveals nothing about the buyer.',
  input: z.strictObject({
    number: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9-]{7,40}$/),
  }),
  result: z.object({
    trackingNumber: z.string(),
    carrier: z.string(),
    serviceName: z.string(),
    stage: trackingStage,
    trackingUrl: z.string().nullable(),
    events: timeline,
  }),
});
