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
 * Why outbound orders changed status: wave, dissolve (wave cancelled: picking -> waiting), pick, undo, pack and ship
 * are the usual course; `order` when a higher area cancelled them, `short` when a bin was short and no other could fill
 * in, `warehouse` when a warehouse user did it.
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

/** Outbound orders changed status, in the same transaction. Called once per action with all of its rows. */
export const outboundMoved = defineHook<{ moves: OutboundMove[]; reason: MoveReason }>();

export interface PackedOutbound {
  outboundId: number;
  orderId: number;
  warehouseId: number;
  weightGrams: number;
  dims?: { lengthMm: number; widthMm: number; heightMm: number };
}

/** Boxes were closed and weighed, in the same transaction. Called before outboundMoved reports `packed`. */
export const outboundPacked = defineHook<{ parcels: PackedOutbound[] }>();

export interface ShippingOutbound {
  outboundId: number;
  number: string;
  orderId: number;
  warehouseId: number;
}

/**
 * Called before outbound orders ship. A listener refuses single ones by `refuse(outboundId, code, params)`. The rest of
 * the batch continues. Nothing is written yet.
 */
export const outboundShipping = defineHook<{
  outbounds: ShippingOutbound[];
  refuse(outboundId: number, code: string, params?: Record<string, string | number>): void;
}>();

/**
 * Called before a user receives an ASN, undoes a receipt, closes or cancels it. A listener refuses if the warehouse's
 * provider does that. Nothing is written yet.
 */
export const inboundByHand = defineHook<{
  inbounds: readonly { inboundId: number; number: string; warehouseId: number }[];
  refuse(inboundId: number, code: string, params?: Record<string, string | number>): void;
}>();

export interface InboundOf {
  inboundId: number;
  warehouseId: number;
  kind: string;
  /** The source document. Null if a person created the ASN. */
  sourceKind: string | null;
  sourceId: number | null;
}

/**
 * Called before units of an ASN are received: the area of the source document names what a unit of each of its lines
 * costs on this day, in base currency.
 */
export const inboundPricing = defineHook<
  Pick<InboundOf, 'sourceKind' | 'sourceId'> & { price(sourceLine: number, unitCost: string): void }
>();

/** Asks the area of the source document what carriers reported of its parcels, oldest first. */
export const inboundTraced = defineHook<
  Pick<InboundOf, 'sourceKind' | 'sourceId'> & {
    add(trackingNumber: string, steps: { at: string; text: string }[]): void;
  }
>();

/** Units of an ASN were received, in the same transaction. */
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
 * A mistaken receipt of an ASN was undone: those units never arrived. Only while the ASN is being received. In the same
 * transaction.
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

/** The receipt of an ASN was closed: its lines say what is short and over. In the same transaction. */
export const inboundClosed = defineHook<
  InboundOf & {
    cancelled: boolean;
    lines: readonly { sourceLine: number; productId: number; expected: number; received: number }[];
  }
>();

/**
 * Units of source lines are in no layer when the receipt ends: they did not come, came damaged or failed their check. Later
 * calls say what changed: more failed, or (below zero) some came after all. `step` tells one call for an ASN from the next.
 * In the same transaction.
 */
export const inboundLost = defineHook<
  InboundOf & { step: string; lines: readonly { sourceLine: number; units: number }[] }
>();

/** A transfer was cancelled, or nothing more of it ships; its lines say what has. In the same transaction. */
export const transferMoved = defineHook<{ transferId: number; to: 'cancelled' | 'shipped' }>();

/** Outbound orders were put on hold or released, in the same transaction. */
export const outboundStopping = defineHook<{ outboundIds: number[]; stop: boolean }>();

/** A warehouse may allocate again: it was enabled, or the count of `counted` ended. In the same transaction. */
export const warehouseOpened = defineHook<{ counted?: number }>();

/** Areas that sell goods name the products that open orders wait for: at most so many, the most units first. */
export const goodsAwaited = defineHook<{ most: number; add(goods: { productId: number; units: number }): void }>();

/** A prepayment is about to be recorded as paid from a money account; whoever keeps these may refuse. */
export const warehousePaying = defineHook<{ moneyAccountId: number }>();
/** Called after the commit. */
export const warehousePrepaid = defineEvent<{ prepaymentIds: number[] }>('warehouse.prepaid');
export const outboundShipped = defineEvent<{ outboundIds: number[] }>('outbound.shipped');
/** Requests a warehouse's details, stock or shipping methods from its provider. Called after the commit. */
export const warehouseRefresh = defineEvent<{ warehouseId: number; what: 'warehouse' | 'inventory' | 'logistics' }>(
  'warehouse.refresh',
);

/** A listener with a connection to the provider answers. */
export const warehouseConnected = defineHook<{ warehouseId: number; connected(): void }>();

/**
 * An unused warehouse is about to be deleted. A listener whose documents use it calls `keep()`. Listeners delete their
 * own dependent rows.
 */
export const warehouseDeleting = defineHook<{ warehouseId: number; keep(): void }>();
