import type { PlatformOrderStatus } from '../../capabilities/orders.ts';
import type { TemuLine, TemuOrder } from './orderShape.ts';

const CANCELED = 3;
const STATUS: Readonly<Record<number, PlatformOrderStatus | undefined>> = {
  // Buyers may still call it off: it is not ours to ship yet.
  1: 'unpaid',
  2: 'toShip',
  [CANCELED]: 'cancelled',
  4: 'shipped',
  5: 'shipped',
  41: 'partiallyShipped',
  51: 'shipped',
};

export const isCancelled = (line: TemuLine): boolean => line.orderStatus === CANCELED || line.quantity === 0;
export const isShipped = (line: TemuLine): boolean => STATUS[line.orderStatus ?? 0] === 'shipped';

const HOLDS = ['pending_risk_control_alert', 'pending_buyer_address_change'];

const hasLabel = (order: TemuOrder, name: string): boolean =>
  order.parentOrderMap.parentOrderLabel.some((one) => one.name === name && one.value > 0);
export const wantsCancel = (order: TemuOrder): boolean => hasLabel(order, 'pending_buyer_cancellation');

/** Only local shops say "in part": of others the lines tell. */
export function readStatus(order: TemuOrder): { status: PlatformOrderStatus; hold?: string } | undefined {
  const status = STATUS[order.parentOrderMap.parentOrderStatus];
  if (!status) return undefined;
  const hold = status === 'toShip' ? HOLDS.find((name) => hasLabel(order, name)) : undefined;
  const begun = status === 'toShip' && order.orderList.some((line) => !isCancelled(line) && isShipped(line));
  return { status: begun ? 'partiallyShipped' : status, ...(hold ? { hold } : {}) };
}
