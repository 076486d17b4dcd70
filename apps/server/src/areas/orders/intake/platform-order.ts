import type { PlatformOrder, PlatformOrderStatus } from '@tradewind/connectors/capabilities/orders.ts';

export interface ShopOfOrders {
  id: number;
  platform: string;
  moduleId: number;
}

const PROGRESS: Record<PlatformOrderStatus, number> = {
  unpaid: 0,
  toShip: 1,
  partiallyShipped: 1,
  shipped: 3,
  cancelled: 4,
  refunded: 5,
};

/** The progress of a status: decides which of two versions with the same time is later. */
export function progressOf(order: PlatformOrder, status: PlatformOrderStatus): number {
  const progress = PROGRESS[status];
  return progress === 1 && order.cancelRequested ? 2 : progress;
}

/** Whether the buyer has paid, by the platform's status. Unknown for cancelled orders. */
export function paidBy(order: PlatformOrder): boolean {
  return order.status !== 'unpaid' && order.status !== 'cancelled' && order.hold !== 'UNPAID';
}

/** The later of two versions of an order. Platforms write times with and without fractions of a second. */
export function laterOf(a: PlatformOrder, b: PlatformOrder): PlatformOrder {
  const apart = Date.parse(a.updatedAt) - Date.parse(b.updatedAt);
  return (apart || progressOf(a, a.status) - progressOf(b, b.status)) > 0 ? a : b;
}
