import { getWholesale, listWholesale, wholesaleTabs } from '@tradewind/contract/wholesale.ts';

/** What is out of date after anything was done to an order. */
export const CHANGED = [getWholesale, listWholesale, wholesaleTabs];
