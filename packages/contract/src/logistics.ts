import { z } from 'zod';
import {
  bulkResult,
  defineCall,
  exportQueued,
  flag,
  id,
  idempotencyKey,
  integer,
  list,
  type ModuleRight,
  ok,
  pageOf,
  paging,
  requiredText,
  text,
} from './call.ts';
import { carrier } from './logistics/carriers.ts';
import { ORDER_MODULES } from './orders.ts';

export * from './logistics/carriers.ts';
export * from './logistics/manifests.ts';
export * from './logistics/methods.ts';

// ---- carriers ------------------------------------------------------------------------------------------------------

/** What UPS sells under which code. */
export const UPS_SERVICES = {
  '01': 'UPS Next Day Air',
  '02': 'UPS 2nd Day Air',
  '03': 'UPS Ground',
  '07': 'UPS Worldwide Express',
  '08': 'UPS Worldwide Expedited',
  '11': 'UPS Standard',
  '12': 'UPS 3 Day Select',
  '13': 'UPS Next Day Air Saver',
  '14': 'UPS Next Day Air Early',
  '54': 'UPS Worldwide Express Plus',
  '59': 'UPS 2nd Day Air A.M.',
  '65': 'UPS Worldwide Saver',
} as const;

const carrierAccount = z.object({
  id: z.number(),
  carrier: z.string(),
  name: z.string(),
  accountNumber: z.string(),
  /** The end of the client id; the secret is never told again. */
  clientIdEnd: z.string(),
  sandbox: z.boolean(),
  enabled: z.boolean(),
  /** authorized, or failed with `lastError`. */
  state: z.string(),
  lastError: z.string().nullable(),
  channels: z.number().int(),
  createdAt: z.string(),
});

export const getUpsAuth = defineCall({
  method: 'GET',
  path: '/seller/upsAuth/getUpsAuth',
  access: ['996'],
  summary: 'Carrier accounts of the company.',
  input: z.strictObject({}),
  result: z.object({ list: z.array(carrierAccount) }),
});
export const findUpsDetail = defineCall({
  method: 'GET',
  path: '/seller/upsAuth/findUpsDetail',
  access: ['996'],
  summary: 'One carrier account, without its secret.',
  input: z.strictObject({ id: id() }),
  result: carrierAccount.extend({ clientId: z.string() }),
});
export const saveOrUpdateUpsAuth = defineCall({
  method: 'POST',
  path: '/seller/upsAuth/saveOrUpdateUpsAuth',
  access: ['996:add', '996:edit'],
  summary: 'Adds or changes a carrier account. An empty secret keeps the one that is known.',
  input: z.strictObject({
    account: z.strictObject({
      id: id().optional(),
      name: requiredText(60),
      accountNumber: z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z0-9]{6}$/),
      clientId: requiredText(200),
      clientSecret: text(200).default(''),
      sandbox: flag().default(false),
      enabled: flag().default(true),
    }),
  }),
  result: z.object({ id: z.number() }),
  secret: true,
});
export const deleteUpsAuth = defineCall({
  method: 'POST',
  path: '/seller/upsAuth/deleteUpsAuth',
  access: ['996:delete'],
  summary: 'Removes a carrier account that no channel and no parcel on its way needs any more.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const testCarrierAccount = defineCall({
  method: 'POST',
  path: '/seller/logistics/testCarrierAccount',
  access: ['996:authorize', '996:refresh'],
  summary: 'Asks the carrier for a token with the credentials of the account, and tells how it went.',
  input: z.strictObject({ id: id() }),
  result: z.object({ authorized: z.boolean(), error: z.string().nullable() }),
});

// ---- channels ------------------------------------------------------------------------------------------------------

const channel = z.object({
  id: z.number(),
  name: z.string(),
  carrier: z.string(),
  carrierAccountId: z.number().nullable(),
  carrierAccountName: z.string().nullable(),
  /** Empty: the cheapest of the allowed ones. */
  serviceCode: z.string(),
  /** Empty: all that the carrier sells. */
  allowedServices: z.array(z.string()),
  /** What platforms without a mapping of their own are told as the carrier. */
  platformCarrierCode: z.string(),
  /** The countries that it has a billing zone for; empty: everywhere. */
  countries: z.array(z.string()),
  enabled: z.boolean(),
  isDefault: z.boolean(),
  version: z.number().int(),
});

export const listChannels = defineCall({
  method: 'GET',
  path: '/seller/logistics/listChannels',
  access: ['996'],
  summary: 'Shipping channels: by which carrier, account and services parcels go.',
  input: z.strictObject({}),
  result: z.object({ list: z.array(channel) }),
});
export const channelOptions = defineCall({
  method: 'GET',
  path: '/seller/logistics/channelOptions',
  access: 'user',
  summary: 'Enabled shipping channels for pickers, of a warehouse those that ship from it.',
  input: z.strictObject({ houseId: id().optional() }),
  result: z.object({
    list: z.array(z.object({ id: z.number(), name: z.string(), carrier: z.string(), isDefault: z.boolean() })),
  }),
});
export const saveChannel = defineCall({
  method: 'POST',
  path: '/seller/logistics/saveChannel',
  access: ['996:add', '996:edit'],
  summary: 'Adds or changes a shipping channel. `version` is the one that was read.',
  input: z.strictObject({
    channel: z.strictObject({
      id: id().optional(),
      version: integer(1).optional(),
      name: requiredText(60),
      carrier,
      carrierAccountId: id().nullable().default(null),
      serviceCode: text(10).default(''),
      allowedServices: z.array(requiredText(10)).max(30).default([]),
      platformCarrierCode: requiredText(60),
      countries: z
        .array(z.string().regex(/^[A-Z]{2}$/))
        .max(250)
        .default([]),
      enabled: flag().default(true),
    }),
  }),
  result: z.object({ id: z.number() }),
});
export const mapChannel = defineCall({
  method: 'POST',
  path: '/seller/logistics/mapChannel',
  access: ['996:map', '996:edit'],
  summary: 'Says what platforms call the carrier of a channel unless they have a name of their own for it.',
  input: z.strictObject({ id: id(), platformCarrierCode: requiredText(60) }),
  result: ok,
});
const carrierMapping = z.object({
  channelId: z.number(),
  channelName: z.string(),
  platform: z.string(),
  /** What the platform is told: its own name for the carrier, else the channel's. */
  code: z.string(),
  /** As the platform lists it; empty where the code was typed. */
  name: z.string(),
  mapped: z.boolean(),
});
export const getPlatformCorrespondingExpress = defineCall({
  method: 'GET',
  path: '/seller/express/getPlatformCorrespondingExpress',
  access: 'user',
  summary: "What the platforms of the company's shops are told as the carrier of each channel.",
  input: z.strictObject({ platform: text(40).optional(), channelId: id().optional() }),
  result: z.object({ list: z.array(carrierMapping) }),
});
export const savePlatformCorrespondingExpress = defineCall({
  method: 'POST',
  path: '/seller/express/savePlatformCorrespondingExpress',
  access: ['996:map', '996:edit'],
  summary: 'Says what one platform calls the carrier of a channel. An empty code: what the channel says again.',
  input: z.strictObject({
    mapping: z.strictObject({
      channelId: id(),
      platform: requiredText(40),
      code: text(60),
      name: text(120).default(''),
    }),
  }),
  result: ok,
});
export const getPlatformExpress = defineCall({
  method: 'GET',
  path: '/seller/express/getPlatformExpress',
  access: 'user',
  summary:
    'The carriers that a platform accepts, as a shop of the company was told within a day; none where it lists none.',
  input: z.strictObject({ platform: requiredText(40) }),
  result: z.object({ list: z.array(z.object({ code: z.string(), name: z.string() })) }),
});

export const setDefaultChannel = defineCall({
  method: 'POST',
  path: '/seller/logistics/setDefaultChannel',
  access: ['996:edit'],
  summary: 'Orders without a channel of their own go by this one.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const deleteChannel = defineCall({
  method: 'POST',
  path: '/seller/logistics/deleteChannel',
  access: ['996:delete'],
  summary: 'Removes a channel that is not the default and that no open parcel goes by.',
  input: z.strictObject({ id: id() }),
  result: ok,
});

// ---- labels --------------------------------------------------------------------------------------------------------

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
  'outForDelivery',
  'delivered',
  'exception',
  'returning',
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
  /** The day of arrival if handed over today, as far as the carrier tells. */
  arrivesOnDay: z.string().nullable(),
  /** Arrives by the day the slowest service would have reached if handed over on time; null where nobody knows. */
  inTime: z.boolean().nullable(),
  surcharges: z.array(z.object({ code: z.string(), amount: z.string() })),
});
export type Quote = z.output<typeof quote>;
/** As people see it: the price is null for whoever may not see costs. */
const shownQuote = quote.extend({ amount: z.string().nullable(), listAmount: z.string().nullable() });
export type ShownQuote = z.output<typeof shownQuote>;

export const parcelView = z.object({
  id: z.number(),
  reference: z.string(),
  outboundId: z.number(),
  orderId: z.number(),
  orderNo: z.string(),
  state: parcelState,
  weightGrams: z.number().int(),
  /** By what its products weigh: it was made before its box was packed. */
  estimated: z.boolean(),
  /** What the box weighed that had its label already. */
  weighedGrams: z.number().int().nullable(),
  /** It weighs more than a tenth, or a step of the carrier's prices, other than its label was bought for. */
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
  /** Left out for whoever may not see costs. */
  labelCost: z.string().nullable(),
  labelCurrency: z.string().nullable(),
  hasLabel: z.boolean(),
  hasCustoms: z.boolean(),
  lastError: z.string().nullable(),
  stage: trackingStage,
  lastScanAt: z.string().nullable(),
  createdAt: z.string(),
  boughtAt: z.string().nullable(),
  shippedAt: z.string().nullable(),
  deliveredAt: z.string().nullable(),
});
export type ParcelView = z.output<typeof parcelView>;

const station: ModuleRight[] = ['509:pack', '503:pack'];

export const quoteParcel = defineCall({
  method: 'POST',
  path: '/seller/logistics/quoteParcel',
  access: station,
  summary: 'Prices of the packed box with every allowed service, cheapest first, and which one would be taken and why.',
  input: z.strictObject({ outboundId: id(), channelId: id().optional() }),
  result: z.object({
    parcelId: z.number(),
    channelId: z.number(),
    channelName: z.string(),
    carrier: z.string(),
    quotes: z.array(shownQuote),
    chosen: z.string().nullable(),
    /** cheapest | fixed | onlyOne | own */
    reason: z.string(),
  }),
});
export const buyLabel = defineCall({
  method: 'POST',
  path: '/seller/logistics/buyLabel',
  access: station,
  summary:
    'Buys the label of a packed box once. Asked again, it answers with the label that is there. `trackingNumber` is for own delivery.',
  input: z.strictObject({
    outboundId: id(),
    serviceCode: text(10).optional(),
    channelId: id().optional(),
    trackingNumber: text(60).optional(),
  }),
  result: parcelView,
});
export const buyLabels = defineCall({
  method: 'POST',
  path: '/seller/logistics/buyLabels',
  access: station,
  summary: 'Queues the labels of many packed boxes; labelProgress tells each one.',
  input: z.strictObject({ outboundIds: list(id(), 1000).refine((v) => v.length > 0), ...idempotencyKey }),
  result: z.object({ queued: z.number().int() }),
});
export const labelProgress = defineCall({
  method: 'POST',
  path: '/seller/logistics/labelProgress',
  access: station,
  summary: 'How far the labels of these boxes are: waiting, done, or failed and why.',
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
  access: ['509', '503', '601'],
  summary: 'The parcels of outbound documents.',
  input: z.strictObject({ outboundIds: list(id(), 500) }),
  result: z.object({ list: z.array(parcelView) }),
});
export const labelPdf = defineCall({
  method: 'GET',
  path: '/seller/logistics/labelPdf',
  access: ['509:pack', '503:pack', '503:print', '601'],
  summary: 'The label, 100 x 150 mm. `format=raw` gives what the carrier delivered, for label printers.',
  input: z.strictObject({ parcelId: id(), format: z.enum(['pdf', 'raw', 'customs']).default('pdf') }),
  result: z.unknown(),
  download: true,
});
export const labelsPdf = defineCall({
  method: 'POST',
  path: '/seller/logistics/labelsPdf',
  access: ['509:pack', '503:pack', '503:print'],
  summary: 'The labels of many boxes in one file, in the order asked.',
  input: z.strictObject({ outboundIds: list(id(), 200).refine((v) => v.length > 0) }),
  result: z.unknown(),
  download: true,
});
export const voidLabel = defineCall({
  method: 'POST',
  path: '/seller/logistics/voidLabel',
  access: ['503:pack', '503:cancel', '509:pack'],
  summary: 'Gives a bought label back to the carrier; the box can then get another one.',
  input: z.strictObject({ parcelId: id() }),
  result: z.object({ voided: z.boolean(), detail: z.string() }),
});

// ---- tracking ------------------------------------------------------------------------------------------------------

export const trackingFilter = z.strictObject({
  stage: trackingStage.optional(),
  /** Handed over, and no scan for so many days. */
  silentDays: integer(1, 60).optional(),
  shopId: id().optional(),
  carrier: carrier.optional(),
  /** Beginning of a tracking number or order number. */
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
  shopId: z.number(),
  shopName: z.string(),
  country: z.string(),
  lastScan: z.string(),
  lastScanAt: z.string().nullable(),
  /** Whole days since the last scan (or the hand-over) of a parcel on its way. */
  silentDays: z.number().int().nullable(),
  trackedAt: z.string().nullable(),
  shippedAt: z.string().nullable(),
  deliveredAt: z.string().nullable(),
});

export const trackingList = defineCall({
  method: 'GET',
  path: '/seller/logistics/trackingList',
  access: ['601'],
  summary: 'Parcels with a tracking number, newest first.',
  input: trackingFilter.extend(paging),
  result: pageOf(trackingRow),
});
export const trackingCounts = defineCall({
  method: 'GET',
  path: '/seller/logistics/trackingCounts',
  access: ['601'],
  summary: 'How many parcels are in each stage, and how many are silent. Counted up to 10,000 each.',
  input: z.strictObject({ silentDays: integer(1, 60).default(3) }),
  result: z.object({ stages: z.record(z.string(), z.number().int()), silent: z.number().int() }),
});
const timeline = z.array(
  z.object({ at: z.string(), stage: trackingStage, description: z.string(), place: z.string() }),
);
export const trackingDetail = defineCall({
  method: 'GET',
  path: '/seller/logistics/trackingDetail',
  access: ['601'],
  summary: 'One parcel with its scans, newest first.',
  input: z.strictObject({ parcelId: id() }),
  result: z.object({ parcel: parcelView, events: timeline, nextTrackAt: z.string().nullable() }),
});
export const orderParcels = defineCall({
  method: 'GET',
  path: '/seller/logistics/orderParcels',
  access: [...ORDER_MODULES.map((module): ModuleRight => `${module}`), '601'],
  summary: 'The parcels of an order with their scans and the prices that were compared.',
  input: z.strictObject({ orderId: id() }),
  result: z.object({
    list: z.array(z.object({ parcel: parcelView, events: timeline, quotes: z.array(quote).nullable() })),
  }),
});
export const refreshTracking = defineCall({
  method: 'POST',
  path: '/seller/logistics/refreshTracking',
  access: ['601:refresh'],
  summary: 'Asks the carriers now: few parcels at once, many in the background (`queued`).',
  input: z
    .strictObject({ ids: list(id(), 1000).optional(), filter: trackingFilter.optional(), ...idempotencyKey })
    .refine((given) => (given.ids === undefined) !== (given.filter === undefined), { error: 'ids | filter' }),
  result: bulkResult.extend({ queued: z.number().int(), changed: z.number().int() }),
});
export const exportTracking = defineCall({
  method: 'POST',
  path: '/seller/logistics/exportTracking',
  access: ['601:export'],
  summary: 'Writes what the filter matches into a file in the background.',
  input: trackingFilter.extend(idempotencyKey),
  result: exportQueued,
});
export const publicTracking = defineCall({
  method: 'GET',
  path: '/seller/logistics/publicTracking',
  access: 'public',
  summary: 'Where a parcel is, by its number. Tells nothing of the buyer.',
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
