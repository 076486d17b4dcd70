import type { PlatformOrderStatus } from '../../capabilities/orders.ts';
import type { SheinOrder } from './orderShape.ts';
import { isGone, isRefunded } from './units.ts';

/** Not yet accepted by the seller. */
export const PENDING = 1;
const REFUNDED = 6;

const STATUS: Readonly<Record<number, PlatformOrderStatus>> = {
  [PENDING]: 'toShip',
  2: 'toShip',
  3: 'toShip',
  4: 'shipped',
  5: 'shipped',
  7: 'toShip',
  // Lost on the way: the refund follows.
  8: 'shipped',
  // Refused at the door: it comes back as a return.
  9: 'shipped',
};

/** Unpaid orders are never told. Refunded before anything was shipped means cancelled. */
export function readStatus(order: SheinOrder): PlatformOrderStatus | undefined {
  const left = Boolean(order.sellerDeliveryTime ?? order.warehouseDeliveryTime);
  const units = order.orderGoodsInfoList;
  if (order.orderStatus === REFUNDED) return left || units.some(isGone) ? 'refunded' : 'cancelled';
  const status = STATUS[order.orderStatus];
  if (status !== 'toShip') return status;
  if (units.every(isRefunded)) return 'cancelled';
  return units.some(isGone) ? 'partiallyShipped' : status;
}
