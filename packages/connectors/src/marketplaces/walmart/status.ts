import type { PlatformOrderStatus } from '../../capabilities/orders.ts';
import type { WalmartLine } from './orderShape.ts';

/** Walmart tells the state of so many units of a line; an order is what they come to together. */
const STATES = {
  Created: 'open',
  Acknowledged: 'open',
  Shipped: 'shipped',
  Delivered: 'shipped',
  Cancelled: 'cancelled',
  Refund: 'refunded',
} as const;
type State = (typeof STATES)[keyof typeof STATES];

const isKnown = (word: string): word is keyof typeof STATES => Object.hasOwn(STATES, word);

/** Units of a line by state; undefined when Walmart says a word that it does not document. */
export function unitsOf(line: WalmartLine): Record<State, number> | undefined {
  const units: Record<State, number> = { open: 0, shipped: 0, cancelled: 0, refunded: 0 };
  for (const { status, statusQuantity } of line.orderLineStatuses.orderLineStatus) {
    if (!isKnown(status)) return undefined;
    units[STATES[status]] += statusQuantity.amount;
  }
  return units;
}

/** Undefined where a word is unknown, or nothing is said at all. There is no unpaid state: Walmart has the money. */
export function readStatus(lines: readonly WalmartLine[]): PlatformOrderStatus | undefined {
  const total: Record<State, number> = { open: 0, shipped: 0, cancelled: 0, refunded: 0 };
  for (const line of lines) {
    const units = unitsOf(line);
    if (!units) return undefined;
    for (const state of ['open', 'shipped', 'cancelled', 'refunded'] as const) total[state] += units[state];
  }
  const gone = total.shipped + total.refunded;
  if (total.open > 0) return gone > 0 ? 'partiallyShipped' : 'toShip';
  if (total.shipped > 0) return 'shipped';
  if (total.refunded > 0) return 'refunded';
  return total.cancelled > 0 ? 'cancelled' : undefined;
}

/** Units that may still be shipped, or called off. */
export const openUnits = (line: WalmartLine): number => unitsOf(line)?.open ?? 0;

/** The buyer wants out of the line; Walmart then ships it only for who insists. */
export const isCancelRequested = ({ intentToCancel: answered }: WalmartLine): boolean =>
  answered !== undefined && answered !== null && answered !== false && !/^(false|no|)$/i.test(String(answered));
