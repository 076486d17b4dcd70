import { defineHook } from '../../core/hooks.ts';

/**
 * Costs of a first leg or FBA shipment that no unit to come carries, in the same transaction: late costs, and those of
 * units that will never be in stock value. Amounts are in base currency.
 */
export interface TransitCosts {
  /** What is booked: the first of the late costs, or the ASN whose units are lost. */
  docKind: string;
  docId: number;
  step: string;
  onDay: string;
  lines: readonly {
    productId: number;
    /** What units in stock cost more, by warehouse. */
    stock: readonly { warehouseId: number; value: string }[];
    /** The same of units that have left. */
    difference: string;
    /** The share of units that never came into stock value. */
    lost: string;
  }[];
}
export const transitCostsCame = defineHook<TransitCosts>();
