import { defineHook } from '../../core/hooks.ts';

/** Costs of a first leg that came after its goods, in the same transaction. Amounts are in base currency. */
interface LateLegCosts {
  /** The first of the costs: their booking has its id. */
  costId: number;
  onDay: string;
  lines: readonly {
    productId: number;
    /** What units in stock cost more, by warehouse. */
    stock: readonly { warehouseId: number; value: string }[];
    /** The same of units that have left. */
    difference: string;
  }[];
}
export const legCostsCame = defineHook<LateLegCosts>();
