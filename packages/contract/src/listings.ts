import { z } from 'zod';
import { rights } from './access/modules.ts';
import {
  bulkCall,
  currency,
  defineCall,
  exportCall,
  id,
  idempotencyKey,
  integer,
  list,
  ok,
  pageOf,
  paging,
  positiveDecimal,
} from './call.ts';
import { listingFilter } from './listings/filter.ts';

export * from './listings/filter.ts';
export * from './listings/products.ts';

export const LISTING_STATES = ['active', 'inactive', 'blocked', 'ended'] as const;
export const UPDATE_STATES = ['due', 'pending', 'done', 'refused'] as const;

const answered = z.object({
  wanted: z.string(),
  told: z.string().nullable(),
  state: z.enum(UPDATE_STATES),
  dueAt: z.string(),
  toldAt: z.string().nullable(),
  /** The platform's words if it refused. */
  detail: z.string().nullable(),
});

const listingRow = z.object({
  id: z.number(),
  shopId: z.number(),
  shopName: z.string(),
  platform: z.string(),
  itemId: z.string(),
  variantId: z.string(),
  sellerSku: z.string(),
  title: z.string(),
  imageUrl: z.string().nullable(),
  url: z.string().nullable(),
  state: z.enum(LISTING_STATES),
  fulfilledBy: z.enum(['seller', 'platform']),
  /** The platform's figure at the last reading. */
  quantity: z.number().nullable(),
  price: z.string().nullable(),
  currency: z.string().nullable(),
  seenAt: z.string(),
  productId: z.number().nullable(),
  sku: z.string().nullable(),
  factor: z.number().nullable(),
  /** null if the shop receives no quantities, or none has been sent yet. */
  stock: answered.nullable(),
  /** null if no price was set here. */
  newPrice: answered.nullable(),
});
export type ListingRow = z.output<typeof listingRow>;

export const listListings = defineCall({
  method: 'GET',
  path: '/seller/listing/list',
  access: [rights.listing.view],
  summary: 'Lists shop listings with what the platforms show and what was last sent to them.',
  input: listingFilter.extend(paging),
  result: pageOf(listingRow),
});
export const listingTabs = defineCall({
  method: 'GET',
  path: '/seller/listing/tabs',
  access: [rights.listing.view],
  summary: 'Returns the number of listings that are unmapped, wait for an update, or were rejected.',
  input: z.strictObject({ shopIds: list(id(), 200).optional() }),
  result: z.object({ unmapped: z.number(), waiting: z.number(), refused: z.number() }),
});
export const exportListings = exportCall(
  '/seller/listing/export',
  [rights.listing.export],
  'Exports the matching listings to an Excel file in the background.',
  z.strictObject({ filter: listingFilter }),
);
export const syncListings = bulkCall(
  '/seller/listing/sync',
  [rights.listing.sync],
  'Reads the listings of shops again. Without IDs, of all shops that the user can see.',
  z.strictObject({ shopIds: list(id(), 200).optional(), ...idempotencyKey }),
);
export const setListingPrice = defineCall({
  method: 'POST',
  path: '/seller/listing/price',
  access: [rights.listing.edit],
  summary: 'Sends a new price of a listing to the platform, in the currency of the listing.',
  input: z.strictObject({ id: id(), price: positiveDecimal(2), currency: currency(), ...idempotencyKey }),
  result: ok,
});
export const pushListings = bulkCall(
  '/seller/listing/push',
  [rights.listing.push],
  'Sends the quantity and price of listings to the platform again, including rejected ones.',
  z
    .strictObject({ ids: list(id(), 1000).optional(), filter: listingFilter.optional(), ...idempotencyKey })
    .refine((input) => (input.ids === undefined) !== (input.filter === undefined), { error: 'ids | filter' }),
);

export const STOCK_MODES = ['all', 'percent', 'fixed'] as const;
const stockRule = z.object({
  shopId: z.number(),
  shopName: z.string(),
  platform: z.string(),
  /** The platform takes quantities. */
  supported: z.boolean(),
  enabled: z.boolean(),
  mode: z.enum(STOCK_MODES),
  /** A hundredth part, or units, by the mode. */
  share: z.number(),
  buffer: z.number(),
  autoBuffer: z.boolean(),
  most: z.number().nullable(),
  warehouseIds: z.array(z.number()).nullable(),
  /** Measured; null before. */
  lagSeconds: z.number().nullable(),
  /** Listings whose quantity is still to send. */
  waiting: z.number(),
  version: z.number(),
});
export type StockRule = z.output<typeof stockRule>;

export const listStockRules = defineCall({
  method: 'GET',
  path: '/seller/listing/rules',
  access: [rights.listing.view],
  summary: 'Returns how much of the available stock each shop shows.',
  input: z.strictObject({}),
  result: z.array(stockRule),
});
export const saveStockRule = defineCall({
  method: 'POST',
  path: '/seller/listing/saveRule',
  access: [rights.listing.edit],
  summary: 'Sets how much stock a shop shows. Its listings are updated within a minute.',
  input: z.strictObject({
    shopId: id(),
    /** 0 where the shop has no rule yet. */
    version: integer(0),
    enabled: z.boolean(),
    mode: z.enum(STOCK_MODES),
    share: integer(0, 1_000_000).default(100),
    buffer: integer(0, 1_000_000).default(0),
    autoBuffer: z.boolean(),
    most: integer(0, 1_000_000).nullish(),
    warehouseIds: list(id(), 200).nullish(),
  }),
  result: z.object({ version: z.number() }),
});
