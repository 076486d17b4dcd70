import type { ShopAccess } from '../types.ts';

export interface HoldRequest {
  platformOrderNo: string;
  /** Whether the seller keeps the order back. */
  held: boolean;
}

/** `over`: nothing of the order is left to ship. */
export type HoldOutcome = 'held' | 'released' | 'over';

export interface HoldCalls {
  /**
   * Places or releases the seller's hold, so that nobody else who works in the shop ships the order. Holds that others
   * placed stay. Safe to repeat.
   */
  setHold?(access: ShopAccess, notice: HoldRequest): Promise<HoldOutcome>;
}
