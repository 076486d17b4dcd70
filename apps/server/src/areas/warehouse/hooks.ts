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

/** A warehouse may promise goods again: it was enabled, or its count is over. In the same transaction. */
export const warehouseOpened = defineHook<object>();

/** Told after the commit. */
export const warehousePrepaid = defineEvent<{ prepaymentId: number }>('warehouse.prepaid');
export const outboundShipped = defineEvent<{ outboundIds: number[] }>('outbound.shipped');
