import type { PlatformOrderStatus } from '../../capabilities/orders.ts';
import type { MiraklOrder } from './orderShape.ts';

type Reading = { status: PlatformOrderStatus; hold?: string };

const STATES: Readonly<Record<string, Reading>> = {
  STAGING: { status: 'unpaid' },
  // To be accepted first; the operator then takes the buyer's money, which may fail.
  WAITING_ACCEPTANCE: { status: 'toShip', hold: 'WAITING_ACCEPTANCE' },
  WAITING_DEBIT: { status: 'unpaid' },
  WAITING_DEBIT_PAYMENT: { status: 'unpaid' },
  SHIPPING: { status: 'toShip' },
  SHIPPED: { status: 'shipped' },
  TO_COLLECT: { status: 'shipped' },
  RECEIVED: { status: 'shipped' },
  CLOSED: { status: 'shipped' },
  REFUSED: { status: 'cancelled' },
  CANCELED: { status: 'cancelled' },
};
const GONE = new Set(['REFUSED', 'CANCELED']);

export const isGone = (line: { order_line_state: string }): boolean => GONE.has(line.order_line_state);

/** Undefined for a state that is not known. An order may be under way while some of its lines already are. */
export function readState(
  order: Pick<MiraklOrder, 'order_state'> & {
    fully_refunded?: boolean | undefined;
    order_lines: readonly { order_line_state: string }[];
  },
): Reading | undefined {
  const reading = Object.hasOwn(STATES, order.order_state) ? STATES[order.order_state] : undefined;
  if (reading?.status === 'shipped' && order.fully_refunded) return { status: 'refunded' };
  if (order.order_state !== 'SHIPPING') return reading;
  const live = order.order_lines.filter((line) => !isGone(line));
  const sent = live.filter((line) => STATES[line.order_line_state]?.status === 'shipped');
  return sent.length > 0 && sent.length < live.length ? { status: 'partiallyShipped' } : reading;
}
