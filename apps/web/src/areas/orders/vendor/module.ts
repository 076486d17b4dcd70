import { getOrder, listOrders, orderTabs } from '@tradewind/contract/orders.ts';
import { getVendorOrder } from '@tradewind/contract/vendor.ts';

/** What looks different after an act on a purchase order. */
export const CHANGED = [getVendorOrder, getOrder, listOrders, orderTabs];
export const newKey = () => ({ idempotencyKey: crypto.randomUUID() });
