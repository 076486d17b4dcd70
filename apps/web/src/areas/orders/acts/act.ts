import type { listOrders, OrderRow, OrderStatus } from '@tradewind/contract/orders.ts';
import type { ReactNode } from 'react';
import type { FilterOf, Outcome } from '../../../components/list-page.tsx';

/** The fields of an order that an act needs. */
export type ActOrder = Pick<
  OrderRow,
  | 'id'
  | 'displayNo'
  | 'status'
  | 'exception'
  | 'cancelRequested'
  | 'confirmState'
  | 'remark'
  | 'mergedInto'
  | 'priority'
  | 'tagIds'
  | 'trackingNumber'
>;

/** The selection of an act. `input` goes straight into its call. */
export interface Picked {
  input: { ids: number[] } | { filter: FilterOf<typeof listOrders> };
  count: number;
  /** The loaded orders; fewer than `count` when some are not on the screen. */
  orders: readonly ActOrder[];
  idempotencyKey: string;
}

/**
 * An act on orders, for many in the list and for one in the drawer. Its texts use its key: `act` (the list's button),
 * `one` (the drawer's), `did` (the result for one order) and `wrongState` (why the button is disabled).
 */
export interface OrderAct {
  key: string;
  /** Whether the user has the right. */
  allowed: boolean;
  icon?: ReactNode;
  danger?: boolean;
  /** Whether the act applies to this order. */
  fits: (order: ActOrder) => boolean;
  /** Limits the act to the drawer or to the list. */
  only?: 'one' | 'many';
  /** The confirmation before many orders are processed. Acts with their own dialog or with undo omit it. */
  confirm?: (count: number) => string;
  /** Undefined: the user cancelled. */
  run: (picked: Picked) => Promise<Outcome>;
}

/** A group of acts, and their dialogs. */
export interface ActGroup {
  acts: OrderAct[];
  dialogs?: ReactNode;
}

/** The buyer's request to cancel is answered by one of these. */
export const ANSWERS: readonly string[] = ['goOn', 'cancel'];

/** What takes an order on, by its status. In picking and later in transit that is done elsewhere. */
const NEXT: Partial<Record<OrderStatus, readonly string[]>> = {
  review: ['review'],
  allocate: ['allocate'],
  ready: ['wave'],
  packed: ['label', 'ship'],
  exception: ['address', 'label', 'resume'],
  held: ['resume'],
  shipped: ['confirmAgain'],
  delivered: ['confirmAgain'],
};

/**
 * The order's next step among the acts that apply: the primary button. Unmapped items come first, because nothing helps
 * the order before; a buyer's request to cancel is a choice of two, neither of them primary.
 */
export function nextOf(order: ActOrder, acts: readonly { key: string }[]): string | undefined {
  if (order.cancelRequested) return undefined;
  const useless = [
    ...(order.trackingNumber === null ? [] : ['label']),
    ...(order.confirmState === 'failed' ? [] : ['confirmAgain']),
  ];
  return ['map', ...(NEXT[order.status] ?? [])].find(
    (key) => !useless.includes(key) && acts.some((act) => act.key === key),
  );
}

/** Those of `keys` first, in their order. */
export function firstOf<T extends { key: string }>(keys: readonly string[], acts: readonly T[]): T[] {
  const first = keys.flatMap((key) => acts.filter((act) => act.key === key));
  return [...first, ...acts.filter((act) => !first.includes(act))];
}
