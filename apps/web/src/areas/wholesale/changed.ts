import { getWholesale, listWholesale, wholesaleTabs } from '@tradewind/contract/wholesale.ts';

/** Calls to refetch after an action on an order. */
export const CHANGED = [getWholesale, listWholesale, wholesaleTabs];
