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
  summary: 'Manifests: what each van took or is to take.',
  input: manifestFilter.extend(paging),
  result: pageOf(manifestRow),
});
export const manifestTabs = defineCall({
  method: 'GET',
  path: '/seller/logistics/manifest/tabs',
  access: [rights.manifest.view],
  summary: 'How many manifests are open, and how many wait for their van.',
  input: z.strictObject({}),
  result: z.object({ open: z.number().int(), closed: z.number().int() }),
});
export const waitingForManifest = defineCall({
  method: 'GET',
  path: '/seller/logistics/manifest/waiting',
  access: [rights.manifest.view],
  summary: 'Parcels that are packed and labelled and stand on no manifest, by warehouse and by who takes them.',
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
  summary: 'A manifest with its parcels, newest first, and its history.',
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
    "Opens today's manifest of a warehouse for a carrier, a platform's logistics or one channel; one that is open already is gone on with. `fill` puts in all that waits.",
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
  summary: `Puts in all fitting parcels that are packed and labelled and stand on no manifest, up to ${MANIFEST_MOST}.`,
  input: z.strictObject({ id: id(), ...idempotencyKey }),
  result: z.object({ added: z.number().int() }),
});
export const scanOntoManifest = defineCall({
  method: 'POST',
  path: '/seller/logistics/manifest/scan',
  access: compose,
  summary: 'Puts the parcel in whose label was scanned; says why where it does not belong there.',
  input: z.strictObject({ id: id(), code: requiredText(80), ...idempotencyKey }),
  result: z.object({ parcelId: z.number(), code: z.string(), orderNo: z.string(), ...sums }),
});
export const scanOntoToday = defineCall({
  method: 'POST',
  path: '/seller/logistics/manifest/scanToday',
  access: [...compose, rights.scanStation.pack],
  summary: "Puts the parcel whose label was scanned onto today's manifest of whoever takes it, opened with the first.",
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
  summary: 'Takes parcels off an open manifest.',
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
  summary: 'Closes it: it gets its number and nothing changes any more. What may not leave is taken off and told.',
  input: z.strictObject({ id: id(), ...idempotencyKey }),
  result: bulkResult.extend({ number: z.string() }),
});
export const reopenManifest = defineCall({
  method: 'POST',
  path: '/seller/logistics/manifest/reopen',
  access: compose,
  summary: 'Opens a closed one again, as long as its van has not come. It keeps its number.',
  input: z.strictObject({ id: id(), ...idempotencyKey }),
  result: ok,
});
export const discardManifest = defineCall({
  method: 'POST',
  path: '/seller/logistics/manifest/discard',
  access: compose,
  summary: 'Gives an open manifest up: its parcels are free for another. A number that was given stays, cancelled.',
  input: z.strictObject({ id: id(), ...idempotencyKey }),
  result: ok,
});
export const handOverManifest = bulkCall(
  '/seller/logistics/manifest/handOver',
  [rights.outbound.ship, rights.scanStation.pack],
  'The van took a closed manifest: its orders are shipped. What may not leave stays, and is told.',
  z.strictObject({ id: id(), ...idempotencyKey }),
);
export const printManifest = defineCall({
  method: 'POST',
  path: '/seller/logistics/manifest/print',
  access: [rights.manifest.print],
  summary:
    'A closed manifest on A4: its number as a bar code, parcels, sums, lines to sign. `carrier`: the sheet that the carrier itself makes.',
  input: z.strictObject({ id: id(), paper: z.enum(['own', 'carrier']).default('own') }),
  result: z.unknown(),
  download: true,
});

export const manifestOrders = defineCall({
  method: 'POST',
  path: '/seller/order/manifest',
  access: compose,
  summary:
    "Puts the boxes of packed orders onto today's manifests of their warehouses and carriers; opens what is missing.",
  input: z.strictObject({ ids: list(id(), 1000).optional(), filter: orderFilter.optional(), ...idempotencyKey }),
  result: bulkResult.extend({ manifestIds: z.array(z.number()) }),
});
