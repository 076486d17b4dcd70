import {
  getPurchase,
  getRequisition,
  listPendingPurchases,
  listPurchases,
  listRequisitions,
  pendingTabs,
  purchaseTabs,
  requisitionTabs,
} from '@tradewind/contract/procurement.ts';

/** What acts on purchases change: an order, its requests and what waits to be ordered. */
export const CHANGED = [
  getPurchase,
  getRequisition,
  listPendingPurchases,
  listPurchases,
  listRequisitions,
  pendingTabs,
  purchaseTabs,
  requisitionTabs,
] as const;
