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
import { DUE_CHANGED } from './due-changed.ts';

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
  ...DUE_CHANGED,
] as const;
