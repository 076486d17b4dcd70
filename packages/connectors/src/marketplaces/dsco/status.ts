import type { PlatformOrderStatus } from '../../capabilities/orders.ts';
import type { DscoOrder } from './orderShape.ts';

/** The older word, good where the network has no newer one or the newer one leaves it open. */
const BY_STATUS: Readonly<Record<string, PlatformOrderStatus>> = {
  created: 'toShip',
  shipment_pending: 'toShip',
  shipped: 'shipped',
  cancelled: 'cancelled',
};
const OPEN = new Set(['received', 'created', 'acknowledged']);

const byStatus = (answered: string | undefined): PlatformOrderStatus | undefined =>
  answered !== undefined && Object.hasOwn(BY_STATUS, answered) ? BY_STATUS[answered] : undefined;

/**
 * Where an order stands by its lifecycle and its lines: the lifecycle "completed" alone does not tell shipped from
 * cancelled. Undefined for words that are not known. Nothing is ever unpaid: the consumer pays the retailer.
 */
export function readStatus(
  order: Pick<DscoOrder, 'dscoLifecycle' | 'dscoStatus' | 'lineItems'>,
): PlatformOrderStatus | undefined {
  const sum = (field: 'quantity' | 'shippedQuantity' | 'cancelledQuantity') =>
    order.lineItems.reduce((total, line) => total + line[field], 0);
  const shipped = sum('shippedQuantity');
  const left = sum('quantity') - shipped - sum('cancelledQuantity');
  const { dscoLifecycle: lifecycle } = order;
  if (lifecycle !== undefined && !OPEN.has(lifecycle) && lifecycle !== 'completed') return undefined;
  if (lifecycle === 'completed') {
    if (shipped > 0) return 'shipped';
    if (left <= 0) return 'cancelled';
    const answered = byStatus(order.dscoStatus);
    return answered === 'toShip' ? undefined : answered;
  }
  if (lifecycle === undefined && byStatus(order.dscoStatus) !== 'toShip') return byStatus(order.dscoStatus);
  if (left <= 0) return shipped > 0 ? 'shipped' : 'cancelled';
  return shipped > 0 ? 'partiallyShipped' : 'toShip';
}
