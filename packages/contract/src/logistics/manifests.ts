import { z } from 'zod';
import type { Right } from '../access/modules.ts';
import { rights } from '../access/modules.ts';
import {
  bulkCall,
  bulkResult,
  day,
  defineCall,
  documentHistory,
  id,
  idempotencyKey,
  list,
  ok,
  pageOf,
  paging,
  requiredText,
  text,
} from '../call.ts';
import { type DocumentActs, mayBy } from '../document-acts.ts';
import { orderFilter } from '../orders.ts';
import { carrier } from './carriers.ts';

export const MANIFEST_STATES = ['open', 'closed', 'handed', 'cancelled'] as const;
export const manifestState = z.enum(MANIFEST_STATES);
export type ManifestState = z.output<typeof manifestState>;
/** Whether an act applies to a document in its current state. */
export const manifestMay = mayBy({
  change: ['open'],
  close: ['open'],
  discard: ['open'],
  reopen: ['closed'],
  handOver: ['closed'],
  print: ['closed', 'handed'],
} satisfies DocumentActs<ManifestState>);
export type ManifestAct = Parameters<typeof manifestMay>[0];

/** The maximum parcels of one manifest. */
export const MANIFEST_MOST = 1000;

const compose: Right[] = [rights.manifest.add];

/** Who collects the parcels: a carrier, one platform's logistics, or one channel. */
const van = {
  warehouseId: z.number(),
  warehouseName: z.string(),
  carrier,
  /** Whose logistics, where a platform carries the parcels. */
  platform: z.string(),
  /** Null: parcels of all channels of the carrier. */
  channelId: z.number().nullable(),
  channelName: z.string().nullable(),
};
const sums = { parcels: z.number().int(), weightGrams: z.number().int() };

export const manifestRow = z.object({
  id: z.number(),
  /** Given when it is closed for the first time. */
  number: z.string().nullable(),
  state: manifestState,
  day: z.string(),
  ...van,
  ...sums,
  /** Parcels on it that did not leave with it. */
  stayed: z.number().int(),
  createdBy: z.string(),
  createdAt: z.string(),
  closedBy: z.string().nullable(),
  closedAt: z.string().nullable(),
  handedBy: z.string().nullable(),
  handedAt: z.string().nullable(),
});
export type ManifestRow = z.output<typeof manifestRow>;

export const manifestFilter = z.strictObject({
  state: manifestState.optional(),
  warehouseId: id().optional(),
  carrier: carrier.optional(),
  from: day().optional(),
  to: day().optional(),
  /** Beginning of its number, or the tracking number of a parcel on it. */
  text: text(60).optional(),
});
export type ManifestFilter = z.output<typeof manifestFilter>;
export const listManifests = defineCall({
  method: 'GET',
  path: '/seller/logistics/manifest/list',
  access: [rights.manifest.view],
  summary: 'Lists manifests: the parcels that each carrier has collected or will collect.',
  input: manifestFilter.extend(paging),
  result: pageOf(manifestRow),
});
export const manifestTabs = defineCall({
  method: 'GET',
  path: '/seller/logistics/manifest/tabs',
  access: [rights.manifest.view],
  summary: 'Returns the number of open manifests and of those that are ready for pickup.',
  input: z.strictObject({}),
  result: z.object({ open: z.number().int(), closed: z.number().int() }),
});
export const waitingForManifest = defineCall({
  method: 'GET',
  path: '/seller/logistics/manifest/waiting',
  access: [rights.manifest.view],
  summary:
    'Returns totals of packed and labeled parcels that are on no manifest, by warehouse and by who collects them.',
  input: z.strictObject({}),
  result: z.object({ groups: z.array(z.object({ ...van, ...sums })) }),
});

const manifestParcel = z.object({
  parcelId: z.number(),
  /** The number on its label: the tracking number, otherwise our reference. */
  code: z.string(),
  orderId: z.number(),
  orderNo: z.string(),
  outboundNo: z.string(),
  country: z.string(),
  serviceName: z.string(),
  weightGrams: z.number().int(),
  addedBy: z.string(),
  /** Why it cannot leave now. */
  problem: z.string().nullable(),
  /** Why it did not leave with the others. */
  stayed: z.string().nullable(),
});
export type ManifestParcel = z.output<typeof manifestParcel>;
export const getManifest = defineCall({
  method: 'GET',
  path: '/seller/logistics/manifest/get',
  access: [rights.manifest.view],
  summary: 'Returns a manifest with its parcels, newest first, and its history.',
  input: z.strictObject({ id: id() }),
  result: manifestRow.extend({
    rows: z.array(manifestParcel),
    history: documentHistory,
    /** The carrier has a sheet of its own for these parcels. */
    carrierPaper: z.boolean(),
  }),
});

export const openManifest = defineCall({
  method: 'POST',
  path: '/seller/logistics/manifest/open',
  access: compose,
  summary:
    'Opens or continues today’s manifest of a carrier, platform logistics or channel. `fill` adds all waiting parcels.',
  input: z.strictObject({
    warehouseId: id(),
    carrier,
    platform: text(40).default(''),
    channelId: id().nullish(),
    fill: z.boolean().default(false),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number(), added: z.number().int() }),
});
export const fillManifest = defineCall({
  method: 'POST',
  path: '/seller/logistics/manifest/fill',
  access: compose,
  summary: `Adds all matching parcels that are packed, labeled and on no manifest, up to ${MANIFEST_MOST}.`,
  input: z.strictObject({ id: id(), ...idempotencyKey }),
  result: z.object({ added: z.number().int() }),
});
export const scanOntoManifest = defineCall({
  method: 'POST',
  path: '/seller/logistics/manifest/scan',
  access: compose,
  summary: 'Adds the parcel with the scanned label to a manifest, or returns why it does not belong there.',
  input: z.strictObject({ id: id(), code: requiredText(80), ...idempotencyKey }),
  result: z.object({ parcelId: z.number(), code: z.string(), orderNo: z.string(), ...sums }),
});
export const scanOntoToday = defineCall({
  method: 'POST',
  path: '/seller/logistics/manifest/scanToday',
  access: [...compose, rights.scanStation.pack],
  summary: 'Adds the parcel with the scanned label to today’s manifest of its carrier, opened with the first parcel.',
  input: z.strictObject({ warehouseId: id(), code: requiredText(80), ...idempotencyKey }),
  result: z.object({
    manifestId: z.number(),
    carrier,
    parcelId: z.number(),
    code: z.string(),
    orderNo: z.string(),
    ...sums,
  }),
});
export const takeOffManifest = defineCall({
  method: 'POST',
  path: '/seller/logistics/manifest/takeOff',
  access: compose,
  summary: 'Removes parcels from an open manifest.',
  input: z.strictObject({
    id: id(),
    parcelIds: list(id(), MANIFEST_MOST).refine((v) => v.length > 0),
    ...idempotencyKey,
  }),
  result: z.object({ removed: z.number().int() }),
});
export const closeManifest = defineCall({
  method: 'POST',
  path: '/seller/logistics/manifest/close',
  access: compose,
  summary: 'Closes a manifest: assigns its number and locks it. Removes and reports parcels that cannot ship.',
  input: z.strictObject({ id: id(), ...idempotencyKey }),
  result: bulkResult.extend({ number: z.string() }),
});
export const reopenManifest = defineCall({
  method: 'POST',
  path: '/seller/logistics/manifest/reopen',
  access: compose,
  summary: 'Reopens a closed manifest before its pickup. It keeps its number.',
  input: z.strictObject({ id: id(), ...idempotencyKey }),
  result: ok,
});
export const discardManifest = defineCall({
  method: 'POST',
  path: '/seller/logistics/manifest/discard',
  access: compose,
  summary: 'Cancels an open manifest and frees its parcels for another. A number once assigned stays, as cancelled.',
  input: z.strictObject({ id: id(), ...idempotencyKey }),
  result: ok,
});
export const handOverManifest = bulkCall(
  '/seller/logistics/manifest/handOver',
  [rights.outbound.ship, rights.scanStation.pack],
  'Hands a closed manifest over to the carrier and ships its orders. Parcels that cannot ship stay and are reported.',
  z.strictObject({ id: id(), ...idempotencyKey }),
);
export const printManifest = defineCall({
  method: 'POST',
  path: '/seller/logistics/manifest/print',
  access: [rights.manifest.print],
  summary:
    'Prints a closed manifest on A4: barcode, parcels, totals, signatures. `carrier`: the carrier’s own document.',
  input: z.strictObject({
    id: id(),
    paper: z.enum(['own', 'carrier']).default('own'),
    /** Request the carrier's document also where one may exist whose answer was lost. */
    again: z.boolean().default(false),
  }),
  result: z.unknown(),
  download: true,
});

export const manifestOrders = defineCall({
  method: 'POST',
  path: '/seller/order/manifest',
  access: compose,
  summary:
    'Adds the boxes of packed orders to today’s manifests of their warehouses and carriers, and opens missing ones.',
  input: z.strictObject({ ids: list(id(), 1000).optional(), filter: orderFilter.optional(), ...idempotencyKey }),
  result: bulkResult.extend({ manifestIds: z.array(z.number()) }),
});
