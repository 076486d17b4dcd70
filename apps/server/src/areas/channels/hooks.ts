import type { PlatformOrder } from '@tradewind/connectors/marketplace.ts';
import { defineHook } from '../../core/hooks.ts';

/** A person has changed how a shop works, e.g. whether its orders are allocated by themselves. */
export const shopEdited = defineHook<{ shopId: number }>();

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
