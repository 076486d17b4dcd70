import type { PlatformOrder } from '@tradewind/connectors/capabilities/orders.ts';
import type { App } from '../../core/app.ts';
import { defineHook } from '../../core/hooks.ts';
import type { Shop } from './shops/shops.ts';

/** A person has changed how a shop works, e.g. whether its orders are allocated by themselves. */
export const shopEdited = defineHook<{ shopId: number }>();

export interface IngestCounts {
  inserted: number;
  updated: number;
  unchanged: number;
}

/**
 * Orders of a shop came in and are to be stored. May come again with the same orders (a page read twice, a crash between
 * two pages, a half of a page whose other half failed) and must then change nothing. The listener fills in `counts`.
 */
export const ordersIngesting = defineHook<{ shop: Shop; orders: readonly PlatformOrder[]; counts?: IngestCounts }>();

/** A shop's orders are compared with the platform's: the listener adds the numbers that are stored to `known`. */
export const ordersComparing = defineHook<{
  shopId: number;
  platformOrderNos: readonly string[];
  known: Set<string>;
}>();

/** A platform wants buyers' data erased: the listener adds the companies that still keep data of these buyers. */
export const buyersForgetting = defineHook<
  { platform: string; buyers: readonly string[]; companyIds: Set<number> },
  App
>();

/** Orders of a platform that waits to be told that they are taken on came in, new or changed. */
export const ordersTaken = defineHook<{
  shopId: number;
  platformOrderNos: string[];
  orders: readonly PlatformOrder[];
}>();

/** A page of a shop's listings was taken in. */
export const listingsTaken = defineHook<{ shopId: number; sellerSkus: string[] }>();

/** Returns of a shop's orders came in, new or changed; they are in platform_return. */
export const returnsTaken = defineHook<{ shopId: number; returnNos: string[] }>();
