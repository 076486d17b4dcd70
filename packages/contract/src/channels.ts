import { z } from 'zod';
import {
  bulkResult,
  defineCall,
  id,
  idempotencyKey,
  integer,
  list,
  ok,
  pageOf,
  paging,
  requiredText,
  text,
} from './call.ts';

export const SHOP_STATES = ['pending', 'authorized', 'expired', 'disabled'] as const;
const shopState = z.enum(SHOP_STATES);
export type ShopState = (typeof SHOP_STATES)[number];
/** Platforms that shops can be connected of, by the names they go by; the connectors' registry has the same (a test). */
export const PLATFORM_NAMES: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  amazon: ['亚马逊', 'Amazon'],
  amazonvc: ['亚马逊VC', 'Amazon Vendor Central'],
  ebay: ['eBay', 'eBay'],
  wish: ['Wish', 'Wish'],
  walmart: ['沃尔玛', 'Walmart'],
  wayfair: ['Wayfair', 'Wayfair'],
  shopify: ['Shopify', 'Shopify'],
  shopee: ['Shopee', 'Shopee'],
  lazada: ['Lazada', 'Lazada'],
  homedepot: ['The Home Depot', 'The Home Depot'],
  homedepotdock: ['Home Depot 入仓', 'Home Depot store docking'],
  joom: ['Joom', 'Joom'],
  lowes: ["Lowe's", "Lowe's"],
  aliexpress: ['速卖通', 'AliExpress'],
  tiktok: ['TikTok Shop', 'TikTok Shop'],
  shein: ['SHEIN', 'SHEIN'],
  temu: ['Temu', 'Temu'],
  tophatter: ['Tophatter', 'Tophatter'],
  other: ['其他平台', 'Other platforms'],
};
/** The connectors' registry says which there are; getPlatForm tells them with what each asks for. */
const platform = requiredText(40);

const shopOption = z.object({
  id: z.number(),
  name: z.string(),
  platform: z.string(),
  account: z.string(),
  region: z.string(),
  currency: z.string(),
  moduleId: z.number(),
  state: shopState,
  departmentId: z.number().nullable(),
});

const platformOption = z.object({
  platform: z.string(),
  name: z.string(),
  isAuth: z.enum(['Y', 'N']),
  shops: z.number(),
  /** By the platform's consent page, or by keys that the seller types. */
  connect: z.enum(['consent', 'keys']),
  /** One of them is to be chosen; empty where the platform has one door. */
  regions: z.array(z.object({ code: z.string(), name: z.string() })),
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      hint: z.string().nullable(),
      secret: z.boolean(),
      optional: z.boolean(),
      /** Asked for in these regions only; null: in all of them. */
      regions: z.array(z.string()).nullable(),
    }),
  ),
  /** The platform no longer trades since this day. */
  closedSince: z.string().nullable(),
  /** A shop of the seller's own: its software calls us, with keys that it gets when it is connected. */
  ownShop: z.boolean(),
});
export type PlatformOption = z.output<typeof platformOption>;

// ---- calls of the specification

export const getUserShop = defineCall({
  method: 'GET',
  path: '/seller/shop/getUserShop',
  access: 'user',
  summary: 'The shops that the user sees, for pickers; of a department if one is named.',
  input: z.strictObject({ deptId: id().optional() }),
  result: z.object({ list: z.array(shopOption) }),
});
export const getPlatForm = defineCall({
  method: 'GET',
  path: '/seller/shopPlan/getPlatForm',
  access: 'user',
  summary: 'Platforms that can be connected; with isAuth Y only those with an authorized shop, with N the others.',
  input: z.strictObject({ isAuth: z.enum(['Y', 'N']).optional() }),
  result: z.object({
    list: z.array(platformOption),
  }),
});
export const getCustomerShopStatistics = defineCall({
  method: 'GET',
  path: '/seller/shop/getCustomerShopStatistics',
  access: 'user',
  summary: 'How many shops the user sees, by state and by platform.',
  input: z.strictObject({}),
  result: z.object({
    total: z.number(),
    pending: z.number(),
    authorized: z.number(),
    expired: z.number(),
    disabled: z.number(),
    platforms: z.array(z.object({ platform: z.string(), name: z.string(), shops: z.number(), authorized: z.number() })),
  }),
});
export const getCustomerPlatfrom = defineCall({
  method: 'GET',
  path: '/seller/user/getCustomerPlatfrom',
  access: 'user',
  summary: 'Platforms that the company has shops on, as far as the user sees them.',
  input: z.strictObject({}),
  result: z.object({ list: z.array(z.object({ platform: z.string(), name: z.string() })) }),
});

// ---- sales channels (module 994)

const shopRow = shopOption.extend({
  platformName: z.string(),
  marketplaceIds: z.array(z.string()),
  fulfilment: z.enum(['automatic', 'manual']),
  authorizedAt: z.string().nullable(),
  /** When the seller has to give the permission again. */
  consentEndsAt: z.string().nullable(),
  lastSyncAt: z.string().nullable(),
  syncedUntil: z.string().nullable(),
  /** How far behind the platform our orders are. */
  lagSeconds: z.number().nullable(),
  /** A listing is under way: more pages wait. */
  syncing: z.boolean(),
  nextSyncAt: z.string().nullable(),
  failures: z.number(),
  lastErrorKind: z.string().nullable(),
  /** In the user's language: what is wrong and what happens next. */
  lastErrorText: z.string().nullable(),
  /** What the platform or the network said, word for word. */
  lastErrorDetail: z.string().nullable(),
  parked: z.number(),
  ordersSynced: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type ShopRow = z.output<typeof shopRow>;

const shopFilterFields = {
  state: z.enum(['all', ...SHOP_STATES]).default('all'),
  platform: platform.optional(),
  search: text(100).optional(),
};
export const listShops = defineCall({
  method: 'GET',
  path: '/seller/channel/list',
  access: ['994'],
  summary: 'Shops with their connection, lag, failures and parked records.',
  input: z.strictObject({ ...shopFilterFields, ...paging }),
  result: pageOf(shopRow),
});
export const findShop = defineCall({
  method: 'GET',
  path: '/seller/channel/find',
  access: ['994'],
  summary: 'One shop with the log of its connection and syncs.',
  input: z.strictObject({ id: id() }),
  result: shopRow.extend({
    log: z.array(
      z.object({
        id: z.number(),
        at: z.string(),
        actor: z.string(),
        event: z.string(),
        detail: z.record(z.string(), z.unknown()).nullable(),
      }),
    ),
  }),
});
export const authorizeShop = defineCall({
  method: 'POST',
  path: '/seller/channel/authorize',
  access: ['994:authorize'],
  secret: true,
  summary:
    'Connects a shop, or connects it anew: the browser goes to consentUrl and comes back by itself; by keys it is done at once.',
  input: z.strictObject({
    platform,
    /** Connect this shop anew. */
    shopId: id().optional(),
    /** One of the platform's regions (getPlatForm). */
    region: text(20).optional(),
    /** What the shop is to be called; else the platform's name of it. */
    name: text(100).optional(),
    /** What the platform asks for, by the names of its fields (getPlatForm). */
    fields: z.record(z.string().max(40), text(4000)).default({}),
    /** Orders of so many days back come in first. */
    importDays: integer(0, 60).default(30),
    /** Where the user's browser is; a loopback address is come back to, any other has to be the configured one. */
    origin: z.url().max(200).optional(),
  }),
  /** Without an address the shop is connected already. `issued`: keys for the shop's own software, shown this once. */
  result: z.object({
    shopId: z.number(),
    consentUrl: z.string().nullable(),
    issued: z.object({ key: z.string(), secret: z.string() }).nullable(),
  }),
});
// ---- sellers who come from the platform

const authorization = z.object({
  isOk: z.boolean(),
  /** Why it came to nothing, by the name that the landing page knows. */
  reason: z.string().nullable(),
  shopId: z.number().nullable(),
  /** The permission is still to be given: the browser goes there and comes back by itself. */
  consentUrl: z.string().nullable(),
});
export type Authorization = z.output<typeof authorization>;
/** What a platform sent a browser to us with is kept for it under a key; only that browser can use it. */
const arrivalKey = requiredText(100);

export const findArrival = defineCall({
  method: 'GET',
  path: '/seller/channel/arrival',
  access: ['994:authorize'],
  summary: 'What this browser came with from a platform: the platform, and what it has to be told yet.',
  input: z.strictObject({ state: arrivalKey }),
  result: z.object({
    platform: z.string(),
    name: z.string(),
    /** The shop, where the platform names it before the permission is given. */
    account: z.string().nullable(),
    region: z.string().nullable(),
    regions: z.array(z.object({ code: z.string(), name: z.string() })),
    /** The seller has allowed it on the platform already. */
    consented: z.boolean(),
  }),
});
export const bindShop = defineCall({
  method: 'POST',
  path: '/seller/channel/bind',
  access: ['994:authorize'],
  summary: 'Binds the shop that this browser came with from a platform to the company of whoever is signed in.',
  input: z.strictObject({
    state: arrivalKey,
    region: text(20).optional(),
    name: text(100).optional(),
    importDays: integer(0, 60).default(30),
    origin: z.url().max(200).optional(),
  }),
  result: authorization,
});
const byCode = z.strictObject({ code: requiredText(2000), state: arrivalKey });
export const tiktokUserAccessToken = defineCall({
  method: 'POST',
  path: '/seller/platformToken/TikTokUserAccessToken',
  access: 'user',
  summary: 'Ends an authorization of TikTok Shop by the code that came back with its state.',
  input: byCode,
  result: authorization,
  secret: true,
});
export const tiktokUsUserAccessToken = defineCall({
  method: 'POST',
  path: '/seller/platformToken/TikTokUSUserAccessToken',
  access: 'user',
  summary: 'The same for a shop of TikTok Shop in the United States, which has a door of its own.',
  input: byCode,
  result: authorization,
  secret: true,
});
export const sheinAccessToken = defineCall({
  method: 'POST',
  path: '/seller/platformToken/sheinAccessToken',
  access: 'user',
  summary: 'Ends an authorization of SHEIN by the temporary token that came back with its state.',
  input: z.strictObject({ tempToken: requiredText(2000), state: arrivalKey }),
  result: authorization,
  secret: true,
});
export const sheinAuthPage = defineCall({
  method: 'GET',
  path: '/seller/platformToken/sheinAuthPage',
  access: 'user',
  summary: 'The page of SHEIN on which a seller allows our app: for a new shop, or anew for one that is here.',
  input: z.strictObject({ shopId: id().optional() }),
  result: z.object({ shopId: z.number(), consentUrl: z.string().nullable() }),
});
export const temuWarehouseAuthorized = defineCall({
  method: 'POST',
  path: '/seller/platformToken/temuWarehouseAuthorized',
  access: 'user',
  summary: 'Allows a warehouse to ship for the shops of Temu by the access token that the seller got from it.',
  input: z.strictObject({
    accessToken: requiredText(4000),
    /** What Temu calls the warehouse's house. */
    warehouse: requiredText(100),
    /** Who the seller is there; the shop's own account unless told. */
    customerCode: text(100).optional(),
  }),
  result: authorization,
  secret: true,
});
/** The platform behind temuWarehouseAuthorized: its warehouses, not its shops. */
export const WAREHOUSE_PLATFORM = 'temufc';
/** Whose shops these warehouses ship for. */
export const WAREHOUSES_OF = 'temu';

/** Where a seller signs in who came from a platform. */
export function platformSignInPath(platform: string, state: string): string {
  const key = encodeURIComponent(state);
  if (platform === 'shopify') return `/shopifyLogin?state=${key}`;
  if (platform === WAREHOUSE_PLATFORM) return `/shopWarehouseLogin?state=${key}`;
  return `/shopLogin?platform=${platform}&state=${key}`;
}
/** The page that tells how an authorization ended: code 200 is success, 400 failure. */
export function landingPath(platform: string, { isOk, reason }: { isOk: boolean; reason: string | null }): string {
  const answer = isOk ? 'code=200' : `code=400&reason=${encodeURIComponent(reason ?? '')}`;
  if (platform === 'amazon') return `/amazonAccessToken?${answer}`;
  if (platform === WAREHOUSE_PLATFORM) return `/shopWarehouseAuth?${answer}`;
  return `/publicAccessToken?platform=${platform}&${answer}`;
}

export const editShop = defineCall({
  method: 'POST',
  path: '/seller/channel/edit',
  access: ['994:edit'],
  summary: 'Changes the settings of a shop, if nobody else has since `updatedAt`.',
  input: z.strictObject({
    id: id(),
    updatedAt: z.iso.datetime({ offset: true }),
    name: requiredText(100).optional(),
    fulfilment: z.enum(['automatic', 'manual']).optional(),
    departmentId: id().nullable().optional(),
  }),
  result: z.object({ id: z.number(), updatedAt: z.string() }),
});
export const disableShop = defineCall({
  method: 'POST',
  path: '/seller/channel/disable',
  access: ['994:disable'],
  summary: 'Stops the sync of a shop. Its orders stay.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const enableShop = defineCall({
  method: 'POST',
  path: '/seller/channel/enable',
  access: ['994:disable'],
  summary: 'Goes on with the sync of a disabled shop from where it stopped.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const removeShop = defineCall({
  method: 'POST',
  path: '/seller/channel/remove',
  access: ['994:delete'],
  summary: 'Deletes a shop that has no orders, with its SKU mappings.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const syncShops = defineCall({
  method: 'POST',
  path: '/seller/channel/sync',
  access: ['994:sync'],
  summary: 'Syncs shops now; one that the platform told to wait goes on when it may.',
  input: z
    .strictObject({
      ids: list(id(), 200).optional(),
      filter: z.strictObject(shopFilterFields).optional(),
      ...idempotencyKey,
    })
    .refine((given) => (given.ids === undefined) !== (given.filter === undefined), { error: 'ids | filter' }),
  result: bulkResult,
});
/** Stock and prices are told to the platform, the others are read of it. */
export const STREAMS = ['orders', 'stock', 'prices', 'listings', 'settlements', 'returns'] as const;
const streamKind = z.enum(STREAMS);
const shopStream = z.object({
  kind: streamKind,
  state: z.enum(['upToDate', 'reading', 'waiting', 'failing', 'paused', 'stopped']),
  paused: z.boolean(),
  lastRunAt: z.string().nullable(),
  /** Everything up to here is in; null where a listing is always of everything. */
  until: z.string().nullable(),
  lagSeconds: z.number().nullable(),
  nextRunAt: z.string().nullable(),
  failures: z.number(),
  lastErrorText: z.string().nullable(),
  taken: z.number(),
  /** Calls that the platform allows at once, by kind of call. */
  callsLeft: z.record(z.string(), z.number()).nullable(),
  errors: z.array(
    z.object({
      at: z.string(),
      errorKind: z.string(),
      code: z.string().nullable(),
      status: z.number().nullable(),
      detail: z.string(),
      /** null for users who may not see buyers' data. */
      raw: z.string().nullable(),
    }),
  ),
});
export type ShopStream = z.output<typeof shopStream>;
export const shopStreams = defineCall({
  method: 'GET',
  path: '/seller/channel/streams',
  access: ['994'],
  summary: 'What is read of a shop: state, place, next run, calls left and last errors of each stream.',
  input: z.strictObject({ id: id() }),
  result: z.object({
    list: z.array(shopStream),
    pushes: z.object({ supported: z.boolean(), lastAt: z.string().nullable() }),
  }),
});
export const runStream = defineCall({
  method: 'POST',
  path: '/seller/channel/runStream',
  access: ['994:sync'],
  summary: 'Runs a stream of a shop now; with `from` everything since then is read once more.',
  input: z.strictObject({
    id: id(),
    stream: streamKind,
    from: z.iso.datetime({ offset: true }).optional(),
    ...idempotencyKey,
  }),
  result: ok,
});
export const pauseStream = defineCall({
  method: 'POST',
  path: '/seller/channel/pauseStream',
  access: ['994:edit'],
  summary: 'Pauses a stream of a shop, or goes on with it where it stopped.',
  input: z.strictObject({ id: id(), stream: streamKind, paused: z.boolean() }),
  result: ok,
});
export const shopHours = defineCall({
  method: 'GET',
  path: '/seller/channel/hours',
  access: ['994'],
  summary: 'Orders by the hour of the last week, by the platform’s count and ours, and those that never came.',
  input: z.strictObject({ id: id() }),
  result: z.object({
    hours: z.array(z.object({ hour: z.string(), theirs: z.number(), ours: z.number() })),
    gaps: z.array(
      z.object({
        platformOrderNo: z.string(),
        orderedAt: z.string(),
        foundAt: z.string(),
        ageHours: z.number(),
        owner: z.string().nullable(),
      }),
    ),
  }),
});
export const listParked = defineCall({
  method: 'GET',
  path: '/seller/channel/parked',
  access: ['994'],
  summary: 'Records of a shop that could not be read: what the platform said, and why it was set aside.',
  input: z.strictObject({ shopId: id(), resolved: z.enum(['open', 'resolved']).default('open'), ...paging }),
  result: pageOf(
    z.object({
      id: z.number(),
      platformOrderNo: z.string().nullable(),
      reason: z.string(),
      /** null for users who may not see buyers' data. */
      raw: z.unknown(),
      seen: z.number(),
      firstAt: z.string(),
      lastAt: z.string(),
      resolved: z.boolean(),
    }),
  ),
});
export const retryParked = defineCall({
  method: 'POST',
  path: '/seller/channel/retryParked',
  access: ['994:sync'],
  summary: 'Asks the platform for these orders again; one that reads well is taken in and its record resolved.',
  input: z.strictObject({ ids: list(id(), 200), ...idempotencyKey }),
  result: bulkResult,
});
export const resolveParked = defineCall({
  method: 'POST',
  path: '/seller/channel/resolveParked',
  access: ['994:edit'],
  summary: 'Marks records as dealt with.',
  input: z.strictObject({ ids: list(id(), 200), ...idempotencyKey }),
  result: bulkResult,
});
