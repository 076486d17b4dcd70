import type { Decimal, Instant, ShopAccess } from '../types.ts';
import type { Unreadable } from './unreadable.ts';

export interface PlatformReturn {
  returnNo: string;
  platformOrderNo: string;
  state: 'requested' | 'approved' | 'shipped' | 'received' | 'refunded' | 'rejected' | 'closed';
  /** The platform's or the buyer's words. */
  reason: string;
  lines: { platformLineId?: string; sellerSku?: string; quantity: number }[];
  refundAmount?: Decimal;
  currency?: string;
  trackingNumber?: string;
  /** The platform decides by itself if the seller has not answered by then. */
  answerBy?: Instant;
  createdAt: Instant;
  updatedAt: Instant;
}

export interface ReturnName {
  returnNo: string;
  platformOrderNo: string;
}

export interface ReturnAnswer extends ReturnName {
  approve: boolean;
  note?: string;
}

export interface ReturnRefund extends ReturnName {
  /** All of it, shipping included. */
  amount: Decimal;
  currency: string;
  shipping: Decimal;
  /** What of it is for which line of the order. */
  lines: { platformLineId: string; quantity: number; amount: Decimal }[];
  /** The same however often this refund is told, another one where a refund that was refused is asked for anew. */
  key: string;
  note?: string;
}

export interface ReturnPage {
  returns: PlatformReturn[];
  unreadable: Unreadable[];
  nextCursor?: string;
  listedUntil: Instant;
}

export interface ReturnCalls {
  listReturns?(access: ShopAccess, input: { updatedAfter: Instant; cursor?: string }): Promise<ReturnPage>;
  /** Agrees to a return that the buyer asks for, or declines it; never gives money back by that. Safe to repeat. */
  answerReturn?(access: ShopAccess, answer: ReturnAnswer): Promise<void>;
  /** Gives money back for a return. Happens once: after a lost answer `returnRefunded` is asked, never this again. */
  refundReturn?(access: ShopAccess, refund: ReturnRefund): Promise<void>;
  /** Money goes back for all that a return asks for (`PlatformReturn.refundAmount`) or not at all. */
  refundsWhole?: true;
  /** What the platform has given back for a return so far, or for its order where it does not tell them apart. Wherever there is `refundReturn`. */
  returnRefunded?(access: ShopAccess, which: ReturnName): Promise<Decimal>;
}
