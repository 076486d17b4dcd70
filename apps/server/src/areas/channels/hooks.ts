import type { PlatformOrder } from '@tradewind/connectors/capabilities/orders.ts';
import type { Unreadable } from '@tradewind/connectors/capabilities/unreadable.ts';
import type { App } from '../../core/app.ts';
import { defineHook } from '../../core/hooks.ts';
import type { Shop } from './shops/shops.ts';

/** A user changed the shop settings, e.g. automatic fulfillment. */
export const shopEdited = defineHook<{ shopId: number }>();

export interface IngestCounts {
  inserted: number;
  updated: number;
  unchanged: number;
}

/**
 * Orders of a shop arrived and are to be saved. The same orders may come again (a page read twice, a crash between two
 * pages, half of a failed page) and must then change nothing. The listener fills in `counts`.
 */
export const ordersIngesting = defineHook<{ shop: Shop; orders: readonly PlatformOrder[]; counts?: IngestCounts }>();

/** Compares a shop's orders with the platform's: the listener adds the stored numbers to `known`. */
export const ordersComparing = defineHook<{
  shopId: number;
  platformOrderNos: readonly string[];
  known: Set<string>;
}>();

/** A platform requests erasure of buyer data: the listener adds the companies that still have data of these buyers. */
export const buyersForgetting = defineHook<
  { platform: string; buyers: readonly string[]; companyIds: Set<number> },
  App
>();

/** New or changed orders of a platform that expects an acknowledgement. */
export const ordersTaken = defineHook<{
  shopId: number;
  platformOrderNos: string[];
  orders: readonly PlatformOrder[];
}>();

/** Lines of a page of settlements that could not be read, of a listing from `since` on. */
export const settlementsUnread = defineHook<{ shopId: number; since: Date; records: readonly Unreadable[] }>();

/** A listing of settlements from `since` on has ended; its first page came at `began`. */
export const settlementsListed = defineHook<{ shopId: number; since: Date; began: Date }>();

/** A page of a shop's listings was ingested. */
export const listingsTaken = defineHook<{ shopId: number; sellerSkus: string[] }>();

/** New or changed returns of a shop; they are in platform_return. */
export const returnsTaken = defineHook<{ shopId: number; returnNos: string[] }>();
