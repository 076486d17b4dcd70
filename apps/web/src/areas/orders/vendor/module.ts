import { getOrder, listOrders, orderTabs } from '@tradewind/contract/orders.ts';
import { getVendorOrder } from '@tradewind/contract/vendor.ts';

/** The calls to refresh after a change to a purchase order. */
export const CHANGED = [getVendorOrder, getOrder, listOrders, orderTabs];
export const newKey = () => ({ idempotencyKey: crypto.randomUUID() });
