import { listPurchaseDues, purchaseDueTabs, purchaseDueTotals } from '@tradewind/contract/procurement.ts';

/** What money, goods and terms of orders change in the list of payments due. */
export const DUE_CHANGED = [listPurchaseDues, purchaseDueTabs, purchaseDueTotals] as const;
