import { z } from 'zod';
import { rights } from './access/modules.ts';
import {
  bulkCall,
  defineCall,
  id,
  idempotencyKey,
  instant,
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
/** The platforms for shops, by name; a test compares them with the connectors' registry. */
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
/** The connectors' registry holds the list; getPlatForm returns it with the required fields of each. */
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
  /** The seller chooses one; empty for a platform without regions. */
  regions: z.array(z.object({ code: z.string(), name: z.string() })),
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      hint: z.string().nullable(),
      secret: z.boolean(),
      optional: z.boolean(),
      /** Required in these regions only; null: in all of them. */
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
  summary: 'Lists the shops that the user can see, for pickers, optionally those of one department.',
  input: z.strictObject({ deptId: id().optional() }),
  result: z.object({ list: z.array(shopOption) }),
});
export const getPlatForm = defineCall({
  method: 'GET',
  path: '/seller/shopPlan/getPlatForm',
  access: 'user',
  summary: 'Lists the platforms that can be connected. `isAuth` Y: only those with an authorized shop; N: the others.',
  input: z.strictObject({ isAuth: z.enum(['Y', 'N']).optional() }),
  result: z.object({
    list: z.array(platformOption),
  }),
});
export const getCustomerShopStatistics = defineCall({
  method: 'GET',
  path: '/seller/shop/getCustomerShopStatistics',
  access: 'user',
  summary: 'Returns the number of shops that the user can see, by status and by platform.',
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
  summary: 'Lists the platforms on which the company has shops that the user can see.',
  input: z.strictObject({}),
  result: z.object({ list: z.array(z.object({ platform: z.string(), name: z.string() })) }),
});

// ---- sales channels

const shopRow = shopOption.extend({
  /** Who runs it. */
  operatorId: z.number().nullable(),
  operatorName: z.string().nullable(),
  platformName: z.string(),
  marketplaceIds: z.array(z.string()),
  fulfilment: z.enum(['automatic', 'manual']),
  authorizedAt: z.string().nullable(),
  /** When the seller must authorize again. */
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
  /** In the user's language: the problem and the next step. */
  lastErrorText: z.string().nullable(),
  /** The message of the platform or network, word for word. */
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
  access: [rights.salesChannel.view],
  summary: 'Lists shops with their connection, sync lag, failures and dead letters.',
  input: z.strictObject({ ...shopFilterFields, ...paging }),
  result: pageOf(shopRow),
});
export const findShop = defineCall({
  method: 'GET',
  path: '/seller/channel/find',
  access: [rights.salesChannel.view],
  summary: 'Returns a shop with the log of its connection and syncs.',
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
  access: [rights.salesChannel.authorize],
  secret: true,
  summary:
    'Connects or reconnects a shop: through `consentUrl`, with automatic return of the browser, or at once by keys.',
  notInSample: true,
  input: z.strictObject({
    platform,
    /** The shop to connect again. */
    shopId: id().optional(),
    /** One of the platform's regions (getPlatForm). */
    region: text(20).optional(),
    /** The name of the shop; by default the platform's name. */
    name: text(100).optional(),
    /** The fields that the platform requires, by name (getPlatForm). */
    fields: z.record(z.string().max(40), text(4000)).default({}),
    /** Reads orders of this many past days first. */
    importDays: integer(0, 60).default(30),
    /**
     * The address of the user's browser; a loopback address is used for the return, any other must be the configured
     * one.
     */
    origin: z.url().max(200).optional(),
  }),
  /** Without an address the shop is already connected. `issued`: keys for the shop's own software, shown only now. */
  result: z.object({
    shopId: z.number(),
    consentUrl: z.string().nullable(),
    issued: z.object({ key: z.string(), secret: z.string() }).nullable(),
  }),
});
// ---- sellers who come from the platform

const authorization = z.object({
  isOk: z.boolean(),
  /** Why it failed, by the landing page's name for it. */
  reason: z.string().nullable(),
  shopId: z.number().nullable(),
  /** The permission is still missing: the browser goes there and comes back automatically. */
  consentUrl: z.string().nullable(),
});
export type Authorization = z.output<typeof authorization>;
/** The server keeps the data that a platform sent with a browser under a key; only that browser can use it. */
const arrivalKey = requiredText(100);

export const findArrival = defineCall({
  method: 'GET',
  path: '/seller/channel/arrival',
  access: [rights.salesChannel.authorize],
  summary: 'Returns the platform data that this browser arrived with, and the details that are still missing.',
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
  access: [rights.salesChannel.authorize],
  summary: 'Binds the shop that this browser arrived with from a platform to the signed-in user’s company.',
  notInSample: true,
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
  summary: 'Completes a TikTok Shop authorization with the returned code and its state.',
  notInSample: true,
  input: byCode,
  result: authorization,
  secret: true,
});
export const tiktokUsUserAccessToken = defineCall({
  method: 'POST',
  path: '/seller/platformToken/TikTokUSUserAccessToken',
  access: 'user',
  summary: 'Completes a TikTok Shop authorization for a shop in the United States, which has its own endpoint.',
  notInSample: true,
  input: byCode,
  result: authorization,
  secret: true,
});
export const sheinAccessToken = defineCall({
  method: 'POST',
  path: '/seller/platformToken/sheinAccessToken',
  access: 'user',
  summary: 'Completes a SHEIN authorization with the returned temporary token and its state.',
  notInSample: true,
  input: z.strictObject({ tempToken: requiredText(2000), state: arrivalKey }),
  result: authorization,
  secret: true,
});
export const sheinAuthPage = defineCall({
  method: 'GET',
  path: '/seller/platformToken/sheinAuthPage',
  access: 'user',
  summary:
    'Returns the SHEIN consent page where a seller authorizes our app, for a new shop or again for an existing one.',
  input: z.strictObject({ shopId: id().optional() }),
  result: z.object({ shopId: z.number(), consentUrl: z.string().nullable() }),
});
export const temuWarehouseAuthorized = defineCall({
  method: 'POST',
  path: '/seller/platformToken/temuWarehouseAuthorized',
  access: 'user',
  summary:
    'Authorizes a warehouse to ship for the company’s Temu shops, with the access token that it gave the seller.',
  notInSample: true,
  input: z.strictObject({
    accessToken: requiredText(4000),
    /** Temu's code of the warehouse. */
    warehouse: requiredText(100),
    /** The seller's name there; by default the shop's own account. */
    customerCode: text(100).optional(),
  }),
  result: authorization,
  secret: true,
});
/** The platform behind temuWarehouseAuthorized: its warehouses, not its shops. */
export const WAREHOUSE_PLATFORM = 'temufc';
/** Whose shops these warehouses ship for. */
export const WAREHOUSES_OF = 'temu';

/** The sign-in page of a seller who came from a platform. */
export function platformSignInPath(platform: string, state: string): string {
  const key = encodeURIComponent(state);
  if (platform === 'shopify') return `/shopifyLogin?state=${key}`;
  if (platform === WAREHOUSE_PLATFORM) return `/shopWarehouseLogin?state=${key}`;
  return `/shopLogin?platform=${platform}&state=${key}`;
}
/** The page with the result of an authorization: code 200 is success, 400 failure. */
export function landingPath(platform: string, { isOk, reason }: { isOk: boolean; reason: string | null }): string {
  const answer = isOk ? 'code=200' : `code=400&reason=${encodeURIComponent(reason ?? '')}`;
  if (platform === 'amazon') return `/amazonAccessToken?${answer}`;
  if (platform === WAREHOUSE_PLATFORM) return `/shopWarehouseAuth?${answer}`;
  return `/publicAccessToken?platform=${platform}&${answer}`;
}

export const editShop = defineCall({
  method: 'POST',
  path: '/seller/channel/edit',
  access: [rights.salesChannel.edit],
  summary: 'Updates the settings of a shop, unless they have changed since `updatedAt`.',
  input: z.strictObject({
    id: id(),
    updatedAt: instant(),
    name: requiredText(100).optional(),
    fulfilment: z.enum(['automatic', 'manual']).optional(),
    departmentId: id().nullable().optional(),
    operatorId: id().nullable().optional(),
  }),
  result: z.object({ id: z.number(), updatedAt: z.string() }),
});
export const disableShop = defineCall({
  method: 'POST',
  path: '/seller/channel/disable',
  access: [rights.salesChannel.disable],
  summary: 'Disables a shop: its sync stops, its orders stay.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const enableShop = defineCall({
  method: 'POST',
  path: '/seller/channel/enable',
  access: [rights.salesChannel.disable],
  summary: 'Enables a disabled shop. Its sync resumes where it stopped.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const removeShop = defineCall({
  method: 'POST',
  path: '/seller/channel/remove',
  access: [rights.salesChannel.delete],
  summary: 'Deletes a shop without orders, together with its SKU mappings.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const syncShops = bulkCall(
  '/seller/channel/sync',
  [rights.salesChannel.sync],
  'Syncs shops now. A shop under a platform’s rate limit syncs once the platform allows it.',
  z
    .strictObject({
      ids: list(id(), 200).optional(),
      filter: z.strictObject(shopFilterFields).optional(),
      ...idempotencyKey,
    })
    .refine((input) => (input.ids === undefined) !== (input.filter === undefined), { error: 'ids | filter' }),
);
/** The platform receives stock and prices; the other streams are read from it. */
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
  access: [rights.salesChannel.view],
  summary: 'Lists the sync streams of a shop with their status, position, next run, remaining calls and last errors.',
  input: z.strictObject({ id: id() }),
  result: z.object({
    list: z.array(shopStream),
    pushes: z.object({ supported: z.boolean(), lastAt: z.string().nullable() }),
  }),
});
export const runStream = defineCall({
  method: 'POST',
  path: '/seller/channel/runStream',
  access: [rights.salesChannel.sync],
  summary: 'Runs a stream of a shop now. With `from`, everything since then is read again.',
  input: z.strictObject({
    id: id(),
    stream: streamKind,
    from: instant().optional(),
    ...idempotencyKey,
  }),
  result: ok,
});
export const pauseStream = defineCall({
  method: 'POST',
  path: '/seller/channel/pauseStream',
  access: [rights.salesChannel.edit],
  summary: 'Pauses a stream of a shop, or resumes it where it stopped.',
  input: z.strictObject({ id: id(), stream: streamKind, paused: z.boolean() }),
  result: ok,
});
export const shopHours = defineCall({
  method: 'GET',
  path: '/seller/channel/hours',
  access: [rights.salesChannel.view],
  summary: 'Returns order counts per hour of the last week, the platform’s and ours, and the missing orders.',
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
export const listDeadLetters = defineCall({
  method: 'GET',
  path: '/seller/channel/parked',
  access: [rights.salesChannel.view],
  summary: 'Lists the dead letters of a shop: the platform’s data, and why it could not be read.',
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
export const retryDeadLetters = bulkCall(
  '/seller/channel/retryParked',
  [rights.salesChannel.sync],
  'Reads the orders of dead letters from the platform again. Orders that can be read are ingested and resolved.',
  z.strictObject({ ids: list(id(), 200), ...idempotencyKey }),
);
export const resolveDeadLetter = bulkCall(
  '/seller/channel/resolveParked',
  [rights.salesChannel.edit],
  'Marks dead letters as resolved.',
  z.strictObject({ ids: list(id(), 200), ...idempotencyKey }),
);
