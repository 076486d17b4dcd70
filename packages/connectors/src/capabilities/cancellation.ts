import type { Instant, ShopAccess } from '../types.ts';

export const CANCEL_REASONS = ['outOfStock', 'buyerAsked', 'badAddress', 'wrongPrice', 'other'] as const;

export type CancelReason = (typeof CANCEL_REASONS)[number];

export interface CancelRequest {
  platformOrderNo: string;
  reason: CancelReason;
  note?: string;
  marketplaceId?: string;
  /** All lines of the order; platforms that cancel by line take these. */
  lines: { platformLineId: string; fulfilmentRef?: string; quantity: number }[];
}

/** `requested`: the platform or the buyer still has to agree; the order's state says how it ended. */
export type CancelResult = { outcome: 'cancelled' | 'alreadyCancelled' | 'requested'; detail?: string };

/** Facts that a buyer is given whose request to cancel is refused. */
export interface CancelRefusal {
  platformOrderNo: string;
  /** Where it has left. */
  shippedAt?: Instant;
  trackingNumber?: string;
}

export interface CancelCalls {
  cancelOrder?(access: ShopAccess, notice: CancelRequest): Promise<CancelResult>;
  /** Refuses the buyer's request. Safe to repeat; `over`: no request is waiting. */
  refuseCancel?(access: ShopAccess, refusal: CancelRefusal): Promise<'refused' | 'over'>;
  /** `asked`: sellers can only agree where the platform or the buyer wants an order called off (`cancelRequested`). */
  cancels?: 'asked';
}
