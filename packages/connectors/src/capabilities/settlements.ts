import type { Decimal, Instant, ShopAccess } from '../types.ts';
import type { Unreadable } from './unreadable.ts';

/** Fees the platform charged for an order, as far as it already says so. */
export interface PlatformFee {
  platformOrderNo: string;
  kind: 'commission' | 'fulfilment' | 'payment' | 'other';
  description: string;
  amount: Decimal;
  currency: string;
  postedAt: Instant;
  /** Unique key of the platform's transaction line. */
  reference: string;
}

export interface FeePage {
  fees: PlatformFee[];
  /** Transactions set aside, like the bad records of an order page. */
  unreadable: Unreadable[];
  nextCursor?: string;
  /** Everything posted up to here has been listed once the last page is read. */
  listedUntil: Instant;
}

export const SETTLEMENT_KINDS = [
  'sale',
  'shipping',
  'tax',
  'discount',
  'commission',
  'fulfilment',
  'payment',
  'advertising',
  'storage',
  'refund',
  'adjustment',
  /** Kept back by the platform, and given back later. */
  'reserve',
  'loan',
  /** Tax on the platform's own fees. */
  'feeTax',
  /** Import VAT and duty withheld. */
  'importTax',
  'payout',
  'other',
] as const;

export type SettlementKind = (typeof SETTLEMENT_KINDS)[number];

/** One amount of one event, as the platform books it. Signed as the seller sees it: what they get is positive. */
export interface SettlementLine {
  /** Unique in the shop and the same whenever it is listed again. */
  reference: string;
  /** The statement or payout it belongs to, as soon as the platform says so. */
  settlementId?: string;
  platformOrderNo?: string;
  platformLineId?: string;
  sellerSku?: string;
  kind: SettlementKind;
  /** The platform's own word. */
  type: string;
  amount: Decimal;
  currency: string;
  postedAt: Instant;
}

/** Money of an order that the platform has posted and keeps for now: after its fees, positive for the seller. */
export interface HeldAmount {
  reference: string;
  platformOrderNo?: string;
  amount: Decimal;
  currency: string;
  postedAt: Instant;
  /** When the platform expects to let it go. */
  until?: Instant;
}

export interface SettlementPage {
  lines: SettlementLine[];
  /** Held back now. Without it: the platform does not say so. */
  held?: HeldAmount[];
  /** References of what was held back and is let go: its lines are among `lines`, now or earlier. */
  released?: string[];
  unreadable: Unreadable[];
  nextCursor?: string;
  /** Everything posted up to here has been listed once the last page is read. */
  listedUntil: Instant;
}

export interface SettlementCalls {
  listFees?(access: ShopAccess, input: { postedAfter: Instant; cursor?: string }): Promise<FeePage>;
  listSettlements?(access: ShopAccess, input: { postedAfter: Instant; cursor?: string }): Promise<SettlementPage>;
}
