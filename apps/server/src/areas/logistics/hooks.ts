import { defineHook } from '../../core/hooks.ts';

/** What a carrier still owes for a claim of an order, in the same transaction. */
export interface OwedClaim {
  claimId: number;
  /** Of the claim after the change: it is booked once. */
  version: number;
  orderId: number;
  shopId: number;
  carrierAccountId: number | null;
  currency: string;
  /** What the carrier accepted and has not credited; 0 where it owes nothing. */
  owed: string;
}
/** accepted: the carrier's answer; credited: a settled bill gave something back; refused: nothing more is expected. */
export type ClaimCause = 'accepted' | 'credited' | 'refused';
export const carrierClaimsMoved = defineHook<{
  cause: ClaimCause;
  onDay: string;
  claims: readonly OwedClaim[];
}>();
