import type { listOrders, OrderRow } from '@tradewind/contract/orders.ts';
import type { ReactNode } from 'react';
import type { FilterOf } from '../../../components/list/bulk.ts';
import type { BulkResultData } from '../../../components/list-page.tsx';

/** What an act must know of an order that somebody looks at. */
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
>;

/** What an act works on: `input` goes straight into its call. */
export interface Picked {
  input: { ids: number[] } | { filter: FilterOf<typeof listOrders> };
  count: number;
  /** The orders as they were last seen; fewer than `count` where some are not on the screen. */
  orders: readonly ActOrder[];
  idempotencyKey: string;
}

/**
 * One thing that may be done with orders, in the list with many and in the drawer with one. Its texts are, by its key:
 * `act` (the list's button), `one` (the drawer's), `did` (told of one) and `wrongState` (why the button is disabled).
 */
export interface OrderAct {
  key: string;
  /** By the person's rights. */
  allowed: boolean;
  icon?: ReactNode;
  danger?: boolean;
  /** Does it find work in this order? */
  fits: (order: ActOrder) => boolean;
  /** Never the step that an order waits for. */
  aside?: boolean;
  /** Only in the drawer, only in the list. */
  only?: 'one' | 'many';
  /** Asked before many are done; what asks by a dialog of its own or can be undone leaves it out. */
  confirm?: (count: number) => string;
  /** Undefined: the person thought better of it. */
  run: (picked: Picked) => Promise<BulkResultData | undefined>;
}

/** Acts of one kind, and the dialogs they ask by. */
export interface ActGroup {
  acts: OrderAct[];
  dialogs?: ReactNode;
}
