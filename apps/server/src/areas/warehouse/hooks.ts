import { defineHook } from '../../core/hooks.ts';
import { defineEvent } from '../../core/jobs/jobs.ts';
import type { OutboundState } from './states.ts';

export interface OutboundMove {
  outboundId: number;
  orderId: number;
  from: OutboundState | null;
  to: OutboundState;
}

/**
 * Why outbounds moved: wave, dissolve (the wave was taken apart: picking -> waiting), pick, undo, pack, ship are the usual course; `order` when the area above cancelled them,
 * `short` when a bin held too little and nothing else could fill it, `warehouse` when a person of the warehouse did.
 */
export type MoveReason =
  | 'created'
  | 'wave'
  | 'dissolve'
  | 'pick'
  | 'undo'
  | 'pack'
  | 'ship'
  | 'order'
  | 'short'
  | 'warehouse';

/** Outbounds changed their state, in the same transaction. Called once a verb, with all of its rows. */
export const outboundMoved = defineHook<{ moves: OutboundMove[]; reason: MoveReason }>();

export interface PackedOutbound {
  outboundId: number;
  orderId: number;
  warehouseId: number;
  weightGrams: number;
  dims?: { lengthMm: number; widthMm: number; heightMm: number };
}

/** Boxes were closed and weighed, in the same transaction; called before outboundMoved says `packed`. */
export const outboundPacked = defineHook<{ parcels: PackedOutbound[] }>();

export interface ShippingOutbound {
  outboundId: number;
  number: string;
  orderId: number;
  warehouseId: number;
}

/**
 * Outbounds are about to be handed over. A listener refuses single ones by `refuse(outboundId, code, params)`; the
 * others of the bulk go on. Nothing has been written yet.
 */
export const outboundShipping = defineHook<{
  outbounds: ShippingOutbound[];
  refuse(outboundId: number, code: string, params?: Record<string, string | number>): void;
}>();

/**
 * Somebody of ours is about to receive a notice, to take a receipt back, to close or to cancel it. A listener refuses
 * where whoever runs the warehouse does that. Nothing has been written yet.
 */
export const inboundByHand = defineHook<{
  inbounds: readonly { inboundId: number; number: string; warehouseId: number }[];
  refuse(inboundId: number, code: string, params?: Record<string, string | number>): void;
}>();

export interface InboundOf {
  inboundId: number;
  warehouseId: number;
  kind: string;
  /** The document that announced it, null where a person wrote the notice. */
  sourceKind: string | null;
  sourceId: number | null;
}

/** Goods of a notice came in; in the same transaction. */
export const inboundReceived = defineHook<
  InboundOf & {
    receipts: readonly {
      id: number;
      sourceLine: number;
      productId: number;
      batchId: number;
      condition: string;
      quantity: number;
    }[];
  }
>();

/**
 * A receipt of a notice was taken back: it was a mistake, and those units did not come in. Only while the notice is being
 * received. In the same transaction.
 */
export const inboundTakenBack = defineHook<
  InboundOf & {
    receipts: readonly {
      id: number;
      sourceLine: number;
      productId: number;
      batchId: number;
      condition: string;
      quantity: number;
    }[];
  }
>();

/** Nothing more of a notice is expected: its lines say what is short and over. In the same transaction. */
export const inboundClosed = defineHook<
  InboundOf & {
    cancelled: boolean;
    lines: readonly { sourceLine: number; productId: number; expected: number; received: number }[];
  }
>();

/** Outbounds are to stay where they are, or may go on; in the same transaction. */
export const outboundStopping = defineHook<{ outboundIds: number[]; stop: boolean }>();

/** A warehouse may promise goods again: it was enabled, or the count of `counted` is over. In the same transaction. */
export const warehouseOpened = defineHook<{ counted?: number }>();

/** Told after the commit. */
export const warehousePrepaid = defineEvent<{ prepaymentIds: number[] }>('warehouse.prepaid');
export const outboundShipped = defineEvent<{ outboundIds: number[] }>('outbound.shipped');
/** Whoever runs a warehouse is to be asked for its particulars, its stock or its shipping methods. Told after the commit. */
export const warehouseRefresh = defineEvent<{ warehouseId: number; what: 'warehouse' | 'inventory' | 'logistics' }>(
  'warehouse.refresh',
);

/** Who is connected to whoever runs a warehouse says so. */
export const warehouseConnected = defineHook<{ warehouseId: number; connected(): void }>();

/**
 * An unused warehouse is about to go. A listener whose documents name it says `keep()`; what merely belongs to it goes
 * with it, by the listener's own hand.
 */
export const warehouseDeleting = defineHook<{ warehouseId: number; keep(): void }>();
